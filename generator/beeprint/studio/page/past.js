/** Undo and redo wherever a view has no line of its own for them: said below the page for some seconds. */

import { edits, lineOfView } from "./edits.js";

const toast = edits(() => {}, () => {});
toast.root.classList.add("anywhere");
toast.root.role = "region";
toast.root.ariaLabel = "Done";

/** Say something in the line of the view, or below the page where it has none, as `tell` of edits.js does. */
export function tellBelow(...words) {
  const line = lineOfView();
  if (!line) shown();
  (line ?? toast).tell(...words);
}

/** Take the last edit back, or do it again: "undo" or "redo". */
export function past(which) {
  shown();
  return toast.undo(which);
}

function shown() {
  if (!toast.root.isConnected) document.body.append(toast.root);
}
