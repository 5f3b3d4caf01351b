/** The rules of play as a leaflet: whether there is one, its text, and what that is in other languages. */

import * as address from "./address.js";
import { labelled } from "./dialogs.js";
import { button, el } from "./dom.js";
import { field } from "./fields.js";
import { named } from "./filters.js";
import { item } from "./problems.js";
import { leafletPages } from "./rules.js";
import * as server from "./server.js";
import { decksOnly, state } from "./state.js";
import { boldButton, insertMenu, typing } from "./texttools.js";

const NOTHING = { file: "", text: "", seen: {}, made: false };
const BRACES = /\{([^{}]+)\}/g;
const HEADING = /^#{1,3} +/;
const ITEM = /^[-*] +/;

/** Return the part of the view that shows the text of the leaflet. */
export function leafletPart(act) {
  const words = el("p", { class: "soft lead" });
  const make = button("Make a leaflet", () => act.run(() => server.post("leaflet-text", { do: "make" })), { class: "main for-change" });
  const look = button("See its pages", () => address.go({ view: "rules", at: null, part: null, in: null, language: language() || null }));
  const remove = button("Print no leaflet", () => act.run(() => server.post("leaflet-text", { do: "remove" })), { class: "for-change" });
  const languages = el("select", { on: { change: () => address.go({ in: languages.value || null }) } });
  const choice = labelled("Language", languages);
  const translate = button("Translate the leaflet", () => act.run(() => server.post("leaflet-text", { do: "translate", in: language() })), { class: "main for-change" });
  const text = el("textarea", { class: "leaflet-text", "data-marks": "yes", dir: "auto", spellcheck: "true", "aria-label": "Text of the leaflet" });
  const save = button("Save", write, { class: "main for-change", disabled: true });
  const back = button("Discard", discard, { class: "for-change" });
  const changed = el("span", { class: "soft", role: "status" });
  const problems = el("ul", { class: "problems near", hidden: true });
  const original = el("details", { class: "game-details" }, el("summary", { text: "The text to translate" }), el("pre", { class: "leaflet-original", dir: "auto", tabindex: "0" }));
  const { put, lines } = typing(text);
  const icons = insertMenu("Icon", [], put);
  const filled = insertMenu("Insert", [], put);
  const tools = el("div", { class: "text-tools for-change", role: "group", "aria-label": "Put into the text" },
    button("Heading", () => lines("## ", HEADING), { class: "small", title: "Make the line a heading" }), boldButton(put),
    button("List", () => lines("- ", ITEM), { class: "small", title: "Make the selected lines a list" }), icons, filled);
  const says = el("p", { class: "soft leaflet-says" });
  const pages = leafletPages();
  const aside = el("aside", { "aria-label": "The pages as saved" }, el("h3", { class: "part-head", text: "The pages as saved" }), pages.root);
  pages.root.tabIndex = 0;
  const beside = el("div", { class: "leaflet-beside" }, el("div", { class: "leaflet-body" }, tools, text, el("div", { class: "leaflet-foot" }, changed, back, save), says, problems), aside);
  const body = el("div", { class: "leaflet-body", hidden: true }, beside, original);
  const settings = el("div", { class: "game-fields" });
  const more = el("details", { class: "game-details" }, el("summary", { text: "More" }), settings);
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "Rules of play" }), el("div", { class: "deck-tools" }, make, look, remove)), words,
    el("div", { class: "language-bar" }, choice, translate), body, more);
  let known = NOTHING; // what the text began as
  let latest = NOTHING; // what the file holds
  let fields = null;
  const drafts = new Map(); // what was typed in other languages and not saved yet, by file

  const language = () => (state.game.languages.slice(1).includes(address.now.in) ? address.now.in : "");

  text.addEventListener("input", typed);
  text.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    write();
  });

  /** Return what can be put in that is filled in when the rules are printed, as pairs of it and its words. */
  const fillings = () => [["{game.title}", "Title of the game"], ["{components}", "What is in the box"], ["{game.players}", "Number of players"],
    ...decksOnly().map(({ name, title }) => [`{${name}}`, `Number of ${title}`])];

  /** Say what the words in braces are that the text has. */
  function sayBraces() {
    const known = fillings().filter(([braces]) => text.value.includes(braces));
    says.hidden = !text.value.match(BRACES);
    says.textContent = ["Words in braces are filled in when the rules are printed.", ...known.map(([braces, words]) => `${braces} is printed as: ${words}.`)].join("\n");
  }

  function typed() {
    sayBraces();
    const differs = text.value !== known.text;
    save.disabled = back.disabled = !differs || state.readOnly;
    const elsewhere = `${known.file} was changed elsewhere. Save writes your text over it, Discard shows what it holds now.`;
    changed.textContent = !differs ? "" : latest.text === known.text ? "Not saved yet" : elsewhere;
  }

  function discard() {
    known = latest;
    text.value = known.text;
    typed();
  }

  async function write() {
    if (text.value === known.text) return;
    const sent = text.value;
    if (await act.run(() => server.post("leaflet-text", { do: "text", text: sent, seen: latest.seen, in: language() }))) {
      known = latest = { ...latest, text: sent };
      typed();
    }
  }

  async function refresh() {
    let now;
    let source;
    let icon;
    const asked = language();
    try {
      [now, source, icon] = await Promise.all([server.leafletText(asked), asked ? server.leafletText() : null, server.iconWords()]);
    } catch (error) {
      return act.refuse(error);
    }
    if (asked !== language()) return;
    const called = new Map(icon.made.map(({ word, icon: name }) => [name, word]));
    icons.show(icon.icons.map((name) => [called.has(name) ? `[${called.get(name)}]` : `:${name}:`, called.get(name) ?? name]));
    icons.hidden = !icon.icons.length;
    filled.show(fillings());
    beside.classList.toggle("is-alone", asked !== (address.now.language ?? ""));
    pages.draw().catch(() => {}); // the view of the rules says why there are none
    const differs = text.value !== known.text;
    latest = now;
    if (known.file !== now.file) {
      differs ? drafts.set(known.file, [known, text.value]) : drafts.delete(known.file);
      [known, text.value] = drafts.get(now.file) ?? [now, now.text];
    } else if (!differs) {
      known = now;
      text.value = now.text;
    } else if (text.value === now.text) known = now; // what was typed is in the file
    make.hidden = Boolean(now.file);
    look.hidden = remove.hidden = more.hidden = !now.file;
    body.hidden = !now.made;
    choice.hidden = !now.file || state.game.languages.length < 2;
    languages.replaceChildren(...state.game.languages.map((each, at) => el("option", { value: at ? each : "", text: named(each) })));
    languages.value = asked;
    translate.hidden = !asked || now.made;
    original.hidden = !asked;
    original.lastChild.textContent = source?.text ?? "";
    make.disabled = remove.disabled = translate.disabled = state.broken;
    text.readOnly = state.readOnly;
    words.textContent = !now.file ? "This game prints no rules of play. A leaflet has them as pages to fold, with the numbers and pictures of your cards."
      : now.made ? "Write the rules here. They are printed as pages to fold, and made into a page to read." : "There is no translation yet. It begins as a copy of the text, for you to translate.";
    showSettings(now);
    const wrong = state.problems.filter(({ place }) => place.file === now.shown);
    problems.replaceChildren(...wrong.map((problem) => item(problem, false)));
    problems.hidden = !wrong.length;
    typed();
  }

  function showSettings({ keys, values }) {
    fields ??= keys.map((key) => [key, field(key, (value) => act.run(() => server.post("leaflet-text", { do: "set", values: { [key.name]: value } })))]);
    if (!settings.firstChild) settings.append(...fields.map(([, made]) => made.root));
    for (const [key, made] of fields) made.set(values[key.name]);
  }

  return { root, refresh, look: refresh };
}
