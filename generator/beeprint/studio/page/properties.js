/** Properties of the chosen slots: every key of their kind as a control, where each value comes from, and for whom. */

import { button, capital, counted, el, iconButton, kept, say, titled } from "./dom.js";
import { boundTo, callName, fromMarks, inMarks, wordsOf } from "./bindings.js";
import { kindsOf } from "./cardkinds.js";
import { conditions } from "./conditions.js";
import { wordsOf as sentencesOf } from "./dialogs.js";
import { chooser } from "./filedrop.js";
import { focusField } from "./focusfield.js";
import { fontField, weightField } from "./fontfield.js";
import { inkField } from "./inkfield.js";
import { written } from "./edits.js";
import { pictureOffer } from "./pictureoffer.js";
import { item } from "./problems.js";
import { repeatField } from "./repeatfield.js";
import * as server from "./server.js";
import { textTools } from "./texttools.js";
import { headOf, state } from "./state.js";

/** What several slots cannot have alike, and what a field shows while they differ. */
const OF_ONE = ["text", "art", "icon", "values", "cells", "note"];
export const DIFFERENT = "different";
const FROM = "from the "; // how the words for where a value comes from begin
const PAUSE = 0; // ms after the last key until a value is written: a person who types sees it at once
const PAGE = Math.random().toString(36).slice(2); // so that what two pages type stays two steps of undo
let kinds = null; // kind -> its keys
let count = 0; // of visits to a field: what is typed during one visit is one step of undo

/** Return the region; `box` edits the numbers of the chosen slot's box, `boxWrong` says why it could not, `tell(text, undo)` says what was done. */
export function properties({ box, boxWrong, boxPlace, tell, changed, narrowed }) {
  const title = el("h3", { class: "slot-title" });
  const where = el("p", { class: "soft" });
  const forWhom = el("select", { on: { change: () => (draw(), narrowed()) } });
  const forField = el("label", { class: "field" }, el("span", { text: "Edit for" }), forWhom);
  const says = el("p", { class: "writes", role: "status" });
  const head = el("div", { class: "slot-head" }, title, forField, says); // stays in sight
  const shared = el("p", { class: "soft writes" });
  const usual = el("div", { class: "slot-fields" });
  const rest = el("div", { class: "slot-fields" });
  const seldom = el("div", { class: "slot-fields" });
  const rare = el("details", { class: "more-keys" }, el("summary", { text: "Rare" }), seldom);
  const more = el("details", { class: "more-keys" }, el("summary", { text: "More" }), rest, rare);
  const wrong = el("ul", { class: "problems near", hidden: true });
  const complaints = el("div", { class: "complaints" }, boxWrong, wrong,
    iconButton("close", "Close the message", () => (boxWrong.hidden = wrong.hidden = true), { class: "quiet" }));
  const fill = button("Fill the whole card", () => queue("fill", "slot-fill", {}), { class: "small", title: "Make it as large as the card with its bleed, crop the rest, and draw it behind texts and icons" });
  const split = button("Make single layers", () => queue("split", "slot-split", {}), { class: "small", title: "Make a layer of each repetition, to be moved and changed by itself" });
  const single = el("div", {}, box, fill, split);
  const none = el("p", { class: "soft", text: "Click a text, a picture or a shape on the card to change it." });
  const body = el("div", { class: "slot-body", hidden: true }, head, where, shared, single, usual, more, boxPlace, complaints);
  const root = el("section", { class: "properties", role: "region", "aria-label": "Properties" }, el("h3", { class: "unseen", text: "Properties" }), none, body);
  const put = [kept(), kept(), kept()];
  let on = null; // {piece, deck, side, id}
  let paths = []; // of the chosen slots
  let slot = null; // what the studio knows of the first of them
  let slots = []; // and of all
  let columns = [];
  let lists = { inks: [], fonts: [] };
  let sending = null;
  const refused = new Map(); // slots and key -> why the studio did not write it
  const queued = new Map(); // slots and key -> what is to be written: of one key, only the last value is sent
  let showing = "";
  let pattern = null; // the layers whose text is shown beside the column that it names
  let known = ""; // the layers that were asked for last, with the number of the reading

  /** Show the slots at some paths of a side of a piece; none hides the fields. */
  async function show(next, piece, deck, side) {
    on = { piece, deck, side, id: side === "back" && piece["shared-back"] ? "" : piece.id };
    paths = next;
    none.hidden = paths.length > 0;
    if (!paths.length) return void ((body.hidden = true), (showing = known = ""));
    const now = JSON.stringify([piece.key, side, paths, state.reading]);
    if (now === known) return;
    known = now;
    await refresh();
  }

  /** Ask again what the chosen slots hold. */
  async function refresh() {
    if (!paths.length || !on || sending) return; // what is being written comes back with its own change
    const key = JSON.stringify([on.piece.key, on.side, paths]);
    try {
      kinds ??= await server.kinds();
      const [found, table, inks, fonts] = await Promise.all([Promise.all(paths.map((path) => server.slot(on, on.side, path.split("/")))), server.columns(on.deck.name), server.paletteInks(), server.fontFamilies()]);
      if (key !== JSON.stringify([on.piece.key, on.side, paths])) return;
      const other = key !== showing;
      showing = key;
      [slot, slots, columns, lists] = [found[0], found, table, { inks, fonts }];
      if (other) {
        complain();
        refused.clear();
      }
      offer(other);
      draw();
      body.hidden = false;
      if (other) reveal();
    } catch (error) {
      complain(error);
    }
  }

  /** Scroll the panel to the title, where that is out of sight; the rest of the page stays. */
  function reveal() {
    const panel = root.closest(".details");
    const [edge, top] = [panel, root].map((each) => each.getBoundingClientRect());
    if (top.top < edge.top || title.getBoundingClientRect().bottom > edge.bottom) panel.scrollTop += top.top - edge.top;
  }

  /** Offer for whom a change is made: all pieces, those with this one's value of a column, or this one. */
  function offer(afresh) {
    const before = afresh ? "" : forWhom.value;
    const title = on.deck.title || on.deck.name;
    const options = [["", `All ${title}`]];
    if (on.id) {
      for (const { column, head, value } of kindsOf(columns, on.piece)) options.push([JSON.stringify({ column, value }), `${title} with ${head} = ${value}`]);
      options.push([JSON.stringify({ column: "id", value: on.id }), `Only ${on.piece.name}`]);
    }
    forWhom.replaceChildren(...options.map(([value, text]) => el("option", { value, text })));
    forWhom.value = options.some(([value]) => value === before) ? before : "";
    forField.hidden = options.length < 2;
  }

  const only = () => (forWhom.value ? JSON.parse(forWhom.value) : null);
  /** Return for which cards a change is, where it is not for all: "Raft", "cards with Type = Ship". */
  const whose = () => (!paths.length || !only() ? "" : only().column === "id" ? on.piece.name : `cards with ${headOf(only().column, on.deck.name)} = ${only().value}`);

  function draw() {
    title.textContent = paths.length > 1 ? counted(paths.length, "layer") : titled(slot.name);
    const several = slots.length > 1;
    if (several) where.textContent = "A change is made in all of them. To change what one of them shows, or its box, choose it alone.";
    else where.textContent = `${capital(slot.kind)} ${slot.home}${slot.style ? `, in the style “${titled(slot.style)}”` : ""}`;
    const whom = only();
    const heirs = slot["extended-by"];
    shared.textContent = heirs.length && !whom ? `A change also shows ${heirs.join(", ")}, where it fits.` : "";
    shared.hidden = !shared.textContent;
    says.textContent = whom ? `Only ${whose()} will change, also by what you add or delete. All others stay as they are.` : "";
    says.hidden = !whom;
    body.classList.toggle("narrow", Boolean(whom));
    const keys = (kinds[slot.kind] ?? []).filter(({ name, control }) => control !== "box" && (!several || (!OF_ONE.includes(name) && slots.every(({ kind }) => kinds[kind].some((key) => key.name === name && key.control === control)))));
    single.hidden = boxPlace.hidden = several;
    fill.hidden = slot.kind !== "picture" || paths[0].includes("/") || state.readOnly || slot.plain.box === "bleed";
    split.hidden = several || !slot.plain.repeat || paths[0].includes("/") || state.readOnly;
    const shown = [...(several ? [] : contentColumn()), ...keys.filter(({ usual, name }) => usual || name === "when")];
    const needed = ({ name }) => name !== "panel" || on.deck.outlines.front.folds || name in slot.values; // only what folds has sides
    const others = keys.filter((key) => !shown.includes(key) && needed(key));
    const isRare = (key) => key.rare && !(key.name in slot.values); // what the layer has is with the others
    const identity = (key) => [slot.layout, ...paths, key.name, key.control, forWhom.value, key.words?.join()].join(" ");
    put[0](usual, shown, identity, field);
    put[1](rest, others.filter((key) => !isRare(key)), identity, field);
    put[2](seldom, others.filter(isRare), identity, field);
    rare.hidden = !seldom.childElementCount;
    for (const made of [usual, rest, seldom].flatMap((each) => [...each.children])) made.refresh();
  }

  /** Return the field that binds the content to a column, for kinds that show one. */
  function contentColumn() {
    const content = { text: "text", picture: "art", icon: "icon" }[slot.kind];
    return content ? [{ name: content, label: "Column", control: "column", words: columns.map(({ name }) => name), heads: columns.map(({ head }) => head), sentence: "The column of the table that it shows" }] : [];
  }

  /** Return the field of a key: its control, where its value comes from, and what takes that back. */
  function field(key) {
    const origin = el("span", { class: "origin" });
    const there = button("", () => (there.setAttribute("aria-pressed", String(there.getAttribute("aria-pressed") !== "true")), made.refresh()), { class: "chip there", "aria-pressed": "false", hidden: true });
    const reset = button("Reset", () => write(key, null, there), { class: "quiet small reset", "aria-label": `Reset ${key.label}`, hidden: true });
    const control = controls(key, (value, more) => write(key, value, there, more), () => slot.plain, { slot: () => slot, lists: () => lists, only, columns, on: () => on, again: refresh, tell });
    const place = () => ({ to: { kind: "slot", deck: on.deck.name, id: on.id, side: on.side, path: paths[0].split("/"), only: only() } });
    const choose = ["art", "icon"].includes(key.name) && key.control === "text" && chooser(place);
    const offer = choose && pictureOffer(key.name, columns, () => slot, (value, more) => write(key, value, there, more), () => (only() || !on.id ? null : on.piece), writeCell, place);
    const tools = key.name === "text" && key.control === "text" && textTools(control.root.querySelector("textarea"), columns);
    const apart = key.control === "column" ? button("Write around it", () => (pattern = showing, draw()), { class: "quiet small", hidden: true }) : "";
    const words = ["art", "icon"].includes(key.name) && key.control === "text" ? el("p", { class: "soft", hidden: true }) : "";
    const pictures = key.control === "column" && key.name === "text" ? button("Show as pictures", () => queue("kind", "slot-as-picture", {}), { class: "small", title: "The cells name pictures of the game: show these in its place", hidden: true }) : "";
    const made = el("div", { class: `slot-field is-${key.control}${choose ? " is-picture" : ""}`, "data-key": key.name, title: key.sentence.replaceAll("`", "") }, control.root, words, tools && tools.root, pictures, apart, offer && offer.root, choose, el("div", { class: "origin-line" }, origin, there), reset);
    made.refresh = () => {
      const known = slot.values[key.name];
      const differ = slots.some(({ plain }) => JSON.stringify(plain[key.name]) !== JSON.stringify(slot.plain[key.name]));
      if (offer) offer.refresh();
      control.refuse?.(refused.get([...paths, key.name].join(" ")) ?? "");
      differ ? control.set(undefined, DIFFERENT) : control.set(slot.plain[key.name], key.default ?? "");
      const source = titled(known?.source ?? "");
      const names = { own: "", case: `for ${known?.by === "{id}" ? `the card ${state.pieces.get(`${on.deck.name}/${known?.source}`)?.name ?? known?.source}` : known?.source}`, style: `from the style “${source}”`, layout: `from the design “${source}”` };
      const inherited = known && ["style", "layout"].includes(known.origin);
      const isBound = pattern !== showing && slots.length < 2 && Boolean(boundTo(slot.plain[key.name]));
      if (apart) apart.hidden = !isBound || state.readOnly;
      if (pictures) pictures.hidden = !isBound || paths[0].includes("/") || state.readOnly || Boolean(only()) || !columns.find(({ name }) => `{${name}}` === slot.plain.text)?.printed;
      if (["text", "art", "icon"].includes(key.name) && key.control === "text") control.root.hidden = isBound;
      made.hidden = key.name === "text" && key.control === "text" && isBound; // the column says it all
      if (words) words.hidden = !isBound;
      if (words && isBound) words.textContent = wordsOf(key.label.toLowerCase(), slot.plain[key.name], columns);
      if (tools) tools.root.hidden = isBound || state.readOnly;
      if (tools) tools.refresh(slot.plain.text ?? "", on.piece);
      origin.textContent = key.control === "column" ? "" : inherited ? "" : names[known?.origin] ?? "";
      there.hidden = !inherited || key.control === "column" || Boolean(only());
      const isThere = there.getAttribute("aria-pressed") === "true";
      const whence = !known ? "" : isThere ? `Changes the ${known.origin === "style" ? "style" : "design"} “${source}” for all` : names[known.origin];
      const start = whence.startsWith(FROM) ? FROM : "";
      there.replaceChildren(el("span", { class: "from", text: start }), whence.slice(start.length)); // the start is not seen where there is no room
      there.title = !known ? "" : isThere ? "Press to change it on this layer only" : "Press to change it there, for all that share it";
      reset.hidden = !known || inherited || String(slot.plain[key.name]) === String(key.default ?? "") || key.required || key.control === "column" || state.readOnly;
      for (const input of made.querySelectorAll("input, select, textarea, button")) input.disabled = state.readOnly || state.broken;
      origin.parentNode.hidden = !origin.textContent && there.hidden;
    };
    return made;
  }

  /** Write a value, and what goes with it. While a write is under way, a key keeps only its latest value to be sent next. */
  function write(key, value, there, more = {}) {
    const source = !there.hidden && there.getAttribute("aria-pressed") === "true";
    queue(key.name, "slot-keys", { where: source ? "source" : "here", ...more, changes: { [key.name]: value, ...more.changes }, joins: [PAGE, ...paths, key.name, count].join(" ") });
  }

  /** Ask for an edit of the chosen slots, once those under way are done. */
  function queue(name, action, wish) {
    const each = paths.map((path) => path.split("/"));
    queued.set([...paths, name].join(" "), [action, { deck: on.deck.name, id: on.id, side: on.side, path: each[0], paths: each, only: only(), ...wish }]);
    sending ??= send();
  }

  /** Write what the card names in a column. */
  async function writeCell(column, text) {
    try {
      const { seen } = await server.cell(on.piece, column);
      const done = await server.post("cell", { deck: on.deck.name, id: on.piece.id, column, text, seen });
      complain();
      tell(written(done), true, done.lines);
    } catch (error) {
      complain(error);
    }
  }

  async function send() {
    let stale = false;
    while (queued.size) {
      const [[key, [action, wish]]] = queued;
      queued.delete(key);
      try {
        const done = await server.post(action, wish);
        refused.delete(key);
        complain();
        tell(written(done), true, done.lines);
        changed();
        stale ||= !done.lines.length; // else the page hears of the change
      } catch (error) {
        stale = true;
        refused.set(key, sentencesOf(error));
        complain(error);
      }
    }
    sending = null;
    if (stale) await refresh();
  }

  function complain(error = null) {
    const problems = error?.problems ?? (error ? [{ severity: "error", message: error.message, pieces: [] }] : []);
    wrong.replaceChildren(...problems.map((one) => item(one, false)));
    wrong.hidden = !problems.length;
    if (problems.length) say(problems.map(({ message }) => message).join("\n"));
  }

  root.addEventListener("focusin", () => (count += 1));
  return { root, show, refresh, only, whose, paths: () => paths };
}

/** Return the control of a key: {root, set(value, usual)}; `write(value, more)` gets what is chosen or typed; `more` may
 * hold a new `ink`, {name, colour}, and `changes` of other keys that go with it. */
function controls(key, write, plain, known) {
  if (key.name === "focus") return focusField(key, write, plain);
  const make = { choice, flag, ink: inkField, font: fontField, weight: weightField, number, column, conditions: show, text, words: text, numbers: text, repeat: repeatField }[key.control] ?? text;
  return make(key, write, plain, known);
}

export function labelled(key, control, unit = "") {
  (control.matches("input, select, textarea") ? control : control.querySelector("select")).setAttribute("aria-label", key.label);
  return el("label", { class: "field" }, el("span", {}, key.label, unit ? el("small", { text: ` ${unit}`, "aria-hidden": "true" }) : ""), control);
}

/** Keep what is being typed: a value that arrives replaces it only once the field is left. */
const put = (input, value) => document.activeElement === input && input.dataset.typed ? null : (input.value = value);

function typing(input, write, read) {
  let timer = 0;
  input.addEventListener("input", () => {
    input.dataset.typed = "1";
    clearTimeout(timer);
    const value = read();
    if (value !== undefined) timer = setTimeout(() => write(value), PAUSE);
  });
  input.addEventListener("blur", () => delete input.dataset.typed);
}

function text(key, write, plain, { columns }) {
  const long = ["text", "note"].includes(key.name);
  const input = long ? el("textarea", { rows: "2", dir: "auto" }) : el("input", { type: "text", dir: "auto" });
  const list = key.control === "numbers" || key.control === "words";
  const read = () => (list ? input.value.split(/[\s,]+/).filter(Boolean) : fromMarks(input.value, String(plain()[key.name] ?? ""), columns));
  const written = (value) => (value === undefined ? "" : Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : inMarks(String(value), columns));
  typing(input, write, () => {
    const value = read();
    return list && !value.length ? null : value === "" && !key.required ? null : value;
  });
  return { root: labelled(key, input), set: (value, usual) => (put(input, written(value)), (input.placeholder = usual || key.hint || "")) };
}

function number(key, write) {
  const dpi = key.unit === "dpi" ? "dpi" : ""; // which a file has to write
  const step = dpi ? "1" : key.unit === "pt" ? "0.5" : key.most !== null && key.most <= 5 ? "0.05" : "0.1";
  const input = el("input", { type: "number", step, min: key.least, max: key.most });
  const says = el("p", { class: "cell-says", role: "status", "data-severity": "error" });
  const unit = key.unit || "";
  let held = "";

  const isWrong = () => ["badInput", "rangeUnderflow", "rangeOverflow"].some((how) => input.validity[how]);
  /** Return what is typed, null to inherit; undefined for what cannot be written, and say so. */
  function read() {
    const wrong = isWrong();
    says.textContent = wrong ? `${key.label} is ${between(key)}${unit && ` ${unit}`}.` : "";
    input.setAttribute("aria-invalid", String(wrong));
    if (wrong || (input.value === "" && key.required)) return undefined;
    return input.value === "" ? null : dpi ? `${input.value}dpi` : Number(input.value);
  }
  /** Put back what the file has in place of what cannot be written. */
  function leave() {
    if (!isWrong() && (input.value !== "" || !key.required)) return;
    input.value = held;
    read();
  }
  typing(input, write, read);
  input.addEventListener("blur", leave);
  const root = labelled(key, input, unit);
  root.append(says);
  return { root, set: (value, usual) => (put(input, (held = value === undefined ? "" : parseFloat(value))), (input.placeholder = usual)) };
}

/** Return which numbers a key takes. */
const between = ({ least, most }) => (least === null ? (most === null ? "a number" : `${most} or less`) : most === null ? `${least} or more` : `from ${least} to ${most}`);

function choice(key, write) {
  const list = el("select", { on: { change: () => write(list.value === "" ? null : list.value) } });
  return {
    root: labelled(key, list),
    set(value, usual) {
      const stands = !key.required && value !== usual; // an entry without a value stands for the default, by its word alone
      const words = [...new Set([...(stands ? [""] : []), ...key.words.filter((word) => !stands || word !== usual), ...(value && !key.words.includes(value) ? [value] : [])])];
      const named = JSON.stringify([words, usual]);
      if (list.dataset.named !== named) list.replaceChildren(...words.map((word) => el("option", { value: word, text: called(key, word) || (usual === DIFFERENT ? usual : usual ? called(key, usual) : "default") })));
      list.dataset.named = named;
      list.value = value ?? "";
    },
  };
}

/** Return what a word of a key is called. */
const called = (key, word) => key.titles?.[key.words.indexOf(word)] || word;

function flag(key, write) {
  const box = el("input", { type: "checkbox", on: { change: () => write(box.checked) } });
  const isYes = (value) => ["yes", "true"].includes(String(value).toLowerCase());
  return { root: el("label", { class: "toggle" }, box, el("span", { text: key.label })), set: (value, usual) => (box.checked = isYes(value ?? usual)) };
}

const NAMED = /\{([\w.-]+)\}/; // a column, or what a loop fills in

function column(key, write, plain, { columns }) {
  const list = el("select", { on: { change: () => write(list.value ? bound() : plain()[key.name]?.replace(/\{[^}]*\}/g, "") || "Text") } });
  /** Return the content with another column in its braces: what is around them, such as a folder, stays. */
  const bound = () => {
    const now = String(plain()[key.name] ?? "");
    if (NAMED.test(now)) return now.replace(NAMED, `{${list.value}}`);
    return (key.name === "art" && columns.find(({ name }) => name === list.value)?.art) || `{${list.value}}`;
  };
  const options = el("option", { value: "", text: "none" });
  return {
    root: labelled(key, list),
    set(value) {
      const name = NAMED.exec(value ?? "")?.[1] ?? "";
      const names = name && !key.words.includes(name) ? [...key.words, name] : key.words; // such as a value of a loop
      if (list.childElementCount !== names.length + 1 || list.lastChild.value !== names.at(-1)) list.replaceChildren(options, ...names.map((each) => el("option", { value: each, text: callName(each, columns) })));
      list.value = name;
    },
  };
}

function show(key, write, plain, { columns, on }) {
  return conditions(key, write, columns, on);
}
