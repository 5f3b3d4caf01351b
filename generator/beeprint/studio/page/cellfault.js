/** What is wrong with a cell of the grid, beside it, with its Fix: while it is pointed at, and while it has the focus. */

import { briefOf } from "./dialogs.js";
import { capital, el, stopped } from "./dom.js";
import { fixesOf } from "./fixes.js";
import { waysToPictures } from "./missing.js";
import { state } from "./state.js";

const REST = 250; // ms that the pointer rests on a cell, or is on its way to the note
const APART = 6; // px

/** Let an element stand right of the box of a cell, or below or above it where there is no room. */
export function standBeside(element, { left, right, top, bottom }) {
  const { offsetWidth: width, offsetHeight: height } = element;
  const beside = right + APART + width < innerWidth;
  const below = bottom + APART + height < innerHeight;
  element.style.left = `${beside ? right + APART : Math.max(APART, Math.min(left, innerWidth - width - APART))}px`;
  element.style.top = `${beside ? Math.min(top, innerHeight - height - APART) : below ? bottom + APART : top - height - APART}px`;
}

const MOST = 40; // letters of a text that is quoted
const short = (text) => (text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text);

/** Return {root, refresh(), enter(), hide()}; `faultOf(cell)` returns {words, key} of a cell, null where nothing is wrong;
 * with `typed` the words are about what is typed over `before`. */
export function cellFault(board, faultOf) {
  const root = el("div", { class: "cell-fault", role: "group", "aria-label": "Problem of this cell", hidden: true });
  let of = null; // the cell that it is about
  let timer = 0;
  let held = false; // while the pointer moves on the note
  let entered = false; // whether the focus is in the note, or in a button of it that is disabled now
  let pointer = ""; // the cell it was last over: it has not moved when the note below it is hidden

  function show(cell) {
    const fault = cell?.isConnected ? faultOf(cell) : null;
    if (!fault) return hide();
    const like = fault.typed ? [] : state.problems.filter((problem) => briefOf(problem) === fault.words);
    const problem = like.find(({ pieces }) => pieces.includes(fault.key)) ?? (fault.key || like.length > 1 ? null : like[0]);
    const byKey = cell === focused() || entered;
    const key = JSON.stringify([fault, problem, byKey]);
    of = cell;
    if (root.dataset.key !== key) {
      const ways = problem ? [fixesOf(problem), waysToPictures([problem])].filter(Boolean) : [];
      const byKeys = ways.length && byKey ? el("p", { class: "soft by-keys", text: "Alt-Enter goes to the fix." }) : "";
      const back = fault.typed ? el("p", { class: "soft", text: fault.before ? `Press Esc to get “${short(fault.before)}” back.` : "Press Esc to empty the cell again." }) : "";
      root.replaceChildren(el("p", { text: stopped(fault.typed ? fault.words : capital(fault.words)) }), ...ways, byKeys, back);
    }
    root.dataset.key = key;
    root.classList.toggle("doubtful", Boolean(fault.isDoubt));
    root.hidden = false;
    standBeside(root, (cell.querySelector(".cards-input") ?? cell).getBoundingClientRect());
  }

  function hide() {
    clearTimeout(timer);
    const inside = entered;
    of = null;
    held = entered = false;
    root.hidden = true;
    if (inside) board.focus();
  }

  const focused = () => (board.canvas.contains(document.activeElement) ? document.activeElement.closest(".cards-cell") : null);
  const rest = () => (entered ? null : show(focused()));

  board.canvas.addEventListener("pointerover", (event) => {
    const cell = event.target.closest(".cards-cell");
    const now = `${event.screenX} ${event.screenY}`;
    const still = now === pointer;
    pointer = now;
    if (still || event.buttons || event.pointerType === "touch" || (of && cell === of)) return void clearTimeout(timer);
    clearTimeout(timer);
    timer = setTimeout(() => (cell && faultOf(cell) && !entered ? show(cell) : rest()), REST);
  });
  board.canvas.addEventListener("pointerdown", ({ screenX, screenY }) => (pointer = `${screenX} ${screenY}`), { capture: true });
  board.canvas.addEventListener("pointerleave", () => {
    clearTimeout(timer);
    timer = setTimeout(rest, REST);
  });
  root.addEventListener("pointermove", () => {
    held = true;
    clearTimeout(timer);
  });
  root.addEventListener("pointerleave", () => {
    held = false;
    timer = setTimeout(rest, REST);
  });
  root.addEventListener("focusin", () => (entered = true));
  root.addEventListener("focusout", ({ relatedTarget }) => {
    if (!relatedTarget || root.contains(relatedTarget)) return;
    entered = false;
    timer = setTimeout(rest);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    board.focus();
  });
  board.root.addEventListener("scroll", hide, { passive: true });

  return {
    root,
    hide,
    /** Show it for the cell that has the focus, and anew where problems are others. */
    refresh: () => (held || entered ? show(of) : rest()),
    /** Give the focus to the first fix; return whether there is any. */
    enter() {
      show(focused());
      const first = root.hidden ? null : root.querySelector("input, button");
      first?.focus();
      return Boolean(first);
    },
  };
}
