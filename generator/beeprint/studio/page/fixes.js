/** The fixes of problems: a button beside each, and one for all problems that are solved alike. */

import { wordsOf } from "./dialogs.js";
import { button, counted, el, say } from "./dom.js";
import * as server from "./server.js";
import { state, takeUndoable } from "./state.js";

/** Return what fixes a problem: a button, or several behind one; null where nothing can. */
export function fixesOf(problem) {
  const { fixes = [] } = problem;
  if (!fixes.length || state.readOnly) return null;
  const answer = el("span", { class: "soft", role: "status" });
  const [first, ...others] = fixes;
  if (!others.length) {
    const only = button("Fix", () => fix([first.id], only, answer), { class: "fix", title: sentence(first) });
    return el("div", { class: "fixes" }, only, el("span", { class: "soft", text: first.title }), answer);
  }
  const ways = el("ul", { class: "ways", hidden: true }, fixes.map((one) => el("li", {}, wayOf(one, answer))));
  const more = button("Fix", () => {
    ways.hidden = !ways.hidden;
    more.setAttribute("aria-expanded", String(!ways.hidden));
    if (!ways.hidden) ways.querySelector("button").focus();
  }, { class: "fix more", title: "Choose how to fix it", "aria-expanded": "false" });
  ways.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    more.click();
    more.focus();
  });
  return el("div", { class: "fixes" }, more, answer, ways);
}

function wayOf(one, answer) {
  const way = button(one.title, () => fix([one.id], way, answer), { title: sentence(one) });
  if (one.does) way.append(el("small", { text: one.does }));
  return way;
}

const sentence = ({ title, does }) => (does ? `${title}. ${does}` : title);

/** Return rows with a button for the problems that are solved alike, and for all that are safe to solve. */
export function sharedFixes(problems) {
  if (state.readOnly) return [];
  const alike = new Map();
  for (const { fixes = [] } of problems) for (const { id, title } of fixes) alike.set(title, [...(alike.get(title) ?? []), id]);
  const safe = problems.map(({ fixes = [] }) => fixes.filter((one) => one.safe)).filter((some) => some.length === 1).map(([one]) => one.id);
  const rows = [...alike].filter(([, ids]) => new Set(ids).size > 1).map(([title, ids]) => sharedRow("Fix all of these", title, [...new Set(ids)]));
  if (new Set(safe).size > 1) rows.unshift(sharedRow("Fix all that is safe", "Spelling and the like: what nobody would do otherwise", [...new Set(safe)]));
  return rows;
}

function sharedRow(name, title, ids) {
  const answer = el("span", { class: "soft", role: "status" });
  const all = button(name, () => fix(ids, all, answer), { class: "fix", title: `${title}: ${counted(ids.length, "problem")}, one undo` });
  return el("li", { class: "fixes" }, all, el("span", {}, title, " ", el("span", { class: "soft", text: counted(ids.length, "problem") })), answer);
}

/** Make fixes as one edit, and say what was done or why not. */
async function fix(ids, by, answer) {
  by.disabled = true;
  answer.textContent = "";
  try {
    const done = await server.post("fix", { ids });
    takeUndoable(done);
    answer.textContent = "Fixed";
    say(`Fixed: ${done.title}. Undo takes it back.`);
  } catch (error) {
    answer.textContent = wordsOf(error);
    by.disabled = false;
  }
}
