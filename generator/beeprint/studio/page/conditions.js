/** When a slot is shown: conditions on columns, put together by hand, and how many pieces they concern. */

import { callName } from "./bindings.js";
import { flagOf } from "./celleditors.js";
import { button, counted, el } from "./dom.js";
import { state } from "./state.js";

const SEVERAL = ["some", "none"]; // tests of values that are ticked
const OR = " or "; // between columns in a condition that any of them may fulfil
const TICKED = 40; // the most values of a column that are offered to tick
const TESTS = [
  ["is", "is"], ["not", "is not"], ["some", "is one of"], ["none", "is none of"], ["min", "is at least"], ["max", "is at most"], ["empty", "is empty"], ["filled", "is not empty"],
];

/** Return the control of the key `when`; `write(value)` gets a mapping of columns to conditions, null for none. `shown` is
 * what the pieces are that meet them. */
export function conditions(key, write, columns, on, shown = "Shown on") {
  const rows = el("div", { class: "condition-rows" });
  const words = el("p", { class: "soft", role: "status" });
  const add = button("Add a condition", () => (rows.append(row("", "is", "")), tell(read()), rows.lastChild.querySelector("select").focus()), { class: "small" });
  const refusal = el("p", { class: "dialog-wrong", role: "alert", hidden: true });
  const root = el("fieldset", { class: "conditions", "aria-label": key.label }, el("legend", { text: key.label }), rows, refusal, add, words);
  let kept = ""; // what the rows say, which stay while the file says the same
  let file = ""; // what the file said last: while it does, what was refused stays in the rows
  let strange = null; // a condition that the rows cannot show

  function row(column, test, value) {
    const which = el("select", { "aria-label": "Column", on: { change: () => (take(""), change()) } }, el("option", { value: "", text: "choose a column" }), [...columns, ...(column && !columns.some(({ name }) => name === column) ? [{ name: column, head: column.split(OR).map((name) => callName(name, columns)).join(OR) }] : [])].map(({ name, head }) => el("option", { value: name, text: head })));
    const how = el("select", { "aria-label": "Test", on: { change } }, TESTS.map(([name, text]) => el("option", { value: name, text })));
    const input = el("input", { type: "text", "aria-label": "Value", list: "", on: { change: () => (take(input.value), change()) } });
    const made = el("div", { class: "condition" }, which, how, input, button("×", () => (made.remove(), change()), { class: "quiet", "aria-label": "Remove this condition" }));
    const offers = el("datalist", { id: `values-${Math.random().toString(36).slice(2)}` });
    input.setAttribute("list", offers.id);
    const ticks = el("div", { class: "condition-ticks", role: "group", "aria-label": "Choose from" });
    const flags = el("select", { class: "condition-flag", on: { change: () => (take(flags.value), change()) } }, ["", "yes", "no"].map((value) => el("option", { value, text: value || "choose yes or no" })));
    made.append(offers, ticks, flags);
    [which.value, how.value] = [column, test];
    take(value);
    made.fill = () => {
      const values = [...new Set([...state.pieces.values()].filter(({ deck }) => deck === on().deck.name).map(({ fields }) => fields[which.value] ?? ""))].filter(Boolean);
      const isTicked = SEVERAL.includes(how.value) && values.length > 0 && values.length <= TICKED;
      const isFlag = isFlagged(which.value) && ["is", "not"].includes(how.value);
      input.hidden = isTicked || isFlag || ["empty", "filled"].includes(how.value);
      flags.hidden = !isFlag;
      (isFlag ? flags : input).setAttribute("aria-label", "Value"); // one control has the name, the one that is seen
      (isFlag ? input : flags).removeAttribute("aria-label");
      const flag = flagOf(input.value);
      flags.value = !input.value || flag === null ? "" : flag ? "yes" : "no";
      ticks.hidden = !isTicked;
      offers.replaceChildren(...values.slice(0, 60).map((text) => el("option", { value: text })));
      const all = isTicked ? [...new Set([...values, ...made.words])] : [];
      if (all.join("\n") === [...ticks.querySelectorAll("input")].map((box) => box.value).join("\n")) return;
      ticks.replaceChildren(...all.map((text) => el("label", { class: "toggle" }, el("input", { type: "checkbox", value: text, checked: made.words.includes(text), on: { change: tick } }), el("span", { text, dir: "auto" }))));
    };
    function tick() {
      take([...ticks.querySelectorAll(":checked")].map((box) => box.value));
      change();
    }
    /** Take in the words of the condition, which the field holds whether it is seen or not. */
    function take(value) {
      made.words = Array.isArray(value) ? value : value.split(/\s*,\s*/).filter(Boolean);
      input.value = Array.isArray(value) ? value.join(", ") : value;
    }
    made.fill();
    return made;
  }

  const isFlagged = (name) => columns.find((column) => column.name === name)?.type === "bool";

  /** Return what a row lacks until it says something, "" for nothing. */
  function missing(made) {
    const [which, how, input] = [...made.children];
    if (!which.value) return "a column";
    return ["empty", "filled"].includes(how.value) || input.value.trim() ? "" : "a value";
  }

  /** Return the mapping that the rows say; rows without a column or a value are left out. */
  function read() {
    const when = {};
    for (const made of rows.children) {
      if (missing(made)) continue;
      const [which, how, input] = [...made.children];
      const value = input.value.trim();
      when[which.value] = { is: value, not: { "is-not": value }, some: made.words, none: { "is-not": made.words }, min: { min: Number(value) }, max: { max: Number(value) }, empty: "empty", filled: "not-empty" }[how.value];
    }
    return Object.keys(when).length ? when : null;
  }

  function change() {
    for (const made of rows.children) made.fill();
    const value = read();
    const before = kept;
    kept = JSON.stringify(value);
    refusal.hidden = true;
    tell(value);
    if (kept !== before) write(value); // a condition that is not complete yet says nothing
  }

  /** Say how many pieces the conditions concern. */
  function tell(when) {
    const pieces = [...state.pieces.values()].filter(({ deck }) => deck === on().deck.name);
    const met = pieces.filter((piece) => Object.entries(when ?? {}).every(([tested, wanted]) => tested.split(OR).some((name) => holds(asFlag(name, piece.fields[name] ?? ""), wanted))));
    const [open] = [...rows.children].map(missing).filter(Boolean);
    words.textContent = open ? `Choose ${open}.` : when ? `${shown} ${met.length} of ${counted(pieces.length, "piece")}.` : `${shown} all.`;
    if (Object.keys(when ?? {}).some((name) => /^item\b/.test(name))) words.textContent = "Decided for each item that it is drawn for.";
    if (strange) words.textContent = "This condition has parts that only its file shows; changing it here replaces them.";
  }

  /** Return a text of a column of yes and no as the conditions write it. */
  function asFlag(name, text) {
    const flag = text && isFlagged(name) ? flagOf(text) : null;
    return flag === null ? text : flag ? "yes" : "no";
  }

  return {
    root,
    /** Say beside the rows why they could not be written; nothing for "". */
    refuse(sentence) {
      if (refusal.textContent !== sentence) refusal.textContent = sentence;
      refusal.hidden = !sentence;
    },
    set(value) {
      const now = JSON.stringify(value ?? null);
      if ((now === kept || now === file) && rows.children.length) return void (file = now);
      kept = file = now;
      const parts = Object.entries(value ?? {}).map(([name, wanted]) => [name, ...asRow(wanted)]);
      strange = parts.some(([, test]) => test === null);
      rows.replaceChildren(...parts.map(([name, test, text]) => row(name, test ?? "is", text)));
      tell(value ?? null);
    },
  };
}

/** Return the test and the words of a condition as the file writes it; null for one with several parts. */
function asRow(wanted) {
  if (wanted === "empty" || wanted === "") return ["empty", ""];
  if (wanted === "not-empty") return ["filled", ""];
  if (typeof wanted === "string") return ["is", wanted];
  if (typeof wanted === "boolean") return ["is", wanted ? "yes" : "no"];
  if (Array.isArray(wanted)) return ["some", wanted];
  const names = Object.keys(wanted);
  if (names.length === 1 && ["min", "max"].includes(names[0])) return [names[0], String(wanted[names[0]])];
  if (names.length === 1 && names[0] === "is") return ["some", [wanted.is].flat()];
  if (names.length === 1 && names[0] === "is-not") return Array.isArray(wanted["is-not"]) ? ["none", wanted["is-not"]] : ["not", wanted["is-not"]];
  return [null, JSON.stringify(wanted)];
}

function holds(text, wanted) {
  if (wanted === "empty") return text === "";
  if (wanted === "not-empty") return text !== "";
  if (typeof wanted === "string") return text === wanted;
  if (typeof wanted === "boolean") return text === (wanted ? "yes" : "no");
  if (Array.isArray(wanted)) return wanted.includes(text);
  const number = Number(text || 0);
  const isWithin = (wanted.min === undefined || number >= wanted.min) && (wanted.max === undefined || number <= wanted.max);
  return isWithin && (!wanted.is || [wanted.is].flat().includes(text)) && ![wanted["is-not"] ?? []].flat().includes(text);
}
