/** How often a slot is drawn: a number or a column, how far apart, and where the copies begin. */

import { callName, fromMarks, inMarks } from "./bindings.js";
import { el } from "./dom.js";

const BEGIN = [["start", "at the box"], ["centre", "around the box"], ["end", "before the box"]];

/** Return the control of the key `repeat`; `write(value)` gets a mapping, null for a slot that is drawn once. Keys that it
 * does not show, such as places for each number, stay as they are. */
export function repeatField(key, write, plain, { columns }) {
  const names = el("datalist", { id: `times-${Math.random().toString(36).slice(2)}` }, columns.map(({ name }) => el("option", { value: inMarks(`{${name}}`, columns) })));
  const times = el("input", { type: "text", list: names.id, placeholder: "1", autocomplete: "off", dir: "auto", on: { change } });
  const [across, down] = [0, 1].map(() => el("input", { type: "number", step: "0.1", placeholder: "0", on: { change } }));
  const begin = el("select", { on: { change } }, BEGIN.map(([value, text]) => el("option", { value, text })));
  const part = (label, control, unit = "") => el("label", { class: "field" }, el("span", {}, label, unit ? el("small", { text: ` ${unit}` }) : ""), control);
  const each = el("p", { class: "soft", hidden: true });
  const root = el("fieldset", { class: "conditions repeat", "aria-label": key.label }, el("legend", { text: key.label }),
    el("div", { class: "repeat-parts" }, part("Times", times), part("Copies begin", begin), part("Step across", across, "mm"), part("Step down", down, "mm")), names, each);

  /** Return what was typed, with a column that is named without marks in braces. */
  const boundTo = (text) => columns.filter(({ name, head }) => [name, head].includes(text)).map(({ name }) => `{${name}}`)[0] ?? fromMarks(text, String(plain().repeat?.times ?? ""), columns);

  function change() {
    const { times: before, step, align, ...others } = plain().repeat ?? {};
    const often = boundTo(times.value.trim());
    if (!often && !others.over) return write(null);
    const steps = [across, down].map((input) => Number(input.value) || 0);
    write({ ...(often ? { times: /^\d+$/.test(often) ? Number(often) : often } : {}), step: steps, ...(begin.value === "start" ? {} : { align: begin.value }), ...others });
  }

  return {
    root,
    set(value) {
      const { times: often = "", step = [], align = "start", over = "" } = value ?? {};
      const texts = [[times, inMarks(String(often), columns)], [across, step[0] ?? ""], [down, step[1] ?? ""], [begin, align]];
      for (const [input, text] of texts) if (document.activeElement !== input) input.value = text;
      each.hidden = !over;
      each.textContent = over ? `Drawn for each of ${[over].flat().map((name) => callName(name, columns)).join(", ")}.` : "";
    },
  };
}
