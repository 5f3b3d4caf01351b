/** Find words in the cells that are shown, and replace them. */

import { button, counted, el, iconButton } from "./dom.js";

/** Return the bar. `cells()` lists {uid, name, text, editable} in order; `go(match)` shows one of them, `write(cells)`
 * writes texts into some, `here()` is the active {uid, name}, and `closed()` gets the focus back. */
export function findBar({ cells, go, write, here, closed }) {
  const find = el("input", { type: "search", "aria-label": "Find", placeholder: "Find", spellcheck: "false", autocomplete: "off" });
  const replace = el("input", { type: "text", "aria-label": "Replace with", placeholder: "Replace with", spellcheck: "false", autocomplete: "off" });
  const count = el("p", { class: "count", role: "status" });
  const matchCase = el("input", { type: "checkbox" });
  const once = button("Replace", () => replaceOne());
  const all = button("Replace all", () => replaceAll());
  const root = el("form", { class: "cards-find", role: "search", "aria-label": "Find and replace", hidden: true },
    find, iconButton("up", "Previous match", () => step(-1), { class: "quiet" }), iconButton("down", "Next match", () => step(1), { class: "quiet" }), count,
    el("label", { class: "toggle" }, matchCase, el("span", { text: "Match case" })),
    replace, once, all, iconButton("close", "Close find", () => close(), { class: "quiet" }));

  const pattern = () => new RegExp(find.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), matchCase.checked ? "g" : "gi");
  const matches = () => (find.value ? cells().filter(({ text }) => pattern().test(text)) : []);
  const isHere = ({ uid, name }) => uid === here().uid && name === here().name;
  const replaced = ({ uid, name, text }) => ({ uid, column: name, text: text.replace(pattern(), () => replace.value) });

  function tell(list = matches()) {
    const at = list.findIndex(isHere);
    count.textContent = !find.value ? "" : !list.length ? "No matches" : at < 0 ? counted(list.length, "match", "matches") : `${at + 1} of ${list.length}`;
    const isDone = !list.some(({ editable }) => editable);
    if (isDone && [once, all].includes(document.activeElement)) find.focus(); // a button that is disabled loses the focus
    once.disabled = all.disabled = isDone;
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
    closed();
  }

  root.addEventListener("submit", (event) => event.preventDefault());
  for (const input of [find, matchCase]) input.addEventListener("input", () => tell());
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
    tell: () => root.hidden || tell(),
    /** Open the bar, with the focus where one types what to find. */
    open() {
      root.hidden = false;
      tell();
      find.focus();
      find.select();
    },
  };
}
