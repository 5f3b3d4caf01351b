/** Beside a text with a marked word, such as [coin]: an offer to print it as an icon. */

import { button, el } from "./dom.js";
import { askIcon } from "./iconwords.js";
import * as server from "./server.js";
import { state } from "./state.js";

const MARK = /[[{(]/;
const FEW = 3; // offers beside one text
let known = { version: -1, answer: null };

/** Return what marked words the texts of the game have now, asked once for each state of it. */
function iconWords() {
  if (known.version !== state.version) known = { version: state.version, answer: server.iconWords() };
  return known.answer;
}

/** Return the offers beside a text: {root, show(text)}; `done(answer)` hears of a word that became an icon. */
export function iconOffers(done) {
  const root = el("span", { class: "icon-offers" });
  let shown = "";

  async function show(text) {
    shown = text;
    const answer = state.readOnly || state.broken || !MARK.test(text) ? null : await iconWords().catch(() => null);
    if (shown !== text) return;
    const words = (answer?.words ?? []).map(({ word }) => word).filter((word) => MARK.test(word) && text.includes(word)).slice(0, FEW);
    if (root.dataset.words === words.join()) return;
    root.dataset.words = words.join();
    root.replaceChildren(...words.map((word) => button(`Make ${word} an icon`, () => make(word), { class: "small" })));
  }

  async function make(word) {
    const answer = await askIcon(word, await iconWords());
    if (answer) done(answer);
  }

  return { root, show };
}
