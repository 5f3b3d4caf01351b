/** Other languages of the game: which texts lack a translation, and each text beside its own. */

import * as address from "./address.js";
import { ask, labelled, sentenceOf } from "./dialogs.js";
import { button, counted, el, kept } from "./dom.js";
import { named } from "./filters.js";
import * as server from "./server.js";
import { state } from "./state.js";

const LANGUAGES = [["en", "English"], ["fr", "French"], ["de", "German"], ["es", "Spanish"], ["it", "Italian"], ["nl", "Dutch"], ["pl", "Polish"], ["pt-BR", "Portuguese of Brazil"], ["cs", "Czech"], ["sv", "Swedish"], ["ja", "Japanese"], ["ko", "Korean"], ["zh", "Chinese"], ["ar", "Arabic"], ["he", "Hebrew"], ["ru", "Russian"]];
const MOST = 150; // rows at once: a game may have thousands of texts

/** Return the part of the view that shows languages and translations. */
export function languagesPart(act) {
  const add = button("Add language", addOne, { class: "for-change" });
  const remove = button("Remove language", removeOne, { class: "for-change" });
  const list = el("select", { on: { change: () => address.go({ in: list.value }) } });
  const choice = labelled("Translation", list);
  const open = el("input", { type: "checkbox", on: { change: () => ((mine = null), draw()) } });
  const only = el("label", { class: "toggle" }, open, el("span", { text: "Only texts without a translation" }));
  const bar = el("progress", { "aria-label": "Texts that are translated" });
  const words = el("p", { class: "soft lead" });
  const count = el("span", { class: "soft", role: "status" });
  const look = button("See the cards", () => address.go({ view: "overview", at: null, part: null, in: null, language: language() }));
  const rules = button("Rules of play", () => address.go({ part: "leaflet" }));
  const reasons = el("ul", { class: "soft" });
  const groups = el("div");
  const more = button("Show more", () => ((most += MOST), draw()));
  const none = el("p", { class: "soft", text: "Every text has a translation." });
  const body = el("div", { hidden: true }, el("div", { class: "language-bar" }, choice, bar, count, el("span", { class: "deck-tools" }, look, rules, remove)), only, reasons, none, groups, more);
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "Languages" }), add), words, body);
  const put = kept();
  let known = { language: "", texts: [], reasons: {} };
  let most = MOST;
  let mine = null; // the language whose open texts are listed: one that is translated stays in sight
  let listed = new Set();
  let writing = Promise.resolve(); // each text is written after the one before, over the files as that left them

  const others = () => state.game.languages.slice(1);
  const language = () => (others().includes(address.now.in) ? address.now.in : others()[0] ?? "");
  const keyOf = ({ table, keys }) => JSON.stringify([table, keys]);

  async function addOne() {
    const asked = { tag: "" };
    if (await act.run(() => askLanguage(state.game.languages, asked))) address.go({ in: asked.tag });
  }

  function removeOne() {
    const rest = state.game.languages.filter((each) => each !== language());
    return act.run(() => server.post("game-settings", { values: { languages: rest } }), `${named(language())} removed. Its files stay in lang/${language()}.`);
  }

  async function refresh() {
    const asked = language();
    add.disabled = remove.disabled = state.broken;
    body.hidden = !asked;
    const first = named(state.game.languages[0] ?? "en");
    words.textContent = asked ? `The game is written in ${first}. Type a translation beside each text; a text without one is printed in ${first}.`
      : `The game is written in ${first}. Add a language to translate it: every text is then listed here beside its translation.`;
    if (!asked) return;
    list.replaceChildren(...others().map((each) => el("option", { value: each, text: named(each) })));
    list.value = asked;
    try {
      const answer = await server.languageTexts(asked);
      if (asked === language()) known = { language: asked, ...answer };
    } catch (error) {
      return act.refuse(error);
    }
    draw();
  }

  /** Return what a group of texts is called: the game itself, or the deck or table. */
  const called = (table) => (table ? state.decks.get(table)?.title || table : "The game");

  function draw() {
    const { texts } = known;
    const left = texts.filter(({ text }) => !text);
    if (mine !== known.language) {
      [mine, most] = [known.language, MOST];
      listed = new Set(left.map(keyOf));
    }
    bar.max = texts.length || 1;
    bar.value = texts.length - left.length;
    count.textContent = `${(texts.length - left.length).toLocaleString("en")} of ${counted(texts.length, "text")}`;
    rules.hidden = !state.game.leaflet;
    reasons.replaceChildren(...Object.values(known.reasons).map((text) => el("li", { text })));
    const wanted = open.checked ? texts.filter((each) => listed.has(keyOf(each))) : texts;
    none.hidden = left.length > 0;
    const shown = wanted.slice(0, most);
    more.hidden = wanted.length <= most;
    put(groups, [...new Set(shown.map(({ table }) => table))], (table) => `${language()} ${table}`, group);
    for (const made of groups.children) made.show(shown.filter(({ table }) => table === made.dataset.table));
  }

  function group(table) {
    const rows = el("tbody");
    const putRows = kept();
    const tag = language();
    const made = el("section", { class: "language-group", "data-table": table }, el("h3", { class: "part-head", text: called(table) }),
      el("table", { class: "texts", "aria-label": called(table) }, el("thead", {}, el("tr", {}, ["Text", named(state.game.languages[0] ?? "en"), named(tag)].map((text) => el("th", { scope: "col", text })))), rows));
    made.show = (pairs) => {
      putRows(rows, pairs, ({ keys, original }) => JSON.stringify([keys, original]), (pair) => textRow(pair, tag, Boolean(known.reasons[table])));
      for (const [at, pair] of pairs.entries()) rows.children[at].show(pair);
    };
    return made;
  }

  /** Return the row of a text: where it is, the original, and a field for the translation. */
  function textRow({ table, keys, original }, tag, shut) {
    const where = keys.join(" ");
    const input = el("textarea", { "data-marks": "yes", rows: Math.max(1, original.split("\n").length), dir: "auto", lang: tag, spellcheck: "true", "aria-label": `${where} in ${named(tag)}`, enterkeyhint: "next" });
    const wrong = el("p", { class: "cell-says", role: "alert", "data-severity": "error" });
    let before = "";
    let sending = null;

    async function write() {
      const text = input.value;
      if (text === before || text === sending) return;
      sending = text;
      try {
        writing = writing.catch(() => {}).then(() => server.post("translation", { in: tag, table, keys, text, before }));
        act.done(await writing);
        before = text.trim();
        wrong.textContent = "";
      } catch (error) {
        wrong.textContent = (error.problems ?? [error]).map(sentenceOf).join("\n");
      }
      input.setAttribute("aria-invalid", String(Boolean(wrong.textContent)));
      sending = null;
    }

    input.addEventListener("change", write);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        const fields = [...groups.querySelectorAll("textarea")];
        const next = fields[fields.indexOf(input) + 1];
        next ? next.focus() : write();
      }
      if (event.key === "Escape") {
        input.value = before;
        wrong.textContent = "";
        input.setAttribute("aria-invalid", "false");
      }
    });
    const row = el("tr", {}, el("th", { scope: "row", dir: "auto", text: where }), el("td", { class: "original", dir: "auto", text: original }), el("td", {}, input, wrong));
    row.show = ({ text }) => {
      if (input.value === before) input.value = text; // what is typed stays
      before = text;
      input.readOnly = shut || state.readOnly || state.broken;
      input.placeholder = shut ? "" : "not translated";
    };
    return row;
  }

  return { root, refresh, look: refresh };
}

function askLanguage(present, asked) {
  const id = "languages-known";
  const tag = el("input", { required: true, list: id, pattern: "[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", placeholder: "fr", spellcheck: "false", autocomplete: "off" });
  const list = el("datalist", { id }, LANGUAGES.filter(([each]) => !present.includes(each)).map(([value, text]) => el("option", { value, text })));
  const sentence = "Its short name, such as fr, de or pt-BR. Files with all texts are made in lang, for you to translate here.";
  return ask("Add a language", [labelled("Language", tag, { sentence }), list], "Add", () => server.post("game-settings", { language: (asked.tag = tag.value.trim()) }), { focus: tag });
}
