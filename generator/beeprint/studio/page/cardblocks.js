/** Blocks of cells: copied, cut, pasted, emptied and filled down, as spreadsheets do. */

import { asHtml, asText } from "./clipboard.js";
import { endOf } from "./deckrows.js";
import { counted } from "./dom.js";
import { byHeads, byNames, key, lackingHeads } from "./pastedheads.js";

/** What a message begins with where a paste changed nothing. */
export const NOTHING = "Nothing was pasted";

const TITLES = ["title", "name"]; // columns that hold the names of cards
const NEW = /^(new card( \d+)?)?$/i; // what is in the place of a name that is still to come

/** Return whether a row is a new card that has no name yet; `source` is the column of the ids. */
export function isWaiting({ cells }, columns, source) {
  const [title] = namesIn(columns, source);
  return title ? NEW.test(cells[columns.findIndex(({ name }) => name === title)]) : cells.every((text) => !text);
}

/** Return the names of the columns that cards may be named by, the likeliest first; `source` is that of their ids. */
export function namesIn(columns, source) {
  const texts = columns.filter(({ name, type }) => name !== "id" && type === "text").map(({ name }) => name);
  return [source, ...TITLES.filter((name) => columns.some((column) => column.name === name)), texts[0]].filter(Boolean);
}

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
   * below it are written over only where a person begins there. A first row of heads says which columns the others are, and
   * names which cards. */
  function paste(parsed) {
    const { rows, columns, top, left } = board.block();
    if (!columns.length || !data.table.editable) return false;
    const headed = byHeads(parsed, all());
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
    if (!heads.length || wrong.length) return lay(rows, columns, top, { targets: targetsOf(columns, rows, top), hasHeads: true, wrong: heads.length ? [...wrong, lackingHeads(heads)] : wrong });
    const known = columns.filter(({ isNew }) => !isNew);
    const targets = targetsOf(columns, rows, top);
    refuse([lackingHeads(heads)], NOTHING, [
      [heads.length > 1 ? `Add ${heads.length} columns and paste` : `Add the column ${heads[0]} and paste`, () => lay(rows, columns, top, { targets, added, hasHeads: true })],
      [`Paste without ${heads.length > 1 ? "them" : "it"}`, () => lay(rows.map((texts) => texts.filter((_, at) => !columns[at].isNew)), known, top, { targets, hasHeads: true })],
    ]);
  }

  const all = () => data.table.columns.map((column, at) => ({ ...column, at }));
  /** Return the column by which pasted cards are those of the table: their ids, else their names. */
  const matched = (columns) => ["id", ...namesIn(all(), data.table["auto-id"])].map((wanted) => columns.find((column) => column.name === wanted && !column.isNew && editable(column))).find(Boolean);

  /** Return the rows that pasted cards go into, null for a new one: cards of the same names change, others come below the last,
   * the first of them into chosen rows that wait for a name. Where all that is there is a sample to write over, and where the
   * names are not pasted, they go from the chosen row on: then there is no list. */
  function targetsOf(columns, rows, top) {
    const column = matched(columns);
    if (!column) return null;
    const at = columns.indexOf(column);
    const title = all().find(({ name }) => name === namesIn(all(), data.table["auto-id"])[0]) ?? column;
    const cards = data.rows.filter(({ aside }) => !aside);
    const names = new Map();
    for (const row of cards) names.set(key(textOf(row, column)), [...(names.get(key(textOf(row, column))) ?? []), row]);
    const targets = byNames(rows.map((texts) => texts[at]), (name) => names.get(name) ?? []);
    if (data.table.sample && !targets.some(Boolean)) return null;
    const chosen = board.rows.slice(top);
    const filled = chosen.findIndex((row) => row.aside || !NEW.test(textOf(row, title)) || targets.includes(row));
    const blank = filled < 0 ? chosen : chosen.slice(0, filled);
    return targets.map((row) => row ?? blank.shift() ?? null);
  }

  /** Write rows of texts into columns, those of `added` new: into `targets`, else from a row on. `wrong` are reasons to write
   * nothing. */
  async function lay(rows, columns, top, { added = {}, wrong = [], targets = null, hasHeads = false } = {}) {
    const end = top < endOf(board.rows) ? endOf(board.rows) : board.rows.length;
    const into = targets ?? rows.map((_, at) => (top + at < end ? board.rows[top + at] : null));
    const made = data.uids(into.filter((row) => !row).length);
    let next = 0;
    const places = into.map((row) => row ?? { uid: made[next++] });
    const cells = rows.flatMap((texts, at) => columns.map((column, across) => ({ row: places[at], column, text: texts[across] }))).filter(({ text }) => text !== undefined);
    const written = can(cells);
    const shut = [...new Set(cells.filter(({ column }) => !editable(column)).map(({ column }) => column.head))];
    const closed = shut.length ? [{ message: `Nothing was pasted into ${shut.join(" and ")}.`, hint: `${shut.length > 1 ? "These columns" : "This column"} cannot be changed here.` }] : [];
    const choose = () => {
      const acrosses = columns.map(({ name }) => board.columns.findIndex((column) => column.name === name)).filter((at) => at >= 0);
      const downs = places.map(({ uid }) => board.rows.findIndex((row) => row.uid === uid)).filter((at) => at >= 0);
      if (!downs.length || !acrosses.length) return;
      board.go(Math.min(...downs), Math.min(...acrosses));
      if (Math.max(...downs) - Math.min(...downs) < downs.length) board.go(Math.max(...downs), Math.max(...acrosses), { extend: true });
    };
    const words = targets ? cardsChanged(cells, into, matched(columns)) : hasHeads ? cardsWritten(into) : `${counted(written.length, "cell")}.`;
    const answer = write(written, made, `Pasted: ${words}`, board.picks, { added, wrong });
    if (!wrong.length) choose();
    const isWaiting = !places.every(({ uid }) => board.rows.some((row) => row.uid === uid)); // for a question to be answered, or for new columns
    const isDone = await answer;
    if (isDone && (isWaiting || Object.keys(added).length)) choose();
    if (closed.length && (isDone || !written.length)) refuse(closed);
  }

  /** Return how many cards a paste changes, leaves and adds, in words. */
  function cardsChanged(cells, into, { head }) {
    const differs = (row) => cells.some((cell) => cell.row === row && (cell.column.isNew ? cell.text : cell.text !== textOf(row, cell.column)));
    const there = into.filter(Boolean);
    const changed = there.filter(differs).length;
    const [same, made] = [there.length - changed, into.length - there.length];
    const parts = [changed && `${counted(changed, "card")} changed`, made && `${counted(made, "card")} added`, same && `${counted(same, "card")} as before`].filter(Boolean);
    return `${parts.join(", ")}. Cards are matched by ${head}.`;
  }

  /** Return how many cards a paste writes over, and adds, in words. */
  function cardsWritten(into) {
    const there = into.filter(Boolean).length;
    return `${[there && `${counted(there, "card")} written over`, into.length > there && `${counted(into.length - there, "card")} added`].filter(Boolean).join(", ")}.`;
  }

  return { copy, empty, fill, fillDown, paste };
}
