/** Small pictures of what a profile makes, by its output: 32 x 32, drawn with lines. */

import { el, svg } from "./dom.js";

const PATHS = {
  sheets: "M8 3h16v26H8ZM8 11.7h16M8 20.3h16M13.3 3v26M18.7 3v26",
  fan: "M12 27 5 9l8-3 7 18ZM13 6l7-2 4 19-4 1M20 4l7 2-3 17",
  poster: "M4 5h24v22H4ZM8 9h6v8H8ZM18 9h6v8h-6ZM8 21h16",
  table: "M3 21h26l-4-9H7ZM7 21v6M25 21v6M12 12l2 4h4l2-4",
  folded: "M16 4 28 10v13l-12 6-12-6V10ZM4 10l12 6 12-6M16 16v13",
  pictures: "M5 5h22v22H5ZM5 22l7-7 6 6 3-3 6 6M20 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  play: "M5 5h22v22H5ZM11 12a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM21 12a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM11 22a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM21 22a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM16 17a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z",
  press: "M6 12V5h20v7M6 24H3V12h26v12h-3M8 19h16v9H8ZM12 23h8",
  upload: "M10 23H8a5 5 0 0 1-1-9.9A8 8 0 0 1 22.4 11 6 6 0 0 1 23 23h-1M16 28V16M11.5 20.5 16 16l4.5 4.5",
  folder: "M4 8h9l3 4h12v14H4ZM16 15v8M12.5 20l3.5 3.5 3.5-3.5",
  cut: "M11 11 27 25M11 21 27 7M8 12.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM8 26.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z",
};
const KINDS = {
  fan: "fan", showcase: "fan", poster: "poster", "contact-sheet": "poster", table: "table", folded: "folded",
  "playingcards-io": "play", "tabletop-simulator": "play", press: "press", "die-cut": "press", upload: "upload",
  "print-cut": "cut", laser: "cut", sheets: "sheets", folder: "folder",
};

/** Return the picture of an output; that of a picture for one that is not known. */
export function kindPicture(output) {
  const drawn = svg("path", { d: PATHS[KINDS[output] ?? "pictures"] });
  return el("span", { class: "kind" }, svg("svg", { viewBox: "0 0 32 32", width: 32, height: 32, "aria-hidden": "true" }, drawn));
}
