/** Slots on the page: choose one by a click; drag, resize or nudge its box, and have it written into the layout. */

import { wordsOf } from "./dialogs.js";
import { button, counted, el, LOOKING, svg, titled } from "./dom.js";
import { mm } from "./details.js";
import { grabs, holds, repetitionAt, under } from "./hits.js";
import { item, placeLine } from "./problems.js";
import * as server from "./server.js";
import { guides, moved } from "./snapping.js";
import { state } from "./state.js";
import { around, moveTogether, shifted, shiftOf } from "./together.js";

const GRIPS = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
const GRIP = 9; // pixels
const NEAR = 5; // pixels within which a guide draws
const DOUBLE = 350; // ms: a second click so soon is a double click
const STILL = 4; // pixels that a press may move and be a click
const PAUSE = 600; // ms after the last nudge until it is written
const CONTENT = ["text", "picture", "icon"]; // kinds of slots that one means at any size
const WORDS = { bleed: "card with its bleed", trim: "card", safe: "safe zone" }; // for which a box may be a word
const SIDES = ["x", "y", "width", "height"];
const LABELS = ["X", "Y", "Width", "Height"];
const MOST = 2000; // mm

/** Return what edits boxes on a stage: `redraw()` draws the lines again, `zoom.scale` is pixels for each mm,
 * `tell(text, undo)` says what was done, and whether it can be undone; `chosen()` hears that another slot is,
 * `locked(slot)` says which stay where they are, `open(slot)` hears of a double click, `only()` says which pieces a
 * change is for, null for all, `beside()` the slots that are chosen beside the first and move along, and `settled()`
 * hears that what was moved is written. */
export function boxEditor({ zoom, redraw, stage, tell, more = () => {}, chosen = () => {}, locked = () => false, open = () => {}, only = () => null, beside = () => [], settled = () => {} }) {
  let on = null; // {piece, deck, side, slots, over, shown}
  let slot = null;
  let which = 0; // the repetition of it that is meant
  let written = null; // where the slot's box is written
  let box = null; // as it is now on the page, where it differs from the file
  let along = []; // paths of the slots that move as far as it does
  let sent = null; // as it was last sent to be written, or as it was shown before it was moved
  let met = [];
  let where = "";
  let drag = null;
  let timer = 0;
  let busy = 0; // boxes that are being written
  let writing = Promise.resolve();
  let pressed = null;
  let turnAt = null; // where and when the last click was
  let panning = false; // Space is held
  const known = new Map(); // name of a slot of a face -> where its box is written, as a promise

  const fields = SIDES.map((name, at) => el("input", { type: "number", step: "0.1", min: at > 1 ? "0" : null, "aria-label": LABELS[at], on: {
    change: () => typed(at), keydown: (event) => event.key === "Escape" && event.currentTarget.blur(),
  } }));
  const words = el("p", { class: "soft" });
  const place = el("div");
  const wrong = el("ul", { class: "problems near", hidden: true });
  const root = el("section", { class: "box-panel", hidden: true, "aria-label": "The chosen layer" },
    el("div", { class: "box-fields" }, LABELS.map((name, at) => el("label", { class: "field" }, el("span", { text: name, title: "in mm" }), fields[at]))),
    words);
  let placed = "";

  const key = () => (slot ? slot.path.join("/") : "");
  const movable = (one) => one && !state.readOnly && !state.broken && ["numbers", "frame", "word"].includes(one.kind);
  const editable = () => Boolean(movable(written));
  /** What a request says of the chosen slot. */
  const target = ({ path, name, box } = slot) => ({ deck: on.piece.deck, id: on.side === "back" && on.piece["shared-back"] ? "" : on.piece.id, side: on.side, path, name, box });
  const pathOf = ({ path }) => path.join("/");
  /** Return a slot with its box as it is on the page now. */
  const asNow = (one) => {
    if (!slot) return one;
    if (pathOf(one) === key()) return { ...one, box: box ?? slot.box };
    return box && along.includes(pathOf(one)) ? { ...one, box: shifted(one.box, shiftOf(box, slot.box)) } : one;
  };
  /** Return the boxes of all chosen slots as they are now. */
  const boxesNow = () => [slot, ...beside()].map((one) => asNow(one).box);
  const nameOf = ({ deck, id, side, path }) => [deck, id, side, ...path].join("/");
  const isChosen = (one) => Boolean(slot) && nameOf(one) === nameOf(target());

  /** Return a slot with the box of one of its repetitions. */
  const repeated = (one, at) => (one?.repeats?.[at] ? { ...one, box: one.repeats[at] } : one);

  /** Choose a slot, or none, at a point of the face: of one that is repeated, that repetition gets the handles. What is known of
   * its box comes a little later. */
  function choose(next, at = null) {
    if (timer) write();
    which = at && next ? repetitionAt(next, at) : 0;
    slot = repeated(next, which);
    written = box = sent = drag = null;
    where = "";
    met = [];
    root.hidden = !slot;
    complain();
    fill();
    redraw();
    if (slot) find(target());
    chosen();
  }

  /** Ask where a box is written, and show it. */
  async function find(one) {
    const asked = server.box(one, one.side, one).catch((error) => (isChosen(one) && complain(error), null));
    known.set(nameOf(one), asked);
    const found = await asked;
    if (!isChosen(one) || known.get(nameOf(one)) !== asked) return;
    written = found;
    if (drag && !movable(found) && !beside().length) {
      cancel();
      tell(explained());
    }
    fill();
    redraw();
  }

  /** Show the chosen slot in words: its box in numbers, and where that is written. */
  function fill() {
    if (!slot) return;
    const now = box ?? slot.box;
    root.setAttribute("aria-busy", String(Boolean(box))); // until the files say the same
    fields.forEach((field, at) => {
      field.disabled = !editable();
      if (document.activeElement !== field || drag) field.value = mm(now[at]);
    });
    words.textContent = [explained(), past(now)].filter(Boolean).join(" ");
    words.hidden = !words.textContent;
    const at = written?.places[0] ?? slot.place;
    if (placed !== at.text) place.replaceChildren(placeLine(at));
    placed = at.text;
  }

  /** Show why something could not be done, or that nothing is wrong. */
  function complain(error = null) {
    const problems = error?.problems ?? (error ? [{ severity: "error", message: error.message, pieces: [] }] : []);
    wrong.replaceChildren(...problems.map((one) => item(one, false)));
    wrong.hidden = !problems.length;
  }

  function explained() {
    if (state.readOnly) return LOOKING;
    if (!written) return "";
    if (written.kind === "none") return "This layer follows the outline of the card, so it has no size of its own.";
    const many = written.shared.length;
    if (many && written.own) return `Moves with it: ${sharing()}.`;
    if (written.kind === "frame") return "Its place is a rectangle in the drawing of the frame: that rectangle moves.";
    if (!written.own) return "Its place comes from another design. You'll be asked where a change applies.";
    return written.kind === "word" ? `It is as large as the ${WORDS[written.word] ?? written.word}. If you move it, it gets a size of its own.` : "";
  }

  /** Say how far a box reaches past the card, that of a text past its edge and any other past its bleed; "" for within. */
  function past([x, y, width, height]) {
    const { deck } = on;
    const [left, top, wide, tall] = slot.kind === "text" ? [0, 0, deck.width, deck.height] : deck["bleed-box"];
    const sides = [[left - x, "left of"], [x + width - left - wide, "right of"], [top - y, "above"], [y + height - top - tall, "below"]];
    const out = sides.filter(([length]) => length > 0.05).map(([length, words]) => `${mm(length)} mm ${words}`);
    return out.length ? `Its box reaches ${out.join(" and ")} the card.` : "";
  }

  /** Return who else has a box, in words. */
  function sharing({ shared } = written) {
    const names = [...new Set(shared.map((one) => `${calledIn(one.slot)} ${one.home}`))];
    return names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  }

  function typed(at) {
    const next = [...(box ?? slot.box)];
    next[at] = Number(fields[at].value);
    const least = at > 1 ? 0 : -MOST;
    if (!(next[at] >= least && next[at] <= MOST)) return fill(), complain({ problems: [{ severity: "error", message: `${LABELS[at]} is from ${least} to ${MOST} mm.`, pieces: [] }] });
    if (!fields[at].value || !Number.isFinite(next[at])) return fill();
    move(next);
    fill();
    redraw();
    write();
  }

  /** Show the box elsewhere. What is written is by how much it moved from where it was shown, whatever arrives meanwhile. */
  function move(to) {
    sent ??= box ?? slot.box;
    along = beside().map(pathOf);
    box = to;
  }

  /** Ask whether a box that comes from elsewhere changes here only or there, for all that share it. */
  function ask(one, found) {
    const drawn = found.kind === "frame"; // one rectangle, which cannot differ
    if (found.own || (drawn && !found.shared.length)) return Promise.resolve(drawn ? "source" : "here");
    const dialog = el("dialog", { class: "ask", "aria-labelledby": "ask-title" });
    const layouts = new Set([found.layout, ...found.shared.map(({ layout }) => layout)]);
    const apart = found.shared.length + 1 === layouts.size;
    const many = apart ? counted(layouts.size, "design") : counted(found.shared.length + 1, "use");
    return new Promise((done) => {
      const answer = (value) => () => dialog.close(value);
      dialog.append(
        el("h2", { id: "ask-title", text: drawn ? "Should this change for all?" : "Where should this change?" }),
        el("p", { class: "soft", text: drawn ? `The place of ${titled(one.name)} is a rectangle in a drawing:` : `The place of ${titled(one.name)} does not come from this design, but from:` }),
        ...found.places.slice(0, 1).flatMap((at) => [el("p", { class: "where", text: at.words }), placeLine(at)]),
        found.shared.length ? el("p", { class: "soft", text: `These have it too: ${sharing(found)}.` }) : "",
        el("div", { class: "buttons" }, button("Cancel", answer("")),
          button(found.shared.length ? `There, for all ${many}` : "There", answer("source"), { class: drawn ? "main" : null }),
          drawn ? null : button("Here only", answer("here"), { class: "main" })),
      );
      dialog.addEventListener("close", () => (dialog.remove(), done(dialog.returnValue)));
      document.body.append(dialog);
      dialog.showModal();
      dialog.querySelector(".main").focus();
    });
  }

  /** Write the box as it is on the page now, after those that are still being written. */
  function write() {
    clearTimeout(timer);
    timer = 0;
    if (!box || !slot) return;
    // A slot that is repeated or moves with another is drawn elsewhere than its file says: it moves by as much.
    const [from, to, one] = [sent, box, target()];
    const others = beside().filter((each) => along.includes(pathOf(each))).map((each) => target(each));
    sent = box;
    busy += 1;
    writing = writing.then(() => (others.length ? writeAll(one, others, shiftOf(to, from)) : writeNow(one, from, to))).catch((error) => tell(wordsOf(error))).finally(() => {
      busy -= 1;
      if (box && !busy) settled(); // the card may have come before the answer
    });
  }

  async function writeNow(one, from, to) {
    const found = await known.get(nameOf(one));
    if (!movable(found)) return isChosen(one) && back();
    const whom = only();
    const place = whom ? "here" : (isChosen(one) && where) || (await ask(one, found));
    if (!place) return isChosen(one) && back();
    if (isChosen(one)) where = place;
    const moves = to.map((length, at) => Math.round((length + (found.box ? found.box[at] - from[at] : 0)) * 1000) / 1000);
    const { deck, id, side, path } = one;
    try {
      const done = whom
        ? await server.post("slot-keys", { deck, id, side, paths: [path], changes: { box: moves }, only: whom })
        : await server.post("box", { deck, id, side, path, box: moves, where: place, seen: found.seen, "replace-word": found.kind === "word" });
      tell(done.title, true);
      complain();
      await find(one);
      if (isChosen(one) && written?.own) where = "";
    } catch (error) {
      known.set(nameOf(one), server.box(one, side, one).catch(() => null));
      tell(wordsOf(error));
      if (!isChosen(one)) return;
      back();
      complain(error);
    }
  }

  /** Write slots that moved as one. */
  async function writeAll(one, others, by) {
    try {
      const done = await moveTogether([one, ...others], by, { only: only(), movable, ask: async (...about) => (where ||= await ask(...about)) });
      if (!done) return isChosen(one) && back();
      tell(done.title, true);
      complain();
    } catch (error) {
      tell(wordsOf(error));
      if (isChosen(one)) back(), complain(error);
    }
    if (isChosen(one)) await find(one);
  }

  function back() {
    box = sent = null;
    where = "";
    fill();
    redraw();
  }

  /** Put a box that is being dragged back where it was; return whether there was one. */
  function cancel() {
    if (!drag) return false;
    box = drag.before;
    if (!box) sent = null;
    drag = pressed = null;
    met = [];
    stage.classList.remove("dragging");
    fill();
    redraw();
    return true;
  }

  /** Return the part of the face that the stage shows, as its edges in mm: left, top, right, bottom. */
  function inSight() {
    const [edge, over] = [stage, on.over].map((each) => each.getBoundingClientRect());
    const [left, top] = on.deck["bleed-box"];
    const at = (x, y) => [(x - over.left) / zoom.scale + left, (y - over.top) / zoom.scale + top];
    return [...at(edge.left + GRIP, edge.top + GRIP), ...at(edge.right - GRIP, edge.bottom - GRIP)];
  }

  const point = (event) => {
    const edge = on.over.getBoundingClientRect();
    const [left, top] = on.deck["bleed-box"];
    return [(event.clientX - edge.left) / zoom.scale + left, (event.clientY - edge.top) / zoom.scale + top];
  };
  /** Return the slots at a point, what a person means first; those behind an area come last, hidden ones never. */
  function reachable(at) {
    const first = under(on.slots, at);
    const behind = on.slots.filter((one) => one.seen !== false && !first.includes(one) && holds(one, at)).reverse();
    return [...first, ...behind].filter((one) => !locked(one));
  }
  stage.addEventListener("dblclick", (event) => {
    if (!on || event.target.closest("button, textarea")) return;
    const slot = under(on.slots, point(event)).find((one) => one.kind === "text");
    if (!slot) return;
    event.preventDefault();
    open(slot);
  });
  /** Return whether a point is on a chosen slot, where that is on the page now. */
  const onChosen = (at) => Boolean(slot) && [slot, ...beside()].some((one) => grabs(asNow(one), at));
  /** Whatever covers all of a piece lies still until it has been chosen: one drags the piece by it. */
  const covers = ([x, y, width, height]) => x <= 0 && y <= 0 && x + width >= on.deck.width && y + height >= on.deck.height;

  /** Return whether a second click may mean a slot: content, or anything else that is not the ground of the piece. */
  const isMeant = ({ kind, box: [, , width, height] }) => CONTENT.includes(kind) || 2 * width * height <= on.deck.width * on.deck.height;

  stage.addEventListener("pointerdown", (event) => {
    pressed = null;
    if (!event.isPrimary) return void cancel(); // two fingers magnify
    if (!on || event.button || event.target.closest("button")) return;
    pressed = [event.clientX, event.clientY];
    if (state.readOnly || state.broken || panning) return;
    const at = point(event);
    const grip = event.target.closest?.("[data-grip]")?.dataset.grip;
    const free = (one) => !covers(one.box) && !locked(one);
    const top = event.pointerType === "touch" ? null : under(on.slots, at).find(free);
    const own = slot && (grip || onChosen(at) || top === slot);
    const next = own ? slot : top;
    const all = own ? beside() : [];
    if (!next || locked(next) || (own && !editable() && !all.length)) return;
    event.preventDefault(); // the stage stays
    document.getElementById("main").focus({ preventScroll: true });
    stage.setPointerCapture(event.pointerId);
    const start = own ? box ?? slot.box : repeated(next, repetitionAt(next, at)).box;
    drag = { slot: next, grip: grip ?? "move", from: at, before: own ? box : null, start, box: all.length ? around(boxesNow()) : start, begun: false };
  }, { capture: true });
  stage.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.begun && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < STILL) return;
    if (!drag.begun) {
      const begun = drag;
      if (drag.slot !== slot) choose(drag.slot, drag.from);
      drag = { ...begun, begun: true };
      stage.classList.add("dragging");
    }
    const [x, y] = point(event);
    const chosenNow = [key(), ...beside().map(pathOf)];
    const others = on.slots.filter((one) => !chosenNow.includes(pathOf(one)) && one.seen !== false);
    const lines = event.altKey ? [[], []] : guides(on.deck, others);
    const next = moved(drag.box, drag.grip, x - drag.from[0], y - drag.from[1], lines, NEAR / zoom.scale);
    met = next.met;
    move(drag.grip === "move" ? shifted(drag.start, shiftOf(next.box, drag.box)) : next.box);
    fill();
    redraw();
  });
  stage.addEventListener("pointerup", (event) => {
    const dragged = drag;
    const click = pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < STILL;
    drag = pressed = null;
    met = [];
    stage.classList.remove("dragging");
    if (dragged?.begun) return fill(), redraw(), write();
    if (!click) return;
    const at = point(event);
    const stack = reachable(at);
    const same = turnAt && Math.hypot(event.clientX - turnAt[0], event.clientY - turnAt[1]) < STILL && Date.now() - turnAt[2] > DOUBLE;
    const now = stack.findIndex((one) => one.path.join("/") === key());
    const deeper = [...stack.slice(now + 1), ...stack.slice(0, now + 1)]; // in turn
    const again = () => (event.altKey ? deeper[0] : deeper.find(isMeant) ?? stack[now]);
    const next = (event.altKey || same) && now >= 0 ? again() : stack[0] ?? null;
    turnAt = [event.clientX, event.clientY, Date.now()];
    if (event.shiftKey) return more(next);
    if (next?.path.join("/") !== key() || (next && repetitionAt(next, at) !== which)) choose(next, at);
  });
  stage.addEventListener("pointercancel", cancel);

  return {
    root,
    wrong,
    place,
    choose,
    cancel,
    chosen: key,
    /** Return in words what one can do with boxes now, and with keys; empty where there is nothing to do. `whose` says
     * for which cards, where it is not for all. */
    hint(whose = "") {
      if (state.readOnly || state.broken || drag) return [""];
      if (!slot) return ["Click what you want to change.", "Double-click a text to edit it; drag to move."];
      if (beside().length) return ["Drag one of the chosen layers to move them all.", "Arrow keys move them by 0.1 mm, with Shift by 1 mm."];
      const own = written?.case ? `${written.case} will change: ${written.case.startsWith("the cards") ? "they have a place of their" : "it has a place of its"} own` : "";
      return editable() ? [whose || own ? `Drag the box or its handles: only ${whose ? `${whose} will change` : own}.` : "Drag the box or its handles.", "Arrow keys move it by 0.1 mm, with Shift by 1 mm."] : [""];
    },
    /** Take in whether dragging moves the piece, not a slot. */
    pan(wanted) {
      panning = wanted;
    },
    point,
    /** Return the box of a slot in pixels of its face's drawing. */
    pixels({ box: [x, y, width, height] }) {
      const [left, top] = on.deck["bleed-box"];
      return [(x - left) * zoom.scale, (y - top) * zoom.scale, width * zoom.scale, height * zoom.scale];
    },
    /** Return the chosen slot and its box on the page, null while that is as in the file. */
    moved: () => (slot && box ? { slot, box, along } : null),
    /** Write what was moved by keys at once: other slots are about to be chosen. */
    flush: () => timer && write(),
    /** Return the slots as they are on the page now. */
    now: (slots) => slots.map(asNow),
    /** Take in what is drawn over a face: the chosen slot gets its handles, and what it meets its guides. */
    drawn(over, made, deck, shown, piece, side, slots) {
      if (on?.piece.key !== piece.key) turnAt = null; // a click on another card is a first click there
      on = { over, deck, shown, piece, side, slots };
      const drawing = made.querySelector(".lines");
      for (const one of drawing.querySelectorAll(".slot")) {
        if (one.dataset.slot !== key()) {
          const other = slots.find(({ path }) => path.join("/") === one.dataset.slot);
          one.classList.toggle("still", !other || covers(other.box));
          continue;
        }
        one.classList.add("chosen");
        if (editable() && !slot.turn && !beside().length) one.append(...handles(box ?? slot.box, zoom.scale, inSight()));
        one.classList.toggle("still", !editable() && !beside().length);
        drawing.append(one);
      }
      const [left, top, wide, tall] = deck["bleed-box"];
      for (const { axis, at } of met) {
        const d = axis === "x" ? `M${at} ${top}v${tall}` : `M${left} ${at}h${wide}`;
        drawing.append(svg("path", { class: "guide-under", d }), svg("path", { class: "guide", d }));
      }
      if (drag?.begun) made.append(measures(around(boxesNow()), met, deck, zoom.scale));
    },
    /** Take in the slots as the files now say; what was moved on the page is forgotten once they agree. */
    arrived(slots) {
      if (!slot) return;
      const now = slots.find((one) => one.path.join("/") === key());
      if (!now) return choose(null);
      slot = repeated(now, which);
      if (drag) drag.slot = slot;
      else if (!timer && !busy) {
        box = sent = null;
        find(target());
      }
      fill();
    },
    nudge(event) {
      if (!slot || locked(slot) || !(editable() || (beside().length && !state.readOnly && !state.broken))) return false;
      const by = event.shiftKey ? 1 : 0.1;
      const [dx, dy] = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
      move(moved(box ?? slot.box, "move", dx, dy, [[], []], 0).box);
      redraw();
      fill();
      clearTimeout(timer);
      timer = setTimeout(write, PAUSE);
      return true;
    },
    /** Forget what was moved on the page: its files are about to say otherwise. */
    forget() {
      clearTimeout(timer);
      timer = 0;
      if (slot) back();
    },
    /** Ask again where the chosen slot's box is written: its file says otherwise now. */
    locate: () => slot && find(target()),
  };
}

/** Return what a slot is called, with the case or the part of it that is meant: "picture (firefly)". */
function calledIn([name, ...path]) {
  const parts = path.filter((part) => !["choose", "each"].includes(part));
  return parts.length ? `${titled(name)} (${parts.map(titled).join(", ")})` : titled(name);
}

/** Return what a box that is dragged measures, and what it has met, to stand below it. */
function measures([x, y, width, height], met, deck, scale) {
  const names = [...new Set(met.map((one) => titled(one.name)))];
  const made = el("p", { class: "measures" }, el("strong", { text: `${mm(width)} × ${mm(height)} mm` }), ` at ${mm(x)}, ${mm(y)}`,
    names.length ? el("span", { class: "met", text: names.join(", ") }) : "");
  const [left, top] = deck["bleed-box"];
  made.style.left = `${(x + width / 2 - left) * scale}px`;
  made.style.top = `${(y + height - top) * scale + 12}px`;
  return made;
}

/** Return the handles of a box; those beyond the part that is seen are at its edge, where one can reach them. */
function handles([x, y, width, height], scale, [left, top, right, bottom]) {
  const reach = (length) => Math.max(GRIP, Math.min(24, (length * scale) / 3)) / scale;
  const [wide, tall] = [reach(width), reach(height)];
  return GRIPS.flatMap((grip) => {
    const cx = Math.max(left, Math.min(right, x + (grip.includes("w") ? 0 : grip.includes("e") ? width : width / 2)));
    const cy = Math.max(top, Math.min(bottom, y + (grip.includes("n") ? 0 : grip.includes("s") ? height : height / 2)));
    const square = (name, across, down) => svg("rect", { class: name, "data-grip": grip, x: cx - across / 2, y: cy - down / 2, width: across, height: down });
    return [square("reach", wide, tall), square("grip", GRIP / scale, GRIP / scale)];
  });
}
