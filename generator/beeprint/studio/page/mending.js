/** The ways to fix the chosen layer, below its box on the card: away while one drags it or types in it. */

import { el, kept } from "./dom.js";
import { waysAtHand } from "./fixes.js";
import { state } from "./state.js";

const APART = 12; // pixels below the box, so that its handles stay free

/** Return {show(slot, problems)}; `place(slot)` returns the box of a slot in pixels of `holder`, `done(answer)` hears of
 * an edit. */
export function mending(holder, place, done) {
  const root = el("div", { class: "mending", role: "group", "aria-label": "Fix the layer", hidden: true });
  const put = kept();
  holder.append(root);

  /** Show the ways to fix the problems of a slot; none hides them. */
  function show(slot, problems) {
    const fixable = state.readOnly ? [] : problems.filter(({ fixes = [] }) => fixes.some(({ asks }) => !asks));
    put(root, fixable.slice(0, 1), JSON.stringify, (problem) => el("div", { class: "fixes" }, waysAtHand(problem, (answer) => answer && done(answer))));
    root.hidden = !slot || !fixable.length;
    if (root.hidden) return;
    const [x, y, width, height] = place(slot);
    root.style.left = `${x + width / 2}px`;
    root.style.top = `${y + height + APART}px`;
  }

  return { show };
}
