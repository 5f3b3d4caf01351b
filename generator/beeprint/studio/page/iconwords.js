/** Words of texts that are printed as icons, and words that could be: in brackets, or counted, as in "Gain 2 coins". */

import { dropPlace } from "./dropplace.js";
import { ask, labelled } from "./dialogs.js";
import { button, counted, el, icon, kept } from "./dom.js";
import { bareWord, choosing, sendFile, takesFiles } from "./filedrop.js";
import { iconSearch } from "./iconsearch.js";
import * as server from "./server.js";
import { state } from "./state.js";

const PICTURES = ".svg,.png,.jpg,.jpeg,.webp";

/** Return the part of the view that shows icons and the words that call them. */
export function iconsPart(act) {
  const add = button("", () => make(""), {});
  add.append(icon("plus"), el("span", { text: "Add word" }));
  const wanted = el("ul", { class: "word-list" });
  const none = el("p", { class: "soft", text: "No text counts a thing, such as 2 coins, or has a word in brackets, such as [coin], that is not an icon yet. Write one into a text of a card, and it appears here." });
  const made = el("ul", { class: "word-list" });
  const noneMade = el("p", { class: "soft", text: "No word is an icon yet." });
  const pictures = el("ul", { class: "icon-grid" });
  const noPictures = el("p", { class: "soft", text: "The game has no icons yet. Drop a drawing here to add one." });
  const place = dropPlace("Drop a drawing here (SVG or PNG) to add an icon, or choose one.", "Icon", PICTURES, (file) => act.run(() => sendFile("drop", file, { to: "icons" }), `Added: ${file.name}`));
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "Words as icons" }), add),
    el("h3", { class: "part-head", text: "Words that could be icons" }), none, wanted, el("h3", { class: "part-head", text: "Words that are icons" }), noneMade, made,
    el("h3", { class: "part-head", text: "Icons of the game" }), noPictures, pictures, place.root);
  takesFiles(root, () => ({ key: "icons", words: "Drop it to add an icon", send: ([file]) => sendFile("drop", file, { to: "icons" }) }));
  const put = [kept(), kept(), kept()];
  let known = { words: [], made: [], icons: [] };

  async function refresh() {
    try {
      known = await server.iconWords();
    } catch (error) {
      return act.refuse(error);
    }
    add.hidden = state.readOnly;
    add.disabled = state.broken;
    none.hidden = known.words.length > 0;
    noneMade.hidden = known.made.length > 0;
    noPictures.hidden = known.icons.length > 0;
    put[0](wanted, known.words, (each) => JSON.stringify(each), possible);
    put[1](made, known.made, ({ word, icon: name }) => `${word} ${name}`, present);
    put[2](pictures, known.icons, (name) => name, (name) => el("li", { title: name }, drawing(name), el("span", { text: name.split("/").at(-1) })));
    for (const image of root.querySelectorAll(".icon-drawing")) image.src = server.iconPicture(image.dataset.icon, state.version);
  }

  function possible({ word, times, texts, plural, plurals }) {
    const often = `${counted(times + plurals, "time")} in ${counted(texts, "text")}${plural ? `, with ${plural}` : ""}`;
    return el("li", { class: "word-item" }, el("code", { text: word, dir: "auto" }), el("span", { class: "soft", text: often }),
      button("Make it an icon", () => make(word), { class: "for-change", "aria-label": `Make it an icon: ${word}` }));
  }

  function present({ word, icon: name }) {
    return el("li", { class: "word-item" }, drawing(name), el("code", { text: word, dir: "auto" }), el("span", { class: "soft", text: name.split("/").at(-1), title: name }),
      el("span", { class: "word-tools for-change" }, button("Change", () => make(word, name), { "aria-label": `Change the icon of ${word}` }),
        button("Print the word", () => act.run(() => server.post("icon-word", { do: "remove", word })), { "aria-label": `Print the word ${word}` })));
  }

  function make(word, now = "") {
    return act.run(() => askIcon(word, known, now));
  }

  return { root, refresh };
}

const drawing = (name) => el("img", { class: "icon-drawing", "data-icon": name, src: server.iconPicture(name, state.version), alt: "", loading: "lazy" });

/** Ask for the drawing of a word, and for the word if there is none. */
export function askIcon(word, { icons, words: known }, now = "") {
  const words = el("input", { type: "text", required: true, maxlength: 40, placeholder: "[coin]", autocomplete: "off", spellcheck: "false", dir: "auto" });
  let file = null;
  const usual = now || bareWord(word).toLowerCase(); // the drawing that is called like the word
  const { plural, plurals } = known.find((each) => each.word === word) ?? {};
  const also = plural ? el("input", { type: "checkbox", checked: true }) : null;
  const option = (name, picture, words, set = "") => el("label", { class: "icon-choice" }, el("input", { type: "radio", name: "icon", value: name, checked: !set && name === usual, "data-set": set }), picture, el("span", { text: words }));
  const group = (title, options) => el("fieldset", { class: "icon-choices" }, el("legend", { class: "label", text: title }), options);
  const search = iconSearch({
    list: (title) => group(title, []),
    item: ({ set, name }, picture, words) => option(name, picture, words, set),
    lacks: ({ name }) => !icons.includes(name),
    shown: ([best]) => best?.fits && !file && !grid.querySelector(":checked") && (search.root.querySelector("input[type=radio]").checked = true),
  });
  const grid = el("div", { class: "icon-sets" }, icons.length ? group("A drawing of the game", icons.map((name) => option(name, drawing(name), name.split("/").at(-1)))) : null, search.root);
  const invitation = "Or drop a drawing here (SVG or PNG).";
  const place = dropPlace(invitation, "Drawing", PICTURES, (taken) => {
    file = taken;
    place.says(taken.name);
    for (const radio of grid.querySelectorAll(":checked")) radio.checked = false;
  });
  grid.addEventListener("change", ({ target }) => {
    if (target.type !== "radio") return;
    file = null;
    place.says(invitation);
  });
  const both = also ? el("label", { class: "toggle" }, also, el("span", { text: `Also ${plural}, ${counted(plurals, "time")}` })) : null;
  search.show(bareWord(word));
  const content = [word ? null : labelled("Word", words, { sentence: "Every place of a text where it is written shows the icon." }), both, grid, place.root];
  return ask(word ? `Make ${word} an icon` : "Make a word an icon", content, "Make it an icon", () => {
    const named = { word: word || words.value.trim(), ...(also?.checked ? { plural } : {}) };
    if (file) return sendFile("icon-word", file, named);
    const chosen = grid.querySelector(":checked");
    if (!chosen) throw new Error("Choose a drawing, or drop one.");
    const { value: icon, dataset: { set } } = chosen;
    return set ? choosing((choices) => server.post("icon-word", { ...named, icon, set, ...choices })) : server.post("icon-word", { ...named, icon });
  }, { wide: true, focus: word ? null : words });
}
