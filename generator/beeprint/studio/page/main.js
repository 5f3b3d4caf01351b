/** Bring the views together: what the address names is shown, and told of each change. */

import * as address from "./address.js";
import { counted, el, say } from "./dom.js";
import "./drop.js";
import "./focus.js";
import { gameView } from "./game.js";
import { gameMenu } from "./games.js";
import * as keys from "./keys.js";
import * as lost from "./lost.js";
import { loadPresses, watchPresses } from "./presses.js";
import { connect, state, watch } from "./state.js";
import { card } from "./card.js";
import { cards } from "./cards.js";
import { announce, problems } from "./problems.js";
import { exporting } from "./exports.js";
import { numbers } from "./numbers.js";
import { rules } from "./rules.js";
import { sheets } from "./sheets.js";
import { follow } from "./sight.js";
import { table } from "./table.js";

const VIEWS = [
  ["table", "Table", table],
  ["cards", "Cards", cards],
  ["game", "Game", gameView],
  ["problems", "Problems", problems],
  ["sheets", "Sheets", sheets],
  ["rules", "Rules", rules],
  ["numbers", "Numbers", numbers],
  ["export", "Export", exporting],
  ["card", "", card],
];
const main = document.getElementById("main");
const nav = document.getElementById("views");
const views = new Map();
let shown = null;
const badge = el("span", { class: "badge", hidden: true });
let choice = chosen();

for (const [name, title] of VIEWS) {
  if (!title) continue;
  nav.append(el("button", { type: "button", "data-view": name, on: { click: () => visit(name) } }, el("span", { text: title })));
}

nav.querySelector("[data-view=problems]").append(badge);

/** Go to a view, which begins with fronts: a side that was turned up belongs to the view before. */
function visit(name) {
  const { view, side } = address.now;
  address.go({ view: name, at: null, side: view === name ? side ?? null : null });
}

/** Add a card to a deck in the view of cards, where its name can be typed. */
function addCard(deck) {
  address.go({ view: "cards", at: null, side: null, deck });
  views.get("cards").add();
}

function chosen() {
  const { language, edition, players } = address.now;
  return JSON.stringify([language, edition, players]);
}

function look(asked, before) {
  if (choice !== chosen()) {
    choice = chosen();
    connect();
  }
  const found = VIEWS.find(([one]) => one === asked.view) ?? VIEWS[0];
  const [name, , make] = found;
  if (!views.has(name)) {
    views.set(name, make({ addCard }));
    views.get(name).root.hidden = true;
    main.append(views.get(name).root);
  }
  const view = views.get(name);
  if (shown !== view) {
    if (shown?.root.contains(document.activeElement)) document.activeElement.blur(); // what is typed there is written
    shown?.leave?.();
    if (shown) shown.root.hidden = true;
    view.root.hidden = false;
    shown = view;
  }
  document.documentElement.dataset.seen = asked.seen ?? "";
  const tab = name === "card" ? asked.from ?? "table" : name;
  for (const one of nav.children) {
    one.setAttribute("aria-current", one.dataset.view === tab ? "page" : "false");
    if (one.dataset.view === tab) one.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  notYet();
  view.look(asked, before);
  if (asked.press && asked.press !== before?.press) loadPresses();
}

/** Say that there is nothing to show before the game has been read once; the view of problems says why. */
function notYet() {
  const words = document.getElementById("not-yet");
  words.hidden = state.ready || (state.broken && address.now.view === "problems");
  words.textContent = state.broken ? "The game appears here as soon as it can be read." : "Opening the game";
  document.body.classList.toggle("unread", !words.hidden);
}

const link = document.getElementById("link");
link.textContent = lost.SHORT.opening;
watch((change) => {
  if (state.link === "live" && !state.ready && !state.broken) return;
  document.documentElement.dataset.link = state.link;
  link.textContent = lost.SHORT[state.link] ?? (state.checking ? "Checking" : "");
  lost.explain(document.getElementById("lost"));
  announce(badge, document.getElementById("band"));
  notYet();
  if (!state.ready) return address.now.view === "problems" && shown?.refresh(change);
  const { title, version } = state.game;
  const heading = document.getElementById("title");
  heading.textContent = heading.title = title;
  document.title = `${title} ${version ?? ""} - beeprint studio`;
  if (change.changed.size && change.changed.size < state.pieces.size) say(`${counted(change.changed.size, "piece")} changed`);
  shown?.refresh(change);
  if (address.now.press) loadPresses();
});
watchPresses(() => address.now.press && state.ready && shown?.refresh({ changed: new Set(), whole: false }));

address.watch(look);
document.getElementById("show-keys").addEventListener("click", keys.help);
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
keys.offer("Everywhere", () => true, [
  ["?", "show the keys", keys.help],
]);
keys.offer("Views", () => true, VIEWS.filter(([, title]) => title).map(([name, title], at) => [String(at + 1), title, () => visit(name)]));
gameMenu(document.getElementById("game-menu"));
look(address.now, null);
follow(main);
connect();
