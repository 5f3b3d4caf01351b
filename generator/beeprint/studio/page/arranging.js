/** Which rows of a deck are shown, and in which order. Sorting and filtering are for the view: the file keeps its order. */

const compare = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;

/** Return the uids of the rows to show. `sort` is {column, descending} or null; `filters` maps columns to {contains,
 * words}: a text that a cell contains, and a Set of texts or null for all. */
export function arrange(rows, columns, { sort, filters }) {
  const place = (name) => columns.findIndex((column) => column.name === name);
  const wanted = [...filters].map(([name, filter]) => [place(name), filter]).filter(([at]) => at >= 0);
  const matches = (row) => wanted.every(([at, { contains, words }]) => {
    const text = row.cells[at];
    return (!words || words.has(text)) && text.toLowerCase().includes(contains.toLowerCase());
  });
  const shown = rows.filter(matches);
  const at = sort ? place(sort.column) : -1;
  if (at >= 0) {
    const way = sort.descending ? -1 : 1;
    shown.sort(({ aside, cells: { [at]: left } }, { aside: other, cells: { [at]: right } }) =>
      aside - other || (!left || !right ? Number(!left) - Number(!right) : way * compare(left, right))); // last both ways: totals, empty cells
  }
  return shown.map((row) => row.uid);
}

/** Return an earlier arrangement with the rows there are now: what was shown keeps its place although its cells changed,
 * and new rows come below the row that they follow in the file. */
export function rearrange(order, before, rows) {
  const [had, now] = [new Set(before.map((row) => row.uid)), new Set(rows.map((row) => row.uid))];
  const next = order.filter((uid) => now.has(uid));
  rows.forEach((row, at) => {
    if (had.has(row.uid)) return;
    const above = rows[at - 1] ? next.indexOf(rows[at - 1].uid) : -1;
    if (above < 0 && at > 0) next.push(row.uid);
    else next.splice(above + 1, 0, row.uid);
  });
  return next;
}

/** Say how the rows are arranged; empty where they are as in the file. */
export function arrangement({ sort, filters }, shown, all, columns) {
  const words = [];
  const headOf = (name) => columns.find((column) => column.name === name)?.head ?? name;
  if (sort) words.push(`Sorted by ${headOf(sort.column)}, for this view only: the file keeps its order.`);
  if (filters.size) words.push(`${shown.toLocaleString("en")} of ${all.toLocaleString("en")} rows, filtered by ${[...filters.keys()].map(headOf).join(" and ")}.`);
  return words.join(" ");
}
