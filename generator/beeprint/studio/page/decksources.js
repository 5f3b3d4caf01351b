/** Which table a deck is read from, and which design draws its fronts. */

import { inMarks } from "./bindings.js";
import { labelled } from "./dialogs.js";
import { el, titled } from "./dom.js";
import * as server from "./server.js";
import { headOf, state } from "./state.js";

const named = (file, sheet) => (sheet ? `${file}: ${sheet}` : file);

/** Return the fields of a deck's table and design, folded; `deck()` is the deck that is shown. */
export function sourcesField(act, deck) {
  const table = el("select", { on: { change: () => read(...JSON.parse(table.value), null, "") } });
  const head = el("input", { type: "number", min: 1, max: 1000, step: 1, on: { change: () => head.value && again({ head: Number(head.value) }) } });
  const link = el("input", { type: "url", autocomplete: "off", placeholder: "https://…", on: { change: () => again({ source: link.value.trim() }) } });
  const design = el("select", { on: { change: () => post({ do: "front", front: design.value }) } });
  const summary = el("summary", { text: "Table and design" });
  const root = el("details", { class: "game-details", on: { toggle: () => fill() } }, summary, el("div", { class: "game-fields" },
    labelled("Table", table, { sentence: "The file that holds the cards. Its columns are taken over; a text that does not fit is marked in Cards." }),
    labelled("Design of the fronts", design, { sentence: "What draws the fronts. A column can choose among several designs." }),
    labelled("Row of the headings", head, { sentence: "The row that names the columns. The rows above it are skipped." }),
    labelled("Link of the newest table", link, { sentence: "Where “Get newest from the web” looks, such as a published Google Sheet." })));
  let shown = "";
  const designed = (front) => (front.includes("{") ? inMarks(front, (state.decks.get(deck().name)?.columns ?? []).map((name) => ({ name, head: headOf(name, deck().name) }))) : titled(front));

  /** Write a choice; one that is refused shows what holds again. */
  async function post(wish) {
    await act.run(() => server.post("deck", { deck: deck().name, ...wish }));
    shown = "";
    fill();
  }
  const read = (file, sheet, row, source) => post({ do: "table", file, sheet, head: row, source });
  const again = (other) => {
    const { file, sheet, head: row, source } = { ...deck().data, ...other };
    return read(file, sheet, row, source);
  };

  async function fill() {
    const now = deck();
    if (!root.open || !now) return;
    const key = JSON.stringify([now.name, now.data, now.front, state.version, state.readOnly, state.broken]);
    if (key === shown) return;
    shown = key;
    let known;
    try {
      known = await server.deckSources();
    } catch (error) {
      return act.refuse(error);
    }
    if (key !== shown) return;
    const { file, sheet } = now.data;
    const tables = known.tables.some(([name, part]) => name === file && part === sheet) ? known.tables : [[file, sheet], ...known.tables];
    table.replaceChildren(...tables.map(([name, part]) => el("option", { value: JSON.stringify([name, part]), text: named(name, part) })));
    table.value = JSON.stringify([file, sheet]);
    const columns = (state.decks.get(now.name)?.columns ?? []).map((name) => [`{${name}}`, `the one that the column ${headOf(name, now.name)} names`]);
    const plain = known.designs.filter((name) => !name.includes("{")).map((name) => [name, titled(name)]);
    const designs = [...plain, ...columns];
    if (!designs.some(([value]) => value === now.front)) designs.unshift([now.front, designed(now.front)]);
    design.replaceChildren(...designs.map(([value, text]) => el("option", { value, text })));
    design.value = now.front;
    if (document.activeElement !== head) head.value = now.data.head;
    if (document.activeElement !== link) link.value = now.data.source;
    for (const control of [table, design, head, link]) control.disabled = state.readOnly || state.broken;
  }

  return {
    root,
    show() {
      const { data, front } = deck();
      summary.textContent = `Table and design: ${named(data.file, data.sheet)}, ${designed(front)}`;
      fill();
    },
  };
}
