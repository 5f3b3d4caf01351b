/** Set a field as a text is set on a card: in its font, size, colour and place, so that one types where it is printed. */

import { el } from "./dom.js";
import * as server from "./server.js";

const POINT = 25.4 / 72; // mm
const CSS = { centre: "center" };
const faces = new Map(); // key of a font -> the family that the page knows it by

/** Return the family by which the page sets a font, "" where it has none. */
function familyOf(key) {
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

/** Set a field as the text of a layer; `plain` are its keys, `scale` the pixels of a mm. Returns what makes room for more
 * lines, as the layer does. */
export async function typeset(input, { setting, box }, plain, scale) {
  const named = Array.isArray(plain.font) ? plain.font[0] : String(plain.font ?? "").split(",")[0].trim();
  const { font, size, colour, baseline } = setting ?? { font: `${named}/${plain.weight ?? "regular"}`, size: (Number(plain.size) || 10) * POINT };
  const family = await familyOf(font);
  const [px, high] = [size * scale, box[3] * scale];
  const line = (Number(plain.leading) || 1.2) * px;
  const share = { middle: 0.5, bottom: 1 }[plain.valign] ?? 0;
  const { style } = input;
  style.fontFamily = family ? `"${family}"` : "";
  style.fontSize = `${px}px`;
  style.lineHeight = `${line}px`;
  style.textAlign = CSS[plain.align] ?? plain.align ?? "left";
  if (colour) style.color = style.caretColor = colour;
  const top = baseline === undefined ? (high - line) * share : baseline * scale - above(input);
  style.padding = "0";

  /** Return how high the lines of the field are. */
  function linesHigh() {
    style.height = style.paddingTop = "0";
    return input.scrollHeight;
  }
  const first = linesHigh();
  return function grow() {
    const now = linesHigh();
    const from = top - (now - first) * share;
    style.marginTop = `${Math.min(0, from)}px`;
    style.paddingTop = `${Math.max(0, from)}px`;
    style.height = `${Math.max(high - Math.min(0, from), now + Math.max(0, from))}px`;
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
