/** The profiles that the game can be made with, asked for once for each state of it. */

import { capital } from "./dom.js";
import * as server from "./server.js";
import { state } from "./state.js";

/** What the outputs of profiles are for, those named here first; those of no group are pictures to show. */
export const GROUPS = [
  ["Print", ["sheets"]],
  ["Show", ["web-page"]],
  ["Play", ["tabletop-simulator", "playingcards-io"]],
  ["Press", ["press", "upload", "die-cut"]],
  ["Cut", ["print-cut", "laser"]],
];
const OTHERS = 1;
let known = null;

/** Return {name, title, output, printer} of each profile: no output where its file is faulty, and whether its sheets are
 * corrected for a printer. */
export async function profiles() {
  if (!known || known.version !== state.version) known = { version: state.version, all: await server.profiles() };
  return known.all;
}

/** Return what a profile makes in a few words, and the rest of its title. */
export function titleOf({ title }) {
  const [first, ...rest] = title.split("; ");
  return [capital(first), capital(rest.join("; "))];
}

/** Return [heading, profiles] of the groups that have any. */
export function grouped(all) {
  const at = (output) => GROUPS.findIndex(([, outputs]) => outputs.includes(output));
  const groupOf = (output) => (at(output) < 0 ? OTHERS : at(output));
  const isOther = ({ output }) => at(output) < 0;
  const groups = GROUPS.map(([title], at) => [title, all.filter(({ output }) => groupOf(output) === at)]);
  return groups.filter(([, some]) => some.length).map(([title, some]) => [title, some.toSorted((one, other) => isOther(one) - isOther(other))]);
}
