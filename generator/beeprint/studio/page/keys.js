/** Keys: each view names its own, and ? shows those that work now. */

import { el, iconButton } from "./dom.js";

const sets = new Map(); // name -> {title, live(), keys: [[key, words, act]]}

/** Offer keys while `live()` holds; `act(event)` returns false to leave a key to the browser. */
export function offer(title, live, keys) {
  sets.set(title, { live, keys });
}

const typing = (target) => target.closest?.("input, select, textarea, [contenteditable]");

/** Return what a key press is called: "f", "Shift+ArrowUp", "Ctrl+z". */
function named(event) {
  const letter = event.key.length === 1;
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const key = { "{": "[", "}": "]" }[event.key] ?? event.key; // as Shift turns them on most keyboards
  return control + (event.shiftKey && (!letter || control) ? "Shift+" : "") + (control ? key.toLowerCase() : event.key);
}

addEventListener("keydown", (event) => {
  if (event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
  const name = named(event);
  if (typing(event.target) && (name !== "Escape" || event.target.closest("select"))) return; // it closes the list
  if (event.target.closest?.("button, a, summary") && [" ", "Enter"].includes(name)) return;
  for (const { live, keys } of sets.values()) {
    if (!live()) continue;
    const found = keys.find(([key]) => key.split(" or ").includes(name) || (key === "Space" && name === " "));
    if (found?.[2] && found[2](event) !== false) {
      event.preventDefault();
      return;
    }
  }
});

const MAC = /mac|iphone|ipad/i.test(navigator.platform);
const SIGNS = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc", Ctrl: MAC ? "⌘" : "Ctrl" };
const cap = (name) => el("kbd", { text: SIGNS[name] ?? name });

/** Return keys that do the same, as caps: "f or Space", or Shift and four arrows. */
function caps(key) {
  const ways = key.split(" or ").map((way) => (way === "+" ? ["+"] : way.split("+")));
  const held = ways[0].slice(0, -1);
  const alike = ways.every((way) => way.slice(0, -1).join() === held.join() && way.at(-1).startsWith("Arrow"));
  if (alike) return [...held.map(cap), ...ways.map((way) => cap(way.at(-1)))];
  return ways.flatMap((way, at) => [at ? el("span", { class: "soft", text: "or" }) : null, ...way.map(cap)]);
}

/** Show the keys that work now. */
export function help() {
  const close = iconButton("close", "Close (Esc)", () => dialog.close(), { class: "quiet", autofocus: true });
  const columns = el("div", { class: "key-columns" });
  const dialog = el("dialog", { class: "sheet-of-keys", "aria-labelledby": "keys-title" },
    el("div", { class: "dialog-head" }, el("h2", { id: "keys-title", text: "Keys" }), close), columns);
  for (const [title, { live, keys }] of sets) {
    if (!live()) continue;
    const list = el("dl");
    for (const [key, words] of keys) list.append(el("div", {}, el("dt", {}, caps(key)), el("dd", { text: words })));
    columns.append(el("section", {}, el("h3", { text: title }), list));
  }
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
