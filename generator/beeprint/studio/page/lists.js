/** Words that the list of a column lacks: a question at the cell offers to add them. */

import { standBeside } from "./cellfault.js";
import { button, el } from "./dom.js";

const SHOWN = 8; // words that a question names

/** Return the words of a text that the list of a column lacks; none where it has no list. */
export function unlisted(column, text) {
  if (!column?.words || !["choice", "list"].includes(column.type)) return [];
  const words = column.type === "list" ? text.split(/\s+/) : [text.trim()];
  return [...new Set(words)].filter((word) => word && !column.words.includes(word));
}

/** Return a text of a choice as its list writes it, where only capitals differ. */
export function asListed(column, text) {
  const alike = column?.type === "choice" && column.words ? column.words.filter((word) => word.toLowerCase() === text.trim().toLowerCase()) : [];
  return alike.length === 1 ? alike[0] : text;
}

/** Return the words that lists lack of texts for cells, {column, text}, by the names of the columns. */
export function lacking(cells, columns) {
  const words = {};
  for (const { column, text } of cells) {
    const more = unlisted(columns.find(({ name }) => name === column), text);
    if (more.length) words[column] = [...new Set([...(words[column] ?? []), ...more])];
  }
  return words;
}

/** Return what is said of words that the list of a column lacks. */
export function lackingWords(words, head) {
  if (words.length === 1) return `${words[0]} is not in the list of ${head}.`;
  const named = words.slice(0, SHOWN).join(", ") + (words.length > SHOWN ? ` and ${words.length - SHOWN} more` : "");
  return `${words.length} words are not in the list of ${head}: ${named}.`;
}

/** Ask beside a cell whether words become part of a column's list; resolves to the answer. */
export function askToList(words, head, cell) {
  const question = el("p", { id: "list-question", text: `${lackingWords(words, head)} Add ${words.length > 1 ? "them" : "it"} to the list?` });
  let answer = false;
  const add = button(`Add ${words.length > 1 ? "them" : "it"} to the list`, () => ((answer = true), dialog.close()), { class: "main" });
  const dialog = el("dialog", { class: "list-question", "aria-labelledby": question.id }, question, el("div", { class: "ways-on" }, add, button("Cancel", () => dialog.close())));
  document.body.append(dialog);
  document.activeElement?.blur(); // a dialog gives the focus back when it closes, and the grid may be elsewhere by then
  dialog.showModal();
  const box = cell?.getBoundingClientRect();
  if (box?.width) standBeside(dialog, box);
  else dialog.style.margin = "auto";
  add.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
  });
}
