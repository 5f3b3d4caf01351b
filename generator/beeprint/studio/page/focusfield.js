/** The part of a cropped picture that shows, or the place of a whole one in its box, in words. */

import { el } from "./dom.js";
import { DIFFERENT, labelled } from "./properties.js";

const PLACES = [
  ["0.5, 0.5", "middle"], ["0.5, 0", "top"], ["0.5, 1", "bottom"], ["0, 0.5", "left"], ["1, 0.5", "right"],
  ["0, 0", "top left"], ["1, 0", "top right"], ["0, 1", "bottom left"], ["1, 1", "bottom right"],
];

/** Return two numbers as one text, however a layout writes them; an empty text for none. */
const named = (value) => (Array.isArray(value) ? value.map(Number) : String(value ?? "").split(/[\s,]+/).filter(Boolean).map(parseFloat)).join(", ");

/** Return the words for a place: how far it is from the left and from the top. */
function called(place) {
  const [across, down] = place.split(", ").map((share) => Math.round(100 * Number(share)));
  return `${across} % from the left, ${down} % from the top`;
}

/** Return the field; a picture that is cropped also has a handle on the card, which the field names. */
export function focusField(key, write, plain) {
  const list = el("select", { on: { change: () => write(list.value.split(", ").map(Number)) } });
  const hint = el("small", { class: "soft", text: "Or drag the round handle on the picture." });
  const root = labelled(key, list);
  root.append(hint);
  return {
    root,
    set(value, usual) {
      const place = usual === DIFFERENT ? "" : named(value) || named(usual);
      const other = PLACES.some(([each]) => each === place) ? [] : [[place, place ? called(place) : DIFFERENT]];
      list.replaceChildren(...[...other, ...PLACES].map(([each, words]) => el("option", { value: each, text: words })));
      list.value = place;
      hint.hidden = plain().fit !== "cover";
    },
  };
}
