/** How columns are shown: how wide, by what they hold or as they were dragged, and which are hidden and stay in sight. This browser
 * keeps what a person chose for each deck. */

const USUAL = { flag: 84, int: 92, colour: 130, choice: 130, picture: 190 };

/** Return the width of a column that nobody has changed, in px. */
function widthOf(column, rows, at) {
  const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, row.cells[at]?.length ?? 0), 0);
  const head = 8.8 * column.head.length + 62;
  const text = longest > 60 ? 320 : longest > 24 ? 220 : Math.max(110, longest * 8.5 + 26);
  return Math.round(Math.max(Math.min(head, 260), USUAL[column.type] ?? text));
}

const nameOf = (game, deck) => `beeprint.cards.${game}/${deck}`;

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {}; // a browser that keeps nothing
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {} // it holds until the page is closed
}

/** Return which columns of a deck are not seen, and how many stay in sight; null where nobody has chosen. */
export function viewOf(game, deck) {
  const { hidden, frozen } = read(`${nameOf(game, deck)} view`);
  return { hidden: Array.isArray(hidden) ? new Set(hidden) : null, frozen: Number.isFinite(frozen) ? frozen : null };
}

/** Keep what a person chose to see of a deck. */
export const keepView = (game, deck, { hidden, frozen }) => keep(`${nameOf(game, deck)} view`, { hidden: hidden && [...hidden], frozen });

/** Return the widths of a deck's columns that were changed. */
export function widthsOf(game, deck) {
  const name = nameOf(game, deck);
  const kept = read(name);
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
      keep(name, kept);
    },
  };
}
