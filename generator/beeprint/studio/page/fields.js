/** Fields for the keys of a deck or a game: what is written is shown, and else what holds without it. */

import { el } from "./dom.js";
import { labelled } from "./dialogs.js";
import { state } from "./state.js";

/** Return a sentence of the documents without its marks. */
export const plainly = (sentence) => sentence.replace(/[`*]/g, "").replace(/^./, (letter) => letter.toUpperCase());

/** Return the field of a key: {root, set(value, usual)}; `write(value)` gets the choice, null to inherit,
 * and resolves to null where that was refused. */
export function field(key, write) {
  const made = ({ choice, flag, words, counts }[key.control] ?? line)(key, async (value) => {
    const refused = (await write(value)) === null; // the next reading shows what the file has
    made.control.setAttribute("aria-invalid", String(refused));
  });
  const about = { unit: key.unit, sentence: plainly(key.sentence) };
  const root = key.control === "flag" ? made.root : labelled(key.label, made.control, about);
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

function line(key, write) {
  const number = key.control === "number";
  const long = key.name === "description";
  const control = long ? el("textarea", { rows: 2, dir: "auto" })
    : el("input", { type: number ? "number" : "text", step: number ? "any" : null, min: key.least, max: key.most, dir: "auto", autocomplete: "off" });
  const read = () => (control.value.trim() === "" ? null : number && control.type === "number" ? Number(control.value) : control.value);
  control.addEventListener("change", () => write(read()));
  return {
    control,
    set(value, usual) {
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
      const options = [...(key.required && value ? [] : [["", usual ? `${called(usual)} (as usual)` : "as usual"]]), ...key.words.map((word) => [word, called(word)])];
      control.replaceChildren(...options.map(([word, text]) => el("option", { value: word, text })));
      control.value = value ?? "";
    },
  };
}

function flag(key, write) {
  const isYes = (value) => ["yes", "true"].includes(String(value).toLowerCase());
  const control = el("input", { type: "checkbox", on: { change: () => write(control.checked === isYes(key.default) ? null : control.checked) } });
  const root = el("div", { class: "game-field" }, el("label", { class: "toggle" }, control, el("span", { text: key.label })),
    el("small", { class: "soft", text: plainly(key.sentence) }));
  return { root, control, set: (value, usual) => (control.checked = isYes(value ?? usual)) };
}

/** Return a field for numbers by words, a line for each, such as 3-4: 2. */
function counts(key, write) {
  const made = words(key, (lines) => write(lines && Object.fromEntries(lines.map((each) => each.split(":").map((part) => part.trim())).map(([name, number]) => [name, Number(number) || number || ""]))));
  return { control: made.control, set: (value) => made.set(value && Object.entries(value).map(([name, number]) => `${name}: ${number}`), "3-4: 2") };
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
