/** Files that are dropped on a game, or chosen: uploaded, asked about, and shown where they were dropped. */

import { button, capital, counted, el, LOOKING, say } from "./dom.js";
import { offer, withPath } from "./drop.js";
import { tellBelow as tell } from "./past.js";
import { item } from "./problems.js";
import * as server from "./server.js";
import { state, takeUndoable } from "./state.js";

const NAMED = 3; // files that a message names

/** What systems put beside a person's own files. */
const SYSTEM = /(^|\/)(\.|__MACOSX\/|thumbs\.db$|desktop\.ini$)/i;
const PICTURES = ".svg,.png,.jpg,.jpeg,.jfif,.webp,.avif,.tif,.tiff,.bmp,.gif";
const MOST = 64e6; // bytes of a file
const EXISTING = { replace: "Replace it", use: "Use the one that is there", both: "Keep both" }; // the first is what one just chose
const COMPARED = 3; // pictures of which the new and the old one are shown

const places = new WeakMap();
let lit = null; // the place that files are held over

/** Let files be dropped on an element. `where(event, files)` returns {to, set, words, light(on), ask(files), done(answer)}, or
 * null where they belong to what is around it: `to` as the studio takes it, `set` the set of icons that the files are from, `words` for what is shown before the drop,
 * `ask` for a question that may lead to another place. `files` are null before the drop. */
export function takesFiles(element, where) {
  places.set(element, where);
}

function placeOf(target, event, files) {
  for (let element = target; element; element = element.parentElement) {
    const place = places.get(element)?.(event, files);
    if (place) return place;
  }
  return { to: { kind: "game" }, words: "Drop to copy into the game" };
}

/** Return a button that opens a file, or several; `where()` returns the place that they are brought to. */
export function chooser(where, { words = "Choose a file", label = words, several = false, title = null } = {}) {
  const input = el("input", { type: "file", accept: PICTURES, multiple: several, hidden: true, "aria-label": label });
  input.addEventListener("change", async () => {
    const files = [...input.files].map((file) => withPath(file));
    input.value = "";
    if (files.length) await bring(files, where());
    open.focus();
  });
  const open = button(words, () => input.click(), { class: "small choose-file", "aria-label": label, title });
  return el("span", { class: "chooser" }, open, input);
}

/** Bring files into the game at a place, and say what was done. */
export async function bring(files, place) {
  if (state.readOnly) return tell(LOOKING);
  const wanted = files.filter(({ path }) => !SYSTEM.test(path));
  try {
    if (place.ask) place = await place.ask(wanted);
    if (!place || !wanted.length) return;
    const large = wanted.filter(({ size }) => size > MOST);
    if (large.length) throw new Error(`${large[0].name} has ${Math.ceil(large[0].size / 1e6)} MB. A file has at most 64 MB.`);
    const answer = await (place.send ?? placed)(wanted, place);
    if (!answer) return;
    takeUndoable(answer);
    tell(sentence(answer), Boolean(answer.lines?.length), answer.lines);
    place.done?.(answer);
    const left = answer["left-out"] ?? [];
    if (left.length) show(`${counted(left.length, "file was", "files were")} left out`, left);
  } catch (error) {
    notBroughtIn(error);
  }
}

/** Say why files were not brought in; resolves once a person has closed that. */
export const notBroughtIn = (error) => show("Not brought in", error.problems ?? [{ severity: "error", message: error.message, hint: "", pieces: [] }]);

async function placed(files, { to, set }) {
  const { tray } = await server.post("drop-begin", {});
  let count = 0;
  for (const file of files) {
    if (files.length > 1) tell(`Reading ${file.name} (${(count += 1)} of ${files.length})`);
    await server.upload(`drop-file/${tray}/${file.path.split("/").filter(Boolean).map(encodeURIComponent).join("/")}`, file);
  }
  return choosing((choices) => server.post("drop-place", { tray, to, set, ...choices }), files);
}

/** Ask what the studio has to know until it does something; resolves to its answer, null if a person does not go on. */
export async function choosing(send, files = [], choices = {}) {
  try {
    return await send(choices);
  } catch (error) {
    const { exists, raster } = error.answer ?? {};
    const words = (error.problems ?? []).map(({ message }) => `${capital(message)}.`);
    const ways = Object.entries(EXISTING).filter(([value]) => exists?.includes(value));
    const existing = exists && (await pick("A file with this name is there", words, ways, await rivals(error.problems, files)));
    const pixels = raster && (await pick("Draw it as pixels?", [...words, "It cannot be printed as exact outlines. At 600 dpi, nobody sees the difference."], [["yes", "Draw as pixels"]]));
    if (!exists && !raster) throw error;
    return existing || pixels ? choosing(send, files, { ...choices, ...(existing ? { existing } : { raster: true }) }) : null;
  }
}

/** Send a file to an address of its own, and ask what the studio has to know. */
export function sendFile(path, file, more = {}) {
  return choosing(({ existing, raster }) => server.upload(path, file, { ...more, name: file.name, existing, raster: raster ? "yes" : null }), [file]);
}

function sentence({ title, matched, unmatched }) {
  const more = (unmatched?.length ?? 0) - NAMED;
  const others = unmatched?.length ? `No card is called like ${unmatched.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}. ` : "";
  const names = matched ? `${counted(matched, "picture")} put on ${matched > 1 ? "the cards of their names" : "the card of its name"}. ` : "";
  return `${names}${others}${title}`;
}

/** Show a dialog, beside a point {x, y} of the window if there is one; resolves to what was chosen, empty for nothing. */
export function question(title, content, buttons, cancel, at = null) {
  const dialog = el("dialog", { class: "ask", "aria-labelledby": "drop-title" }, el("h2", { id: "drop-title", text: title }), content,
    el("div", { class: "buttons" }, button(cancel, () => dialog.close(""), { class: buttons.length ? null : "main" }),
      buttons.map(([value, text], at) => button(text, () => dialog.close(value), { class: at ? null : "main" }))));
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => (dialog.remove(), resolve(dialog.returnValue)));
    dialog.showModal();
    if (at) beside(dialog, at);
    (dialog.querySelector("input, select") ?? dialog.querySelector(".main")).focus();
  });
}

/** Put a dialog beside a point of the window, as far as the window has room. */
function beside(dialog, { x, y }) {
  const within = (wish, room) => `${Math.max(8, Math.min(wish + 12, room - 8))}px`;
  Object.assign(dialog.style, { margin: "0", left: within(x, innerWidth - dialog.offsetWidth), top: within(y, innerHeight - dialog.offsetHeight) });
}

const pick = (title, words, options, shown = []) => question(title, el("div", {}, words.map((text) => el("p", { class: "soft", text })), shown), options, "Cancel");

/** Return the pictures of the game that new files have the names of, each beside the new one. */
async function rivals(problems, files) {
  const known = new Map((await server.artNames().catch(() => [])).map((each) => [each.name, each]));
  const stemOf = (name) => name.split("/").at(-1).replace(/\.\w+$/, "").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const figure = (picture, text) => el("figure", {}, picture, el("figcaption", { class: "soft", text }));
  return problems.slice(0, COMPARED).flatMap(({ place }) => {
    const old = known.get(/(?:^|\/)art\/(.+)\.\w+$/.exec(place?.file ?? "")?.[1]);
    const file = old && (files.find(({ name }) => stemOf(name) === stemOf(old.name)) ?? (files.length === 1 ? files[0] : null));
    return file ? [el("div", { class: "rivals" }, figure(pictureOf(file), "New"), figure(el("img", { class: "dropped-picture", alt: "", src: server.art(old) }), "In the game"))] : [];
  });
}

/** Return a small picture of a file; it goes where the browser cannot draw it. */
export function pictureOf(file) {
  const address = URL.createObjectURL(/\.svg$/i.test(file.name) ? new Blob([file], { type: "image/svg+xml" }) : file);
  const free = () => URL.revokeObjectURL(address);
  const shown = el("img", { class: "dropped-picture", alt: "", src: address, on: { load: free, error: () => (free(), shown.remove()) } });
  return shown;
}

function show(title, problems) {
  say(`${title}: ${problems.map(({ message }) => message).join("\n")}`);
  return question(title, el("ul", { class: "problems near" }, problems.map((problem) => item({ pieces: [], ...problem, place: problem.place?.line ? problem.place : null }, false))), [], "Close");
}

/** Return a word without the brackets around it. */
export const bareWord = (word) => word.replace(/^[[{(]|[\])}]$/g, "").trim();

/** Ask whether a drawing is a picture on the card or the icon of a word; resolves to a place, null for none. */
export async function askForIcon(file, picture) {
  const name = file.name.replace(/\.svg$/i, "").toLowerCase();
  const { words } = await server.get("icon-words");
  const usual = words.map(({ word }) => word);
  const list = el("datalist", { id: "drop-words" }, usual.map((value) => el("option", { value })));
  const word = el("input", { list: "drop-words", spellcheck: "false", autocomplete: "off", "aria-label": "Word" });
  word.value = usual.find((each) => bareWord(each).toLowerCase() === name) ?? `[${name}]`;
  const content = el("div", { class: "fields" }, el("p", { class: "soft", text: `${file.name} can stand for a word in texts, or be a picture on the card.` }),
    el("label", { class: "field" }, el("span", { text: "Word" }), word), list);
  const chosen = await question("What is this drawing?", content, [["icon", "Icon for the word"], ["picture", "Picture on the card"]], "Cancel");
  if (chosen !== "icon" || !word.value.trim()) return chosen === "picture" ? picture : null;
  const more = { word: word.value.trim() };
  return { send: ([drawing]) => sendFile("icon-word", drawing, more), done: picture.done };
}

/** Show where files that are held over the window would go. */
function light(place) {
  if (state.readOnly && place) place = { words: "This studio shows the game, and changes nothing" };
  if (lit?.key !== place?.key) lit?.light?.(false);
  lit = place;
  lit?.light?.(true);
  place ? (document.body.dataset.drop = place.words ?? "Drop it here") : delete document.body.dataset.drop;
}

addEventListener("dragover", (event) => {
  if ([...(event.dataTransfer?.types ?? [])].includes("Files")) light(placeOf(event.target, event, null));
});
addEventListener("dragleave", (event) => event.relatedTarget === null && light(null));
addEventListener("drop", () => light(null), { capture: true });
offer(() => true, (files, target, event) => bring(files, placeOf(target, event, files)), { whole: true });
