/** How wide columns are: by what they hold, or as they were dragged, which this browser keeps for each deck. */

const USUAL = { flag: 84, int: 92, colour: 130, choice: 130, picture: 190 };

/** Return the width of a column that nobody has changed, in px. */
function widthOf(column, rows, at) {
  const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, row.cells[at]?.length ?? 0), 0);
  const head = 8.8 * column.head.length + 62;
  const text = longest > 60 ? 320 : longest > 24 ? 220 : Math.max(110, longest * 8.5 + 26);
  return Math.round(Math.max(Math.min(head, 260), USUAL[column.type] ?? text));
}

/** Return the widths of a deck's columns that were changed. */
export function widthsOf(game, deck) {
  const name = `beeprint.cards.${game}/${deck}`;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {} // a browser that keeps nothing
  const usual = new Map();
  return {
    /** Return the width of a column in px, which does not change with its texts while one types. */
    of(column, rows, at) {
      if (Number.isFinite(kept[column.name])) return kept[column.name];
      if (!usual.has(column.name)) usual.set(column.name, widthOf(column, rows, at));
      return usual.get(column.name);
    },
    set(column, width) {
      kept[column] = width;
      try {
        localStorage.setItem(name, JSON.stringify(kept));
      } catch {} // it is wide until the page is closed
    },
  };
}
