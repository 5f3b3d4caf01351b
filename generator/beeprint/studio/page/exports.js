/** Make the files of a profile by a click, as the command line makes them. */

import { button, capital, counted, el, icon, keep } from "./dom.js";
import { copyButton, item } from "./problems.js";
import { profiles } from "./profiles.js";
import * as server from "./server.js";
import { state, watchExports } from "./state.js";

/** What the outputs of profiles are for; those of no group stand under the last heading. */
const GROUPS = [
  ["To print at home", ["sheets"]],
  ["To have printed", ["press"]],
  ["To cut by machine", ["print-cut", "laser"]],
  ["Pictures and virtual tables", []],
];
const groupOf = (output) => Math.max(0, GROUPS.findIndex(([, outputs], at) => outputs.includes(output) || at === GROUPS.length - 1));

/** Return the view of exports. */
export function exporting() {
  const groups = GROUPS.map(([title]) => {
    const list = el("ul", { class: "exports" });
    return { list, root: el("section", { class: "export-group", hidden: true }, el("h3", { class: "label", text: title }), list) };
  });
  const words = el("p", { class: "soft", role: "status" });
  const root = el("section", { class: "view pages", tabindex: "0", "aria-label": "Export" },
    el("div", { class: "column" }, el("h2", { class: "page-title", text: "Make files" }), words, groups.map((one) => one.root)));
  const rows = new Map();

  async function draw() {
    if (!state.ready) return;
    try {
      const all = await profiles();
      words.textContent = "";
      for (const one of all) if (!rows.has(one.name)) rows.set(one.name, row(one));
      groups.forEach(({ root: section, list }, at) => {
        const mine = all.filter((one) => groupOf(one.output) === at);
        keep(list, mine.map((one) => rows.get(one.name)));
        section.hidden = !mine.length;
      });
    } catch (error) {
      words.textContent = error.message;
    }
  }

  function row(profile) {
    const progress = el("progress", { max: "1", value: "0", hidden: true, "aria-label": `Progress of ${profile.name}` });
    const answer = el("div", { class: "export-answer", role: "status" });
    const make = button("Make", () => begin(profile.name), { class: "make", "aria-label": `Make ${profile.name}` });
    return el("li", { class: "export", "data-profile": profile.name },
      el("div", { class: "export-words" }, el("h4", { text: profile.name }),
        el("p", { class: "soft", text: capital(profile.title) }), progress, answer), make);
  }

  async function begin(name) {
    const one = rows.get(name);
    step({ profile: name, state: "running", done: 0, of: 0, files: [], problems: [] });
    try {
      await server.post("export", { profile: name });
    } catch (error) {
      step({ profile: name, state: "failed", done: 0, of: 1, files: [], problems: [] });
      one.querySelector(".export-answer").textContent = error.message;
    }
  }

  function step({ job, profile, state: how, done, of, folder, files, problems }) {
    const one = rows.get(profile);
    if (!one) return;
    const progress = one.querySelector("progress");
    const answer = one.querySelector(".export-answer");
    progress.hidden = how !== "running";
    if (of) [progress.max, progress.value] = [of, done];
    else progress.removeAttribute("value");
    one.querySelector(".make").disabled = how === "running";
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
