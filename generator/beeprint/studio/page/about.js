/** What the game says of itself: title, players, credits. */

import { el } from "./dom.js";
import { field } from "./fields.js";
import * as server from "./server.js";

/** Return the part of the view that shows the game itself. */
export function aboutPart(act) {
  const usual = el("div", { class: "game-fields" });
  const rest = el("div", { class: "game-fields" });
  const more = el("details", { class: "game-details" }, el("summary", { text: "More" }), rest);
  const root = el("div", { class: "game-part" }, el("div", { class: "game-head" }, el("h2", { class: "page-title", text: "The game" })),
    el("div", { class: "game-panel" }, usual, more));
  let fields = null;
  let known = null;

  async function refresh() {
    try {
      known = await server.gameSettings();
    } catch (error) {
      return act.refuse(error);
    }
    if (!fields) {
      fields = known.keys.map((key) => [key, field(key, (value) => act.run(() => server.post("game-settings", { values: { [key.name]: value } })))]);
      for (const [key, made] of fields) (key.usual ? usual : rest).append(made.root);
    }
    for (const [key, made] of fields) made.set(known.values[key.name], known.usual[key.name]);
  }

  return { root, refresh };
}
