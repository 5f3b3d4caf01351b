/** Blocks of cells: copied, cut, pasted, emptied and filled down, as spreadsheets do. */

import { asHtml, asText } from "./clipboard.js";
import { endOf } from "./deckrows.js";
import { counted } from "./dom.js";
import { byHeads, lackingHeads } from "./pastedheads.js";

/** What a message begins with where a paste changed nothing. */
export const NOTHING = "Nothing was pasted";

/** Return what is done to the block that is selected. */
export function blocks({ board, data, write, editable, textOf, refuse }) {
  const texts = ({ rows, columns }) => rows.map((row) => columns.map((column) => textOf(row, column)));
  const isBlock = ({ rows, columns }) => Boolean(rows.length && columns.length);
  const can = (cells) => cells.filter(({ column }) => editable(column)).map(({ row, column, text }) => ({ uid: row.uid, column: column.name, text }));

  function copy(clipboard) {
    const block = board.block();
    if (!isBlock(block)) return false;
    const rows = texts(block);
    clipboard.setData("text/plain", asText(rows));
    clipboard.setData("text/html", asHtml(rows, (at) => block.columns[at].type === "int"));
    return true;
  }

  function empty(words = "") {
    const { rows, columns } = board.block();
    const cells = can(rows.flatMap((row) => columns.map((column) => ({ row, column, text: "" }))));
    const full = cells.filter(({ uid, column }) => rows.find((row) => row.uid === uid).cells[columns.find(({ name }) => name === column).at]);
    write(full, [], words);
  }

  function fillDown() {
    let { rows, columns, top } = board.block();
    if (rows.length === 1 && top > 0) rows = [board.rows[top - 1], ...rows];
    const [first, ...rest] = rows;
    write(can(rest.flatMap((row) => columns.map((column) => ({ row, column, text: textOf(first, column) })))));
  }

  /** Fill a block, by its corners, with the texts of the one in it, again and again. */
  function fill(from, to) {
    const [height, width] = [from.bottom - from.top + 1, from.right - from.left + 1];
    const source = (at, start, size) => start + (((at - start) % size) + size) % size;
    const cells = [];
    for (let at = to.top; at <= to.bottom; at += 1)
      for (let across = to.left; across <= to.right; across += 1) {
        if (at >= from.top && at <= from.bottom && across >= from.left && across <= from.right) continue;
        const [row, column] = [board.rows[source(at, from.top, height)], board.columns[source(across, from.left, width)]];
        cells.push({ row: board.rows[at], column: board.columns[across], text: textOf(row, column) });
      }
    write(can(cells));
    board.go(to.top, to.left);
    board.go(to.bottom, to.right, { extend: true });
  }

  /** Paste rows of texts; a selection that is a multiple of it is filled, and rows are made below the last card. Totals
   * below it are written over only where a person begins there. A first row of heads says which columns the others are. */
  function paste(parsed) {
    const { rows, columns, top, left } = board.block();
    if (!columns.length || !data.table.editable) return false;
    const headed = byHeads(parsed, data.table.columns);
    if (headed) pasteByHeads(headed, top);
    else pasteBlock(parsed, { rows, columns, top, left });
    return true;
  }

  function pasteBlock(parsed, { rows, columns, top, left }) {
    const width = Math.max(...parsed.map((cells) => cells.length));
    const times = (selected, pasted) => (selected % pasted ? 1 : selected / pasted) || 1;
    const [tall, wide] = [parsed.length * times(rows.length, parsed.length), width * times(columns.length, width)];
    const fit = board.columns.slice(left, left + wide);
    const lost = wide - fit.length;
    const message = `${counted(lost, "column")} of what you pasted ${lost > 1 ? "do" : "does"} not fit beside the last column`;
    const wrong = lost ? [{ message, hint: "Add columns, and paste it again." }] : [];
    lay(Array.from({ length: tall }, (_, at) => fit.map((_, across) => parsed[at % parsed.length][across % width])), fit, top, { wrong });
  }

  /** Paste rows by the heads of their columns; ask what becomes of columns that the table lacks. */
  function pasteByHeads({ columns, rows, added, wrong }, top) {
    const heads = Object.keys(added);
    if (!heads.length || wrong.length) return lay(rows, columns, top, { wrong: heads.length ? [...wrong, lackingHeads(heads)] : wrong });
    const known = columns.filter(({ isNew }) => !isNew);
    refuse([lackingHeads(heads)], NOTHING, [
      [heads.length > 1 ? `Add ${heads.length} columns and paste` : `Add the column ${heads[0]} and paste`, () => lay(rows, columns, top, { added })],
      [`Paste without ${heads.length > 1 ? "them" : "it"}`, () => lay(rows.map((texts) => texts.filter((_, at) => !columns[at].isNew)), known, top)],
    ]);
  }

  /** Write rows of texts into columns, those of `added` new, from a row on; `wrong` are reasons to write nothing. */
  async function lay(rows, columns, top, { added = {}, wrong = [] } = {}) {
    const end = top < endOf(board.rows) ? endOf(board.rows) : board.rows.length;
    const made = data.uids(Math.max(0, top + rows.length - end));
    const target = (at) => (top + at < end ? board.rows[top + at] : { uid: made[top + at - end] });
    const cells = rows.flatMap((texts, at) => columns.map((column, across) => ({ row: target(at), column, text: texts[across] }))).filter(({ text }) => text !== undefined);
    const written = can(cells);
    const shut = [...new Set(cells.filter(({ column }) => !editable(column)).map(({ column }) => column.head))];
    const closed = shut.length ? [{ message: `Nothing was pasted into ${shut.join(" and ")}.`, hint: `${shut.length > 1 ? "These columns" : "This column"} cannot be changed here.` }] : [];
    const choose = () => {
      const places = columns.map(({ name }) => board.columns.findIndex((column) => column.name === name)).filter((at) => at >= 0);
      if (!rows.length || !places.length) return;
      board.go(top, Math.min(...places));
      board.go(top + rows.length - 1, Math.max(...places), { extend: true });
    };
    const answer = write(written, made, `Pasted: ${counted(written.length, "cell")}.`, board.picks, { added, wrong });
    if (!wrong.length) choose();
    const isWaiting = board.rows.length < top + rows.length; // for a question to be answered, or for new columns
    const isDone = await answer;
    if (isDone && (isWaiting || Object.keys(added).length)) choose();
    if (closed.length && (isDone || !written.length)) refuse(closed);
  }

  return { copy, empty, fill, fillDown, paste };
}
