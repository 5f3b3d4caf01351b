/** The pages of Help: search in all of them as one types. */

import { counted, el } from "./dom.js";
import * as server from "./server.js";

const PAUSE = 150; // ms after the last key until the search begins
const words = document.getElementById("words");
const hits = document.getElementById("hits");
const content = document.getElementById("content");
const [, said, list] = hits.children;
let timer = 0;
let asked = 0;

if (matchMedia("(max-width: 900px)").matches) document.getElementById("pages").open = false;
words.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, PAUSE);
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && words.value) leave();
  if (event.key !== "/" || event.target === words) return;
  event.preventDefault();
  words.select();
});
list.addEventListener("click", (event) => event.target.closest("a") && setTimeout(leave)); // to a place of this page, too

/** Show the page again. */
function leave() {
  words.value = "";
  search();
}

async function search() {
  const now = (asked += 1);
  const wish = words.value.trim();
  hits.hidden = !wish;
  content.hidden = Boolean(wish);
  if (!wish) return;
  try {
    const sections = await server.helpSearch(wish);
    if (now !== asked) return;
    said.textContent = sections.length ? counted(sections.length, "place") : `No page has “${wish}”. Try fewer or other words.`;
    list.replaceChildren(...sections.map(item));
  } catch (error) {
    said.textContent = error.message;
  }
}

const item = ({ address, title, heading, text }) =>
  el("li", {}, el("a", { href: address, text: heading }), heading === title ? "" : el("small", { class: "soft", text: title }), el("p", { text }));

if (words.value) search(); // what was typed while the page loaded
