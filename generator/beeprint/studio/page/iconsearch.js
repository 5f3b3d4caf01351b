/** A search by words in the sets of icons that are installed: beeprint's own, those of plug-ins and of the extra `icons`. */

import { button, counted, el, icon } from "./dom.js";
import * as server from "./server.js";

const OWN = "beeprint";
const TITLE = "Icons, copied into your game";

/** Return {root, show(words), refresh()}: a field, and the icons that have its words. `list(title)` returns the element
 * that holds the icons, `item(icon, picture, name)` the element of one, `lacks(icon)` whether the game lacks it, and
 * `shown(icons)` hears of what is shown. */
export function iconSearch({ list, item, lacks = () => true, shown = () => {} }) {
  const field = el("input", { type: "search", placeholder: "Search: sword, money, draw", "aria-label": "Search icons", maxlength: 60, autocomplete: "off", spellcheck: "false", on: { input: () => find(field.value) } });
  const status = el("p", { class: "soft", role: "status" });
  const all = button("All icons", browse, { class: "small" });
  const icons = list(TITLE);
  const legend = icons.querySelector("legend");
  const root = el("div", { class: "icon-search" }, el("div", { class: "search" }, icon("search"), field), el("div", { class: "icon-found" }, status, all), icons);
  let asked = 0;

  async function find(words) {
    const number = (asked += 1);
    const answer = await server.findIcons(words).catch(() => null);
    if (!answer || number !== asked) return null;
    const fitting = answer.icons.filter(lacks);
    icons.replaceChildren(...(legend ? [legend] : []), ...fitting.map((each) => item(each, picture(each), nameOf(each))));
    icons.hidden = !fitting.length;
    status.textContent = !fitting.length ? "No icon has these words. Try another word for it." : answer.more ? `The first ${fitting.length} of ${fitting.length + answer.more} icons` : words.trim() ? counted(fitting.length, "icon") : "";
    all.hidden = !words.trim();
    shown(fitting);
    return answer;
  }

  function browse() {
    show("");
    field.focus();
  }

  /** Search for words as if they were written, or show beeprint's own icons where none has them. */
  async function show(words) {
    const answer = words ? await find(words) : null;
    if (words && !answer) return; // a person has written others meanwhile
    field.value = answer?.icons.length ? words : "";
    if (!field.value) await find("");
  }

  return { root, show, refresh: () => find(field.value) };
}

const picture = ({ set, name }) => el("img", { class: "icon-drawing", src: server.setPicture(set, name), alt: "", loading: "lazy" });
const nameOf = ({ set, name }) => (set === OWN ? name : `${name} (${set})`);
