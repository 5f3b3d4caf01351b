/** Several layers that move as one: by drag, by arrow keys. */

import { titled } from "./dom.js";
import * as server from "./server.js";

const rounded = (length) => Math.round(length * 1000) / 1000;

/** Return a box as far to the right and further down as `by` says, in mm. */
export const shifted = ([x, y, width, height], [across, down]) => [rounded(x + across), rounded(y + down), width, height];

/** Return how far a box is from where it was: [across, down] in mm. */
export const shiftOf = (box, before) => [box[0] - before[0], box[1] - before[1]];

/** Return the box around boxes. */
export function around(boxes) {
  const [left, top] = [0, 1].map((at) => Math.min(...boxes.map((box) => box[at])));
  const [right, bottom] = [0, 1].map((at) => Math.max(...boxes.map((box) => box[at] + box[at + 2])));
  return [left, top, right - left, bottom - top];
}

/** Move slots by as much in one edit; resolves to what was done, null where nothing may move or a person goes back.
 * `slots` are those of a request {deck, id, side, path, name, box}, `movable(source)` says which boxes may move, and
 * `ask(slot, source)` where they change: "here", "source", or "" to go back. */
export async function moveTogether(slots, by, { only, movable, ask }) {
  const sources = await Promise.all(slots.map((slot) => server.box(slot, slot.side, slot)));
  const moving = slots.map((slot, at) => ({ slot, source: sources[at] })).filter(({ source }) => movable(source));
  if (!moving.length) return null;
  const elsewhere = moving.filter(({ source }) => !source.own && source.kind !== "frame");
  const where = only || !elsewhere.length ? "here" : await ask(joined(elsewhere), sharedBy(elsewhere, moving));
  if (!where) return null;
  const { deck, id, side } = slots[0];
  const boxes = moving.map(({ slot, source }) => [slot.path, shifted(source.box ?? slot.box, by)]);
  const seen = Object.assign({}, ...moving.map(({ source }) => source.seen));
  return server.post("boxes", { deck, id, side, boxes, where, seen, only });
}

const joined = (elsewhere) => ({ name: elsewhere.map(({ slot }) => titled(slot.name)).join(", ") });

/** Return where boxes of several slots are written as if they were one, without the slots that move anyway. */
function sharedBy(elsewhere, moving) {
  const own = new Set(moving.map(({ slot }) => slot.path.join("/")));
  const shared = elsewhere.flatMap(({ source }) => source.shared).filter(({ layout, slot }) => layout !== elsewhere[0].source.layout || !own.has(slot.join("/")));
  const apart = [...new Map(shared.map((one) => [`${one.layout} ${one.slot.join("/")}`, one])).values()];
  return { ...elsewhere[0].source, shared: apart };
}
