/** The leaflet, to read. */

import * as address from "./address.js";
import { button, el } from "./dom.js";
import * as picture from "./picture.js";
import * as server from "./server.js";
import { state } from "./state.js";

const NONE = () => ["This game has no rules of play yet. ", button("Write them in Game", () => address.go({ view: "game", part: "leaflet" }), { class: "small" })];

/** Return the pages of the leaflet as pictures: {root, draw()}; draw resolves to how many there are. */
export function leafletPages() {
  const root = el("div", { class: "leaflet" });
  let shown = "";

  async function draw() {
    const key = `${state.version} ${server.choice()}`;
    if (key === shown || !state.ready) return root.children.length;
    shown = key;
    try {
      const { pages } = await server.leaflet();
      while (root.children.length > pages.length) root.lastChild.remove();
      pages.forEach((page, index) => {
        const paper = root.children[index] ?? root.appendChild(el("div", { class: "paper" }, picture.frame()));
        paper.style.aspectRatio = `${page.width} / ${page.height}`;
        picture.show(paper.firstChild, server.leafletPage(index, page.key), `Page ${index + 1} of the rules`);
      });
      return pages.length;
    } catch (error) {
      shown = "";
      throw error;
    }
  }

  return { root, draw };
}

/** Return the view of the leaflet. */
export function rules() {
  const words = el("p", { class: "soft", role: "status" });
  const pages = leafletPages();
  const root = el("section", { class: "view pages", tabindex: "0", "aria-label": "Rules" }, words, pages.root);

  async function draw() {
    try {
      const count = await pages.draw();
      words.replaceChildren(...(count || !state.ready ? [] : NONE()));
    } catch (error) {
      words.textContent = error.message;
    }
  }

  return { root, look: draw, refresh: draw };
}
