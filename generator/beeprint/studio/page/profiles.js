/** The profiles that the game can be made with, asked for once for each state of it. */

import * as server from "./server.js";
import { state } from "./state.js";

/** What the outputs of profiles are for; those of no group stand under the last heading. */
export const GROUPS = [
  ["To print at home", ["sheets"]],
  ["To have printed", ["press", "upload", "die-cut"]],
  ["To cut by machine", ["print-cut", "laser"]],
  ["Pictures and virtual tables", []],
];
let known = null;

/** Return {name, title, output, printer} of each profile: no output where its file is faulty, and whether its sheets are
 * corrected for a printer. */
export async function profiles() {
  if (!known || known.version !== state.version) known = { version: state.version, all: await server.profiles() };
  return known.all;
}

/** Return [heading, profiles] of the groups that have any. */
export function grouped(all) {
  const groupOf = (output) => GROUPS.findIndex(([, outputs], at) => outputs.includes(output) || at === GROUPS.length - 1);
  return GROUPS.map(([title], at) => [title, all.filter(({ output }) => groupOf(output) === at)]).filter(([, some]) => some.length);
}
