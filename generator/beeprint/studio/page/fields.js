/** Fields for the keys of a deck or a game: what is written is shown, and else what holds without it. */

import { el } from "./dom.js";
import { conditions } from "./conditions.js";
import { labelled } from "./dialogs.js";
import { state } from "./state.js";

/** Return a sentence of the documents without its marks. */
export const plainly = (sentence) => sentence.replace(/[`*]/g, "").replace(/^./, (letter) => letter.toUpperCase());

let lists = 0;

/** Return the field of a key: {root, set(value, usual)}; `write(value)` gets the choice, null to inherit, and resolves to
 * null where that was refused. `known` may have `offers`, pairs of words and what they are called, and for conditions the
 * `columns` and the `deck`. */
export function field(key, write, known = {}) {
  const make = key.control === "words" && known.offers ? ticks : { choice, flag, words, counts, texts, families, conditions: when }[key.control] ?? line;
  const made = make(key, async (value) => {
    const refused = (await write(value)) === null; // the next reading shows what the file has
    made.control.setAttribute("aria-invalid", String(refused));
  }, known);
  const about = { unit: key.unit, sentence: plainly(key.sentence) };
  const root = made.root ?? labelled(key.label, made.control, about);
  root.dataset.key = key.name;
  return {
    root,
    set(value, usual) {
      made.control.removeAttribute("aria-invalid");
      made.control.disabled = state.readOnly || state.broken;
      if (document.activeElement !== made.control || made.control.value === made.before) made.set(value, usual ?? key.default);
      made.before = made.control.value;
    },
  };
}

function line(key, write, { offers } = {}) {
  const number = key.control === "number";
  const long = key.name === "description";
  const control = long ? el("textarea", { rows: 2, dir: "auto" })
    : el("input", { type: number ? "number" : "text", step: number ? "any" : null, min: key.least, max: key.most, dir: "auto", autocomplete: "off" });
  const dpi = key.unit === "dpi"; // which a file has to write
  const read = () => (control.value.trim() === "" ? null : number && control.type === "number" ? (dpi ? `${control.value}dpi` : Number(control.value)) : control.value);
  control.addEventListener("change", () => write(read()));
  const list = offers ? el("datalist", { id: `offers-${(lists += 1)}` }, offers.map(([word, text]) => el("option", { value: word, text: text === word ? null : text }))) : null;
  if (list) control.setAttribute("list", list.id);
  const root = list ? labelled(key.label, control, { unit: key.unit, sentence: plainly(key.sentence) }) : null;
  root?.append(list);
  return {
    root,
    control,
    set(value, usual) {
      if (number && dpi && value !== undefined) value = parseInt(value, 10);
      if (number) control.type = value === undefined || Number.isFinite(Number(value)) ? "number" : "text"; // such as 2.5in
      control.value = value ?? "";
      control.placeholder = usual ?? "";
    },
  };
}

function choice(key, write) {
  const control = el("select", { on: { change: () => write(control.value || null) } });
  return {
    control,
    set(value, usual) {
      const called = (word) => key.titles?.[key.words.indexOf(word)] ?? word;
      const options = [...(key.required && value ? [] : [["", usual ? `${called(usual)} (default)` : "default"]]), ...key.words.map((word) => [word, called(word)])];
      control.replaceChildren(...options.map(([word, text]) => el("option", { value: word, text })));
      control.value = value ?? "";
    },
  };
}

function flag(key, write) {
  const isYes = (value) => ["yes", "true"].includes(String(value).toLowerCase());
  const control = el("input", { type: "checkbox", on: { change: () => write(control.checked === isYes(key.default) ? null : control.checked) } });
  const root = el("div", { class: "game-field" }, el("label", { class: "toggle" }, control, el("span", { text: key.label })),
    key.sentence ? el("small", { class: "soft", text: plainly(key.sentence) }) : null);
  return { root, control, set: (value, usual) => (control.checked = isYes(value ?? usual)) };
}

/** Return a field for numbers by words, a line for each, such as 3-4: 2. */
function counts(key, write) {
  const made = words(key, (lines) => write(lines && Object.fromEntries(lines.map((each) => each.split(":").map((part) => part.trim())).map(([name, number]) => [name, Number(number) || number || ""]))));
  return { control: made.control, set: (value) => made.set(value && Object.entries(value).map(([name, number]) => `${name}: ${number}`), "3-4: 2") };
}

/** Return a field for texts by names, a line for each; a line end in a text is written \\n there. */
function texts(key, write) {
  const made = words(key, (lines) => write(lines && Object.fromEntries(lines.map((each) => {
    const [name, ...rest] = each.split(":");
    return [name.trim(), rest.join(":").trim().replaceAll("\\n", "\n")];
  }))));
  return { control: made.control, set: (value) => made.set(value && Object.entries(value).map(([name, text]) => `${name}: ${String(text).replaceAll("\n", "\\n")}`)) };
}

/** Return a field for fonts, a line for each; a line such as fredoka: cairo says what stands before fredoka. */
function families(key, write) {
  const split = (text) => text.split(",").map((each) => each.trim()).filter(Boolean);
  const alone = (list) => (list.length === 1 ? list[0] : list);
  const made = words(key, (lines) => {
    const named = (lines ?? []).filter((each) => each.includes(":")).map((each) => each.split(":"));
    const rest = (lines ?? []).filter((each) => !each.includes(":")).flatMap(split);
    const before = Object.fromEntries(named.map(([name, list]) => [name.trim(), alone(split(list))]));
    if (named.length && rest.length) before.default = alone(rest);
    return write(named.length ? before : rest.length ? alone(rest) : null);
  });
  const list = (value) => [value].flat().join(", ");
  const lines = (value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.entries(value).map(([name, each]) => `${name}: ${list(each)}`) : [value].flat().flatMap((each) => split(each ?? "")));
  return { control: made.control, set: (value) => made.set(value === undefined ? undefined : lines(value)) };
}

/** Return a field of words with a tick each; the ticked words keep their order. */
function ticks(key, write, { offers }) {
  let before = [];
  const boxes = offers.map(([word]) => el("input", { type: "checkbox", value: word, on: { change } }));
  const root = el("fieldset", { class: "ticks" }, el("legend", { class: "label", text: key.label }),
    offers.map(([, text], at) => el("label", { class: "toggle" }, boxes[at], el("span", { text }))), key.sentence ? el("small", { class: "soft", text: plainly(key.sentence) }) : null);

  function change() {
    const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
    before = [...before.filter((word) => ticked.includes(word)), ...ticked.filter((word) => !before.includes(word))];
    write(before.length ? before : null);
  }

  return {
    root,
    control: root,
    set(value) {
      before = value === undefined ? [] : [value].flat();
      for (const box of boxes) box.checked = before.includes(box.value);
    },
  };
}

/** Return a field for the conditions that cards of a deck meet. */
function when(key, write, { columns, deck }) {
  const made = conditions(key, write, columns, () => ({ deck: { name: deck } }), "Taken:");
  return { root: made.root, control: made.root, set: (value) => made.set(value) };
}

/** Return a field for several lines of words. */
function words(key, write) {
  const control = el("textarea", { rows: 2, dir: "auto" });
  const read = () => control.value.split("\n").map((each) => each.trim()).filter(Boolean);
  control.addEventListener("change", () => write(read().length ? read() : null));
  return {
    control,
    set(value, usual) {
      const lines = value === undefined ? [] : Array.isArray(value) ? value : [value];
      control.value = lines.join("\n");
      control.rows = Math.max(control.rows, lines.length); // never fewer: what one clicks next stays where it is
      control.placeholder = usual || "a line for each";
    },
  };
}
