/** Say in words why the page hears nothing from the studio any more, and what to do. */

import * as address from "./address.js";
import { button, el } from "./dom.js";

/** The first words that are shown while the game is opened, and next to the keys. */
export const SHORT = { opening: "Opening the game", again: "Connecting again", gone: "Not connected", moved: "Not connected", unknown: "Not connected" };

/** Show in a band why the page is not connected; `seen` says what of the game one sees meanwhile. */
export function explain(band, how, folder = "", seen = "You see the game as it was, and no changes.") {
  if (band.dataset.how === how) return;
  band.dataset.how = how;
  const words = WORDS[how]?.(folder, seen) ?? [];
  band.hidden = !words.length;
  band.replaceChildren(...words);
}

const first = (title, rest) => el("p", {}, el("strong", { text: `${title} ` }), rest);
const WORDS = {
  gone: (folder, seen) => [
    first("The studio has stopped.", seen),
    el("p", {}, "To go on, open beeprint again, or run ", command(folder), " in a terminal. Every start has a new address, and this page can be closed."),
  ],
  moved: (folder, seen) => [
    first("The studio was started again, at a new address.", `This page has the old one. ${seen}`),
    el("p", { text: "Go on in the page that it opened, or at the address that the terminal shows, and close this page." }),
  ],
  unknown: () => [
    first("This game has no such version.", "The edition, language or number of players in the address is not one of its own."),
    el("p", {}, button("Show the whole game", () => address.go({ edition: null, language: null, players: null }))),
  ],
};

function command(folder) {
  const words = `beeprint studio ${/[^\w./-]/.test(folder) ? `'${folder}'` : folder}`.trim();
  return el("code", { text: words });
}
