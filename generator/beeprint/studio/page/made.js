/** What an export wrote, and what to do with it, in the order of a person's hands. */

import { button, capital, counted, el, icon, stopped, withHelp } from "./dom.js";
import { copyButton, within } from "./problems.js";
import * as server from "./server.js";

const MANY = 12; // files that are listed at once
const GUIDE = "0-print-guide.pdf";
const TO_SEND = ["press", "upload", "die-cut"]; // outputs for a printing company or a shop

/** Return what to do with an export of an output, its files with their sizes, each a link, and where they are. */
export function exportMade({ job, profile, folder, files, steps = [], total = "", lacks = "", summary = [], hints = [] }, output = "") {
  const sent = TO_SEND.includes(output);
  const own = hints.map((hint) => (hint.startsWith(`${profile}: `) ? hint.slice(profile.length + 2) : hint));
  const more = [...(steps.length ? [] : summary), ...own].map((words) => el("li", {}, withHelp(stopped(capital(words)))));
  return el("div", { class: "made" }, el("p", { class: "made-words", text: `Made: ${[total, sum(files)].filter(Boolean).join(", ")}` }),
    lacks ? el("p", { class: "lacks", text: stopped(lacks) }) : "",
    sent ? el("p", { text: `Send ${files.length === 1 ? "this file" : `these ${counted(files.length, "file")}`} to the printing company or the shop:` }) : "",
    ...(steps.length ? [guideLink(files), stepList(steps, total, files)] : []),
    more.length ? el("ul", { class: "steps to-send", ...(steps.length ? {} : NOW) }, more) : "",
    sent ? zipLink(job, profile) : "", folderLine(folder, job), listsOf(files));
}

const NOW = { "aria-label": "What to do now" };

/** Return a link to the page that shows the steps with pictures. */
function guideLink(files) {
  const guide = files.find(({ name }) => name.split("/").at(-1) === GUIDE);
  return guide ? el("p", {}, el("a", { href: guide.address, target: "_blank", rel: "noopener", text: "Open the print guide" }), ": these steps on one page, with pictures.") : "";
}

/** Return the steps in order, each with the files it is about; a file that was made is a link. */
function stepList(steps, total, files) {
  const fileOf = (name) => files.find((one) => name && (name === one.name || name.endsWith(`/${one.name}`)));
  const line = ({ file, called, words }) => {
    const made = fileOf(file);
    return el("li", {}, made ? el("a", { href: made.address, target: "_blank", rel: "noopener", text: called }) : called, `: ${words}`);
  };
  return el("ol", { class: "steps", ...NOW }, steps.map(({ kind, title, words, lines, notes }) => el("li", {}, el("strong", { text: kind === "paper" ? `${title}: ${total}` : title }),
    words ? el("p", {}, withHelp(words)) : "", lines.length ? el("ul", {}, lines.map(line)) : "", notes ? el("p", { class: "soft" }, withHelp(notes)) : "")));
}

/** Return a link that saves all files of an export as one. */
function zipLink(job, profile) {
  const name = `${profile}.zip`;
  return el("p", {}, el("a", { href: server.madeZip(job, name), download: name, text: "Save them as one ZIP" }));
}

/** Return the path of a folder, that of an export or of all, with buttons that show it and copy it. */
export function folderLine(folder, job = null) {
  const answer = el("span", { class: "soft", role: "status" });
  const show = button("", async () => {
    const { opened } = await server.post("show", { job });
    answer.textContent = opened ? "" : "No file manager could be started.";
  }, { class: "quiet small" });
  show.append(icon("folder"), "show the folder");
  return el("p", { class: "place" }, el("code", { text: within(folder), title: folder }), show, copyButton(folder, answer), answer);
}

/** Return lists of files; those of a folder stay together. */
function listsOf(files) {
  const folders = new Map();
  for (const file of files) {
    const name = file.name.split("/").slice(0, -1).join("/");
    folders.set(name, [...(folders.get(name) ?? []), file]);
  }
  return [...folders].map(([name, some]) =>
    name || files.length > MANY
      ? el("details", { open: files.length <= MANY }, el("summary", {}, `${name || "files"} `, el("span", { class: "soft", text: sum(some) })), fileList(some))
      : fileList(some));
}

function fileList(files) {
  return el("ul", { class: "files" }, files.map(({ name, size, address }) => el("li", {},
    el("a", { href: address, target: "_blank", rel: "noopener", text: name.split("/").at(-1) }), el("span", { class: "number", text: sized(size) }))));
}

const sum = (files) => `${counted(files.length, "file")}, ${sized(files.reduce((all, one) => all + one.size, 0))}`;

/** Return a number of bytes in words: "4.2 MB". */
export function sized(bytes) {
  const units = ["bytes", "kB", "MB", "GB"];
  const at = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = bytes / 1000 ** at;
  return `${number.toLocaleString("en", { maximumFractionDigits: at && number < 10 ? 1 : 0 })} ${units[at]}`;
}
