/** The pages of a profile as they are printed, each with its back behind it and its cuts over it; a laser's beds likewise. */

import * as address from "./address.js";
import { button, el, keep, kept, select, still, svg } from "./dom.js";
import * as keys from "./keys.js";
import { byFile, captioned, counted, fileOf } from "./leaves.js";
import { onlyDecks } from "./only.js";
import * as picture from "./picture.js";
import { printerField } from "./printers.js";
import { item } from "./problems.js";
import { grouped, profiles, titleOf } from "./profiles.js";
import * as server from "./server.js";
import { state } from "./state.js";

const SMALL = 170; // mm: a page whose longer side is shorter than this is one of a piece
const TO_SHOW = ["contact-sheet", "folded", "fan", "poster", "showcase", "table"]; // pictures for screens, of no size in mm

/** Return the view of sheets. */
export function sheets() {
  const chosen = select("What to make", (profile) => address.go({ profile }));
  const title = el("p", { class: "soft bar-title" });
  const count = el("p", { class: "count", role: "status" });
  const through = button("See through", () => seeThrough(!root.classList.contains("through")), { "aria-pressed": "false" });
  const turn = button("Turn all over", () => address.go({ side: address.now.side === "back" ? null : "back" }));
  const large = button("Large", () => address.go({ large: address.now.large ? null : "1" }));
  const cuts = button("Cut lines", () => address.go({ cuts: shownCuts() ? "0" : "1" }), { title: "Show where to cut (l)" });
  through.title = "Hold x, or press on a sheet, to see its back through the paper";
  for (const [one, key] of [[through, "x"], [turn, "f"], [cuts, "l"]]) one.append(el("kbd", { text: key, "aria-hidden": "true" }));
  const only = onlyDecks();
  const printer = printerField();
  const bar = el("div", { class: "page-bar" }, chosen, only.root, printer.root, count, large, cuts, turn, through);
  const list = el("div", { class: "files-of-pages" });
  const words = el("p", { class: "soft", role: "status" });
  const wrong = el("ul", { class: "problems" });
  const root = el("section", { class: "view pages", tabindex: "0", "aria-label": "Sheets" }, bar, title, words, wrong, list);
  const near = new IntersectionObserver((seen) => seen.forEach((one) => drawLeaf(one.target, one.isIntersecting)), {
    root, rootMargin: "700px",
  });
  const put = kept();
  let leavesShown = new Map(); // profile and index -> element
  let shown = "";
  let running = 0;
  let holding = false; // a key or a pointer, until it is let go
  let usualCuts = false; // whether the cuts are shown unless somebody says otherwise: where they are not printed
  const shownCuts = () => (address.now.cuts ? address.now.cuts === "1" : usualCuts);

  async function draw() {
    if (!state.ready) return;
    const all = await profiles().catch((error) => (fail(error), []));
    const first = all.find((one) => one.output === "sheets") ?? all[0];
    const profile = all.find((one) => one.name === address.now.profile) ?? first;
    if (!profile) return;
    const { name, output } = profile;
    chosen.group(grouped(all).map(([head, some]) => [head, some.map((one) => [one.name, titleOf(one)[0]])]), name);
    only.refresh();
    await printer.refresh(profile.printer);
    const inks = output === "press" || output === "die-cut" ? "Shown in its inks." : "";
    title.textContent = [titleOf(profile)[1].replace(/.$/, "$&."), inks, profile.printer && printer.said()].filter(Boolean).join(" ");
    const key = [name, state.version, server.choice(), address.now.only ?? "", address.now.printer ?? ""].join(" ");
    if (key === shown) return flip();
    const other = shown.split(" ")[0] !== name;
    if (other) root.scrollTop = 0;
    list.classList.toggle("old", other);
    shown = key;
    const run = ++running;
    const slow = setTimeout(() => (words.textContent = "Laying out the pages"), 300);
    try {
      const { pages } = await (output === "laser" ? server.beds(name) : server.sheets(name));
      if (run === running) lay(pages, profile);
    } catch (error) {
      if (run === running) fail(error);
    }
    clearTimeout(slow);
  }

  function fail(error) {
    shown = "";
    put(list, [], String, file);
    list.classList.remove("old");
    count.textContent = "";
    words.textContent = error.problems ? "This cannot be made of the game yet:" : error.message;
    wrong.replaceChildren(...(error.problems ?? []).map((one) => item(one, false)));
    for (const one of [large, cuts, turn, through]) one.hidden = true;
  }

  function lay(pages, { name, output }) {
    words.textContent = pages.length ? "" : nothing(output);
    wrong.replaceChildren();
    list.classList.remove("old");
    count.textContent = counted(pages);
    usualCuts = output !== "sheets";
    const toShow = TO_SHOW.includes(output);
    const files = byFile(pages, toShow);
    put(list, files, (one) => `${name} ${one.name}`, file);
    const before = leavesShown;
    leavesShown = new Map();
    const addressOf = addresses(name, output === "laser");
    files.forEach((one, at) => {
      const section = list.children[at];
      section.querySelector(".count").textContent = one.count;
      const made = one.leaves.map((each) => {
        const key = `${name} ${each.index}`;
        leavesShown.set(key, before.get(key) ?? leaf(key));
        return filled(leavesShown.get(key), each, addressOf, toShow);
      });
      section.lastChild.classList.toggle("small", made.every((each) => each.classList.contains("small")));
      keep(section.lastChild, made);
    });
    for (const one of leavesShown.values()) near.observe(one);
    const leaves = [...leavesShown.values()];
    list.classList.toggle("lone", leaves.length === 1 && pages[0].width > pages[0].height); // as large as it has room
    large.hidden = !leaves.length;
    cuts.hidden = !pages.some((page) => page.cut);
    turn.hidden = through.hidden = !leaves.some((one) => one.classList.contains("two-sided"));
    flip();
  }

  /** Return what tells where a page's drawing is; pages that show the same have one address. */
  function addresses(name, laser) {
    const known = new Map();
    return (page) => {
      if (!page) return null;
      if (!known.has(page.key)) known.set(page.key, page);
      return laser ? server.bed(name, page) : server.sheet(name, known.get(page.key));
    };
  }

  function file({ name }) {
    return el("section", { class: "file-of-pages", "aria-label": name },
      el("div", { class: "file-head" }, el("h2", { text: name }), el("span", { class: "count" })), el("div", { class: "sheets" }));
  }

  /** Make an element show a leaf. */
  function filled(one, { front, back }, addressOf, toShow) {
    const page = front ?? back;
    const behind = front && back;
    one.addresses = [addressOf(page), addressOf(behind)];
    one.about = fileOf(page);
    const paper = one.querySelector(".paper");
    paper.style.aspectRatio = `${page.width} / ${page.height}`;
    paper.dataset.mirror = mirror(page);
    one.querySelector("figcaption").textContent = captioned({ front, back }, toShow);
    one.classList.toggle("two-sided", Boolean(behind));
    one.classList.toggle("small", !toShow && Math.max(page.width, page.height) < SMALL);
    [page, behind].forEach((side, at) => cutLines(paper.children[at].lastChild, side));
    if (one.dataset.near) drawLeaf(one, true);
    return one;
  }

  function leaf(index) {
    const side = (name) => el("div", { class: `side ${name}` }, picture.frame(), svg("svg", { class: "cuts", "aria-hidden": "true" }));
    const paper = el("div", { class: "paper" }, side("sheet-front"), side("sheet-back"));
    return el("figure", { class: "sheet", "data-index": index }, paper, el("figcaption", { class: "soft" }));
  }

  function drawLeaf(one, seen) {
    one.dataset.near = seen ? "1" : "";
    const [front, back] = one.addresses;
    const frames = one.querySelectorAll(".picture");
    if (!seen) return frames.forEach(picture.clear);
    const words = `${one.about}, ${one.querySelector("figcaption").textContent}`;
    picture.show(frames[0], front, `Front of ${words}`);
    if (back) picture.show(frames[1], back, `Back of ${words}`);
  }

  function flip() {
    list.classList.toggle("large", Boolean(address.now.large));
    large.setAttribute("aria-pressed", String(Boolean(address.now.large)));
    list.classList.toggle("cut", shownCuts());
    cuts.setAttribute("aria-pressed", String(shownCuts()));
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
    ["l", "cut lines", () => !cuts.hidden && cuts.click()],
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

/** Say why a profile has no pages. */
function nothing(output) {
  const printed = ["sheets", "print-cut", "press", "upload", "die-cut", "laser", ...TO_SHOW].includes(output);
  if (printed) return "Nothing is printed here: the game has no cards or pieces for it.";
  return "This has no sheets to look at: Overview shows its cards, and Export makes it.";
}

/** Draw the cuts of a page over it; none where there is no page, or where they are printed. */
function cutLines(over, page) {
  if (!page?.cut) return over.replaceChildren();
  over.setAttribute("viewBox", [page.x, page.y, page.width, page.height].join(" "));
  over.replaceChildren(svg("path", { class: "under", d: page.cut }), svg("path", { class: "line", d: page.cut }));
}

/** Return how a back looks from in front of its sheet: mirrored from left to right, or from top to bottom. */
function mirror({ width, height, flip }) {
  const tall = height >= width;
  return (flip === "short") === tall ? "down" : "across";
}
