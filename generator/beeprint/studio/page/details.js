/** What there is to know of a piece beside its picture: its problems, its row, its slots. */

import { button, counted, el } from "./dom.js";
import { item, placeLine } from "./problems.js";
import { problemsOf } from "./state.js";

/** Return the words about a piece; `row` edits its cells, `boxes` its slots' boxes. Both keep their place and focus. */
export function details(row, boxes) {
  const name = el("h2", { class: "piece-name" });
  const about = el("p", { class: "soft" });
  const problems = el("ul", { class: "problems near", "aria-label": "Problems of this piece" });
  const place = el("div");
  const slots = el("section");
  const rowBox = el("section", {}, el("h3", { text: "Row" }), row.root, place);
  const root = el("div", { class: "details-words" }, name, about, problems, boxes.root, rowBox, slots);
  const drawn = new Map();

  /** Put new children into a place only where they would differ, so that nothing there loses the focus. */
  function put(where, key, make) {
    const text = JSON.stringify(key);
    if (drawn.get(where) === text) return;
    drawn.set(where, text);
    where.replaceChildren(...make());
  }

  return {
    root,
    show(piece, deck, anatomy) {
      name.textContent = piece.id;
      about.textContent = `${deck.title || deck.name}, ${counted(piece.copies, "copy", "copies")}, ${mm(deck.width)} × ${mm(deck.height)} mm`;
      const found = problemsOf(piece.key);
      problems.hidden = !found.length;
      put(problems, found, () => found.map((one) => item(one, false)));
      row.show(piece, deck, anatomy?.row ?? null);
      put(place, piece.place, () => [placeLine(piece.place)]);
      const list = anatomy?.slots ?? [];
      slots.hidden = !list.length;
      put(slots, list, () => [el("h3", { text: "Slots" }), slotList(list, boxes.choose)]);
    },
    choose(path) {
      for (const one of slots.querySelectorAll(".slot-name")) one.setAttribute("aria-pressed", String(one.dataset.slot === path));
    },
  };
}

/** Return a length in mm to two decimals. */
export const mm = (length) => String(Math.round(length * 100) / 100);

function slotList(slots, choose) {
  const list = el("ul", { class: "slots" });
  for (const slot of slots) {
    const one = button("", () => choose(slot), { class: "slot-name", "data-slot": slot.path.join("/"), "aria-pressed": "false" });
    one.append(el("span", { text: slot.path.join(" ") }), el("span", { class: "soft", text: slot.kind }));
    list.append(el("li", {}, one));
  }
  return list;
}
