/** Move and magnify what lies on a stage: wheel, pinch and drag. What is shown keeps its own sharpness. */

/** Return the stage's hold on its content; `placed(scale, x, y)` puts it, `size()` is the content's size in mm. */
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
    const [width, height] = size();
    const margin = Math.min(56, stage.clientWidth * 0.06);
    const across = (stage.clientWidth - 2 * margin) / width;
    const down = (stage.clientHeight - 2 * margin) / height;
    now.scale = Math.max(0.2, Math.min(across, down, 40));
    now.fitted = true;
    centre();
    put();
  }

  /** Show so many pixels for each mm, around a point of the stage or its middle. */
  function set(scale, x = stage.clientWidth / 2, y = (stage.clientHeight) / 2) {
    const next = Math.max(0.5, Math.min(scale, 240));
    now.x = x - ((x - now.x) * next) / now.scale;
    now.y = y - ((y - now.y) * next) / now.scale;
    now.scale = next;
    now.fitted = false;
    put();
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
    if (event.button || event.defaultPrevented || event.target.closest("button, input, select, label")) return;
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

  return { now, fit, set, by: (factor) => set(now.scale * factor), centre: () => (centre(), put()) };
}
