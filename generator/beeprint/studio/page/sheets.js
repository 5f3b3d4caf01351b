/** The sheets of a profile as they are printed, each with its back behind it; a laser's beds likewise. */

import * as address from "./address.js";
import { button, capital, counted, el, keep, select, still } from "./dom.js";
import * as keys from "./keys.js";
import * as picture from "./picture.js";
import { profiles } from "./profiles.js";
import * as server from "./server.js";
import { state } from "./state.js";

/** Return the view of sheets. */
export function sheets() {
  const chosen = select("Profile", (profile) => address.go({ profile }));
  const title = el("p", { class: "soft bar-title" });
  const count = el("p", { class: "count", role: "status" });
  const through = button("See through", () => seeThrough(!root.classList.contains("through")), { "aria-pressed": "false" });
  const turn = button("Turn all over", () => address.go({ side: address.now.side === "back" ? null : "back" }));
  const large = button("Large", () => address.go({ large: address.now.large ? null : "1" }));
  through.title = "Hold x, or press on a sheet, to see its back through the paper";
  through.append(el("kbd", { text: "x", "aria-hidden": "true" }));
  turn.append(el("kbd", { text: "f", "aria-hidden": "true" }));
  const bar = el("div", { class: "page-bar" }, chosen, count, large, turn, through);
  const list = el("div", { class: "sheets" });
  const words = el("p", { class: "soft", role: "status" });
  const root = el("section", { class: "view pages", tabindex: "0", "aria-label": "Sheets" }, bar, title, words, list);
  const near = new IntersectionObserver((seen) => seen.forEach((one) => drawSheet(one.target, one.isIntersecting)), {
    root, rootMargin: "700px",
  });
  let shown = "";
  let running = 0;
  let holding = false; // a key or a pointer, until it is let go

  async function draw() {
    const all = (await profiles()).filter((one) => one.printed);
    const name = all.some((one) => one.name === address.now.profile) ? address.now.profile : (all.find((one) => one.output === "sheets") ?? all[0])?.name;
    if (!name) return void (words.textContent = "No profile prints sheets.");
    chosen.set(all.map((one) => [one.name, one.name]), name);
    title.textContent = capital(all.find((one) => one.name === name).title);
    const key = [name, state.version, server.choice()].join(" ");
    if (key === shown) return flip();
    shown = key;
    const run = ++running;
    const laser = all.find((one) => one.name === name).output === "laser";
    const slow = setTimeout(() => (words.textContent = "Laying out the sheets"), 300);
    try {
      const { pages } = await (laser ? server.beds(name) : server.sheets(name));
      if (run === running) put(pages, name, laser);
    } catch (error) {
      if (run !== running) return;
      shown = "";
      list.replaceChildren();
      count.textContent = "";
      words.textContent = error.message;
      return clearTimeout(slow);
    }
    clearTimeout(slow);
  }

  function put(pages, name, laser) {
    words.textContent = pages.length ? "" : "Nothing is printed with this profile.";
    const fronts = pages.filter((page) => laser || page.side === "front");
    count.textContent = counted(fronts.length, laser ? "bed" : "sheet");
    const had = new Map([...list.children].map((one) => [one.dataset.index, one]));
    const made = fronts.map((page) => {
      const back = laser ? null : pages.find((one) => one.index === page.index && one.side === "back");
      const one = had.get(`${name} ${page.index}`) ?? sheet(`${name} ${page.index}`);
      one.addresses = {
        front: laser ? server.bed(name, page) : server.sheet(name, page),
        back: back && server.sheet(name, back),
      };
      one.style.aspectRatio = "";
      const paper = one.querySelector(".paper");
      paper.style.aspectRatio = `${page.width} / ${page.height}`;
      paper.dataset.mirror = mirror(page);
      const file = page.file.split("/").at(-1);
      one.querySelector("figcaption").textContent = `${file}, ${laser ? "bed" : "sheet"} ${page.number ?? page.index + 1}, ${counted(page.pieces, "piece")}`;
      one.classList.toggle("two-sided", Boolean(back));
      if (one.dataset.near) drawSheet(one, true);
      return one;
    });
    keep(list, made);
    for (const one of made) near.observe(one);
    turn.hidden = through.hidden = !made.some((one) => one.addresses.back);
    flip();
  }

  function sheet(index) {
    const paper = el("div", { class: "paper" }, picture.frame(), picture.frame());
    paper.firstChild.classList.add("sheet-front");
    paper.lastChild.classList.add("sheet-back");
    return el("figure", { class: "sheet", "data-index": index }, paper, el("figcaption", { class: "soft" }));
  }

  function drawSheet(one, seen) {
    one.dataset.near = seen ? "1" : "";
    const { front, back } = one.addresses;
    const paper = one.querySelector(".paper");
    if (!seen) return [...paper.children].forEach(picture.clear);
    const words = one.querySelector("figcaption").textContent;
    picture.show(paper.firstChild, front, `Front of ${words}`);
    if (back) picture.show(paper.lastChild, back, `Back of ${words}`);
  }

  function flip() {
    list.classList.toggle("large", Boolean(address.now.large));
    large.setAttribute("aria-pressed", String(Boolean(address.now.large)));
    const back = address.now.side === "back";
    root.classList.toggle("backs", back);
    turn.setAttribute("aria-pressed", String(back));
  }

  function seeThrough(on) {
    if (!on) holding = false;
    root.classList.toggle("through", on);
    through.setAttribute("aria-pressed", String(on));
  }

  const live = () => address.now.view === "sheets";
  keys.offer("Sheets", live, [
    ["x", "hold to see through the paper", () => ((holding = true), seeThrough(true))],
    ["f", "turn all over", () => turn.click()],
    ["+ or =", "large, one below the other", () => address.go({ large: "1" })],
    ["-", "small, side by side", () => address.go({ large: null })],
  ]);
  addEventListener("keyup", (event) => live() && event.key === "x" && seeThrough(false));
  addEventListener("blur", () => live() && holding && seeThrough(false)); // the key is let go elsewhere
  list.addEventListener("pointerdown", (event) => {
    if (event.button || event.pointerType === "touch" || !event.target.closest(".two-sided .paper")) return;
    holding = true;
    seeThrough(true);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => holding && seeThrough(false));
  root.classList.toggle("still", still());

  return { root, look: draw, refresh: draw, leave: () => seeThrough(false) };
}

/** Return how a back looks from in front of its sheet: mirrored from left to right, or from top to bottom. */
function mirror({ width, height, flip }) {
  const tall = height >= width;
  return (flip === "short") === tall ? "down" : "across";
}
