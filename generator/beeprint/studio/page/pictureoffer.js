/** The pictures at hand, to choose one for a layer: those of a column, which differ from card to card, then each picture. */

import { button, el } from "./dom.js";
import { withPath } from "./drop.js";
import { bring } from "./filedrop.js";
import { iconSearch } from "./iconsearch.js";
import * as server from "./server.js";
import { state } from "./state.js";

const NOT_CHOSEN = "placeholder"; // what a new picture shows until one is chosen, a file of the game as any other
const ICONS = "icons/";
const ENDING = /\.[a-z]{3,4}$/i;
const BOUND = /^([^{}]*)\{([\w-]+)\}([^{}]*)$/; // a name with the column of a card in it
let wanted = ""; // the layer whose pictures are to be open once it is shown

/** Open the pictures of a layer, by its name, once it is shown. */
export const openFor = (layer) => (wanted = layer);

/** Return {root, refresh()}, open while no picture has been chosen, with a search for icons after those of the game; `name` is the key that names it, `slot()` the layer,
 * and `write(value, more)` gets what is chosen. Where each card names its picture, `card()` is the card, null while a
 * change is for some cards, and `writeCell(column, text)` gets what is chosen for it; `place()` is where a file goes. */
export function pictureOffer(name, columns, slot, write, card, writeCell, place) {
  const list = el("div", { class: "picture-choices" });
  const summary = el("summary");
  const root = el("details", { class: "picture-offer" }, summary, list);
  const what = name === "icon" ? "an icon" : "a picture";
  const bound = () => (card() && BOUND.exec(slot().plain[name] ?? "")) || null;
  const nameOf = (art) => (name === "icon" ? art.name.slice(ICONS.length) : art.name);
  let drawn = "";
  let has = []; // the icons of the game
  const search = name !== "icon" ? null : iconSearch({
    list: (title) => el("ul", { class: "picture-thumbs", "aria-label": title }),
    item: ({ set, name: each }, _, words) => el("li", {}, thumbnail(server.setPicture(set, each), words, false, () => take(set, each))),
    lacks: ({ name: each }) => !has.includes(each),
  });
  let shown = ""; // the layer that was shown last

  async function fill() {
    const isIcon = (art) => art.name.startsWith(ICONS);
    const all = (await server.artNames().catch(() => [])).filter((art) => art.name !== NOT_CHOSEN);
    const own = name === "icon" ? all.filter(isIcon) : all.toSorted((one, other) => isIcon(one) - isIcon(other));
    const [, before, column, after] = bound() ?? [];
    const fitting = column ? own.filter((art) => column !== "id" && nameOf(art).startsWith(before) && nameOf(art).endsWith(after)) : own;
    const key = JSON.stringify([fitting, slot().plain[name], column && card().key, column && card().fields[column]]);
    if (key === drawn) return;
    drawn = key;
    has = own.map(nameOf);
    search?.refresh();
    const ways = name === "art" && !column ? columns.filter(({ art }) => art) : [];
    const thumbOf = (art) => {
      if (!column) return thumb(art, nameOf(art), slot().plain[name], write);
      const text = nameOf(art).slice(before.length, nameOf(art).length - after.length);
      return thumb(art, text, (card().fields[column] ?? "").replace(ENDING, ""), () => writeCell(column, text));
    };
    list.replaceChildren(
      ...ways.map((column) => button(`From the column ${column.head}`, () => bind(column), { class: "small", title: "Each card shows the picture that its row names" })),
      el("ul", { class: "picture-thumbs", "aria-label": "Pictures of the game" }, fitting.map((art) => el("li", {}, thumbOf(art)))),
      search ? search.root : "",
      fitting.length || search ? "" : el("p", { class: "soft", text: "The game has no pictures for it yet: choose a file, or drop one on the card." }));
  }

  /** Show what each row names; where rows may name nothing, the layer is left out on their cards. */
  function bind({ name: column, art, optional }) {
    const changes = optional && slot().plain.when === undefined ? { when: { [column]: "not-empty" } } : {};
    write(art, { changes });
  }

  const thumb = (art, value, now, choose) => thumbnail(server.art(art), value, now === value, () => choose(value));
  function thumbnail(src, value, chosen, click) {
    return el("button", { type: "button", class: "picture-thumb", "aria-label": value.split("/").at(-1), title: value.split("/").at(-1), "aria-pressed": String(chosen), on: { click } }, el("img", { src, alt: "", loading: "lazy" }));
  }

  /** Bring a drawing of a set into the game, as a file that one chooses. */
  async function take(set, each) {
    const drawing = await server.bytesOf(server.setPicture(set, each));
    await bring([withPath(new File([drawing], `${each}.svg`, { type: "image/svg+xml" }))], { ...place(), set });
  }

  function open() {
    wanted = "";
    root.open = true;
    requestAnimationFrame(() => {
      summary.focus();
      root.scrollIntoView({ block: "nearest" });
    });
  }

  root.addEventListener("toggle", () => root.open && fill());
  return {
    root,
    refresh() {
      root.hidden = state.readOnly;
      const { layout, name: layer, plain } = slot();
      summary.textContent = `Choose ${what}${bound() ? ` for ${card().name}` : ""}`;
      if (shown !== `${layout} ${layer}`) root.open = name === "art" && plain.art === NOT_CHOSEN;
      shown = `${layout} ${layer}`;
      if (wanted === layer) open();
      if (root.open) fill();
    },
  };
}
