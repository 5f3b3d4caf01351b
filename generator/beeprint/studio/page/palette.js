/** The colours of the game by name, where each is used, and what changes them. */

import { ask, labelled } from "./dialogs.js";
import { button, counted, el, icon, kept, titled } from "./dom.js";
import { nameOf, unusedName } from "./inknames.js";
import * as server from "./server.js";
import { state } from "./state.js";

const HEX = /^#[0-9a-f]{6}$/i;
const SENTENCE = "Such as storm grey.";

/** Return the part of the view that shows the palette. */
export function palettePart(act) {
  const add = button("", () => act.run(() => askInk(inks)), { class: "main" });
  add.append(icon("plus"), el("span", { text: "Add colour" }));
  const none = el("p", { class: "soft", text: "The palette is empty. Add colour gives a colour a name, which all designs can use." });
  const list = el("ul", { class: "ink-list" });
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "Palette" }), add), none, list);
  const put = kept();
  let inks = [];

  async function refresh() {
    try {
      inks = await server.paletteInks();
    } catch (error) {
      return act.refuse(error);
    }
    add.hidden = state.readOnly;
    add.disabled = state.broken;
    none.hidden = inks.length > 0;
    put(list, inks, ({ name }) => name, item);
    for (const made of list.children) made.draw(inks.find(({ name }) => name === made.dataset.ink));
  }

  function item({ name }) {
    const set = (colour) => act.run(() => server.post("ink", { do: "set", name, colour: colour.toUpperCase() }));
    const swatch = el("input", { type: "color", class: "swatch", "aria-label": `Colour of ${titled(name)}`, on: { change: () => set(swatch.value) } });
    const hex = el("input", { class: "hex", spellcheck: "false", autocomplete: "off", "aria-label": `${titled(name)} in hexadecimal`, on: { change: () => set(hex.value.trim()) } });
    const uses = el("summary");
    const where = el("ul", { class: "plain-list" });
    const used = el("details", { class: "ink-uses" }, uses, where);
    const rename = button("Rename", () => act.run(() => askName(name)), { "aria-label": `Rename ${titled(name)}` });
    const remove = button("Delete", () => act.run(() => server.post("ink", { do: "delete", name })), { "aria-label": `Delete ${titled(name)}` });
    const made = el("li", { class: "ink-item", "data-ink": name }, swatch, el("strong", { text: titled(name) }), hex, used, el("div", { class: "ink-tools for-change" }, rename, remove));
    made.draw = (ink) => {
      if (HEX.test(ink.colour)) swatch.value = ink.colour;
      if (document.activeElement !== hex || hex.value === hex.before) hex.value = ink.colour;
      hex.before = hex.value;
      uses.textContent = ink.uses ? `used ${counted(ink.uses, "time")}` : "not used";
      where.replaceChildren(...(ink.where.length ? ink.where : ["Nothing uses it: it can be deleted."]).map((text) => el("li", { text })));
      for (const control of [swatch, hex, rename, remove]) control.disabled = state.readOnly || state.broken;
    };
    return made;
  }

  return { root, refresh };
}

function askInk(inks) {
  const name = el("input", { spellcheck: "false", autocomplete: "off" });
  const colour = el("input", { type: "color", class: "swatch", value: "#4477aa", on: { input: propose } });
  function propose() {
    name.placeholder = titled(unusedName(inks, colour.value));
  }
  propose();
  return ask("Add a colour", [labelled("Colour", colour), labelled("Name", name, { sentence: "Without a name of yours, it is called by what it looks like." })], "Add",
    () => server.post("ink", { do: "add", name: name.value.trim() ? nameOf(name.value) || name.value.trim() : unusedName(inks, colour.value), colour: colour.value.toUpperCase() }), { focus: name });
}

function askName(before) {
  const name = el("input", { required: true, value: before, spellcheck: "false", autocomplete: "off" });
  return ask(`Rename ${titled(before)}`, [labelled("Name", name, { sentence: `${SENTENCE} All that uses the colour follows.` })], "Rename",
    () => server.post("ink", { do: "rename", name: before, to: nameOf(name.value) || name.value.trim() }), { focus: name });
}
