/** One piece, as large as one likes: with lines over it, as others see it, at its true size, and as it was before. */

import * as address from "./address.js";
import * as cells from "./cells.js";
import { earlier } from "./compare.js";
import { details } from "./details.js";
import { button, el, iconButton, say, still } from "./dom.js";
import { boxEditor } from "./boxes.js";
import { seenAs, setSeen } from "./filters.js";
import * as keys from "./keys.js";
import { lines, LINES } from "./lines.js";
import * as picture from "./picture.js";
import { rowEditor } from "./cellrow.js";
import { measure, measured, pixelsPerMm } from "./screen.js";
import { found } from "./search.js";
import * as server from "./server.js";
import { state } from "./state.js";
import { zoomable } from "./zoom.js";

const APART = 8; // mm between before and after
const BLINK = 900; // ms

/** Return the view of one piece. */
export function card() {
  const board = el("div", { class: "board" });
  const note = el("p", { class: "stage-note", role: "status" });
  const bar = el("div", { class: "stage-bar", role: "toolbar", "aria-label": "How the piece is shown" });
  const stage = el("div", { class: "stage" }, board, note);
  const panel = el("aside", { class: "details", "aria-label": "The piece" });
  const root = el("section", { class: "view one", "aria-label": "One piece" }, stage, bar, panel);
  const now = frameOf("Now");
  const before = frameOf("When opened");
  board.append(before.root, now.root);
  before.root.hidden = true;
  let piece = null;
  let deck = null;
  let anatomy = null;
  let blinking = 0;
  let lately = "";

  const asked = () => address.now;
  const side = () => cells.shownSide(piece, asked().side === "back" ? "back" : "front");
  const shownLines = () => asked().lines ?? "";
  const beside = () => asked().compare === "beside";
  const toggled = (letter) => {
    const had = shownLines();
    address.go({ lines: had.includes(letter) ? had.replace(letter, "") : had + letter });
  };

  const zoom = zoomable(stage, () => {
    const [width, height] = deck ? [deck.width, deck.height] : [63, 88];
    return [beside() ? 2 * width + APART : width, height];
  }, place);
  const row = rowEditor();
  const boxes = boxEditor({ zoom: zoom.now, redraw: drawLines, stage, tell });
  const words = details(row, boxes);

  function frameOf(title) {
    const face = cells.trimmed();
    const over = el("div", { class: "over" });
    const name = el("p", { class: "frame-name", text: title });
    return { root: el("div", { class: "framed" }, el("div", { class: "card" }, face), over, name), face, over, name };
  }

  let telling = 0;
  /** Say what was done, for some seconds. */
  function tell(text) {
    say(text);
    note.textContent = text;
    clearTimeout(telling);
    telling = setTimeout(() => {
      telling = 0;
      if (note.textContent === text) note.textContent = "";
    }, 5000);
  }

  /** Put the frames where the zoom says, at so many pixels for each mm. */
  function place(scale, x, y) {
    if (!deck) return;
    board.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    const bled = shownLines().includes("b");
    for (const one of [before, now]) {
      cells.shape(one.face, deck, scale);
      if (bled) one.face.style.clipPath = "none";
      one.face.classList.toggle("bled", bled);
      const edge = deck.bleed * scale;
      one.over.style.left = one.over.style.top = `${-edge}px`;
      one.over.style.width = `${deck.width * scale + 2 * edge}px`;
      one.over.style.height = `${deck.height * scale + 2 * edge}px`;
    }
    now.root.style.left = beside() ? `${(deck.width + APART) * scale}px` : "0";
    percent.textContent = `${Math.round((scale / pixelsPerMm()) * 100)} %`;
  }

  function drawLines() {
    if (!deck) return;
    const slots = boxes.now(anatomy?.slots ?? []);
    for (const one of [before, now]) one.over.replaceChildren(lines(deck, one === now ? slots : [], shownLines()));
    boxes.drawn(now.over, deck, shownLines().includes("o"), piece, side(), slots);
    words.choose(boxes.chosen());
  }

  async function drawFaces() {
    const address = server.face(piece, side());
    now.root.classList.toggle("stale", state.broken);
    picture.show(now.face.firstChild, address, `${side() === "back" ? "Back" : "Front"} of ${piece.id}`);
    await compare();
  }

  async function compare() {
    const how = asked().compare ?? "";
    clearInterval(blinking);
    before.root.hidden = true;
    now.root.hidden = false;
    now.name.hidden = before.name.hidden = !how;
    if (how || !telling) note.textContent = "";
    if (!how) return;
    const key = piece.key;
    const was = await earlier(piece, side());
    if (piece.key !== key || (asked().compare ?? "") !== how) return;
    if (!was.address) {
      note.textContent = was.same ?? was.gone;
      return;
    }
    before.root.hidden = false;
    picture.show(before.face.firstChild, was.address, `${piece.id} when the page was opened`);
    if (how === "blink") {
      let old = false;
      const change = () => {
        old = !old;
        before.root.hidden = !old;
        now.root.hidden = old;
      };
      change();
      if (!still()) blinking = setInterval(change, BLINK);
      else note.textContent = "As it was. Choose Blink again to see how it is.";
    }
  }

  async function drawWords() {
    const key = `${piece.key} ${side()}`;
    if (!anatomy || anatomy.of !== key || anatomy.version !== state.version) {
      const version = state.version;
      const found = await server.anatomy(piece, side()).catch(() => null);
      if (!piece || key !== `${piece.key} ${side()}` || version !== state.version) return;
      anatomy = found && { ...found, of: key, version };
      if (anatomy) boxes.arrived(anatomy.slots);
    }
    words.show(piece, deck, anatomy);
    drawLines();
  }

  function step(by) {
    const all = found(asked());
    const at = all.findIndex((one) => one.key === piece?.key);
    const next = all[at + by];
    if (next) address.go({ at: next.key });
  }

  const turn = () => piece?.front && piece?.back && cells.turnOver(now.root, () => {
    address.go({ side: side() === "back" ? null : "back" });
    return new Promise((done) => setTimeout(done, 60));
  });
  const close = () => address.go({ view: "table" });
  async function trueSize() {
    if (!measured() && !(await measure())) return;
    zoom.set(pixelsPerMm());
    zoom.centre();
    say("True size");
  }
  const compared = (how) => address.go({ compare: asked().compare === how ? null : how });

  const undo = iconButton("undo", "Undo (Ctrl-Z)", () => boxes.undo("undo"), { class: "quiet" });
  const redo = iconButton("redo", "Redo (Ctrl-Y)", () => boxes.undo("redo"), { class: "quiet" });
  const goneWords = el("p", { class: "soft", hidden: true, text: "This piece is not there any more." });
  const percent = button("100 %", () => zoom.fit(), { class: "quiet percent", title: "Show all of it (0)" });
  const toggles = LINES.map(([letter, name]) => button(name, () => toggled(letter), { "data-line": letter, "aria-pressed": "false", class: "chip" }));
  const compares = [["beside", "Compare"], ["blink", "Blink"]].map(([how, name]) =>
    button(name, () => compared(how), { "data-compare": how, "aria-pressed": "false", class: "chip" }));
  const seen = seenAs();
  seen.classList.add("bare");
  const ink = button("Playtest ink", () => address.go({ ink: asked().ink ? null : "playtest" }), { class: "chip", "aria-pressed": "false" });
  bar.append(
    el("div", { class: "group" }, iconButton("turn", "Turn over (f)", turn, { class: "quiet" }),
      button("−", () => zoom.by(1 / 1.25), { class: "quiet", "aria-label": "Smaller" }), percent,
      button("+", () => zoom.by(1.25), { class: "quiet", "aria-label": "Larger" }),
      button("True size", trueSize, { class: "chip" }), iconButton("ruler", "Measure the screen", async () => (await measure()) && trueSize(), { class: "quiet" })),
    el("div", { class: "group" }, toggles), el("div", { class: "group" }, compares, ink), el("div", { class: "group" }, seen),
  );
  panel.append(
    el("div", { class: "details-bar" }, iconButton("left", "Previous piece", () => step(-1), { class: "quiet" }),
      iconButton("right", "Next piece", () => step(1), { class: "quiet" }), undo, redo, iconButton("close", "Back to the table (Esc)", close, { class: "quiet" })),
    words.root, goneWords,
  );

  const live = () => address.now.view === "card";
  const nudge = (event) => boxes.nudge(event);
  keys.offer("One piece", live, [
    ["Escape", "leave a slot, or go back to the table", () => (boxes.chosen() ? boxes.choose(null) : close())],
    ["ArrowLeft", "previous piece, or move the slot", (event) => nudge(event) || step(-1)],
    ["ArrowRight", "next piece, or move the slot", (event) => nudge(event) || step(1)],
    ["ArrowUp or ArrowDown", "move the slot by 0.1 mm, with Shift by 1 mm", nudge],
    ["Shift+ArrowLeft or Shift+ArrowRight or Shift+ArrowUp or Shift+ArrowDown", "", nudge],
    ["f or Space", "turn it over", turn],
    ["+ or =", "larger", () => zoom.by(1.25)],
    ["-", "smaller", () => zoom.by(1 / 1.25)],
    ["0", "show all of it", () => zoom.fit()],
    ["r", "real size", trueSize],
    ...LINES.map(([letter, name]) => [letter, name.toLowerCase(), () => toggled(letter)]),
    ["c", "before and after", () => compared("beside")],
    ["k", "blink between before and after", () => compared("blink")],
    ["p", "playtest ink", () => ink.click()],
    ["Ctrl+z", "undo a change", () => boxes.undo("undo")],
    ["Ctrl+y or Ctrl+Shift+z", "do it again", () => boxes.undo("redo")],
  ]);

  function draw(changed) {
    const next = state.pieces.get(asked().at);
    if (!state.ready) return;
    deck = next ? state.decks.get(next.deck) : null;
    root.classList.toggle("gone", !deck);
    words.root.hidden = !deck;
    goneWords.hidden = Boolean(deck);
    if (!deck) {
      piece = null;
      return;
    }
    const other = piece?.key !== next.key;
    const shape = `${next.deck} ${beside()}`;
    piece = next;
    if (other) boxes.choose(null);
    for (const one of toggles) one.setAttribute("aria-pressed", String(shownLines().includes(one.dataset.line)));
    for (const one of compares) one.setAttribute("aria-pressed", String(asked().compare === one.dataset.compare));
    undo.hidden = redo.hidden = state.readOnly;
    ink.setAttribute("aria-pressed", String(Boolean(asked().ink)));
    setSeen(seen, asked());
    if (lately !== shape) zoom.fit();
    else zoom.now.fitted ? zoom.fit() : zoom.set(zoom.now.scale);
    lately = shape;
    drawLines();
    drawFaces();
    drawWords();
    if (changed) cells.pulse(now.root);
  }

  return {
    root,
    look: () => draw(false),
    refresh: ({ changed }) => draw(Boolean(piece) && changed.has(piece.key) && changed.size <= state.pieces.size / 2),
    leave: () => clearInterval(blinking),
  };
}
