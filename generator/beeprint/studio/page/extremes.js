/** Cards that stand for a deck, below the card: the longest text, the emptiest row, the first problem, and one of each kind. They
 * are seen with each change. */

import * as address from "./address.js";
import * as cells from "./cells.js";
import { el } from "./dom.js";
import * as picture from "./picture.js";
import * as server from "./server.js";
import { headOf, keyNow, state, sum } from "./state.js";

const HIGH = 82; // pixels
const BY_TEXT = ["Longest", "Emptiest"];
const PROBLEM = "Problem";
const KINDS = 6; // the most kinds of which a card is shown

/** Return the band: {root, show(piece, deck, side, column, chosen)}; `column` is the one that the chosen text shows, "" if none:
 * the longest and the emptiest go by it, and say so. The cards stay, whatever one types, until another layer is `chosen`. */
export function extremes() {
  const list = el("ul", { class: "extremes-list" });
  const root = el("section", { class: "extremes", role: "region", "aria-label": "Extremes" }, list);
  const places = new Map(); // name -> what shows it
  let shownFor = ""; // what the cards were picked for
  let picked = new Map(); // name -> key of the card

  function placeOf(name) {
    if (!places.has(name)) {
      const face = cells.trimmed();
      const words = el("span", { class: "extreme-words" });
      const go = el("button", { type: "button", class: "extreme", on: { click: () => address.go({ at: go.dataset.key }) } }, el("span", { class: "card" }, face), words);
      places.set(name, { root: el("li", {}, go), go, face, words });
    }
    return places.get(name);
  }

  /** Return pieces by name as they were picked before, with those that have come since; a card that is gone is replaced. */
  function keep(fresh) {
    const before = [...picked].map(([name, key]) => [name, state.pieces.get(keyNow(key))])
      .filter(([name, piece]) => piece && (name !== PROBLEM || state.marks.has(piece.key)));
    const kept = new Map(before);
    for (const [name, piece] of fresh) if (!kept.has(name) && ![...kept.values()].includes(piece)) kept.set(name, piece);
    picked = new Map([...kept].map(([name, { key }]) => [name, key]));
    return [...kept];
  }

  return {
    root,
    show(piece, deck, side, column, chosen) {
      const pieces = [...state.pieces.values()].filter((other) => other.deck === deck.name && other[side] && !(side === "back" && other["shared-back"]));
      root.hidden = pieces.length < 3;
      if (root.hidden) return;
      const now = [deck.name, side, column, chosen].join("\n");
      if (now !== shownFor) picked.clear();
      shownFor = now;
      const shown = keep(pick(pieces, column, deck.kinds)).map(([name, each]) => {
        const { root: made, go, face, words } = placeOf(name);
        const mark = state.marks.get(each.key) ?? "";
        go.dataset.key = each.key;
        go.setAttribute("aria-current", String(each.key === piece.key));
        go.dataset.mark = mark;
        const says = mark && `, has ${mark === "error" ? "an error" : "a warning"}`;
        words.replaceChildren(el("span", { text: BY_TEXT.includes(name) && column ? `${name} of ${headOf(column, deck.name)}` : name }), " ", el("span", { class: "soft", dir: "auto", text: each.name }), el("span", { class: "unseen", text: says }));
        cells.shape(face, deck, side, HIGH / deck.height);
        picture.show(face.firstChild, server.face(each, side), "", `${each.key} ${side}`);
        return made;
      });
      if (shown.length !== list.children.length || shown.some((made, at) => list.children[at] !== made)) list.replaceChildren(...shown);
    },
  };
}

/** Return the pieces that stand for a deck, each with its name: no piece twice. `kinds` is the column of kinds, "" for none. */
function pick(pieces, column, kinds) {
  const texts = (piece) => (column ? [piece.fields[column] ?? ""] : Object.values(piece.fields));
  const letters = (piece) => texts(piece).join("").length;
  const filled = (piece) => texts(piece).filter(Boolean).length;
  const longest = pieces.reduce((best, piece) => (letters(piece) > letters(best) ? piece : best));
  const emptiest = pieces.reduce((best, piece) => (filled(piece) < filled(best) || (filled(piece) === filled(best) && letters(piece) < letters(best)) ? piece : best));
  const commonest = pieces.reduce((best, piece) => (sum([piece]) > sum([best]) ? piece : best));
  const faulty = pieces.find(({ key }) => state.marks.get(key) === "error") ?? pieces.find(({ key }) => state.marks.has(key));
  const chosen = new Map();
  for (const [name, piece] of [["Longest", longest], ["Emptiest", emptiest], [PROBLEM, faulty], ["Most copies", commonest]])
    if (piece && ![...chosen.values()].includes(piece) && !(name === "Most copies" && piece.copies === 1)) chosen.set(name, piece);
  const words = kinds ? [...new Set(pieces.map(({ fields }) => fields[kinds]))].filter(Boolean) : [];
  for (const word of words.slice(0, words.length > 1 ? KINDS : 0)) {
    const piece = pieces.find((each) => each.fields[kinds] === word && ![...chosen.values()].includes(each));
    if (piece && !chosen.has(word)) chosen.set(word, piece);
  }
  return [...chosen];
}
