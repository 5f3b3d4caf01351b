/** Sample hands from a shuffled deck. The number of the shuffle is in the address: whoever opens it sees the same hands. */

import * as address from "./address.js";
import { button, counted, el, kept, select } from "./dom.js";
import { thumb } from "./problems.js";
import * as server from "./server.js";
import { decksOnly, state } from "./state.js";

/** Return the hands; `look()` shows what the address asks for. */
export function hands() {
  const deck = select("From", (value) => address.go({ deal: value }));
  const size = number("Cards", "hand", 5, 20);
  const many = number("Hands", "hands", 3, 12);
  const seed = number("Shuffle", "seed", 1, 2 ** 31 - 1);
  const again = button("Deal again", () => address.go({ seed: String(1 + ((Number(address.now.seed ?? 1) * 48271) % 2147483647)) }), { class: "main" });
  const words = el("p", { class: "soft", role: "status" });
  const list = el("ol", { class: "hands" });
  const root = el("section", { class: "sample", "aria-label": "Sample hands" },
    el("h2", { class: "page-title", text: "Sample hands" }), el("div", { class: "page-bar" }, deck, size, many, seed, again), words, list);
  const put = kept();
  let shown = "";
  let running = 0;

  function number(label, name, usual, most) {
    const box = el("input", { type: "number", min: "1", max: String(most), on: { change: () => address.go({ [name]: box.value }) } });
    const field = el("label", { class: "field number-field" }, el("span", { text: label }), box);
    field.now = () => Math.max(1, Math.min(most, Math.round(Number(address.now[name])) || usual));
    field.set = () => document.activeElement !== box && (box.value = field.now());
    return field;
  }

  async function look() {
    if (!state.ready) return;
    const decks = decksOnly().filter((one) => one.role === "card");
    const all = decks.length ? decks : decksOnly();
    const from = all.some((one) => one.name === address.now.deal) ? address.now.deal : all[0]?.name;
    if (!from) return;
    deck.set(all.map((one) => [one.name, one.title || one.name]), from);
    for (const one of [size, many, seed]) one.set();
    const key = [from, size.now(), many.now(), seed.now(), state.version, server.choice(), JSON.stringify(server.view())].join(" ");
    if (key === shown) return;
    shown = key;
    const run = ++running;
    try {
      const answer = await server.hand(from, size.now(), seed.now(), many.now());
      if (run !== running) return;
      const dealt = answer.hands.filter((keys) => keys.length);
      words.textContent = dealt.length === answer.hands.length ? "" : dealt.length ? `The deck has run out: there are cards for ${counted(dealt.length, "hand")}.` : "This deck has no cards.";
      const faces = (keys) => keys.map((name) => state.pieces.get(name)?.front);
      put(list, [...dealt.entries()], ([at, keys]) => JSON.stringify([at, keys, faces(keys), server.view()]), ([at, keys]) => hand(keys, at));
    } catch (error) {
      words.textContent = error.message;
      shown = "";
    }
  }

  return { root, look };
}

function hand(keys, at) {
  const made = el("li", { "aria-label": `Hand ${at + 1}` });
  for (const key of keys) {
    const piece = state.pieces.get(key);
    const deck = piece && state.decks.get(piece.deck);
    if (deck) made.append(thumb(piece, deck, 150));
  }
  return made;
}
