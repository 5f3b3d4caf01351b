/** What of the game is shown, and how: decks, words, edition, language, players, size, colours. */

import * as address from "./address.js";
import { button, choice, counted, el, icon, kept, select } from "./dom.js";
import * as keys from "./keys.js";
import { seeing } from "./seeing.js";
import { decksOnly, state, sum } from "./state.js";

/** Pixels for each mm that keys step through, and the usual one. */
const SIZES = [1.4, 1.8, 2.2, 2.6, 3.2, 4, 5, 6.4, 8];
export const SIZE = 2.6;

/** Return the tools beside and above the overview; `add()` adds a card. */
export function filters(add) {
  const go = address.go;
  const search = el("input", {
    type: "search", placeholder: "Search or column:word", "aria-label": "Search all fields", spellcheck: "false",
    autocomplete: "off", on: { input: () => go({ q: search.value }) },
  });
  const sides = choice("Side", [["front", "Fronts"], ["back", "Backs"]], (side) => go({ side: side === "back" ? side : null }));
  const forms = choice("Shown as", [["grid", "Grid"], ["hand", "Hand"]], (as) => go({ as: as === "hand" ? as : null }));
  const size = el("input", {
    type: "range", min: SIZES[0], max: SIZES.at(-1), step: "0.1", "aria-label": "Size",
    on: { input: () => go({ size: size.value }) },
  });
  const count = el("p", { class: "count", role: "status" });
  const decks = el("div", { class: "decks", role: "group", "aria-label": "Decks" });
  const edition = select("Edition", (value) => go({ edition: value }));
  const language = select("Language", (value) => go({ language: value }));
  const players = select("Players", (value) => go({ players: value }));
  const seen = seeing();
  const changed = toggle("Changed since opened", "changed");
  changed.classList.add("has-dot");
  const faulty = toggle("With problems", "faulty");
  const [putDecks, putBoxes] = [kept(), kept()];
  const more = button("", () => open(!root.classList.contains("open")), { class: "more", "aria-expanded": "false" });
  more.append(icon("filter"), "Filter");
  const boxes = el("div", { class: "decks", role: "group", "aria-label": "Boxes" });
  const boxesHead = el("h2", { class: "label", text: "Boxes" });
  const side = el(
    "div", { class: "filters" },
    el("h2", { class: "label", text: "Decks" }), decks, boxesHead, boxes,
    el("div", { class: "toggles" }, changed, faulty),
    el("div", { class: "fields" }, seen, edition, language, players),
  );
  const searchBox = el("div", { class: "search" }, icon("search"), search);
  const adding = button("", add, { class: "add-card" });
  adding.append(icon("plus"), el("span", { text: "Add card" }));
  const bar = el("div", { class: "tools" }, adding, searchBox, more, count, sides, forms, el("div", { class: "size" }, size));
  const root = el("div", { class: "table-tools" }, bar, side);

  function open(wide) {
    root.classList.toggle("open", wide);
    more.setAttribute("aria-expanded", String(wide));
  }

  function toggle(text, name) {
    const box = el("input", { type: "checkbox", on: { change: () => go({ [name]: box.checked ? "1" : null }) } });
    const field = el("label", { class: "toggle" }, box, el("span", { text }));
    field.set = (asked) => (box.checked = Boolean(asked[name]));
    return field;
  }

  function refresh() {
    const game = state.game;
    if (!game) return;
    const asked = address.now;
    adding.hidden = state.readOnly || !decksOnly().length;
    const counts = new Map();
    for (const piece of state.pieces.values()) counts.set(piece.deck, (counts.get(piece.deck) ?? 0) + piece.copies);
    const there = [...state.decks.values()].filter((deck) => counts.has(deck.name) || asked.deck === deck.name);
    const of = (isBox) => there.filter((deck) => Boolean(deck.box) === isBox).map((deck) => [deck.name, deck.title || deck.name, counts.get(deck.name) ?? 0]);
    const kept = of(true);
    list(decks, putDecks, [["", kept.length ? "Everything" : "All decks", sum([...state.pieces.values()])], ...of(false)], asked);
    list(boxes, putBoxes, kept, asked);
    boxes.hidden = boxesHead.hidden = !kept.length;
    fieldOf(edition, game.editions.map((one) => [one.id, one.title]), "All", asked.edition ?? game.edition);
    language.hidden = game.languages.length < 2;
    language.set(game.languages.map((one) => [one, named(one)]), asked.language || game.language);
    const [least, most] = game["players-range"] ?? [0, -1];
    const numbers = Array.from({ length: most - least + 1 }, (_, at) => [String(least + at), String(least + at)]);
    fieldOf(players, numbers, "Any", asked.players ?? String(game.players ?? ""));
  }

  /** Make a list of buttons choose among decks, each with the number of its pieces. */
  function list(parent, put, some, asked) {
    put(parent, some, ([name]) => name, ([name]) =>
      el("button", { type: "button", "data-deck": name, on: { click: () => (open(false), go({ deck: name })) } },
        el("span"), el("span", { class: "number" })));
    some.forEach(([name, title, pieces], at) => {
      const one = parent.children[at];
      one.firstChild.textContent = title;
      one.lastChild.textContent = pieces.toLocaleString("en");
      one.lastChild.setAttribute("aria-label", counted(pieces, "piece"));
      one.setAttribute("aria-pressed", String(name === (asked.deck ?? "")));
    });
  }

  function fieldOf(field, options, none, chosen) {
    field.hidden = !options.length;
    field.set([["", none], ...options], chosen || "");
  }

  keys.offer("Find", () => address.now.view === "overview", [
    ["/", "search", () => (search.focus(), search.select())],
  ]);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    search.value = "";
    go({ q: null });
    search.blur();
  });

  return {
    root,
    refresh,
    count: (text) => (count.textContent = text),
    size: (scale) => (size.value = scale),
    all: () => go({ deck: null, q: null, changed: null, faulty: null }),
    resize(by) {
      const at = SIZES.findIndex((one) => one >= Number(size.value) - 0.01);
      go({ size: String(SIZES[Math.max(0, Math.min(SIZES.length - 1, at + by))]) });
    },
    look(asked) {
      if (document.activeElement !== search) search.value = asked.q ?? "";
      sides.set(asked.side === "back" ? "back" : "front");
      size.hidden = asked.as === "hand";
      forms.set(asked.as === "hand" ? "hand" : "grid");
      for (const one of [changed, faulty]) one.set(asked);
      seen.set(asked);
      refresh();
    },
  };
}

/** Return a language's own name in English, as far as the browser knows it. */
export function named(code) {
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
