/** The printer that sheets are corrected for: one of those that the user has measured, or none. */

import * as address from "./address.js";
import { el, select } from "./dom.js";
import * as server from "./server.js";

/** Return a field to choose a printer: {root, refresh, said}. It is not shown where none has been measured. */
export function printerField() {
  const field = select("Printer", (printer) => address.go({ printer }));
  const faulty = el("p", { class: "soft" });
  const root = el("div", { class: "printer", hidden: true }, field, faulty);
  let known = [];

  /** Ask for the printers; they are shown if what is printed heeds them. */
  async function refresh(heeded = true) {
    try {
      known = await server.printers();
      faulty.textContent = "";
    } catch (error) {
      known = [];
      faulty.textContent = (error.problems ?? []).map(({ place, message }) => `${place.text}: ${message}`).join("\n");
    }
    const chosen = address.now.printer ?? "";
    const names = new Set([...known.map(({ name }) => name), chosen].filter(Boolean)); // one that is gone can be left
    field.set([["", "Not corrected"], ...[...names].map((name) => [name, name])], chosen);
    field.hidden = !names.size;
    faulty.hidden = !faulty.textContent;
    root.hidden = !heeded || (field.hidden && faulty.hidden);
  }

  /** Return in words what the chosen printer does; empty where none is chosen. */
  function said() {
    const one = known.find(({ name }) => name === address.now.printer);
    return one ? `Corrected for ${one.name}: ${one.says}.` : "";
  }

  return { root, refresh, said };
}
