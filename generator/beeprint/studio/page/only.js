/** Which decks are printed: all of them, or those that the address names. */

import * as address from "./address.js";
import { el, kept } from "./dom.js";
import { state } from "./state.js";

/** Return the decks that the address asks for; empty where it is all of them. */
export const chosenDecks = () => (address.now.only ?? "").split(",").filter((name) => state.decks.has(name));

/** Return a field to choose some decks: {root, refresh}. It is not shown for a game of one deck. */
export function onlyDecks() {
  const words = el("summary");
  const list = el("div", { class: "only-list", role: "group", "aria-label": "Decks" });
  const box = el("details", { class: "only-box" }, words, list);
  const root = el("div", { class: "field", hidden: true }, el("span", { text: "Decks" }), box);
  const put = kept();

  function choose() {
    const boxes = [...list.querySelectorAll("input")];
    const chosen = boxes.filter((one) => one.checked).map((one) => one.value);
    address.go({ only: chosen.length && chosen.length < boxes.length ? chosen.join(",") : null });
  }

  function refresh() {
    const decks = [...state.decks.values()];
    const all = decks.some((one) => one.box) ? "Decks and boxes" : "All decks";
    const called = ({ name, title, box }) => `${title || name}${box ? " (box)" : ""}`;
    const chosen = chosenDecks();
    root.hidden = decks.length < 2;
    words.textContent = !chosen.length ? all : chosen.length === 1 ? called(state.decks.get(chosen[0])) : `${chosen.length} of ${decks.length}`;
    put(list, decks, (one) => JSON.stringify([one.name, called(one)]), (one) =>
      el("label", { class: "toggle" }, el("input", { type: "checkbox", value: one.name, on: { change: choose } }), el("span", { text: called(one) })));
    for (const one of list.querySelectorAll("input")) one.checked = chosen.includes(one.value);
  }

  const close = () => (box.open = false);
  addEventListener("pointerdown", (event) => box.contains(event.target) || close());
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.open) return;
    event.stopPropagation();
    close();
    words.focus();
  });
  return { root, refresh };
}
