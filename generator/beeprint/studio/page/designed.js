/** Which card of each deck was designed last, so that a deck opens where it was left. */

import * as address from "./address.js";
import { decksOnly, keyNow, state } from "./state.js";

const last = new Map(); // deck -> key of a card

let latest = ""; // the card that was designed last, of any deck

/** Remember that a card is designed. */
export function remember(key) {
  latest = key;
  last.set(state.pieces.get(keyNow(key))?.deck, key);
}

/** Return the key of the card to design in a deck: the last one there, or its first; null for a deck without cards. */
export function cardOf(deck) {
  const key = keyNow(last.get(deck) ?? "");
  if (state.pieces.get(key)?.deck === deck) return key;
  return [...state.pieces.values()].find((piece) => piece.deck === deck)?.key ?? null;
}

/** Return the key of the card to design: of the deck that the address names, or that *Cards* shows without a name, else the
 * last one of all. */
export function cardToDesign() {
  const { deck = "", view } = address.now;
  const shown = deck || (view === "cards" ? decksOnly()[0]?.name : "");
  const key = keyNow(latest);
  return (shown && cardOf(shown)) || (state.pieces.has(key) ? key : state.pieces.keys().next().value ?? null);
}
