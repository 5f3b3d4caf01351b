/** A row of buttons that stays one line: where it is too narrow, some words go, and what is used least goes into a menu. */

import { el } from "./dom.js";

/** Keep a bar in one line. The nouns of the buttons `narrow` are hidden first; then the elements `spare` go into a menu, one by one, in
 * their order; the button of the menu is before `gap`. Return `fit()`, to call when the contents of the bar are others. */
export function fitting(bar, gap, narrow, spare) {
  const menu = el("div", { class: "cards-popover bar-menu", popover: "auto", role: "group", "aria-label": "More" });
  const more = el("button", { type: "button", class: "bar-more", text: "More", "aria-haspopup": "true", "aria-expanded": "false", hidden: true });
  more.popoverTargetElement = menu;
  gap.before(more, menu);
  const order = [...bar.children];
  let fitted = "";

  const isOver = () => bar.scrollWidth > bar.clientWidth;

  function place(inMenu) {
    let before = null;
    for (const element of [...order].reverse()) {
      if (inMenu.has(element)) continue;
      if (element.nextElementSibling !== before || element.parentNode !== bar) bar.insertBefore(element, before);
      before = element;
    }
    menu.append(...order.filter((element) => inMenu.has(element)));
    more.hidden = !inMenu.size;
  }

  function fit() {
    const held = document.activeElement;
    for (const each of narrow) each.classList.remove("short");
    place(new Set());
    if (isOver()) for (const each of narrow) each.classList.add("short");
    const inMenu = new Set();
    for (const each of spare) if (isOver()) place(inMenu.add(each));
    if (held !== document.activeElement && held.isConnected) (menu.contains(held) ? more : held).focus({ preventScroll: true });
  }

  menu.addEventListener("click", (event) => event.target.closest("button") && menu.hidePopover());
  menu.addEventListener("toggle", ({ newState }) => {
    more.setAttribute("aria-expanded", String(newState === "open"));
    if (newState !== "open") return;
    const box = more.getBoundingClientRect();
    menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${box.bottom + 4}px`;
    menu.querySelector("button:enabled")?.focus();
  });

  function look() {
    const key = [bar.clientWidth, ...order.map((element) => element.hidden), bar.querySelector("select")?.textContent].join();
    if (!bar.clientWidth || key === fitted) return;
    fitted = key;
    fit();
  }
  new ResizeObserver(look).observe(bar);
  return look;
}
