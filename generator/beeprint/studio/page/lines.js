/** Lines over a face: trim and folds, bleed, safe zone, and the boxes of layers. */

import { svg, titled } from "./dom.js";
import { inOrder, meant, within } from "./hits.js";

/** Letter in the address and key, its name. */
export const LINES = [
  ["t", "Trim"],
  ["b", "Bleed"],
  ["s", "Safe zone"],
  ["o", "Layers"],
];

/** Return a drawing of the lines that `shown` names, and of the slots in `marked`, to lie over a face with its bleed. */
export function lines(deck, side, slots, shown, marked) {
  const over = svg("svg", { class: "lines", viewBox: deck["bleed-box"].join(" "), "aria-hidden": "true" });
  const path = (name, d) => {
    over.append(svg("path", { class: "under", d }), svg("path", { class: `line ${name}`, d }));
  };
  const { bleed, trim, folds, "safe-zone": safe } = deck.outlines[side];
  if (shown.includes("b")) path("bleed", bleed);
  if (shown.includes("t")) path("trim", trim);
  if (shown.includes("t") && folds) path("fold", folds);
  if (shown.includes("s")) path("safe", safe);
  for (const slot of inOrder(slots)) // so that the pointer meets the one that a click chooses
    if ((shown.includes("o") && slot.seen !== false) || marked.has(slot.path.join("/"))) over.append(slotBox(slot));
  return over;
}

function slotBox(slot) {
  const [x, y, width, height] = slot.box;
  const turn = slot.turn ? `rotate(${slot.turn} ${x + width / 2} ${y + height / 2})` : null;
  const made = svg("g", { class: `slot ${slot.kind}`, "data-slot": slot.path.join("/"), transform: turn });
  const rect = (name, [left, top, wide, tall]) => svg("rect", { class: name, x: left, y: top, width: wide, height: tall });
  const reaches = slot.repeats?.length > 1 && !slot.turn ? slot.repeats.map(within) : [meant(slot)];
  made.append(...reaches.map((box) => rect("reach", box)), rect("under", slot.box), rect("line", slot.box));
  made.append(svg("title", {}, titled(slot.name)));
  return made;
}
