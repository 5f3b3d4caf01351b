/** The presses that the game can be printed on: which profiles print every colour alike, and what to ask for. */

import * as server from "./server.js";

const listeners = new Set();
let known = null; // [{names, text, title, key}], null until they are asked for

/** Return the presses; none before they have been asked for. */
export const presses = () => known ?? [];

/** Return the press of a profile. */
export const pressOf = (profile) => presses().find(({ names }) => names.includes(profile));

/** Call `listener()` when the presses are others, or print otherwise. */
export function watchPresses(listener) {
  listeners.add(listener);
}

/** Ask for the presses, and tell who listens if they are not as they were. */
export async function loadPresses() {
  let found = [];
  try {
    found = await server.presses();
  } catch {
    return; // the page says elsewhere that the studio does not answer
  }
  const before = JSON.stringify(known);
  known = merged(found);
  server.inks.clear();
  for (const { names, key } of known) for (const name of names) server.inks.set(name, key);
  if (JSON.stringify(known) !== before) listeners.forEach((one) => one());
}

/** Put profiles together that print alike. */
function merged(found) {
  const alike = new Map();
  for (const { name, condition, limit, key } of found) {
    const one = alike.get(key) ?? { names: [], title: "", key };
    one.names.push(name);
    one.title = `${condition}; no more than ${limit} % of ink here`;
    alike.set(key, one);
  }
  return [...alike.values()].map((one) => ({ ...one, text: `CMYK: ${one.names.join(", ")}` }));
}
