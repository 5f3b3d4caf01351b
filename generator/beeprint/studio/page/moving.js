/** Layers that are dragged or resized move at once: what lies below them, between them and above them, and the layers
 * themselves, are pictures of their own until the card is drawn again. */

import { el } from "./dom.js";
import * as server from "./server.js";

/** Part layers, given in painting order, into runs {names, moves}: each run moves as a whole, or stays. */
function runsOf(names, moves) {
  const runs = [];
  for (const name of names) {
    if (runs.at(-1)?.moves === moves.has(name)) runs.at(-1).names.push(name);
    else runs.push({ names: [name], moves: moves.has(name) });
  }
  return runs;
}

/** Return what shows a layer in another box over a face: {show(moved, hidden), hide()}. `framed` holds the face, `lay(element)`
 * gives an element the place of a face's drawing. */
export function moving(framed, lay) {
  const root = el("div", { class: "moving" });
  let on = null; // {key, kind, pictures, base, bleed, address}
  let asking = false;

  /** Show a layer in a box: `piece`, `side` and the `deck` whose card it is, the `slot` as it was, its `box` now, the `scale`, the
   * names of all layers in painting order, the `hidden` ones, and the ones that move `along`. */
  function show({ piece, side, deck, slot, box, scale, names, hidden, along }) {
    const moves = new Set([slot.path[0], ...along]);
    const key = `${piece.key} ${side} ${piece[side]} ${[...moves].join(" ")}`;
    if (on?.key !== key) begin(key, piece, side, slot, names, new Set(hidden), moves);
    on.bleed = deck["bleed-box"];
    on.box = box;
    put(scale);
    if (box[2] !== on.base[2] || box[3] !== on.base[3]) draw();
  }

  function begin(key, piece, side, slot, names, hidden, moves) {
    hide();
    const runs = runsOf(names.filter((name) => !hidden.has(name)), moves);
    if (runs[0] && !runs[0].moves) runs.shift(); // drawn with the card itself
    const others = runs.flatMap((run) => run.names);
    const picture = (more) => el("img", { alt: "", draggable: "false", src: server.face(piece, side, piece[side], more) });
    const drawn = runs.map((run) => ({ ...run, picture: picture({ only: run.names.join(",") }) }));
    const pictures = [picture({ without: [...hidden, ...others].join(",") }), ...drawn.map((run) => run.picture)];
    const [name] = slot.path;
    const mine = { key, kind: slot.kind, moving: drawn.filter((run) => run.moves).map((run) => run.picture), base: slot.box, box: slot.box, address: (box) => server.face(piece, side, piece[side], { only: name, box: box.join(",") }) };
    on = mine;
    Promise.all(pictures.map((each) => each.decode())).then(() => {
      if (on !== mine) return;
      root.replaceChildren(...pictures);
      framed.querySelector(".trimmed").append(root);
      framed.classList.add("moves");
    }, () => {}); // the frame alone moves
  }

  /** Put the pictures of the layers where their boxes are now: letters keep their size until they are set again. */
  function put(scale) {
    lay(root);
    const [[left, top], [x, y, width, height], [toX, toY, wide, tall]] = [on.bleed, on.base, on.box];
    const [across, down] = on.kind === "text" ? [1, 1] : [width ? wide / width : 1, height ? tall / height : 1];
    for (const { style } of on.moving) {
      style.transformOrigin = `${(x - left) * scale}px ${(y - top) * scale}px`;
      style.transform = `translate(${(toX - x) * scale}px, ${(toY - y) * scale}px) scale(${across}, ${down})`;
    }
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
      mine.moving[0].replaceWith(next);
      mine.moving = [next];
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
