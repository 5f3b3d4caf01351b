/** What is set of one deck: its words, its size and shape, its back and its copies. */

import * as address from "./address.js";
import { changeTemplate, designChoice } from "./deckdesign.js";
import { deleteDeck, renameDeck } from "./deckdialogs.js";
import { labelled } from "./dialogs.js";
import { sourcesField } from "./decksources.js";
import { button, counted, el, titled } from "./dom.js";
import { field } from "./fields.js";
import * as server from "./server.js";
import { shapePicker, sizeOf } from "./shapes.js";
import { headOf, state } from "./state.js";

/** Return how many pieces a deck has, in words. */
export const piecesOf = ({ name, pieces }) => counted(pieces, state.decks.get(name)?.role === "card" ? "card" : "piece");

/** Return the region of a deck; `choose(name)` shows another one. */
export function deckPanel(act, choose) {
  const title = el("h3", { class: "deck-title" });
  const about = el("p", { class: "soft" });
  const write = button("Edit its pieces", () => address.go({ view: "cards", deck: deck.name, part: null }), { class: "main" });
  const tools = el("div", { class: "deck-tools" }, write,
    button("Another template", () => act.run(() => changeTemplate(deck))), button("Rename", rename), button("Delete deck", () => act.run(() => deleteDeck(deck))));
  const usual = el("div", { class: "game-fields" });
  const rest = el("div", { class: "game-fields" });
  const shape = el("details", { class: "game-details" }, el("summary", { text: "Size and shape" }));
  const back = backField(act, () => deck);
  const copies = copiesField(act, () => deck);
  const sources = sourcesField(act, () => deck);
  const more = el("details", { class: "game-details" }, el("summary", { text: "More" }), rest);
  const root = el("section", { class: "deck-panel", role: "region", "aria-label": "Deck", hidden: true },
    el("div", { class: "game-head" }, el("div", {}, title, about), tools), usual, shape, back.root, copies.root, sources.root, more);
  const stocks = el("datalist", { id: "stocks" });
  let deck = null;
  let fields = null;
  let picker = null;
  let shaped = "";

  async function rename() {
    const answer = await act.run(() => renameDeck(deck));
    if (answer) choose(answer.name);
  }

  function build(settings, choices) {
    fields = settings.keys.map((key) => [key, field(key, (value) => act.run(() => server.post("deck", { do: "set", deck: deck.name, values: { [key.name]: value } })))]);
    for (const [key, made] of fields) (key.usual ? usual : rest).append(made.root);
    usual.querySelector("[data-key=stock] input").setAttribute("list", "stocks");
    usual.append(stocks);
    const design = designChoice();
    const change = button("Change size and shape", () => act.run(() => server.post("deck-design", { deck: deck.name, shape: picker.value(), ...design.wish() })), { class: "main for-change" });
    picker = shapePicker(choices, () => {
      const isSame = same(picker?.value() ?? {}, deck.shape);
      change.disabled = state.broken || isSame;
      shape.classList.toggle("changed", !change.disabled);
      design.show(deck, change.disabled ? null : picker.value());
    });
    shape.append(picker.root, design.root, el("div", { class: "shape-foot for-change" }, change));
  }

  return {
    root,
    /** Show a deck as it is now. */
    show(next, settings, choices) {
      root.hidden = !next;
      if (!next) return;
      if (!fields) build(settings, choices);
      deck = next;
      title.textContent = deck.title;
      const { role, noun } = state.decks.get(deck.name) ?? {};
      write.textContent = `Edit its ${role === "card" ? "cards" : noun || "pieces"}`;
      stocks.replaceChildren(...[...new Set(settings.decks.map((each) => each.values.stock))].map((value) => el("option", { value })));
      about.textContent = `${counted(deck.rows, "row")} in ${deck.file}, ${piecesOf(deck)}, ${sizeOf(deck)}`;
      tools.hidden = state.readOnly;
      for (const control of tools.children) control.disabled = state.broken;
      for (const [key, made] of fields) made.set(deck.values[key.name], deck.usual[key.name]);
      const key = JSON.stringify([deck.name, deck.shape, state.readOnly, state.broken]);
      if (key !== shaped) picker.set(deck.shape, { width: deck.width, height: deck.height, kind: deck.shape.kind });
      shaped = key;
      shape.firstChild.textContent = `Size and shape: ${sizeOf(deck)}`;
      back.show(settings, choices);
      copies.show();
      sources.show();
    },
  };
}

const same = (one, other) => JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
const ordered = (shape) => Object.entries(shape).map(([key, value]) => [key, String(value)]).sort();

/** Return the fields of a deck's back. */
function backField(act, deck) {
  const kind = el("select", { on: { change: () => look(true) } });
  const of = el("select");
  const ink = el("select");
  const colour = el("input", { type: "color", class: "swatch", "aria-label": "Colour of the back", value: "#334455" });
  const pattern = el("select");
  const shared = labelled("Deck", of);
  const own = el("div", { class: "game-fields" }, labelled("Colour", ink), el("div", { class: "game-field back-colour" }, colour), labelled("Pattern", pattern));
  const change = button("Change the back", write, { class: "main for-change" });
  const words = el("p", { class: "soft" });
  const drawn = () => [...state.pieces.values()].find((piece) => piece.deck === deck().name && piece.back);
  const open = button("Open the back", () => address.go({ view: "card", at: drawn().key, side: "back", from: "game", part: null }));
  const summary = el("summary", { text: "Back" });
  const root = el("details", { class: "game-details" }, summary, labelled("Back", kind), shared, own, words, el("div", { class: "buttons" }, open, change));
  let others = [];
  let known = "";

  function look(chosen = false) {
    const now = deck().back;
    shared.hidden = kind.value !== "shared";
    own.hidden = kind.value !== "own";
    colour.parentNode.hidden = ink.value !== "";
    const layout = now.layout ? `The design “${now.layout}” draws it now. Open the back to change it.` : "";
    open.hidden = now.kind === "none" || !drawn();
    words.textContent = kind.value === "none" ? "" : kind.value === "own" && now.kind !== "none" && !now.ink
      ? `This makes a new design, and “${now.layout}” stays as a file. To change the picture that is there, turn a card over and change it.` : layout;
    if (chosen) change.disabled = false;
  }

  function write() {
    const colourNow = ink.value || colour.value;
    const wish = { none: { back: "none" }, shared: { back: "shared", of: of.value }, own: { back: "deck", ink: colourNow, pattern: pattern.value }, deck: { back: "deck" }, piece: { back: "piece" } }[kind.value];
    return act.run(() => server.post("deck", { do: "back", deck: deck().name, ...wish }));
  }
  ink.addEventListener("change", () => look(true));
  for (const control of [of, pattern, colour]) control.addEventListener("change", () => look(true));

  return {
    root,
    async show(settings, choices) {
      const { name, back } = deck();
      others = settings.decks.filter((each) => each.name !== name && each.back.kind !== "none");
      const inks = await server.paletteInks();
      if (name !== deck().name) return;
      const title = (each) => settings.decks.find((other) => other.name === each)?.title ?? each;
      summary.textContent = `Back: ${{ none: "none", piece: "one for each piece", deck: back.shared?.length ? `shared with ${back.shared.map(title).join(", ")}` : "one for the whole deck" }[back.kind]}`;
      const key = JSON.stringify([name, back, others.map((each) => each.name), inks, state.readOnly, state.broken]);
      if (key === known) return;
      known = key;
      const kinds = [["none", "none"], ["shared", "the back of another deck"], ["own", "plain, in one colour"],
        ...(back.kind === "none" ? [] : [["deck", "its own design, one for the whole deck"], ["piece", "its own design, one for each card"]])];
      kind.replaceChildren(...kinds.filter(([value]) => value !== "shared" || others.length).map(([value, text]) => el("option", { value, text })));
      kind.value = back.kind === "none" ? "none" : back.ink && !back.shared.length ? "own" : back.shared.length ? "shared" : back.kind;
      of.replaceChildren(...others.map((each) => el("option", { value: each.name, text: each.title })));
      if (back.shared?.length) of.value = back.shared[0];
      ink.replaceChildren(...inks.map((each) => el("option", { value: each.name, text: titled(each.name) })), el("option", { value: "", text: "a colour of its own" }));
      ink.value = inks.some((each) => each.name === back.ink) ? back.ink : back.ink ? "" : inks[0]?.name ?? "";
      if (back.ink?.startsWith("#")) colour.value = back.ink;
      pattern.replaceChildren(...choices.patterns.map((each) => el("option", { value: each, text: each })));
      pattern.value = back.pattern || "frame";
      for (const control of root.querySelectorAll("select, input")) control.disabled = state.readOnly || state.broken;
      look();
      change.disabled = true;
    },
  };
}

/** Return the fields that say how many copies there are. */
function copiesField(act, deck) {
  const number = el("input", { type: "number", min: 0, max: 1000, step: 1 });
  const all = button("Give all this number", () => number.value !== "" && write(Number(number.value)), { class: "for-change" });
  const column = button("Let a column say how many", () => write(null), { class: "for-change" });
  const words = el("p", { class: "soft" });
  const summary = el("summary", { text: "Copies" });
  const root = el("details", { class: "game-details" }, summary, el("div", { class: "copies-row" }, labelled("Copies of each card", number), all, column), words);
  const write = (copies) => act.run(() => server.post("deck", { do: "copies", deck: deck().name, copies }));
  number.addEventListener("keydown", (event) => event.key === "Enter" && number.value !== "" && write(Number(number.value)));
  return {
    root,
    show() {
      const { copies, file } = deck();
      summary.textContent = `Copies: ${copies.number === null ? `as the column ${headOf("copies", deck().name)} says` : `${copies.number} of each`}`;
      if (document.activeElement !== number) number.value = copies.number ?? "";
      const fixed = state.readOnly || state.broken || Boolean(copies.reason);
      number.disabled = all.disabled = column.disabled = fixed;
      column.hidden = copies.column;
      words.textContent = copies.reason || (copies.column ? `The column ${headOf("copies", deck().name)} of ${file} says how many: change it for each card in Cards.` : `${file} has no column copies: there is one of each.`);
    },
  };
}
