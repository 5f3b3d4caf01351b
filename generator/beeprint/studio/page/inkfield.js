/** Colours in Properties: the inks of the palette by name, and a dialog that changes an ink or adds one. */

import { button, counted, el } from "./dom.js";
import { item } from "./problems.js";
import { labelled } from "./properties.js";
import * as server from "./server.js";

const FEW = 6; // uses of an ink that are listed
const HEX = /^#[0-9a-f]{6}$/i;

/** Return the list of inks with a swatch that opens the dialog. */
export function inkField(key, write, plain, { lists, again, tell, only }) {
  const list = el("select", { class: "pictured", on: { change: () => write(list.value === "" ? null : list.value) } });
  const swatch = button("", () => mix(now.name, now.colour), { class: "swatch", "aria-label": `Mix ${key.label.toLowerCase()}`, title: "Change this ink, or mix a new one" });
  const row = el("div", { class: "ink-row" }, labelled(key, list), swatch);
  const chip = (colour) => {
    const made = el("span", { class: "ink-chip" });
    made.style.background = HEX.test(colour) ? colour : "";
    return made;
  };
  let now = { name: "", colour: "#ffffff" };

  /** Choose a colour and what it becomes: this ink everywhere, a new ink, or a colour of this slot alone. */
  function mix(name, colour) {
    const inks = lists().inks;
    const ink = inks.find((each) => each.name === name);
    const wheel = el("input", { type: "color", class: "wheel", "aria-label": "Colour of the ink", value: colour, on: { input: () => (code.value = wheel.value.toUpperCase()) } });
    const code = el("input", { type: "text", value: colour.toUpperCase(), pattern: "#[0-9A-Fa-f]{6}", on: { input: () => HEX.test(code.value) && (wheel.value = code.value) } });
    const called = el("input", { type: "text", placeholder: unused(inks), pattern: "[a-z][a-z0-9\\-]*", title: "Small letters, digits and hyphens" });
    const wrong = el("ul", { class: "problems near", hidden: true });
    const dialog = el("dialog", { class: "ask mix", "aria-labelledby": "mix-title" });
    const ok = () => code.reportValidity() && called.reportValidity();
    const act = (does) => async () => {
      if (!ok()) return;
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
      tell(`Saved: ${done.title}`, true);
      await again();
    });
    const asNew = act(async () => {
      const next = called.value || called.placeholder;
      if (inks.some((each) => each.name === next)) throw new Error(`There is an ink ${next} already. Choose another name.`);
      write(next, { ink: { name: next, colour: code.value } });
    });
    dialog.append(
      el("h2", { id: "mix-title", text: ink ? `Ink ${name}` : "A colour" }),
      ink ? usesOf(ink) : "",
      el("div", { class: "mix-fields" }, wheel, el("label", { class: "field" }, el("span", { text: "Code" }), code), el("label", { class: "field" }, el("span", { text: "Name of a new ink" }), called)),
      wrong,
      el("div", { class: "buttons" }, button("Cancel", () => dialog.close()), button("Only here", act(async () => write(code.value.toUpperCase())), { title: "Write the colour itself, which is no ink of the palette" }),
        ink ? button(`Change ${name} everywhere`, everywhere, { class: only() ? null : "main" }) : "", button("Add as a new ink", asNew, { class: ink && !only() ? null : "main" })),
    );
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
      const words = [...new Set(["", "none", ...inks.map(({ name }) => name), ...other])];
      const colourOf = (word) => inks.find(({ name }) => name === word)?.colour ?? word;
      const made = JSON.stringify([words, usual, inks.map(({ colour }) => colour)]);
      if (list.dataset.made !== made) list.replaceChildren(...words.map((word) => el("option", { value: word }, chip(colourOf(word || usual)), el("span", { text: word || `${usual || "none"} (as usual)` }))));
      list.dataset.made = made;
      list.value = value ?? "";
      const colour = colourOf(value ?? usual);
      now = { name: value ?? usual ?? "", colour: HEX.test(colour) ? colour : "#ffffff" };
      swatch.style.background = HEX.test(colour) ? colour : "";
    },
  };
}

/** Return in words what uses an ink. */
function usesOf({ uses, where }) {
  const more = where.length - FEW;
  return el("div", { class: "soft" }, el("p", { text: uses ? `Used in ${counted(uses, "place")}:` : "Not used yet." }),
    el("ul", { class: "plain-list" }, where.slice(0, FEW).map((text) => el("li", { text })), more > 0 ? el("li", { text: `and ${more} more` }) : ""));
}

/** Return a name that no ink has. */
function unused(inks) {
  for (let number = inks.length + 1; ; number += 1) if (!inks.some(({ name }) => name === `ink-${number}`)) return `ink-${number}`;
}
