/** Editors of a cell: a text that grows, a choice as a list, names with suggestions, yes or no as a tick. */

import { el } from "./dom.js";

const OTHER = "\n"; // the value of the entry of a list by which one types another word: no cell holds it
const BRIEF = 40; // letters of a typed text that a sentence names
const FLAGS = [["yes", "no"], ["true", "false"], ["1", "0"]];

/** Return whether a text means yes (true) or no (false); null for any other. */
export function flagOf(text) {
  const word = text.toLowerCase();
  if (FLAGS.some(([yes]) => yes === word)) return true;
  return word === "" || FLAGS.some(([, no]) => no === word) ? false : null;
}

/** Return the other word of yes or no, in the way in which `like` writes one: TRUE becomes FALSE. */
export function flipped(text, like) {
  const model = text || like || "yes";
  const pair = FLAGS.find((words) => words.includes(model.toLowerCase())) ?? FLAGS[0];
  const word = pair[flagOf(text) ? 1 : 0];
  if (model === model.toUpperCase()) return word.toUpperCase();
  return model[0] === model[0].toUpperCase() ? word[0].toUpperCase() + word.slice(1) : word;
}

/** Return the problem of a cell that somebody else changed while a person typed in it. */
export const changedMeanwhile = (text) => ({
  severity: "error", message: text ? `This cell was changed elsewhere: it holds “${text}” now.` : "This cell was emptied elsewhere.",
  hint: "Press Enter to write your text over it, or Esc to keep it.",
});

/** Return the problem of a text that was left, though not by Enter, in a cell that somebody else changed. */
export const keptElsewhere = (text, now, where = "") => ({
  severity: "warning", message: `${where}${called(text)} was not written, since another window or program ${now ? `changed the cell to ${called(now)}` : "emptied the cell"}.`, hint: "",
});

/** Return the name of a button that writes such a text. */
export const writeWords = (text) => (text ? `Write ${brief(text)}` : "Empty the cell");

const brief = (text) => (text.length > BRIEF ? `${text.slice(0, BRIEF)}…` : text);
const called = (text) => (text ? `“${brief(text)}”` : "An empty cell");

const by = (down, across) => (board) => board.go(board.here().row + down, Math.max(1, board.here().column + across));

/** Return an editor of cells. `commit(text, before, move, isMeant)` gets a text that was typed, or null, what goes on from
 * there in a board, and whether Enter or the choice of a word ended it; `typed(text)` each text on its way; `left()` is called when it closes. */
export function cellEditor({ commit, typed, left }) {
  let input = null;
  let before = "";
  let cell = null;
  let of = { row: null, column: "" };
  let quick = false; // typed over the cell: arrows leave it

  /** Leave the editor; `move(board)` goes on from there, undefined if the focus went by itself. `isMeant` as above. */
  function close(keeps, move, isMeant = false) {
    if (!input) return;
    const [text, was, place] = [input.value, before, cell];
    const refocus = move !== undefined;
    input.onblur = null;
    const closing = input;
    input = cell = null;
    place.classList.remove("editing");
    place.parentNode?.classList.remove("editing");
    if (refocus) place.focus({ preventScroll: true });
    closing.parentNode?.remove();
    left(place);
    if (keeps && text !== was) commit(text, was, move, isMeant);
    else commit(null, was, move, isMeant);
  }

  function key(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    const { key: name, shiftKey: shift } = event;
    const steps = { Tab: (board) => board.tab(shift), Enter: (board) => board.enter(shift), Escape: null };
    if (quick) Object.assign(steps, { ArrowUp: by(-1, 0), ArrowDown: by(1, 0), ArrowLeft: by(0, -1), ArrowRight: by(0, 1) });
    if (name === "Enter" && (event.altKey || event.ctrlKey) && input.tagName === "TEXTAREA") {
      input.setRangeText("\n", input.selectionStart, input.selectionEnd, "end");
      typed(input.value);
      return event.preventDefault();
    }
    if (!(name in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    close(name !== "Escape", steps[name], name === "Enter");
  }

  /** Hear what is typed. A word of a choice is completed while one types it. */
  function listen(column) {
    input.addEventListener("keydown", key);
    input.addEventListener("input", (event) => {
      if (column.type === "choice" && input?.tagName === "INPUT" && event.inputType === "insertText") complete(column.words);
      typed(input?.value ?? "");
    });
    for (const name of ["copy", "cut", "paste", "dblclick", "click"]) input.addEventListener(name, (event) => event.stopPropagation());
    input.onblur = () => close(true);
  }

  /** Complete a word from its first letters. The rest is selected, so that the next letter replaces it. */
  function complete(words) {
    const { value } = input;
    const match = input.selectionEnd === value.length && value && words.find((word) => word.toLowerCase().startsWith(value.toLowerCase()));
    if (!match) return;
    input.value = match;
    input.setSelectionRange(value.length, match.length);
  }

  /** Let a person type a word in place of choosing one, beginning with a letter. */
  function typeOther(list, column, label, letter) {
    list.onblur = null;
    input = control(column, letter, label, [], true);
    input.value = letter || before;
    list.replaceWith(input);
    listen(column);
    input.focus({ preventScroll: true });
    if (!letter) input.select();
    typed(input.value);
  }

  function control(column, text, label, suggestions, isTyped) {
    const made = { "aria-label": label, "aria-describedby": "cards-says", class: "cards-input" };
    if (column.type === "choice" && column.words) {
      if (isTyped) return el("input", { ...made, type: "text", role: "combobox", "aria-autocomplete": "inline", "aria-expanded": "false", spellcheck: "false", autocomplete: "off", enterkeyhint: "done" });
      const words = [...new Set([...(column.optional || !text ? [""] : []), ...column.words, text])];
      return el("select", made, words.map((word) => el("option", { value: word, text: word || "(empty)", selected: word === text })), el("option", { value: OTHER, text: "Another word…" }));
    }
    if (!suggestions.length) {
      const mode = column.type === "int" ? "numeric" : null;
      return el("textarea", { ...made, "data-marks": column.marks || null, rows: "1", dir: "auto", spellcheck: "true", inputmode: mode, enterkeyhint: "done" });
    }
    return el("input", { ...made, type: "text", list: "cards-words", spellcheck: "false", autocomplete: "off", enterkeyhint: "done" });
  }

  return {
    get cell() { return cell; },
    get row() { return of.row; },
    get column() { return of.column; },
    get before() { return before; },
    get value() { return input?.value ?? ""; },
    close,
    /** Mark what is typed as faulty, or not. */
    mark: (faulty) => input?.setAttribute("aria-invalid", String(faulty)),
    /** Edit the text of a cell; `initial` replaces it, such as "" before a letter that is typed. */
    open(place, column, text, label, suggestions, initial = null, row = null) {
      close(true);
      [cell, before, quick, of] = [place, text, initial !== null, { row, column: column.name }];
      input = control(column, text, label, suggestions, quick);
      const list = suggestions.length ? el("datalist", { id: "cards-words" }, suggestions.map((value) => el("option", { value }))) : null;
      cell.classList.add("editing");
      cell.parentNode.classList.add("editing");
      cell.append(el("div", { class: "cards-edit" }, input, list));
      input.value = initial ?? text;
      listen(column);
      input.focus({ preventScroll: true });
      if (input.tagName === "SELECT") {
        const list = input;
        const other = (letter) => typeOther(list, column, label, letter);
        list.addEventListener("change", () => (list.value === OTHER ? other("") : close(true, null, true)));
        list.addEventListener("keydown", (event) => {
          const { key: letter } = event;
          if (letter.length > 1 || letter === " " || event.ctrlKey || event.metaKey || event.altKey || column.words.some((word) => word.toLowerCase().startsWith(letter.toLowerCase()))) return;
          event.preventDefault();
          other(letter);
        });
        try {
          list.showPicker();
        } catch {} // it needs a click or a key; the arrows choose too
      } else input.setSelectionRange(input.value.length, input.value.length);
    },
    /** Go on in another element, for the cell has moved. */
    moveTo(place) {
      const editor = input;
      const [start, end] = [editor.selectionStart, editor.selectionEnd];
      editor.onblur = null;
      cell = place;
      cell.classList.add("editing");
      cell.parentNode.classList.add("editing");
      cell.append(editor.parentNode);
      editor.focus({ preventScroll: true });
      if (editor.tagName !== "SELECT") editor.setSelectionRange(start, end);
      editor.onblur = () => close(true);
    },
  };
}
