/** Keys, pointers and the clipboard in the grid of cards. */

import { rowsPasted } from "./clipboard.js";
import * as keys from "./keys.js";

/** Return the place that Ctrl and an arrow lead to: the end of a run of full cells, or the next full one. */
function edge(board, { row, column }, [down, across]) {
  const [last, wide] = [board.rows.length - 1, board.columns.length - 1];
  const inside = (at) => at.row >= 0 && at.row <= last && at.column >= 1 && at.column <= wide;
  const full = (at) => inside(at) && Boolean(board.rows[at.row].cells[board.columns[at.column].at]);
  const next = (at) => ({ row: at.row + down, column: at.column + across });
  let at = { row, column };
  if (full(at) && full(next(at))) while (full(next(at))) at = next(at);
  else do at = next(at); while (inside(at) && !full(at));
  return { row: Math.max(0, Math.min(last, at.row)), column: Math.max(1, Math.min(wide, at.column)) };
}

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Let keys, pointers and the clipboard work in the grid. */
export function cardKeys({ board, live, edit, add, flip, block, move, open, past, fix, editing, find, leave, chosen, isTick }) {
  const { canvas } = board;
  const inside = () => live() && !editing() && canvas.contains(document.activeElement) && board.here().row >= 0;
  /** Whether rows pasted in the view are for the grid: the focus may still be on the tab that opened it. */
  const takesRows = () => inside() || (live() && !editing() && !document.activeElement.closest("input, textarea, select, dialog, [popover]") && board.here().row >= 0);

  /** Do what a key says in a head; false to leave it to others. */
  function headKey(event, { row, column }) {
    if (event.shiftKey && event.key in ARROWS) board.resize(board.column().name, 12 * (ARROWS[event.key][1] || 0));
    else if (["Enter", " "].includes(event.key) || (event.altKey && event.key === "ArrowDown")) board.cell().click();
    else if (event.key === "ArrowDown") board.go(0, column);
    else if (event.key in ARROWS) board.go(row, column + ARROWS[event.key][1]);
    else return false;
    return true;
  }

  function cellKey(event) {
    const { key, shiftKey: extend } = event;
    const control = event.ctrlKey || event.metaKey;
    const { row, column } = board.here();
    if (row < 0) return headKey(event, { row, column });
    const [last, wide] = [board.rows.length - 1, board.columns.length - 1];
    if (key in ARROWS) {
      const [down, across] = ARROWS[key];
      if (event.altKey) return down ? (move(down), true) : false;
      const to = control ? edge(board, { row, column: Math.max(1, column) }, ARROWS[key]) : { row: row + down, column: column + across };
      if (to.row > last) return true;
      board.go(extend ? Math.max(0, to.row) : to.row, extend ? Math.max(1, to.column) : to.column, { extend });
      return true;
    }
    if (event.altKey) return key === "Enter" && fix();
    if (control) {
      const does = {
        Enter: add, Home: () => board.go(0, 1, { extend }), End: () => board.go(last, wide, { extend }), d: () => block.fillDown(),
        a: () => (board.go(0, 1), board.go(last, wide, { extend: true })), " ": () => (board.go(0, column), board.go(last, column, { extend: true })),
      }[key.length === 1 ? key.toLowerCase() : key];
      does?.();
      return Boolean(does);
    }
    if (column === 0 && ["Enter", " "].includes(key)) return open(board.row()), true;
    const does = {
      Home: () => board.go(row, 1, { extend }), End: () => board.go(row, wide, { extend }),
      PageUp: () => board.go(Math.max(0, row - board.page()), column, { extend }), PageDown: () => board.go(row + board.page(), column, { extend }),
      Enter: () => edit(), F2: () => edit(), Delete: () => block.empty(), Backspace: () => block.empty(),
      Escape: () => (board.block().rows.length > 1 || board.block().columns.length > 1 ? board.go(row, column) : leave()),
    }[key];
    if (does) return does(), true;
    if (key === "Tab") return board.tab(extend);
    if (key === " " && extend) return board.go(row, 1), board.go(row, wide, { extend: true }), true;
    if (key === " " && isTick(board.column())) return flip(), true;
    if (["Process", "Dead"].includes(key)) return edit(""), true;
    return key.length === 1 ? type() : false;
  }

  /** Begin to type over the active cell: the letter itself goes into the field. */
  function type() {
    edit("");
    return "typed";
  }

  canvas.addEventListener("keydown", (event) => {
    if (editing() || event.target.closest(".cards-menu")) return;
    if (event.isComposing) return;
    const does = cellKey(event);
    if (!does) return;
    chosen();
    event.stopPropagation();
    if (does !== "typed" && !["Process", "Dead"].includes(event.key)) event.preventDefault();
  });
  canvas.addEventListener("dblclick", (event) => event.target.closest(".cards-cell") && !event.target.closest("input") && edit());
  let touched = ""; // the cell that was tapped last
  canvas.addEventListener("click", (event) => {
    const cell = event.target.closest(".cards-cell");
    if (!cell || event.target.closest(".cards-edit")) return;
    chosen();
    const { uid } = cell.parentNode.dataset;
    const row = board.rows.findIndex((each) => String(each.uid) === uid);
    const column = board.columns.findIndex(({ name }) => name === cell.dataset.column);
    if (column === 0) return open(board.rows[row]);
    const key = `${uid} ${cell.dataset.column}`;
    if (event.target.matches("input[type=checkbox]")) {
      event.preventDefault(); // the file says what is ticked
      board.go(row, column);
      return flip();
    }
    if (event.pointerType !== "touch") return;
    if (touched === key && document.activeElement === cell) edit();
    else board.go(row, column);
    touched = key;
  });
  for (const name of ["copy", "cut"])
    document.addEventListener(name, (event) => {
      if (!inside() || !block.copy(event.clipboardData)) return;
      event.preventDefault();
      if (name === "cut") block.empty();
    });
  document.addEventListener("paste", (event) => {
    const rows = rowsPasted(event);
    if (takesRows() && rows && block.paste(rows)) event.preventDefault();
  });
  keys.offer("Cards", live, [
    ["Ctrl+z", "undo", () => past("undo")],
    ["Ctrl+y or Ctrl+Shift+z", "redo", () => past("redo")],
    ["Ctrl+f or Ctrl+h", "find and replace", find],
    ["ArrowLeft or ArrowRight or ArrowUp or ArrowDown", "go from cell to cell; with Ctrl to the end of what is full, with Shift select", null],
    ["Enter or F2", "edit the cell, or type over it", null],
    ["Tab", "next cell, after the last one a new card; Enter then goes to the next row, where the Tabs began", null],
    ["Ctrl+Enter", "add a card", null],
    ["Ctrl+b or Ctrl+i", "while you edit a text: bold, italic", null],
    ["Alt+Enter", "go to the fix of a red cell", null],
    ["Escape", "put back what was there, or leave the grid", null],
    ["Delete", "empty cells", null],
    ["Ctrl+c or Ctrl+x or Ctrl+v", "copy, cut, paste, from and to spreadsheets too", null],
    ["Ctrl+d", "fill down", null],
    ["Alt+ArrowUp or Alt+ArrowDown", "move cards", null],
    ["Shift+ArrowLeft or Shift+ArrowRight", "in a head: narrower, wider", null],
  ]);
}
