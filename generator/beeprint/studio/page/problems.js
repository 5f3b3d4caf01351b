/** Every problem in words, with its place and its pieces; also the band that says what is broken. */

import * as address from "./address.js";
import { groupsOf, sentenceOf, subjectOf } from "./alike.js";
import * as cells from "./cells.js";
import { button, capital, counted, el, icon, kept, say, stopped, titled, withHelp } from "./dom.js";
import { fixesOf, fixesOfAll, sharedFixes } from "./fixes.js";
import { wayToIcon, waysToPictures } from "./missing.js";
import * as picture from "./picture.js";
import { past } from "./past.js";
import * as server from "./server.js";
import { state, undoable } from "./state.js";

const MOST = 400; // problems in the list at once
const THUMBS = 6;
const LAYOUT = /(^|\/)layouts\/.*\.yaml$/;
const CALLED = { "game.yaml": "What the game says of its decks and cards", "palette.yaml": "The palette" };

/** Return a button that copies a text, and says so in another element. */
export function copyButton(text, answer) {
  const made = button("", async () => {
    try {
      await navigator.clipboard.writeText(text);
      answer.textContent = "Copied";
    } catch {
      answer.textContent = "The browser does not allow copying";
    }
    setTimeout(() => (answer.textContent = ""), 1500);
  }, { class: "quiet small", "aria-label": `copy ${text}` });
  made.append(icon("copy"), "copy");
  return made;
}

/** Return what opens to the place of something in a file, with buttons that open it in an editor and copy it: the one part
 * of the page that names the lines of files. */
export function placeLine(place) {
  const line = el("p", { class: "place" });
  const words = el("code", { text: within(place.text), title: place.text });
  const answer = el("span", { class: "soft", role: "status" });
  line.append(words, copyButton(place.text, answer));
  if (place.file && !state.readOnly) {
    const open = button("", () => openPlace(place, answer), { class: "quiet small", "aria-label": `open ${place.text}` });
    open.append(icon("open"), "open");
    line.append(open);
  }
  line.append(answer);
  return el("details", { class: "in-file" }, el("summary", { text: "Where it is written" }), line);
}

/** Return a place as it is called within the game's folder. */
export function within(text) {
  const folder = `${state.game?.folder ?? ""}/`;
  return text.startsWith(folder) ? text.slice(folder.length) : text;
}

async function openPlace({ file, line, column }, answer) {
  try {
    const { opened, link } = await server.post("open", { file, line, column });
    if (opened) answer.textContent = "Opened";
    else answer.replaceChildren("No text editor could be started. If you have VS Code, ", el("a", { href: safe(link), text: "open it there" }));
  } catch (error) {
    answer.textContent = `Not opened: ${error.message}`;
  }
}

/** Return a link that only an editor understands, or none. */
const safe = (link) => (/^(vscode|vscode-insiders|vscodium|cursor|windsurf|zed|txmt|idea|pycharm):\/\/(file\/|open\?)/.test(link ?? "") ? link : null);

/** Return what is wrong without the words that say where, which `where` has. */
export const shortOf = ({ parts, message }) => (parts ? parts.join("") : message);

/** Return what a problem is called: what a draft can do without has the same word here and where printing refuses it. */
const graded = ({ hole, severity }) => (hole ? "unfinished" : severity);
const gradeOf = ({ hole, severity }) => (hole ? "warning" : severity);

/** Return a problem as an item of a list. */
export function item(problem, withPieces = true) {
  const made = el("li", { class: "problem", "data-severity": gradeOf(problem) });
  const words = el("div", { class: "problem-words" });
  if (problem.where) words.append(el("p", { class: "where", dir: "auto", text: problem.where }));
  words.append(el("p", { class: "message", text: capital(shortOf(problem)) }));
  if (problem.hint) words.append(el("p", { class: "hint" }, withHelp(capital(problem.hint))));
  words.append(fixesOf(problem) ?? "", waysToPictures([problem]) ?? "", wayToIcon(problem) ?? "");
  if (problem.place?.text) words.append(placeLine(problem.place));
  made.append(el("span", { class: "severity", text: graded(problem) }), words);
  if (withPieces && problem.pieces.length) made.append(thumbs(problem.pieces, slotNamed(problem)));
  else if (withPieces && LAYOUT.test(problem.place?.file ?? "")) words.append(showing(problem));
  return made;
}

/** Return problems as items of a list, those of one kind as one; `opened` holds the kinds that are open. */
export const itemsOf = (problems, opened, withPieces = true) => groupsOf(problems).map((group) => itemOf(group, opened, withPieces));

/** Return the item of a kind: its one problem, or what opens to all of them. */
function itemOf({ key, problems }, opened, withPieces = true) {
  if (problems.length === 1) return item(problems[0], withPieces);
  const [first] = problems;
  const subject = subjectOf(problems);
  const words = el("div", { class: "problem-words" }, el("p", { class: "message" }, el("strong", { text: `${subject}: ` }), sentenceOf(problems)));
  const hints = new Set(problems.map(({ hint }) => hint));
  if (hints.size === 1 && first.hint) words.append(el("p", { class: "hint" }, withHelp(capital(first.hint))));
  words.append(fixesOfAll(problems) ?? "", waysToPictures(problems) ?? "");
  const list = el("ul", { class: "problems each", "aria-label": `${subject}: each problem` });
  const each = el("details", { class: "each-problem", open: opened.has(key) }, el("summary", { text: `Show all ${problems.length}` }), list);
  const fill = () => {
    opened[each.open ? "add" : "delete"](key);
    if (each.open && !list.childElementCount) list.append(...problems.slice(0, MOST).map((problem) => item(problem, withPieces)));
  };
  each.addEventListener("toggle", fill);
  if (each.open) fill();
  words.append(each);
  const pieces = [...new Set(problems.flatMap((problem) => problem.pieces))];
  const thumbnails = withPieces && pieces.length ? thumbs(pieces, slotNamed(first)) : "";
  return el("li", { class: "problem alike", "data-severity": gradeOf(first) }, el("span", { class: "severity", text: graded(first) }), words, thumbnails);
}

/** Return a button that shows the layer of a problem on a card. */
function showing(problem) {
  const answer = el("span", { class: "soft", role: "status" });
  const show = button("Show it on a card", async () => {
    const to = await slotOf(problem).catch(() => null);
    if (to) address.go({ view: "card", ...to });
    else answer.textContent = "No deck uses this design now.";
  }, { class: "small" });
  return el("p", { class: "place" }, show, answer);
}

/** Return where the layer of a problem is seen, as the address of a card states it: on a first card that draws it, else on
 * that of a deck of its design; null for a design without cards. */
async function slotOf(problem) {
  const { place, draws } = problem;
  const called = slotNamed(problem);
  for (const deck of state.decks.values()) {
    const piece = [...state.pieces.values()].find((each) => each.deck === deck.name);
    for (const side of ["front", "back"].filter((each) => piece?.[each])) {
      const slots = (await server.anatomy(piece, side)).slots.filter((slot) => slot.place.file === place.file);
      const slot = slots.find((each) => [each.name, each.path.join("/")].includes(called)) ?? slots.find((each) => each.place.line === place.line);
      if (slot) return { at: piece.key, side: side === "back" ? side : null, slot: slot.path.join("/") };
    }
  }
  const first = [...state.pieces.values()].find(({ deck }) => draws.includes(deck));
  return first ? { at: first.key, side: null, slot: called } : null;
}

/** Return the layer that a problem is about, null for none. */
const slotNamed = ({ slot, message }) => slot || (/\b(?:text|picture|icon|shape|grid|edge|layer) “([\w-]+)”/.exec(message)?.[1] ?? null);

function thumbs(keys, slot) {
  const row = el("div", { class: "thumbs" });
  for (const key of keys.slice(0, THUMBS)) {
    const piece = state.pieces.get(key);
    const deck = piece && state.decks.get(piece.deck);
    if (deck) row.append(thumb(piece, deck, 74, "front", slot));
  }
  if (keys.length > THUMBS) row.append(el("span", { class: "soft", text: `and ${keys.length - THUMBS} more` }));
  return row;
}

/** Return a small picture of a piece that shows it large when it is clicked, with one of its slots chosen; `size` is its
 * longer side in pixels. */
export function thumb(piece, deck, size, side = "front", slot = null) {
  const face = cells.trimmed();
  const shown = cells.shownSide(piece, side);
  cells.shape(face, deck, shown, size / Math.max(deck.width, deck.height));
  const open = () => address.go({ view: "card", at: piece.key, side: shown, slot });
  const made = el("button", { type: "button", class: "thumb", "aria-label": `Show ${piece.name}`, title: piece.name, on: { click: open } });
  made.append(el("div", { class: "card" }, face));
  if (piece[shown]) requestAnimationFrame(() => picture.show(face.firstChild, server.face(piece, shown)));
  return made;
}

/** Return "2 errors, 1 warning, 3 unfinished". */
export function tally() {
  const errors = state.problems.filter((problem) => problem.severity === "error" && !problem.hole).length;
  const unfinished = state.problems.filter(({ hole }) => hole).length;
  const warnings = state.problems.length - errors - unfinished;
  const said = [];
  if (errors) said.push(counted(errors, "error"));
  if (warnings) said.push(counted(warnings, "warning"));
  if (unfinished) said.push(`${unfinished.toLocaleString("en")} unfinished`);
  return { errors, words: said.join(", ") || "no problems" };
}

/** Return the view of all problems. What stays as it was keeps its element, so that a click on it is not lost. */
export function problems() {
  const title = el("h2", { class: "page-title" });
  const note = el("p", { class: "soft" });
  const shared = el("ul", { class: "shared-fixes", "aria-label": "Fixes of several problems" });
  const list = el("ul", { class: "problems" });
  const rest = el("p", { class: "soft" });
  const body = el("div", { class: "column" }, title, note, shared, list, rest);
  const root = el("section", { class: "view pages", tabindex: "0", "aria-label": "Problems" }, body);
  const put = kept();
  const opened = new Set();

  function draw() {
    const { words } = tally();
    const all = state.problems.length;
    const groups = groupsOf(state.problems);
    title.textContent = all ? `${capital(words)}${groups.length < all ? ` of ${counted(groups.length, "kind")}` : ""}` : "Nothing is wrong";
    note.textContent = state.checking
      ? "Some checks are still running."
      : "All checks are done. What they find appears here by itself.";
    note.hidden = !state.checking && state.problems.length > 0;
    const alike = JSON.stringify(state.problems.map(({ fixes }) => fixes));
    if (shared.dataset.key !== alike) shared.replaceChildren(...sharedFixes(groups));
    shared.dataset.key = alike;
    shared.hidden = !shared.childElementCount;
    const faces = (problem) => problem.pieces.map((name) => state.pieces.get(name)?.front);
    const keyOf = ({ problems }) => JSON.stringify([problems, problems.slice(0, THUMBS).map(faces), server.view()]);
    put(list, groups.slice(0, MOST), keyOf, (group) => itemOf(group, opened));
    const more = groups.length - MOST;
    rest.textContent = `${more} more appear when these are solved.`;
    rest.hidden = more <= 0;
  }

  return { root, look: draw, refresh: draw };
}

let told = "";

/** Say how many problems there are, in the tab and to screen readers, and show the band where a file is broken. */
export function announce(badge, band) {
  const { errors, words } = tally();
  badge.textContent = state.problems.length ? String(state.problems.length) : "";
  badge.hidden = !state.problems.length;
  badge.classList.toggle("error", errors > 0);
  badge.setAttribute("aria-label", words);
  if (told && told !== words) say(words);
  told = words;
  const breaking = inBand();
  const [first] = breaking;
  band.hidden = !first;
  const key = first ? JSON.stringify([breaking, undoable.breaks]) : "";
  if (band.dataset.key === key) return;
  band.dataset.key = key;
  if (!first) return band.replaceChildren();
  const file = first.place.file?.split("/").at(-1) || "A file of the game";
  const what = LAYOUT.test(first.place.file ?? "") ? `The design “${titled(file.replace(/\.yaml$/, ""))}” cannot be drawn` : `${CALLED[file] ?? file} cannot be read`;
  const places = breaking.length > 1 ? `${capital(sentenceOf(breaking))} (${counted(breaking.length, "place")})` : `${first.where ?? ""}: ${shortOf(first)}`;
  const undo = undoable.breaks && !state.readOnly ? el("div", { class: "fixes" }, button("Undo", () => past("undo"), { class: "fix" }), el("span", { class: "soft", text: undoable.breaks })) : "";
  band.replaceChildren(el("p", {}, el("strong", { text: `${what}${state.ready ? ", so you see the last good state" : ""}. ` }), stopped(places)),
    first.hint ? el("p", { class: "hint" }, withHelp(capital(first.hint))) : "", undo, breaking.length > 1 ? "" : placeLine(first.place), fixesOfAll(breaking) ?? "");
}

/** Return the problems that the band is about: those of one kind, which are the first reason that the game cannot be shown. */
export function inBand() {
  const errors = state.broken ? state.problems.filter(({ severity }) => severity === "error") : [];
  return errors.length ? groupsOf(errors)[0].problems : [];
}
