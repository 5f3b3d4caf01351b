/** Show drawings without a flicker: a picture takes its place only when it can be painted. */

const MOST = 5; // at once: a browser opens six connections, of which the events hold one
const [IN_PASSING, AT_REST] = [3, 6]; // begun in each frame while one scrolls, and else: a drawing takes a browser some ms
const CALM = 150; // ms without scrolling
const waiting = new Set();
let loading = 0;
let scrolled = -Infinity;
let begun = 0; // in this frame
let resumes = 0; // the frame in which the next ones begin

/** Return a place for a picture. */
export function frame() {
  const made = document.createElement("div");
  made.className = "picture";
  return made;
}

/** Show an address in a frame as soon as it is decoded; resolves to whether it is shown. A frame that showed something else,
 * by what is named with `of`, is empty until then; else what it showed stays. */
export function show(place, address, alt = "", of = "") {
  if (place.dataset.address === address) return Promise.resolve(true);
  if ((place.dataset.of ?? of) !== of) place.replaceChildren();
  place.dataset.of = of;
  place.dataset.address = address;
  place.dataset.loading = "";
  return new Promise((done) => {
    if (place.waits) waiting.delete(place.waits);
    place.waits = { place, address, alt, done };
    waiting.add(place.waits);
    next();
  });
}

/** Show nothing in a frame. */
export function clear(place) {
  if (place.waits) waiting.delete(place.waits);
  delete place.dataset.address;
  delete place.dataset.loading;
  place.replaceChildren();
}

/** Take in that one scrolls: a smooth way matters more then than every picture on it. */
export function passing() {
  scrolled = performance.now();
}

/** Return whether another picture has to wait for the next frame, so that what has arrived is painted meanwhile. */
function waits() {
  if (document.hidden || !waiting.size) return false;
  resumes ||= requestAnimationFrame(() => {
    resumes = begun = 0;
    next();
  });
  return begun >= (performance.now() - scrolled > CALM ? AT_REST : IN_PASSING);
}

function isSeen({ place }) {
  const { top, bottom, height } = place.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

/** Load what is seen first, and of the rest what was asked for last. */
function next() {
  while (loading < MOST && waiting.size && !waits()) {
    const all = [...waiting];
    const wish = all.find(isSeen) ?? all.at(-1);
    waiting.delete(wish);
    if (wish.place.dataset.address === wish.address && wish.place.isConnected) load(wish);
    else {
      if (wish.place.dataset.address === wish.address) delete wish.place.dataset.address;
      wish.done(false);
    }
  }
}

async function load({ place, address, alt, done }) {
  loading += 1;
  begun += 1;
  const image = new Image();
  image.alt = alt;
  image.draggable = false;
  image.src = address;
  let painted = true;
  try {
    await image.decode();
  } catch {
    painted = false;
  }
  loading -= 1;
  const wanted = place.dataset.address === address;
  if (wanted) {
    delete place.dataset.loading;
    if (painted) place.replaceChildren(image);
    else delete place.dataset.address;
  }
  done(painted && wanted);
  next();
}
