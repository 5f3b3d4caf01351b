/** Where on a card files are dropped: on a slot of pictures, on a text that an icon may stand in, or beside both. */

import { kindsOf } from "./cardkinds.js";
import { el, titled } from "./dom.js";
import { askForIcon, pictureOf, question, takesFiles } from "./filedrop.js";
import { holds, under } from "./hits.js";
import * as server from "./server.js";
import { headOf, state } from "./state.js";

const SHOWS = ["picture", "icon"];
const PICTURE = /\.(svg|png|jpe?g|jfif|webp|avif|tiff?|bmp|gif)$/i;
const KINDS = 2; // kinds of cards that a picture may be for
const WHOLE = 0.8; // the part of a card that a picture covers which is its ground

/** Let files be dropped on the stage of a card. `now()` returns {deck, slots, target}, null before there is a card;
 * `point(event)` a place of the face in mm; `light(path)` shows a slot; `done(answer)` hears of what was written. */
export function cardDrop(stage, { now, point, light, done }) {
  takesFiles(stage, (event, files) => {
    const face = now();
    if (!face) return null;
    const at = point(event);
    const [left, top, width, height] = face.deck["bleed-box"];
    if (at[0] < left || at[1] < top || at[0] > left + width || at[1] > top + height) return null;
    const slot = pictureAt(face, at);
    const path = slot?.path.join("/");
    const place = slot && !isWhole(slot, face.deck)
      ? { words: `Drop to show it in ${titled(slot.name)}`, key: path, light: (on) => light(on ? path : "") }
      : { words: "Drop to place it on the card", key: "" };
    const isDrawing = files?.length === 1 && /\.svg$/i.test(files[0].name) && under(face.slots, at)[0]?.kind === "text";
    const pointer = { x: event.clientX, y: event.clientY };
    const asked = async ([file]) => {
      const to = await askWhere(file, pointer, face, slot, at);
      return to && { ...place, to, done };
    };
    const ask = async (wanted) => {
      const icon = isDrawing && (await askForIcon(wanted[0], place));
      return isDrawing && icon !== place ? icon : asked(wanted);
    };
    return { ...place, to: onFace(face, at), done, ...(files?.length === 1 && PICTURE.test(files[0].name) ? { ask } : {}) };
  });
}

const onSlot = ({ target: { deck, id, side } }, { path }) => ({ kind: "slot", deck, id, side, path });
const onFace = ({ target: { deck, id, side } }, at) => ({ kind: "face", deck, id, side, at });

/** Ask for whom a picture is, where it was dropped; resolves to a place as the studio takes it, null to leave it. */
async function askWhere(file, pointer, face, slot, at) {
  const { deck, target } = face;
  const count = [...state.pieces.values()].filter((piece) => piece.deck === deck.name).length;
  const columns = await server.columns(deck.name);
  const column = slot?.column && columns.find(({ name }) => name === slot.column);
  const isOwn = Boolean(column) && (column.names || column.name === "id"); // each card may have another picture
  const shows = slot && !(isWhole(slot, deck) && !isOwn) ? slot : null;
  const to = shows ? onSlot(face, shows) : onFace(face, at);
  if (!target.id || count < 2 || (shows?.kind === "icon" && column)) return to;
  const title = shows ? `Show it in ${titled(shows.name)}` : "Add a picture layer here";
  const head = column ? headOf(column.name, deck.name) : "";
  const words = shows && isOwn ? `The cell ${head} of this card will name the picture.` : shows ? `The other cards keep what ${titled(shows.name)} shows, if it shows anything.` : "The other cards show nothing there until you choose pictures for them.";
  const kinds = kindsOf(columns, state.pieces.get(`${deck.name}/${target.id}`)).slice(0, KINDS);
  const some = kinds.map(({ head, value }, at) => [String(at), `Cards with ${head} = ${value}`]);
  const whom = await question(title, about(file, words), [["card", "This card only"], ...some, ["all", "All cards"]], "Cancel", pointer);
  if (!whom) return null;
  if (kinds[whom]) return { ...to, only: { column: kinds[whom].column, value: kinds[whom].value } };
  if (whom === "card" && shows && column && !isOwn) return { ...to, only: { column: "id", value: target.id } };
  return { ...to, whom };
}

/** Return a small picture of a file, with its name and a sentence. */
function about(file, words) {
  return el("div", { class: "dropped" }, pictureOf(file), el("p", {}, el("strong", { text: file.name }), el("br"), el("span", { class: "soft", text: words })));
}

/** Return whether a layer covers most of a card, as its ground does. */
function isWhole({ box: [x, y, width, height] }, deck) {
  const across = Math.min(x + width, deck.width) - Math.max(x, 0);
  const down = Math.min(y + height, deck.height) - Math.max(y, 0);
  return Math.max(0, across) * Math.max(0, down) >= WHOLE * deck.width * deck.height;
}

/** Return the slot of pictures that a person means at a place. The picture that this card has there comes first, then a
 * slot that waits for a picture of this card, even under a mark, then what is seen, then what is behind an area. A ground
 * comes last, and only where it may differ from card to card. */
function pictureAt({ slots, deck }, at) {
  const isMeant = (one) => SHOWS.includes(one.kind) && !(isWhole(one, deck) && !one.column);
  const behind = slots.filter((one) => isMeant(one) && holds(one, at)).reverse();
  const met = [...under(slots, at).filter(isMeant), ...behind.filter(({ seen }) => seen !== false)];
  const parts = met.filter((one) => !isWhole(one, deck));
  const waiting = behind.find(({ awaits }) => awaits);
  return parts.find(({ kind, column }) => kind === "picture" && column) ?? waiting ?? parts[0] ?? met[0];
}
