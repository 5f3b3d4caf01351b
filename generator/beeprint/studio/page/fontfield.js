/** Fonts in Properties: families shown in their own letters, and the weights that the chosen family has. */

import { wordsOf } from "./dialogs.js";
import { button, el } from "./dom.js";
import { sendFile } from "./filedrop.js";
import { labelled } from "./properties.js";
import * as server from "./server.js";
import { familyOf } from "./typeset.js";

export const FONT_FILES = [".ttf", ".otf", ".woff2", ".woff"];

/** Return what a style is called: "bold italic" for bold-italic. */
export const styleOf = (style) => style.replace("-", " ");

const names = (value) => (Array.isArray(value) ? value.join(", ") : value ?? "");

/** Fill a list with words, once; `make(word)` returns what an option holds. */
function fill(list, words, make) {
  const now = words.join("\n");
  if (list.dataset.words !== now) list.replaceChildren(...words.map((word) => el("option", { value: word }, make(word))));
  list.dataset.words = now;
}

/** Return the list of families, each with a sample. */
export function fontField(key, write, plain, { lists, slot, again, tell }) {
  const list = el("select", { class: "pictured", on: { change: () => write(list.value, { changes: weight(list.value) }) } });
  /** Return the change of a weight that another family lacks: its own is taken back, an inherited one replaced. */
  const weight = (family) => {
    const styles = lists().fonts.find((each) => each.family === family)?.styles ?? [];
    const now = plain().weight;
    if (!now || !styles.length || styles.includes(now)) return {};
    const usual = styles.includes("regular") ? "regular" : styles[0];
    return { weight: usual === "regular" && !slot().style ? null : usual };
  };
  const known = (name) => lists().fonts.find(({ family }) => family === name.trim());
  const titleOf = (names) => names.split(",").map((name) => known(name)?.title ?? name.trim()).join(", ");
  const sample = (name) => (known(name) ? el("img", { class: "font-sample", alt: "", loading: "lazy", src: server.fontSample(known(name).sample, known(name).title) }) : "");
  const file = el("input", { type: "file", accept: FONT_FILES.join(","), hidden: true, "aria-label": "Font file", on: { change: () => file.files.length && add(file.files[0]) } });
  const open = button("Add a font", () => file.click(), { class: "small" });

  /** Bring a font file into the game, and set the text in it. */
  async function add(chosen) {
    file.value = "";
    const before = new Set(lists().fonts.map(({ family }) => family));
    try {
      const answer = await sendFile("drop", chosen, { to: "fonts" });
      if (!answer) return;
      await again();
      const family = (await server.fontFamilies()).find((each) => !before.has(each.family))?.family;
      if (family) write(family);
      else tell(answer.title, true);
    } catch (error) {
      tell(wordsOf(error));
    }
  }
  return {
    root: el("div", { class: "font-field" }, labelled(key, list), open, file),
    set(value) {
      const now = names(value);
      fill(list, [...new Set([...lists().fonts.map(({ family }) => family), ...(now ? [now] : [])])], (word) => [el("span", { text: titleOf(word) }), sample(word)]);
      list.value = now;
      const first = known(now.split(",")[0]);
      if (first) familyOf(`${first.family}/${first.styles[0]}`).then((face) => names(plain().font) === now && (list.style.fontFamily = face ? `"${face}", sans-serif` : ""));
    },
  };
}

/** Return the list of weights and styles of the slot's family. */
export function weightField(key, write, plain, { lists }) {
  const list = el("select", { on: { change: () => write(list.value || null) } });
  return {
    root: labelled(key, list),
    set(value, usual) {
      const first = names(plain().font).split(",")[0].trim();
      const styles = lists().fonts.find(({ family }) => family === first)?.styles ?? [];
      const stands = value !== usual; // an entry without a value stands for the default, by its word alone
      fill(list, [...new Set([...(stands ? [""] : []), ...styles.filter((word) => !stands || word !== usual), ...(value ? [value] : [])])], (word) => styleOf(word) || usual);
      list.value = value ?? "";
    },
  };
}
