/** Bring a file into the game from a dialog or a list of the view Game. */

import { button, el } from "./dom.js";
import { choosing } from "./filedrop.js";
import * as server from "./server.js";

/** Send a file to an address; resolves to the answer, null where a person decided against it. */
export function bring(path, file, more = {}) {
  return choosing(({ existing, raster }) => server.upload(path, file, { ...more, name: file.name, existing, raster: raster ? "yes" : null }));
}

/** Return a place to drop a file on, with a button that chooses one; `take(file)` gets it. `label` names the input. */
export function dropPlace(words, label, accept, take) {
  const input = el("input", { type: "file", accept, class: "unseen", tabindex: -1, "aria-label": label, on: { change: () => input.files.length && take(input.files[0]) } });
  const line = el("p", { role: "status", text: words });
  const root = el("div", { class: "game-drop for-change" }, line, button("Choose a file", () => input.click()), input);
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files.length) take(event.dataTransfer.files[0]);
  });
  return { root, says: (text) => (line.textContent = text) };
}
