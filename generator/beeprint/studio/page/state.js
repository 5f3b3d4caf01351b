/** What is known of the game, kept true by the studio's events. */

import { counted } from "./dom.js";
import * as server from "./server.js";

export const state = {
  link: "opening", // or live, or why it is lost: again (for a moment), gone, moved, unknown, other (another game is open)
  path: "", // of the game's folder
  other: "", // the title of another game that was opened since
  ready: false,
  readOnly: false,
  broken: false,
  checking: false,
  game: null,
  decks: new Map(),
  pieces: new Map(), // in the order of the game
  problems: [],
  marks: new Map(), // the worst severity of a piece's problems
  profiles: [],
  version: 0,
  reading: 0, // counts how often the files were read again
  opened: new Map(), // what each piece was when the page was opened
  exports: new Map(), // profile -> how far its last export is
};

const renamed = new Map(); // key of a piece as it was -> as it is now

/** Return the key that a piece has now, by one that it had when its id was another. */
export const keyNow = (key) => (state.pieces.has(key) ? key : renamed.get(key) ?? key);

/** What can be undone and done again, in words; empty where there is nothing. `breaks` is the step to undo since which the
 * game cannot be shown as it is. */
export const undoable = { undo: "", redo: "", breaks: "" };

const listeners = new Set();
const exportListeners = new Set();
const openedBy = new Map(); // choice of language, edition, players -> opened
const RETRY = 3000; // ms between attempts to reach a studio that does not answer
const [TICK, SLEPT] = [5000, 30000]; // ms: a page that is seen and misses its ticks so long was asleep
const LOST = ["again", "gone", "moved", "unknown"];
let source = null;
let retry = 0;
let ticked = Date.now();

/** Call `listener(change)` after each change: {changed: Set of keys, whole: bool}. */
export function watch(listener) {
  listeners.add(listener);
}

/** Call `listener(profile)` whenever an export takes a step: state.exports says how far it is. */
export function watchExports(listener) {
  exportListeners.add(listener);
}

/** Follow the game in the chosen language, edition and number of players. */
export function connect() {
  source?.close();
  clearTimeout(retry);
  source = new EventSource(server.events());
  source.addEventListener("state", (event) => takeWhole(JSON.parse(event.data)));
  source.addEventListener("change", (event) => takeChange(JSON.parse(event.data)));
  source.addEventListener("export", (event) => takeExport(JSON.parse(event.data)));
  const mine = source;
  source.onerror = async () => {
    if (mine.readyState === EventSource.CLOSED) {
      clearTimeout(retry);
      retry = setTimeout(connect, RETRY);
    }
    const found = await server.reach();
    if (mine === source && mine.readyState !== EventSource.OPEN) link(found);
  };
}

/** Begin again at once when the page is seen again, or the machine wakes up: nobody is told that a connection slept. */
function awake(slept) {
  if (document.visibilityState === "visible" && (slept || LOST.includes(state.link))) connect();
}
addEventListener("online", () => awake(true));
addEventListener("pageshow", (event) => event.persisted && awake(true));
document.addEventListener("visibilitychange", () => {
  ticked = Date.now();
  awake(false);
});
setInterval(() => {
  const slept = Date.now() - ticked > SLEPT;
  ticked = Date.now();
  if (slept) awake(true);
}, TICK);

function link(now) {
  if (state.link === now) return;
  state.link = now;
  tell(new Set(), false);
}

/** Take in how far an export is. */
export function takeExport(found) {
  if (state.link === "other") return;
  state.exports.set(found.profile, found);
  exportListeners.forEach((one) => one(found.profile));
}

function takeWhole(found) {
  if (server.opened.number && state.path !== found.path) return tellOther(found);
  server.opened.number = found.number;
  state.path = found.path;
  const before = state.pieces;
  state.exports.clear(); // the studio tells of those it knows
  common(found);
  state.readOnly = Boolean(found["read-only"]);
  state.profiles = found.profiles ?? [];
  state.reading += 1;
  if (found.pieces) state.pieces = new Map(found.pieces.map((piece) => [piece.key, piece]));
  settle(found);
  const changed = new Set();
  for (const [key, piece] of state.pieces) if (differs(before.get(key), piece)) changed.add(key);
  tell(changed, true);
}

/** Take in that another game is open: the page keeps its own, and asks for nothing more. */
function tellOther({ game }) {
  state.link = "other";
  if (game) state.other = game.title;
  tell(new Set(), false);
}

function takeChange(found) {
  if (state.link === "other") return tellOther(found);
  common(found);
  const opening = !openedBy.has(server.choice().toString()); // its first faces came ahead of the rest
  // What is seen comes ahead of the rest; with the rest it is told again, in full.
  if (found.pieces && !found.ahead) state.reading += 1;
  const changed = new Set();
  for (const piece of found.pieces ?? []) {
    state.pieces.set(piece.key, piece);
    changed.add(piece.key);
  }
  for (const key of found.gone ?? []) state.pieces.delete(key);
  for (const names of Object.entries(found.renamed ?? {})) rename(...names);
  if (found.order) {
    const had = state.pieces;
    state.pieces = new Map(found.order.filter((key) => had.has(key)).map((key) => [key, had.get(key)]));
  }
  settle(found);
  if (found.ahead || opening) changed.clear();
  tell(changed, Boolean(opening || found.order || found.gone?.length || found.decks || found.game));
}

/** Take in that a piece has another id, and stays the same piece. */
function rename(before, now) {
  for (const [key, value] of renamed) if (value === before) renamed.set(key, now);
  renamed.set(before, now);
}

/** Return a piece as it was when the page was opened, by another id too; undefined where there was none. */
export function asOpened({ key }) {
  const first = [...renamed].find(([, now]) => now === key)?.[0];
  return state.opened.get(key) ?? state.opened.get(first);
}

/** Remember the first pieces that are seen of each choice, with which later ones are compared. */
function settle({ ahead }) {
  state.ready = state.game !== null;
  const choice = server.choice().toString();
  if (state.ready && !ahead && !openedBy.has(choice)) openedBy.set(choice, new Map(state.pieces));
  state.opened = openedBy.get(choice) ?? state.pieces;
}

/** Take in what an answer says of undoing. */
export function takeUndoable(found) {
  if ("can-undo" in found) undoable.undo = found["can-undo"];
  if ("can-redo" in found) undoable.redo = found["can-redo"];
  if ("breaks" in found) undoable.breaks = found.breaks;
}

function common(found) {
  takeUndoable(found);
  state.link = "live";
  state.version = found.version;
  state.broken = Boolean(found.broken);
  state.checking = Boolean(found.checking);
  if (found.game) state.game = found.game;
  if (found.decks) state.decks = new Map(found.decks.map((deck) => [deck.name, deck]));
  if (found.problems) {
    const rank = (problem) => (problem.severity === "error" ? 0 : 1);
    state.problems = [...found.problems].sort((a, b) => rank(a) - rank(b));
    state.marks = new Map();
    for (const { severity, pieces } of state.problems)
      for (const key of pieces) if (!state.marks.has(key)) state.marks.set(key, severity);
  }
}

function differs(before, piece) {
  return !before || before.front !== piece.front || before.back !== piece.back;
}

/** Return whether a piece looks or reads otherwise than when the page was opened. */
export function isChanged(piece) {
  const before = asOpened(piece);
  // A column that is new, or gone, is no change of each piece.
  return differs(before, piece) || Object.entries(before.fields).some(([name, text]) => name in piece.fields && piece.fields[name] !== text);
}

/** Return the decks of the game, without the boxes for them. */
export const decksOnly = () => [...state.decks.values()].filter((deck) => !deck.box);

/** Return what a person calls a column: its head in the table of a deck, else in that of the first deck that has it. */
export function headOf(column, deck = "") {
  const heads = [state.decks.get(deck), ...state.decks.values()].map((each) => each?.heads?.[column]);
  return heads.find(Boolean) ?? column;
}

/** Return whether a piece is a box, which is printed but is no part of the game. */
export const isBox = (piece) => Boolean(state.decks.get(piece.deck)?.box);

/** Return how many pieces there are, their copies too: what is counted in all views, and on the command line. */
export const sum = (pieces) => pieces.reduce((all, { copies }) => all + copies, 0);

/** Say how many pieces there are: "41 different, 47 printed", or "41 pieces" where none has copies. */
export function piecesIn(pieces) {
  if (pieces.every(({ copies }) => copies === 1)) return counted(pieces.length, "piece");
  return `${pieces.length.toLocaleString("en")} different, ${sum(pieces).toLocaleString("en")} printed`;
}

/** Return the problems of a piece: its own, and those of its design, which concern no piece alone. */
export function problemsOf(key) {
  const deck = state.pieces.get(key)?.deck;
  return state.problems.filter(({ pieces, draws }) => pieces.includes(key) || (!pieces.length && draws.includes(deck)));
}

function tell(changed, whole) {
  for (const listener of listeners) listener({ changed, whole });
}
