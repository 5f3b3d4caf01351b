/** What one does with a column of the grid: sort, filter, width, rename, delete; and the dialog that adds one. */

import { ask } from "./dialogs.js";
import { button, capital, el, stopped } from "./dom.js";
import { placeLine } from "./problems.js";

const WORDS = 40; // the most different texts of a column that are listed to choose from
const TYPES = ["text", "whole number", "yes/no", "choice", "picture"];
const FIRST = { "whole number": "0", "yes/no": "no" };

/** Open the menu of a column below its head. `act` has sort(descending or null), filter(filter or null), resize(by),
 * place(), hide(), show() of those that are hidden, freeze(), type(), rename() and remove(); null where a column cannot be changed so, and in place of
 * remove() the words that say why. */
export function openMenu(head, column, texts, filter, sorted, act) {
  const close = () => menu.hidePopover();
  const item = (text, does, made = {}) => button(text, () => (close(), does()), { class: "quiet", ...made });
  const contains = el("input", { type: "search", value: filter?.contains ?? "", "aria-label": `Show rows whose ${column.head} contains`, placeholder: "contains" });
  const different = [...new Set(texts)].sort(new Intl.Collator("en", { numeric: true }).compare);
  const boxes = different.length <= WORDS ? different.map((text) => [text, el("input", { type: "checkbox", checked: filter?.words?.has(text) ?? true })]) : [];
  const apply = () => {
    const ticked = boxes.filter(([, box]) => box.checked).map(([text]) => text);
    const words = ticked.length === boxes.length ? null : new Set(ticked);
    act.filter(contains.value || words ? { contains: contains.value, words } : null);
  };
  contains.addEventListener("input", apply);
  for (const [, box] of boxes) box.addEventListener("change", apply);
  const list = el("div", { class: "cards-values", role: "group", "aria-label": "Show rows with" },
    boxes.map(([text, box]) => el("label", { class: "toggle" }, box, el("span", { text: text || "(empty)", dir: "auto" }))));
  const menu = el("div", { class: "cards-popover", popover: "auto", role: "dialog", "aria-label": `Column ${column.head}` },
    el("p", { class: "label", text: "For this view; the file keeps its order" }),
    item(column.type === "int" ? "Sort low to high" : "Sort A to Z", () => act.sort(false)),
    item(column.type === "int" ? "Sort high to low" : "Sort Z to A", () => act.sort(true)),
    sorted ? item("Order of the file", () => act.sort(null)) : null,
    contains, list,
    filter ? item("Show all rows", () => act.filter(null)) : null,
    el("p", { class: "label", text: "Column" }),
    el("div", { class: "cards-widths" }, button("Narrower", () => act.resize(-24), { class: "quiet" }), button("Wider", () => act.resize(24), { class: "quiet" })),
    act.place ? item("Place on the card", act.place) : null,
    item(act.freeze.isLast ? "Unfreeze columns" : "Freeze up to here", act.freeze),
    act.hide ? item("Hide column", act.hide) : null,
    act.show ? item("Show all columns", act.show) : null,
    act.type ? item("Type and limits", act.type) : null,
    act.rename ? item("Rename column", act.rename) : null,
    typeof act.remove === "string"
      ? [el("button", { type: "button", class: "quiet", text: "Delete column", disabled: true, "aria-describedby": "column-kept" }), el("p", { class: "soft", id: "column-kept", text: act.remove })]
      : act.remove ? item("Delete column", act.remove) : null);
  document.body.append(menu);
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const lost = document.activeElement === document.body || menu.contains(document.activeElement);
    menu.remove();
    if (lost) head.focus({ preventScroll: true });
  });
  menu.showPopover();
  const box = head.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(box.bottom + 2, innerHeight - menu.offsetHeight - 8))}px`;
  menu.querySelector("button").focus();
}

const field = (label, control) => {
  if (control.matches("select")) control.setAttribute("aria-label", label); // the words of its options are no part of its name
  return el("label", { class: "field" }, el("span", { text: label }), control);
};

/** Ask for a new column; null if there shall be none. */
export function askColumn() {
  const name = el("input", { required: true, spellcheck: "false", autocomplete: "off" });
  const type = el("select", {}, TYPES.map((value) => el("option", { value, text: value })));
  const words = el("input", { placeholder: "common, rare, epic", spellcheck: "false", autocomplete: "off" });
  const first = el("input", { autocomplete: "off" });
  const place = el("input", { type: "checkbox" });
  const choice = field("Words", words);
  let typed = false;
  const list = () => words.value.split(",").map((word) => word.trim()).filter(Boolean);
  const look = () => {
    choice.hidden = type.value !== "choice";
    words.required = !choice.hidden;
    if (!typed) first.value = type.value === "choice" ? list()[0] ?? "" : FIRST[type.value] ?? "";
  };
  first.addEventListener("input", () => (typed = true));
  first.addEventListener("focus", () => first.select()); // what is typed replaces the usual value
  for (const control of [type, words]) control.addEventListener("input", look);
  look();
  const content = el("div", { class: "fields" }, field("Name", name), field("Type", type), choice, field("First value", first),
    el("p", { class: "soft", text: "Each card gets the first value." }),
    el("label", { class: "toggle" }, place, el("span", { text: "Place it on the card" })));
  return ask("Add a column", content, "Add", () => {
    const wish = { do: "add", name: name.value.trim(), type: type.value, first: first.value };
    if (type.value === "choice") wish.words = list();
    if (place.checked) wish.place = true;
    return wish;
  }, { focus: name });
}

/** Ask for another name of a column; null for none. */
export function askName(column) {
  const name = el("input", { required: true, value: column.head, spellcheck: "false", autocomplete: "off" });
  const words = el("p", { class: "soft", text: "Designs, checks and translations that use the column get its new name too." });
  return ask(`Rename ${column.head}`, el("div", { class: "fields" }, field("Name", name), words), "Rename", () => name.value.trim(), { focus: name });
}

/** Show why something is used and where, and ask whether to go on; resolves to whether. With `everywhere`, the words of a
 * way that takes out all that is listed, resolves to "everywhere" or "only". */
export async function confirm(title, problems, does, everywhere = "") {
  const list = el("ul", { class: "fields" }, problems.map(({ message, hint, place, where }) =>
    el("li", {}, where ? el("p", { class: "where", dir: "auto", text: where }) : null, el("p", { text: stopped(capital(message)) }),
      hint ? el("p", { class: "soft", text: stopped(capital(hint)) }) : null, !where && place?.file ? placeLine(place) : null)));
  if (everywhere) return ask(title, list, everywhere, () => "everywhere", { other: [does, () => "only"] });
  return Boolean(await ask(title, list, does, () => true));
}
