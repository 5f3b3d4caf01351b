/** The decks of the game: a list with a face of each, and what is set of the one that is chosen. */

import * as address from "./address.js";
import { shape as cut, trimmed } from "./cells.js";
import { addDeck } from "./deckdialogs.js";
import { deckPanel, piecesOf } from "./deckpanel.js";
import { button, el, icon, kept, still } from "./dom.js";
import { offer } from "./drop.js";
import { notBroughtIn } from "./filedrop.js";
import * as picture from "./picture.js";
import * as server from "./server.js";
import { sizeOf } from "./shapes.js";
import { state } from "./state.js";

const ROOM = [62, 62]; // pixels for a face

/** Return the part of the view that shows the decks. */
export function decksPart(act) {
  const add = button("", () => begin(), { class: "main" });
  add.append(icon("plus"), el("span", { text: "Add deck" }));
  const list = el("ul", { class: "deck-list" });
  const none = el("p", { class: "soft", text: "This game has no decks yet. Add deck makes the first: plain cards, a table of yours, or a deck of a template." });
  const panel = deckPanel(act, choose);
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "Decks" }), add), none, el("div", { class: "decks-body" }, list, panel.root));
  const put = kept();
  let settings = null;
  let choices = null;
  let loading = null;
  let shown = "";
  let wanted = ""; // a deck that is being made

  const isTable = (file) => choices?.tables.some((ending) => file.name.toLowerCase().endsWith(ending));
  const live = () => address.now.view === "game" && root.isConnected && !state.readOnly && !document.querySelector("dialog[open]");
  offer((file) => live() && isTable(file), ([file]) => begin(file));

  function choose(name) {
    address.go({ deck: name });
  }

  async function begin(file = null) {
    await loading; // a click that comes first waits
    if (!settings) return;
    const answer = await addDeck(choices, settings.decks, file).catch(notBroughtIn);
    if (!answer) return;
    wanted = answer.title;
    act.done(answer);
  }

  const refresh = () => (loading = read());
  async function read() {
    try {
      const before = new Set(settings?.decks.map(({ name }) => name));
      choices = await server.deckChoices();
      settings = await server.deckSettings();
      const made = wanted && settings.decks.find(({ name }) => !before.has(name));
      if (made) {
        wanted = "";
        choose(made.name);
      }
    } catch (error) {
      return act.refuse(error);
    }
    look();
  }

  function look() {
    if (!settings) return;
    add.hidden = state.readOnly;
    add.disabled = state.broken;
    none.hidden = settings.decks.length > 0;
    const named = (wish) => settings.decks.find(({ name }) => name === wish);
    const chosen = named(address.now.deck) ?? named(shown) ?? settings.decks[0];
    shown = chosen?.name ?? "";
    put(list, settings.decks, ({ name }) => name, item);
    for (const made of list.children) made.draw(settings.decks.find(({ name }) => name === made.dataset.deck), made.dataset.deck === chosen?.name);
    panel.show(chosen ?? null, settings, choices);
  }

  function item({ name }) {
    const face = el("span", { class: "deck-face", "aria-hidden": "true" }, trimmed());
    const title = el("strong");
    const words = el("span", { class: "soft" });
    const act = () => {
      choose(name);
      panel.root.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" }); // below the list on a narrow screen
    };
    const made = el("li", { "data-deck": name }, button("", act, { class: "deck-tile" }));
    made.firstChild.append(face, el("span", { class: "deck-words" }, title, words));
    made.draw = (deck, chosen) => {
      title.textContent = deck.title;
      words.textContent = `${piecesOf(deck)}, ${sizeOf(deck)}`;
      made.firstChild.setAttribute("aria-current", chosen ? "true" : "false");
      drawFace(face.firstChild, name);
    };
    return made;
  }

  return { root, refresh, look };
}

/** Show the first face of a deck. */
function drawFace(place, name) {
  const deck = state.decks.get(name);
  const piece = [...state.pieces.values()].find((each) => each.deck === name && each.front);
  if (!deck || !piece) return;
  cut(place, deck, "front", Math.min(ROOM[0] / deck.width, ROOM[1] / deck.height));
  picture.show(place.firstChild, server.face(piece, "front"));
}
