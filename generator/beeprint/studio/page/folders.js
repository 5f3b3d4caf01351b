/** A plain browser of folders: places, the way to the folder, and the folders in it. It shows names only. */

import { button, el, icon } from "./dom.js";
import * as server from "./server.js";

/** Return a browser; `chosen(view)` hears of each folder that is shown. `root` is the element, `path()` the folder. */
export function folderBrowser(label, chosen = () => {}) {
  const places = el("div", { class: "browser-places", role: "group", "aria-label": "Places" });
  const trail = el("div", { class: "browser-trail", role: "group", "aria-label": "Where you are" });
  const list = el("ul", { class: "browser-list", "aria-label": "Folders" });
  const note = el("p", { class: "browser-note", role: "status" });
  const root = el("div", { class: "browser", role: "group", "aria-label": label }, places, trail, list, note);
  let now = null;

  async function go(path) {
    let view;
    try {
      view = await server.folders(path);
    } catch (error) {
      return void say(error.message, true);
    }
    const inside = root.contains(document.activeElement);
    now = view;
    places.replaceChildren(...view.places.map((place) => button(place.name, () => go(place.path), { class: "place-button" })));
    trail.replaceChildren(...view.trail.map(({ name, path }, at) =>
      button(name, () => go(path), { "aria-current": at === view.trail.length - 1 ? "true" : null })));
    list.replaceChildren(...view.folders.map((folder) => el("li", {}, row(folder))));
    if (!view.folders.length) list.append(el("li", { class: "soft browser-empty", text: "There are no folders in here." }));
    if (view.more) list.append(el("li", { class: "soft browser-empty", text: `and ${view.more} more` }));
    if (inside) trail.lastElementChild?.focus();
    chosen(view);
  }

  const row = (folder) => {
    const made = button("", () => go(folder.path), { title: folder.name });
    made.append(icon("folder"), el("span", { text: folder.name }), folder.game ? el("span", { class: "mark", text: "game" }) : "");
    return made;
  };

  /** Say something of the folder below the list. */
  function say(text, wrong = false) {
    note.textContent = text;
    note.classList.toggle("wrong", wrong);
  }

  return { root, go, say, view: () => now, path: () => now?.path ?? "" };
}
