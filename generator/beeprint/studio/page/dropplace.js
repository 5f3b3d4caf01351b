/** A place in a list or a dialog of the view Game where a file is dropped or chosen. */

import { button, el } from "./dom.js";

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
