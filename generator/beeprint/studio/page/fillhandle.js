/** The small square at the corner of a selection: dragged, it fills the cells beside it with what is selected. */

import { el } from "./dom.js";

/** Return the handle and the frame that shows what will be filled. `selection()` are the corners, `placeAt(x, y)` is
 * the cell below a point, `frame(corners)` shows corners, null for none, and `fill(from, to)` fills a block from another. */
export function fillHandle({ selection, placeAt, frame, fill }) {
  const root = el("div", { class: "cards-fill", title: "Drag to fill the cells beside it (down: Ctrl-D)" });

  /** Return the corners of a selection that is dragged to a place, along the way that is longer. */
  function stretched(from, { row, column }) {
    const down = Math.max(row - from.bottom, from.top - row, 0);
    const across = Math.max(column - from.right, from.left - column, 0);
    if (!down && !across) return from;
    if (down >= across) return { ...from, top: Math.min(from.top, row), bottom: Math.max(from.bottom, row) };
    return { ...from, left: Math.min(from.left, column), right: Math.max(from.right, column) };
  }

  root.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    event.stopPropagation();
    root.setPointerCapture(event.pointerId);
    const from = selection();
    let to = from;
    root.onpointermove = (move) => frame((to = stretched(from, placeAt(move.clientX, move.clientY))));
    root.onpointerup = () => to !== from && fill(from, to);
    root.onlostpointercapture = () => {
      root.onpointermove = root.onpointerup = root.onlostpointercapture = null;
      frame(null);
    };
  });
  return root;
}
