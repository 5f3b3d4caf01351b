/** Say in words why the page hears nothing from the studio any more, and what to do. */

import * as address from "./address.js";
import { button, el } from "./dom.js";

/** The first words that are shown while the game is opened, and next to the keys. */
export const SHORT = { opening: "Opening the game", again: "Connecting again", gone: "Not connected", moved: "Not connected", other: "Not connected", unknown: "Not connected" };

/** Return whether the page can do nothing until the studio answers again. */
export const isOver = (how) => how === "gone" || how === "moved";

/** Show in a band why the page is not connected; `seen` says what the page shows meanwhile. Where another game was opened,
 * `games` has the title of the page's own one, `mine`, of the `other` one, and what opens its own again, `open()`. */
export function explain(band, how, folder = "", seen = "Everything that was saved is in the game's folder, and this page shows the game as it was.", games = {}) {
  const shown = [how, games.other].filter(Boolean).join(" ");
  if (band.dataset.how === shown) return;
  band.dataset.how = shown;
  const words = WORDS[how]?.(folder, seen, games) ?? [];
  band.hidden = !words.length;
  band.replaceChildren(...words);
}

const first = (title, rest) => el("p", {}, el("strong", { text: `${title} ` }), rest);
const WORDS = {
  gone: (folder, seen) => [
    el("p", {}, el("strong", { text: "beeprint has stopped. " }), "Start it again to go on: open beeprint, or run ", command(folder), " in a terminal."),
    el("p", {}, seen, " Every start opens a new page, and you can close this one."),
  ],
  moved: (folder, seen) => [
    first("beeprint was started again, at a new address.", `This page has the old one. ${seen}`),
    el("p", { text: "Go on in the page that it opened, or at the address that the terminal shows, and close this page." }),
  ],
  other: (folder, seen, { mine, other, open }) => [
    first("Another game was opened in this studio.", `${other ? `It shows ${other} now. ` : ""}${mine} is as it was saved, and what you type here waits until it is open again.`),
    el("p", { class: "ways-on" }, button(`Open ${mine} again`, open, { class: "main" }), button("Go to the other game", () => location.assign("./"))),
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
