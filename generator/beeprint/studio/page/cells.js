/** A piece as it lies in the overview or in a hand: its picture within its trim, its name, and marks for what is new. */

import { el, iconButton, still } from "./dom.js";
import * as picture from "./picture.js";
import * as server from "./server.js";
import { isChanged, state } from "./state.js";

/** Return the side of a piece that is shown when `side` is asked for. */
export const shownSide = (piece, side) => (piece[side] ? side : side === "front" ? "back" : "front");

/** Return path data in mm as CSS path data in pixels, moved by `shift` mm. */
export function scaledPath(data, scale, shift = 0) {
  return data.replace(/-?\d+(?:\.\d+)?(?:e-?\d+)?/gi, (number) => ((Number(number) + shift) * scale).toFixed(2));
}

const clips = new Map();

/** Give a place the size and outline of a side of a deck's pieces at so many pixels for each mm. */
export function shape(place, deck, side, scale) {
  const { trim } = deck.outlines[side];
  const key = `${trim} ${scale}`;
  if (!clips.has(key)) {
    if (clips.size > 500) clips.clear();
    clips.set(key, `path(evenodd, "${scaledPath(trim, scale)}")`); // with its holes
  }
  place.style.width = `${deck.width * scale}px`;
  place.style.height = `${deck.height * scale}px`;
  place.style.clipPath = clips.get(key);
  place.parentNode?.style.setProperty("--trim", clips.get(key));
  const inner = place.firstChild;
  lay(inner, deck["bleed-box"], scale);
}

/** Lay an element over a box, [x, y, width, height] in mm, at so many pixels for each mm. */
export function lay(element, box, scale) {
  ["left", "top", "width", "height"].forEach((name, at) => (element.style[name] = `${box[at] * scale}px`));
}

/** Return a picture cut to its trim: a place with a frame inside. */
export function trimmed() {
  return el("div", { class: "trimmed" }, picture.frame());
}

/** Return a cell for a piece; `act.open(piece)` and `act.turn(piece)` get it as it is by then. */
export function cell({ key }, act) {
  const on = (does) => state.pieces.has(key) && does(state.pieces.get(key));
  const face = trimmed();
  const card = el("div", { class: "card" }, face);
  const turn = iconButton("turn", "Turn over", (event) => (event.stopPropagation(), on(act.turn)), {
    class: "turn", tabindex: "-1",
  });
  const made = el("div", { class: "cell", role: "gridcell", tabindex: "-1", "data-key": key });
  made.append(card, el("div", { class: "caption" }, el("span", { class: "name", dir: "auto" }), el("span", { class: "copies" }), turn));
  made.addEventListener("click", () => on(act.open));
  return made;
}

/** Make a cell say and show what a piece is now; resolves when its picture is there. */
export function draw(made, piece, deck, side, scale) {
  const shown = shownSide(piece, side);
  const mark = state.marks.get(piece.key) ?? "";
  const changed = isChanged(piece);
  const face = made.querySelector(".trimmed");
  shape(face, deck, shown, scale);
  const name = made.querySelector(".name");
  name.textContent = piece.name;
  name.title = changed ? "Changed since you opened the game" : "";
  made.querySelector(".copies").textContent = copiesOf(piece);
  made.dataset.mark = mark;
  made.classList.toggle("changed", changed);
  made.classList.toggle("one-sided", !(piece.front && piece.back));
  made.setAttribute("aria-label", told(piece, deck, shown, mark, changed));
  if (piece[shown]) return picture.show(face.firstChild, server.face(piece, shown));
  picture.clear(face.firstChild);
  return Promise.resolve(false);
}

/** Return how many copies there are of a piece, to stand behind its id; nothing for one. */
const copiesOf = ({ copies }) => (copies === 1 ? "" : ` ×${copies}`);

/** Return what a piece is called aloud: first what stands below it, as whoever speaks to a page says what they see. */
function told(piece, deck, side, mark, changed) {
  const said = [piece.name + copiesOf(piece), deck.title || deck.name, side];
  if (mark) said.push(mark === "error" ? "has an error" : "has a warning");
  if (changed) said.push("changed");
  return said.join(", ");
}

/** Let a piece glow once, softly: it has just changed. */
export function pulse(made) {
  const card = made.querySelector(".card");
  card.classList.remove("pulse");
  if (still()) return;
  void card.offsetWidth;
  card.onanimationend = () => card.classList.remove("pulse");
  card.classList.add("pulse");
}

/** Turn a piece over: `change()` shows the other side while the edge is towards the eye. */
export async function turnOver(made, change) {
  const card = made.querySelector(".card");
  if (still() || !card.animate) return void (await change());
  const away = { duration: 130, easing: "ease-in", fill: "forwards" };
  const half = card.animate([{ transform: "rotateY(0)" }, { transform: "rotateY(90deg)" }], away);
  await half.finished;
  await Promise.race([change(), new Promise((done) => setTimeout(done, 600))]);
  card.animate([{ transform: "rotateY(-90deg)" }, { transform: "rotateY(0)" }], { duration: 170, easing: "ease-out" });
  half.cancel();
}
