/** The kinds of cards that a change may be for: those that share a word in a column with a card, such as Type = Storm. */

import { state } from "./state.js";

const FEW = 14; // values of a column that are offered as "cards of this value"
const SHORT = 24; // letters of such a value
const CHOSEN = ["choice", "ref"]; // types of columns whose words are kinds, even where pictures have their names

/** Return {column, head, value} for each word of a card by which some of its deck are alike: those of choices come first. */
export function kindsOf(columns, piece) {
  const pieces = [...state.pieces.values()].filter(({ deck }) => deck === piece.deck);
  const offered = columns.filter(({ name, names, type }) => {
    const is = piece.fields[name] ?? "";
    const { size } = new Set(pieces.map(({ fields }) => fields[name] ?? ""));
    return is && is.length <= SHORT && (!names || CHOSEN.includes(type)) && name !== "id" && size > 1 && size <= FEW && ([...CHOSEN, "bool"].includes(type) || (type === "text" && size <= pieces.length / 2));
  });
  const order = ({ type }) => (CHOSEN.includes(type) ? 0 : 1); // kinds of cards, then other words; a number is no kind
  return offered.sort((one, other) => order(one) - order(other)).map(({ name, head }) => ({ column: name, head, value: piece.fields[name] }));
}
