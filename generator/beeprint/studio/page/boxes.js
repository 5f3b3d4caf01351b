/** Slots on the page: choose one by a click; drag, resize or nudge its box, and have it written into the layout. */

import { button, el, svg } from "./dom.js";
import { mm } from "./details.js";
import { item, placeLine } from "./problems.js";
import * as server from "./server.js";
import { guides, moved } from "./snapping.js";
import { state } from "./state.js";

const GRIPS = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
const NEAR = 5; // pixels within which a guide draws
const PAUSE = 600; // ms after the last nudge until it is written

/** Return what edits boxes on a stage: `redraw()` draws the lines again, `zoom.scale` is pixels for each mm, and
 * `tell(text)` says what was done. */
export function boxEditor({ zoom, redraw, stage, tell }) {
  const root = el("section", { class: "box-panel", hidden: true, "aria-label": "The chosen slot" });
  let on = null; // {piece, deck, side, slots, over}
  let slot = null;
  let written = null; // where the slot's box is written
  let box = null; // as it is now on the page, where it differs from the file
  let met = [];
  let where = "";
  let drag = null;
  let timer = 0;
  let writing = Promise.resolve();
  let pressed = null;

  const key = () => (slot ? slot.path.join("/") : "");
  const editable = () => Boolean(written && !state.readOnly && !state.broken && (written.kind === "numbers" || written.kind === "frame" || written.kind === "word"));
  const id = () => (on.side === "back" && on.piece["shared-back"] ? "" : on.piece.id);

  async function choose(next) {
    slot = next;
    written = box = null;
    where = "";
    met = [];
    clearTimeout(timer);
    root.hidden = !slot;
    redraw();
    if (!slot) return;
    const asked = key();
    fill();
    try {
      const found = await server.box({ ...on.piece, id: id() }, on.side, slot);
      if (asked === key()) written = found;
    } catch (error) {
      if (asked === key()) fill(error);
      return;
    }
    fill();
    redraw();
  }

  /** Show the chosen slot in words: its box in numbers, and where that is written. */
  function fill(error = null) {
    if (!slot) return;
    const now = box ?? slot.box;
    const fields = ["x", "y", "width", "height"].map((name, at) => {
      const input = el("input", { type: "number", step: "0.1", value: mm(now[at]), disabled: !editable(), on: { change: () => {
        const next = [...now];
        next[at] = Number(input.value);
        if (Number.isFinite(next[at])) (box = next), redraw(), write();
      } } });
      return el("label", { class: "field" }, el("span", { text: `${name}, mm` }), input);
    });
    root.replaceChildren(
      el("h3", { text: `Slot ${slot.path.join(" ")}` }), el("div", { class: "box-fields" }, fields),
      ...explained(), placeLine(written?.places[0] ?? slot.place),
      ...(error ? [el("ul", { class: "problems near" }, (error.problems ?? [{ severity: "error", message: error.message, pieces: [] }]).map((one) => item(one, false)))] : []),
    );
  }

  function explained() {
    if (state.readOnly) return [el("p", { class: "soft", text: "The studio was started with --read-only." })];
    if (!written) return [];
    if (written.kind === "none") return [el("p", { class: "soft", text: "This slot follows an outline and has no box of its own. Change it in its file." })];
    const many = written.shared.length;
    if (many) return [el("p", { class: "soft", text: `Shared with ${many} other ${many === 1 ? "slot" : "slots"}: a change asks for whom.` })];
    return written.kind === "word" ? [el("p", { class: "soft", text: `Its box is the word ${written.word}. Moving it writes numbers instead.` })] : [];
  }

  /** Ask whether a box that others share changes here only or for all of them. */
  function ask() {
    if (where || (written.own && !written.shared.length)) return Promise.resolve(where || "here");
    const names = [...new Set(written.shared.map((one) => one.layout))];
    const dialog = el("dialog", { class: "ask", "aria-labelledby": "ask-title" });
    return new Promise((done) => {
      const answer = (value) => () => dialog.close(value);
      dialog.append(
        el("h2", { id: "ask-title", text: "Where should this change?" }),
        el("p", { class: "soft", text: `The box is written in ${written.places[0]?.text ?? slot.place.text}${names.length ? `, and used by ${names.slice(0, 4).join(", ")}${names.length > 4 ? " and others" : ""}` : ""}.` }),
        el("div", { class: "buttons" }, button("Cancel", answer("")), button("In the parent, for all that inherit", answer("parent")),
          button("Here only", answer("here"), { class: "main" })),
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
    const [wanted, asked] = [box, key()];
    if (wanted) writing = writing.then(() => asked === key() && editable() && writeNow(wanted, asked));
  }

  async function writeNow(wanted, asked) {
    where = await ask();
    if (!where) return back();
    const wish = { deck: on.piece.deck, id: id(), side: on.side, path: slot.path, box: wanted, where, seen: written.seen, "replace-word": written.kind === "word" };
    try {
      const done = await server.post("box", wish);
      tell(done.title ?? "Written");
      const next = await server.box({ ...on.piece, id: id() }, on.side, slot);
      if (asked === key()) written = next;
      fill();
    } catch (error) {
      back();
      fill(error);
      tell(error.message);
    }
  }

  function back() {
    box = null;
    where = "";
    fill();
    redraw();
  }

  const point = (event) => {
    const edge = on.over.getBoundingClientRect();
    return [(event.clientX - edge.left) / zoom.scale - on.deck.bleed, (event.clientY - edge.top) / zoom.scale - on.deck.bleed];
  };
  const holds = ([bx, by, width, height], [x, y]) => x >= bx && y >= by && x <= bx + width && y <= by + height;

  stage.addEventListener("pointerdown", (event) => {
    pressed = [event.clientX, event.clientY];
    if (!slot || !on?.shown || event.button || !editable()) return;
    const grip = event.target.closest?.("[data-grip]")?.dataset.grip ?? (holds(box ?? slot.box, point(event)) ? "move" : "");
    if (!grip) return;
    event.preventDefault();
    drag = { grip, from: point(event), box: box ?? slot.box };
    stage.setPointerCapture(event.pointerId);
  }, { capture: true });
  stage.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = point(event);
    const others = on.slots.filter((one) => one !== slot && one.path.join("/") !== key());
    const lines = event.altKey ? [[], []] : guides(on.deck, others);
    ({ box, met } = moved(drag.box, drag.grip, x - drag.from[0], y - drag.from[1], lines, NEAR / zoom.scale));
    root.querySelectorAll("input").forEach((input, at) => (input.value = mm(box[at])));
    redraw();
  });
  stage.addEventListener("pointerup", (event) => {
    const still = pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 4;
    const dragged = drag;
    drag = null;
    met = [];
    if (dragged && !still) return fill(), redraw(), write();
    if (still && on?.shown) {
      const inside = on.slots.filter((one) => holds(one.box, point(event)));
      const next = inside.sort((a, b) => a.box[2] * a.box[3] - b.box[2] * b.box[3])[0] ?? null;
      if (dragged) box = null;
      if (next?.path.join("/") !== key()) choose(next);
    }
  });

  return {
    root,
    choose,
    chosen: key,
    /** Return the slots as they are on the page now. */
    now: (slots) => slots.map((one) => (box && one.path.join("/") === key() ? { ...one, box } : one)),
    /** Take in what is drawn: the chosen slot gets its handles. */
    drawn(over, deck, shown, piece, side, slots) {
      on = { over, deck, shown, piece, side, slots };
      const drawing = over.querySelector(".lines");
      for (const one of drawing?.querySelectorAll(".slot") ?? []) {
        if (one.dataset.slot !== key()) continue;
        one.classList.add("chosen");
        if (editable() && !slot.turn) one.append(...handles(box ?? slot.box, zoom.scale));
        drawing.append(one);
      }
      for (const [axis, at] of met) {
        const [x, y] = axis === "x" ? [at, null] : [null, at];
        const d = x === null ? `M${-deck.bleed} ${y}h${deck.width + 2 * deck.bleed}` : `M${x} ${-deck.bleed}v${deck.height + 2 * deck.bleed}`;
        drawing?.append(svg("path", { class: "guide", d }));
      }
    },
    /** Take in the slots as the files now say; what was moved on the page is forgotten once they agree. */
    arrived(slots) {
      const now = slot && slots.find((one) => one.path.join("/") === key());
      if (!slot) return;
      if (!now) return choose(null);
      slot = now;
      if (!drag && !timer) box = null;
      if (!root.contains(document.activeElement)) fill();
    },
    nudge(event) {
      if (!slot || !editable() || !on.shown) return false;
      const by = event.shiftKey ? 1 : 0.1;
      const [dx, dy] = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
      ({ box } = moved(box ?? slot.box, "move", dx, dy, [[], []], 0));
      redraw();
      fill();
      clearTimeout(timer);
      timer = setTimeout(() => ((timer = 0), write()), PAUSE);
      return true;
    },
    async undo(which) {
      if (state.readOnly) return;
      try {
        const done = await server.post(which, {});
        box = null;
        tell(`${which === "undo" ? "Undone" : "Done again"}: ${done.title}`);
      } catch (error) {
        tell(error.message);
      }
    },
  };
}

function handles([x, y, width, height], scale) {
  const size = 9 / scale;
  return GRIPS.map((grip) => {
    const cx = x + (grip.includes("w") ? 0 : grip.includes("e") ? width : width / 2);
    const cy = y + (grip.includes("n") ? 0 : grip.includes("s") ? height : height / 2);
    return svg("rect", { class: "grip", "data-grip": grip, x: cx - size / 2, y: cy - size / 2, width: size, height: size });
  });
}
