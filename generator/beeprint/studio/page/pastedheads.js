/** Rows that are pasted together with the row of heads above them: their columns go by these heads. */

import { counted } from "./dom.js";

const LEAST = 2; // heads of columns that make the first row a row of heads
const NUMBER = /^[+-]?\d{1,9}$/;

export const key = (words) => words.trim().replace(/\s+/g, " ").toLowerCase();
const listed = (words) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");

/** Return rows that are pasted without their first one, where that holds heads of columns; else null. `columns` are those
 * of the table for each column of `rows`. The heads that it lacks have a new column, which is in `added` too, by its head
 * with its type. `wrong` says why the rows cannot be pasted. */
export function byHeads([first, ...texts], columns) {
  const known = new Map([...columns.map((column) => [key(column.name), column]), ...columns.map((column) => [key(column.head), column])]);
  if (new Set(first.map((head) => known.get(key(head))).filter(Boolean)).size < LEAST) return null;
  const cellsOf = (at) => texts.map((cells) => cells[at]?.trim()).filter(Boolean);
  const wide = Math.max(first.length, ...texts.map((cells) => cells.length));
  const all = Array.from({ length: wide }, (_, at) => ({ at, head: (first[at] ?? "").trim().replace(/\s+/g, " ") }));
  const used = all.filter(({ at, head }) => head || cellsOf(at).length);
  const nameless = used.filter(({ head }) => !head).length;
  const added = {};
  const [taken, twice] = [new Set(), new Set()];
  const made = used.map(({ at, head }) => {
    const column = known.get(key(head)) ?? { name: head, head, editable: true, isNew: true };
    if (taken.has(key(column.head)) && head) twice.add(head);
    taken.add(key(column.head));
    if (column.isNew && head) added[head] = cellsOf(at).length && cellsOf(at).every((text) => NUMBER.test(text)) ? "whole number" : "text";
    return column;
  });
  const wrong = [...twice].map((head) => ({ message: `${head} is the head of two columns`, hint: "Leave one out, and paste again." }));
  if (nameless) wrong.push({ message: `${counted(nameless, "column")} with texts ${nameless > 1 ? "have" : "has"} no head`, hint: "Write one in the first row, and paste again." });
  if (!texts.length) wrong.push({ message: "there is only a row of heads", hint: "Copy the rows below it too." });
  return { columns: made, rows: texts.map((cells) => used.map(({ at }) => cells[at] ?? "")), added, wrong };
}

/** Return the row that each of some rows of texts changes, by the names in a column: null for a new one. `rowsOf(name)` are the
 * rows of the table that have a name; cards of one name are taken in their order. */
export function byNames(texts, rowsOf) {
  const taken = new Set();
  return texts.map((name) => {
    const row = key(name) ? rowsOf(key(name)).find((each) => !taken.has(each)) ?? null : null;
    taken.add(row);
    return row;
  });
}

/** Return what is said of heads that a table lacks. */
export const lackingHeads = (heads) => ({ message: `the table has no ${heads.length > 1 ? "columns" : "column"} ${listed(heads)}`, hint: "" });
