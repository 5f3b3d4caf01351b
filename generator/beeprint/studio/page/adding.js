/** Add slots: by a button, by a rectangle drawn on the face, by a column that is dragged onto it. */

import { button, el } from "./dom.js";
import * as server from "./server.js";
import { state } from "./state.js";

export const KINDS = [
  ["Add text", "T", { kind: "text" }], ["Add picture", "P", { kind: "picture" }], ["Add icon", "I", { kind: "icon" }],
  ["Add shape", "S", { kind: "shape", shape: "rectangle" }], ["Add circle", "C", { kind: "shape", shape: "circle" }], ["Add line", "L", { kind: "shape", shape: "line" }], ["Add grid", "G", { kind: "grid" }],
];
const COLUMN = "application/x-beeprint-column";
const LEAST = 4; // pixels that a rectangle has to be wide or high, else it is a click

/** Return the toolbar and what draws rectangles. `act` has target(), point(event), deck(), added(name, answer) and
 * failed(error); `stage` is where one draws. */
export function adding(stage, act) {
  const root = el("div", { class: "add-bar", role: "toolbar", "aria-label": "Add to the card" },
    KINDS.map(([name, key, what]) => button(name, () => add(what), { class: "chip", "data-kind": what.shape ?? what.kind, title: `${name} (Shift-${key} to draw it)` })));
  let armed = null; // the kind that the next rectangle becomes
  let from = null;
  const rubber = el("div", { class: "rubber", hidden: true });
  stage.append(rubber);

  async function add(what) {
    if (state.readOnly || state.broken) return;
    disarm();
    try {
      const done = await server.post("slot-add", { ...act.target(), ...what });
      act.added(done.slot, done);
    } catch (error) {
      act.failed(error);
    }
  }

  /** Let the next rectangle that is drawn on the face become a slot. */
  function arm(what) {
    if (state.readOnly || state.broken) return false;
    armed = what;
    stage.classList.add("drawing");
    return true;
  }
  function disarm() {
    const was = Boolean(armed);
    armed = from = null;
    rubber.hidden = true;
    stage.classList.remove("drawing");
    return was;
  }
  const local = (event) => {
    const edge = stage.getBoundingClientRect();
    return [event.clientX - edge.left, event.clientY - edge.top];
  };
  const between = ([ax, ay], [bx, by]) => [Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by)];

  stage.addEventListener("pointerdown", (event) => {
    if (!armed || event.button || event.target.closest("button")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    stage.setPointerCapture(event.pointerId);
    from = { on: act.point(event), at: local(event) };
  }, { capture: true });
  stage.addEventListener("pointermove", (event) => {
    if (!from) return;
    event.stopImmediatePropagation();
    ["left", "top", "width", "height"].forEach((name, at) => (rubber.style[name] = `${between(from.at, local(event))[at]}px`));
    rubber.hidden = false;
  }, { capture: true });
  stage.addEventListener("pointerup", (event) => {
    if (!from) return;
    event.stopImmediatePropagation();
    const drawn = between(from.at, local(event));
    const box = between(from.on, act.point(event)).map((length) => Math.round(length * 10) / 10);
    const what = armed;
    disarm();
    add(Math.max(drawn[2], drawn[3]) < LEAST ? what : { ...what, box });
  }, { capture: true });

  stage.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes(COLUMN) || state.readOnly) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    stage.classList.add("drawing");
  });
  stage.addEventListener("dragleave", () => stage.classList.remove("drawing"));
  stage.addEventListener("drop", (event) => {
    const column = event.dataTransfer.getData(COLUMN);
    stage.classList.remove("drawing");
    if (!column) return;
    event.preventDefault();
    const [x, y] = act.point(event);
    add({ kind: "", column, at: [x, y] });
  });

  return { root, add, arm, disarm };
}

/** Let a column be dragged by an element. */
export function draggable(element, column) {
  element.draggable = true;
  element.addEventListener("dragstart", (event) => {
    event.dataTransfer.setData(COLUMN, column);
    event.dataTransfer.setData("text/plain", `{${column}}`);
    event.dataTransfer.effectAllowed = "copy";
  });
}
