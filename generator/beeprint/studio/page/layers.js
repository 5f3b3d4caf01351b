/** Layers: all slots of a face, those drawn last first; chosen, hidden, locked, renamed, moved up and down. */

import { button, el, icon, iconButton, kept, titled } from "./dom.js";
import { shortOf } from "./problems.js";
import * as server from "./server.js";
import { headOf, state } from "./state.js";

const ALIGN = [
  ["left", "Align left"], ["centre", "Align centres across"], ["right", "Align right"], ["top", "Align top"], ["middle", "Align centres down"], ["bottom", "Align bottom"],
  ["distribute-x", "Distribute across"], ["distribute-y", "Distribute down"], ["same-width", "Same width"], ["same-height", "Same height"],
];

/** Return the region. `act` has choose(path, more), chooseAll(paths), point(path), done(answer), failed(error), target(), only(); hidden and locked
 * slots are sets of paths, of this page only: no file says so. */
export function layers(act) {
  const list = el("ul", { class: "slots", "aria-label": "Layers, the front one first" });
  const tool = (name, label, how, keys) => iconButton(name, label, how, { class: "quiet", title: keys ? `${label} (${keys})` : label });
  const moves = [
    tool("front", "Bring to front", () => order("front"), "Ctrl-Shift-]"),
    tool("up", "Bring forward", (event) => order(event.shiftKey ? "front" : "forward"), "Ctrl-]"),
    tool("down", "Send backward", (event) => order(event.shiftKey ? "back" : "backward"), "Ctrl-["),
    tool("back", "Send to back", () => order("back"), "Ctrl-Shift-["),
  ];
  const copy = tool("copy", "Duplicate", duplicate, "Ctrl-D");
  const bin = tool("bin", "Delete", remove, "Delete");
  const align = el("select", { "aria-label": "Align and distribute", on: { change: () => (arrange(align.value), (align.value = "")) } },
    el("option", { value: "", text: "Align several" }), ALIGN.map(([value, text]) => el("option", { value, text })));
  const tools = el("div", { class: "layer-tools", role: "toolbar", "aria-label": "The chosen layers" }, moves, copy, bin, align);
  const root = el("section", { class: "layers", role: "region", "aria-label": "Layers" }, el("h2", { class: "label", text: "Layers" }), tools, list);
  const hidden = new Set();
  const locked = new Set();
  const opened = new Set(); // grids whose slots are shown
  const put = kept();
  let slots = [];
  let chosen = [];
  let wrong = () => [];
  let dragged = "";
  const known = (path) => slots.find((one) => one.path.join("/") === path);
  const holderOf = (path) => path.split("/").slice(0, -1).join("/"); // "" for the face itself
  const gridOf = (path) => path.split("/")[0];
  const hasInner = (path) => slots.some((one) => one.path.length > 1 && one.path[0] === path);

  function layer(path) {
    const { name, kind } = known(path);
    const title = titled(name);
    const words = el("span", { class: "layer-name", text: title });
    const fold = kind === "grid" && hasInner(path) && iconButton("right", `Layers in ${title}`, () => (toggle(opened, path)), { class: "quiet fold", "aria-expanded": "false" });
    const faulty = el("span", { class: "layer-faulty", role: "img", "aria-label": "has a problem", hidden: true });
    const shows = el("span", { class: "soft shows", text: "" });
    const pick = el("button", { type: "button", class: "slot-name", "aria-pressed": "false", "data-slot": path, on: {
      click: (event) => (event.shiftKey ? range(path) : act.choose(path, event.ctrlKey || event.metaKey)),
      dblclick: () => rename(path),
      keydown: (event) => event.key === "F2" && rename(path),
      pointerenter: () => act.point(path), pointerleave: () => act.point(""), focus: () => act.point(path), blur: () => act.point(""),
    } }, icon(`kind-${kind}`), words, faulty, shows);
    const lock = iconButton("lock", `Lock ${title}`, () => toggle(locked, path), { class: "quiet state-button", "aria-pressed": "false" });
    const eye = iconButton("eye", `Hide ${title}`, () => toggle(hidden, path), { class: "quiet state-button", "aria-pressed": "false" });
    const made = el("li", { class: "layer", draggable: "true", "data-path": path }, fold, pick, lock, eye);
    made.classList.toggle("inner", path.includes("/"));
    made.addEventListener("dragstart", (event) => {
      dragged = path;
      event.dataTransfer.setData("application/x-beeprint-layer", path);
      event.dataTransfer.effectAllowed = "move";
      made.classList.add("lifted");
    });
    const rest = () => made.classList.remove("into-above", "into-below");
    const isUpper = (event) => event.clientY < made.getBoundingClientRect().top + made.offsetHeight / 2;
    made.addEventListener("dragover", (event) => {
      if (!dragged || holderOf(dragged) !== holderOf(path)) return;
      event.preventDefault();
      rest();
      if (dragged !== path) made.classList.add(isUpper(event) ? "into-above" : "into-below");
    });
    made.addEventListener("dragleave", rest);
    made.addEventListener("dragend", () => {
      dragged = "";
      made.classList.remove("lifted");
    });
    made.addEventListener("drop", (event) => {
      rest();
      if (!dragged || dragged === path || holderOf(dragged) !== holderOf(path)) return;
      event.preventDefault();
      place(dragged, path, isUpper(event));
      dragged = "";
    });
    return made;
  }

  function toggle(set, path) {
    set.has(path) ? set.delete(path) : set.add(path);
    act.seen();
    draw();
  }

  /** Choose all layers of the list from the first that is chosen to another one. */
  function range(path) {
    const rows = [...list.children].filter((made) => !made.hidden).map((made) => made.dataset.path);
    const [from, to] = [Math.max(0, rows.indexOf(chosen[0])), rows.indexOf(path)];
    if (!chosen.length) return act.choose(path);
    const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    act.chooseAll(from > to ? between.reverse() : between);
  }

  /** Ask for another name of a slot, in its place. */
  function rename(path) {
    if (state.readOnly) return;
    const made = list.querySelector(`[data-path="${CSS.escape(path)}"]`);
    const pick = made.querySelector(".slot-name");
    const input = el("input", { type: "text", class: "layer-input", "aria-label": `Name of ${titled(known(path).name)}`, value: known(path).name });
    let over = false;
    const end = async (keep) => {
      if (over) return;
      over = true;
      input.remove();
      pick.hidden = false;
      const name = input.value.trim();
      if (keep && name && name !== known(path).name) await ask("slot-rename", { path: path.split("/"), name }, [...path.split("/").slice(0, -1), name].join("/"));
      pick.focus();
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
    });
    input.addEventListener("blur", () => end(true));
    pick.hidden = true;
    pick.before(input);
    input.focus();
    input.select();
  }

  async function ask(address, wish, next = null) {
    try {
      const done = await server.post(address, { ...act.target(), ...wish });
      act.done(done, next);
    } catch (error) {
      act.failed(error);
    }
  }
  const paths = () => chosen.map((path) => path.split("/"));
  function order(to) {
    return chosen.length ? ask("slot-move", { paths: paths(), to }) : undefined;
  }
  /** Draw a slot right above another one, or right below it. */
  function place(path, target, isAbove) {
    const names = slots.map((one) => one.path.join("/")).filter((each) => holderOf(each) === holderOf(target));
    const at = names.indexOf(target);
    const above = isAbove ? names[at + 1] : target;
    if (names[isAbove ? at + 1 : at - 1] === path) return undefined; // it is there
    return ask("slot-move", { path: path.split("/"), before: above ? known(above).name : null });
  }
  function duplicate() {
    return chosen.length && !state.readOnly ? (ask("slot-duplicate", { paths: paths() }), true) : false;
  }
  function remove() {
    return chosen.length && !state.readOnly ? (ask("slot-delete", { paths: paths(), only: act.only() }, ""), true) : false;
  }
  function arrange(how) {
    return how && chosen.length > 1 ? ask("slot-align", { paths: paths(), how }) : undefined;
  }

  function draw() {
    const front = [...slots].reverse().filter((one) => one.path.length === 1);
    const inner = (grid) => [...slots].reverse().filter((one) => one.path.length > 1 && one.path[0] === grid.path[0]);
    const order = front.flatMap((one) => [one, ...inner(one)]).map((one) => one.path.join("/"));
    put(list, order, (path) => `${path} ${known(path).kind} ${hasInner(path)}`, layer);
    for (const made of list.children) {
      const path = made.dataset.path;
      const [pick, lock, eye] = made.querySelectorAll("button:not(.fold)");
      made.hidden = path.includes("/") && !opened.has(gridOf(path));
      made.querySelector(".fold")?.setAttribute("aria-expanded", String(opened.has(path)));
      pick.setAttribute("aria-pressed", String(chosen.includes(path)));
      const { absence, column, shape } = known(path);
      made.classList.toggle("unseen-here", Boolean(absence));
      const faulty = pick.querySelector(".layer-faulty");
      const [problem] = wrong(path);
      faulty.hidden = !problem;
      faulty.title = problem ? shortOf(problem) : "";
      const shows = pick.querySelector(".shows");
      shows.textContent = shows.title = absence || headOf(column || "") || shape;
      lock.setAttribute("aria-pressed", String(locked.has(path)));
      eye.setAttribute("aria-pressed", String(hidden.has(path)));
      made.draggable = !state.readOnly;
    }
    for (const one of [...moves, copy, bin]) one.disabled = !chosen.length || state.readOnly || state.broken;
    align.disabled = chosen.length < 2 || state.readOnly || state.broken;
  }

  return {
    root,
    hidden,
    locked,
    duplicate,
    remove,
    order,
    /** Show the slots of a face and which of them are chosen; `wrongWith(path)` are the problems of a slot. */
    show(next, now, wrongWith) {
      const moved = now[0] !== chosen[0];
      [slots, chosen, wrong] = [next, now, wrongWith];
      for (const path of now) if (path.includes("/")) opened.add(gridOf(path));
      draw();
      if (moved && chosen.length) list.querySelector(`[data-path="${CSS.escape(chosen[0])}"]`)?.scrollIntoView({ block: "nearest" });
    },
  };
}
