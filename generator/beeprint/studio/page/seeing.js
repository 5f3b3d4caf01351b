/** The ways to see a face: as it prints, and as other eyes see it. One is chosen at a time. */

import * as address from "./address.js";
import { el, select } from "./dom.js";

/** Heading, then [value, name, what the address says of it]. */
const WAYS = [
  ["Printed", [
    ["", "As designed", {}],
    ["playtest", "Playtest ink", { ink: "playtest" }],
  ]],
  ["Colour vision", [
    ["protanopia", "Protanopia (no red)", { seen: "protanopia" }],
    ["deuteranopia", "Deuteranopia (no green)", { seen: "deuteranopia" }],
    ["tritanopia", "Tritanopia (no blue)", { seen: "tritanopia" }],
    ["grey", "Greys", { seen: "grey" }],
  ]],
];
const all = WAYS.flatMap(([, ways]) => ways);

/** Choose a way to see all faces, by its value. */
export function see(value) {
  address.go({ ink: null, seen: null, ...all.find(([one]) => one === value)?.[2] });
}

/** Return the value of the way that the address asks for. */
export const seenAs = (asked) => asked.seen ?? (asked.ink ? "playtest" : "");

/** Return a select of the ways; `set(asked)` shows in it what the address says. */
export function seeing() {
  const field = select("See it as", see);
  const list = field.querySelector("select");
  list.append(...WAYS.map(([title, ways]) => el("optgroup", { label: title }, ways.map(([value, text]) => el("option", { value, text })))));
  field.set = (asked) => (list.value = seenAs(asked));
  return field;
}
