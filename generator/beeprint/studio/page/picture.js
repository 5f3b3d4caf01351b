/** Show drawings without a flicker: a picture takes its place only when it can be painted. */

const MOST = 5; // at once: a browser opens six connections, of which the events hold one
const waiting = new Set();
let loading = 0;

/** Return a place for a picture. */
export function frame() {
  const made = document.createElement("div");
  made.className = "picture";
  return made;
}

/** Show an address in a frame as soon as it is decoded; resolves to whether it is shown. */
export function show(place, address, alt = "") {
  if (place.dataset.address === address) return Promise.resolve(true);
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

/** Load what was asked for last first: that is what is seen now. */
function next() {
  while (loading < MOST && waiting.size) {
    const wish = [...waiting].at(-1);
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
