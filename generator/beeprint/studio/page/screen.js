/** How large a millimetre is on this screen: measured once with a bank card, and kept in this browser. */

import { button, el } from "./dom.js";

const NAME = "beeprint.pixels-per-mm";
const USUAL = 96 / 25.4; // CSS pixels per mm, which only few screens keep to
const CARD = [85.6, 53.98]; // ISO/IEC 7810 ID-1, in mm
const NARROW = 500; // pixels: a telephone is narrower than a card is wide, so the card stands upright

/** Return whether the screen has been measured. */
export const measured = () => stored() !== null;

/** Return the pixels of one mm. */
export const pixelsPerMm = () => stored() ?? USUAL;

/** The browser's own zoom changes what a pixel is, so what was measured is kept for each device pixel ratio of then. */
function stored() {
  try {
    const [size, ratio] = JSON.parse(localStorage.getItem(NAME)) ?? [];
    return size > 0 ? (size * ratio) / devicePixelRatio : null;
  } catch {
    return null;
  }
}

/** Let a person drag a card's outline to the size of a real one; resolves to whether it was kept. */
export function measure() {
  let scale = pixelsPerMm();
  const upright = innerWidth < NARROW;
  const [wide, tall] = upright ? [...CARD].reverse() : CARD;
  const dialog = el("dialog", { class: "measure", "aria-labelledby": "measure-title" });
  const slide = el("input", {
    type: "range", min: "2", max: "14", step: "0.01", "aria-label": "Width of the card",
    on: { input: () => set(Number(slide.value)) },
  });
  const handle = el("div", { class: "measure-handle", "aria-hidden": "true" });
  const card = el("div", { class: upright ? "measure-card upright" : "measure-card" }, el("div", { class: "measure-stripe" }), handle);

  function set(next) {
    scale = Math.max(2, Math.min(14, next));
    slide.value = scale;
    card.style.width = `${wide * scale}px`;
    card.style.height = `${tall * scale}px`;
    card.style.borderRadius = `${3.18 * scale}px`;
  }
  handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
  handle.addEventListener("pointermove", (event) => {
    if (handle.hasPointerCapture(event.pointerId)) set((event.clientX - card.getBoundingClientRect().left) / wide);
  });
  set(scale);
  return new Promise((done) => {
    const keep = button("It fits", () => {
      localStorage.setItem(NAME, JSON.stringify([scale, devicePixelRatio]));
      dialog.close("kept");
    }, { class: "main" });
    dialog.append(
      el("h2", { id: "measure-title", text: "How large is this screen?" }),
      el("p", { class: "soft", text: `Hold a bank card against the screen${upright ? ", upright" : ""}: its top left corner on that of the picture. Drag the round handle, or use the arrow keys, until both are the same size.` }),
      card, slide,
      el("div", { class: "buttons" }, button("Cancel", () => dialog.close("")), keep),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "kept");
    });
    document.body.append(dialog);
    dialog.showModal();
    slide.focus();
  });
}
