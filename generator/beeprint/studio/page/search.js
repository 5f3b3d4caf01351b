/** Find pieces by words: all of them must occur; `column:word` looks in one column, "two words" belong together. */

import { isChanged, state } from "./state.js";

const folded = new WeakMap();

/** Return a text without case and accents. */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function words(asked) {
  const found = [];
  for (const [, column, quoted, word] of asked.matchAll(/(?:([^\s":]+):)?(?:"([^"]*)"?|(\S+))/g))
    found.push({ column: column ? plain(column) : "", word: plain(quoted ?? word ?? "") });
  return found.filter((one) => one.word);
}

function texts(piece) {
  if (!folded.has(piece)) {
    const columns = Object.entries({ id: piece.id, ...piece.fields });
    folded.set(piece, columns.map(([name, text]) => [plain(name), plain(String(text))]));
  }
  return folded.get(piece);
}

function hits(piece, { column, word }) {
  const fields = texts(piece);
  if (!column) return fields.some(([, text]) => text.includes(word)) || plain(piece.deck).includes(word);
  if (column === "deck") return plain(piece.deck).includes(word);
  if (fields.some(([name]) => name === column)) return fields.some(([name, text]) => name === column && text.includes(word));
  return fields.some(([, text]) => text.includes(`${column}:${word}`));
}

/** Return the pieces that an address asks for, in the order of the game. */
export function found(asked) {
  const wanted = words(asked.q ?? "");
  const pieces = [];
  for (const piece of state.pieces.values()) {
    if (asked.deck && piece.deck !== asked.deck) continue;
    if (asked.changed && !isChanged(piece)) continue;
    if (asked.faulty && !state.marks.has(piece.key)) continue;
    if (wanted.every((one) => hits(piece, one))) pieces.push(piece);
  }
  return pieces;
}
