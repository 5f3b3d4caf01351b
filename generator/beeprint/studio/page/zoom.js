/** Move and magnify what lies on a stage: wheel, pinch and drag. What is shown keeps its own sharpness. */

const LINE = 44; // pixels above and below the content, for a line of words

/** Return the stage's hold on its content; `placed(scale, x, y)` puts it, `size()` is the content's width, height and
 * how far it reaches beyond these on each side, in mm. */
export function zoomable(stage, size, placed) {
  const now = { scale: 4, x: 0, y: 0, fitted: true };
  const pointers = new Map();
  let spread = 0;

  const put = () => placed(now.scale, now.x, now.y);

  function centre() {
    const [width, height] = size();
    now.x = (stage.clientWidth - width * now.scale) / 2;
    now.y = (stage.clientHeight - height * now.scale) / 2;
  }

  /** Show all of the content. */
  function fit() {
    const [width, height, beyond] = size();
    const margin = Math.min(56, stage.clientWidth * 0.06);
    const across = (stage.clientWidth - 2 * margin) / (width + 2 * beyond);
    const down = (stage.clientHeight - 2 * LINE) / (height + 2 * beyond);
    now.scale = Math.max(0.2, Math.min(across, down, 40));
    now.fitted = true;
    centre();
    put();
  }

  /** Show so many pixels for each mm, around a point of the stage or its middle. */
  function set(scale, x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
    const next = Math.max(0.5, Math.min(scale, 240));
    now.x = x - ((x - now.x) * next) / now.scale;
    now.y = y - ((y - now.y) * next) / now.scale;
    now.scale = next;
    now.fitted = false;
    put();
  }

  /** Bring a box of the content, [x, y, width, height] in mm, into sight. */
  function reveal([left, top, width, height]) {
    now.x = near(now.x, left * now.scale, width * now.scale, stage.clientWidth);
    now.y = near(now.y, top * now.scale, height * now.scale, stage.clientHeight);
    put();
  }

  /** Return how far the content must lie along one axis so that a part of it is within so much room. */
  function near(at, start, length, room) {
    if (length > room) return at + start > room || at + start + length < 0 ? (room - length) / 2 - start : at;
    const gap = Math.min(24, (room - length) / 2);
    return Math.max(gap - start, Math.min(at, room - gap - start - length));
  }

  const point = (event) => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    const step = event.deltaMode ? 30 : 1;
    set(now.scale * Math.exp((-event.deltaY * step) / (event.ctrlKey ? 90 : 420)), ...point(event));
  }, { passive: false });

  stage.addEventListener("pointerdown", (event) => {
    if (event.button > 1 || event.defaultPrevented || event.target.closest("button, input, select, label")) return;
    pointers.set(event.pointerId, point(event));
    stage.setPointerCapture(event.pointerId);
    spread = 0;
  });
  stage.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const [x, y] = point(event);
    pointers.set(event.pointerId, [x, y]);
    const held = [...pointers.values()];
    now.x += (x - before[0]) / held.length;
    now.y += (y - before[1]) / held.length;
    now.fitted = false;
    if (held.length === 2) {
      const [[ax, ay], [bx, by]] = held;
      const wide = Math.hypot(ax - bx, ay - by);
      if (spread) set((now.scale * wide) / spread, (ax + bx) / 2, (ay + by) / 2);
      spread = wide;
    }
    put();
  });
  for (const end of ["pointerup", "pointercancel"])
    stage.addEventListener(end, (event) => {
      pointers.delete(event.pointerId);
      spread = 0;
    });
  new ResizeObserver(() => stage.clientWidth && (now.fitted ? fit() : put())).observe(stage);

  return { now, fit, set, reveal, by: (factor) => set(now.scale * factor), centre: () => (centre(), put()) };
}
