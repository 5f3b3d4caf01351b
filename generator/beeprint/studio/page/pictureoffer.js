/** The pictures at hand, to choose one for a layer: those of a column, which differ from card to card, then each picture. */

import { button, el } from "./dom.js";
import * as server from "./server.js";
import { state } from "./state.js";

const NOT_CHOSEN = "placeholder"; // what a new picture shows until one is chosen, a file of the game as any other
const ICONS = "icons/";

/** Return {root, refresh()}, open while no picture has been chosen; `name` is the key that names it, `slot()` the layer,
 * and `write(value, more)` gets what is chosen. */
export function pictureOffer(name, columns, slot, write) {
  const list = el("div", { class: "picture-choices" });
  const root = el("details", { class: "picture-offer" }, el("summary", { text: name === "icon" ? "Choose an icon" : "Choose a picture" }), list);
  let drawn = "";
  let shown = ""; // the layer that was shown last

  async function fill() {
    const isIcon = (art) => art.name.startsWith(ICONS);
    const all = (await server.artNames().catch(() => [])).filter((art) => art.name !== NOT_CHOSEN);
    const own = name === "icon" ? all.filter(isIcon) : all.toSorted((one, other) => isIcon(one) - isIcon(other));
    const key = JSON.stringify([own, slot().plain[name]]);
    if (key === drawn) return;
    drawn = key;
    const bound = name === "art" ? columns.filter(({ art }) => art) : [];
    list.replaceChildren(
      ...bound.map((column) => button(`From the column ${column.head}`, () => bind(column), { class: "small", title: "Each card shows the picture that its row names" })),
      el("ul", { class: "picture-thumbs", "aria-label": "Pictures of the game" }, own.map((art) => el("li", {}, thumb(art)))),
      own.length ? "" : el("p", { class: "soft", text: "The game has no pictures yet: choose a file, or drop one on the card." }));
  }

  /** Show what each row names; where rows may name nothing, the layer is left out on their cards. */
  function bind({ name: column, art, optional }) {
    const changes = optional && slot().plain.when === undefined ? { when: { [column]: "not-empty" } } : {};
    write(art, { changes });
  }

  function thumb(art) {
    const value = name === "icon" ? art.name.slice(ICONS.length) : art.name;
    const picture = el("img", { src: server.art(art), alt: "", loading: "lazy" });
    return el("button", { type: "button", class: "picture-thumb", "aria-label": value, title: value, "aria-pressed": String(slot().plain[name] === value), on: { click: () => write(value) } }, picture);
  }

  root.addEventListener("toggle", () => root.open && fill());
  return {
    root,
    refresh() {
      root.hidden = state.readOnly;
      const { layout, name: layer, plain } = slot();
      if (shown !== `${layout} ${layer}`) root.open = name === "art" && plain.art === NOT_CHOSEN;
      shown = `${layout} ${layer}`;
      if (root.open) fill();
    },
  };
}
