/** Names of colours: what people write, and what the palette's file calls it. */

/** Return words as a name that the file can hold, such as storm-grey for "Storm grey"; empty where none of it can stay. */
export const nameOf = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[-0-9]+|-+$/g, "");

/** Return the name of a new colour by words, or "colour-5" without any; a number is added where another has the name. */
export function unusedName(inks, words = "") {
  const stem = nameOf(words);
  const isFree = (name) => name !== "none" && !inks.some((each) => each.name === name);
  if (stem && isFree(stem)) return stem;
  for (let number = stem ? 2 : inks.length + 1; ; number += 1) if (isFree(`${stem || "colour"}-${number}`)) return `${stem || "colour"}-${number}`;
}
