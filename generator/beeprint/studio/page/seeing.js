/** The ways to see a face: as it prints, and as other eyes see it. One is chosen at a time. */

import * as address from "./address.js";
import { select } from "./dom.js";
import { loadPresses, presses, pressOf, watchPresses } from "./presses.js";

/** Groups of ways to see a face: [value, text, what the address says of it]. */
const WAYS = () => [
  ["Printed", [
    ["", "As designed", {}],
    ["playtest", "Playtest ink", { ink: "playtest" }],
  ]],
  ["In a press's CMYK", presses().map(({ names, text }) => [`press ${names[0]}`, text, { press: names[0] }])],
  ["Colour vision", [
    ["protanopia", "Protanopia (no red)", { seen: "protanopia" }],
    ["deuteranopia", "Deuteranopia (no green)", { seen: "deuteranopia" }],
    ["tritanopia", "Tritanopia (no blue)", { seen: "tritanopia" }],
    ["grey", "Greys", { seen: "grey" }],
  ]],
];

/** Choose a way to see all faces, by its value. */
export function see(value) {
  const all = WAYS().flatMap(([, ways]) => ways);
  address.go({ ink: null, seen: null, press: null, ...all.find(([one]) => one === value)?.[2] });
}

/** See all faces in the inks of the first press, or as designed if they are seen so already. */
export async function seeInInks() {
  await loadPresses();
  const first = presses()[0];
  see(address.now.press || !first ? "" : `press ${first.names[0]}`);
}

/** Return the value of the way that the address asks for. */
function seenAs(asked) {
  const press = asked.press && pressOf(asked.press);
  return asked.seen ?? (press ? `press ${press.names[0]}` : asked.ink ? "playtest" : "");
}

/** Return a select of the ways; `set(asked)` shows in it what the address says. */
export function seeing() {
  const field = select("See it as", see);
  const list = field.querySelector("select");
  field.set = (asked) => {
    const groups = WAYS().filter(([, ways]) => ways.length);
    field.group(groups.map(([title, ways]) => [title, ways.map(([value, text]) => [value, text])]), seenAs(asked));
    list.title = (asked.press && pressOf(asked.press)?.title) || "";
  };
  watchPresses(() => field.set(address.now));
  for (const event of ["pointerenter", "focus"]) list.addEventListener(event, loadPresses); // before the list opens
  return field;
}
