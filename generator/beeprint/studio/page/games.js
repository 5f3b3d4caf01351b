/** The menu of the game's title: all games, and those that were opened last. */

import { button, el } from "./dom.js";
import * as server from "./server.js";

const FEW = 11; // games in the menu; the start page has all

/** Fill a menu each time it is opened. */
export function gameMenu(menu) {
  menu.addEventListener("toggle", async ({ newState }) => {
    if (newState !== "open") return;
    const all = el("a", { href: "start", text: "All games" });
    menu.replaceChildren(all);
    all.focus();
    const { recent, open } = await server.games();
    const others = recent.filter(({ path }) => path !== open?.path).slice(0, FEW);
    const list = el("ul", { "aria-label": "Recent games" }, others.map(({ title, path }) => el("li", {}, button(title, () => go(menu, path), { class: "quiet", title: path }))));
    if (others.length) menu.append(el("p", { class: "label", text: "Recent games" }), list);
  });
}

async function go(menu, path) {
  try {
    await server.post("open-game", { path });
    location.assign("./");
  } catch (error) {
    menu.append(el("p", { class: "game-menu-wrong", role: "alert", text: error.message }));
  }
}
