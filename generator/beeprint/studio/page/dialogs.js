/** Dialogs with a form: what the studio refuses is shown above the buttons, so that nothing typed is lost. */

import { button, capital, el, iconButton } from "./dom.js";

let count = 0;

/** Return the words of an error, a line for each problem, said once: what happened, and what to do. */
export function wordsOf(error) {
  const lines = (error.problems ?? [{ message: error.message, hint: "" }]).map((problem) => capital(sentenceOf(placedOf(problem))));
  return [...new Set(lines)].join("\n");
}

/** Return a problem in one line. Beside no place, a message about "the file", or about what "this" is, gives its name. */
export function sentenceOf({ message, hint, place }) {
  const name = place?.file?.split("/").at(-1);
  const words = name && !message.includes(name) ? message.replace(/^this is\b/i, `${name} is`).replace(/\bthe file\b/, name) : message;
  return [words, hint].filter(Boolean).join(words.endsWith(".") ? " " : ": ");
}

/** Return a problem of a cell in one line, beside the cell itself. */
export const briefOf = (problem) => sentenceOf(problem.cell ? { ...problem, message: problem.parts.join("") } : problem);

/** Return a problem with its message alone, which begins with the card and the column where they are known. */
export const placedOf = (problem) => (problem.cell ? { ...problem, message: `${problem.cell}: ${problem.parts.join("")}` } : problem);

/** Show a dialog; `send()` acts when the form is sent, and its error keeps the dialog open. Resolves to what `send`
 * returned, null if the dialog was closed. `made` may have `focus`, an element, `wide`, and `other`: the words of a second
 * button, and what it sends. */
export function ask(title, content, does, send, made = {}) {
  const id = `ask-${(count += 1)}`;
  const wrong = el("p", { class: "dialog-wrong", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "main", text: does });
  const other = made.other ? el("button", { type: "submit", text: made.other[0] }) : "";
  const form = el("form", { method: "dialog", class: "game-form" }, content, wrong,
    el("div", { class: "game-dialog-foot" }, button("Cancel", () => dialog.close()), other, submit));
  const dialog = el("dialog", { class: `game-dialog${made.wide ? " wide" : ""}`, "aria-labelledby": id },
    el("div", { class: "dialog-head" }, el("h2", { id, text: title }), iconButton("close", "Close (Esc)", () => dialog.close(), { class: "quiet" })), form);
  let answer = null;
  document.body.append(dialog);
  return new Promise((resolve) => {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      wrong.hidden = submit.disabled = true;
      try {
        answer = await (other && event.submitter === other ? made.other[1] : send)();
        dialog.close();
      } catch (error) {
        wrong.textContent = wordsOf(error);
        wrong.hidden = false;
      } finally {
        submit.disabled = false;
      }
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    dialog.showModal();
    made.focus?.focus();
  });
}

/** Return a control with its label, and a sentence about it that screen readers read with it. */
export function labelled(label, control, { unit = "", sentence = "" } = {}) {
  const about = sentence ? el("small", { class: "soft", id: `about-${(count += 1)}`, text: sentence }) : null;
  control.setAttribute("aria-label", label); // a select's options are no part of its name
  if (about) control.setAttribute("aria-describedby", about.id);
  const name = el("span", {}, label, unit ? el("small", { text: ` ${unit}` }) : "");
  return el("div", { class: "game-field" }, el("label", { class: "field" }, name, control), about);
}
