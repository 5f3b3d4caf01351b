/** A grid of many rows of which only those that are seen are in the page, with an active cell and a selection. */

import { el, iconButton, keep } from "./dom.js";
import { fillHandle } from "./fillhandle.js";
import * as picture from "./picture.js";

export const ROW = 48; // px
const HEAD = 40; // px
const MORE = 5; // rows above and below those that are seen
const STAYS = 0.7; // of the width: the most that columns take that stay in sight
const LEAST = 48; // px: the width of the narrowest column

/** Return a grid. `draw(cell, row, column)` fills a cell, `heads(cell, column)` a head; `chosen()` is called when the
 * active cell or the selection is another, `resized(name, width)` when a column is, and `fill(from, to)` when a block,
 * by its corners, is to be filled from the one in it. `grow()` makes a row below the last where one goes on from there by
 * Tab or Enter, and returns its place; -1 where there is none. */
export function grid({ label, make, draw, chosen, resized, menu, fill: filled, grow }) {
  const overlay = el("div", { class: "cards-selection", "aria-hidden": "true", hidden: true });
  const filling = el("div", { class: "cards-selection filling", "aria-hidden": "true", hidden: true });
  const handle = fillHandle({ selection, placeAt, frame: frameFill, fill: filled });
  const held = el("div", { class: "cards-held", "aria-hidden": "true" });
  const heads = el("div", { class: "cards-row cards-heads", role: "row", "aria-rowindex": "1" });
  const body = el("div", { class: "cards-body", role: "rowgroup" });
  const canvas = el("div", { class: "cards-canvas", role: "grid", "aria-label": label, "aria-multiselectable": "true" },
    el("div", { class: "cards-top", role: "rowgroup" }, heads), body);
  const layer = el("div", { class: "cards-layer", "aria-hidden": "true" }, held, overlay, filling, handle);
  const root = el("div", { class: "cards-scroll" }, canvas, layer);
  const shown = new Map(); // uid -> element of a row
  let spare = [];
  let columns = []; // the first shows the card
  let rows = [];
  let places = new Map(); // uid -> place among the rows
  let lefts = [];
  let widths = [];
  let total = 0;
  let active = { uid: null, name: null }; // uid null is the head
  let anchor = active;
  let run = null; // the column in which a run of Tabs began, until another way leads on
  let picks = 0; // how often a pointer chose a cell
  let lastRow = 0; // of the active cell, for when it goes
  let lastColumn = 1;
  let shape = ""; // of the columns in the page
  let frame = 0;
  let painted = ""; // the rows in the page, until their contents are others

  const fill = (cell, ...children) => (cell.append(...children), cell);
  const columnAt = (name) => columns.findIndex((column) => column.name === name);
  const rowAt = (uid) => (uid === null ? -1 : places.get(uid) ?? -2);
  /** Return how many columns stay in sight. */
  function frozen() {
    const count = columns.filter((column) => column.frozen).length;
    const few = lefts.findIndex((left, at) => at > 0 && left + widths[at] > STAYS * root.clientWidth);
    return few < 0 ? count : Math.min(count, few);
  }
  const here = () => ({ row: rowAt(active.uid), column: columnAt(active.name) });

  /** Return the corners of the selection, both included. */
  function selection() {
    const [end, start] = [here(), { row: rowAt(anchor.uid), column: columnAt(anchor.name) }];
    const [top, bottom] = [Math.min(end.row, start.row), Math.max(end.row, start.row)].map((row) => Math.max(row, 0));
    return { top, bottom, left: Math.max(1, Math.min(end.column, start.column)), right: Math.max(end.column, start.column) };
  }

  function measure() {
    let left = 0;
    lefts = widths.map((width) => (left += width) - width);
    total = left;
    canvas.style.setProperty("--columns", widths.map((width) => `${width}px`).join(" "));
    canvas.style.width = layer.style.width = `${total}px`;
    const stay = frozen();
    for (const row of [heads, ...shown.values(), ...spare]) freeze(row, stay);
  }

  function freeze(row, stay) {
    [...row.children].forEach((cell, at) => {
      cell.classList.toggle("frozen", at < stay);
      cell.classList.toggle("last", at === stay - 1);
      cell.style.left = at < stay ? `${lefts[at]}px` : "";
    });
  }

  function headMade(column, at) {
    const cell = el("div", { class: "cards-head", role: "columnheader", tabindex: "-1", "aria-colindex": column.at + 2, "data-column": column.name });
    if (!column.name) return fill(cell, el("span", { class: "unseen", text: "Card" }));
    const handle = el("span", { class: "cards-handle", "aria-hidden": "true" });
    const open = iconButton("more", `Menu of ${column.head}`, () => menu(column, cell), { class: "quiet cards-menu", tabindex: "-1" });
    handle.addEventListener("pointerdown", (event) => drag(event, handle, at));
    cell.addEventListener("click", (event) => !event.target.closest("button, .cards-handle") && menu(column, cell));
    return fill(cell, el("span", { class: "cards-head-name", text: column.head, title: column.hint }), open, handle);
  }

  /** Make a column as wide as the pointer is dragged. */
  function drag(event, handle, at) {
    event.preventDefault();
    event.stopPropagation();
    handle.setPointerCapture(event.pointerId);
    const [start, width] = [event.clientX, widths[at]];
    handle.onpointermove = (move) => resize(at, width + move.clientX - start);
    handle.onlostpointercapture = () => (handle.onpointermove = null);
  }

  function resize(at, width) {
    widths[at] = Math.round(Math.max(LEAST, Math.min(900, width)));
    measure();
    mark();
    resized(columns[at].name, widths[at]);
  }

  function rowMade() {
    const made = el("div", { class: "cards-row", role: "row" });
    columns.forEach((column, at) => {
      const cell = el("div", { class: "cards-cell", role: "gridcell", tabindex: "-1", "aria-colindex": column.at + 2, "data-column": column.name, "data-type": column.type });
      made.append(cell);
      make(cell, column);
    });
    freeze(made, frozen());
    return made;
  }

  function drawRow(made, row, at) {
    made.dataset.uid = row.uid;
    made.style.transform = `translateY(${at * ROW}px)`;
    made.setAttribute("aria-rowindex", at + 2);
    made.classList.toggle("even", at % 2 === 1);
    made.classList.toggle("no-piece", !row.key);
    columns.forEach((column, index) => draw(made.children[index], row, column, made.row !== row));
    made.row = row;
  }

  /** Put into the page what is seen, and take out what is not. */
  function paint() {
    painted = "";
    follow();
  }

  /** Paint where other rows are seen than before. */
  function follow() {
    frame = 0;
    const first = Math.max(0, Math.floor(root.scrollTop / ROW) - MORE);
    const last = Math.min(rows.length - 1, Math.ceil((root.scrollTop + root.clientHeight) / ROW) + MORE);
    const wanted = [];
    for (let at = first; at <= last; at += 1) wanted.push(at);
    const kept = rowAt(active.uid);
    if (kept >= 0 && kept < first) wanted.unshift(kept);
    else if (kept > last) wanted.push(kept);
    if (painted === wanted.join()) return mark();
    painted = wanted.join();
    const uids = new Set(wanted.map((at) => rows[at].uid));
    for (const [uid, made] of shown) {
      if (uids.has(uid)) continue;
      shown.delete(uid);
      if (!made.contains(document.activeElement)) spare.push(made);
    }
    for (const at of wanted) {
      const { uid } = rows[at];
      if (!shown.has(uid)) shown.set(uid, spare.pop() ?? rowMade());
    }
    const before = document.activeElement;
    keep(body, wanted.map((at) => shown.get(rows[at].uid)));
    spare = spare.slice(0, 12);
    for (const at of wanted) drawRow(shown.get(rows[at].uid), rows[at], at);
    if (before !== document.activeElement && before.isConnected && body.contains(before)) before.focus({ preventScroll: true });
    mark();
  }

  /** Draw the selection, and give the active cell alone a place in the order of Tab. */
  function mark() {
    const cell = cellOf(active);
    for (const old of canvas.querySelectorAll("[tabindex='0']")) if (old !== cell) old.tabIndex = -1;
    if (cell) cell.tabIndex = 0;
    const { top, bottom, left, right } = selection();
    for (const made of shown.values()) {
      const at = places.get(made.row?.uid);
      const inside = at >= top && at <= bottom;
      [...made.children].forEach((each, column) => {
        const selected = String(inside && column >= left && column <= right);
        if (each.ariaSelected !== selected) each.ariaSelected = selected;
      });
    }
    const isCell = top === bottom && left === right;
    const isNone = right < 1 || active.uid === null;
    overlay.hidden = isNone || isCell;
    canvas.classList.toggle("many", !overlay.hidden);
    handle.hidden = isNone || !columns[left]?.fillable;
    if (isNone) return;
    const box = boxOf({ top, bottom, left, right });
    place(overlay, box);
    place(handle, { ...box, x: box.x + box.width, y: box.y + box.height });
    handle.hidden ||= box.clip >= box.width;
  }

  /** Return where a block is drawn: one that begins in the columns that stay is held in place with them; another one
   * passes below them, which clips it. */
  function boxOf({ top, bottom, left, right }) {
    const stay = frozen();
    const keeps = left < stay;
    const edge = lefts[right] + widths[right];
    const end = keeps && right >= stay ? Math.max(lefts[stay] ?? edge, edge - root.scrollLeft) : edge;
    const clip = keeps ? 0 : Math.max(0, root.scrollLeft + (lefts[stay] ?? 0) - lefts[left]);
    return { parent: keeps ? held : layer, x: lefts[left], y: HEAD + top * ROW, width: end - lefts[left], height: (bottom - top + 1) * ROW, clip };
  }

  function place(element, { parent, x, y, width, height, clip }) {
    if (element.parentNode !== parent) parent.append(element); // a pointer that holds it goes on doing so
    element.style.transform = `translate(${x}px, ${y}px)`;
    if (element === handle) return;
    element.style.width = `${width}px`;
    element.style.height = `${height}px`;
    element.style.clipPath = clip ? `inset(0 0 0 ${clip}px)` : "";
  }

  /** Show which block a drag will fill; null for none. */
  function frameFill(corners) {
    filling.hidden = !corners;
    if (corners) place(filling, boxOf(corners));
  }

  function cellOf({ uid, name }) {
    const row = uid === null ? heads : shown.get(uid);
    return row?.children[columnAt(name)] ?? null;
  }

  /** Scroll until a cell is seen whole, below the heads and beside the columns that stay. */
  function reveal(row, column) {
    if (row >= 0) {
      const room = root.clientHeight - HEAD - ROW;
      root.scrollTop = Math.max(row * ROW - room, Math.min(root.scrollTop, row * ROW));
    }
    const stay = frozen();
    if (column < stay) return;
    const free = lefts[stay] ?? 0;
    const room = root.clientWidth - free;
    const [from, to] = [lefts[column] - free, lefts[column] - free + Math.min(widths[column], room)];
    root.scrollLeft = Math.max(to - room, Math.min(root.scrollLeft, from));
  }

  /** Make a cell the active one, by its place; row -1 is the head. `extend` keeps the other end of the selection, and
   * `began` the column in which a run of Tabs began. */
  function go(row, column, { extend = false, focus = true, began = null } = {}) {
    run = began;
    const to = Math.max(-1, Math.min(rows.length - 1, row));
    const at = Math.max(0, Math.min(columns.length - 1, column));
    active = { uid: to < 0 ? null : rows[to].uid, name: columns[at].name };
    if (!extend || to < 0) anchor = active;
    [lastRow, lastColumn] = [to, at];
    reveal(to, at);
    follow();
    if (focus) cellOf(active)?.focus({ preventScroll: true });
    chosen();
  }

  /** Go on to the next cell, or the one before; false at the last one of a grid that does not grow. */
  function tab(back) {
    const { row, column } = here();
    const [last, wide] = [rows.length - 1, columns.length - 1];
    if (back && row === 0 && column <= 1) return false;
    const began = run ?? (back ? null : columns[column].name);
    const next = !back && column === wide ? (row === last ? grow() : row + 1) : row;
    if (next < 0) return false;
    if (back) column <= 1 ? go(row - 1, wide, { began }) : go(row, column - 1, { began });
    else go(next, column === wide ? 1 : column + 1, { began });
    return true;
  }

  /** Go to the next row, or the one before, in the column in which a run of Tabs began. */
  function enter(back) {
    const { row, column } = here();
    const began = columnAt(run);
    const to = back ? row - 1 : row === rows.length - 1 && began > 0 ? Math.max(row, grow()) : row + 1;
    go(to, began > 0 && rows[to] ? began : column);
  }

  /** Return the place below a point of the window, the nearest cell where there is none. */
  function placeAt(x, y) {
    const box = root.getBoundingClientRect();
    const [across, down] = [x - box.left, y - box.top];
    const stay = frozen();
    const left = across < (lefts[stay] ?? Infinity) ? across : across + root.scrollLeft;
    const column = lefts.findLastIndex((edge) => edge <= left);
    return { row: Math.max(0, Math.min(rows.length - 1, Math.floor((down + root.scrollTop - HEAD) / ROW))), column: Math.max(1, column) };
  }

  body.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest(".cards-cell");
    if (!cell || event.target.closest("textarea, input, select, button") || event.button || event.pointerType === "touch") return;
    const column = columnAt(cell.dataset.column);
    if (column < 1) return;
    event.preventDefault(); // the focus is given below
    picks += 1;
    go(rowAt(Number(cell.parentNode.dataset.uid)), column, { extend: event.shiftKey });
    const move = (moved) => {
      const to = placeAt(moved.clientX, moved.clientY);
      const now = here();
      if (to.row !== now.row || to.column !== now.column) go(to.row, to.column, { extend: true });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
  });
  canvas.addEventListener("focusin", (event) => {
    const cell = event.target.closest(".cards-cell, .cards-head");
    if (!cell) return;
    const uid = cell.matches(".cards-head") ? null : Number(cell.parentNode.dataset.uid);
    if (uid === active.uid && cell.dataset.column === active.name) return;
    active = anchor = { uid, name: cell.dataset.column };
    run = null;
    picks += 1;
    ({ row: lastRow, column: lastColumn } = here());
    mark();
    chosen();
  });
  root.addEventListener("scroll", () => {
    picture.passing();
    frame ||= requestAnimationFrame(follow);
  }, { passive: true });
  new ResizeObserver(() => root.clientHeight && columns.length && (measure(), paint())).observe(root);

  return {
    root,
    canvas,
    go,
    tab,
    enter,
    here,
    selection,
    paint,
    resize: (name, by) => resize(columnAt(name), widths[columnAt(name)] + by),
    cell: () => cellOf(active),
    cellOf,
    column: () => columns[here().column],
    row: () => rows[here().row] ?? null,
    page: () => Math.max(1, Math.floor((root.clientHeight - HEAD) / ROW) - 1),
    focus: () => cellOf(active)?.focus({ preventScroll: true }),
    /** Return the selected rows, and the columns but that of the card. */
    block() {
      const { top, bottom, left, right } = selection();
      return { rows: rows.slice(top, bottom + 1), columns: columns.slice(left, right + 1), top, left };
    },
    get picks() { return picks; },
    get rows() { return rows; },
    get columns() { return columns; },
    /** Show rows and columns, `width` of each column included; what is active stays so, or the nearest is. There are
     * `count` columns, hidden ones too. */
    show(nextRows, nextColumns, count) {
      const held = canvas.contains(document.activeElement);
      const next = JSON.stringify(nextColumns.map(({ width, ...rest }) => rest));
      columns = nextColumns;
      if (next !== shape) {
        shape = next;
        for (const made of shown.values()) made.remove();
        shown.clear();
        spare = [];
        heads.replaceChildren(...columns.map(headMade));
        canvas.setAttribute("aria-colcount", String(count));
      }
      widths = columns.map((column) => column.width);
      rows = nextRows;
      places = new Map(rows.map((row, at) => [row.uid, at]));
      body.style.height = `${rows.length * ROW}px`;
      canvas.setAttribute("aria-rowcount", String(rows.length + 1));
      if (rowAt(active.uid) === -2 || columnAt(active.name) < 0) {
        const name = columns[columnAt(active.name) < 0 ? Math.min(lastColumn, columns.length - 1) : columnAt(active.name)].name;
        active = anchor = { uid: rows[Math.min(Math.max(lastRow, 0), rows.length - 1)]?.uid ?? null, name };
      }
      if (rowAt(anchor.uid) === -2 || columnAt(anchor.name) < 0) anchor = active;
      ({ row: lastRow, column: lastColumn } = here());
      measure();
      paint();
      if (held && !canvas.contains(document.activeElement)) cellOf(active)?.focus({ preventScroll: true });
    },
    /** Say in the heads how the columns are sorted and filtered. */
    heads(sortOf, isFiltered) {
      for (const cell of heads.children) {
        const sort = sortOf(cell.dataset.column);
        sort ? cell.setAttribute("aria-sort", sort) : cell.removeAttribute("aria-sort");
        cell.classList.toggle("filtered", isFiltered(cell.dataset.column));
      }
    },
  };
}
