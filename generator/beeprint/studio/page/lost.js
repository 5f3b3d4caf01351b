/** Say in words why the page hears nothing from the studio any more, and what to do. */

import * as address from "./address.js";
import { button, el } from "./dom.js";
import { state } from "./state.js";

/** The first words that are shown while the game is opened, and next to the keys. */
export const SHORT = { opening: "Opening the game", again: "Connecting again", gone: "Not connected", moved: "Not connected", unknown: "Not connected" };

/** Show in a band why the page is not connected. */
export function explain(band) {
  const how = state.link;
  if (band.dataset.how === how) return;
  band.dataset.how = how;
  const words = WORDS[how]?.() ?? [];
  band.hidden = !words.length;
  band.replaceChildren(...words);
}

const first = (title, rest) => el("p", {}, el("strong", { text: `${title} ` }), rest);
const WORDS = {
  gone: () => [
    first("The studio has stopped.", "You see the game as it was, and no changes."),
    el("p", {}, "To go on, run ", command(), " in a terminal, and open the address that it prints: every start has a new one."),
  ],
  moved: () => [
    first("The studio was started again, at a new address.", "This page has the old one: you see the game as it was, and no changes."),
    el("p", { text: "Open the address that the terminal shows, and close this page." }),
  ],
  unknown: () => [
    first("This game has no such version.", "The edition, language or number of players in the address is not one of its own."),
    el("p", {}, button("Show the whole game", () => address.go({ edition: null, language: null, players: null }))),
  ],
};

function command() {
  const folder = state.game?.folder ?? "";
  const words = `beeprint studio ${/[^\w./-]/.test(folder) ? `'${folder}'` : folder}`.trim();
  return el("code", { text: words });
}
