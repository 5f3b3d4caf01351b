/** The profiles that the game can be made with, asked for once for each state of it. */

import * as server from "./server.js";
import { state } from "./state.js";

const SHEETS = ["sheets", "print-cut", "laser"];
let known = null;

/** Return {name, title, output, printed} of each profile; `printed` if it makes sheets or beds to look at. */
export async function profiles() {
  if (!known || known.version !== state.version) {
    const found = state.profiles.length ? state.profiles : await server.profiles();
    known = { version: state.version, all: found.map((one) => ({ ...one, printed: SHEETS.includes(one.output) })) };
  }
  return known.all;
}
