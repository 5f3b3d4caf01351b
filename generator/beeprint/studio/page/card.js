/** One piece, as large as one likes: with lines over it, as others see it, at its true size, and as it was before. */

import * as address from "./address.js";
import { adding, KINDS } from "./adding.js";
import { boxEditor } from "./boxes.js";
import { cardDrop } from "./carddrop.js";
import { rowEditor } from "./cellrow.js";
import * as cells from "./cells.js";
import { earlier } from "./compare.js";
import { cropper } from "./cropping.js";
import { cardOf } from "./designed.js";
import { details } from "./details.js";
import { wordsOf } from "./dialogs.js";
import { button, el, icon, iconButton, say, select, still } from "./dom.js";
import { edits, showUndoable, written } from "./edits.js";
import { extremes } from "./extremes.js";
import { editInPlace } from "./intext.js";
import * as keys from "./keys.js";
import { layers } from "./layers.js";
import { mending } from "./mending.js";
import { moving } from "./moving.js";
import { lines, LINES } from "./lines.js";
import * as picture from "./picture.js";
import { properties } from "./properties.js";
import { measure, measured, pixelsPerMm } from "./screen.js";
import { found } from "./search.js";
import { see, seeing, seeInInks } from "./seeing.js";
import * as server from "./server.js";
import { keyNow, problemsOf, state } from "./state.js";
import { zoomable } from "./zoom.js";

let clip = null; // slots that were copied: name -> keys; they can be pasted into any layout of this page
const APART = 8; // mm between before and after
const BLINK = 900; // ms
const LATE = 1500; // ms: an edit that does not change the card brings no news of it
const NONE = { width: 63, height: 88, "bleed-box": [-3, -3, 69, 94] }; // a deck before there is one

/** Resolve once what is in the page is painted. */
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** Return the view of one piece. */
export function card() {
  const board = el("div", { class: "board" });
  const bar = el("div", { class: "stage-bar", role: "toolbar", "aria-label": "How the piece is shown" });
  const done = edits(() => boxes.forget(), () => boxes.locate());
  const alone = el("div", { class: "alone-bar", role: "toolbar", "aria-label": "The piece" });
  const stage = el("div", { class: "stage" }, board, alone);
  const desk = el("div", { class: "stage-desk" }, stage, done.root);
  const panel = el("aside", { class: "details", "aria-label": "The piece" });
  const decks = select("Deck", (name) => address.go({ deck: name, at: cardOf(name), side: null }));
  const band = extremes();
  const layerPanel = el("aside", { class: "layer-panel", "aria-label": "Layers of the piece" });
  const root = el("section", { class: "view one", "aria-label": "One piece" }, layerPanel, desk, band.root, bar, panel);
  const now = frameOf("Now");
  const before = frameOf("When opened");
  board.append(before.root, now.root);
  before.root.hidden = true;
  let piece = null;
  let deck = null;
  let anatomy = null;
  let others = []; // paths of slots that are chosen beside the first one
  let wanted = []; // paths of the slots to choose once they are there
  let carried = ""; // the slot that was chosen on the card before, which this one may not have
  let designed = false; // whether a layer was let go of since the view was opened
  let stays = ""; // the slot that came along from the card before: the first click on it keeps it
  let pointed = ""; // path of the slot that is pointed at in the list
  let blinking = 0;
  let both = false; // before and after lie side by side
  let unlike = ""; // why there is nothing to compare with
  let lately = "";
  let edited = ""; // the layer whose text is edited in place, which the field shows instead
  let arrived = () => {}; // hears that the card looks otherwise
  let facing = {}; // the address of the face that is shown, and when it is

  const asked = () => address.now;
  const side = () => cells.shownSide(piece, asked().side === "back" ? "back" : "front");
  const shownLines = () => asked().lines ?? "";
  const toggled = (letter) => {
    const had = shownLines();
    address.go({ lines: had.includes(letter) ? had.replace(letter, "") : had + letter });
  };

  const zoom = zoomable(stage, () => {
    const { width, height, "bleed-box": [left, top, wide, tall] } = deck ?? NONE;
    return [both ? 2 * width + APART : width, height, Math.max(-left, -top, left + wide - width, top + tall - height)];
  }, place);
  const row = rowEditor(done.tell, (column) => add.add({ kind: "", column }));
  const target = () => ({ deck: piece.deck, id: side() === "back" && piece["shared-back"] ? "" : piece.id, side: side() });
  /** What a request says of the side on which layers are added or deleted, for the cards that the choice of a layer is for. */
  const targetFor = () => ({ ...target(), only: props.paths().length ? props.only() : null });
  const failed = (error) => done.tell(wordsOf(error));
  const boxes = boxEditor({
    zoom: zoom.now, redraw: drawLines, stage, tell: done.tell, chosen: () => ((others = []), showChosen()), more: (slot) => slot && choosePath(slot.path.join("/"), true),
    locked: (slot) => list.locked.has(slot.path.join("/")), open: editText, only: () => props.only(), beside: () => beside(),
    settled: () => facing.shown?.then(() => piece && anatomy && ((anatomy.reading = null), drawWords())),
  });
  const props = properties({ box: boxes.root, boxWrong: boxes.wrong, boxPlace: boxes.place, tell: done.tell, changed: () => boxes.forget(), narrowed: () => drawLines() });
  const list = layers({
    target, failed, only: () => props.only(),
    choose: choosePath, chooseAll,
    point(path) {
      pointed = path;
      drawLines();
    },
    done(answer, next) {
      done.tell(written(answer), true, answer.lines);
      if (next === "") boxes.choose(null);
      else if (next) wanted = [next];
      else if (answer.slot) wanted = answer.slot.split(", ");
    },
    seen: () => (drawFaces(), drawLines()),
  });
  const add = adding(stage, {
    target: targetFor, failed, point: boxes.point,
    added(name, answer) {
      done.tell(written(answer), true, answer.lines);
      wanted = [name];
    },
  });
  layerPanel.append(list.root);
  desk.before(add.root);
  const spot = (slot) => boxes.pixels(slot).map((length, at) => length + (at < 2 ? parseFloat(now.over.style[["left", "top"][at]]) : 0));
  const mend = mending(now.root, spot, (answer) => done.tell(written(answer), true, answer.lines));
  const move = moving(now.root, (element) => cells.lay(element, deck["bleed-box"], zoom.now.scale));
  const crop = cropper(now.root, {
    scale: () => zoom.now.scale, only: () => props.only(), failed, place: spot,
    done: (answer) => (done.tell(answer.title, true, answer.lines), props.refresh()),
  });
  cardDrop(stage, {
    now: () => (piece && deck && anatomy ? { deck, slots: anatomy.slots, target: target() } : null), point: boxes.point,
    light: (path) => ((pointed = path), drawLines()), done: ({ slot }) => slot && (wanted = [slot]),
  });
  const words = details(row, props.root);

  /** Choose a slot by its path; with `more`, take it in beside those that are chosen, or out. */
  function choosePath(path, more = false) {
    const slot = anatomy?.slots.find((one) => one.path.join("/") === path);
    if (!slot) return;
    const first = boxes.chosen();
    if (!more || !first) return chooseSlot(path === first && !others.length && stays !== path ? null : slot);
    boxes.flush();
    if (path === first) return chooseSlot(others.length ? anatomy.slots.find((one) => one.path.join("/") === others[0]) : null);
    others = others.includes(path) ? others.filter((one) => one !== path) : [...others, path];
    showChosen();
  }
  /** Choose slots by their paths, the first of them first. */
  function chooseAll([path, ...more]) {
    boxes.flush();
    if (path !== boxes.chosen()) chooseSlot(anatomy?.slots.find((one) => one.path.join("/") === path) ?? null);
    others = more;
    showChosen();
  }
  /** Return the slots that are chosen beside the first one and may move. */
  const beside = () => (anatomy?.slots ?? []).filter(({ path }) => others.includes(path.join("/")) && !list.locked.has(path.join("/")));
  const chosenPaths = () => (boxes.chosen() ? [boxes.chosen(), ...others] : []);
  function showChosen() {
    if (!piece || !deck) return;
    list.show(anatomy?.slots ?? [], chosenPaths(), wrongWith);
    props.show(chosenPaths(), piece, deck, side());
    showExtremes();
    drawLines();
  }
  function showExtremes() {
    const slot = anatomy?.slots.find((one) => one.path.join("/") === boxes.chosen());
    band.show(piece, deck, side(), (slot?.kind === "text" && slot.column) || "", boxes.chosen());
  }

  /** Edit a text where it is printed. */
  function editText(slot) {
    if (state.readOnly || state.broken) return;
    editInPlace(now.over, boxes.pixels(slot), zoom.now.scale, { piece, deck, side: side(), slot, target: target() }, {
      begun() {
        hint();
        if (slot.path.length > 1) return;
        edited = slot.path[0];
        drawFaces();
      },
      done: (answer) => done.tell(written(answer), true, answer.lines),
      failed,
      async over(written) {
        if (written) await Promise.race([new Promise((come) => (arrived = come)), new Promise((late) => setTimeout(late, LATE))]);
        edited = "";
        if (piece) await drawFaces();
        requestAnimationFrame(hint);
        requestAnimationFrame(drawLines);
      },
    });
  }

  function frameOf(title) {
    const face = cells.trimmed();
    const over = el("div", { class: "over" });
    const name = el("p", { class: "frame-name", text: title });
    return { root: el("div", { class: "framed" }, el("div", { class: "card" }, face), over, name), face, over, name };
  }

  /** Choose a slot in the list, and bring its box into sight. */
  function chooseSlot(slot) {
    stays = "";
    boxes.choose(slot);
    if (!slot) return;
    const [x, y, width, height] = slot.box;
    zoom.reveal([x + (both ? deck.width + APART : 0), y, width, height]);
  }

  /** Put the frames where the zoom says, at so many pixels for each mm. */
  function place(scale, x, y) {
    if (!deck) return;
    board.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    const bled = shownLines().includes("b");
    for (const one of [before, now]) {
      cells.shape(one.face, deck, side(), scale);
      if (bled) one.face.style.clipPath = `path("${cells.scaledPath(deck.outlines[side()].bleed, scale)}")`;
      one.face.classList.toggle("bled", bled);
      cells.lay(one.over, deck["bleed-box"], scale);
    }
    now.root.style.left = both ? `${(deck.width + APART) * scale}px` : "0";
    percent.textContent = `${Math.round((scale / pixelsPerMm()) * 100)} %`;
    if (boxes.chosen()) drawLines(); // handles keep their size
  }

  /** Return the slots that the pointer meets: those in the cells of a grid once the grid, or one of them, is chosen. */
  const reachable = () => (anatomy?.slots ?? []).filter(({ path }) => path.length === 1 || path[0] === boxes.chosen().split("/")[0]);

  function drawLines() {
    if (!deck || !piece) return;
    const slots = boxes.now(reachable());
    const marked = new Set([boxes.chosen(), ...others, pointed]);
    before.over.replaceChildren(lines(deck, side(), [], shownLines(), marked));
    const drawn = lines(deck, side(), slots, shownLines(), marked);
    drawn.querySelectorAll(".slot").forEach((one) => one.classList.toggle("pointed", one.dataset.slot === pointed));
    const made = el("div", {}, drawn);
    boxes.drawn(now.over, made, deck, shownLines().includes("o"), piece, side(), slots);
    if (!now.over.querySelector("textarea") && made.innerHTML !== now.over.innerHTML) now.over.replaceChildren(...made.childNodes);
    const alone = others.length ? null : slots.find((one) => one.path.join("/") === boxes.chosen());
    showMoved();
    crop.show(alone, target());
    mend.show(alone, wrongWith(boxes.chosen()));
    hint();
  }

  /** Show the chosen layer where its box is on the page, before its file says so. */
  function showMoved() {
    const moved = boxes.moved();
    if (!moved || !anatomy || moved.slot.path.length > 1 || list.hidden.has(moved.slot.path[0])) return move.hide();
    const names = anatomy.slots.filter(({ path }) => path.length === 1).map(({ name }) => name);
    const along = moved.along.filter((path) => names.includes(path) && !list.hidden.has(path));
    move.show({ ...moved, along, piece, side: side(), deck, scale: zoom.now.scale, names, hidden: list.hidden });
  }

  /** Return what is wrong with a layer on this card. */
  const wrongWith = (path) => (path ? problemsOf(piece.key).filter(({ slot }) => slot === path) : []);

  /** Draw the face; resolves once it is shown. */
  function drawFaces() {
    now.root.classList.toggle("stale", state.broken);
    const without = [...list.hidden, ...(edited ? [edited] : [])].join(",") || null;
    const address = server.face(piece, side(), piece[side()], { without });
    if (facing.address !== address) facing = { address, shown: picture.show(now.face.firstChild, address, `${side() === "back" ? "Back" : "Front"} of ${piece.name}`, piece.deck) };
    compare();
    return facing.shown;
  }

  /** Say why there is nothing to compare with, or else what one can do. */
  function hint() {
    if (unlike) {
      say(unlike);
      done.hint(unlike);
    } else if (now.over.querySelector(".in-place")) done.hint("Enter writes the text, Esc leaves it as it was.", "Ctrl-B makes the selected words bold.");
    else done.hint(...boxes.hint(props.whose()));
  }

  /** Lay what was before beside what is now, or that alone in the middle. */
  function layBeside(wanted) {
    if (both === wanted) return;
    both = wanted;
    if (zoom.now.fitted) zoom.fit();
    else zoom.centre();
  }

  async function compare() {
    const how = asked().compare ?? "";
    const key = piece.key;
    const was = how ? await earlier(piece, side()) : {};
    if (piece?.key !== key || (asked().compare ?? "") !== how) return;
    clearInterval(blinking);
    unlike = how ? was.same ?? was.gone ?? "" : "";
    const shown = Boolean(was.address);
    before.root.hidden = !shown;
    now.root.hidden = false;
    now.name.hidden = before.name.hidden = !shown;
    layBeside(shown && how === "beside");
    hint();
    if (!shown) return;
    picture.show(before.face.firstChild, was.address, `${piece.name} when the page was opened`);
    if (how === "blink") {
      let old = false;
      const change = () => {
        old = !old;
        before.root.hidden = !old;
        now.root.hidden = old;
      };
      change();
      if (!still()) blinking = setInterval(change, BLINK);
      else done.hint("As it was when the page was opened. Choose Blink again to see how it is.");
    }
  }

  async function drawWords() {
    const key = `${piece.key} ${side()}`;
    if (!anatomy || anatomy.of !== key || anatomy.reading !== state.reading || wanted.length) {
      const { reading } = state;
      const found = await server.anatomy(piece, side()).catch(() => null);
      if (!piece || key !== `${piece.key} ${side()}` || reading !== state.reading) return;
      anatomy = found && { ...found, of: key, reading };
      if (anatomy) boxes.arrived(anatomy.slots);
    }
    words.show(piece, deck, anatomy, side() === "back" && piece["shared-back"]);
    const [path, ...more] = wanted.length ? wanted : boxes.chosen() ? [] : [carried];
    const next = path && anatomy?.slots.find((one) => one.path.join("/") === path);
    if (next) {
      stays = path === carried ? path : "";
      wanted = [];
      boxes.choose(next);
      others = more;
    }
    carried = "";
    others = others.filter((path) => anatomy?.slots.some((one) => one.path.join("/") === path));
    list.show(anatomy?.slots ?? [], chosenPaths(), wrongWith);
    if (boxes.chosen()) props.show(chosenPaths(), piece, deck, side());
    else props.show([], piece, deck, side());
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
  const close = () => address.go({ view: asked().from ?? "overview", from: null, full: null });
  const compared = (how) => address.go({ compare: asked().compare === how ? null : how });
  const isAlone = () => Boolean(asked().full);
  const showAlone = (wanted) => address.go({ full: wanted ? "1" : null });

  const isTrue = () => Math.abs(zoom.now.scale - pixelsPerMm()) < 1e-6;
  /** Show the piece as large as it is, alone where there is no room for it beside the rest. */
  async function trueSize() {
    if (!measured() && !(await measure())) return;
    const scale = pixelsPerMm();
    if (deck.width * scale > stage.clientWidth || deck.height * scale > stage.clientHeight) showAlone(true);
    zoom.set(scale);
    zoom.centre();
    say("True size");
  }

  const undo = iconButton("undo", "Undo", () => done.undo("undo"), { class: "quiet" });
  const redo = iconButton("redo", "Redo", () => done.undo("redo"), { class: "quiet" });
  const goneWords = el("p", { class: "soft", hidden: true });
  const percent = button("100 %", () => zoom.fit(), { class: "quiet percent", title: "Show all of it (0)" });
  const chip = (text, act, made) => button(text, act, { class: "chip", "aria-pressed": "false", ...made });
  const toggles = LINES.map(([letter, name]) => chip(name, () => toggled(letter), { "data-line": letter, title: `${name} (${letter})` }));
  const compares = [["beside", "Compare", "c"], ["blink", "Blink", "k"]].map(([how, name, letter]) =>
    chip(name, () => compared(how), { "data-compare": how, title: `With how it was when the page was opened (${letter})` }));
  const seen = seeing();
  const quiet = (name, label, act) => iconButton(name, label, act, { class: "quiet" });
  const faces = [["front", "Front"], ["back", "Back"]].map(([face, name]) => button(name, () => side() !== face && turn(), { "data-side": face, "aria-pressed": "false", title: `${name} (f)` }));
  const sides = el("div", { class: "choice", role: "group", "aria-label": "Side" }, faces);
  const opener = button("", null, { class: "chip view-opener" });
  opener.append(icon("eye"), "View");
  const menu = el("div", { class: "cards-popover view-menu", popover: "auto", role: "group", "aria-label": "View" },
    el("div", { class: "group" }, button("True size", trueSize, { class: "chip", title: "As large as it will be printed (r)" }),
      iconButton("ruler", "Measure the screen", async () => (await measure()) && trueSize(), { class: "quiet measure-again" }),
      iconButton("whole", "Only the card (w)", () => showAlone(true), { class: "quiet" })),
    el("p", { class: "label", text: "Lines" }), el("div", { class: "group", role: "group", "aria-label": "Lines" }, toggles),
    el("p", { class: "label", text: "With how it was" }), el("div", { class: "group" }, compares), seen);
  opener.popoverTargetElement = menu;
  menu.addEventListener("toggle", () => {
    if (!menu.matches(":popover-open")) return;
    const { right, top } = opener.getBoundingClientRect();
    menu.style.left = `${Math.max(8, Math.min(right, innerWidth - 8) - menu.offsetWidth)}px`;
    menu.style.top = `${Math.max(8, top - menu.offsetHeight - 8)}px`;
  });
  bar.append(sides, el("div", { class: "group" }, button("−", () => zoom.by(1 / 1.25), { class: "quiet", "aria-label": "Smaller" }), percent,
    button("+", () => zoom.by(1.25), { class: "quiet", "aria-label": "Larger" })), opener, menu);
  alone.append(quiet("left", "Previous card", () => step(-1)), quiet("turn", "Turn over", turn),
    quiet("right", "Next card", () => step(1)), quiet("close", "Show the rest again (Esc)", () => showAlone(false)));
  panel.append(
    el("div", { class: "details-bar" }, decks, quiet("left", "Previous card", () => step(-1)), quiet("right", "Next card", () => step(1)),
      undo, redo, quiet("close", "Close the card (Esc)", close)),
    words.root, goneWords,
  );

  /** Leave what was entered last. */
  function leaveOne() {
    if (add.disarm() || boxes.cancel()) return;
    if (boxes.chosen()) {
      designed = true;
      return boxes.choose(null);
    }
    if (isAlone()) return showAlone(false);
    if (!designed) close(); // a hand that lets go of layers presses Esc once too often
  }

  /** Hold Space to drag the piece; let it go at once to turn the piece over. */
  function space(event) {
    if (event.repeat) return true;
    const begun = Date.now();
    let moved = false;
    boxes.pan(true);
    stage.classList.add("panning");
    const move = (one) => (moved ||= one.buttons > 0);
    const up = (one) => {
      if (one.key !== " ") return;
      boxes.pan(false);
      stage.classList.remove("panning");
      removeEventListener("keyup", up);
      stage.removeEventListener("pointermove", move);
      if (!moved && Date.now() - begun < 500) turn();
    };
    addEventListener("keyup", up);
    stage.addEventListener("pointermove", move);
    return true;
  }
  /** Choose the next slot while one is chosen; else Tab goes on as in any page. */
  function stepSlot(event, by) {
    const paths = (anatomy?.slots ?? []).filter((one) => one.seen !== false).map((one) => one.path.join("/"));
    const at = paths.indexOf(boxes.chosen());
    const inStage = document.activeElement === document.body || document.activeElement.id === "main";
    if (at < 0 || !inStage || !paths[at + by]) return false;
    chooseSlot(anatomy.slots.find((one) => one.path.join("/") === paths[at + by]));
    return true;
  }
  async function copySlots(cut = false) {
    const paths = chosenPaths();
    if (!paths.length) return false;
    try {
      const known = await Promise.all(paths.map((path) => server.slot({ ...target(), deck: piece.deck }, side(), path.split("/"))));
      clip = Object.fromEntries(known.map(({ name, kind, plain }) => [name, { kind, ...plain }]));
      done.tell(`Copied: ${Object.keys(clip).join(", ")}`);
      if (cut) list.remove();
    } catch (error) {
      failed(error);
    }
    return true;
  }
  async function pasteSlots() {
    if (!clip || state.readOnly) return false;
    try {
      const answer = await server.post("slot-paste", { ...targetFor(), slots: clip });
      done.tell(written(answer), true, answer.lines);
      wanted = answer.slot.split(", ");
    } catch (error) {
      failed(error);
    }
    return true;
  }

  const live = () => address.now.view === "card";
  keys.offer("One piece", live, [
    ["ArrowLeft or ArrowRight", "previous, next card", (event) => !boxes.chosen() && step(event.key === "ArrowLeft" ? -1 : 1)],
    ["f", "turn it over", turn],
    ["Space", "turn it over; hold it to drag the card", space],
    ["Tab", "the next layer", (event) => stepSlot(event, 1)],
    ["Shift+Tab", "the layer before", (event) => stepSlot(event, -1)],
    ["w", "only the card, without the rest", () => showAlone(!isAlone())],
    ["Escape", "close the card, if no layer was chosen", leaveOne],
  ]);
  keys.offer("Size", live, [
    ["+ or =", "larger", () => zoom.by(1.25)],
    ["-", "smaller", () => zoom.by(1 / 1.25)],
    ["0", "show all of it", () => zoom.fit()],
    ["r", "true size", trueSize],
  ]);
  keys.offer("See", live, [
    ...LINES.map(([letter, name]) => [letter, name.toLowerCase(), () => toggled(letter)]),
    ["c", "before and after", () => compared("beside")],
    ["k", "blink between before and after", () => compared("blink")],
    ["p", "playtest ink", () => see(asked().ink ? "" : "playtest")],
    ["i", "the inks of a press", seeInInks],
  ]);
  keys.offer("Add", live, KINDS.map(([name, letter, what]) => [letter, `${name.toLowerCase()}: draw its box`, () => add.arm(what)]));
  keys.offer("A chosen layer", live, [
    ["Delete or Backspace", "delete it", () => list.remove()],
    ["Ctrl+d", "duplicate it", () => list.duplicate()],
    ["Ctrl+c", "copy it", () => copySlots()],
    ["Ctrl+x", "cut it", () => copySlots(true)],
    ["Ctrl+v", "paste what was copied", pasteSlots],
    ["Ctrl+]", "bring it forward", () => Boolean(boxes.chosen() && list.order("forward"))],
    ["Ctrl+[", "send it backward", () => Boolean(boxes.chosen() && list.order("backward"))],
    ["Ctrl+Shift+]", "bring it to the front", () => Boolean(boxes.chosen() && list.order("front"))],
    ["Ctrl+Shift+[", "send it to the back; once more, behind the ground of the card", () => Boolean(boxes.chosen() && list.order("back"))],
    ["Enter", "edit its text in place", () => Boolean(boxes.chosen()) && (editText(anatomy.slots.find((one) => one.path.join("/") === boxes.chosen())), true)],
    ["ArrowLeft or ArrowRight or ArrowUp or ArrowDown", "move it by 0.1 mm", boxes.nudge],
    ["Shift+ArrowLeft or Shift+ArrowRight or Shift+ArrowUp or Shift+ArrowDown", "move it by 1 mm", boxes.nudge],
    ["Alt", "hold while dragging: no guides", null],
    ["Escape", "put back what is being dragged, or leave the layer", () => false],
  ]);
  keys.offer("Changes", live, [
    ["Ctrl+z", "undo", () => done.undo("undo")],
    ["Ctrl+y or Ctrl+Shift+z", "redo", () => done.undo("redo")],
  ]);

  /** Offer the decks and boxes that have something to design, one at least besides the one that is shown. */
  function showDecks(shown) {
    const all = [...state.decks.values()].filter(({ name }) => cardOf(name));
    decks.hidden = all.length < 2;
    decks.set(all.map(({ name, title }) => [name, title || name]), shown.deck);
  }

  function draw(changed) {
    if (!state.ready) return;
    const next = state.pieces.get(keyNow(asked().at ?? ""));
    if (next && next.key !== asked().at) return address.go({ at: next.key }); // it has another id now
    const wasAlone = document.body.classList.contains("alone");
    document.body.classList.toggle("alone", isAlone());
    deck = next ? state.decks.get(next.deck) : null;
    root.classList.toggle("gone", !deck);
    words.root.hidden = !deck;
    goneWords.hidden = Boolean(deck);
    goneWords.textContent = state.pieces.size ? "This card is not there any more." : "There are no cards yet. Add the first one in Cards.";
    if (!deck) {
      piece = null;
      return;
    }
    if (asked().deck && asked().deck !== next.deck) return address.go({ deck: next.deck }); // Next card goes on in its deck
    showDecks(next);
    const other = keyNow(piece?.key ?? "") !== next.key;
    const shape = `${next.deck} ${isAlone()}`;
    if (other) carried = piece?.deck === next.deck ? boxes.chosen() || carried : "";
    piece = next;
    if (other) {
      boxes.choose(null);
      panel.scrollTop = root.scrollTop = 0;
    }
    const pictured = drawFaces(); // what one waits for is painted first
    for (const one of toggles) one.setAttribute("aria-pressed", String(shownLines().includes(one.dataset.line)));
    for (const one of compares) one.setAttribute("aria-pressed", String(asked().compare === one.dataset.compare));
    sides.hidden = !piece.front || !piece.back;
    for (const one of faces) one.setAttribute("aria-pressed", String(one.dataset.side === side()));
    showUndoable(undo, redo);
    seen.set(asked());
    if (lately !== shape) {
      if (lately && isTrue() && !(wasAlone && !isAlone())) zoom.centre();
      else zoom.fit();
    } else zoom.now.fitted ? zoom.fit() : zoom.set(zoom.now.scale);
    lately = shape;
    drawLines();
    pictured.then(() => piece && drawWords());
    pictured.then(painted).then(() => piece && showExtremes());
    if (changed) cells.pulse(now.root);
  }

  return {
    root,
    look() {
      if (asked().slot) {
        wanted = [asked().slot];
        address.go({ slot: null });
      }
      draw(false);
    },
    refresh: ({ changed }) => (piece && changed.has(piece.key) && ((edited = ""), arrived()), draw(Boolean(piece) && changed.has(piece.key) && changed.size <= state.pieces.size / 2)),
    leave() {
      clearInterval(blinking);
      boxes.choose(null);
      carried = "";
      designed = false;
      document.body.classList.remove("alone");
    },
  };
}
