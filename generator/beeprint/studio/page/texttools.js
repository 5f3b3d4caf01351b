/** Beside the field of a text: buttons and menus that put marks into it, and how a text with columns reads on the card. */

import { callName } from "./bindings.js";
import { button, el } from "./dom.js";

const BOLD = /(\*\*[^*]+\*\*)/;
const NAME = /\{([\w.-]+)\}/g;

/** Return what types into a textarea: `put` sets texts before and behind what is selected, `lines` one before each selected line. */
export function typing(input) {
  const type = (text, from, to, chosen) => {
    input.focus();
    input.setRangeText(text, from, to, "end");
    if (chosen) input.setSelectionRange(...chosen);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return {
    put(before, behind = "") {
      const { selectionStart: from, selectionEnd: to } = input;
      const chosen = behind ? input.value.slice(from, to) : "";
      type(before + chosen + behind, from, to, behind && [from + before.length, from + before.length + chosen.length]);
    },
    lines(mark, other) {
      const from = input.value.lastIndexOf("\n", input.selectionStart - 1) + 1;
      const end = input.value.indexOf("\n", input.selectionEnd);
      const to = end < 0 ? input.value.length : end;
      const bare = input.value.slice(from, to).split("\n").map((line) => line.replace(other, ""));
      type(bare.map((line) => mark + line).join("\n"), from, to);
    },
  };
}

/** Return a menu whose choice is put into a text; `options` are pairs of a value and its words. */
export const insertMenu = (words, options, put) => {
  const menu = el("select", { class: "insert", "aria-label": words, on: { change: () => (put(menu.value), (menu.value = "")) } });
  menu.show = (shown) => menu.replaceChildren(el("option", { value: "", text: words }), ...shown.map(([value, text]) => el("option", { value, text })));
  menu.show(options);
  return menu;
};

export const boldButton = (put) => button("Bold", () => put("**", "**"), { class: "small", title: "Make the selected words bold (Ctrl-B)" });

/** Return {root, refresh(text, piece)} for a textarea; `columns` are those of the deck. What is put in is typed as by hand. */
export function textTools(input, columns) {
  input.dataset.marks = "yes";
  const { put } = typing(input);
  const insert = insertMenu("Insert a column", columns.map(({ name, head }) => [name, head]), (name) => put(`«${callName(name, columns)}»`));
  const reads = el("p", { class: "soft reads", dir: "auto", "aria-label": "How it reads on this card" });
  const root = el("div", { class: "text-tools" }, boldButton(put), insert, reads);

  return {
    root,
    refresh(text, piece) {
      const words = text.replace(NAME, (name, column) => piece.fields[column] ?? (column.includes(".") ? callName(column, columns) : name));
      reads.hidden = words === text && !BOLD.test(text);
      reads.replaceChildren(el("span", { text: "Reads: " }), ...words.split(BOLD).map((part) => (BOLD.test(part) ? el("strong", { text: part.slice(2, -2) }) : part)));
    },
  };
}
