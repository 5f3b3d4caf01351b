/** Which slot of a face a person means who points at a place. */

const REACH = 1; // mm by which a line or another thin slot may be missed

/** From what a person means last to what a person means first. */
const RANKS = ["empty", "outline", "area", "content"];

/** Return the slots at a point of the face, [x, y] in mm, what is meant first: texts and pictures, then areas, then what
 * is open in the middle, then texts that have no words there, each from the front to the back, and nothing that an area hides.
 * `slots` are in painting order. */
export function under(slots, at) {
  const met = slots.filter((one) => one.seen !== false && one.paint !== "nothing" && holds(one, at)).reverse();
  const hidden = met.findIndex(({ paint }) => paint === "area") + 1;
  const rank = (slot) => RANKS.indexOf(slot.paint === "outline" && isAtEdge(slot, at) ? "area" : isEmpty(slot, at) ? "empty" : slot.paint);
  return met.slice(0, hidden || met.length).sort((a, b) => rank(b) - rank(a));
}

/** Return slots so that those which are meant first lie over the others, else in painting order. */
export function inOrder(slots) {
  return [...slots].sort((a, b) => RANKS.indexOf(a.paint) - RANKS.indexOf(b.paint));
}

/** Return whether a point is within reach of the box of a slot; the line of an outline lies on both sides of the box. */
export function holds(slot, at) {
  const reach = slot.paint === "outline" ? REACH / 2 : 0;
  if (slot.repeats?.length > 1) return slot.repeats.some((box) => isIn(grown(within(box), reach), at));
  const { box, point } = upright(slot, at);
  return isIn(grown(within(box), reach), point);
}

const grown = ([x, y, width, height], by) => [x - by, y - by, width + 2 * by, height + 2 * by];

/** Return whether a hand that presses at a point takes hold of a chosen slot: of an outline, only at its edge. */
export const grabs = (slot, at) => holds(slot, at) && (slot.paint !== "outline" || isAtEdge(slot, at));

/** Return which repetition of a slot is at a point; the first of a slot that is not repeated. */
export const repetitionAt = ({ repeats }, at) => Math.max(0, repeats?.length > 1 ? repeats.findIndex((box) => isIn(within(box), at)) : 0);

const isIn = ([x, y, width, height], at) => at[0] >= x && at[0] <= x + width && at[1] >= y && at[1] <= y + height;

/** Return the box within which a slot is met: a thin one is as wide as a person can point. */
export function within([x, y, width, height]) {
  const [wide, tall] = [Math.max(width, REACH), Math.max(height, REACH)];
  return [x - (wide - width) / 2, y - (tall - height) / 2, wide, tall];
}

/** Return the box within which a click means a slot: of a text, that of its words. */
export function meant({ kind, turn, box, shown, repeats }) {
  if (kind !== "text" || turn || !shown || repeats?.length > 1) return within(box);
  return grown(shown, REACH);
}

/** Return whether a text draws no words within reach of a point of its box. */
function isEmpty(slot, at) {
  if (slot.kind !== "text" || slot.turn || slot.repeats?.length > 1) return false;
  return !slot.shown || !isIn(meant(slot), at);
}

/** Return whether a point within a box is near its edge. */
function isAtEdge(slot, at) {
  const { box, point } = upright(slot, at);
  return [0, 1].some((axis) => Math.min(point[axis] - box[axis], box[axis] + box[axis + 2] - point[axis]) <= REACH);
}

/** Return a slot's box as it would be if nothing were turned, and where a point is then. */
function upright({ box, turn }, [x, y]) {
  if (!turn) return { box, point: [x, y] };
  const angle = (-turn * Math.PI) / 180;
  const [cx, cy] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
  const [dx, dy] = [x - cx, y - cy];
  return { box, point: [cx + dx * Math.cos(angle) - dy * Math.sin(angle), cy + dx * Math.sin(angle) + dy * Math.cos(angle)] };
}
