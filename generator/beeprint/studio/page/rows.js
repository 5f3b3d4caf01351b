/** Where each piece of the contact sheet lies: a row for each deck's name, then rows of its pieces, all in pixels. */

import { sum } from "./state.js";

export const GAP = 22;
const HEAD = 62;
const CAPTION = 30;
const ROW_GAP = 16;
const NARROWEST = 76; // so that a small token's name can be read and clicked

/** Return {rows, height}: rows are {top, height, deck, pieces, first, across, step}, a deck's head has no pieces. */
export function laidOut(pieces, decks, width, scale) {
  const rows = [];
  let top = 0;
  let first = 0;
  for (const [deck, mine] of byDeck(pieces, decks)) {
    const across = Math.max(deck.width * scale, NARROWEST);
    const fit = Math.max(1, Math.floor((width + GAP) / (across + GAP)));
    const height = deck.height * scale + CAPTION + ROW_GAP;
    rows.push({ top, height: HEAD, deck, head: true, count: mine.length, copies: sum(mine), all: mine, pieces: [] });
    top += HEAD;
    for (let at = 0; at < mine.length; at += fit) {
      const some = mine.slice(at, at + fit);
      rows.push({ top, height, deck, pieces: some, first: first + at, across, step: across + GAP });
      top += height;
    }
    first += mine.length;
    top += 12;
  }
  return { rows, height: top };
}

function byDeck(pieces, decks) {
  const found = new Map();
  for (const piece of pieces) {
    const deck = decks.get(piece.deck);
    if (!deck) continue;
    if (!found.has(deck)) found.set(deck, []);
    found.get(deck).push(piece);
  }
  return found;
}

/** Return the index of the row at a height. */
export function rowAt(rows, height) {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle].top <= height) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** Return the indexes of the rows between two heights and some around them, with at most `most` pieces. */
export function seen(rows, from, to, most) {
  if (!rows.length) return [];
  let start = rowAt(rows, from);
  let end = rowAt(rows, to);
  let count = 0;
  for (let at = start; at <= end; at += 1) count += rows[at].pieces.length;
  for (let step = 0; step < 6; step += 1) {
    const [before, after] = [rows[start - 1], rows[end + 1]];
    if (after && count + after.pieces.length <= most) count += rows[++end].pieces.length;
    if (before && count + before.pieces.length <= most) count += rows[--start].pieces.length;
  }
  return Array.from({ length: end - start + 1 }, (_, index) => start + index);
}

/** Return the piece that an arrow key leads to from another: {row, at}. */
export function stepped(rows, row, at, key) {
  const line = rows[row];
  if (key === "ArrowLeft" && at > 0) return { row, at: at - 1 };
  if (key === "ArrowRight" && at < line.pieces.length - 1) return { row, at: at + 1 };
  if (key === "Home") return { row: rows.findIndex((one) => one.pieces.length), at: 0 };
  if (key === "End") return { row: rows.length - 1, at: rows.at(-1).pieces.length - 1 };
  const down = key === "ArrowRight" || key === "ArrowDown";
  let next = row + (down ? 1 : -1);
  while (rows[next] && !rows[next].pieces.length) next += down ? 1 : -1;
  if (!rows[next]) return { row, at };
  const last = rows[next].pieces.length - 1;
  if (key === "ArrowLeft") return { row: next, at: last };
  if (key === "ArrowRight") return { row: next, at: 0 };
  return { row: next, at: Math.min(last, Math.round((at * line.step) / rows[next].step)) };
}
