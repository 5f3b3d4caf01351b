/** Beside the field of a text with columns in it: bold words, a menu of columns, and how it reads on the card. */

import { callName } from "./bindings.js";
import { button, el } from "./dom.js";

const BOLD = /(\*\*[^*]+\*\*)/;
const NAME = /\{([\w.-]+)\}/g;

/** Return {root, refresh(text, piece)} for a textarea; `columns` are those of the deck. What is put in is typed as by hand. */
export function textTools(input, columns) {
  const insert = el("select", { class: "insert-column", "aria-label": "Insert a column", on: { change: () => (put(`«${callName(insert.value, columns)}»`), (insert.value = "")) } },
    el("option", { value: "", text: "Insert a column" }), columns.map(({ name, head }) => el("option", { value: name, text: head })));
  const bold = button("Bold", () => put("**", "**"), { class: "small", title: "Make the selected words bold" });
  const reads = el("p", { class: "soft reads", dir: "auto", "aria-label": "How it reads on this card" });
  const root = el("div", { class: "text-tools" }, bold, insert, reads);

  /** Put texts before and behind what is selected. */
  function put(before, behind = "") {
    const { selectionStart: from, selectionEnd: to } = input;
    const chosen = input.value.slice(from, to);
    input.setRangeText(before + (behind ? chosen : "") + behind, from, to, "end");
    input.focus();
    if (behind) input.setSelectionRange(from + before.length, from + before.length + chosen.length);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return {
    root,
    refresh(text, piece) {
      const words = text.replace(NAME, (name, column) => piece.fields[column] ?? (column.includes(".") ? callName(column, columns) : name));
      reads.hidden = words === text && !BOLD.test(text);
      reads.replaceChildren(el("span", { text: "Reads: " }), ...words.split(BOLD).map((part) => (BOLD.test(part) ? el("strong", { text: part.slice(2, -2) }) : part)));
    },
  };
}
