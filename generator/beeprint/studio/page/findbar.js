/** Find words in the cells that are shown, and replace them. */

import { button, counted, el, iconButton } from "./dom.js";

const LONG = 60; // letters of a cell that are shown

/** Return a part of a text, in quotes, a little before the place `at`. */
function excerpt(text, at) {
  const start = text.length > LONG ? Math.max(0, at - LONG / 3) : 0;
  return `“${start ? "…" : ""}${text.slice(start, start + LONG)}${text.length > start + LONG ? "…" : ""}”`;
}

/** Return the bar. `cells()` lists {uid, name, text, editable} in order, `columns()` {name, head}; `go(match)` shows one of them, `write(cells)`
 * writes texts into some, `here()` is the active {uid, name}, and `closed()` gets the focus back. */
export function findBar({ cells, columns, go, write, here, closed }) {
  const find = el("input", { type: "search", "aria-label": "Find", placeholder: "Find", spellcheck: "false", autocomplete: "off" });
  const replace = el("input", { type: "text", "aria-label": "Replace with", placeholder: "Replace with", spellcheck: "false", autocomplete: "off" });
  const count = el("p", { class: "count", role: "status" });
  const matchCase = el("input", { type: "checkbox" });
  const where = el("select", { "aria-label": "In column", on: { change: () => tell() } });
  const foresight = el("p", { id: "cards-foreseen", class: "cards-foreseen" });
  let isReplacing = false; // whether a person means to replace, and not only to find
  const once = button("Replace", () => replaceOne());
  const all = button("Replace all", () => replaceAll(), { "aria-describedby": foresight.id });
  const root = el("form", { class: "cards-find", role: "search", "aria-label": "Find and replace", hidden: true },
    find, count, iconButton("up", "Previous match", () => step(-1), { class: "quiet" }), iconButton("down", "Next match", () => step(1), { class: "quiet" }),
    iconButton("close", "Close find", () => close(), { class: "quiet" }), replace, el("div", { class: "replacing-ways" }, once, all),
    el("div", { class: "searching-ways" }, where, el("label", { class: "toggle" }, matchCase, el("span", { text: "Match case" }))), foresight);

  const pattern = () => new RegExp(find.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), matchCase.checked ? "g" : "gi");
  const matches = () => (find.value ? cells().filter(({ name, text }) => (!where.value || name === where.value) && pattern().test(text)) : []);
  const isHere = ({ uid, name }) => uid === here().uid && name === here().name;
  const replaced = ({ uid, name, text }) => ({ uid, column: name, text: text.replace(pattern(), () => replace.value) });

  function tell(list = matches()) {
    const at = list.findIndex(isHere);
    count.textContent = !find.value ? "" : !list.length ? "No matches" : at < 0 ? counted(list.length, "match", "matches") : `${at + 1} of ${list.length}`;
    const isDone = !list.some(({ editable }) => editable);
    if (isDone && [once, all].includes(document.activeElement)) find.focus(); // a button that is disabled loses the focus
    once.disabled = all.disabled = isDone;
    foresight.textContent = isDone || !isReplacing ? "" : foreseen(list.filter(({ editable }) => editable));
    foresight.hidden = !foresight.textContent;
  }

  /** Say how many cells of each column Replace all would change, and how the first of them changes. */
  function foreseen(list) {
    const changed = list.map((match) => ({ ...match, after: replaced(match).text })).filter(({ text, after }) => text !== after);
    if (!changed.length) return "Replace all would change nothing.";
    const counts = columns().map(({ name, head }) => [head, changed.filter((match) => match.name === name).length]).filter(([, count]) => count);
    const [{ text, after }] = changed;
    const at = text.search(pattern());
    return `Replace all changes ${counts.map(([head, count]) => `${counted(count, "cell")} of ${head}`).join(", ")}. First: ${excerpt(text, at)} → ${excerpt(after, at)}`;
  }

  /** List the columns that one can search. */
  function list() {
    const [now, all] = [where.value, columns()];
    if (where.dataset.key === JSON.stringify(all)) return;
    where.dataset.key = JSON.stringify(all);
    where.replaceChildren(el("option", { value: "", text: "In all columns" }), ...all.map(({ name, head }) => el("option", { value: name, text: `In ${head}` })));
    where.value = all.some(({ name }) => name === now) ? now : "";
  }

  function step(by) {
    const list = matches();
    if (!list.length) return tell(list);
    const order = cells();
    const now = order.findIndex(isHere);
    const places = list.map((match) => order.findIndex(({ uid, name }) => uid === match.uid && name === match.name));
    const next = by > 0 ? places.findIndex((place) => place > now) : places.findLastIndex((place) => place < now);
    go(list.at(next < 0 ? (by > 0 ? 0 : -1) : next));
    tell(list);
  }

  function replaceOne() {
    const match = matches().find((cell) => isHere(cell) && cell.editable);
    if (match) write([replaced(match)]);
    step(1);
  }

  function replaceAll() {
    const list = matches().filter(({ editable }) => editable);
    if (list.length) write(list.map(replaced));
  }

  function close() {
    root.hidden = true;
    isReplacing = false;
    closed();
  }

  root.addEventListener("submit", (event) => event.preventDefault());
  for (const input of [find, replace, matchCase]) input.addEventListener("input", () => tell());
  for (const each of [replace, all])
    each.addEventListener("focus", () => {
      isReplacing = true;
      tell();
    });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && event.target === find) step(event.shiftKey ? -1 : 1);
    else if (event.key === "Enter" && event.target === replace) replaceOne();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    root,
    tell: () => root.hidden || (list(), tell()),
    /** Open the bar, with the focus where one types what to find. */
    open() {
      root.hidden = false;
      list();
      tell();
      find.focus();
      find.select();
    },
  };
}
