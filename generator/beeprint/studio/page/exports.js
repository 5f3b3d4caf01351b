/** Make the files of a profile by a click, as the command line makes them. */

import * as address from "./address.js";
import { button, capital, el, keep, kept, select } from "./dom.js";
import { kindPicture } from "./kinds.js";
import { exportMade, folderLine } from "./made.js";
import { chosenDecks, onlyDecks } from "./only.js";
import { printerField } from "./printers.js";
import { item } from "./problems.js";
import { grouped, profiles } from "./profiles.js";
import * as server from "./server.js";
import { state, takeExport, watchExports } from "./state.js";

const HOME = [["home-a4", "A4"], ["home-letter", "US Letter"]];

/** Return the view of exports. */
export function exporting() {
  const words = el("p", { class: "soft", role: "status" });
  const groups = el("div");
  const draft = el("input", { type: "checkbox" });
  let paper = HOME[0][0];
  const papers = select("Paper", (chosen) => ((paper = chosen), draw()));
  const drafting = el("label", { class: "check", title: "Print an unfinished game: broken rules, missing pictures and texts that are cut; sheets say DRAFT" }, draft, "Draft");
  const first = el("ul", { class: "exports" });
  const home = el("section", { class: "home", "aria-label": "Print at home" }, el("h3", { class: "label", text: "At home" }), el("div", { class: "page-bar" }, papers, drafting), first);
  const place = el("div", { class: "export-place", hidden: true });
  const only = onlyDecks();
  const printer = printerField();
  const root = el("section", { class: "view pages", tabindex: "0", "aria-label": "Export" },
    el("div", { class: "column" }, el("h2", { class: "page-title", text: "Make files" }), el("div", { class: "page-bar" }, only.root, printer.root), place, words, home, groups));
  const rows = new Map();
  const put = kept();

  async function draw() {
    if (!state.ready) return;
    only.refresh();
    showPlace();
    await printer.refresh();
    try {
      const all = await profiles();
      words.textContent = state.readOnly ? "The studio was started with --read-only, so it makes no files." : "";
      for (const one of all) {
        if (!rows.has(one.name)) rows.set(one.name, row(one));
        name(rows.get(one.name), one);
      }
      const known = HOME.filter(([profile]) => rows.has(profile));
      if (!known.some(([profile]) => profile === paper)) paper = known[0]?.[0] ?? "";
      papers.set(known, paper);
      papers.hidden = known.length < 2;
      drafting.hidden = state.readOnly;
      home.hidden = !paper;
      keep(first, paper ? [rows.get(paper)] : []);
      const found = grouped(all.filter((one) => one.name !== paper));
      put(groups, found, ([title]) => title, group);
      found.forEach(([, mine], at) => keep(groups.children[at].lastChild, mine.map((one) => rows.get(one.name))));
      for (const one of all) step(one.name);
    } catch (error) {
      words.textContent = error.message;
    }
  }

  /** Say where files go, with buttons that show the folder and copy its path. */
  function showPlace() {
    const { output } = state.game;
    place.hidden = state.readOnly;
    if (place.dataset.output === output) return;
    place.dataset.output = output;
    place.replaceChildren(el("span", { text: "Files go to" }), folderLine(output));
  }

  function group([title]) {
    return el("section", { class: "export-group" }, el("h3", { class: "label", text: title }), el("ul", { class: "exports" }));
  }

  function row({ name, output }) {
    const progress = el("progress", { max: "1", value: "0", hidden: true, "aria-label": `Progress of ${name}` });
    const answer = el("div", { class: "export-answer", role: "status" });
    return el("li", { class: "export", "data-profile": name }, kindPicture(output),
      el("div", { class: "export-words" }, el("h4"), el("p", { class: "soft about" }), progress, answer), button("", () => begin(name), { class: "make" }));
  }

  /** Call a profile by plain words, its technical name small; the button of the first says what it is for. */
  function name(one, profile) {
    const [title, ...more] = profile.title.split("; ");
    const isFirst = profile.name === paper;
    const make = one.querySelector(".make");
    one.querySelector("h4").textContent = capital(title);
    one.querySelector(".about").replaceChildren(...(more.length ? [`${capital(more.join("; "))} `] : []), el("code", { text: profile.name }));
    make.textContent = isFirst ? "Print at home" : "Make";
    make.setAttribute("aria-label", isFirst ? "Print at home" : `Make ${profile.name}`);
    make.classList.toggle("main", isFirst);
    make.hidden = state.readOnly;
  }

  async function begin(profile) {
    const none = { job: 0, profile, done: 0, files: [], problems: [] };
    takeExport({ ...none, state: "running" });
    try {
      await server.post("export", { profile, only: chosenDecks(), printer: address.now.printer ?? "", draft: draft.checked });
    } catch (error) {
      takeExport({ ...none, state: "failed", problems: [{ severity: "error", message: error.message, pieces: [] }] });
    }
  }

  /** Show how far the last export of a profile is. */
  function step(profile) {
    const one = rows.get(profile);
    const latest = state.exports.get(profile);
    const key = JSON.stringify(latest ?? null);
    if (!one || one.dataset.step === key) return;
    one.dataset.step = key;
    const { state: how, done, problems } = latest ?? {};
    const progress = one.querySelector("progress");
    const answer = one.querySelector(".export-answer");
    progress.hidden = how !== "running";
    if (done) progress.value = done;
    else progress.removeAttribute("value");
    one.querySelector(".make").disabled = how === "running";
    if (!how) answer.replaceChildren();
    if (how === "running") answer.textContent = done ? "Writing the files" : "Checking the game";
    if (how === "failed") answer.replaceChildren(el("ul", { class: "problems near" }, problems.map((found) => item(found, false))));
    if (how === "done") answer.replaceChildren(exportMade(latest));
  }

  watchExports(step);
  return { root, look: draw, refresh: draw };
}
