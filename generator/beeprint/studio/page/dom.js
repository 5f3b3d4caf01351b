/** Build elements. Text always goes in as text, so that nothing from a game can become markup. */

const SVG = "http://www.w3.org/2000/svg";

/** Return an element; `made` holds attributes, `on` for listeners, `text` and `class`; null leaves one out. */
export function el(tag, made = {}, ...children) {
  return fill(document.createElement(tag), made, children);
}

/** Return an element of SVG. */
export function svg(tag, made = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), made, children);
}

function fill(element, made, children) {
  for (const [name, value] of Object.entries(made)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Return a button with words on it. */
export function button(text, act, made = {}) {
  return el("button", { type: "button", text, on: { click: act }, ...made });
}

const ICONS = {
  turn: "M3 8a5 5 0 0 1 9-3M13 2v3.5H9.5M13 8a5 5 0 0 1-9 3M3 14v-3.5h3.5",
  left: "M10 3 5 8l5 5",
  right: "M6 3l5 5-5 5",
  close: "M4 4l8 8M12 4l-8 8",
  filter: "M2 4h12M4 8h8M6.5 12h3",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM11 11l3.5 3.5",
  undo: "M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6",
  redo: "M10.5 3l3 3-3 3M13.5 6H6a3.5 3.5 0 0 0 0 7h4",
  ruler: "M2 5h12v6H2ZM5 5v2.5M8 5v3.5M11 5v2.5",
  copy: "M6 6h7v8H6ZM10 6V2H3v8h3",
  open: "M9 3h4v4M13 3 7 9M11 9.5V13H3V5h3.5",
  folder: "M2 4h4l1.5 2H14v7H2Z",
  whole: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  more: "M4 6.5 8 10.5 12 6.5",
  plus: "M8 3v10M3 8h10",
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  front: "M3 2.5h10M8 13.5v-8M4.5 9 8 5.5 11.5 9",
  back: "M3 13.5h10M8 2.5v8M4.5 7 8 10.5 11.5 7",
  cloud: "M4.5 11.5a2.9 2.9 0 0 1-.4-5.7 4 4 0 0 1 7.7-.3 3 3 0 0 1 .2 6M8 7.5V14M5.8 11.8 8 14l2.2-2.2",
  swap: "M3 6h9M9 3l3 3-3 3M13 11H4M7 8l-3 3 3 3",
  bin: "M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5 5 13.5h6l.5-9M7 7v4M9 7v4",
  move: "M8 1.5v13M1.5 8h13M6 3.5l2-2 2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2",
  lock: "M4 7.5h8v6H4ZM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  "kind-text": "M3 4V3h10v1M8 3v10M6 13h4",
  "kind-picture": "M2 3h12v10H2ZM2 11l4-4 3 3 2-2 3 3M11 6h.01",
  "kind-icon": "M8 2l1.8 4 4.2.4-3.2 2.8 1 4.3L8 11.2 4.2 13.5l1-4.3L2 6.4 6.2 6Z",
  "kind-shape": "M2.5 2.5h8v8h-8ZM6 13.5h7.5V6",
  "kind-grid": "M2.5 2.5h11v11h-11ZM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11",
  "kind-edge": "M3 13 13 3",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
};

/** Return a small line drawing of 16 x 16. */
export function icon(name) {
  const drawn = svg("path", { d: ICONS[name] });
  return svg("svg", { class: "icon", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, drawn);
}

/** Return a button that shows a drawing and is read by its label. */
export function iconButton(name, label, act, made = {}) {
  return el("button", { type: "button", "aria-label": label, title: label, on: { click: act }, ...made }, icon(name));
}

/** Return buttons of which one is pressed; `chosen(value)` says that another was. */
export function choice(label, options, chosen) {
  const group = el("div", { class: "choice", role: "group", "aria-label": label });
  for (const [value, text] of options)
    group.append(button(text, () => chosen(value), { "data-value": value, "aria-pressed": "false" }));
  group.set = (now) => {
    for (const one of group.children) one.setAttribute("aria-pressed", String(one.dataset.value === now));
  };
  return group;
}

/** Return a labelled select; `set(options, now)` fills it and shows the one that is chosen, `group([[heading, options]],
 * now)` with headings. An option is [value, text]. */
export function select(label, chosen) {
  const list = el("select", { on: { change: () => chosen(list.value) } });
  const field = el("label", { class: "field" }, el("span", { text: label }), list);
  const made = (options) => options.map(([value, text]) => el("option", { value, text }));
  let shown = "";
  const fill = (content, now, make) => {
    const key = JSON.stringify(content);
    if (key !== shown) list.replaceChildren(...make());
    shown = key;
    list.value = now;
  };
  field.set = (options, now) => fill(options, now, () => made(options));
  field.group = (groups, now) => fill(groups, now, () => groups.map(([head, options]) => el("optgroup", { label: head }, made(options))));
  return field;
}

/** Make elements the children of another one, in their order, and move only those that stand elsewhere: whatever stays
 * keeps its focus, and a click that has begun on it. */
export function keep(parent, elements) {
  const wanted = new Set(elements);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  elements.forEach((element, at) => {
    if (parent.childNodes[at] !== element) parent.insertBefore(element, parent.childNodes[at] ?? null);
  });
}

/** Return what makes a list whose elements stay while what they show stays: `put(parent, things, keyOf, make)`. */
export function kept() {
  let made = new Map();
  return (parent, things, keyOf, make) => {
    const before = made;
    made = new Map();
    for (const thing of things) {
      const key = keyOf(thing);
      if (!made.has(key)) made.set(key, before.get(key) ?? make(thing));
    }
    keep(parent, [...made.values()]);
  };
}

const said = () => document.getElementById("said");

/** Have a screen reader say something when it is free. */
export function say(text) {
  if (said().textContent !== text) said().textContent = text;
}

/** Return whether movement is unwelcome. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Return a link to a page of Help, which opens beside the game. */
export const helpLink = (page, text = "Help", made = {}) => el("a", { href: `help?page=${page}`, target: "beeprint-help", text, ...made });

/** Return words in which each page of the documentation that they name is a link to it. */
export const withHelp = (text) => text.split(/(beeprint docs [a-z-]+)/).map((part, at) => (at % 2 ? helpLink(part.slice("beeprint docs ".length)) : part));

/** What is said where the studio only shows a game. */
export const LOOKING = "You are only looking at this game: nothing can be changed.";

/** Return a text that begins with a capital letter, except where a file's name begins it, such as cards.csv. */
export const capital = (text) => (/^\S+\.[a-z]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** Return what a name of a file, such as that of a layer or a colour, is called: "Moon light" for moon-light. */
export const titled = (name) => capital(name.replace(/(?<=\w)[-_]+(?=\w)/g, " "));

/** Return words with a full stop behind them. */
export const stopped = (text) => text.replace(/[.!?]?$/, (end) => end || ".");

/** Return "1 card", "2 cards". */
export const counted = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Return a title made of the name of a file: night_moths becomes Night Moths; a name with capitals keeps them. */
export function titleFrom(name) {
  const words = name.replace(/[-_\s]+/g, " ").trim();
  return words === words.toLowerCase() ? words.replace(/(^| )\S/g, (letter) => letter.toUpperCase()) : words;
}
