/** A hand: the chosen pieces fanned out, the one in the middle upright and in front. */

import * as address from "./address.js";
import * as cells from "./cells.js";
import { el, iconButton } from "./dom.js";
import * as keys from "./keys.js";
import { keyNow, state } from "./state.js";

const REACH = 4; // pieces on each side of the one in front

/** Return the hand; `look(pieces, asked)` shows it, null hides it. */
export function fan() {
  const cards = el("div", { class: "fan", role: "group", "aria-label": "Hand" });
  const words = el("p", { class: "fan-words", role: "status" });
  const back = iconButton("left", "Previous card", () => step(-1), { class: "quiet" });
  const forth = iconButton("right", "Next card", () => step(1), { class: "quiet" });
  const root = el("div", { class: "hand", hidden: true }, cards, el("div", { class: "fan-bar" }, back, words, forth));
  const shown = new Map();
  let pieces = [];
  let middle = 0;
  let side = "front";

  const act = {
    open: (piece) => {
      const at = pieces.indexOf(state.pieces.get(piece.key));
      if (at === middle || at < 0) address.go({ view: "card", at: piece.key, side: cells.shownSide(piece, side) });
      else step(at - middle);
    },
    turn: () => {},
  };

  function step(by) {
    middle = Math.max(0, Math.min(pieces.length - 1, middle + by));
    draw();
  }

  function draw() {
    const wanted = new Map();
    for (let at = middle - REACH; at <= middle + REACH; at += 1) if (pieces[at]) wanted.set(pieces[at].key, at);
    for (const [key, made] of shown)
      if (!wanted.has(key)) {
        made.remove();
        shown.delete(key);
      }
    const room = Math.min(root.clientWidth, 1400);
    for (const [key, at] of wanted) {
      const piece = pieces[at];
      const deck = state.decks.get(piece.deck);
      const scale = Math.min((room * (room < 600 ? 0.52 : 0.3)) / deck.width, (innerHeight * 0.46) / deck.height, 6);
      let made = shown.get(key);
      if (!made) {
        made = cells.cell(piece, act);
        made.setAttribute("role", "button");
        shown.set(key, made);
        cards.append(made);
      }
      cells.draw(made, piece, deck, side, scale);
      const off = at - middle;
      const apart = Math.min(deck.width * scale * 0.62, room < 600 ? room * 0.14 : (room - deck.width * scale * 2.7) / (2 * REACH));
      made.style.width = `${deck.width * scale}px`;
      made.style.zIndex = String(20 - Math.abs(off));
      made.style.transform =
        `translate(-50%, calc(-50% + ${off * off * 5 - (off ? 0 : 18)}px)) translateX(${off * apart}px) rotate(${off * 6}deg)`;
      made.tabIndex = off ? -1 : 0;
      made.classList.toggle("in-front", !off);
    }
    const piece = pieces[middle];
    const deck = piece && state.decks.get(piece.deck);
    words.textContent = piece ? `${piece.name}, ${deck.title || deck.name} (${middle + 1} of ${pieces.length})` : "No matching cards.";
    back.disabled = middle <= 0;
    forth.disabled = middle >= pieces.length - 1;
  }

  const live = () => address.now.view === "overview" && address.now.as === "hand";
  keys.offer("Hand", live, [
    ["ArrowLeft or ArrowRight", "previous, next card", (event) => step(event.key === "ArrowLeft" ? -1 : 1)],
    ["Home or End", "first, last card", (event) => step(event.key === "Home" ? -pieces.length : pieces.length)],
    ["Enter", "show the card large", () => pieces[middle] && act.open(pieces[middle])],
    ["f or Space", "turn all over", () => address.go({ side: side === "back" ? null : "back" })],
    ["h or Escape", "back to the grid", () => address.go({ as: null })],
  ]);
  addEventListener("resize", () => live() && draw());

  return {
    root,
    look(found, asked) {
      root.hidden = !found;
      if (!found) return;
      const before = keyNow(pieces[middle]?.key ?? "");
      const turns = side !== (asked.side === "back" ? "back" : "front");
      side = asked.side === "back" ? "back" : "front";
      pieces = found;
      const at = pieces.findIndex((piece) => piece.key === before);
      middle = at < 0 ? Math.min(REACH, Math.floor((pieces.length - 1) / 2)) : at;
      if (turns && at >= 0)
        for (const [key, made] of shown) {
          const piece = state.pieces.get(key);
          const width = parseFloat(made.style.width);
          const deck = piece && state.decks.get(piece.deck);
          if (deck) cells.turnOver(made, () => cells.draw(made, piece, deck, side, width / deck.width));
        }
      else draw();
    },
  };
}
