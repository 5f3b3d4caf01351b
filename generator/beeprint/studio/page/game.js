/** The game, set up without a text editor: its decks, and what they share. */

import { aboutPart } from "./about.js";
import * as address from "./address.js";
import { checksPart } from "./checks.js";
import { decksPart } from "./decksview.js";
import { wordsOf } from "./dialogs.js";
import { button, el, iconButton, say } from "./dom.js";
import { edits, showUndoable } from "./edits.js";
import { entriesPart } from "./entries.js";
import { fontsPart } from "./fonts.js";
import { iconsPart } from "./iconwords.js";
import * as keys from "./keys.js";
import { languagesPart } from "./languages.js";
import { leafletPart } from "./leafletpart.js";
import { palettePart } from "./palette.js";
import { state, takeUndoable } from "./state.js";

const PARTS = [
  ["decks", "Decks", decksPart], ["about", "The game", aboutPart], ["checks", "Checks", checksPart], ["leaflet", "Rules of play", leafletPart], ["languages", "Languages", languagesPart],
  ["palette", "Palette", palettePart], ["fonts", "Fonts", fontsPart], ["icons", "Icons", iconsPart],
  ["boxes", "Boxes", entriesPart("Boxes", ["boxes"])], ["editions", "Editions", entriesPart("Editions", ["editions"])],
  ["more", "More", entriesPart("More settings", ["stocks", "tables", "fonts", "icon-names", "raster"])],
];

/** Return the view of the game. */
export function gameView() {
  const nav = el("nav", { class: "game-parts", "aria-label": "Parts of the game" });
  const undo = iconButton("undo", "Undo", () => done.undo("undo"), { class: "quiet" });
  const redo = iconButton("redo", "Redo", () => done.undo("redo"), { class: "quiet" });
  const refusal = el("div", { class: "game-refusal", role: "alert", hidden: true });
  const scroll = el("div", { class: "game-scroll", role: "group", tabindex: "0" });
  const done = edits(() => hush(), () => showUndoable(undo, redo));
  const root = el("section", { class: "view game", "aria-label": "Game" }, el("div", { class: "game-bar" }, nav, undo, redo), refusal, scroll, done.root);
  const parts = new Map();
  let shown = "";
  let version = -1;
  let deck = null; // that a refusal is about

  for (const [name, title] of PARTS) nav.append(button(title, () => address.go({ part: name === PARTS[0][0] ? null : name }), { "data-part": name }));
  keys.offer("Game", () => address.now.view === "game", [["Ctrl+z", "undo", () => done.undo("undo")], ["Ctrl+y or Ctrl+Shift+z", "redo", () => done.undo("redo")]]);

  function hush() {
    refusal.hidden = true;
  }

  /** Show why something was not done, until the next edit. */
  function refuse(error) {
    const words = wordsOf(error);
    refusal.replaceChildren(el("p", { class: "message", text: words }), iconButton("close", "Close", hush, { class: "quiet" }));
    refusal.hidden = false;
  }

  const act = {
    refuse,
    /** Take in the answer of an edit, and say what was done. */
    done(answer, words = "") {
      hush();
      takeUndoable(answer);
      showUndoable(undo, redo);
      const warnings = (answer.warnings ?? []).map((problem) => problem.message);
      done.tell([words || answer.title, ...warnings].join(". "), true, answer.lines ?? []);
    },
    /** Do something that is one edit; return its answer, null where it was refused. */
    async run(wish, words = "") {
      try {
        const answer = await wish();
        if (answer) act.done(answer, words);
        return answer;
      } catch (error) {
        refuse(error);
        return null;
      }
    },
    say,
  };

  function look() {
    if (!state.ready) return;
    const [name, title, make] = PARTS.find(([each]) => each === address.now.part) ?? PARTS[0];
    if (!parts.has(name)) parts.set(name, make(act));
    const other = shown !== name;
    if (other || deck !== address.now.deck) hush();
    deck = address.now.deck;
    if (other) {
      scroll.replaceChildren(parts.get(name).root);
      scroll.setAttribute("aria-label", title);
      scroll.scrollTop = 0;
    }
    for (const tab of nav.children) {
      tab.setAttribute("aria-current", tab.dataset.part === name ? "page" : "false");
      if (other && tab.dataset.part === name) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    showUndoable(undo, redo);
    root.classList.toggle("only-read", state.readOnly);
    if (other || version !== state.version) parts.get(name).refresh();
    else parts.get(name).look?.();
    [shown, version] = [name, state.version];
  }

  return { root, look, refresh: look };
}
