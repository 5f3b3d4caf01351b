/** What the game says of itself: title, players, credits, languages. */

import { ask, labelled } from "./dialogs.js";
import { button, el } from "./dom.js";
import { field } from "./fields.js";
import * as server from "./server.js";
import { state } from "./state.js";

const LANGUAGES = [["en", "English"], ["fr", "French"], ["de", "German"], ["es", "Spanish"], ["it", "Italian"], ["nl", "Dutch"], ["pl", "Polish"], ["pt-BR", "Portuguese of Brazil"], ["cs", "Czech"], ["sv", "Swedish"], ["ja", "Japanese"], ["ko", "Korean"], ["zh", "Chinese"], ["ar", "Arabic"], ["he", "Hebrew"], ["ru", "Russian"]];

/** Return the part of the view that shows the game itself. */
export function aboutPart(act) {
  const usual = el("div", { class: "game-fields" });
  const rest = el("div", { class: "game-fields" });
  const language = button("Add language", () => act.run(() => askLanguage(known.values.languages)), { class: "for-change" });
  const more = el("details", { class: "game-details" }, el("summary", { text: "More" }), rest);
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "The game" }), language),
    el("div", { class: "game-panel" }, usual, more));
  let fields = null;
  let known = null;

  async function refresh() {
    try {
      known = await server.gameSettings();
    } catch (error) {
      return act.refuse(error);
    }
    if (!fields) {
      fields = known.keys.map((key) => [key, field(key, (value) => act.run(() => server.post("game-settings", { values: { [key.name]: value } })))]);
      for (const [key, made] of fields) (key.usual ? usual : rest).append(made.root);
    }
    for (const [key, made] of fields) made.set(known.values[key.name], known.usual[key.name]);
    language.disabled = state.broken;
  }

  return { root, refresh };
}

function askLanguage(present = []) {
  const id = "languages-known";
  const tag = el("input", { required: true, list: id, pattern: "[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", placeholder: "fr", spellcheck: "false", autocomplete: "off" });
  const list = el("datalist", { id }, LANGUAGES.filter(([each]) => !present.includes(each)).map(([value, text]) => el("option", { value, text })));
  const sentence = "Its short name, such as fr, de or pt-BR. Files with all texts are made in lang, for you to translate.";
  return ask("Add a language", [labelled("Language", tag, { sentence }), list], "Add", () => server.post("game-settings", { language: tag.value.trim() }), { focus: tag });
}
