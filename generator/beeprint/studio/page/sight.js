/** Tell the studio which faces are seen, so that it draws these first when something changes. */

import { choice, look } from "./server.js";

const CALM = 200; // ms for which what is seen may go on changing before it is told
const MOST = 100; // faces that are told
let told = "";
let timer = 0;

/** Return the faces in the window, each as deck, id and side. */
function seen() {
  const inside = ({ left, top, right, bottom }) =>
    right > left && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  return [...document.querySelectorAll('.picture[data-address^="face/"]')]
    .filter((place) => inside(place.getBoundingClientRect()))
    .slice(0, MOST)
    .map((place) => place.dataset.address.split("?")[0].split("/").slice(1).map(decodeURIComponent));
}

function tell() {
  timer = 0;
  const faces = seen();
  const now = `${choice()} ${JSON.stringify(faces)}`;
  if (now === told) return;
  told = now;
  look(faces).catch(() => (told = "")); // a hint: without it the studio is slower, not wrong
}

/** Go on telling what is seen of all below an element. */
export function follow(root) {
  const later = () => (timer ||= setTimeout(tell, CALM));
  new MutationObserver(later).observe(root, { subtree: true, childList: true, attributeFilter: ["data-address", "hidden"] });
  root.addEventListener("scroll", later, { capture: true, passive: true });
  addEventListener("resize", later);
}
