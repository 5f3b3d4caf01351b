/** The overview: a contact sheet of all matching pieces. The page holds only the rows in sight. */

import * as address from "./address.js";
import * as cells from "./cells.js";
import { button, counted, el, keep, say } from "./dom.js";
import { fan } from "./fan.js";
import { filters, SIZE } from "./filters.js";
import * as keys from "./keys.js";
import * as picture from "./picture.js";
import { GAP, laidOut, rowAt, seen, stepped } from "./rows.js";
import { found } from "./search.js";
import { decksOnly, isBox, keyNow, piecesIn, state, sum } from "./state.js";

const MOST = 260; // faces in the page at once

/** Return whether the same pieces lie in the same places of two plans. */
function alike(one, other) {
  const parts = ["top", "height", "across", "step", "head", "count", "copies"];
  const title = (row) => row.deck.title || row.deck.name;
  return one.rows.length === other.rows.length && one.rows.every((row, index) => {
    const twin = other.rows[index];
    return parts.every((part) => row[part] === twin[part]) && title(row) === title(twin) &&
      row.pieces.length === twin.pieces.length && row.pieces.every((piece, at) => piece.key === twin.pieces[at].key);
  });
}

/** Say how a game gets its first card. */
function noPieces() {
  return decksOnly().length ? "This game has no cards yet. Add card makes the first." : "This game has no decks yet. Add deck, in Game, makes the first.";
}

/** Return the overview; `addCard(deck)` adds a card where its name can be typed. */
export function overview({ addCard }) {
  const tools = filters(() => addCard(deckNow()));
  const canvas = el("div", { class: "canvas", role: "grid", "aria-label": "Pieces" });
  const nothing = el("div", { class: "nothing", hidden: true });
  const scroller = el("div", { class: "scroller" }, canvas, nothing);
  const hand = fan();
  const root = el("section", { class: "view overview", "aria-label": "Overview" }, tools.root, scroller, hand.root);
  const rowsShown = new Map(); // row's index -> element
  const cellsShown = new Map(); // piece's key -> cell
  let spare = new Map(); // what a row shows -> the row's element as it was before, which stays where it shows the same
  const turned = new Set(); // pieces that lie the other way round than the others
  let plan = { rows: [], height: 0 };
  let pieces = [];
  let key = ""; // of the piece that Tab reaches
  let scale = 0;
  let filtered = ""; // what the address said of the pieces to show
  let frame = 0;

  const side = (piece) => {
    const all = address.now.side === "back" ? "back" : "front";
    return turned.has(piece.key) ? (all === "back" ? "front" : "back") : all;
  };
  const act = {
    open: (piece) => address.go({ view: "card", at: piece.key, side: cells.shownSide(piece, side(piece)) }),
    turn: (piece) => {
      if (!piece.front || !piece.back) return;
      turned.has(piece.key) ? turned.delete(piece.key) : turned.add(piece.key);
      const made = cellsShown.get(piece.key);
      if (made) cells.turnOver(made, () => drawn(made, piece));
    },
  };
  const drawn = (made, piece) => cells.draw(made, piece, state.decks.get(piece.deck), side(piece), scale);

  /** Work out again what lies where, and keep the row at the top where it is. */
  function arrange() {
    const asked = address.now;
    const width = scroller.clientWidth - 2 * padding();
    if (width <= 0 || !state.ready) return;
    const before = plan.rows.length ? plan.rows[rowAt(plan.rows, scroller.scrollTop)] : null;
    pieces = found(asked);
    scale = Number(asked.size) || usual(width);
    tools.size(scale);
    const old = plan;
    plan = laidOut(pieces, state.decks, width, scale);
    canvas.style.height = `${plan.height + 40}px`;
    canvas.setAttribute("aria-rowcount", String(Math.max(plan.rows.length, 1)));
    key = keyNow(key);
    for (const name of turned) if (keyNow(name) !== name) turned.delete(name), turned.add(keyNow(name));
    if (!pieces.some((piece) => piece.key === key)) key = pieces[0]?.key ?? "";
    const filter = JSON.stringify([asked.deck, asked.q, asked.changed, asked.faulty]);
    const top = before?.pieces[0] && plan.rows.find((row) => row.pieces.includes(before.pieces[0]));
    if (top && Math.abs(top.top - before.top) > 1 && scroller.scrollTop > 0) scroller.scrollTop += top.top - before.top;
    if (!top && filter !== filtered) scroller.scrollTop = 0; // other pieces begin with their first
    filtered = filter;
    if (alike(old, plan)) {
      // Nothing moves, so that the browser has to paint only the cells that look otherwise.
      for (const [name, made] of cellsShown) drawn(made, state.pieces.get(name));
      tell();
      paint();
      return;
    }
    const focused = document.activeElement;
    spare = new Map([...rowsShown.values()].map((row) => [row.dataset.shows, row]));
    rowsShown.clear();
    tell();
    paint();
    spare.clear();
    if (focused !== document.activeElement && focused.matches(".cell")) cellsShown.get(key)?.focus({ preventScroll: true });
  }

  /** Return the scale that nobody chose: pieces of the first deck fill a row, on a phone two of them. */
  function usual(width) {
    const deck = state.decks.get(pieces[0]?.deck);
    if (!deck) return SIZE;
    const phone = innerWidth <= 600;
    const across = phone ? 2 : Math.max(1, Math.round((width + GAP) / (deck.width * SIZE + GAP)));
    const [least, most] = phone ? [1.6, 3.4] : [SIZE * 0.85, SIZE * 1.15];
    return Math.max(least, Math.min(most, ((width + GAP) / across - GAP - 0.5) / deck.width));
  }

  function tell() {
    const all = state.pieces.size;
    const boxes = pieces.filter(isBox);
    const rest = pieces.filter((piece) => !isBox(piece));
    const words = [(rest.length || !boxes.length) && piecesIn(rest), boxes.length && counted(sum(boxes), "box", "boxes")];
    tools.count(pieces.length === all ? words.filter(Boolean).join(", ") : `${pieces.length.toLocaleString("en")} of ${all.toLocaleString("en")} different`);
    nothing.hidden = pieces.length > 0;
    canvas.hidden = pieces.length === 0;
    if (!pieces.length) {
      const words = state.pieces.size ? "No matching cards." : noPieces();
      nothing.replaceChildren(el("p", { text: words }), ...(state.pieces.size ? [button("Show all", () => tools.all())] : []));
      say(words);
    }
  }

  function fanOut() {
    pieces = found(address.now);
    tell();
    scroller.hidden = pieces.length > 0;
    hand.look(pieces.length ? pieces : null, address.now);
  }

  /** Put into the page what is seen, and take out what is not. */
  function paint() {
    frame = 0;
    const top = scroller.scrollTop;
    const wanted = new Set(seen(plan.rows, top, top + scroller.clientHeight, MOST));
    const kept = plan.rows.findIndex((row) => row.pieces.some((piece) => piece.key === key));
    if (kept >= 0) wanted.add(kept);
    for (const index of rowsShown.keys()) if (!wanted.has(index)) rowsShown.delete(index);
    const order = [...wanted].sort((a, b) => a - b);
    const fresh = order.filter((index) => !rowsShown.has(index));
    for (const index of fresh) rowsShown.set(index, rowMade(index));
    keep(canvas, order.map((index) => rowsShown.get(index)));
    // A picture is only asked for where it can be seen: once its place is in the page.
    for (const piece of fresh.flatMap((index) => plan.rows[index].pieces)) drawn(cellsShown.get(piece.key), piece);
    for (const [name, made] of cellsShown) if (!made.isConnected) cellsShown.delete(name);
  }

  function rowMade(index) {
    const row = plan.rows[index];
    const shows = row.head ? `head of ${row.deck.name}` : row.pieces.map((piece) => piece.key).join("\n");
    const made = spare.get(shows) ?? el("div", { class: row.head ? "row head" : "row", role: "row", "data-shows": shows });
    made.setAttribute("aria-rowindex", index + 1);
    made.style.transform = `translateY(${row.top}px)`;
    made.style.height = `${row.height}px`;
    if (row.head) {
      if (!made.firstChild) made.append(el("div", { role: "rowheader" }, el("h2"), el("span", { class: "count" })));
      const title = made.querySelector("h2");
      title.textContent = title.title = row.deck.title || row.deck.name;
      made.querySelector(".count").textContent = row.deck.box ? counted(row.count, "box", "boxes") : piecesIn(row.all);
      return made;
    }
    const shown = row.pieces.map((piece, at) => {
      const one = cellsShown.get(piece.key) ?? cells.cell(piece, act);
      cellsShown.set(piece.key, one);
      one.style.left = `${at * row.step}px`;
      one.style.width = `${row.across}px`;
      one.tabIndex = piece.key === key ? 0 : -1;
      return one;
    });
    keep(made, shown);
    return made;
  }

  /** Give the focus to a piece, wherever it lies. */
  function focus(to) {
    const row = plan.rows[to.row];
    const piece = row?.pieces[to.at];
    if (!piece) return;
    const old = cellsShown.get(key);
    if (old) old.tabIndex = -1;
    key = piece.key;
    const above = row.top - 70;
    const below = row.top + row.height + 10 - scroller.clientHeight;
    if (scroller.scrollTop > above) scroller.scrollTop = above;
    else if (scroller.scrollTop < below) scroller.scrollTop = below;
    paint();
    const made = cellsShown.get(key);
    made.tabIndex = 0;
    made.focus({ preventScroll: true });
  }

  const place = () => {
    const row = plan.rows.findIndex((one) => one.pieces.some((piece) => piece.key === key));
    return row < 0 ? null : { row, at: plan.rows[row].pieces.findIndex((piece) => piece.key === key) };
  };
  /** Return the deck that is looked at: the one that is chosen, else that of the piece with the focus. */
  const deckNow = () => [address.now.deck, state.pieces.get(key)?.deck].find((name) => decksOnly().some((deck) => deck.name === name)) ?? decksOnly()[0]?.name;
  const padding = () => parseFloat(getComputedStyle(canvas).marginLeft) || GAP;
  const live = () => address.now.view === "overview";
  const inGrid = () => live() && address.now.as !== "hand";
  const move = (event) => {
    const at = place();
    const inside = canvas.contains(document.activeElement);
    if (!inside && document.activeElement.closest("button, .filters")) return false;
    if (at) focus(inside ? stepped(plan.rows, at.row, at.at, event.key) : at);
    return Boolean(at);
  };
  const current = () => state.pieces.get(document.activeElement?.dataset?.key ?? "");

  keys.offer("Overview", inGrid, [
    ["ArrowLeft or ArrowRight or ArrowUp or ArrowDown", "go from card to card", move],
    ["Home or End", "first, last card", move],
    ["Enter", "show the card large", () => (current() ? act.open(current()) : false)],
    ["Space", "turn the card over", () => (current() ? act.turn(current()) : false)],
    ["f", "turn all over", () => turnAll()],
    ["+ or =", "larger", () => tools.resize(1)],
    ["-", "smaller", () => tools.resize(-1)],
    ["h", "fan out as a hand", () => address.go({ as: "hand" })],
  ]);

  function turnAll() {
    turned.clear();
    address.go({ side: address.now.side === "back" ? null : "back" });
  }

  canvas.addEventListener("focusin", (event) => {
    const one = event.target.closest(".cell");
    if (!one || one.dataset.key === key) return;
    const old = cellsShown.get(key);
    if (old) old.tabIndex = -1;
    key = one.dataset.key;
    one.tabIndex = 0;
  });
  scroller.addEventListener("scroll", () => {
    picture.passing();
    frame ||= requestAnimationFrame(paint);
  }, { passive: true });
  new ResizeObserver(() => live() && arrange()).observe(scroller);

  return {
    root,
    /** Show what the address says; `before` is what it said. */
    look(asked, before) {
      const fanned = asked.as === "hand";
      scroller.hidden = fanned;
      tools.look(asked);
      if (!fanned) hand.look(null, asked);
      else if (state.ready) return fanOut();
      else return;
      if (before?.view === "overview" && before.side !== asked.side && before.ink === asked.ink && before.press === asked.press) {
        turned.clear();
        for (const [name, made] of cellsShown) {
          const piece = state.pieces.get(name);
          if (piece) cells.turnOver(made, () => drawn(made, piece));
        }
        return;
      }
      arrange();
      if (before?.view === "card" && before.at && state.pieces.has(before.at)) {
        key = before.at;
        const at = place();
        if (at) focus(at);
      }
    },
    /** Show what has changed. */
    refresh({ changed }) {
      tools.refresh();
      if (address.now.as === "hand") return fanOut();
      arrange();
      if (changed.size > state.pieces.size / 2) return;
      for (const name of changed) if (cellsShown.has(name)) cells.pulse(cellsShown.get(name));
    },
  };
}
