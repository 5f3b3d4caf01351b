/** What is looked at lives in the address behind its #, so that reloading, going back and sharing work. */

const PAUSE = 150; // ms: browsers limit how often an address may change, and typing changes it with each letter
const EARLIER = { table: "overview" }; // what views were called in addresses that people have kept
const listeners = new Set();
let timer = 0;

/** What the address says: `view`, and whatever else was chosen, as strings. */
export let now = read();

function read() {
  const [view, query] = location.hash.slice(1).split("?", 2);
  const found = { view: EARLIER[view] ?? (view || "overview") };
  for (const [name, value] of new URLSearchParams(query ?? "")) if (name !== "view") found[name] = value;
  return found;
}

function hashOf({ view, ...rest }) {
  const query = new URLSearchParams(rest).toString();
  return `#${view}${query ? `?${query}` : ""}`;
}

/** Change what the address says; null takes a value out. A change of the view can be undone by going back. */
export function go(changes) {
  const before = now;
  const next = { ...now, ...changes };
  for (const [name, value] of Object.entries(next)) if (value === null || value === "") delete next[name];
  if (hashOf(next) === hashOf(before)) return;
  const step = next.view !== before.view || (next.at !== before.at && next.view !== "card");
  if (step) settle();
  now = next;
  if (step) history.pushState(null, "", hashOf(now));
  else if (!timer) {
    history.replaceState(null, "", hashOf(now));
    timer = setTimeout(settle, PAUSE);
  }
  tell(before);
}

/** Let the address say what is looked at now. */
function settle() {
  if (timer) history.replaceState(null, "", hashOf(now));
  clearTimeout(timer);
  timer = 0;
}

/** Call `listener(now, before)` whenever the address says something else. */
export function watch(listener) {
  listeners.add(listener);
}

function tell(before) {
  for (const listener of listeners) listener(now, before);
}

addEventListener("pagehide", settle);
addEventListener("popstate", () => {
  clearTimeout(timer);
  timer = 0;
  const before = now;
  now = read();
  tell(before);
});
