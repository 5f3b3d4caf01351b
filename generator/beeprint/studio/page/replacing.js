/** Replace the table of a deck by a newer file, or by what its link answers: what differs is shown first, and taken whole or
 * card by card. */

import * as address from "./address.js";
import { ask, labelled } from "./dialogs.js";
import { capital, counted, el, say } from "./dom.js";
import { offer } from "./drop.js";
import { decksOnly, state } from "./state.js";
import * as server from "./server.js";

const TABLES = [".xlsx", ".xlsm", ".ods", ".csv", ".tsv"];
const KINDS = { changed: "changed", renamed: "renamed", added: "new", gone: "gone" };

/** Return what replaces the table of a deck: `choose()` opens a file, `pull()` asks a link, and a table that is dropped on
 * the window is offered too; `input` belongs into the page. `shown()` is the deck that one looks at, `source()` its link.
 * `begin()` is called first, `done(answer)` at the end, with null where nothing was written. */
export function replacing({ shown, source, begin, done, refuse }) {
  const input = el("input", { type: "file", accept: TABLES.join(","), class: "unseen", tabindex: -1, "aria-label": "Newer table", on: { change: take } });

  async function run(comes) {
    begin();
    try {
      done(await comes());
    } catch (error) {
      refuse(error.problems ?? [{ message: error.message, hint: "" }]);
    }
  }

  function take() {
    const [file] = input.files;
    input.value = "";
    if (file) run(async () => choose(await server.compareTable(shown().name, file), shown()));
  }

  async function dropped(file) {
    const all = decksOnly();
    const difference = all.length > 1 ? await askDeck(all, shown()?.name, file) : await server.compareTable(all[0].name, file);
    const deck = difference && all.find(({ name }) => name === difference.deck);
    const answer = deck && (await choose(difference, deck));
    if (answer) address.go({ view: "cards", deck: deck.name });
    return answer;
  }

  const isTable = (file) => TABLES.some((ending) => file.name.toLowerCase().endsWith(ending));
  const mayTake = () => address.now.view !== "game" && decksOnly().length > 0 && !state.readOnly && !document.querySelector("dialog[open]");
  offer((file) => isTable(file) && mayTake(), ([file]) => run(() => dropped(file)));

  return {
    input,
    choose: () => input.click(),
    pull() {
      say("Getting the newest table");
      run(async () => {
        const deck = shown();
        const difference = source() ? await server.pullTable(deck.name) : await askLink(deck);
        return difference && choose(difference, deck);
      });
    },
  };
}

/** Ask which deck a file that was dropped replaces the table of, `now` being the deck that is shown. */
function askDeck(decks, now, file) {
  const list = el("select", {}, decks.map(({ name, title }) => el("option", { value: name, text: title || name, selected: name === now })));
  const sentence = "What differs is shown before anything is written.";
  return ask(`Replace a table by ${file.name}?`, labelled("Replace the table of", list, { sentence }), "Compare", () => server.compareTable(list.value, file), { focus: list });
}

/** Ask for the link of a deck's table; resolves to what differs there. */
function askLink(deck) {
  const link = el("input", { type: "url", required: true, autocomplete: "off", spellcheck: "false", placeholder: "https://docs.google.com/spreadsheets/d/..." });
  const sentence = "A Google sheet that everyone with the link may see, or the address of a file. The game remembers it once you accept.";
  return ask(`Get the newest table of ${deck.title || deck.name}`, labelled("Link", link, { sentence }), "Get it", () => server.pullTable(deck.name, link.value.trim()), { focus: link });
}

/** Show what differs, and replace what is ticked. */
async function choose(difference, deck) {
  const { cards, same, by, name, file, source } = difference;
  const columns = difference["new-columns"];
  const gone = difference["gone-columns"];
  const all = el("input", { type: "checkbox", on: { change: () => tick(all.checked) } });
  const heads = columns.map((head) => change(head, "new column", { key: head, label: `Column ${head}` }));
  const changes = cards.map((card) => change(card.card, KINDS[card.kind], cellwise(card)));
  const every = [...heads, ...changes];
  const counts = Object.entries(KINDS).map(([kind, word]) => [cards.filter((card) => card.kind === kind).length, word]).filter(([count]) => count);
  const words = counts.map(([count, word]) => `${count} ${word}`).join(", ");
  const many = every.length > 0;
  const keepsId = cards.some(({ kind, cells }) => kind === "renamed" && cells.some(({ column }) => column === "id"));
  const content = el("div", { class: "replacing" },
    el("p", { role: "status", text: many ? `${capital([words, columns.length ? counted(columns.length, "new column") : ""].filter(Boolean).join(", "))}; ${counted(same, "card")} without a change.` : `Nothing differs: ${counted(same, "card")} without a change.` }),
    el("p", { class: "soft", text: `${by ? `Cards are matched by the column ${by}, or else by what they kept` : "Cards are matched by their order"}. What you accept is written into ${file}, in its own format.` }),
    keepsId ? el("p", { class: "soft", text: "Renamed cards keep their id, unless you tick it." }) : null,
    gone.length ? el("p", { class: "soft", text: `${name} lacks ${gone.length > 1 ? "the columns" : "the column"} ${gone.join(", ")}. ${file} keeps ${gone.length > 1 ? "them" : "it"}.` }) : null,
    difference.editable ? null : el("p", { class: "dialog-wrong", text: difference.reason }),
    many ? el("label", { class: "toggle replacing-all" }, all, el("span", { text: "All changes" })) : null,
    many ? el("ul", { class: "replacing-list", "aria-label": "Changes", tabindex: 0 }, every.map((each) => each.root)) : null);

  function tick(checked) {
    for (const each of every) each.tick(checked);
    look();
  }

  /** Return a change with its box, and a box for each of its cells that can be taken alone. */
  function change(title, word, { key, label, renamed = "", kind = "", cells = [], alone = false, checked = true }) {
    const box = (label, checked, changed = look) => el("input", { type: "checkbox", checked, "aria-label": label, on: { change: changed } });
    const whole = box(label, checked, () => (made.tick(whole.checked), look()));
    const single = new Map(alone ? cells.map(({ column }) => [column, box(`${column} of ${title}`, !(kind === "renamed" && column === "id"))]) : []);
    const boxes = [...single.values()];
    const list = cells.length ? el("dl", {}, cells.map((cell) => cellRow(cell, single.get(cell.column)))) : null;
    const made = {
      key,
      root: el("li", { "data-kind": kind }, row(whole, title, word, renamed), list),
      tick(checked) {
        for (const each of [whole, ...boxes]) each.checked = checked;
      },
      /** Return whether anything, and whether all of it is taken; the box of the whole shows that. */
      taken() {
        const some = boxes.length ? boxes.some((each) => each.checked) : whole.checked;
        const all = boxes.length ? boxes.every((each) => each.checked) : whole.checked;
        [whole.checked, whole.indeterminate] = [all, some && !all];
        return { some, all };
      },
      columns: () => [...single].filter(([, each]) => each.checked).map(([column]) => column),
    };
    return made;
  }

  /** Show on the button how much is taken. */
  function look() {
    const taken = every.map((each) => each.taken());
    const some = taken.filter((each) => each.some).length;
    const whole = some > 0 && taken.every((each) => each.all);
    [all.checked, all.indeterminate] = [whole, some > 0 && !whole];
    const send = content.closest("form").querySelector("[type=submit]");
    send.disabled = !difference.editable || !(some || source || !many);
    send.textContent = !many ? (source ? "Keep the link" : "Close") : whole && some > 1 ? `Accept all ${some}` : `Accept ${counted(some, "change")}`;
  }

  const ticked = (list) => list.filter((each) => each.taken().some);
  const answer = ask(`Replace the table of ${deck.title || deck.name}`, content, "Accept", () => (many || source ? server.replaceTable(difference, Object.fromEntries(ticked(changes).map((each) => [each.key, each.columns()])), ticked(heads).map(({ key }) => key)) : null), { wide: true });
  look();
  return answer;
}

/** Return how a card is shown: what it is renamed to, and its cells. Cards that the newer table lacks stay unless a person ticks
 * them; of these, the name is enough. */
function cellwise({ key, kind, card, title, now, cells }) {
  const renamed = kind === "renamed" ? [title && now !== title ? title : card, now] : title === card ? "" : title;
  return { key, kind, renamed, label: `${card}, ${KINDS[kind]}`, cells: kind === "gone" ? [] : cells, alone: ["changed", "renamed"].includes(kind), checked: kind !== "gone" };
}

function row(box, name, word, title) {
  const words = Array.isArray(title) ? [el("del", { text: title[0] }), " → ", el("ins", { text: title[1] })] : title;
  return el("label", { class: "toggle" }, box, el("strong", { text: name, dir: "auto" }), title ? el("span", { class: "replacing-title", dir: "auto" }, words) : null, el("span", { class: "replacing-kind", text: word }));
}

/** Return the old and the new text of a cell, with its box where it can be taken alone. */
function cellRow({ column, before, after }, box) {
  const text = (tag, words) => (words ? el(tag, { text: words }) : el("span", { class: "soft", text: "(empty)" }));
  return el("div", {}, el("dt", {}, box ? el("label", { class: "toggle" }, box, el("span", { text: column })) : column),
    el("dd", { dir: "auto" }, box ? [text("del", before), " → "] : null, text("ins", after)));
}
