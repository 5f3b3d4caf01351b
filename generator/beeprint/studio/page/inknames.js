/** Names of colours: what people write, and what the palette's file calls it. */

import { wordsFor } from "./colourwords.js";

/** Return words as a name that the file can hold, such as storm-grey for "Storm grey"; empty where none of it can stay. */
export const nameOf = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[-0-9]+|-+$/g, "");

/** Return the name of a new colour by words, or by what it looks like without any; a number is added where another has the name. */
export function unusedName(inks, colour, words = "") {
  const stem = nameOf(words) || nameOf(wordsFor(colour));
  const isFree = (name) => name !== "none" && !inks.some((each) => each.name === name);
  for (let number = 1; ; number += 1) {
    const name = number > 1 ? `${stem}-${number}` : stem;
    if (isFree(name)) return name;
  }
}
