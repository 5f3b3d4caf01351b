/** Move a cropped picture inside its box: by a handle on the card, which is dragged or moved by the arrow keys. */

import { el, icon } from "./dom.js";
import * as server from "./server.js";
import { state } from "./state.js";

const PAGE = Math.random().toString(36).slice(2);
const ROOM = 0.05; // mm: a picture that exceeds its box by less has nothing to move
const [STEP, LARGE] = [0.5, 5]; // mm for each press of an arrow
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let count = 0; // of drags, and of visits by keyboard: each is one step of undo

/** Return the handle. `act` has place(slot), which returns the slot's box in pixels of `holder`, scale(), only(),
 * done(answer) and failed(error). */
export function cropper(holder, act) {
  const words = "Move the picture in its box";
  const handle = el("button", { type: "button", class: "crop-handle", hidden: true, "aria-label": words, title: `${words}: drag it, or press the arrow keys` }, icon("move"));
  let on = null; // {key, slot, target, spare, focus}
  let drag = null;
  let queued = null;
  let sending = null;
  holder.append(handle);

  /** Show the handle for a slot that crops its picture; none hides it. */
  async function show(slot, target) {
    if (!slot || slot.kind !== "picture" || state.readOnly || state.broken) return hide();
    const key = JSON.stringify([target, slot.path, state.version]);
    if (on?.key === key || drag || sending) return on && ((on.slot = slot), put());
    if (JSON.stringify(on?.slot.path) !== JSON.stringify(slot.path)) hide();
    const known = await server.slot(target, target.side, slot.path).catch(() => null);
    if (!known || drag || sending) return;
    const [width, height] = known.picture ?? [0, 0];
    const [, , wide, tall] = slot.box;
    const scale = Math.max(wide / width, tall / height);
    const spare = [wide - width * scale, tall - height * scale];
    if (known.plain.fit !== "cover" || !width || !height || Math.min(...spare) > -ROOM) return hide();
    on = { key, slot, target, spare, focus: numbers(known.plain.focus) };
    put();
  }

  function hide() {
    on = null;
    handle.hidden = true;
  }

  /** Put the handle in the middle of the slot's box. */
  function put() {
    if (!on) return;
    const [x, y, width, height] = act.place(on.slot);
    handle.style.left = `${x + width / 2}px`;
    handle.style.top = `${y + height / 2}px`;
    handle.hidden = false;
  }

  /** Move the picture from a focus by so many mm of the face. */
  function move(from, dx, dy) {
    const angle = (-(on.slot.turn ?? 0) * Math.PI) / 180;
    const by = [dx * Math.cos(angle) - dy * Math.sin(angle), dx * Math.sin(angle) + dy * Math.cos(angle)];
    const to = on.spare.map((spare, axis) => (spare > -ROOM ? from[axis] : Math.min(1, Math.max(0, from[axis] + by[axis] / spare))));
    on.focus = to.map((share) => Math.round(share * 1000) / 1000);
    queued = { ...on.target, paths: [on.slot.path], changes: { focus: on.focus }, only: act.only(), joins: [PAGE, "focus", count].join(" ") };
    sending ??= send();
  }

  async function send() {
    let answer = null;
    try {
      while (queued) {
        const wish = queued;
        queued = null;
        answer = await server.post("slot-keys", wish);
      }
      act.done(answer);
    } catch (error) {
      queued = null;
      act.failed(error);
    }
    sending = null;
  }

  handle.addEventListener("pointerdown", (event) => {
    if (event.button || !on) return;
    event.preventDefault();
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
    count += 1;
    drag = { at: [event.clientX, event.clientY], focus: on.focus };
  });
  handle.addEventListener("pointermove", (event) => {
    if (drag && on) move(drag.focus, (event.clientX - drag.at[0]) / act.scale(), (event.clientY - drag.at[1]) / act.scale());
  });
  for (const name of ["pointerup", "pointercancel"]) handle.addEventListener(name, () => (drag = null));
  handle.addEventListener("focus", () => (count += 1));
  handle.addEventListener("keydown", (event) => {
    if (!ARROWS[event.key] || !on || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(on.focus, ...ARROWS[event.key].map((way) => way * (event.shiftKey ? LARGE : STEP)));
  });

  return { show, put };
}

/** Return two numbers as a layout holds them; the middle where it holds none. */
function numbers(value) {
  const parts = (Array.isArray(value) ? value : String(value ?? "").split(/[\s,]+/)).map(parseFloat);
  return parts.length === 2 && parts.every(Number.isFinite) ? parts : [0.5, 0.5];
}
