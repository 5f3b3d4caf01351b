/** Keep the focus where a person works: a control that is removed hands it to the one in its place, a control that was
 * disabled for a moment takes it back, and a dialog that is closed returns it to where it was opened. */

const CONTROLS = "button, input, select, textarea, a[href], summary, [tabindex]";
const openers = new WeakMap(); // dialog -> the place that had the focus before
let last = null; // the place that has the focus; null once a person clicks elsewhere

const usable = (element) => !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });
const controls = (element) => [...element.querySelectorAll(CONTROLS)].filter(usable);

/** Return where a control is: its list, the number of its item there, and its own number in the item. */
function placeOf(element) {
  const item = element.closest("li, tr");
  const list = item?.parentNode;
  return { element, list, at: list ? [...list.children].indexOf(item) : 0, nth: item ? controls(item).indexOf(element) : 0,
    home: element.parentNode.closest?.("[tabindex]"), dialog: element.closest("dialog"), off: false };
}

/** Return what gets the focus of a control that is gone. */
function heir({ element, list, at, nth, home, dialog }) {
  if (element.isConnected && usable(element)) return element;
  if (dialog && !dialog.isConnected && openers.has(dialog)) return heir(openers.get(dialog));
  const item = list?.isConnected ? list.children[Math.min(at, list.children.length - 1)] : null;
  const inItem = item ? controls(item) : [];
  return inItem[nth] ?? inItem[0] ?? (home?.isConnected && usable(home) ? home : document.getElementById("main"));
}

function keep() {
  if (!last) return;
  const { element } = last;
  const isLost = document.activeElement === document.body;
  if (element.isConnected && !usable(element)) last.off = true; // it may come back
  else if (isLost && (last.off || !element.isConnected)) heir(last).focus({ preventScroll: true });
}

addEventListener("focusin", ({ target }) => {
  const place = placeOf(target);
  if (place.dialog && last && last.dialog !== place.dialog) openers.set(place.dialog, last);
  last = place;
});
addEventListener("pointerdown", () => (last = null), { capture: true });
new MutationObserver(keep).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden"] });
