/** Make the files of a profile by a click, as the command line makes them. */

import * as address from "./address.js";
import { button, capital, counted, el, icon, keep, kept } from "./dom.js";
import { chosenDecks, onlyDecks } from "./only.js";
import { printerField } from "./printers.js";
import { copyButton, item } from "./problems.js";
import { grouped, profiles } from "./profiles.js";
import * as server from "./server.js";
import { state, takeExport, watchExports } from "./state.js";

/** Return the view of exports. */
export function exporting() {
  const words = el("p", { class: "soft", role: "status" });
  const groups = el("div");
  const only = onlyDecks();
  const printer = printerField();
  const root = el("section", { class: "view pages", tabindex: "0", "aria-label": "Export" },
    el("div", { class: "column" }, el("h2", { class: "page-title", text: "Make files" }), el("div", { class: "page-bar" }, only.root, printer.root), words, groups));
  const rows = new Map();
  const put = kept();

  async function draw() {
    if (!state.ready) return;
    only.refresh();
    await printer.refresh();
    try {
      const all = await profiles();
      words.textContent = state.readOnly ? "The studio was started with --read-only, so it makes no files." : "";
      for (const one of all) {
        if (!rows.has(one.name)) rows.set(one.name, row(one));
        rows.get(one.name).querySelector(".about").textContent = capital(one.title);
        rows.get(one.name).querySelector(".make").hidden = state.readOnly;
      }
      const found = grouped(all);
      put(groups, found, ([title]) => title, group);
      found.forEach(([, mine], at) => keep(groups.children[at].lastChild, mine.map((one) => rows.get(one.name))));
      for (const one of all) step(one.name);
    } catch (error) {
      words.textContent = error.message;
    }
  }

  function group([title]) {
    return el("section", { class: "export-group" }, el("h3", { class: "label", text: title }), el("ul", { class: "exports" }));
  }

  function row({ name }) {
    const progress = el("progress", { max: "1", value: "0", hidden: true, "aria-label": `Progress of ${name}` });
    const answer = el("div", { class: "export-answer", role: "status" });
    const make = button("Make", () => begin(name), { class: "make", "aria-label": `Make ${name}` });
    return el("li", { class: "export", "data-profile": name },
      el("div", { class: "export-words" }, el("h4", { text: name }), el("p", { class: "soft about" }), progress, answer), make);
  }

  async function begin(profile) {
    const none = { job: 0, profile, done: 0, files: [], problems: [] };
    takeExport({ ...none, state: "running" });
    try {
      await server.post("export", { profile, only: chosenDecks(), printer: address.now.printer ?? "" });
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
    const { job, state: how, done, folder, files, problems } = latest ?? {};
    const progress = one.querySelector("progress");
    const answer = one.querySelector(".export-answer");
    progress.hidden = how !== "running";
    if (done) progress.value = done;
    else progress.removeAttribute("value");
    one.querySelector(".make").disabled = how === "running";
    if (!how) answer.replaceChildren();
    if (how === "running") answer.textContent = done ? "Writing the files" : "Checking the game";
    if (how === "failed") answer.replaceChildren(el("ul", { class: "problems near" }, problems.map((found) => item(found, false))));
    if (how === "done") answer.replaceChildren(filesMade(job, folder, files));
  }

  watchExports(step);
  return { root, look: draw, refresh: draw };
}

const MANY = 12; // files that are listed at once

/** Return the files of an export with their sizes, each a link, and where they lie; those of a folder stay together. */
function filesMade(job, folder, files) {
  const folders = new Map();
  for (const file of files) {
    const name = file.name.split("/").slice(0, -1).join("/");
    folders.set(name, [...(folders.get(name) ?? []), file]);
  }
  const answer = el("span", { class: "soft", role: "status" });
  const show = button("", async () => {
    const { opened } = await server.post("show", { job });
    answer.textContent = opened ? "" : "No file manager could be started.";
  }, { class: "quiet small" });
  show.append(icon("folder"), "show the folder");
  const where = el("p", { class: "place" }, el("code", { text: folder }), show, copyButton(folder, answer), answer);
  const lists = [...folders].map(([name, some]) =>
    name || files.length > MANY
      ? el("details", { open: files.length <= MANY }, el("summary", {}, `${name || "files"} `, el("span", { class: "soft", text: sum(some) })), fileList(some))
      : fileList(some));
  return el("div", { class: "made" }, el("p", { class: "made-words", text: `Made: ${sum(files)}` }), where, lists);
}

function fileList(files) {
  return el("ul", { class: "files" }, files.map(({ name, size, address }) => el("li", {},
    el("a", { href: address, target: "_blank", rel: "noopener", text: name.split("/").at(-1) }), el("span", { class: "number", text: sized(size) }))));
}

const sum = (files) => `${counted(files.length, "file")}, ${sized(files.reduce((all, one) => all + one.size, 0))}`;

/** Return a number of bytes in words: "4.2 MB". */
function sized(bytes) {
  const units = ["bytes", "kB", "MB", "GB"];
  const at = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = bytes / 1000 ** at;
  return `${number.toLocaleString("en", { maximumFractionDigits: at && number < 10 ? 1 : 0 })} ${units[at]}`;
}
