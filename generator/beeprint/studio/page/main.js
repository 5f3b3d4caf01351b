/** Bring the views together: what the address names is shown, and told of each change. */

import * as address from "./address.js";
import { cardToDesign, remember } from "./designed.js";
import { counted, el, say } from "./dom.js";
import { drop, offer } from "./drop.js";
import "./emphasis.js";
import "./focus.js";
import { gameMenu } from "./games.js";
import * as keys from "./keys.js";
import * as lost from "./lost.js";
import { past } from "./past.js";
import { loadPresses, watchPresses } from "./presses.js";
import { connect, state, watch } from "./state.js";
import { announce, problems } from "./problems.js";
import { overview } from "./overview.js";
import * as server from "./server.js";
import { follow } from "./sight.js";

// Each view with its title, its module, which is fetched when it is first seen or when all is calm, and its page of Help.
const VIEWS = [
  ["overview", "Overview", async () => overview, "studio#the-views"],
  ["cards", "Cards", async () => (await import("./cards.js")).cards, "studio#cards"],
  ["card", "Design", async () => (await import("./card.js")).card, "studio#changing-a-card"],
  ["game", "Game", async () => (await import("./game.js")).gameView, "studio#game"],
  ["problems", "Problems", async () => problems, "studio#problems"],
  ["sheets", "Sheets", async () => (await import("./sheets.js")).sheets, "studio#sheets"],
  ["rules", "Rules", async () => (await import("./rules.js")).rules, "design#write-the-rules-of-play"],
  ["numbers", "Numbers", async () => (await import("./numbers.js")).numbers, "studio#the-views"],
  ["export", "Export", async () => (await import("./exports.js")).exporting, "design#print"],
];
const main = document.getElementById("main");
const nav = document.getElementById("views");
const views = new Map();
const makers = new Map(); // what makes a view, once its module is fetched
let shown = null;
const badge = el("span", { class: "badge", hidden: true });
const CALM = 300; // ms after the first reading, when the first cards are being drawn
let choice = chosen();
let fetching = 0;

for (const [name, title] of VIEWS) {
  nav.append(el("button", { type: "button", "data-view": name, on: { click: () => visit(name) } }, el("span", { text: title })));
}

nav.querySelector("[data-view=problems]").append(badge);

/** Go to a view, which begins with fronts: a side that was turned up belongs to the view before. Design and Cards open the
 * deck that the other one shows. */
function visit(name) {
  const { view, side, at, deck } = address.now;
  const again = view === name;
  if (name === "card") return again || address.go({ view: name, at: cardToDesign(), from: view, side: null });
  const designed = name === "cards" && view === "card" && state.pieces.get(at)?.deck;
  address.go({ view: name, at: null, from: null, side: again ? side ?? null : null, deck: designed || (deck ?? null) });
}

/** Add a card to a deck in the view of cards, where its name can be typed. */
async function addCard(deck) {
  address.go({ view: "cards", at: null, side: null, deck });
  (await made("cards")).add();
}

/** Return a view, whose module is fetched when it is first asked for. */
async function made(name) {
  await fetchView(name);
  return views.get(name) ?? make(name);
}

async function fetchView(name) {
  const [, , load] = VIEWS.find(([each]) => each === name);
  makers.set(name, await load());
}

function make(name) {
  const view = makers.get(name)({ addCard });
  view.root.hidden = true;
  main.append(view.root);
  views.set(name, view);
  rest();
  return view;
}

/** Fetch the modules of all views, so that each opens at once and dropped files are taken in any of them. */
async function fetchAll() {
  for (const [name] of VIEWS) await fetchView(name);
  document.documentElement.dataset.views = "fetched";
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
  const name = VIEWS.some(([each]) => each === asked.view) ? asked.view : VIEWS[0][0];
  notYet();
  if (!makers.has(name)) return void fetchView(name).then(() => look(address.now, before));
  const view = views.get(name) ?? make(name);
  if (shown !== view) {
    if (shown?.root.contains(document.activeElement)) document.activeElement.blur(); // what is typed there is written
    shown?.leave?.();
    if (shown) shown.root.hidden = true;
    view.root.hidden = false;
    shown = view;
  }
  document.getElementById("help").href = `help?page=${VIEWS.find(([each]) => each === name)[3]}`;
  document.documentElement.dataset.seen = asked.seen ?? "";
  if (name === "card" && asked.at) remember(asked.at);
  for (const one of nav.children) {
    one.setAttribute("aria-current", one.dataset.view === name ? "page" : "false");
    if (one.dataset.view === name) one.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  view.look(asked, before);
  if (asked.press && asked.press !== before?.press) loadPresses();
}

/** Let nothing be used while the studio is stopped: nothing would be written. */
function rest() {
  nav.inert = lost.isOver(state.link) || state.link === "other";
  for (const { root } of views.values()) root.inert = lost.isOver(state.link); // beside another game, what is typed stays
}

/** Open the page's own game in place of the one that another window opened; the page goes on where it was. */
async function openAgain() {
  try {
    await server.post("open-game", { path: state.path, "read-only": state.readOnly });
  } catch (error) {
    document.getElementById("lost").append(el("p", { role: "alert", text: error.message }));
  }
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
  lost.explain(document.getElementById("lost"), state.link, state.game?.folder, undefined, state.link === "other" ? { mine: state.game?.title ?? "this game", other: state.other, open: openAgain } : {});
  rest();
  if (state.link === "other") return; // the page shows its own game as it was
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
  fetching ||= setTimeout(fetchAll, CALM);
});
watchPresses(() => address.now.press && state.ready && shown?.refresh({ changed: new Set(), whole: false }));

offer(() => !views.has("cards"), async (files, target, event) => {
  await made("cards"); // it takes tables in any view
  await drop(files, target, event);
});
address.watch(look);
document.getElementById("show-keys").addEventListener("click", keys.help);
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
keys.offer("Everywhere", () => true, [
  ["?", "show the keys", keys.help],
]);
const undoes = ["overview", "problems", "sheets", "rules", "numbers", "export"]; // the others say it in their own line
keys.offer("Undo", () => undoes.includes(shown && address.now.view ? address.now.view : VIEWS[0][0]) && !state.readOnly, [
  ["Ctrl+z", "undo", () => void past("undo")],
  ["Ctrl+y or Ctrl+Shift+z", "redo", () => void past("redo")],
]);
keys.offer("Views", () => true, VIEWS.map(([name, title], at) => [String(at + 1), title, () => visit(name)]));
gameMenu(document.getElementById("game-menu"));
look(address.now, null);
follow(main);
connect();
