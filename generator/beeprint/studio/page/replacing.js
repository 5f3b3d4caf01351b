/** Compare the table of a deck with a newer file, or with what its link answers: what differs is shown, and taken whole or card
 * by card. */

import * as address from "./address.js";
import { ask, labelled } from "./dialogs.js";
import { choose, differs } from "./differences.js";
import { counted, el, say } from "./dom.js";
import { offer } from "./drop.js";
import { notBroughtIn } from "./filedrop.js";
import { decksOnly, state } from "./state.js";
import * as server from "./server.js";

const TABLES = [".xlsx", ".xlsm", ".ods", ".csv", ".tsv"];

/** Return what replaces the table of a deck: `choose()` opens a file, `pull()` asks a link, and a table that is dropped on
 * the window is offered too; `input` belongs into the page. `shown()` is the deck that one looks at, `source()` its link.
 * `begin()` is called first, `done(answer)` at the end, with null where nothing was written. */
export function replacing({ shown, source, begin, done, refuse }) {
  const input = el("input", { type: "file", accept: TABLES.join(","), class: "unseen", tabindex: -1, "aria-label": "Newer table", on: { change: take } });

  async function run(comes, failed = (error) => refuse(error.problems ?? [{ message: error.message, hint: "" }])) {
    begin();
    try {
      done(await comes());
    } catch (error) {
      await failed(error);
    }
  }

  function take() {
    const [file] = input.files;
    input.value = "";
    if (file) run(async () => chooseAll(await server.compareTable(shown().name, file), file));
  }

  /** Compare a file with the deck that has its columns; ask where several have. What no deck can take is refused first. */
  async function dropped(file) {
    const { decks } = await server.decksOfTable(file);
    const all = decksOnly().filter(({ name }) => decks.includes(name));
    const difference = all.length > 1 ? await askDeck(all, shown()?.name, file) : await server.compareTable(all[0].name, file);
    return difference && chooseAll(difference, file);
  }

  /** Show what differs in a file for a deck, then for each other deck that has a sheet of its own in the file; go to the last
   * deck whose table was changed. */
  async function chooseAll(first, file) {
    const decks = decksOnly();
    const others = await Promise.all(first.others.map((name) => server.compareTable(name, file)));
    const all = [first, ...others.filter(differs)];
    if (!differs(first) && all.length > 1) all.shift();
    const titleOf = ({ deck }) => decks.find(({ name }) => name === deck)?.title || deck;
    const answers = [];
    for (const [at, known] of all.entries()) {
      const difference = at ? await server.compareTable(known.deck, file) : known; // the file has changed meanwhile
      const rest = all.slice(at + 1).map((each) => `${titleOf(each)} (${counted(each.cards.length + each["new-columns"].length, "change")})`);
      const next = rest.length ? `The file has a sheet for ${rest.join(" and ")} too. You see it next, whether you accept or cancel.` : "";
      answers.push(await choose(difference, { name: known.deck, title: titleOf(known) }, next));
    }
    const written = answers.filter(Boolean);
    const last = all.findLast((_, at) => answers[at]);
    if (last) address.go({ view: "cards", deck: last.deck });
    written.slice(0, -1).forEach(done);
    return written.at(-1) ?? null;
  }

  const isTable = (file) => TABLES.some((ending) => file.name.toLowerCase().endsWith(ending));
  const mayTake = () => address.now.view !== "game" && decksOnly().length > 0 && !state.readOnly && !document.querySelector("dialog[open]");
  offer((file) => isTable(file) && mayTake(), async (files) => {
    for (const file of files) await run(() => dropped(file), notBroughtIn);
  });

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
  const sentence = "You see what differs, and take what you want. Nothing is written before.";
  return ask(`Compare ${file.name}`, labelled("Compare with", list, { sentence }), "Compare", () => server.compareTable(list.value, file), { focus: list });
}

/** Ask for the link of a deck's table; resolves to what differs there. */
function askLink(deck) {
  const link = el("input", { type: "url", required: true, autocomplete: "off", spellcheck: "false", placeholder: "https://docs.google.com/spreadsheets/d/..." });
  const sentence = "A Google sheet that everyone with the link may see, or the address of a file. The game remembers it once you accept.";
  return ask(`Get the newest table of ${deck.title || deck.name}`, labelled("Link", link, { sentence }), "Get it", () => server.pullTable(deck.name, link.value.trim()), { focus: link });
}
