/** Another template and look for a deck that is there, and what becomes of its design with another size or shape. */

import { ask } from "./dialogs.js";
import { el } from "./dom.js";
import { lookPicker } from "./looks.js";
import * as server from "./server.js";
import { sizeOf } from "./shapes.js";
import { state } from "./state.js";

const SOON = 250; // ms after the last change in which nothing is asked for
let groups = 0;

/** Say what a template does to a deck: the size of its pieces, what has no room, and what becomes of the old design. */
function wordsOf({ off, front, width, height }, deck) {
  const resized = deck.width !== width || deck.height !== height ? `The pieces become ${sizeOf({ width, height })}. ` : "";
  const gone = off.length ? `There is no room for ${off.join(", ")}. ` : "";
  const kept = front.includes("{") ? "The designs that draw the fronts now stay" : `The design “${front}” stays`;
  return `${resized}${gone}The template becomes a new design. ${kept}: choose it again under Table and design, or use Undo.`;
}

/** Ask for another template and look of a deck; resolves to the answer of the edit, or null. */
export async function changeTemplate(deck) {
  const words = el("p", { class: "soft", role: "status" });
  let asked = 0;
  let soon = 0;
  const back = el("input", { type: "checkbox", checked: true });
  const alsoBack = el("label", { class: "toggle", hidden: true }, back, el("span", { text: "Also the back" }));
  const wish = () => ({ template: picker.template(), look: picker.look() });
  const styles = await server.deckDesigns(deck.name);
  const picker = lookPicker(styles, (template, look) => server.coverOfDeck(deck.name, { template, look, at: state.version }), "What suits the cards", () => {
    clearTimeout(soon);
    soon = setTimeout(say, SOON);
  });

  async function say() {
    const number = (asked += 1);
    const known = await server.deckDesign(deck.name, wish()).catch((error) => ({ error }));
    if (number !== asked) return;
    alsoBack.hidden = !known.back;
    const why = known.why ? `${known.title}, since ${known.why}. ` : "";
    words.textContent = known.error?.message ?? (known.template ? `${why}${wordsOf(known, deck)}` : "No template is made for pieces of this shape. Choose one below, and the pieces get its shape.");
  }
  picker.draw();
  return ask(`Another template for ${deck.title}`, [picker.root, alsoBack, words], "Use this template", () => server.post("deck-design", { deck: deck.name, ...wish(), back: !alsoBack.hidden && back.checked }), { wide: true });
}

/** Return what becomes of a deck's design with another size: {root, show(deck, shape), wish()}. */
export function designChoice() {
  const name = `design-${(groups += 1)}`;
  const words = el("p", { class: "soft", role: "status" });
  const ways = ["template", "fit", "as-it-is"].map((value) => {
    const picture = el("img", { alt: "" });
    const title = el("span");
    const radio = el("input", { type: "radio", name, value, on: { change: say } });
    return { value, radio, picture, title, root: el("label", { class: "template" }, radio, el("span", { class: "cover", "aria-hidden": "true" }, picture), title) };
  });
  const [template, fit, asItIs] = ways;
  fit.title.textContent = "Fit the design to the new size";
  asItIs.title.textContent = "Leave the design as it is";
  const root = el("fieldset", { class: "design-choice for-change", hidden: true }, el("legend", { class: "label", text: "Design" }), el("div", { class: "templates" }, ways.map((way) => way.root)), words);
  let known = null;
  let now = null;
  let asked = 0;
  let soon = 0;
  fit.radio.checked = true;

  const chosen = () => ways.find((way) => way.radio.checked).value;

  function say() {
    const about = {
      template: () => `${known.why[0].toUpperCase()}${known.why.slice(1)}. ${wordsOf(known, { ...now, width: known.width, height: known.height })}`,
      fit: () => "All that is on the cards becomes larger or smaller with them. Pictures and circles keep their shape.",
      "as-it-is": () => "The design stays as it is. What is outside the new shape is cut off.",
    };
    words.textContent = about[chosen()]();
  }

  async function propose(deck, shape) {
    const number = (asked += 1);
    const is = JSON.stringify(shape);
    const next = await server.deckDesign(deck.name, { shape: is }).catch(() => null); // the shape says what is wrong with it
    if (number !== asked || !next) return;
    [known, now] = [next, deck];
    template.root.hidden = !known.template || known.suits;
    template.title.textContent = `New design: ${known.title}`;
    (template.root.hidden ? fit : template).radio.checked = true;
    for (const way of ways.filter((each) => !each.root.hidden)) way.picture.src = server.coverOfDeck(deck.name, { design: way.value, shape: is, at: state.version });
    root.hidden = false;
    say();
  }

  return {
    root,
    /** Propose a design for pieces of a shape; none for the shape that the deck has. */
    show(deck, shape) {
      clearTimeout(soon);
      asked += 1;
      root.hidden = true;
      if (shape) soon = setTimeout(() => propose(deck, shape), SOON);
    },
    wish: () => ({ design: chosen(), ...(chosen() === "template" ? { template: known.template } : {}) }),
  };
}
