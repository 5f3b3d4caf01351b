/** The templates and looks of a deck that is made from a table, chosen by pictures of its own first card. */

import { el } from "./dom.js";

const SOON = 250; // ms after the last change in which no picture is asked for
let groups = 0;

/**
 * Return a picker of a template and a look: {root, template(), look(), draw()}. `cover(template, look)` returns the address of
 * the picture of a card, or a promise of it; `draw` asks for all pictures again, as after another table was chosen. `changed()` hears
 * of each choice.
 */
export function lookPicker({ templates, looks }, cover, suits = "What suits the table", changed = () => {}) {
  const number = (groups += 1);
  const chosen = { template: suits ? "" : templates[0].name, look: looks[0].name };
  const pictures = [];
  let soon = 0;
  const list = (key, legend, entries) => el("fieldset", {}, el("legend", { class: "label", text: legend }), el("div", { class: "templates" },
    entries.map((entry) => {
      const picture = el("img", { alt: "", loading: "lazy" });
      pictures.push({ picture, [key]: entry.name });
      const take = () => {
        chosen[key] = entry.name;
        draw();
      };
      return el("label", { class: "template", title: entry.words },
        el("input", { type: "radio", name: `${key}-${number}`, value: entry.name, checked: entry.name === chosen[key], on: { change: take } }),
        el("span", { class: "cover", "aria-hidden": "true" }, picture), el("span", { text: entry.title }));
    })));
  const first = suits ? [{ name: "", title: suits, words: "" }] : [];
  const root = el("div", { class: "look-picker" }, list("look", "Look", looks), list("template", "Template of the cards", [...first, ...templates]));

  function draw() {
    clearTimeout(soon);
    soon = setTimeout(show, SOON);
    changed();
  }

  async function show() {
    for (const { picture, ...own } of pictures) {
      const { template, look } = { ...chosen, ...own };
      const wanted = `${template}/${look}`;
      picture.dataset.of = wanted;
      try {
        const address = await cover(template, look);
        if (picture.dataset.of === wanted) picture.src = address;
      } catch {
        picture.removeAttribute("src"); // the import says what is wrong with the table
      }
    }
  }

  return { root, draw, template: () => chosen.template, look: () => chosen.look };
}
