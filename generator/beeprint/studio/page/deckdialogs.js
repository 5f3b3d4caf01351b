/** Dialogs about a deck: add one, give it another name, delete it. */

import { ask, labelled, wordsOf } from "./dialogs.js";
import { button, el, titleFrom } from "./dom.js";
import { lookPicker } from "./looks.js";
import { within } from "./problems.js";
import * as server from "./server.js";
import { shapePicker } from "./shapes.js";

const line = (made = {}) => el("input", { type: "text", autocomplete: "off", maxlength: 80, required: true, ...made });
const options = (list, pairs) => list.replaceChildren(...pairs.map(([value, text]) => el("option", { value, text })));

/** Ask for a new deck, of a table that was dropped if there is one; resolves to the answer of the edit, or null. A dropped
 * file that is no table is refused first. */
export async function addDeck(choices, decks, dropped = null) {
  if (dropped) await server.showTable(dropped);
  const title = line();
  const from = el("fieldset", { class: "ways-in" }, el("legend", { class: "label", text: "Begin with" }));
  const picker = shapePicker(choices, () => {}, true);
  const template = el("select");
  const copied = el("select");
  const file = el("input", { type: "file", accept: choices.tables.join(","), class: "unseen", tabindex: -1, "aria-label": "Table" });
  const fileWords = el("p", { role: "status", text: `Drop a table here (${choices.tables.slice(0, 4).join(", ")}), or choose one.` });
  const zone = el("div", { class: "game-drop" }, fileWords, button("Choose a file", () => file.click()), file);
  let table = null;
  let shown = 0; // tables that the studio has been sent: a new one has other pictures
  const styles = lookPicker(choices.cards, (template, look) => server.coverOfTable({ table: shown, template, look }));
  styles.root.hidden = true;
  picker.set(decks[0]?.shape ?? choices.shapes[0].shape); // what is cut alike is printed on the same sheets
  options(template, choices.templates.map(({ template: name, deck, title: words }) => [`${name}/${deck}`, words]));
  options(copied, decks.map(({ name, title: words }) => [name, words]));
  const ways = [
    ["plain", "Plain cards or tiles", [picker.root]],
    ["table", "A table", [zone, styles.root]],
    ["template", "A deck of a template", [labelled("Template", template)]],
    ["copy", "A copy of a deck", [labelled("Deck", copied)]],
  ].filter(([way]) => way !== "copy" || decks.length);
  const bodies = new Map();
  const heads = el("div", { class: "ways" });
  from.append(heads);
  for (const [way, words, content] of ways) {
    const radio = el("input", { type: "radio", name: "way-in", value: way, checked: way === (dropped ? "table" : "plain"), on: { change: look } });
    bodies.set(way, el("div", { class: "way-in" }, content));
    heads.append(el("label", { class: "toggle" }, radio, el("span", { text: words })));
    from.append(bodies.get(way));
  }
  const chosen = () => from.querySelector("[name=way-in]:checked").value;

  function look() {
    for (const [way, body] of bodies) body.hidden = way !== chosen();
  }

  async function take(next) {
    if (!next) return;
    table = null;
    try {
      await server.showTable(next);
    } catch (error) {
      fileWords.textContent = wordsOf(error);
      fileWords.className = "dialog-wrong";
      return (styles.root.hidden = true);
    }
    show(next);
  }

  /** Show a table that the studio has read. */
  function show(next) {
    table = next;
    fileWords.textContent = next.name;
    fileWords.className = "";
    styles.root.hidden = false;
    shown += 1;
    styles.draw();
    if (!title.value) title.value = titleFrom(next.name.replace(/\.\w+$/, ""));
  }
  file.addEventListener("change", () => take(file.files[0]));
  zone.addEventListener("dragover", (event) => event.preventDefault());
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    document.body.classList.remove("dropping");
    take(event.dataTransfer.files[0]);
  });
  if (dropped) show(dropped);
  look();

  return ask("Add a deck", [labelled("Title", title), from], "Add", () => {
    const wish = { title: title.value.trim() };
    if (chosen() === "table") {
      if (!table) throw new Error("Choose a table first.");
      return server.upload("add-deck", table, { ...wish, name: table.name, template: styles.template(), look: styles.look() });
    }
    if (chosen() === "template") [wish.template, wish.deck] = template.value.split("/");
    else if (chosen() === "copy") wish.copy = copied.value;
    else wish.shape = picker.value();
    return server.post("add-deck", wish);
  }, { focus: title, wide: true });
}

/** Ask for another title and name of a deck; the answer has its name. */
export function renameDeck({ name, title: words }) {
  const title = line({ value: words });
  const short = line({ value: name, pattern: "[a-z][a-z0-9_\\-]*", spellcheck: "false" });
  const sentence = "How checks, designs and the rules of play name it: lower-case letters, digits and hyphens. All of them follow.";
  return ask(`Rename ${words}`, [labelled("Title", title), labelled("Short name", short, { sentence })], "Rename", async () => {
    const to = short.value.trim();
    const named = title.value.trim();
    return { ...(await server.post("deck", { do: "rename", deck: name, to, title: named === words && to !== name ? "" : named })), name: to };
  }, { focus: title });
}

/** Show what uses a deck and which files go with it, and delete it if that is meant. */
export async function deleteDeck({ name, title }) {
  const { uses, lost, files } = await server.deckUses(name);
  const list = (head, entries) => (entries.length ? [el("p", { text: head }), el("ul", { class: "plain-list" }, entries.map((text) => el("li", { text })))] : []);
  return ask(`Delete ${title}?`, [
    el("p", { text: `You lose ${lost}.` }), ...list("These name the deck. Checks that are about it go too:", uses),
    el("details", { class: "in-file" }, el("summary", { text: "The files that go with it" }), list("These files go:", files.map(within))),
    el("p", { class: "soft", text: "Undo brings all of it back." })], "Delete", () => server.post("deck", { do: "delete", deck: name, force: uses.length > 0 }));
}
