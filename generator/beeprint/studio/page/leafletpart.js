/** The rules of play as a leaflet: whether there is one, and its text. */

import * as address from "./address.js";
import { button, el } from "./dom.js";
import { item } from "./problems.js";
import * as server from "./server.js";
import { state } from "./state.js";

/** Return the part of the view that shows the text of the leaflet. */
export function leafletPart(act) {
  const words = el("p", { class: "soft lead" });
  const make = button("Make a leaflet", () => act.run(() => server.post("leaflet-text", { do: "make" })), { class: "main for-change" });
  const look = button("See its pages", () => address.go({ view: "rules", at: null }));
  const remove = button("Print no leaflet", () => act.run(() => server.post("leaflet-text", { do: "remove" })), { class: "for-change" });
  const text = el("textarea", { class: "leaflet-text", dir: "auto", spellcheck: "true", "aria-label": "Text of the leaflet" });
  const save = button("Save", write, { class: "main for-change", disabled: true });
  const back = button("Discard", () => ((text.value = known.text), typed()), { class: "for-change" });
  const changed = el("span", { class: "soft", role: "status" });
  const problems = el("ul", { class: "problems near", hidden: true });
  const body = el("div", { class: "leaflet-body", hidden: true }, text, el("div", { class: "leaflet-foot" }, changed, back, save), problems,
    el("p", { class: "soft", text: "# begins a heading, - a list, {components} lists what is in the box, {cards} counts a deck, :sun: shows an icon." }));
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "Rules of play" }), el("div", { class: "deck-tools" }, make, look, remove)), words, body);
  let known = { file: "", text: "", seen: {} };

  text.addEventListener("input", typed);
  text.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    write();
  });

  function typed() {
    const differs = text.value !== known.text;
    save.disabled = back.disabled = !differs || state.readOnly;
    changed.textContent = differs ? "Not saved yet" : "";
  }

  async function write() {
    if (text.value === known.text) return;
    const sent = text.value;
    if (await act.run(() => server.post("leaflet-text", { do: "text", text: sent, seen: known.seen }))) {
      known.text = sent;
      typed();
    }
  }

  async function refresh() {
    let now;
    try {
      now = await server.leafletText();
    } catch (error) {
      return act.refuse(error);
    }
    const differs = text.value !== known.text;
    if (!differs || known.file !== now.file) {
      known = now;
      text.value = now.text;
    } else if (text.value === now.text) known = now; // what was typed is in the file
    make.hidden = Boolean(now.file);
    look.hidden = remove.hidden = body.hidden = !now.file;
    make.disabled = remove.disabled = state.broken;
    text.readOnly = state.readOnly;
    words.textContent = now.file ? `The text is ${now.file}. It is printed as pages to fold, and made into a page to read.`
      : "This game prints no rules of play. A leaflet has them as pages to fold, with the numbers and pictures of your cards.";
    const wrong = state.problems.filter(({ place }) => place.file === now.shown);
    problems.replaceChildren(...wrong.map((problem) => item(problem, false)));
    problems.hidden = !wrong.length;
    typed();
  }

  return { root, refresh };
}
