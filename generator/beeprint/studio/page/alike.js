/** Group problems whose sentences are equal except for numbers, quotes and the card. */

import { counted } from "./dom.js";
import { state } from "./state.js";

const FEW = 3; // names that a group lists
const partsOf = ({ parts, message }) => parts ?? [message];
const isNumber = (text) => /^[+-]?\d[\d.,]*$/.test(text);

/** Return problems in groups of one kind, in their order. */
export function groupsOf(problems) {
  const groups = new Map();
  for (const problem of problems) {
    const key = JSON.stringify([problem.severity, ...partsOf(problem).filter((_, at) => at % 2 === 0)]);
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  return [...groups].map(([key, problems]) => ({ key, problems }));
}

/** Return what a group is about, such as "12 garden cards", or "12 cards of Night Market". */
export function subjectOf(problems) {
  const pieces = new Set(problems.flatMap((problem) => problem.pieces));
  if (pieces.size !== problems.length) return counted(problems.length, "place");
  const decks = new Set([...pieces].map((key) => state.pieces.get(key)?.deck));
  const deck = decks.size === 1 ? state.decks.get([...decks][0]) : null;
  const number = pieces.size.toLocaleString("en");
  if (!deck?.noun) return `${number} cards`;
  return deck.noun.endsWith("s") ? `${number} ${deck.noun}` : `${number} ${deck.role === "card" ? "cards" : "pieces"} of ${deck.title}`;
}

/** Return the sentence of a group: where its problems differ, from the least to the largest number, or the first names. */
export function sentenceOf(problems) {
  return partsOf(problems[0]).map((part, at) => (at % 2 ? spread([...new Set(problems.map((problem) => partsOf(problem)[at]))]) : part)).join("");
}

function spread(values) {
  if (values.length === 1) return values[0];
  if (!values.every(isNumber)) return values.slice(0, FEW).join(", ") + (values.length > FEW ? ", …" : "");
  const sorted = values.map((text) => [Number(text.replaceAll(",", "")), text]).sort(([a], [b]) => a - b);
  return `${sorted[0][1]} to ${sorted.at(-1)[1]}`;
}
