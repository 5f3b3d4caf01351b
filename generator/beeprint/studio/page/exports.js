/** Make the files of a profile by a click, as the command line makes them. */

import * as address from "./address.js";
import { button, counted, el, icon, keep, kept, select, stopped } from "./dom.js";
import { kindPicture } from "./kinds.js";
import { exportMade, folderLine, sized } from "./made.js";
import { chosenDecks, onlyDecks } from "./only.js";
import { printerField } from "./printers.js";
import { item, itemsOf } from "./problems.js";
import { grouped, profiles, titleOf } from "./profiles.js";
import * as server from "./server.js";
import { state, takeExport, watchExports } from "./state.js";

/** The papers to choose from, each with its title, and the profile that comes first on it. */
const HOME = [["home-a4", "A4", "a4"], ["home-letter", "US Letter", "letter"], ["copyshop-a3", "A3, at a copy shop", "a3"]];
const CHOICES = HOME.map(([, , name]) => name);
/** What each group is for, and the output whose picture stands for it. */
const ABOUT = {
  Print: ["Other sheets: for a copy shop, for a playtest with little ink, for counters on thick board", "sheets"],
  Show: ["A web page to send, and pictures of your game to post", "fan"],
  Play: ["Your game on a screen, in Tabletop Simulator or on playingcards.io", "tabletop-simulator"],
  Press: ["Files for a printing company, or for a shop that prints cards", "press"],
  Cut: ["Files for a machine that cuts, such as a Cricut, a Silhouette or a laser", "laser"],
};

/** Return the view of exports. */
export function exporting() {
  const words = el("p", { class: "soft", role: "status", text: "One moment" });
  const groups = el("div", { class: "export-groups" });
  const draft = el("input", { type: "checkbox", "aria-describedby": "about-draft" });
  let paper = HOME[0][0];
  const papers = select("Paper", (chosen) => ((paper = chosen), draw()));
  const drafting = el("div", { class: "drafting" }, el("label", { class: "check" }, draft, "Draft"),
    el("span", { class: "soft", id: "about-draft", text: "Print a game that is not finished: a missing picture is placeholder art, a text that is too long is cut." }));
  const first = el("ul", { class: "exports" });
  const home = el("section", { class: "home", "aria-label": "Print at home" }, el("h3", { class: "unseen", text: "At home" }), first);
  const place = el("div", { class: "export-place", hidden: true });
  const only = onlyDecks();
  const printer = printerField();
  const body = el("div", { hidden: true }, el("div", { class: "page-bar" }, papers, only.root, printer.root, drafting), home, groups);
  const root = el("section", { class: "view pages", tabindex: "0", "aria-label": "Export" },
    el("div", { class: "column" }, el("h2", { class: "page-title", text: "Print and share" }), words, body, place));
  const rows = new Map();
  const put = kept();
  const wholeGame = gameFolder();

  async function draw() {
    if (!state.ready) return;
    only.refresh();
    showPlace();
    for (const one of groups.children) one.open = isOpen(one.dataset.group);
    await printer.refresh();
    try {
      const all = await profiles();
      words.textContent = state.readOnly ? "You are only looking at this game, so no files are made." : "";
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
      const found = grouped(all.filter((one) => one.name !== paper && fits(one)));
      put(groups, found, ([title]) => title, group);
      found.forEach(([title, mine], at) => {
        const [lead, ...others] = mine.map((one) => rows.get(one.name));
        keep(groups.children[at].lastChild, title === "Show" ? [lead, wholeGame, ...others] : [lead, ...others]);
      });
      for (const one of all) step(one.name);
      body.hidden = false;
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

  /** Return whether a profile prints on the chosen paper, or on none of those to choose from. */
  function fits({ papers: ofProfile = [] }) {
    const chosen = HOME.find(([profile]) => profile === paper)?.[2];
    return !chosen || ofProfile.includes(chosen) || !ofProfile.some((name) => CHOICES.includes(name));
  }

  const openGroups = () => (address.now.open ?? "").split(",").filter(Boolean);
  const isOpen = (title) => openGroups().includes(title.toLowerCase());

  /** Return a group, folded unless the address says that it is open. */
  function group([title]) {
    const [about, output] = ABOUT[title];
    const made = el("details", { class: "export-group", "data-group": title, open: isOpen(title), on: { toggle: () => {
      const others = openGroups().filter((name) => name !== title.toLowerCase());
      address.go({ open: [...others, ...(made.open ? [title.toLowerCase()] : [])].join(",") });
    } } },
      el("summary", {}, kindPicture(output), el("div", { class: "export-words" }, el("h3", { text: title }), el("p", { class: "soft", text: about })),
        el("span", { class: "soft made-count" }), icon("more")),
      el("ul", { class: "exports" }));
    return made;
  }

  /** Say on a folded group how many of its exports have been made. */
  function count(one) {
    const states = [...one.querySelectorAll("[data-profile]")].map(({ dataset }) => state.exports.get(dataset.profile)?.state);
    const number = (how) => states.filter((each) => each === how).length;
    const said = [[number("running"), "in work"], [number("failed"), "not made"], [number("done"), "made"]];
    one.querySelector(".made-count").textContent = said.filter(([many]) => many).map(([many, how]) => `${many} ${how}`).join(", ");
  }

  function row({ name, output }) {
    const progress = el("progress", { max: "1", value: "0", hidden: true, "aria-label": `Progress of ${name}` });
    const answer = el("div", { class: "export-answer", role: "status" });
    return el("li", { class: "export", "data-profile": name, "data-output": output ?? "" }, kindPicture(output),
      el("div", { class: "export-words" }, el("h4"), el("p", { class: "soft about" }), progress, answer), button("", () => begin(name), { class: "make" }));
  }

  /** Call a profile by plain words, its technical name small; the button of the first says what it is for. */
  function name(one, profile) {
    const [title, more] = titleOf(profile);
    const isFirst = profile.name === paper;
    const isShop = profile.name.startsWith("copyshop");
    const make = one.querySelector(".make");
    one.querySelector("h4").textContent = title;
    one.querySelector(".about").textContent = more;
    one.title = `The profile ${profile.name}`;
    make.textContent = isFirst && !isShop ? "Print at home" : "Make";
    make.setAttribute("aria-label", isFirst && !isShop ? "Print at home" : `Make ${profile.name}`);
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
    const { state: how, done } = latest ?? {};
    const progress = one.querySelector("progress");
    const answer = one.querySelector(".export-answer");
    progress.hidden = how !== "running";
    if (done) progress.value = done;
    else progress.removeAttribute("value");
    one.querySelector(".make").disabled = how === "running";
    if (!how) answer.replaceChildren();
    if (how === "running") answer.textContent = done ? "Writing the files" : "Checking the game";
    if (how === "failed") answer.replaceChildren(refusal(latest));
    if (how === "done") answer.replaceChildren(exportMade(latest, one.dataset.output));
    const folded = one.closest(".export-group");
    if (folded) count(folded);
  }

  /** Return why a profile could not be made, and the way on that a draft is. */
  function refusal({ profile, problems, lacks, draft: isDraft }) {
    const shut = problems.filter(({ severity }) => severity === "error");
    const print = button("Print a draft", () => {
      draft.checked = true;
      begin(profile);
    });
    const ways = !isDraft && shut.some(({ hole }) => hole) ? el("div", { class: "ways-on" }, print) : "";
    return el("div", {}, lacks ? el("p", { class: "lacks", text: stopped(lacks) }) : "", ways, el("ul", { class: "problems near" }, itemsOf(shut, new Set(), false)));
  }

  watchExports(step);
  return { root, look: draw, refresh: draw };
}

/** Return the row that saves all files of the game as a ZIP, for another person to change. */
function gameFolder() {
  const answer = el("div", { class: "export-answer", role: "status" });
  const save = button("Save the ZIP", async () => {
    save.disabled = true;
    try {
      const { name, files, size } = await server.toSend();
      el("a", { href: server.gameZip(name), download: name }).click();
      answer.textContent = `${name} is in your browser's downloads: ${counted(files, "file")}, ${sized(size)} before packing.`;
    } catch (error) {
      answer.replaceChildren(el("ul", { class: "problems near" }, (error.problems ?? [{ severity: "error", message: error.message, pieces: [] }]).map((found) => item(found, false))));
    } finally {
      save.disabled = false;
    }
  });
  return el("li", { class: "export" }, kindPicture("folder"), el("div", { class: "export-words" }, el("h4", { text: "The game as a folder (ZIP)" }),
    el("p", { class: "soft about", text: "For another person to go on with: all its cards, designs and pictures. They drop the ZIP on their start page, or choose Open a ZIP." }), answer), save);
}
