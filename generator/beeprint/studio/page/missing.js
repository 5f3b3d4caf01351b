/** Ways to give cards the pictures and the icons that they lack. */

import * as address from "./address.js";
import { button, el } from "./dom.js";
import { openFor } from "./pictureoffer.js";
import * as server from "./server.js";
import { state, takeUndoable } from "./state.js";

const isMissing = ({ hole, pieces }) => hole === "missing picture" && pieces.length > 0;

/** Return what brings the pictures of these problems in: a click on the layer of one card, or files for all cards; null
 * where no picture is missing. */
export function waysToPictures(problems) {
  if (state.readOnly || !problems.every(isMissing)) return null;
  const ways = el("div", { class: "ways-on" });
  if (problems.length === 1) ways.append(button("Choose the picture", () => choose(problems[0]), { class: "small" }));
  else
    import("./filedrop.js").then(({ chooser }) =>
      ways.append(chooser(() => ({ to: { kind: "game" } }), { words: "Add the pictures", several: true, title: "Choose several files at once. Each goes to the card that names it." })));
  return ways;
}

/** Return a button that asks for the drawing of a word in a text; null where the problem is another one. */
export function wayToIcon({ icon_word: word }) {
  if (!word || state.readOnly) return null;
  const make = async () => {
    const [{ askIcon }, known] = await Promise.all([import("./iconwords.js"), server.iconWords()]);
    const answer = await askIcon(word, known);
    if (answer) takeUndoable(answer);
  };
  return el("div", { class: "ways-on" }, button("Choose an icon", make, { class: "small", "aria-label": `Choose an icon for ${word}` }));
}

/** Show the layer that a picture is missing in, with the pictures to choose from. */
async function choose(problem) {
  const to = await layerOf(problem).catch(() => null);
  if (to) openFor(to.slot.split("/").at(-1));
  address.go({ view: "card", at: problem.pieces[0], from: address.now.view, ...to });
}

/** Return the side and the layer of a card that show the column, or stand at the place, of a problem; null for none. */
async function layerOf({ pieces: [key], place }) {
  const piece = state.pieces.get(key);
  for (const side of ["front", "back"].filter((each) => piece?.[each])) {
    const { slots, row } = await server.anatomy(piece, side);
    const column = row?.find((cell) => cell.place.text === place.text)?.name;
    const slot = slots.filter(({ kind }) => ["picture", "icon"].includes(kind))
      .find((each) => (column ? each.column === column : each.place.file === place.file && each.place.line === place.line));
    if (slot) return { side: side === "back" ? side : null, slot: slot.path.join("/") };
  }
  return null;
}
