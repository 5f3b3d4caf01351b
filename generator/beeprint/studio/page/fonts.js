/** The fonts that the game can use, each with a line set in it; its own come first. */

import * as address from "./address.js";
import { dropPlace } from "./dropplace.js";
import { sendFile } from "./filedrop.js";
import { FONT_FILES } from "./fontfield.js";
import { labelled } from "./dialogs.js";
import { button, el, kept } from "./dom.js";
import { offer } from "./drop.js";
import * as server from "./server.js";
import { state } from "./state.js";

const PAUSE = 200; // ms after the last key until the samples are set again

/** Return the part of the view that shows the fonts. */
export function fontsPart(act) {
  const take = (file) => act.run(() => sendFile("drop", file, { to: "fonts" }), `Added: ${file.name}`);
  const place = dropPlace("Drop a font here (TTF or OTF), or choose one. The file is copied into the game.", "Font", FONT_FILES.join(","), take);
  const text = el("input", { type: "text", maxlength: 80, dir: "auto", placeholder: "Queen Bee 123", autocomplete: "off" });
  const own = el("ul", { class: "font-list" });
  const others = el("ul", { class: "font-list" });
  const none = el("p", { class: "soft", text: "The game has no fonts of its own." });
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "Fonts" })), place.root,
    el("div", { class: "font-text" }, labelled("Text of the samples", text)),
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

  function draw() {
    none.hidden = fonts.some((font) => font.own);
    put[0](own, fonts.filter((font) => font.own), ({ family }) => family, item);
    put[1](others, fonts.filter((font) => !font.own), ({ family }) => family, item);
    for (const made of [...own.children, ...others.children]) made.draw(fonts.find(({ family }) => family === made.dataset.family));
  }

  function item({ family }) {
    const sample = el("img", { class: "font-line", loading: "lazy" });
    const styles = el("p", { class: "soft" });
    const remove = button("Remove", () => act.run(() => server.post("remove-font", { family })), { "aria-label": `Remove ${family}`, class: "for-change" });
    const made = el("li", { class: "font-item", "data-family": family }, el("div", { class: "font-words" }, el("strong", { text: family }), styles), sample, remove);
    made.draw = (font) => {
      const from = server.fontSample(font.sample, text.value);
      if (sample.getAttribute("src") !== from) sample.src = from;
      sample.alt = `${text.value || "Queen Bee 123"} in ${family}`;
      styles.textContent = font.styles.join(", ");
      remove.hidden = !font.own;
      remove.disabled = state.broken;
    };
    return made;
  }

  return { root, refresh };
}
