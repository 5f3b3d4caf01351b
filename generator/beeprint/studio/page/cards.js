/** The cards of a deck as a spreadsheet: every row and column of its table, written into the files as one types. */

import * as address from "./address.js";
import { arrange, arrangement, rearrange } from "./arranging.js";
import { cellEditor, changedMeanwhile, keptElsewhere, writeWords } from "./celleditors.js";
import { called, cellsOf } from "./cardcells.js";
import { cellFault } from "./cellfault.js";
import { blocks, isWaiting, namesIn, NOTHING } from "./cardblocks.js";
import { cardKeys } from "./cardkeys.js";
import { askColumn, askName, confirm, openMenu } from "./columnmenu.js";
import { askType } from "./columntype.js";
import { deckRows, endOf } from "./deckrows.js";
import { briefOf, placedOf, sentenceOf } from "./dialogs.js";
import { button, capital, counted, el, icon, iconButton, LOOKING, say, select, stopped } from "./dom.js";
import { edits, showUndoable } from "./edits.js";
import { chooser, takesFiles } from "./filedrop.js";
import { findBar } from "./findbar.js";
import { fitting } from "./fitting.js";
import { fixesOf } from "./fixes.js";
import { grid } from "./grid.js";
import { inBand } from "./problems.js";
import { iconOffers } from "./iconoffer.js";
import { asListed, askToList, lacking, lackingWords, unlisted } from "./lists.js";
import { keepView, viewOf, widthsOf } from "./cardwidths.js";
import { replacing } from "./replacing.js";
import { decksOnly, keyNow, piecesIn, state, takeUndoable } from "./state.js";
import * as server from "./server.js";

const KINDS = { int: "whole number", flag: "yes or no", choice: "choice", list: "list of words", ref: "row of a table", colour: "colour", picture: "picture", length: "length" };

const REASONS = 6; // the most reasons that a message names why something was not done
const WRONG = 3; // the most problems of the whole table that are shown above it
const FILE_ORDER = { sort: null, filters: new Map() };
const NEAR = 3; // the most columns that stay in sight for the name of a card

/** Return the view of cards. */
export function cards() {
  const data = deckRows(refreshed);
  const names = cellsOf();
  const done = edits(() => {}, () => {});
  const decks = select("Deck", (deck) => address.go({ deck }));
  const says = el("p", { id: "cards-says", class: "cards-says", role: "status" });
  const note = el("p", { class: "cards-note", role: "status", hidden: true });
  const refusal = el("div", { class: "cards-refusal", role: "alert", hidden: true });
  const count = el("p", { class: "count cards-count" });
  const wrong = el("ul", { class: "cards-wrong", "aria-label": "Problems of the whole table", hidden: true });
  const nothing = el("p", { class: "nothing", hidden: true });
  const board = grid({ label: "Cards", make: names.make, draw, chosen: tell, resized: (name, width) => widths.set(name, width), menu: headMenu, fill: (from, to) => block.fill(from, to), grow });
  const act = (name, text, does, title = text) => {
    const made = button("", does, { title });
    const [verb, noun = ""] = text.split(/(?= card$)/);
    made.append(icon(name), el("span", {}, verb, el("span", { class: "noun", text: noun })));
    return made;
  };
  const listed = () => [...decksOnly(), ...state.game.tables.map((name) => ({ name, title: `Table: ${name}`, isTable: true }))];
  const newer = replacing({ shown: () => listed().find(({ name }) => name === deck), source: () => data.table.source, begin: () => editor.close(true), done: replaced, refuse });
  const buttons = {
    add: act("plus", "Add card", addCard), duplicate: act("copy", "Duplicate card", duplicate), remove: act("bin", "Delete card", remove),
    open: iconButton("open", "Open the card", () => open(board.row())),
    up: iconButton("up", "Move up", () => move(-1)), down: iconButton("down", "Move down", () => move(1)), column: act("plus", "Add column", addColumn),
    replace: act("swap", "Compare a newer file", newer.choose, "Choose a newer file of this table. You see what differs, and take what you want; nothing is written before"), pull: act("cloud", "Get newest from the web", newer.pull, "Get newest from the web: read the table again from its link, such as a published Google Sheet"),
  };
  buttons.replace.append(el("span", { class: "unseen", text: " (Replace the table)" })); // the name that scripts know
  const choose = chooser(() => named(placeIn(board.row(), board.column())), { words: "Add pictures", several: true, title: "Choose the picture of the card, or several that are named like cards" });
  const undo = iconButton("undo", "Undo", () => past("undo"), { class: "quiet" });
  const redo = iconButton("redo", "Redo", () => past("redo"), { class: "quiet" });
  const seek = iconButton("search", "Find and replace", () => find.open(), { class: "quiet", title: "Find and replace (Ctrl-F)" });
  const gap = el("span", { class: "cards-gap" });
  const bar = el("div", { class: "cards-bar", role: "toolbar", "aria-label": "Cards" }, decks, Object.values(buttons), choose, newer.input, gap, undo, redo, seek);
  const fit = fitting(bar, gap, [buttons.duplicate, buttons.remove], [buttons.pull, buttons.replace, choose, buttons.column, buttons.open, buttons.down, buttons.up, buttons.remove, buttons.duplicate, seek]);
  const find = findBar({
    cells: everyCell, columns: () => board.columns.slice(1).map(({ name, head }) => ({ name, head })), write, here: () => ({ uid: board.row()?.uid, name: board.column()?.name }), closed: () => board.focus(),
    go: ({ uid, name }) => board.go(board.rows.findIndex((row) => row.uid === uid), board.columns.findIndex((column) => column.name === name), { focus: false }),
  });
  const offers = iconOffers((answer) => answered(answer, answer.title));
  const foot = el("div", { class: "cards-foot" }, refusal, el("div", { class: "cards-line" }, says, offers.root, done.root, count));
  const root = el("section", { class: "view cards", "aria-label": "Cards" }, el("div", { class: "cards-head-area" }, bar, find.root, note, wrong), board.root, nothing, foot);
  const fault = cellFault(board, (cell) => {
    const row = cell.parentNode.row;
    if (editor.cell) return cell === editor.cell && faults.length ? { words: faults.join(" "), key: row?.key, typed: true, before: editor.before } : null;
    const words = row?.faulty[cell.dataset.column];
    return words && !row.aside ? { words, key: row.key, isDoubt: row.doubtful.includes(cell.dataset.column) } : null;
  });
  root.append(fault.root);
  const editor = cellEditor({ commit, typed, left: (cell) => redraw(cell) });
  let deck = "";
  let how = FILE_ORDER;
  let view = viewOf("", ""); // which columns are not seen, and how many stay in sight: null until a person says so
  let order = [];
  let before = [];
  let widths = widthsOf("", "");
  let chosenOnce = false; // whether a cell was chosen: a new card comes below it
  let faults = []; // of what is being typed
  let checking = null;
  let contested = false; // whether the editor shows a text that differs from what somebody else wrote meanwhile
  let intoNew = false; // whether the editor opened before the files had its row
  let since = 0; // how often a pointer had chosen a cell when the editor opened
  let opening = Promise.resolve(); // until the rows of the deck are there
  let toAdd = false; // whether a card is to be added once they are
  let fresh = true; // whether the deck is shown for the first time
  let going = null; // the row that gets the focus once it is there

  const live = () => address.now.view === "cards";
  const editable = (column) => Boolean(column?.editable && data.table?.editable && !state.readOnly);
  const mayWrite = () => Boolean(data.table?.editable && !state.readOnly);
  const asInFile = () => !how.sort && !how.filters.size;
  const faultsOf = (problems) => problems.map((problem) => capital(briefOf(problem)));
  const textOf = (row, column) => row?.cells[column.at] ?? "";

  /** Show the rows as they are now; what is typed, chosen and scrolled to stays. */
  function refreshed() {
    const { table, rows } = data;
    for (const each of [buttons.add, buttons.column, buttons.replace, buttons.pull]) each.disabled = !(table && mayWrite());
    if (!table) return;
    order = asInFile() ? rows.map((row) => row.uid) : rearrange(order, before, rows);
    before = rows;
    const byUid = new Map(rows.map((row) => [row.uid, row]));
    const columns = table.columns.map((column, at) => ({
      ...column, at, hint: column.name === "copies" ? "whole number, how often the card is printed" : KINDS[column.type] ?? column.type,
      frozen: at < (view.frozen ?? frozenOf(table)), width: widths.of(column, rows, at), fillable: editable(column),
    }));
    const typing = editor.cell;
    board.show(order.map((uid) => byUid.get(uid)), [{ name: "", type: "card", frozen: true, width: 64, at: -1 }, ...columns.filter(({ name }) => !hidden().has(name))], columns.length + 1);
    if (typing && !typing.isConnected) keepTyping();
    board.heads((name) => (how.sort?.column === name ? (how.sort.descending ? "descending" : "ascending") : null), (name) => how.filters.has(name));
    nothing.hidden = rows.length > 0;
    nothing.textContent = "This deck has no cards yet. Add card makes the first.";
    tellView(table, rows);
    tellWrong();
    count.textContent = rows.length && state.decks.has(deck) ? piecesIn([...state.pieces.values()].filter((piece) => piece.deck === deck)) : "";
    showUndoable(undo, redo);
    if (fresh && rows.length) begin();
    tell();
    find.tell();
    if (going !== null) goTo(going);
  }

  /** Choose the first cell that can be changed of a deck that is shown for the first time. */
  function begin() {
    fresh = false;
    board.go(0, Math.max(1, board.columns.findIndex((column) => column.name && editable(column))), { focus: live() && document.activeElement === document.body });
    done.hint(mayWrite() ? "Click a cell and type. Rows that you copied in a spreadsheet can be pasted." : "");
  }

  /** Say above the grid what is not shown as the file has it, and why it cannot be changed. */
  function tellView(table, rows) {
    const shut = table.editable ? (state.readOnly ? LOOKING : "") : table.reason;
    const away = view.hidden ? table.columns.filter(({ name }) => view.hidden.has(name)).map(({ head }) => head) : [];
    const words = [shut, arrangement(how, order.length, rows.length, table.columns), away.length ? `Hidden: ${away.join(", ")}.` : ""].filter(Boolean).join(" ");
    note.hidden = !words;
    if (note.dataset.words === words) return;
    note.dataset.words = words;
    note.replaceChildren(words,
      asInFile() ? "" : button("Order of the file, all rows", () => arranged(FILE_ORDER), { class: "small" }),
      away.length ? button("Show all columns", showAll, { class: "small" }) : "");
  }

  /** Show what is wrong with the table as a whole, such as a number of cards that game.yaml fixes. */
  function tellWrong() {
    const known = inBand();
    const problems = state.problems.filter((problem) => !problem.pieces.length && problem.decks.includes(deck) && !known.includes(problem)).slice(0, WRONG);
    const key = JSON.stringify(problems);
    if (wrong.dataset.key === key) return;
    wrong.dataset.key = key;
    wrong.hidden = !problems.length;
    wrong.replaceChildren(...problems.map((problem) =>
      el("li", {}, el("p", {}, el("strong", { text: stopped(problem.message) }), problem.hint ? ` ${stopped(capital(problem.hint))}` : ""), fixesOf(problem))));
  }

  /** Return the columns that are not seen, until a person wants to see them: ids that beeprint makes, and empty ones without a name. */
  const hidden = () => view.hidden ?? new Set((data.table?.columns ?? [])
    .filter(({ name, nameless }, at) => (name === "id" && data.table["auto-id"]) || (nameless && data.rows.every(({ cells }) => !cells[at])))
    .map(({ name }) => name));
  const showAll = () => seen({ ...view, hidden: new Set() });

  /** Return how many columns stay in sight: up to the name of the card. */
  function frozenOf({ columns, "auto-id": source }) {
    const names = columns.map(({ name }) => name);
    const title = names.indexOf(namesIn(columns, source)[0]);
    const left = columns.slice(0, title + 1).filter(({ name }) => !hidden().has(name)).length;
    return title >= 0 && left <= NEAR ? title + 1 : 1;
  }

  /** Show other columns, for the view only. */
  function seen(next) {
    view = next;
    keepView(state.game.name, deck, view);
    refreshed();
    board.focus();
  }

  /** Go on typing in the cell's new element; where its row has gone, say what was typed. */
  function keepTyping() {
    const cell = board.cell();
    if (cell && editor.row === board.row()?.uid && editor.column === cell.dataset.column) return editor.moveTo(cell);
    const text = editor.value;
    editor.close(false);
    refuse([{ message: "The row that you were typing in is no longer in the file.", hint: text ? `You typed: ${text}` : "" }]);
  }

  function draw(cell, row, column, changed) {
    if (cell === editor.cell) return;
    names.draw(cell, row, column, changed, editable(column));
  }
  const redraw = (cell) => cell.parentNode?.row && draw(cell, cell.parentNode.row, board.columns.find(({ name }) => name === cell.dataset.column), true);

  /** Say below the grid what the chosen cell is, and what is wrong with it. */
  function tell() {
    const [row, column] = [board.row(), board.column()];
    const { rows } = board.block();
    const can = mayWrite() && Boolean(row);
    buttons.duplicate.disabled = buttons.remove.disabled = !can;
    buttons.open.disabled = !row?.key;
    for (const one of [buttons.up, buttons.down]) {
      one.disabled = !can || !asInFile();
      one.title = asInFile() ? `${one.ariaLabel} (Alt and an arrow)` : "Show the order of the file to move cards";
    }
    if (choose.hidden === mayWrite()) {
      choose.hidden = !mayWrite();
      fit();
    }
    offers.show(row && column?.type === "text" && !editor.cell ? textOf(row, column) : "");
    fault.refresh();
    const wrong = editor.cell ? faults.join(" ") : row?.faulty[column?.name] ?? "";
    const place = !column?.name ? "" : row ? `${column.head} of ${state.pieces.get(`${deck}/${row.id}`)?.name ?? called(row)}` : `Column ${column.head}`;
    const size = rows.length > 1 ? `, ${counted(rows.length, "row")}` : "";
    const words = [place && `${place}${size}: ${column.hint}${editable(column) || !row ? "" : ", not changed here"}.`, wrong].filter(Boolean);
    if (says.textContent === words.join(" ") && says.dataset.faulty === String(Boolean(wrong))) return;
    says.dataset.faulty = String(Boolean(wrong));
    says.title = words.join(" ");
    says.replaceChildren(el("span", { class: "soft", text: words[0] ?? "" }), " ", wrong ? el(row?.aside ? "span" : "strong", { class: !editor.cell && row?.doubtful.includes(column?.name) ? "doubtful" : null, text: wrong }) : "");
  }

  /** Show why something was not done, until the next edit: after `lead`, what was not, and above `ways` on, [name, does()]. */
  function refuse(problems, lead = "", ways = []) {
    const words = problems.slice(0, REASONS).map((problem, at) => {
      const sentence = stopped(sentenceOf({ ...placedOf(problem), hint: "" }));
      return el("p", {}, el("strong", { text: lead && !at ? `${lead}: ${sentence}` : lead ? capital(sentence) : sentence }), problem.hint ? ` ${stopped(capital(problem.hint))}` : "");
    });
    if (problems.length > REASONS) words.push(el("p", { text: `${counted(problems.length - REASONS, "more reason")}.` }));
    const buttons = ways.map(([name, does], at) => button(name, () => ((refusal.hidden = true), board.focus(), does()), at ? {} : { class: "main" }));
    refusal.replaceChildren(el("div", {}, words, buttons.length ? el("div", { class: "ways-on" }, buttons) : ""), iconButton("close", "Close", () => ((refusal.hidden = true), board.focus()), { class: "quiet" }));
    refusal.hidden = false;
  }

  /** Take in the answer of an edit; `words` if it is worth a message with Undo, and with "Show it" if `opened()` shows it. */
  function answered(answer, words = "", opened = null) {
    if (answer.done === false) return refuse(answer.problems);
    takeUndoable(answer);
    showUndoable(undo, redo);
    refusal.hidden = true;
    if (words) done.tell(words, true, [], opened);
    else say(answer.title);
  }

  /** Say what new cards bring along, but not that their cells are empty. */
  function warn({ warnings = [] }) {
    const said = warnings.filter(({ severity }) => severity === "warning");
    if (said.length) refuse(said);
  }

  /** Write texts into cells; resolves to whether that was done. `paste` has new columns, `added`, and what is `wrong` with it. */
  async function write(texts, made = [], words = "", picks = board.picks, paste = null) {
    if (!texts.length && !paste?.wrong.length) return false;
    const columnOf = (name) => data.table.columns.find((column) => column.name === name);
    const cells = texts.map((cell) => ({ ...cell, text: asListed(columnOf(cell.column), cell.text) }));
    const lists = lacking(cells, data.table.columns);
    if (paste?.wrong.length) return refuse([...paste.wrong, ...(await faultsToo(cells, made, lists))], NOTHING), false;
    for (const [name, more] of Object.entries(lists)) if (!(await askAtCell(cells, columnOf(name), more))) return false;
    const idsOf = () => new Map(data.rows.map(({ uid, id }) => [uid, id]));
    const namesOf = () => new Map(data.rows.map((row) => [row.uid, nameOf(row)]));
    const [before, called] = [idsOf(), namesOf()];
    const answer = await data.write(cells, made, lists, paste?.added);
    if (answer.done === false) {
      if (cells.length > 1 || made.length) refuse(answer.problems, paste ? NOTHING : "");
      else if (picks === board.picks || !live()) keepRefused(cells[0], answer.problems);
      else putBack(cells[0], answer.problems);
      return false;
    }
    const after = idsOf();
    const renamed = [...new Set(cells.map(({ uid }) => uid))].filter((uid) => before.get(uid) && after.get(uid) && before.get(uid) !== after.get(uid));
    answered(answer, words || tellRenamed(renamed, after, called, namesOf()) || (cells.length > 1 ? `${counted(cells.length, "cell")} changed.` : ""));
    if (renamed.length && answer.warnings?.length) refuse(answer.warnings);
    else if (made.length) warn(answer);
    return true;
  }

  /** Return what else is wrong with cells of columns that the table has. */
  const faultsToo = (cells, made, lists) => {
    const there = cells.filter(({ column }) => data.table.columns.some(({ name }) => name === column));
    return there.length ? data.check(there, made, lists).catch(() => []) : [];
  };

  /** Ask at the first cell of a column whether words become part of its list; say what happens where they do not. */
  async function askAtCell(cells, { name, head }, words) {
    const first = cells.find((cell) => cell.column === name);
    const place = board.cellOf({ uid: first.uid, name });
    const held = heldBy(first);
    if (cells.length === 1 && place) place.querySelector(".cards-text").textContent = first.text; // until it is decided
    const isListed = await askToList(words, head, place);
    if (place?.parentNode?.row?.uid === first.uid) redraw(place);
    if (live()) board.focus();
    if (isListed) return true;
    if (cells.length > 1) done.tell(`Nothing was changed: ${lackingWords(words, head)}`);
    else done.tell(held ? `${head} holds ${held} again.` : `${head} is empty again.`);
    const at = board.rows.findIndex(({ uid }) => uid === first.uid);
    if (at >= 0 && cells.length === 1 && live()) board.go(at, board.columns.findIndex((column) => column.name === name));
    return false;
  }

  /** Open the editor again with a text that was refused, back from another view too, so that nothing typed is lost; while
   * another cell is typed in, say what was typed. */
  function keepRefused({ uid, column, text }, problems) {
    const [row, at] = [board.rows.findIndex((each) => each.uid === uid), board.columns.findIndex(({ name }) => name === column)];
    if (!live() && !editor.cell && row >= 0) address.go({ view: "cards", deck });
    if (editor.cell || row < 0 || at < 0 || !live()) return refuse([...problems, { message: `Not written: ${text}`, hint: "" }]);
    board.go(row, at);
    edit(text);
    faults = faultsOf(problems);
    editor.mark(true);
    tell();
    say(faults.join(" "));
  }

  /** Say that a cell holds what it held, for a person who has clicked another cell by now. */
  function putBack(cell, problems) {
    const { head } = data.table.columns.find(({ name }) => name === cell.column) ?? {};
    const held = heldBy(cell);
    if (!head || held === null || !problems.every((problem) => problem.cell)) return refuse([...problems, { message: `Not written: ${cell.text}`, hint: "" }]);
    done.tell(`“${cell.text}” does not fit ${head}, so it ${held ? `holds ${held}` : "is empty"} again.`);
  }

  /** Say which cards have another name, or another id of their own, now; empty for none. */
  function tellRenamed(uids, ids, before, after) {
    const isNamed = Boolean(data.table["auto-id"]); // then the id is not seen, and follows the name
    uids = isNamed ? uids.filter((uid) => before.get(uid) !== after.get(uid)) : uids;
    if (!uids.length) return "";
    const [first] = uids;
    const words = isNamed ? `${before.get(first)} is called ${after.get(first)} now` : `The id of ${after.get(first)} is ${ids.get(first)} now`;
    return `${words}${uids.length > 1 ? `; ${counted(uids.length - 1, "more card")} got another ${isNamed ? "name" : "id"}` : ""}.`;
  }

  /** Return the name of the card of a row, else its id. */
  function nameOf(row) {
    const [title] = namesIn(data.table.columns, data.table["auto-id"]);
    return textOf(row, { at: data.table.columns.findIndex(({ name }) => name === title) }) || row.id;
  }

  function commit(text, was, move, isMeant) {
    faults = [];
    const cell = { uid: editor.row, column: editor.column, text };
    const now = text === null ? was : heldBy(cell);
    const isChanged = now !== was && now !== text && !(intoNew && now !== null);
    if (now !== null && text !== null && !isMeant && (isChanged || contested)) {
      keepOther(cell, now);
      text = null;
    } else if (isChanged) {
      keepRefused(cell, [changedMeanwhile(now)]);
      contested = Boolean(editor.cell);
      return;
    }
    if (text !== null) write([cell], [], "", since);
    move?.(board);
    tell();
  }

  /** Say that a cell keeps what somebody else wrote, and offer to write what was typed. */
  function keepOther(cell, now) {
    const { id } = data.rows.find(({ uid }) => uid === cell.uid);
    const { head } = data.table.columns.find(({ name }) => name === cell.column);
    refuse([keptElsewhere(cell.text, now, `${head} of ${state.pieces.get(`${deck}/${id}`)?.name ?? id}: `)], "", [[writeWords(cell.text), () => write([cell])]]);
  }

  /** Return the text of a cell as the rows are now; null where its row has gone. */
  function heldBy({ uid, column }) {
    const row = data.rows.find((each) => each.uid === uid);
    return row ? textOf(row, { at: data.table.columns.findIndex(({ name }) => name === column) }) : null;
  }

  /** Check what is typed at once, the latest text after the one under way. */
  async function typed(text) {
    if (checking) return void (checking.next = text);
    checking = { next: null };
    const of = { uid: editor.row, column: editor.column };
    const column = data.table.columns.find(({ name }) => name === of.column);
    const words = unlisted(column, asListed(column, text));
    if (words.length) {
      const begins = column.words.some((word) => word.toLowerCase().startsWith(text.toLowerCase()));
      faults = begins ? [] : [`${lackingWords(words, column.head)} Press Enter, and you are asked whether to add ${words.length > 1 ? "them" : "it"}.`];
      editor.mark(faults.length > 0);
    } else if (text !== editor.before) {
      const problems = await data.check([{ ...of, text }]).catch(() => []);
      if (editor.cell && editor.row === of.uid && editor.column === of.column) {
        faults = faultsOf(problems);
        editor.mark(faults.length > 0);
      }
    } else faults = [];
    const { next } = checking;
    checking = null;
    tell();
    if (next !== null && editor.cell) typed(next);
  }

  /** Edit the active cell; `initial` is what replaces its text. */
  function edit(initial = null) {
    const [row, column, cell] = [board.row(), board.column(), board.cell()];
    if (!row || !column.name || !editable(column)) return false;
    if (column.type === "flag" && initial === null && names.flip(textOf(row, column)) !== null) return flip(row, column);
    faults = [];
    since = board.picks;
    contested = false;
    intoNew = Boolean(row.isNew);
    editor.open(cell, column, textOf(row, column), `${column.head} of ${state.pieces.get(`${deck}/${row.id}`)?.name ?? called(row)}`, names.suggestions(column), initial, row.uid);
    return true;
  }

  function flip(row = board.row(), column = board.column()) {
    if (!editable(column)) return false;
    const like = data.rows.map((other) => textOf(other, column)).find(Boolean) ?? "";
    write([{ uid: row.uid, column: column.name, text: names.flip(textOf(row, column), like) }]);
    return true;
  }

  function everyCell() {
    return board.rows.flatMap((row) => board.columns.slice(1).map((column) => ({ uid: row.uid, name: column.name, text: textOf(row, column), editable: editable(column) })));
  }

  function goTo(uid, name = board.columns.slice(1).find((column) => column.name !== "id" && editable(column))?.name) {
    const at = board.rows.findIndex((row) => row.uid === uid);
    going = at < 0 ? uid : null;
    if (at >= 0) board.go(at, Math.max(1, board.columns.findIndex((column) => column.name === name)));
  }

  const chosenRows = () => board.block().rows.map((row) => row.uid);

  async function addCard() {
    editor.close(true);
    const { uid, answer } = data.add(chosenOnce ? board.row()?.uid ?? null : null);
    goTo(uid);
    chosenOnce = true;
    answered(await answer);
    warn(await answer);
  }

  /** Add a card below the last where a person goes on from there; its place, -1 where a last card is still to be filled in. */
  function grow() {
    const last = data.rows[endOf(data.rows) - 1];
    if (!mayWrite() || !asInFile() || !last || isWaiting(last, data.table.columns, data.table["auto-id"])) return -1;
    const { uid, answer } = data.add(null);
    answer.then((each) => (answered(each, stopped(each.title ?? "")), warn(each)));
    return board.rows.findIndex((row) => row.uid === uid);
  }

  /** Add a card below the last, once the table is there; a page that has just opened may not have it yet. */
  function addLast() {
    chosenOnce = false;
    toAdd = true;
    opening.then(addWanted);
  }

  async function addWanted() {
    if (!toAdd || !data.table) return;
    toAdd = false;
    if (mayWrite()) await addCard();
  }

  async function duplicate() {
    editor.close(true);
    const name = board.column().name;
    const { uid, answer } = data.duplicate(chosenRows());
    goTo(uid, name);
    answered(await answer, stopped((await answer).title));
    warn(await answer);
  }

  /** Delete the cards that are chosen; where something else names them, ask whether that was meant. */
  async function remove() {
    editor.close(true);
    const uids = chosenRows();
    const answer = await data.remove(uids);
    const named = answer.warnings ?? [];
    answered(answer, stopped(answer.title));
    if (named.length && !(await confirm(`Delete ${answer.title.replace(/ deleted$/, "")}?`, named, "Delete"))) await past("undo");
    board.focus();
  }

  async function move(by) {
    if (!asInFile() || !mayWrite()) return;
    editor.close(true);
    const { top, bottom } = board.selection();
    if (by < 0 ? top === 0 : bottom >= board.rows.length - 1) return;
    const before = by < 0 ? board.rows[top - 1].uid : board.rows[bottom + 2]?.uid ?? null;
    const answer = data.move(chosenRows(), before);
    board.go(board.here().row, board.here().column, { extend: true });
    answered(await answer, stopped((await answer).title));
  }

  async function addColumn() {
    editor.close(true);
    const wish = await askColumn();
    if (!wish) return board.focus();
    const answer = await data.column({ ...wish, at: data.table.columns.length });
    if (answer.slot) toldPlaced(answer, `Added: the column ${wish.name}, on the card`);
    else answered(answer, `Added: the column ${wish.name}.`);
    if (answer.done !== false) board.go(Math.max(0, board.here().row), board.columns.length - 1);
  }

  async function renameColumn(column) {
    const to = await askName(column);
    if (to && to !== column.head) answered(await data.column({ do: "rename", name: column.name, to }), `Renamed: ${column.head} is ${to} now.`);
    board.focus();
  }

  /** Set what the cells of a column may hold. */
  async function typeColumn({ name, head }) {
    editor.close(true);
    try {
      const known = await server.columnType(deck, name);
      const words = [...new Set(data.rows.map((row) => textOf(row, board.columns.find((each) => each.name === name))))].filter(Boolean);
      const answer = await askType(head, known, words, (action, wish) => data.push((more) => server.post(action, { ...more, ...wish, name })));
      if (answer) answered(answer, `${answer.title}.`);
    } catch (error) {
      refuse(error.problems ?? [{ message: error.message, hint: "" }]);
    }
    board.focus();
  }

  async function removeColumn(column) {
    let answer = await data.column({ do: "delete", name: column.name, force: false });
    if (answer.done === false) {
      const how = await confirm(`Delete the column ${column.head}?`, answer.problems, "Delete the column only", "Delete it everywhere");
      if (!how) return board.focus();
      answer = await data.column({ do: "delete", name: column.name, [how === "only" ? "force" : how]: true });
    }
    answered(answer, `Deleted: the column ${column.head}.`);
    board.focus();
  }

  /** Take in what replacing the table came to, and show what it brings besides. */
  function replaced(answer) {
    if (answer) answered(answer, `${answer.title}.`);
    if (answer?.warnings?.length) refuse(answer.warnings);
    board.focus();
  }

  /** Show a column on the cards: as a text, a picture or an icon in the middle. */
  async function placeColumn({ name, head }) {
    const send = () => server.post("slot-add", { deck, id: cardNow(), side: "front", kind: "", column: name });
    toldPlaced(await data.push(send), `On the card now: ${head}`);
    board.focus();
  }
  const cardNow = () => board.row()?.id || data.rows.find((row) => row.id)?.id || "";

  /** Say where on the cards a column is now, and offer to show it there. */
  function toldPlaced(answer, words) {
    answered(answer, `${words} ${answer.where}.`, () => address.go({ view: "card", at: `${deck}/${cardNow()}`, side: null, slot: answer.slot, from: "cards" }));
  }

  /** Arrange the rows in another way, for the view only. */
  function arranged(next) {
    how = next;
    order = arrange(data.rows, data.table.columns, how);
    before = data.rows;
    board.root.scrollTop = 0;
    refreshed();
    say(arrangement(how, order.length, data.rows.length, data.table.columns) || "Order of the file");
  }

  /** Say why a column cannot be deleted. */
  function whyKept({ name, head }) {
    const source = data.table["auto-id"];
    if (name !== "id") return `${head} has no name in the file. Name it there first.`;
    return source ? `The ids are made from ${data.table.columns.find((each) => each.name === source)?.head ?? source}.` : "Every card needs its id.";
  }

  function headMenu({ name }, head) {
    const at = board.columns.findIndex((column) => column.name === name);
    const column = board.columns[at]; // as it is now
    board.go(-1, at);
    const may = editable(column) && column.declared && !["id", "copies"].includes(column.name);
    const isLast = column.frozen && !board.columns.find(({ at }) => at > column.at)?.frozen;
    openMenu(head, column, data.rows.map((row) => textOf(row, column)), how.filters.get(column.name), how.sort?.column === column.name, {
      sort: (descending) => arranged({ ...how, sort: descending === null ? null : { column: column.name, descending } }),
      filter: (filter) => {
        const filters = new Map(how.filters);
        filter ? filters.set(column.name, filter) : filters.delete(column.name);
        arranged({ ...how, filters });
      },
      resize: (by) => board.resize(column.name, by),
      place: state.readOnly || column.name === "copies" || listed().find(({ name }) => name === deck)?.isTable ? null : () => placeColumn(column),
      freeze: Object.assign(() => seen({ ...view, frozen: isLast ? 0 : column.at + 1 }), { isLast }),
      hide: column.at > 0 || data.table["auto-id"] ? () => seen({ ...view, hidden: new Set(hidden()).add(column.name) }) : null,
      show: hidden().size ? showAll : null,
      type: may ? () => typeColumn(column) : null,
      rename: may ? () => renameColumn(column) : null,
      remove: editable(column) && column.name !== "id" ? () => removeColumn(column) : mayWrite() ? whyKept(column) : null,
    });
  }

  async function past(which) {
    editor.close(true);
    refusal.hidden = true;
    await data.push(() => done.undo(which));
    showUndoable(undo, redo);
  }

  /** Return where pictures go that are dropped on a cell: into it if it names pictures, else to the picture of its row. */
  function placeIn(row, column) {
    if (!row?.id) return null;
    return { to: { kind: "cell", deck, id: row.id, column: column?.type === "picture" ? column.name : "" }, words: `Drop to show it on ${state.pieces.get(row.key)?.name ?? row.id}` };
  }
  /** Return where pictures go that are chosen: to the cards of their names, a single one of another name to the chosen cell. */
  const named = (place) => (place ? { ...anywhere(), to: { ...place.to, kind: "deck" } } : anywhere());
  const anywhere = () => ({ to: { kind: "deck", deck }, words: "Drop pictures that are named like the cards" });
  takesFiles(root, anywhere);
  takesFiles(board.root, (event) => {
    const cell = event.target.closest(".cards-cell");
    return cell && placeIn(cell.parentNode.row, board.columns.find(({ name }) => name === cell.dataset.column));
  });

  // A page that is closed writes what is typed; where it cannot be written, the browser asks whether to leave.
  addEventListener("beforeunload", (event) => {
    if (!editor.cell || editor.value === editor.before) return;
    if (faults.length || contested || checking || data.busy || data.reading) event.preventDefault();
    else server.parting(() => editor.close(true));
  });

  const block = blocks({ board, data, write, editable, textOf, refuse });
  const open = (row) => row?.key && address.go({ view: "card", at: row.key, from: "cards", side: null });
  cardKeys({
    board, live, edit, add: addCard, flip, block, move, open, past, fix: fault.enter, editing: () => Boolean(editor.cell), find: () => find.open(), leave: () => buttons.add.focus(),
    chosen: () => (chosenOnce = true), isTick: (cell) => cell.type === "flag",
  });

  function look() {
    const all = listed();
    const name = all.some((each) => each.name === address.now.deck) ? address.now.deck : all[0]?.name ?? "";
    decks.hidden = all.length < 2;
    decks.set(all.map((each) => [each.name, each.title || each.name]), name);
    fit();
    if (!name) {
      nothing.hidden = false;
      nothing.textContent = "This game has no decks yet.";
      return;
    }
    if (name !== deck) {
      editor.close(true);
      [deck, how, view, order, before, chosenOnce, going] = [name, FILE_ORDER, viewOf(state.game.name, name), [], [], false, null];
      refusal.hidden = true; // it is about the deck before
      widths = widthsOf(state.game.name, name);
      fresh = true;
      opening = data.open(name);
      opening.then(addWanted);
      board.root.scrollTop = 0;
    } else data.refetch();
    names.refresh().then(() => board.columns.length && board.paint());
    showUndoable(undo, redo);
  }

  return {
    root,
    /** Show the deck that the address names; back from a card, its row is chosen. */
    look(asked, was) {
      if (!state.ready) return;
      look();
      const at = was?.view === "card" ? board.rows.findIndex((row) => row.key === keyNow(was.at ?? "")) : -1;
      if (at >= 0) board.go(at, 0);
    },
    refresh: () => look(),
    add: addLast,
    leave: () => (fault.hide(), (refusal.hidden = true), editor.close(true)),
  };
}
