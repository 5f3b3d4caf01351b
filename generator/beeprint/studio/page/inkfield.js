/** Colours in Properties: those of the palette by name, and a dialog that chooses, adds or changes a colour. */

import { button, counted, el, titled } from "./dom.js";
import { unusedName } from "./inknames.js";
import { item } from "./problems.js";
import { labelled } from "./properties.js";
import * as server from "./server.js";

const FEW = 6; // uses of an ink that are listed
const HEX = /^#[0-9a-f]{6}$/i;

/** Return the list of inks with a swatch that opens the dialog. */
export function inkField(key, write, plain, { lists, again, tell }) {
  const list = el("select", { class: "pictured", on: { change: () => write(list.value === "" ? null : list.value) } });
  const swatch = button("", () => mix(now.name, now.colour), { class: "swatch", "aria-label": `Mix ${key.label.toLowerCase()}`, title: "Choose another colour, or change this one" });
  const row = el("div", { class: "ink-row" }, labelled(key, list), swatch);
  const chip = (colour) => {
    const made = el("span", { class: "ink-chip" });
    made.style.background = HEX.test(colour) ? colour : "";
    return made;
  };
  let now = { name: "", colour: "#ffffff" };

  /** Choose a colour: of the palette, or a new one that the palette keeps; or change this one everywhere. */
  function mix(name, colour) {
    const inks = lists().inks;
    const ink = inks.find((each) => each.name === name);
    let draw = () => {};
    const pick = (chosen) => {
      code.value = chosen.toUpperCase();
      wheel.value = chosen;
      draw();
    };
    const wheel = el("input", { type: "color", class: "wheel", "aria-label": "Colour", value: colour, on: { input: () => pick(wheel.value) } });
    const code = el("input", { type: "text", value: colour.toUpperCase(), pattern: "#[0-9A-Fa-f]{6}", title: "Such as #4477AA", on: { input: () => HEX.test(code.value) && pick(code.value) } });
    const called = el("input", { type: "text", autocomplete: "off" });
    const chips = inks.filter((each) => HEX.test(each.colour)).map((each) => {
      const made = button("", () => pick(each.colour), { class: "swatch", "aria-label": titled(each.name), title: titled(each.name), "data-ink": each.name });
      made.style.background = each.colour;
      return made;
    });
    const wrong = el("ul", { class: "problems near", hidden: true });
    const dialog = el("dialog", { class: "ask mix", "aria-labelledby": "mix-title" });
    const act = (does) => async () => {
      if (!code.reportValidity()) return;
      try {
        await does();
        dialog.close();
      } catch (error) {
        const problems = error.problems ?? [{ severity: "error", message: error.message, pieces: [] }];
        wrong.replaceChildren(...problems.map((each) => item(each, false)));
        wrong.hidden = false;
      }
    };
    const everywhere = act(async () => {
      const done = await server.post("ink", { do: "set", name, colour: code.value });
      tell(done.title, true);
      await again();
    });
    const isThis = (each) => each.colour.toLowerCase() === code.value.toLowerCase();
    const known = () => (ink && isThis(ink) ? ink : inks.find(isThis));
    const use = act(async () => {
      const next = known()?.name ?? unusedName(inks, code.value, called.value);
      if (!known() && !keeps.checked) write(code.value.toUpperCase());
      else write(next, known() ? {} : { ink: { name: next, colour: code.value } });
    });
    const keeps = el("input", { type: "checkbox", checked: true, on: { change: () => draw() } });
    const keep = el("label", { class: "toggle" }, keeps, el("span", { text: "Keep it in the palette, to use it again" }));
    const naming = el("label", { class: "field" }, el("span", { text: "Name, if it is new" }), called);
    const here = button("Use it here", use, { class: "main" });
    const there = ink ? button(`Change ${titled(name)} everywhere`, everywhere) : "";
    const says = el("p", { class: "soft", role: "status" });
    draw = () => {
      const other = known();
      for (const each of chips) each.setAttribute("aria-pressed", String(each.dataset.ink === other?.name));
      if (HEX.test(code.value)) called.placeholder = titled(unusedName(inks, code.value));
      keep.hidden = Boolean(other);
      naming.hidden = Boolean(other) || !keeps.checked;
      const isSame = Boolean(ink) && other === ink;
      if (there) there.disabled = isSame;
      says.textContent = isSame || !HEX.test(code.value) ? "" : `“Use it here” changes the ${key.label.toLowerCase()} of the chosen layer only.${ink ? ` “Change ${titled(name)} everywhere” changes ${places(ink)}.` : ""}`;
    };
    dialog.append(
      el("h2", { id: "mix-title", text: "Choose a colour" }),
      el("div", { class: "mix-chips", role: "group", "aria-label": "Colours of the palette", hidden: !chips.length }, chips),
      el("div", { class: "mix-fields" }, wheel, el("label", { class: "field" }, el("span", { text: "Code" }), code), naming),
      keep,
      says,
      ink ? usesOf(ink) : "",
      wrong,
      el("div", { class: "buttons" }, button("Cancel", () => dialog.close()), there, here),
    );
    draw();
    dialog.addEventListener("close", () => (dialog.remove(), swatch.focus()));
    document.body.append(dialog);
    dialog.showModal();
    wheel.focus();
  }

  return {
    root: el("div", { class: "ink-field" }, row),
    set(value, usual) {
      const inks = lists().inks;
      const other = value !== undefined && value !== "none" && !inks.some(({ name }) => name === value) ? [value] : [];
      const words = [...new Set(["", ...((usual || "none") === "none" ? [] : ["none"]), ...inks.map(({ name }) => name), ...other])];
      const called = (word) => (inks.some(({ name }) => name === word) ? titled(word) : word);
      const colourOf = (word) => inks.find(({ name }) => name === word)?.colour ?? word;
      const made = JSON.stringify([words, usual, inks.map(({ colour }) => colour)]);
      if (list.dataset.made !== made) list.replaceChildren(...words.map((word) => el("option", { value: word }, chip(colourOf(word || usual)), el("span", { text: word ? called(word) : (usual || "none") === "none" ? key.hint || "none" : `${called(usual)} (default)` }))));
      list.dataset.made = made;
      list.value = words.includes(value) ? value : "";
      const colour = colourOf(value ?? usual);
      now = { name: value ?? usual ?? "", colour: HEX.test(colour) ? colour : "#ffffff" };
      swatch.style.background = HEX.test(colour) ? colour : "";
    },
  };
}

/** Return how many places and decks have an ink. */
const places = ({ uses, decks }) => `${counted(uses, "place")}${decks > 1 ? ` in ${counted(decks, "deck")}` : ""}`;

/** Return in words what uses an ink. */
function usesOf({ name, where, ...ink }) {
  const more = where.length - FEW;
  return el("div", { class: "soft" }, el("p", { text: ink.uses ? `${titled(name)} is used in ${places(ink)}:` : `${titled(name)} is used nowhere yet.` }),
    el("ul", { class: "plain-list" }, where.slice(0, FEW).map((text) => el("li", { text })), more > 0 ? el("li", { text: `and ${more} more` }) : ""));
}
