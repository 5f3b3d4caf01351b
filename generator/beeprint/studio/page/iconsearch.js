/** A search by words in the sets of icons that are installed: beeprint's own, those of plug-ins and of the extra `icons`. */

import { counted, el, icon } from "./dom.js";
import * as server from "./server.js";

const OWN = "beeprint";
const TITLE = "Icons, copied into your game";
const MORE = 'pip install "beeprint[icons]"';

/** Return {root, show(words), refresh()}: a field, and the icons that have its words. `list(title)` returns the element
 * that holds the icons, `item(icon, picture, name)` the element of one, `lacks(icon)` whether the game lacks it, and
 * `shown(icons)` hears of what is shown. */
export function iconSearch({ list, item, lacks = () => true, shown = () => {} }) {
  const field = el("input", { type: "search", placeholder: "Search: sword, money, draw", "aria-label": "Search icons", maxlength: 60, autocomplete: "off", spellcheck: "false", on: { input: () => find(field.value) } });
  const status = el("p", { class: "soft", role: "status" });
  const more = el("p", { class: "soft", hidden: true }, "To search some 4,000 icons more, install them and start the studio again: ", el("code", { text: MORE }));
  const icons = list(TITLE);
  const legend = icons.querySelector("legend");
  const root = el("div", { class: "icon-search" }, el("div", { class: "search" }, icon("search"), field), status, icons, more);
  let asked = 0;

  async function find(words) {
    const number = (asked += 1);
    const answer = await server.findIcons(words).catch(() => null);
    if (!answer || number !== asked) return null;
    const fitting = answer.icons.filter(lacks);
    icons.replaceChildren(...(legend ? [legend] : []), ...fitting.map((each) => item(each, picture(each), nameOf(each))));
    icons.hidden = !fitting.length;
    status.textContent = !fitting.length ? "No icon has these words. Try another word for it." : answer.more ? `The first ${fitting.length} of ${fitting.length + answer.more} icons` : words.trim() ? counted(fitting.length, "icon") : "";
    status.hidden = !status.textContent;
    more.hidden = answer.extra;
    shown(fitting);
    return answer;
  }

  return {
    root,
    /** Search for words as if they were written, or show beeprint's own icons where none has them. */
    async show(words) {
      const answer = words ? await find(words) : null;
      if (answer?.icons.length) field.value = words;
      else await find("");
    },
    refresh: () => find(field.value),
  };
}

const picture = ({ set, name }) => el("img", { class: "icon-drawing", src: server.setPicture(set, name), alt: "", loading: "lazy" });
const nameOf = ({ set, name }) => (set === OWN ? name : `${name} (${set})`);
