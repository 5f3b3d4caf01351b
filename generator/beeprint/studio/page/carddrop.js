/** Where on a card files are dropped: on a slot of pictures, on a text that an icon may stand in, or beside both. */

import { askForIcon, takesFiles } from "./filedrop.js";
import { holds, under } from "./hits.js";

const SHOWS = ["picture", "icon"];

/** Let files be dropped on the stage of a card. `now()` returns {deck, slots, target}, null before there is a card;
 * `point(event)` a place of the face in mm; `light(path)` shows a slot; `done(answer)` hears of what was written. */
export function cardDrop(stage, { now, point, light, done }) {
  takesFiles(stage, (event, files) => {
    const face = now();
    if (!face) return null;
    const at = point(event);
    const [left, top, width, height] = face.deck["bleed-box"];
    if (at[0] < left || at[1] < top || at[0] > left + width || at[1] > top + height) return null;
    const { deck, id, side } = face.target;
    const slot = pictureAt(face.slots, at);
    const place = slot
      ? { to: { kind: "slot", deck, id, side, path: slot.path }, words: `Drop to show it in ${slot.name}`, key: slot.path.join("/"), light: (on) => light(on ? slot.path.join("/") : "") }
      : { to: { kind: "face", deck, id, side, at }, words: "Drop to place it on the card", key: "" };
    const met = under(face.slots, at)[0];
    const drawing = files?.length === 1 && /\.svg$/i.test(files[0].name) && met?.kind === "text";
    return { ...place, done, ...(drawing ? { ask: ([file]) => askForIcon(file, { ...place, done }) } : {}) };
  });
}

/** Return the slot of pictures that one sees at a place, else one that lies behind an area there. */
function pictureAt(slots, at) {
  const shows = ({ kind }) => SHOWS.includes(kind);
  return under(slots, at).find(shows) ?? slots.filter((one) => one.seen !== false && shows(one) && holds(one, at)).at(-1);
}
