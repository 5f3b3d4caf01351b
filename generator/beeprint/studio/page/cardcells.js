/** What the cells of the grid show: the card itself, texts, ticks, pictures with their names, colours. */

import { flagOf, flipped } from "./celleditors.js";
import * as cells from "./cells.js";
import { el } from "./dom.js";
import * as picture from "./picture.js";
import * as server from "./server.js";
import { state } from "./state.js";

const [WIDE, HIGH] = [44, 40]; // px: the room for a card in its row
const COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const ENDING = /\.[a-z]{3,4}$/i;

/** Return the letters and digits of a name, by which a card finds its picture too: "Watch Tower" is watch-tower. */
const lettersOf = (name) => name.normalize("NFC").toLowerCase().replace(/[^\p{L}\p{N}/]/gu, "");

/** Return what a person knows a row by. */
export const called = (row) => row.id || (row.aside ? "a row outside the cards" : "a new row");

/** Return what fills cells, and knows the names of the game's art. */
export function cellsOf() {
  let art = [];
  let byName = new Map();
  let asked = -1;

  /** Return the picture that a cell names in the folder of its column, by its whole name or the last part of it; undefined if
   * there is none. */
  function artOf(text, folder) {
    const names = [text, text.replace(ENDING, "")].map(lettersOf);
    return [...names.map((name) => folder + name), ...names].map((name) => byName.get(name)).find(Boolean);
  }

  function make(cell, column) {
    if (column.type === "card") cell.append(cells.trimmed());
    else if (column.type === "flag") {
      const box = el("input", { type: "checkbox", tabindex: "-1" });
      cell.append(box, el("span", { class: "cards-text", dir: "auto" }));
    } else if (column.type === "picture") cell.append(el("span", { class: "cards-art" }, picture.frame()), el("span", { class: "cards-text", dir: "auto" }));
    else if (column.type === "colour") cell.append(el("span", { class: "cards-swatch" }), el("span", { class: "cards-text", dir: "auto" }));
    else cell.append(el("span", { class: "cards-text", dir: "auto" }));
  }

  function drawCard(cell, row) {
    const piece = state.pieces.get(row.key);
    const deck = piece && state.decks.get(piece.deck);
    const [face] = cell.children;
    const label = piece ? `Show the card ${piece.name}` : "Not a card";
    if (cell.ariaLabel !== label) cell.ariaLabel = label;
    face.hidden = !deck;
    cell.dataset.mark = state.marks.get(row.key) ?? "";
    if (!deck) return;
    const scale = Math.min(WIDE / deck.width, HIGH / deck.height);
    const side = cells.shownSide(piece, "front");
    const outline = `${deck.outlines[side].trim}${scale}`;
    if (cell.outline !== outline) cells.shape(face, deck, side, scale);
    cell.outline = outline;
    if (piece[side]) picture.show(face.firstChild, server.face(piece, side));
    else picture.clear(face.firstChild);
  }

  /** Make a cell show what its row has; `changed` is false where only pictures may be others. */
  function draw(cell, row, column, changed, editable) {
    if (column.type === "card") return drawCard(cell, row);
    const text = row.cells[column.at] ?? "";
    if (column.type === "picture") {
      const place = cell.querySelector(".picture");
      const known = artOf(text, lettersOf(column.folder ?? ""));
      if (known) picture.show(place, server.art(known));
      else picture.clear(place);
    }
    if (!changed && cell.editable === editable) return;
    cell.editable = editable;
    const words = cell.querySelector(".cards-text");
    words.textContent = text;
    const note = row.faulty[column.name]; // of a row that is no card, why it is left out
    const fault = row.aside ? "" : note;
    const isDoubt = row.doubtful.includes(column.name);
    cell.classList.toggle("faulty", Boolean(fault));
    cell.classList.toggle("doubtful", isDoubt);
    fault && !isDoubt ? cell.setAttribute("aria-invalid", "true") : cell.removeAttribute("aria-invalid");
    fault ? cell.setAttribute("aria-describedby", "cards-says") : cell.removeAttribute("aria-describedby");
    cell.title = fault ? "" : note || (text.length > 24 ? text : "");
    cell.setAttribute("aria-readonly", String(!editable));
    if (column.type === "flag") {
      const [box] = cell.children;
      const flag = flagOf(text);
      box.hidden = flag === null || (row.aside && !text);
      words.hidden = flag !== null;
      box.checked = Boolean(flag);
      box.disabled = !editable;
      box.setAttribute("aria-label", `${column.head} of ${called(row)}${text ? "" : ", empty"}`);
    }
    if (column.type === "colour") cell.querySelector(".cards-swatch").style.background = COLOUR.test(text) ? text : "";
  }

  return {
    make,
    draw,
    /** Return the other word of yes or no; null for a text that is neither. */
    flip: (text, like = "") => (flagOf(text) === null ? null : flipped(text, like)),
    /** Return the names that an editor of a column suggests. */
    suggestions: (column) => (column.type === "picture" ? art.map(({ name }) => name) : column.type === "choice" ? [] : column.words ?? []),
    /** Learn the names of the game's art as it is now. */
    async refresh() {
      if (asked === state.version) return;
      asked = state.version;
      art = await server.artNames().catch(() => art);
      byName = new Map(art.map((each) => [lettersOf(each.name.split("/").at(-1)), each]));
      for (const each of art) byName.set(lettersOf(each.name), each);
    },
  };
}
