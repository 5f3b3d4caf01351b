/** The cells of a piece's row: changed in place, checked while typing, written on Enter or when they are left. */

import { button, el, LOOKING } from "./dom.js";
import { draggable } from "./adding.js";
import { changedMeanwhile, keptElsewhere, writeWords } from "./celleditors.js";
import { briefOf } from "./dialogs.js";
import { chooser, takesFiles } from "./filedrop.js";
import { iconOffers } from "./iconoffer.js";
import { askToList, lackingWords, unlisted } from "./lists.js";
import * as server from "./server.js";
import { headOf, keyNow, state } from "./state.js";

const OTHER = "\n"; // the value of the entry of a list by which one types another word: no cell holds it
const PAUSE = 250; // ms after the last letter until a cell is checked

/** Return the table of a row; `show(piece, deck, row)` fills it, `tell(text, undo)` says what was done, and `place(column)` shows a column
 * on the card. */
export function rowEditor(tell, place) {
  const body = el("tbody");
  const note = el("p", { class: "soft cells-note" });
  const root = el("div", {}, el("table", { class: "cells", "aria-label": "Cells of the row" }, body), note);
  const cells = new Map(); // column -> cell
  let shown = ""; // whether the cells can be edited, and their names
  let of = ""; // the key of the piece
  let noted = "";

  /** Let a picture be dropped on a cell; a cell that names pictures also gets a button. */
  function takePictures(deck) {
    const place = (column) => ({ to: { kind: "cell", deck: deck.name, id: of.slice(deck.name.length + 1), column }, words: `Drop to name it as ${headOf(column, deck.name)}` });
    for (const [name, { root }] of cells) takesFiles(root, () => place(name));
    const mine = shown;
    server.columns(deck.name).then((columns) => {
      if (mine !== shown) return;
      for (const { name, pictures } of columns) if (pictures) cells.get(name)?.root.querySelector("textarea")?.after(chooser(() => place(name), { label: `Choose a file for ${headOf(name, deck.name)}` }));
    }, () => {});
  }

  /** Return what shows a column on the card that no card shows yet. */
  const placer = (name, head) => button("Place on the card", () => place(name), { class: "small", "aria-label": `Place ${head} on the card`, title: "The card does not show it yet. Or drag its name onto the card" });

  // The browser asks whether to leave, and the cell is written meanwhile.
  addEventListener("beforeunload", (event) => root.isConnected && [...cells.values()].some((cell) => cell.part?.()) && event.preventDefault());

  return {
    root,
    show(piece, deck, row) {
      const editable = Boolean(row && deck.editable && !state.readOnly);
      const found = row ?? Object.entries(piece.fields).map(([name, text]) => ({ name, text }));
      const key = JSON.stringify([deck.name, editable, found.map((one) => [one.name, headOf(one.name, deck.name), one.words, one.optional, one.absent])]);
      const same = key === shown && keyNow(of) === piece.key; // by another id too
      const known = state.broken && same; // the last good state lacks what was written since
      of = piece.key;
      if (!same) {
        shown = key;
        const held = [...cells].find(([, one]) => one.root.contains(document.activeElement))?.[0];
        cells.clear();
        for (const each of found) cells.set(each.name, cell(each, headOf(each.name, deck.name), editable && each.name !== "id", tell));
        for (const [name, { root }] of cells) if (!state.readOnly && name !== "copies") draggable(root.querySelector("th"), name);
        for (const { name, absent } of found) if (absent && !deck.box && !state.readOnly) cells.get(name).root.lastChild.append(placer(name, headOf(name, deck.name)));
        body.replaceChildren(...[...cells.values()].map((one) => one.root));
        cells.get(held)?.root.querySelector(":is(select, textarea):not([hidden])")?.focus();
        if (row && !deck.box) takePictures(deck);
      }
      if (!known) for (const { name, text, faulty, place } of found) cells.get(name).set(piece, text, faulty, place);
      const words = editable ? "Enter saves a cell, Esc puts back what was there. Ctrl-B makes selected words bold." : row ? reason(deck) : "";
      if (noted !== words) note.textContent = words;
      noted = words;
    },
  };
}

function reason(deck) {
  if (state.readOnly) return LOOKING;
  if (deck.box) return "A box follows from its decks. Its title and texts are in Game, Boxes; its design draws it.";
  return `${deck.file.split("/").at(-1)} is edited in its own program. Save it there, and the change shows here.`;
}

let count = 0;

/** Return a row of the table for one cell; `words` are the list of a choice. */
function cell({ name: column, words = [], optional, marks }, name, editable, told) {
  const id = `cell-${(count += 1)}`;
  const hint = column === "copies" ? "How often the card is printed" : "Drag it onto the card to show it there";
  const head = el("th", { scope: "row", title: hint }, editable ? el("label", { for: id, text: name }) : name);
  if (!editable) {
    const words = el("span", { dir: "auto" });
    const spot = el("span", { class: "cell-spot" });
    return {
      root: el("tr", {}, head, el("td", {}, words, spot)),
      set(piece, text, faulty, place) {
        words.textContent = text;
        spot.textContent = place?.cell?.split("!").at(-1) ?? ""; // in a workbook
      },
    };
  }
  const input = el("textarea", { id, rows: "1", "data-marks": marks || null, dir: "auto", spellcheck: "false", "aria-describedby": `${id}-says` });
  const list = words.length ? el("select", { id, "aria-describedby": `${id}-says`, on: { change: () => (list.value === OTHER ? typeOther() : ((input.value = list.value), write({ isMeant: true }))) } }) : null;
  if (list) Object.assign(input, { id: `${id}-typed`, hidden: true, ariaLabel: `Another word for ${name}` });
  const lacking = () => unlisted({ type: "choice", words: list ? words : null }, input.value);
  const says = el("p", { id: `${id}-says`, class: "cell-says", "aria-live": "polite" });
  const ways = el("div", { class: "ways-on", hidden: true });
  const offers = iconOffers((answer) => told(answer.title, true));
  let piece = null;
  let before = "";
  let seen = null; // the digests of the files as they were asked for last
  let held; // what the cell held then
  let timer = 0;
  let latest = ""; // what the file holds
  let sending = null;
  let contested = false; // whether a person was told that somebody else changed the cell

  const tell = (problems) => {
    ways.hidden = true;
    const worst = problems.some((one) => one.severity === "error") ? "error" : problems.length ? "warning" : "";
    says.textContent = problems.map(briefOf).join("\n");
    says.dataset.severity = worst;
    input.setAttribute("aria-invalid", String(worst === "error"));
    if (worst && document.activeElement === input) says.scrollIntoView({ block: "nearest" });
  };
  /** Show a choice as the list of its words, with the one that the file has. */
  function showList() {
    if (!list) return;
    const offered = [...new Set([...(optional || !latest ? [""] : []), ...words, latest])];
    list.replaceChildren(...offered.map((word) => el("option", { value: word, text: word || "(empty)" })), el("option", { value: OTHER, text: "Another word…" }));
    list.value = latest;
    [list.hidden, input.hidden] = [false, true];
  }

  /** Let a person type a word that the list lacks. */
  function typeOther() {
    [list.hidden, input.hidden] = [true, false];
    input.focus();
    input.select();
  }

  const failed = (error) => tell(error.problems ?? [{ severity: "error", message: error.message, hint: "" }]);
  const wish = () => ({ deck: piece.deck, id: piece.id, column, text: input.value, seen: seen ?? {} });

  async function begin() {
    if (seen) return;
    try {
      const found = await server.cell(piece, column);
      seen = found.seen;
      held = found.text;
      if (input.value === before && found.text !== undefined && input.value !== found.text) input.value = before = latest = found.text;
    } catch (error) {
      failed(error);
    }
  }

  async function check() {
    await begin();
    const text = input.value;
    if (text === before) return tell([]);
    if (lacking().length) return tell([{ severity: "warning", message: lackingWords(lacking(), name), hint: "Press Enter, and you are asked whether to add it.", pieces: [] }]);
    try {
      const problems = await server.checkCell(wish());
      if (text === input.value) tell(problems);
    } catch (error) {
      failed(error);
    }
  }

  /** Write what is typed. Over what somebody else wrote meanwhile, only Enter does, or the choice of a word: `isMeant`. */
  async function write({ isMeant = false, isFirst = true } = {}) {
    clearTimeout(timer);
    if (input.value === before || input.value === sending) return;
    sending = input.value;
    await begin();
    const text = (sending = input.value);
    const more = lacking();
    if (more.length && !(await askToList(more, name, input))) {
      sending = null;
      restore();
      return list.focus();
    }
    const isChanged = seen && held !== before && held !== text;
    if (isChanged) before = latest = held;
    if (!isMeant && (isChanged || contested)) {
      sending = null;
      return keepOther(text);
    }
    if (isChanged) {
      contested = true; // the next Enter writes the text over it
      sending = null;
      return tell([changedMeanwhile(held)]);
    }
    try {
      const done = await server.post("cell", { ...wish(), words: more });
      before = latest = text;
      seen = null;
      contested = false;
      tell([]);
      input.classList.toggle("unsaved", input.value !== before);
      told(done.title, true);
    } catch (error) {
      const asked = JSON.stringify(seen);
      seen = sending = null;
      await begin();
      if (isFirst && seen && JSON.stringify(seen) !== asked) return await write({ isMeant, isFirst: false }); // another cell of the file was changed
      failed(error);
    } finally {
      sending = null;
    }
  }

  /** Show what somebody else wrote, and offer to write what was typed. */
  function keepOther(text) {
    const problem = keptElsewhere(text, latest);
    restore();
    if (!ways.isConnected) return told(`${name} of ${piece.name}: ${problem.message}`);
    tell([problem]);
    ways.replaceChildren(button(writeWords(text), () => ((input.value = text), write({ isMeant: true })), { class: "small" }));
    ways.hidden = false;
  }

  function restore() {
    clearTimeout(timer);
    input.value = before = latest;
    seen = null;
    contested = false;
    input.classList.remove("unsaved");
    tell([]);
    showList();
  }

  input.addEventListener("focus", begin);
  input.addEventListener("blur", () => (input.value === before ? ((seen = null), showList()) : write()));
  input.addEventListener("input", () => {
    input.classList.toggle("unsaved", input.value !== before);
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      write({ isMeant: true });
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      restore();
      input.blur();
      list?.focus();
    }
  });
  return {
    root: el("tr", {}, head, el("td", {}, list, input, says, ways, offers.root)),
    /** Write what is typed; return whether anything is. */
    part() {
      if (input.value === before) return false;
      write();
      return true;
    },
    set(next, text, faulty) {
      piece = next;
      seen = null; // the files may be others now
      input.classList.toggle("faulty", Boolean(faulty));
      latest = text;
      offers.show(text);
      if (input.value === text) {
        before = text;
        input.classList.remove("unsaved");
      }
      list?.classList.toggle("faulty", Boolean(faulty));
      if (document.activeElement !== input) showList();
      if (input.value !== before || input.value === text) return; // what was typed stays
      before = input.value = text;
    },
  };
}
