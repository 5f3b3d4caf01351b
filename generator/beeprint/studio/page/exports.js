/** Make the files of a profile by a click, as the command line makes them. */

import { button, el } from "./dom.js";
import { item } from "./problems.js";
import { profiles } from "./profiles.js";
import * as server from "./server.js";
import { state, watchExports } from "./state.js";

/** Return the view of exports. */
export function exporting() {
  const list = el("ul", { class: "exports" });
  const words = el("p", { class: "soft", role: "status" });
  const root = el("section", { class: "view pages", tabindex: "0", "aria-label": "Export" },
    el("div", { class: "column" }, el("h2", { class: "page-title", text: "Make files" }), words, list));
  const rows = new Map();

  async function draw() {
    if (!state.ready) return;
    try {
      const all = await profiles();
      words.textContent = "";
      const made = all.map((one) => {
        if (!rows.has(one.name)) rows.set(one.name, row(one));
        return rows.get(one.name);
      });
      if (made.length !== list.children.length || made.some((one, at) => list.children[at] !== one)) list.replaceChildren(...made);
    } catch (error) {
      words.textContent = error.message;
    }
  }

  function row(profile) {
    const progress = el("progress", { max: "1", value: "0", hidden: true, "aria-label": `Progress of ${profile.name}` });
    const answer = el("div", { class: "export-answer", role: "status" });
    const make = button("Make", () => begin(profile.name), { class: "make", "aria-label": `Make ${profile.name}` });
    return el("li", { class: "export", "data-profile": profile.name },
      el("div", { class: "export-words" }, el("h3", { text: profile.name }),
        el("p", { class: "soft", text: profile.title }), progress, answer), make);
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

  function step({ profile, state: how, done, of, files, problems }) {
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
    if (how === "done") answer.replaceChildren(filesMade(files));
  }

  watchExports(step);
  return { root, look: draw, refresh: draw };
}

/** Return the list of files, or of folders that hold many, their common folder said once. */
function filesMade(files) {
  const parts = files.map((file) => file.split(/[\\/]/));
  let same = 0;
  while (parts.length && parts.every((one) => one.length > same + 1 && one[same] === parts[0][same])) same += 1;
  const folder = parts[0]?.slice(0, same).join("/") ?? "";
  return el("details", { class: "files", open: files.length < 12 },
    el("summary", { text: `Made in ${folder}` }),
    el("ul", {}, parts.map((one) => el("li", { text: one.slice(same).join("/") }))));
}
