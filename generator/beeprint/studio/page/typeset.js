/** Set a field as a text is set on a card: in its font, size, colour and place, so that one types where it is printed. */

import { el } from "./dom.js";
import * as server from "./server.js";

const POINT = 25.4 / 72; // mm
const STEP = POINT / 4; // by which a text becomes smaller until it fits
const REACH = 0.9; // em from the top of capitals to the bottom of descenders, in common fonts
const CSS = { centre: "center" };
const faces = new Map(); // key of a font -> the family that the page knows it by

/** Return the family by which the page sets a font, "" where it has none. */
export function familyOf(key) {
  if (!faces.has(key)) faces.set(key, load(key));
  return faces.get(key);
}

async function load(key) {
  const family = `card-${key.replace("/", "-")}`;
  try {
    const answer = await fetch(server.fontFile(key));
    if (!answer.ok) return "";
    document.fonts.add(await new FontFace(family, await answer.arrayBuffer()).load());
    return family;
  } catch {
    return "";
  }
}

/** Set a field as the text of a layer; `plain` are its keys, `scale` the pixels of a mm. Returns what sets it again after
 * other words were typed: it makes room for more lines and takes smaller letters, as the layer does. */
export async function typeset(input, { setting, box }, plain, scale) {
  const named = Array.isArray(plain.font) ? plain.font[0] : String(plain.font ?? "").split(",")[0].trim();
  const { font, size, colour, baseline } = setting ?? { font: `${named}/${plain.weight ?? "regular"}`, size: (Number(plain.size) || 10) * POINT };
  const family = await familyOf(font);
  const high = box[3] * scale;
  const least = Math.min(size, (Number(plain.min) || Infinity) * POINT);
  const leading = Number(plain.leading) || 1.2;
  const share = { middle: 0.5, bottom: 1 }[plain.valign] ?? 0;
  const { style } = input;
  style.fontFamily = family ? `"${family}"` : "";
  style.textAlign = CSS[plain.align] ?? plain.align ?? "left";
  if (colour) style.color = style.caretColor = colour;
  style.padding = "0";
  let em = 0; // pixels
  let ascent = 0; // from the top of a line to its baseline, in pixels

  function take(mm) {
    em = mm * scale;
    style.fontSize = `${em}px`;
    style.lineHeight = `${leading * em}px`;
    ascent = above(input);
  }

  /** Return how many lines the field has, at least one. */
  function lines() {
    style.height = style.paddingTop = "0";
    return Math.max(1, Math.round(input.scrollHeight / (leading * em)));
  }

  /** Return whether the lines fit into the box, and no word is wider than it. */
  function fits() {
    style.overflowWrap = "normal";
    const isTooWide = input.scrollWidth > input.clientWidth;
    style.overflowWrap = "";
    return !isTooWide && ((lines() - 1) * leading + REACH) * em <= high;
  }

  take(size);
  const printed = input.value;
  // How far the baseline of one line is below the place to which lines are aligned, in em.
  const drop = baseline === undefined ? REACH * (1 - share) : (baseline * scale - high * share) / em + (lines() - 1) * leading * share;
  return function grow() {
    for (let mm = size; ; mm = Math.max(least, mm - STEP)) {
      take(mm);
      if (mm <= least || input.value === printed || fits()) break;
    }
    const now = lines();
    const from = high * share + (drop - (now - 1) * leading * share) * em - ascent;
    const tall = input.scrollHeight;
    style.marginTop = `${Math.min(0, from)}px`;
    style.paddingTop = `${Math.max(0, from)}px`;
    style.height = `${Math.max(high - Math.min(0, from), tall + Math.max(0, from))}px`;
  };
}

/** Return how far the first baseline of a field is below the top of its line. */
function above(input) {
  const mark = el("span");
  Object.assign(mark.style, { display: "inline-block", width: "0", height: "0" });
  const line = el("div", {}, mark, "H");
  for (const name of ["fontFamily", "fontSize", "lineHeight"]) line.style[name] = input.style[name];
  line.style.position = "absolute";
  input.before(line);
  const far = mark.getBoundingClientRect().bottom - line.getBoundingClientRect().top;
  line.remove();
  return far;
}
