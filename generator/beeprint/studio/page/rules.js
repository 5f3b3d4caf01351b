/** The leaflet, to read. */

import * as address from "./address.js";
import { button, el } from "./dom.js";
import * as picture from "./picture.js";
import * as server from "./server.js";
import { state } from "./state.js";

const NONE = () => ["This game has no rules of play yet. ", button("Write them in Game", () => address.go({ view: "game", part: "leaflet" }), { class: "small" })];

/** Return the view of the leaflet. */
export function rules() {
  const words = el("p", { class: "soft", role: "status" });
  const list = el("div", { class: "leaflet" });
  const root = el("section", { class: "view pages", tabindex: "0", "aria-label": "Rules" }, words, list);
  let shown = "";

  async function draw() {
    const key = `${state.version} ${server.choice()}`;
    if (key === shown || !state.ready) return;
    shown = key;
    try {
      const { pages } = await server.leaflet();
      words.replaceChildren(...(pages.length ? [] : NONE()));
      while (list.children.length > pages.length) list.lastChild.remove();
      pages.forEach((page, index) => {
        const paper = list.children[index] ?? list.appendChild(el("div", { class: "paper" }, picture.frame()));
        paper.style.aspectRatio = `${page.width} / ${page.height}`;
        picture.show(paper.firstChild, server.leafletPage(index, page.key), `Page ${index + 1} of the rules`);
      });
    } catch (error) {
      words.textContent = error.message;
      shown = "";
    }
  }

  return { root, look: draw, refresh: draw };
}
