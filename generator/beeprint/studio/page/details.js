/** What there is to know of a piece beside its picture: its problems, its row, its slots. */

import { counted, el, kept } from "./dom.js";
import { item, placeLine, shortOf } from "./problems.js";
import { problemsOf } from "./state.js";

/** Return the words about a piece; `row` edits its cells, `properties` the slots that are chosen. */
export function details(row, properties) {
  const name = el("h2", { class: "piece-name", dir: "auto", hidden: true });
  const about = el("p", { class: "soft" });
  const problems = el("ul", { class: "problems near", "aria-label": "Problems of this card" });
  const tally = el("summary");
  const faulty = el("details", { class: "card-problems", hidden: true }, tally, problems);
  const sound = el("p", { class: "card-problems soft", text: "No problems" });
  const place = el("div");
  const rowBox = el("section", {}, el("h3", { text: "Row of the table" }), row.root, place);
  const root = el("div", { class: "details-words" }, name, about, faulty, sound, properties, rowBox);
  const [putProblems, putPlace] = [kept(), kept()];

  return {
    root,
    /** Show a piece, or with `isBack` the back that all pieces of its deck share, which is of no row. */
    show(piece, deck, anatomy, isBack = false) {
      const title = deck.title || deck.name;
      name.textContent = isBack ? `Back of ${title}` : piece.name;
      rowBox.hidden = isBack;
      name.hidden = false;
      about.textContent = `${isBack ? "The same for all" : `${title}, ${counted(piece.copies, "copy", "copies")}`}, ${mm(deck.width)} × ${mm(deck.height)} mm`;
      const found = problemsOf(piece.key);
      faulty.hidden = !found.length; // one line in either case, so that nothing below moves when a problem comes or goes
      sound.hidden = !faulty.hidden;
      tally.replaceChildren(...(found.length ? [el("strong", { class: "severity", text: found[0].severity }), el("span", { text: inWords(found) })] : []));
      faulty.dataset.severity = found[0]?.severity ?? "";
      putProblems(problems, found, JSON.stringify, (one) => item(one, false));
      row.show(piece, deck, isBack ? null : anatomy?.row ?? null);
      putPlace(place, [piece.place], (one) => one.text, placeLine);
    },
  };
}

/** Return the first of some problems, and how many more there are, in one line. */
const inWords = ([first, ...others]) => (others.length ? `${counted(others.length + 1, "problem")}: ` : "") + shortOf(first);

/** Return a length in mm to two decimals. */
export const mm = (length) => String(Math.round(length * 100) / 100);
