/** Bring a file into the game: where it has another one of that name, or pixels are needed, the page asks. */

import { ask } from "./dialogs.js";
import { button, el } from "./dom.js";
import * as server from "./server.js";

/** Send a file to an address; resolves to the answer, null where a person decided against it. */
export async function bring(path, file, more = {}) {
  const wish = { ...more, name: file.name };
  for (;;) {
    try {
      return await server.upload(path, file, wish);
    } catch (error) {
      const { exists, raster } = error.answer ?? {};
      if (exists) {
        wish.existing = await choose(file, error);
        if (!wish.existing) return null;
      } else if (raster) {
        const words = [el("p", { text: error.message }), el("p", { class: "soft", text: "It can be printed as pixels, in 600 dpi, instead." })];
        wish.raster = await ask(`Draw ${file.name} as pixels?`, words, "Draw it as pixels", async () => "yes");
        if (!wish.raster) return null;
      } else throw error;
    }
  }
}

async function choose(file, error) {
  const both = el("input", { type: "radio", name: "existing", value: "both", checked: true });
  const replace = el("input", { type: "radio", name: "existing", value: "replace" });
  const choice = (radio, text) => el("label", { class: "toggle" }, radio, el("span", { text }));
  return ask(`The game has ${file.name} already`, [el("p", { text: error.message }), choice(both, "Keep both: this one gets a number"), choice(replace, "Replace it: all that shows it changes")],
    "Go on", async () => (replace.checked ? "replace" : "both"));
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
