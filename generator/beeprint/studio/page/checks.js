/** What must be true of the game, a sentence for each rule: whether it holds, its numbers, and new rules. */

import { ask, labelled } from "./dialogs.js";
import { button, capital, counted, el, icon, kept } from "./dom.js";
import * as server from "./server.js";
import { decksOnly, headOf, state } from "./state.js";

/** Return the part of the view that lists the rules of the check. */
export function checksPart(act) {
  const add = button("", () => act.run(askRule), { class: "main" });
  add.append(icon("plus"), el("span", { text: "Add check" }));
  const lead = el("p", { class: "soft lead", text: "These must be true before anything is printed. They find a card that was lost, or one too many." });
  const none = el("p", { class: "soft", text: "The game has no checks yet. A count of each deck finds lost cards: Add check." });
  const list = el("ul", { class: "rule-list" });
  const open = el("ul", { class: "rule-list" });
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "Checks" }), add), lead, none, list, open);
  const put = [kept(), kept()];
  let known = { rules: [], uncounted: [] };

  async function refresh() {
    try {
      known = await server.rules();
    } catch (error) {
      return act.refuse(error);
    }
    add.hidden = state.readOnly;
    add.disabled = state.broken || !decksOnly().length;
    none.hidden = known.rules.length > 0;
    put[0](list, known.rules, (rule) => JSON.stringify([rule, state.readOnly, state.broken]), item);
    put[1](open, known.uncounted, (each) => JSON.stringify([each, state.readOnly, state.broken]), uncounted);
  }

  const post = (rule, wish) => act.run(() => server.post("rule", { keys: rule.keys, seen: rule.seen, ...wish }));

  function item(rule) {
    const broken = rule.problems.length > 0;
    const badge = el("span", { class: `rule-state${broken ? (rule.warning ? " warns" : " fails") : ""}`, text: broken ? (rule.warning ? "Does not hold (warning)" : "Does not hold") : rule.edition || rule.editions?.length ? "For an edition" : "Holds" });
    const words = el("p", { class: "rule-words", dir: "auto", text: rule.words });
    const notes = [rule.note, rule.edition && `In the edition ${rule.edition}.`, rule.editions?.length && `In the editions ${rule.editions.join(", ")}.`].filter(Boolean);
    const numbers = rule.numbers.map(({ at, label, value }) => {
      const input = el("input", { type: "number", step: 1, value, "aria-label": `${label}: ${rule.words}`, disabled: state.readOnly || state.broken, on: { change: () => input.value !== "" && post(rule, { do: "number", at, number: Number(input.value) }) } });
      return el("label", { class: "rule-number" }, el("span", { text: label }), input);
    });
    const tools = [
      rule.now !== null && rule.now !== undefined && button(`Change it to ${rule.now}`, () => post(rule, { do: "number", at: rule.numbers[0].at, number: rule.now })),
      rule.follows && button("Let the count follow the data", () => post(rule, { do: "follow" }), { title: "At least one, so that cards can be added and taken out" }),
      button("Delete", () => post(rule, { do: "delete", words: rule.words }), { "aria-label": `Delete: ${rule.words}` }),
    ].filter(Boolean);
    for (const tool of tools) tool.disabled = state.broken;
    return el("li", { class: "rule-item" }, el("div", { class: "rule-main" }, badge, words, notes.map((text) => el("p", { class: "soft", text })),
      rule.problems.slice(0, 3).map((text) => el("p", { class: "rule-problem", text })),
      rule.problems.length > 3 ? el("p", { class: "soft", text: `And ${counted(rule.problems.length - 3, "more problem")}.` }) : null),
      numbers.length ? el("div", { class: "rule-numbers" }, numbers) : null, el("div", { class: "rule-tools for-change" }, tools));
  }

  function uncounted({ title, why, entry }) {
    return el("li", { class: "rule-item" }, el("div", { class: "rule-main" }, el("p", { class: "soft", text: capital(why) })),
      el("div", { class: "rule-tools for-change" }, button(title, () => act.run(() => server.post("rule", { do: "add", entry })), { disabled: state.broken })));
  }

  return { root, refresh };
}

/** Ask for a new rule of a common kind. */
function askRule() {
  const deck = el("select", { on: { change: look } }, decksOnly().map(({ name, title }) => el("option", { value: name, text: title || name })));
  const kind = el("select", { on: { change: look } }, [
    ["count", "There is a number of cards"], ["unique", "No two cards have the same"], ["balanced", "Each value occurs equally often"],
    ["every-combination", "Each combination occurs once"], ["non-decreasing", "The numbers or words never fall"]].map(([value, text]) => el("option", { value, text })));
  const number = el("input", { type: "number", min: 0, step: 1, required: true });
  const edition = el("select", {}, [["", "the whole game"], ...state.game.editions.map(({ id, title }) => [id, title])].map(([value, text]) => el("option", { value, text })));
  const whose = labelled("For", edition);
  whose.hidden = !state.game.editions.length;
  const columns = el("fieldset", { class: "rule-columns" });
  const numberField = labelled("Number", number);
  const counts = () => [...state.pieces.values()].filter((piece) => piece.deck === deck.value).reduce((all, piece) => all + piece.copies, 0);

  function look() {
    const count = kind.value === "count";
    numberField.hidden = number.disabled = !count;
    columns.hidden = count;
    number.value = counts();
    columns.replaceChildren(el("legend", { class: "label", text: "Columns" }), ...(state.decks.get(deck.value)?.columns ?? []).map((name) =>
      el("label", { class: "toggle" }, el("input", { type: "checkbox", value: name }), el("span", { text: headOf(name, deck.value) }))));
  }
  look();
  return ask("Add a check", [whose, labelled("Deck", deck), labelled("Rule", kind), numberField, columns], "Add", () => {
    const chosen = [...columns.querySelectorAll(":checked")].map(({ value }) => value);
    const entry = { rule: kind.value, deck: deck.value };
    if (kind.value === "count") entry.is = Number(number.value);
    else if (!chosen.length) throw new Error("Choose a column.");
    else if (kind.value === "unique") Object.assign(entry, { of: "rows" }, chosen.length > 1 ? { columns: chosen } : { column: chosen[0] });
    else if (chosen.length > 1 || kind.value === "every-combination") entry.columns = chosen;
    else entry.column = chosen[0];
    return server.post("rule", { do: "add", entry, edition: edition.value });
  });
}
