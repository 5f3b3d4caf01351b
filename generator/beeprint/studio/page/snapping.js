/** Boxes that move: kept to tenths of a mm, and drawn to centres, edges and the safe zone when they come near. */

const TENTH = 10;
const round = (length) => Math.round(length * TENTH) / TENTH;
const exact = (length) => Math.round(length * 1000) / 1000;

/** Return the lines that boxes are drawn to, those of the piece first: [[{at, name}...] across, [...] down], in mm. */
export function guides(deck, others) {
  const along = (length, start, size) => [
    { at: 0, name: "trim" }, { at: length, name: "trim" }, { at: length / 2, name: "centre" },
    { at: deck.safe, name: "safe zone" }, { at: length - deck.safe, name: "safe zone" },
    ...others.flatMap(({ box, name }) => [
      { at: box[start], name: `edge of ${name}` }, { at: box[start] + box[size], name: `edge of ${name}` },
      { at: box[start] + box[size] / 2, name: `centre of ${name}` },
    ]),
  ];
  return [along(deck.width, 0, 2), along(deck.height, 1, 3)];
}

/** Return a box moved or resized from `box` by (dx, dy), and the guides it met, {axis, at, name}; `grip` is "move" or of
 * n, e, s, w. */
export function moved(box, grip, dx, dy, lines, reach) {
  const met = [];
  const [x, width] = along(box[0], box[2], dx, grip, "w", "e", lines[0], "x");
  const [y, height] = along(box[1], box[3], dy, grip, "n", "s", lines[1], "y");
  return { box: [x, y, width, height].map(exact), met };

  function along(start, size, by, which, low, high, stops, axis) {
    if (which === "move") {
      const at = nearest([start + by, start + by + size / 2, start + by + size], stops, axis);
      return [at === null ? round(start + by) : start + by + at, size];
    }
    if (which.includes(low)) {
      const at = nearest([start + by], stops, axis);
      const edge = Math.min(at === null ? round(start + by) : start + by + at, start + size - 0.5);
      return [edge, start + size - edge];
    }
    if (which.includes(high)) {
      const at = nearest([start + size + by], stops, axis);
      const edge = Math.max(at === null ? round(start + size + by) : start + size + by + at, start + 0.5);
      return [start, edge - start];
    }
    return [start, size];
  }

  /** Return how far one of some places is from a guide within reach; null where there is none. */
  function nearest(places, stops, axis) {
    let best = null;
    for (const place of places)
      for (const stop of stops)
        if (Math.abs(stop.at - place) <= reach && (best === null || Math.abs(stop.at - place) < Math.abs(best.by) - 1e-6))
          best = { by: stop.at - place, stop };
    if (best) met.push({ axis, ...best.stop });
    return best && best.by;
  }
}
