/** The fixes of problems: a button beside each, and one for all problems that are solved alike. */

import { wordsOf } from "./dialogs.js";
import { button, capital, counted, el } from "./dom.js";
import { tellBelow } from "./past.js";
import * as server from "./server.js";
import { state, takeUndoable } from "./state.js";

/** Return what fixes a problem: a button, or several behind one; null where nothing can. */
export const fixesOf = (problem) => fixesOfAll([problem]);

/** Return what fixes problems of one kind together, each way as one edit; null where nothing can. */
export function fixesOfAll(problems) {
  const ways = waysOf(problems);
  const asking = problems.length === 1 ? (problems[0].fixes ?? []).find(({ asks }) => asks) : null;
  if ((!ways.length && !asking) || state.readOnly) return null;
  const answer = el("span", { class: "soft", role: "status" });
  if (asking) return el("div", { class: "fixes" }, asked(asking, answer), ways.map((way) => wayOf(way, answer)), answer);
  const [first, ...others] = ways;
  const isSure = !others.length || (first.safe && others.every(({ safe }) => !safe));
  if (!others.length) return el("div", { class: "fixes" }, direct(first, answer), answer);
  const list = el("ul", { class: "ways", hidden: true }, (isSure ? others : ways).map((way) => el("li", {}, wayOf(way, answer))));
  const more = button(isSure ? "Other ways" : "Fix", () => {
    list.hidden = !list.hidden;
    more.setAttribute("aria-expanded", String(!list.hidden));
    if (!list.hidden) list.querySelector("button").focus();
  }, { class: isSure ? "small more" : "fix more", title: "Choose how to fix it", "aria-expanded": "false" });
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    more.click();
    more.focus();
  });
  return el("div", { class: "fixes" }, isSure ? direct(first, answer) : "", more, answer, list);
}

/** Return a button that fixes at once, with the words of what it does. */
function direct(way, answer) {
  const made = button("Fix", () => fix(way.ids, made, answer), { class: "fix", title: sentence(way) });
  return [made, el("span", { class: "soft", text: way.title })];
}

/** Return a button for each way to fix a problem, and why one could not; `done(answer)` hears of the edit. */
export function waysAtHand(problem, done) {
  const answer = el("span", { class: "soft", role: "status" });
  const buttons = waysOf([problem]).map((way) => {
    const made = button(way.title, async () => done(await fix(way.ids, made, answer)), { class: "small", title: sentence(way) });
    return made;
  });
  return [...buttons, answer];
}

/** Return a field with a text that is wrong, to write the right one over it. */
function asked({ id, title, asks }, answer) {
  const input = el("input", { type: "text", value: asks, "aria-label": title, autocomplete: "off" });
  const save = el("button", { type: "submit", class: "fix", text: "Save" });
  const send = (event) => {
    event.preventDefault();
    if (input.value.trim() !== asks) fix([id], save, answer, { text: input.value.trim() });
  };
  return el("form", { class: "fix-form", on: { submit: send } }, input, save);
}

/** Return the ways to fix problems: the only fix of each together, or else the only safe one of each; and the others, those of
 * the same title together. */
function waysOf(problems) {
  const ways = new Map();
  for (const { fixes = [] } of problems)
    for (const { id, title, does, safe } of fixes.filter(({ asks }) => !asks)) {
      if (!ways.has(title)) ways.set(title, { title, does, safe, ids: new Set() });
      ways.get(title).ids.add(id);
    }
  const all = [...ways.values()].map((way) => ({ ...way, ids: [...way.ids] }));
  const isOnly = (fits) => problems.every(({ fixes = [] }) => fixes.filter((one) => !one.asks && fits(one)).length === 1);
  const together = [() => true, ({ safe }) => safe].find(isOnly);
  const alike = together ? all.filter(together) : [];
  if (alike.length < 2) return all;
  const whole = { title: `${alike[0].title}, and ${alike.length - 1} more like it`, does: "", safe: alike.every(({ safe }) => safe), ids: alike.flatMap(({ ids }) => ids) };
  return [whole, ...all.filter((way) => !alike.includes(way))];
}

function wayOf(way, answer) {
  const made = button(way.title, () => fix(way.ids, made, answer), { title: sentence(way) });
  if (way.does) made.append(el("small", { text: way.does }));
  return made;
}

const sentence = ({ title, does }) => (does ? `${title}. ${does}` : title);

/** Return rows with a button for the groups of problems that are solved alike, and for all that are safe to solve. */
export function sharedFixes(groups) {
  if (state.readOnly) return [];
  const alike = new Map();
  const safe = new Map();
  const icons = new Map();
  for (const { key, problems } of groups)
    for (const { fixes = [], icon_word: word } of problems) {
      for (const { id, title, kind } of fixes.filter(({ asks }) => !asks)) {
        alike.set(title, (alike.get(title) ?? new Map()).set(id, key));
        if (kind === "make-icon") icons.set(id, word);
      }
      const sure = fixes.filter((one) => one.safe);
      if (sure.length === 1) safe.set(sure[0].id, key);
    }
  const several = (ids) => new Set(ids.values()).size > 1; // those of one group have its own button
  const rows = [...alike].filter(([, ids]) => several(ids)).map(([title, ids]) => sharedRow("Fix all of these", title, [...ids.keys()]));
  const words = [...new Set(icons.values())];
  if (words.length > 1) rows.unshift(sharedRow("Fix all of these", `Make ${words.join(", ")} icons`, [...icons.keys()]));
  if (several(safe)) rows.unshift(sharedRow("Fix all that is safe", "Spelling and the like: what nobody would do otherwise", [...safe.keys()]));
  return rows;
}

function sharedRow(name, title, ids) {
  const answer = el("span", { class: "soft", role: "status" });
  const all = button(name, () => fix(ids, all, answer), { class: "fix", title: `${title}: ${counted(ids.length, "problem")}, one undo` });
  return el("li", { class: "fixes" }, all, el("span", {}, title, " ", el("span", { class: "soft", text: counted(ids.length, "problem") })), answer);
}

/** Make fixes as one edit, and say what was done or why not; resolves to what was done. */
async function fix(ids, by, answer, more = {}) {
  by.disabled = true;
  answer.textContent = "";
  try {
    const done = await server.post("fix", { ids, ...more });
    takeUndoable(done);
    answer.textContent = "Fixed";
    tellBelow(capital(done.title), true, done.lines);
    return done;
  } catch (error) {
    answer.textContent = wordsOf(error);
    by.disabled = false;
    return null;
  }
}
