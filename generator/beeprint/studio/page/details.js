/** What there is to know of a piece beside its picture: its problems, its row, its slots. */

import { button, counted, el, kept } from "./dom.js";
import { item, placeLine } from "./problems.js";
import { problemsOf, state } from "./state.js";

/** Return the words about a piece; `row` edits its cells, `boxes` the box of the slot that is chosen. `choose(slot)` hears
 * which slot was chosen in the list, `point(path)` which one is pointed at. All keep their place and focus. */
export function details(row, boxes, choose, point) {
  const name = el("h2", { class: "piece-name", dir: "auto" });
  const about = el("p", { class: "soft" });
  const problems = el("ul", { class: "problems near", "aria-label": "Problems of this piece" });
  const place = el("div");
  const list = el("ul", { class: "slots" });
  const how = el("p", { class: "soft slots-note", text: "Choose a slot to move or resize its box, here or in the picture." });
  const slots = el("section", {}, el("h3", { text: "Slots" }), how, list);
  const rowBox = el("section", {}, el("h3", { text: "Row" }), row.root, place);
  const root = el("div", { class: "details-words" }, name, about, problems, rowBox, slots);
  const [putProblems, putPlace, putSlots] = [kept(), kept(), kept()];
  let shown = new Map(); // path -> slot, as the files now say
  let chosen = "";

  function slotItem(path) {
    const slot = () => shown.get(path);
    const over = () => point(path);
    const away = () => point("");
    const { kind } = slot();
    const one = button("", () => choose(chosen === path ? null : slot()), { class: "slot-name", "data-slot": path, "aria-pressed": "false" });
    one.append(el("span", { text: path.replaceAll("/", " ") }), el("span", { class: "soft", text: kind }));
    for (const [event, act] of [["pointerenter", over], ["pointerleave", away], ["focus", over], ["blur", away]]) one.addEventListener(event, act);
    return el("li", {}, one);
  }

  return {
    root,
    show(piece, deck, anatomy) {
      name.textContent = piece.id;
      about.textContent = `${deck.title || deck.name}, ${counted(piece.copies, "copy", "copies")}, ${mm(deck.width)} × ${mm(deck.height)} mm`;
      const found = problemsOf(piece.key);
      problems.hidden = !found.length;
      putProblems(problems, found, JSON.stringify, (one) => item(one, false));
      row.show(piece, deck, anatomy?.row ?? null);
      putPlace(place, [piece.place], (one) => one.text, placeLine);
      shown = new Map((anatomy?.slots ?? []).map((slot) => [slot.path.join("/"), slot]));
      slots.hidden = !shown.size;
      how.hidden = state.readOnly;
      putSlots(list, [...shown.keys()], (path) => `${path} ${shown.get(path).kind}`, slotItem);
    },
    /** Show which slot is chosen: the words about its box stand below its name. */
    choose(path) {
      for (const one of list.querySelectorAll(".slot-name")) {
        const is = one.dataset.slot === path;
        one.setAttribute("aria-pressed", String(is));
        if (is && boxes.parentNode !== one.parentNode) one.parentNode.append(boxes);
        if (is && chosen !== path) one.parentNode.scrollIntoView({ block: "nearest" });
      }
      chosen = path;
    },
  };
}

/** Return a length in mm to two decimals. */
export const mm = (length) => String(Math.round(length * 100) / 100);
