/** What an export wrote, and what to do with it, in the order of a person's hands. */

import { button, capital, counted, el, icon, stopped, withHelp } from "./dom.js";
import { copyButton, within } from "./problems.js";
import * as server from "./server.js";

const MANY = 12; // files that are listed at once
const PAPERS = { "210 x 297 mm": "A4", "297 x 210 mm": "A4", "297 x 420 mm": "A3", "420 x 297 mm": "A3", "215.9 x 279.4 mm": "US Letter", "279.4 x 215.9 mm": "US Letter" };

const TO_SEND = ["press", "upload", "die-cut"]; // outputs for a printing company or a shop

/** Return what to do with an export of an output, its files with their sizes, each a link, and where they are. */
export function exportMade({ job, profile, folder, files, summary = [], hints = [] }, output = "") {
  const own = hints.map((hint) => (hint.startsWith(`${profile}: `) ? hint.slice(profile.length + 2) : hint));
  const sent = TO_SEND.includes(output);
  const lines = linesOf(profile, files, summary);
  const steps = sent ? lines.map(({ file, words }) => step(words, file)) : stepsOf(lines, own);
  const label = { "aria-label": "What to do now" };
  return el("div", { class: "made" }, el("p", { class: "made-words", text: `Made: ${sum(files)}` }),
    sent ? el("p", { text: lines.length === 1 ? "Send this file to the printing company or the shop:" : `Send these ${counted(lines.length, "file")} to the printing company or the shop:` }) : "",
    steps.length ? (sent ? el("ul", { class: "steps to-send", ...label }, steps) : el("ol", { class: "steps", ...label }, steps)) : "",
    sent ? own.map((hint) => el("p", { class: "soft" }, withHelp(stopped(capital(hint))))) : "", sent ? zipLink(job, profile) : "", folderLine(folder, job), listsOf(files));
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

/** Return the lines of a summary, each with the file that it is about. */
function linesOf(profile, files, summary) {
  return summary.map((line) => {
    const [name, ...words] = line.split(": ");
    const file = files.find((one) => name === one.name || name === `${profile}/${one.name}`);
    return { file, words: file && words.length ? words.join(": ") : line };
  });
}

/** Return steps: what to print on which paper and how, at which scale, then what to cut, fold and glue. */
function stepsOf(lines, hints) {
  const isSheets = ({ words }) => /\bsheets? of\b/.test(words);
  const scale = hints.filter((hint) => hint.includes("100 %"));
  const rest = hints.filter((hint) => !hint.includes("100 %"));
  return [
    ...lines.filter(isSheets).map(({ file, words }) => step(words.replace(/\d[\d.]* x \d[\d.]* mm/g, (size) => (PAPERS[size] ? `${PAPERS[size]} paper (${size})` : size)), file, "Print ")),
    ...scale.map((hint) => step(`${hint}. In the print window, choose “Actual size”, not “Fit”.`)),
    ...lines.filter((line) => !isSheets(line)).map(({ file, words }) => step(words, file)),
    ...rest.map((hint) => step(hint)),
  ];
}

function step(words, file = null, verb = "") {
  if (!file) return el("li", {}, withHelp(capital(words)));
  const name = file.name.split("/").at(-1);
  return el("li", {}, verb, el("a", { href: file.address, target: "_blank", rel: "noopener", text: name }), `: ${words}`);
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
