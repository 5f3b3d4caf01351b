/** A layer that is dragged or resized moves at once: what is below it, the layer, and what is above it are pictures of
 * their own until the card is drawn again. */

import { el } from "./dom.js";
import * as server from "./server.js";

/** Return what shows a layer in another box over a face: {show(moved, hidden), hide()}. `framed` holds the face, `lay(element)`
 * gives an element the place of a face's drawing. */
export function moving(framed, lay) {
  const root = el("div", { class: "moving" });
  let on = null; // {key, kind, alone, base, bleed, ask}
  let asking = false;

  /** Show a layer in a box: `piece`, `side` and the `deck` whose card it is, the `slot` as it was, its `box` now, the `scale`, the
   * names of all layers in painting order and of those that are `hidden`. */
  function show({ piece, side, deck, slot, box, scale, names, hidden }) {
    const [name] = slot.path;
    const key = `${piece.key} ${side} ${piece[side]} ${name}`;
    if (on?.key !== key) begin(key, piece, side, slot, names, new Set(hidden));
    on.bleed = deck["bleed-box"];
    on.box = box;
    put(scale);
    if (box[2] !== on.base[2] || box[3] !== on.base[3]) draw();
  }

  function begin(key, piece, side, slot, names, hidden) {
    hide();
    const [name] = slot.path;
    const at = names.indexOf(name);
    const shown = names.filter((each) => !hidden.has(each));
    const picture = (more) => el("img", { alt: "", draggable: "false", src: server.face(piece, side, piece[side], more) });
    const above = shown.filter((each) => names.indexOf(each) > at);
    const alone = picture({ only: name });
    const pictures = [picture({ without: [...hidden, name, ...above].join(",") }), alone, ...(above.length ? [picture({ only: above.join(",") })] : [])];
    const mine = { key, kind: slot.kind, alone, base: slot.box, box: slot.box, address: (box) => server.face(piece, side, piece[side], { only: name, box: box.join(",") }) };
    on = mine;
    Promise.all(pictures.map((each) => each.decode())).then(() => {
      if (on !== mine) return;
      root.replaceChildren(...pictures);
      framed.querySelector(".trimmed").append(root);
      framed.classList.add("moves");
    }, () => {}); // the frame alone moves
  }

  /** Put the picture of the layer where its box is now: letters keep their size until they are set again. */
  function put(scale) {
    lay(root);
    const [[left, top], [x, y, width, height], [toX, toY, wide, tall]] = [on.bleed, on.base, on.box];
    const [across, down] = on.kind === "text" ? [1, 1] : [width ? wide / width : 1, height ? tall / height : 1];
    on.alone.style.transformOrigin = `${(x - left) * scale}px ${(y - top) * scale}px`;
    on.alone.style.transform = `translate(${(toX - x) * scale}px, ${(toY - y) * scale}px) scale(${across}, ${down})`;
    on.scale = scale;
  }

  /** Have the layer drawn as large as it is now, one drawing after another. */
  async function draw() {
    if (asking) return;
    asking = true;
    const mine = on;
    const box = mine.box;
    const next = new Image();
    next.src = mine.address(box);
    const isDrawn = await next.decode().then(() => true, () => false);
    asking = false;
    if (on !== mine) return;
    if (isDrawn) {
      mine.alone.replaceWith(next);
      mine.alone = next;
      mine.base = box;
      put(mine.scale);
    }
    if (isDrawn && (mine.box[2] !== box[2] || mine.box[3] !== box[3])) draw();
  }

  /** Show the face again. */
  function hide() {
    on = null;
    root.remove();
    framed.classList.remove("moves");
  }

  return { show, hide };
}
