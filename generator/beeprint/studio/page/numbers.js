/** Counts by any column, with a chart, and sample hands. */

import * as address from "./address.js";
import { counted, el, kept, select } from "./dom.js";
import { hands } from "./hands.js";
import * as picture from "./picture.js";
import * as server from "./server.js";
import { decksOnly, headOf, isBox, piecesIn, state, sum } from "./state.js";

/** Return the view of numbers. */
export function numbers() {
  const by = select("Count by", (value) => address.go({ by: value, then: null }));
  const then = select("and by", (value) => address.go({ then: value }));
  const deck = select("Deck", (value) => address.go({ of: value }));
  const tables = el("div", { class: "tables" });
  const words = el("p", { class: "soft", role: "status" });
  const paper = el("div", { class: "paper chart" }, picture.frame());
  const chart = el("details", {}, el("summary", { text: "Chart" }), paper);
  const sample = hands();
  const root = el(
    "section", { class: "view pages", tabindex: "0", "aria-label": "Numbers" },
    el("div", { class: "column" }, el("h2", { class: "page-title", text: "How many there are" }),
      el("div", { class: "page-bar" }, by, then, deck), words, tables, chart, sample.root),
  );
  const put = kept();
  let shown = "";
  let running = 0;

  async function draw() {
    sample.look();
    if (!state.ready) return;
    const asked = address.now;
    const columns = [asked.by || "deck", asked.then].filter(Boolean).join(",");
    const key = [columns, asked.of, state.version, server.choice()].join("\n");
    if (key === shown) return;
    shown = key;
    const run = ++running;
    try {
      const found = await server.numbers(columns, asked.of);
      if (run !== running) return;
      fill(found, asked);
      chart.hidden = !found.tables.length;
      words.textContent = found.tables.length ? "" : state.pieces.size ? `No piece has the column ${columns}.` : "There are no pieces to count.";
      if (chart.hidden) return;
      chart.open ||= Boolean(asked.then);
      picture.show(paper.firstChild, server.chart(columns, asked.of, state.version), `Chart of the pieces by ${columns}`);
    } catch (error) {
      if (run !== running) return;
      words.textContent = error.message;
      put(tables, [], JSON.stringify, table);
      chart.hidden = true;
      shown = "";
    }
  }

  function fill(found, asked) {
    const all = found.columns.map((name) => [name, headOf(name, asked.of)]);
    by.set(all, asked.by || "deck");
    then.set([["", "nothing else"], ...all.filter(([name]) => name !== (asked.by || "deck"))], asked.then ?? "");
    deck.set([["", "All decks"], ...decksOnly().map((one) => [one.name, one.title || one.name])], asked.of ?? "");
    put(tables, found.tables, JSON.stringify, table);
  }

  return { root, look: draw, refresh: draw };
}

/** Say how many pieces a table counts, and how many of them are different where it counts all of the game or a deck. */
function printed(total) {
  const { of } = address.now;
  const pieces = [...state.pieces.values()].filter((piece) => !isBox(piece) && (!of || piece.deck === of));
  return sum(pieces) === total ? piecesIn(pieces) : counted(total, "piece");
}

/** Return a table of counts, a bar beside each. */
function table({ title, by, total, counts }) {
  const most = Math.max(1, ...counts.map((one) => one.pieces));
  const rows = counts.map(({ values, pieces }) => {
    const bar = el("div", { class: "bar-of-chart" });
    bar.style.width = `${(pieces / most) * 100}%`;
    const called = (column) => (column === "deck" && state.decks.get(values[column])?.title) || String(values[column] ?? "") || "none";
    const names = by.map((column, at) => el(at ? "td" : "th", { scope: at ? null : "row", text: called(column) }));
    return el("tr", {}, names, el("td", { class: "figure", text: String(pieces) }),
      el("td", { class: "figure soft", text: `${((pieces / (total || 1)) * 100).toFixed(1)} %` }), el("td", { class: "bar-cell" }, bar));
  });
  const heads = [...by.map((column) => el("th", { scope: "col", text: headOf(column, address.now.of) })), el("th", { scope: "col", class: "figure", text: "pieces" }),
    el("th", { scope: "col", class: "figure", text: "share" }), el("td", { class: "bar-cell" })];
  return el("table", { class: "counts" }, el("caption", {}, el("strong", { text: title }), ` ${printed(total)}`),
    el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows));
}
