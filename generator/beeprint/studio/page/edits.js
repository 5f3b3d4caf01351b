/** What was done in the game's files from this page: said for some seconds, or with a button until one goes on. */

import { wordsOf } from "./dialogs.js";
import { button, el, say } from "./dom.js";
import * as server from "./server.js";
import { state, takeUndoable, undoable } from "./state.js";

const LONG = 8000; // ms: long enough to read a line
const LEAST = 10000; // ms: until another action takes what has a button away

/** Say what an edit wrote, and what it wrote otherwise than one may expect. */
export const written = ({ title, warnings = [] }) => [title, ...warnings.map(({ message }) => message)].join(". ");

const lines = []; // of all views

/** Return the line of the view that is seen, undefined where it has none. */
export const lineOfView = () => lines.find(({ root }) => root.parentNode?.offsetParent);

/** Return a line on a stage that says what one can do, and for some seconds what was done; `undoing()` hears of an undo
 * before, and `undone()` after it. */
export function edits(undoing, undone) {
  const words = el("span");
  const more = el("span", { class: "by-keys" });
  const back = button("Undo", () => undo("undo"), { class: "toast-undo", hidden: true });
  const look = button("Show it", () => (rest(), shows()), { class: "toast-undo", hidden: true });
  const root = el("div", { class: "toast", hidden: true }, el("p", {}, words, " ", more), look, back);
  let hint = ["", ""];
  let timer = 0;
  let shows = null; // what shows what was done
  let until = Infinity; // when what has a button may go, by performance.now()

  function show([text, byKeys], canUndo) {
    words.textContent = text;
    more.textContent = byKeys;
    back.hidden = !canUndo || state.readOnly;
    look.hidden = !canUndo || !shows;
    root.hidden = !text;
    root.classList.toggle("done", timer > 0);
  }

  /** Say something for some seconds; `canUndo` if it was an edit, which `opened()` shows. */
  function tell(text, canUndo = false, lines = [], opened = null) {
    say(text);
    shows = opened;
    root.title = lines.join("\n");
    clearTimeout(timer);
    timer = setTimeout(pass, LONG);
    show([text, ""], canUndo);
    until = back.hidden && look.hidden ? Infinity : performance.now() + LEAST;
  }

  /** Say nothing more, unless there is a button to reach, or somebody reads on. */
  function pass() {
    if (Number.isFinite(until)) return; // the next action ends it
    if (root.matches(":hover, :focus-within")) return void (timer = setTimeout(pass, LONG));
    rest();
  }

  /** Let a person's next action end what has a button, once it was there long enough. */
  for (const name of ["pointerdown", "keydown"])
    addEventListener(name, (event) => performance.now() > until && !root.contains(event.target) && !root.matches(":hover") && rest(), { capture: true });

  function rest() {
    clearTimeout(timer);
    timer = 0;
    until = Infinity;
    show(hint, false);
  }

  /** Take the last edit back, or do it again. */
  async function undo(which) {
    if (state.readOnly) return;
    undoing();
    try {
      const done = await server.post(which, {});
      takeUndoable(done);
      undone();
      tell(`${which === "undo" ? "Undone" : "Redone"}: ${done.title}`);
    } catch (error) {
      tell(wordsOf(error));
    }
  }

  const line = {
    root,
    tell,
    undo,
    /** Say what one can do here, and with keys, whenever there is nothing else to say. */
    hint(text, byKeys = "") {
      if (text === hint[0] && byKeys === hint[1]) return;
      hint = [text, byKeys];
      if (!timer) show(hint, false);
    },
  };
  lines.push(line);
  return line;
}

/** Show on two buttons what they would undo and do again. */
export function showUndoable(undo, redo) {
  for (const [one, name, keys, title] of [[undo, "Undo", "Ctrl-Z", undoable.undo], [redo, "Redo", "Ctrl-Y", undoable.redo]]) {
    one.hidden = state.readOnly;
    one.disabled = !title;
    one.title = title ? `${name}: ${title} (${keys})` : `Nothing to ${name.toLowerCase()}`;
  }
}
