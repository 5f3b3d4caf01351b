/** The fonts that the game can use, each with a line set in it; its own come first. */

import * as address from "./address.js";
import { dropPlace } from "./dropplace.js";
import { sendFile } from "./filedrop.js";
import { FONT_FILES, styleOf } from "./fontfield.js";
import { labelled } from "./dialogs.js";
import { button, el, kept } from "./dom.js";
import { offer } from "./drop.js";
import * as server from "./server.js";
import { state } from "./state.js";

const MOST = 12; // texts that are offered for the samples
const PAUSE = 200; // ms after the last key until the samples are set again

/** Return the part of the view that shows the fonts. */
export function fontsPart(act) {
  const take = (file) => act.run(() => sendFile("drop", file, { to: "fonts" }), `Added: ${file.name}`);
  const place = dropPlace("Drop a font here (TTF or OTF), or choose one. The file is copied into the game.", "Font", FONT_FILES.join(","), take);
  const text = el("input", { type: "text", maxlength: 80, dir: "auto", list: "font-words", autocomplete: "off" });
  const offers = el("datalist", { id: "font-words" });
  const own = el("ul", { class: "font-list" });
  const others = el("ul", { class: "font-list" });
  const none = el("p", { class: "soft", text: "The game has no fonts of its own." });
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "Fonts" })), place.root,
    el("div", { class: "font-text" }, labelled("Text of the samples", text), offers),
    el("h3", { class: "part-head", text: "Fonts of the game" }), none, own, el("h3", { class: "part-head", text: "Fonts that come with beeprint" }), others);
  const put = [kept(), kept()];
  let fonts = [];
  let timer = 0;

  offer((file) => address.now.view === "game" && root.isConnected && !state.readOnly && FONT_FILES.some((ending) => file.name.toLowerCase().endsWith(ending)), async (files) => {
    for (const file of files) await take(file);
  });
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(draw, PAUSE);
  });

  async function refresh() {
    try {
      fonts = await server.fontFamilies();
    } catch (error) {
      return act.refuse(error);
    }
    draw();
  }

  /** Return texts of the first card, its name first, and the title of the game: a sample shows letters that the game has. */
  function ownWords() {
    const [card] = state.pieces.values();
    const texts = [card?.name, ...Object.values(card?.fields ?? {}), state.game.title].map((each) => (each ?? "").trim());
    return [...new Set(texts)].filter((each) => /\p{L}{3}/u.test(each)).slice(0, MOST);
  }

  function draw() {
    const texts = ownWords();
    text.placeholder = texts[0] ?? "";
    offers.replaceChildren(...texts.map((value) => el("option", { value })));
    none.hidden = fonts.some((font) => font.own);
    put[0](own, fonts.filter((font) => font.own), ({ family }) => family, item);
    put[1](others, fonts.filter((font) => !font.own), ({ family }) => family, item);
    for (const made of [...own.children, ...others.children]) made.draw(fonts.find(({ family }) => family === made.dataset.family));
  }

  function item({ family, title }) {
    const sample = el("img", { class: "font-line", loading: "lazy" });
    const styles = el("p", { class: "soft" });
    const remove = button("Remove", () => act.run(() => server.post("remove-font", { family })), { "aria-label": `Remove ${title}`, class: "for-change" });
    const made = el("li", { class: "font-item", "data-family": family }, el("div", { class: "font-words" }, el("strong", { text: title }), styles), sample, remove);
    made.draw = (font) => {
      const words = text.value.trim() || text.placeholder;
      const from = server.fontSample(font.sample, words);
      if (sample.getAttribute("src") !== from) sample.src = from;
      sample.alt = `${words} in ${title}`;
      styles.textContent = font.styles.map(styleOf).join(", ");
      remove.hidden = !font.own;
      remove.disabled = state.broken;
    };
    return made;
  }

  // The cards, whose words are the samples, come after the game.
  return { root, refresh, look: () => fonts.length && (ownWords()[0] ?? "") !== text.placeholder && draw() };
}
