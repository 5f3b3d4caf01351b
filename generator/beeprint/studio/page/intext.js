/** Edit a text where it is printed: the cell of its column, or the words that its layout holds. */

import { inMarks } from "./bindings.js";
import { changedMeanwhile } from "./celleditors.js";
import { el, titled } from "./dom.js";
import * as server from "./server.js";
import { headOf } from "./state.js";
import { typeset } from "./typeset.js";

const BOUND = /^\{([\w-]+)\}$/;

/** Open a field over a slot of a face. `place` is its box in pixels of `holder`, and `scale` the pixels of a mm; `begun()`
 * hears that it is open, `done(answer)` and `failed(error)` what became of it. Once `over(written)` resolves, the face shows
 * the text again, and the field goes. */
export async function editInPlace(holder, place, scale, { piece, deck, side, slot, target }, { begun, done, failed, over }) {
  let about;
  try {
    about = await server.slot({ ...target, deck: deck.name, id: target.id }, side, slot.path);
  } catch (error) {
    return failed(error);
  }
  const words = String(about.plain.text ?? "");
  const column = BOUND.exec(words)?.[1];
  if (words.includes("{") && !column) return failed(new Error(`This text is put together from several parts: ${inMarks(words, await server.columns(deck.name))}. Change it in Properties.`));
  let cell = null;
  if (column) {
    try {
      cell = await server.cell(piece, column);
    } catch (error) {
      return failed(error);
    }
  }
  const input = el("textarea", { class: "in-place", "data-marks": (cell ? cell.marks : "yes") || null, "aria-label": column ? `${headOf(column, piece.deck)} of ${piece.name}` : `Text of ${titled(slot.name)}`, dir: "auto" });
  input.value = cell ? cell.text : words;
  ["left", "top", "width", "height"].forEach((name, at) => (input.style[name] = `${place[at]}px`));
  holder.append(input);
  const grow = await typeset(input, slot, about.plain, scale);
  if (slot.turn) Object.assign(input.style, { transform: `rotate(${slot.turn}deg)`, transformOrigin: `${place[2] / 2}px ${place[3] / 2}px` });
  grow();
  input.addEventListener("input", grow);
  begun();
  input.focus();
  input.select();
  let closing = false;
  let refused = null; // a text stays in its field until it is written, or Esc is pressed
  async function close(written) {
    input.readOnly = true;
    input.blur();
    await over(written);
    input.remove();
  }
  async function end(keep) {
    const text = input.value;
    if (closing || (keep && text === refused)) return;
    closing = true;
    if (!keep || text === (cell ? cell.text : words)) return close(false);
    try {
      const answer = cell
        ? await server.post("cell", { deck: piece.deck, id: piece.id, column, text, seen: cell.seen })
        : await server.post("slot-keys", { ...target, paths: [slot.path], changes: { text } });
      done(answer);
      await close(true);
    } catch (error) {
      closing = false;
      const now = cell && (await server.cell(piece, column).catch(() => null));
      const before = cell;
      if (now) cell = now;
      const elsewhere = now && JSON.stringify(now.seen) !== JSON.stringify(before.seen);
      if (elsewhere && now.text === before.text) return end(true); // another cell of the file was changed
      refused = text;
      failed(elsewhere ? new server.Refused([changedMeanwhile(now.text)]) : error);
    }
  }
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") end(false);
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      refused = null;
      end(true);
    }
  });
  for (const event of ["pointerdown", "dblclick", "click", "wheel"]) input.addEventListener(event, (one) => one.stopPropagation());
  input.addEventListener("blur", () => end(true));
}
