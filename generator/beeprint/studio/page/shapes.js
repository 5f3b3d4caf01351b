/** Shapes of pieces, chosen by picture or given in millimetres. */

import { el, svg } from "./dom.js";
import { plainly } from "./fields.js";
import { labelled } from "./dialogs.js";
import * as server from "./server.js";
import { state } from "./state.js";

const SCALE = 0.5; // pixels for each mm: all shapes are drawn alike
const LARGEST = 104; // pixels; what is larger is drawn smaller
const KEPT = ["corner", "landscape"]; // of a card, whichever size it gets
const WIDE = { hexagon: ["flats"], board: ["width", "height"], round: ["diameter"] }; // what makes tiles as wide as the pieces so far
let groups = 0;

/** Return millimetres as one says them. */
const mm = (number) => String(Math.round(number * 10) / 10);
export const sizeOf = ({ width, height }) => `${mm(width)} x ${mm(height)} mm`;

/** Return the outline of a shape as a drawing. */
export function outline({ path, width, height }, scale = SCALE) {
  const by = Math.min(scale, LARGEST / Math.max(width, height));
  return svg("svg", { class: "shape-drawing", viewBox: `-1 -1 ${width + 2} ${height + 2}`, width: (width + 2) * by, height: (height + 2) * by, "aria-hidden": "true" },
    svg("path", { d: path, "fill-rule": "evenodd" }));
}

/** Return a choice of tiles as wide as pieces of a size; any other choice, and a token in place of a card, as it is. */
function asWide(choice, size) {
  const keys = WIDE[choice.shape.kind];
  const isTile = keys && choice.width <= choice.height && (choice.shape.kind !== "board" || choice.width === choice.height);
  if (!size || !isTile || (choice.shape.kind === "round" && size.kind === "card")) return choice;
  const wide = Math.min(size.width, size.height);
  return { ...choice, shape: { ...choice.shape, ...Object.fromEntries(keys.map((key) => [key, Number(mm(wide))])) }, by: wide / choice.width };
}

/** Return a picker of a shape: {root, set(shape, size), value()}; `changed()` hears of each choice. With `folded`, the measures
 * open by a click. Tiles keep the `size` {width, height, kind} of the pieces so far, if there is one. */
export function shapePicker(choices, changed, folded = false) {
  const name = `shape-${(groups += 1)}`;
  let shapes = choices.shapes;
  const radios = shapes.map((choice, at) => el("input", { type: "radio", name, value: choice.title, on: { change: () => pick(shapes[at].shape) } }));
  const labels = radios.map(() => el("label", { class: "shape-choice" }));
  const grid = el("fieldset", { class: "shape-grid" }, el("legend", { class: "label", text: "Shape" }), labels);
  /** Offer the shapes in the sizes that they have now. */
  const offer = () => shapes.forEach((choice, at) => {
    const { title, width, height, by = 1 } = choice;
    labels[at].replaceChildren(radios[at], outline(choice, SCALE * by), el("span", { text: title }), el("small", { class: "soft", text: sizeOf({ width: width * by, height: height * by }) }));
  });
  offer();
  const kind = el("select", { on: { change: () => (start(kind.value), look()) } }, Object.keys(choices["shape-keys"]).map((value) => el("option", { value, text: value.replace("-", " ") })));
  const measures = el("div", { class: "shape-measures" });
  const drawing = el("div", { class: "shape-now" });
  const words = el("p", { class: "soft", role: "status" });
  const own = el("div", { class: "shape-own" }, el("div", {}, folded ? null : el("p", { class: "label", text: "In millimetres" }), labelled("Kind", kind), measures), el("div", { class: "shape-preview" }, drawing, words));
  const root = el("div", { class: "shape-picker" }, grid, folded ? el("details", { class: "shape-fold" }, el("summary", { text: "In millimetres" }), own) : own);
  let shape = {};
  let asked = 0;

  /** Take a shape that is chosen; a card keeps its corners. */
  function pick(next) {
    const kept = KEPT.filter((key) => key in shape && choices["shape-keys"][next.kind].some((each) => each.name === key));
    shape = { ...next, ...Object.fromEntries(kept.map((key) => [key, shape[key]])) };
    fill();
    look();
  }

  /** Begin with a kind of shape that the first choice of it has, or with nothing. */
  function start(kind) {
    const like = shapes.find((choice) => choice.shape.kind === kind);
    shape = like ? { ...like.shape } : { kind };
    fill();
  }

  /** Show the measures of the shape: a named size in millimetres, which become its own once they are changed. */
  function fill() {
    kind.value = shape.kind;
    const [width, height] = choices.sizes[shape.size] ?? [];
    measures.replaceChildren(...choices["shape-keys"][shape.kind].filter((key) => key.name !== "size").map((key) => {
      const value = shape[key.name] ?? { width, height }[key.name] ?? "";
      return measure(key, value, (next) => {
        if (shape.size && ["width", "height"].includes(key.name)) {
          delete shape.size;
          Object.assign(shape, { width, height });
        }
        if (next === null) delete shape[key.name];
        else shape[key.name] = next;
        look();
      });
    }));
  }

  /** Draw the shape as it is now, and mark the choice that it is. */
  async function look() {
    const number = (asked += 1);
    const same = ([key, value]) => String(shape[key]) === String(value);
    const at = shapes.findIndex((choice) => Object.entries(choice.shape).every(same) && !("width" in shape && choice.shape.size));
    radios.forEach((radio, index) => (radio.checked = index === at));
    changed();
    try {
      const known = await server.shape(shape);
      if (number !== asked) return;
      drawing.replaceChildren(outline(known, 1.2));
      words.textContent = sizeOf(known);
    } catch (error) {
      if (number !== asked) return;
      drawing.replaceChildren();
      words.textContent = error.message;
    }
  }

  return {
    root,
    value: () => shape,
    set(next, size = null) {
      shape = { ...next };
      shapes = choices.shapes.map((choice) => asWide(choice, size));
      offer();
      fill();
      look();
      for (const control of root.querySelectorAll("input, select")) control.disabled = state.readOnly || state.broken;
    },
  };
}

/** Return the field of a measure. */
function measure(key, value, write) {
  if (key.control === "flag") {
    const box = el("input", { type: "checkbox", checked: ["yes", "true"].includes(String(value)), on: { change: () => write(box.checked ? true : null) } });
    return el("label", { class: "toggle" }, box, el("span", { text: key.label }));
  }
  if (key.control === "choice") {
    const list = el("select", { on: { change: () => write(list.value || null) } }, ["", ...key.words].map((word) => el("option", { value: word, text: word || "default" })));
    list.value = value;
    return labelled(key.label, list);
  }
  const isNumber = key.control === "number" && (value === "" || Number.isFinite(Number(value)));
  const input = el("input", { type: isNumber ? "number" : "text", step: "any", min: key.least, max: key.most, value, placeholder: key.default, title: plainly(key.sentence) });
  input.addEventListener("input", () => write(input.value === "" ? null : isNumber ? Number(input.value) : input.value));
  return labelled(key.label, input, { unit: key.unit });
}
