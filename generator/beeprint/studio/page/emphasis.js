/** Bold and italic words in texts, by Ctrl-B and Ctrl-I. */

const STARS = { b: "**", i: "*" };
const TAGS = { b: ["<b>", "</b>"], i: ["<i>", "</i>"] };

/** Let Ctrl-B and Ctrl-I make the selected words of a text bold and italic, or plain again, wherever `data-marks` says that
 * marks count: "yes", or "html" for tags. */
addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !(key in STARS) || !target.dataset?.marks || target.readOnly) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const [before, behind] = target.dataset.marks === "html" ? TAGS[key] : [STARS[key], STARS[key]];
  emphasise(target, before, behind);
}, { capture: true });

/** Put marks round the selected words of a text, without the blanks at their ends; take those away that are there. */
function emphasise(input, before, behind) {
  const { value } = input;
  let [from, to] = [input.selectionStart, input.selectionEnd];
  while (from < to && /\s/.test(value[from])) from += 1;
  while (to > from && /\s/.test(value[to - 1])) to -= 1;
  const isMarked = value.slice(0, from).endsWith(before) && value.slice(to).startsWith(behind) && (before !== "*" || value[from - 2] !== "*" || value[from - 3] === "*");
  const words = value.slice(from, to);
  if (isMarked) input.setRangeText(words, from - before.length, to + behind.length);
  else input.setRangeText(before + words + behind, from, to);
  const start = isMarked ? from - before.length : from + before.length;
  input.setSelectionRange(start, start + words.length);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
