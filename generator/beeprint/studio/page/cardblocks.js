/** Blocks of cells: copied, cut, pasted, emptied and filled down, as spreadsheets do. */

import { asHtml, asText } from "./clipboard.js";
import { endOf } from "./deckrows.js";
import { counted } from "./dom.js";

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
   * below it are written over only where a person begins there. */
  function paste(parsed) {
    const width = Math.max(...parsed.map((cells) => cells.length));
    const { rows, columns, top, left } = board.block();
    if (!columns.length || !data.table.editable) return false;
    const times = (selected, pasted) => (selected % pasted ? 1 : selected / pasted) || 1;
    const [tall, wide] = [parsed.length * times(rows.length, parsed.length), width * times(columns.length, width)];
    const fit = board.columns.slice(left, left + wide);
    const end = top < endOf(board.rows) ? endOf(board.rows) : board.rows.length;
    const made = data.uids(Math.max(0, top + tall - end));
    const target = (at) => (top + at < end ? board.rows[top + at] : { uid: made[top + at - end] });
    const cells = Array.from({ length: tall }, (_, at) => fit.map((column, across) => {
      const value = parsed[at % parsed.length][across % width];
      return value === undefined ? null : { row: target(at), column, text: value };
    })).flat().filter(Boolean);
    const written = can(cells);
    const lost = Math.max(0, left + wide - board.columns.length);
    const shut = [...new Set(cells.filter(({ column }) => !editable(column)).map(({ column }) => column.head))];
    const missed = [];
    if (lost) missed.push({ message: `${counted(lost, "column")} of what you pasted did not fit beside the last column.`, hint: "Add columns, and paste it again." });
    if (shut.length) missed.push({ message: `Nothing was pasted into ${shut.join(" and ")}.`, hint: "This column cannot be changed here." });
    const answer = write(written, made, `Pasted: ${counted(written.length, "cell")}.`);
    const choose = () => {
      board.go(top, left);
      board.go(top + tall - 1, left + fit.length - 1, { extend: true });
    };
    choose();
    if (board.rows.length < top + tall) answer.then(choose); // the new rows wait for a question to be answered
    if (missed.length) answer.then(() => refuse(missed));
    return true;
  }

  return { copy, empty, fill, fillDown, paste };
}
