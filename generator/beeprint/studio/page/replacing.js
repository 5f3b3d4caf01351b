/** Replace the table of a deck by a newer file, or by what its link answers: what differs is shown first, and taken whole or
 * card by card. */

import * as address from "./address.js";
import { ask, labelled } from "./dialogs.js";
import { capital, counted, el, say } from "./dom.js";
import { offer } from "./drop.js";
import { decksOnly, state } from "./state.js";
import * as server from "./server.js";

const TABLES = [".xlsx", ".xlsm", ".ods", ".csv", ".tsv"];
const KINDS = { changed: "changed", added: "new", gone: "gone" };

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
  const sentence = "A Google sheet that everyone with the link may see, or the address of a file. It is written into game.yaml when you accept.";
  return ask(`Get the newest table of ${deck.title || deck.name}`, labelled("Link", link, { sentence }), "Get it", () => server.pullTable(deck.name, link.value.trim()), { focus: link });
}

/** Show what differs, and replace what is ticked. */
async function choose(difference, deck) {
  const { cards, same, by, name, file, source } = difference;
  const columns = difference["new-columns"];
  const gone = difference["gone-columns"];
  const all = el("input", { type: "checkbox", on: { change: () => tick(all.checked) } });
  const boxes = new Map(cards.map((card) => [card.key, box(`${card.card}, ${KINDS[card.kind]}`, card.kind !== "gone")]));
  const heads = new Map(columns.map((head) => [head, box(`Column ${head}`)]));
  const every = [...boxes.values(), ...heads.values()];
  const counts = Object.entries(KINDS).map(([kind, word]) => [cards.filter((card) => card.kind === kind).length, word]).filter(([count]) => count);
  const words = counts.map(([count, word]) => `${count} ${word}`).join(", ");
  const many = every.length > 0;
  const content = el("div", { class: "replacing" },
    el("p", { role: "status", text: many ? `${capital([words, columns.length ? counted(columns.length, "new column") : ""].filter(Boolean).join(", "))}; ${counted(same, "card")} without a change.` : `Nothing differs: ${counted(same, "card")} without a change.` }),
    el("p", { class: "soft", text: `${by ? `Cards are matched by the column ${by}` : "Cards are matched by their order"}. What you accept is written into ${file}, in its own format.` }),
    gone.length ? el("p", { class: "soft", text: `${name} lacks ${gone.length > 1 ? "the columns" : "the column"} ${gone.join(", ")}. ${file} keeps ${gone.length > 1 ? "them" : "it"}.` }) : null,
    difference.editable ? null : el("p", { class: "dialog-wrong", text: difference.reason }),
    many ? el("label", { class: "toggle replacing-all" }, all, el("span", { text: "All changes" })) : null,
    many ? el("ul", { class: "replacing-list", "aria-label": "Changes", tabindex: 0 },
      columns.map((head) => el("li", {}, row(heads.get(head), head, "new column"))),
      cards.map((card) => el("li", { "data-kind": card.kind }, row(boxes.get(card.key), card.card, KINDS[card.kind], card.title === card.card ? "" : card.title), cells(card)))) : null);

  /** Return the box of a change; cards that the newer table lacks stay unless a person ticks them. */
  function box(label, checked = true) {
    return el("input", { type: "checkbox", checked, "aria-label": label, on: { change: look } });
  }

  function tick(checked) {
    for (const each of every) each.checked = checked;
    look();
  }

  /** Show on the button how much is taken. */
  function look() {
    const taken = every.filter((each) => each.checked).length;
    [all.checked, all.indeterminate] = [taken === every.length, taken > 0 && taken < every.length];
    const send = content.closest("form").querySelector("[type=submit]");
    send.disabled = !difference.editable || !(taken || source || !many);
    send.textContent = !many ? (source ? "Keep the link" : "Close") : taken === every.length && taken > 1 ? `Accept all ${taken}` : `Accept ${counted(taken, "change")}`;
  }

  const ticked = (pairs) => [...pairs].filter(([, each]) => each.checked).map(([key]) => key);
  const answer = ask(`Replace the table of ${deck.title || deck.name}`, content, "Accept", () => (many || source ? server.replaceTable(difference, ticked(boxes), ticked(heads)) : null), { wide: true });
  look();
  return answer;
}

const row = (box, name, word, title = "") => el("label", { class: "toggle" }, box, el("strong", { text: name, dir: "auto" }), title ? el("span", { class: "replacing-title", text: title, dir: "auto" }) : null, el("span", { class: "replacing-kind", text: word }));

/** List the cells of a card that differ; of a card that goes, its name is enough. */
function cells({ kind, cells: all }) {
  if (kind === "gone") return null;
  return el("dl", {}, all.map(({ column, before, after }) => el("div", {}, el("dt", { text: column }),
    el("dd", { dir: "auto" }, kind === "changed" ? [before ? el("del", { text: before }) : el("span", { class: "soft", text: "(empty)" }), " → "] : null, after ? el("ins", { text: after }) : el("span", { class: "soft", text: "(empty)" })))));
}
