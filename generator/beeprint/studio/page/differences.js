/** The dialog that shows what differs in a newer table, and takes what is ticked. A person's own changes are marked and stay by
 * default; texts that do not fit their columns cannot be taken, and hold up nothing else. */

import { ask, wordsOf } from "./dialogs.js";
import { button, capital, counted, el } from "./dom.js";
import { lackingWords } from "./lists.js";
import * as server from "./server.js";

const KINDS = { changed: "changed", renamed: "renamed", added: "new", gone: "no longer there" };
const OWN = {
  here: "You changed or kept this here. The newer table still has the old text.", both: "You changed or kept this here, and the newer table has another text.",
  added: "You deleted this card here.", gone: "You added this card here.", column: "You deleted or renamed this column here.",
};

const ONLY = "Only what the file changed";
const FEW = 3; // names of cards that are listed

/** Return whether a mark says that the newer file has what the table had before a person changed it. */
const isOld = (mark) => Boolean(mark) && mark !== "both";

/** Return whether a table differs from the newer one. */
export const differs = ({ cards, "new-columns": columns }) => cards.length + columns.length > 0;

/** Show what differs, and replace what is ticked; resolves to what the studio answers, null for nothing. `next` says which
 * other table of the same file comes afterwards. */
export function choose(difference, deck, next = "") {
  const content = el("div", { class: "replacing" });
  let shown = listed(difference, next, again);
  content.append(...shown.parts);

  /** Show the difference as it is once words of more columns are in their lists, or are read as listed words; what is ticked stays so. */
  async function again(listing, correcting) {
    const ticks = shown.ticks();
    let now;
    try {
      now = await server.compareAgain(difference, listing, correcting);
    } catch (error) {
      return content.prepend(el("p", { class: "dialog-wrong", role: "alert", text: wordsOf(error) }));
    }
    shown = listed(now, next, again);
    content.replaceChildren(...shown.parts);
    shown.take(ticks);
    shown.look();
    content.querySelector(".replacing-list")?.focus();
  }

  const answer = ask(`Compare ${difference.name} with ${deck.title || deck.name}`, content, "Accept", () => shown.send(), { wide: true });
  shown.look();
  return answer;
}

/** Return what shows a difference: its parts, and what is done with them. `again(listing, correcting)` compares again, with new
 * words in the lists of some columns, or with the slips in some corrected. */
function listed(difference, next, again) {
  const { cards, same, by, name, source, heads, own, faults } = difference;
  const columns = difference["new-columns"];
  const gone = difference["gone-columns"];
  const isKnown = difference["own-known"];
  const lost = el("p", { class: "replacing-lost", role: "status" });
  const headRows = columns.map((head) => {
    const isOwn = difference["own-columns"].includes(head);
    return change(head, "new column", { key: head, label: `Column ${head}`, own: isOwn ? { "": "column" } : {}, checked: isKnown && !isOwn });
  });
  const nameOf = ({ card, title }) => (difference["has-ids"] ? card : title || card); // ids that are made of names say nothing more
  /** Return what the file did to a card: one whose name only a person changed here is not renamed by the file. */
  const kindOf = ({ key, kind, cells, now }) => {
    const named = cells.filter(({ after }) => after === now);
    return kind === "renamed" && isKnown && named.every(({ column }) => isOld(own[key]?.[column])) ? "changed" : kind;
  };
  const changes = cards.map((card) => {
    const shown = kindOf(card);
    return change(nameOf(card), card.kind === "gone" ? "Delete this card" : KINDS[shown], cellwise(card, shown, nameOf(card), own[card.key] ?? {}, faults[card.key] ?? {}, isKnown));
  });
  const every = [...headRows, ...changes];
  const isAside = ({ kind, cells }) => kind === "changed" && cells.every(({ column }) => difference["off-cards"].includes(column));
  const aside = changes.filter((_, at) => isAside(cards[at]));
  const isMain = (each) => aside.length === every.length || !aside.includes(each);
  const leaving = changes.filter((_, at) => cards[at].kind === "gone" && !own[cards[at].key] && !faults[cards[at].key]);
  const leave = el("input", { type: "checkbox", on: { change: () => (leaving.forEach((each) => each.tick(leave.checked)), look()) } });
  const mine = isKnown ? cards.filter(({ key, cells }) => isOld(own[key]?.[""]) || (cells.length && cells.every(({ column }) => isOld(own[key]?.[column])))) : [];
  const counts = Object.entries(KINDS).map(([kind, word]) => [cards.filter((card) => kindOf(card) === kind && !mine.includes(card) && !isAside(card)).length, word]).filter(([count]) => count);
  const words = counts.map(([count, word]) => `${count} ${word}`).join(", ");
  const many = every.length > 0;
  const isOwn = Object.keys(own).length + difference["own-columns"].length > 0;
  const onlyNew = el("input", { type: "checkbox", checked: isOwn && isKnown, on: { change: () => look() } });
  const parts = [
    el("p", { role: "status", text: many ? `${capital([words, columns.length ? counted(columns.length, "new column") : ""].filter(Boolean).join(", ") || "nothing new")}; ${counted(same + aside.length + mine.filter((card) => !isAside(card)).length, "card")} without a change${mine.some((card) => !isAside(card)) ? " in the file" : ""}.` : `Nothing differs: ${counted(same, "card")} without a change.` }),
    ...newWords(),
    leaving.length ? el("p", { class: "replacing-gone" }, goneWords(), el("label", { class: "toggle" }, leave, el("span", { text: leaving.length > 1 ? "Delete these cards" : "Delete this card" }))) : null,
    ...notes().map((text) => el("p", { class: "soft", text })),
    difference.editable ? null : el("p", { class: "dialog-wrong", text: difference.reason }),
    many ? el("p", { class: "replacing-all" }, button("Tick all", () => tick(true), { class: "small" }), button("Tick none", () => tick(false), { class: "small" }),
      isOwn ? el("label", { class: "toggle" }, onlyNew, el("span", { text: ONLY })) : null) : null,
    every.length > aside.length ? el("ul", { class: "replacing-list", "aria-label": "Changes", tabindex: 0 }, every.filter((each) => !aside.includes(each)).map((each) => each.root)) : null,
    aside.length ? asideOf() : null, lost,
  ].filter(Boolean);

  /** Return what differs only in columns that no card shows, which opens on request. */
  function asideOf() {
    const names = [...new Set(cards.filter(isAside).flatMap(({ cells }) => cells.map(({ column }) => heads[column] ?? column)))];
    const list = el("ul", { class: "replacing-list", "aria-label": "Changes that no card shows", tabindex: 0 }, aside.map((each) => each.root));
    return el("details", { class: "replacing-aside" }, el("summary", { text: `${counted(aside.length, "other card")} ${aside.length > 1 ? "differ" : "differs"} only in ${names.join(", ")}, which no card shows` }), list);
  }

  /** Return what to know of words that lists lack, each with a button that adds them. */
  function newWords() {
    const empty = Object.entries(difference.emptied).map(([name, number]) => {
      const head = heads[name] ?? name;
      if (difference.listing.includes(name)) return el("p", { role: "status", text: `${head} may be empty with what you accept.` });
      const allow = button(`Let ${head} be empty`, () => again([...difference.listing, name], difference.correcting), { class: "small" });
      return el("p", { class: "replacing-gone" }, el("span", { text: `${counted(number, "new card")} ${number > 1 ? "have" : "has"} no ${head}.` }), allow);
    });
    return [...empty, ...listWords()];
  }

  function listWords() {
    return Object.entries(difference.unlisted).map(([name, words]) => {
      const head = heads[name] ?? name;
      if (difference.listing.includes(name)) return el("p", { role: "status", text: `Added to the list of ${head} with what you accept: ${words.join(", ")}.` });
      const add = button(`Add ${words.length > 1 ? "them" : "it"} to the list`, () => again([...difference.listing, name], difference.correcting), { class: "small" });
      const slips = Object.entries(difference.meant[name] ?? {}).map(([word, listed]) => `${word} as ${listed}`);
      const take = slips.length ? button(`Take ${slips.slice(0, FEW).join(", ")}${slips.length > FEW ? ` and ${slips.length - FEW} more` : ""}`, () => again(difference.listing, [...difference.correcting, name]), { class: "small" }) : null;
      return el("p", { class: "replacing-gone" }, el("span", { text: lackingWords(words, head) }), take, add);
    });
  }

  /** Return which cards the newer table lacks. */
  function goneWords() {
    const names = cards.filter(({ key, kind }) => kind === "gone" && !own[key] && !faults[key]).map(({ card, title }) => title || card);
    const listed = names.slice(0, FEW).join(", ") + (names.length > FEW ? ` and ${names.length - FEW} more` : "");
    const [are, stay] = names.length > 1 ? ["cards are", "They stay"] : ["card is", "It stays"];
    return el("span", { text: `${names.length} ${are} gone from ${name}: ${listed}. ${stay} unless you tick here.` });
  }

  /** Return what to know of the whole, a sentence each. */
  function notes() {
    const isRenamed = cards.some(({ kind, cells }) => kind === "renamed" && cells.some(({ column }) => column === "id"));
    const faulty = Object.entries(faults).filter(([key, columns]) => Object.keys(columns).some((column) => own[key]?.[column] !== "here")).length;
    return [
      next,
      isOwn ? `What you changed here stays, unless you tick it${isKnown ? `. To see it, untick “${ONLY}”` : ""}.` : "",
      many && !isKnown ? `The studio does not know ${isOwn ? "who made the other changes" : "which of these changes are your own"}, so nothing is ticked: tick what you want from ${name}.` : "",
      faulty ? `${counted(faulty, "card")} ${faulty > 1 ? "have errors. They are" : "has an error. It is"} described beside ${faulty > 1 ? "each" : "it"}. You can accept the rest now, and compare again later.` : "",
      isRenamed ? "Renamed cards keep their id, unless you tick it." : "",
      gone.length ? `The newer file lacks ${gone.join(", ")}. Your table keeps ${gone.length > 1 ? "them" : "it"}.` : "",
      `Cards are matched by ${by ? heads[by] ?? by : "their order"}.`,
    ].filter(Boolean).slice(0, next ? 4 : 3);
  }

  function tick(checked) {
    for (const each of every) if (!each.root.hidden) each.tick(checked);
    look();
  }

  /** Return a change with its box, and a box for each of its cells that can be taken alone. */
  function change(title, word, { key, label, renamed = "", kind = "", cells = [], alone = false, checked, own = {}, faults = {} }) {
    const box = (label, checked, isShut, changed = look) => el("input", { type: "checkbox", checked: checked && !isShut, disabled: isShut, "aria-label": label, on: { change: changed } });
    const isShut = Boolean(faults[""]) || (alone ? cells.every(({ column }) => faults[column]) : Object.keys(faults).length > 0);
    const whole = box(label, checked, isShut, () => (made.tick(whole.checked), look()));
    const usual = ({ column }) => isKnown && !(kind === "renamed" && column === "id") && !own[column];
    const single = new Map(alone ? cells.map((cell) => [cell.column, box(`${heads[cell.column] ?? cell.column} of ${title}`, usual(cell), isShut || Boolean(faults[cell.column]))]) : []);
    const boxes = [...single.values()].filter((each) => !each.disabled);
    const marks = [own[""] && OWN[own[""]], faults[""] && sentence(faults[""], kind)].filter(Boolean);
    const rows = cells.map(({ column, ...texts }) => cellRow(texts, heads[column] ?? column, single.get(column), OWN[own[column]], isOld(own[column]) ? null : faults[column]));
    const list = cells.length ? el("dl", {}, rows) : null;
    const made = {
      key,
      isShut,
      title,
      /** Hide what the file did not change, unless it is ticked. */
      hide(isHidden) {
        rows.forEach((each, at) => (each.hidden = isHidden && isOld(own[cells[at].column]) && !single.get(cells[at].column)?.checked));
        made.root.hidden = isHidden && (isOld(own[""]) || (rows.length > 0 && rows.every((each) => each.hidden))) && !whole.checked;
      },
      boxes: () => [["", whole], ...single],
      root: el("li", { "data-kind": kind }, row(whole, title, word, renamed), marks.map((text) => el("p", { class: faults[""] ? "replacing-fault" : "replacing-own", text })), list),
      tick(checked) {
        for (const each of [whole, ...boxes.filter((box) => !box.closest("div")?.hidden)]) each.checked = checked && !each.disabled;
      },
      /** Return whether anything, and whether all of it is taken; the box of the whole shows that. */
      taken() {
        if (isShut) return { some: false, all: true };
        const some = boxes.length ? boxes.some((each) => each.checked) : whole.checked;
        const all = boxes.length ? boxes.every((each) => each.checked) : whole.checked;
        [whole.checked, whole.indeterminate] = [all, some && !all];
        return { some, all };
      },
      columns: () => [...single].filter(([, each]) => each.checked).map(([column]) => column),
      /** Return how many of a person's own changes are written over. */
      lost: () => Object.keys(own).filter((column) => (single.get(column) ?? whole).checked).length,
    };
    return made;
  }

  /** Show on the button how much is taken, and above it what of one's own is lost. */
  function look() {
    const taken = every.map((each) => each.taken());
    const some = taken.filter((each, at) => each.some && isMain(every[at])).length;
    const extra = taken.some((each, at) => each.some && !isMain(every[at]));
    const whole = some > 0 && taken.every((each) => each.all);
    const deleted = leaving.filter((each) => each.taken().some).length;
    [leave.checked, leave.indeterminate] = [deleted === leaving.length, deleted > 0 && deleted < leaving.length];
    const count = every.reduce((sum, each) => sum + each.lost(), 0);
    for (const each of every) each.hide(onlyNew.checked);
    const left = every.filter((each) => each.isShut && !each.root.hidden);
    const names = left.slice(0, FEW).map(({ title }) => title).join(", ") + (left.length > FEW ? ` and ${left.length - FEW} more` : "");
    lost.textContent = [count && `This takes back ${counted(count, "change")} of your own.`, left.length && `Left out: ${names}. The reason is beside ${left.length > 1 ? "each" : "it"}.`].filter(Boolean).join(" ");
    const send = lost.closest("form").querySelector("[type=submit]");
    send.disabled = !difference.editable || !(some || extra || source || !many);
    send.textContent = !some && extra ? "Accept what no card shows" : !many ? (source ? "Keep the link" : "Close") : left.length && some ? `Accept ${some} of ${counted(some + left.length, "change")}` : whole && some > 1 ? `Accept all ${some}` : `Accept ${counted(some, "change")}`;
  }

  const ticked = (list) => list.filter((each) => each.taken().some);
  return {
    parts,
    look,
    send: () => (many || source ? server.replaceTable(difference, Object.fromEntries(ticked(changes).map((each) => [each.key, each.columns()])), ticked(headRows).map(({ key }) => key)) : null),
    /** Return what is ticked of what can be. */
    ticks: () => new Map([[ONLY, onlyNew.checked], ...every.flatMap(({ key, boxes }) => boxes().filter(([, box]) => !box.disabled).map(([column, box]) => [`${key} ${column}`, box.checked]))]),
    take(ticks) {
      onlyNew.checked = ticks.get(ONLY);
      every.forEach(({ key, boxes }) => boxes().forEach(([column, box]) => (box.checked = ticks.get(`${key} ${column}`) ?? box.checked)));
    },
  };
}

/** Return how a card is shown, `shown` being what the file did to it: what it is renamed to, and its cells. Cards that the newer table lacks stay unless a person ticks
 * them; of these, the name is enough. */
function cellwise({ key, kind, card, title, now, cells }, shown, name, own, faults, isKnown) {
  const renamed = shown === "renamed" ? [title && now !== title ? title : card, now] : title === name ? "" : title;
  const marks = Object.fromEntries(Object.entries(own).map(([column, mark]) => [column, column ? mark : kind]));
  return { key, kind, renamed, label: kind === "gone" ? `Delete this card: ${name}` : `${name}, ${KINDS[shown]}`, cells: kind === "gone" ? [] : [...cells, ...emptyFaults(cells, faults)], alone: ["changed", "renamed"].includes(kind), checked: isKnown && kind !== "gone" && !own[""], own: marks, faults };
}

/** Return the empty cells that keep a card from being taken. */
const emptyFaults = (cells, faults = {}) => Object.keys(faults).filter((column) => column && !cells.some((cell) => cell.column === column)).map((column) => ({ column, before: "", after: "" }));

const sentence = (fault, kind = "") => `Cannot be ${kind === "gone" ? "deleted" : "taken"}: ${fault}`;

function row(box, name, word, title) {
  const words = Array.isArray(title) ? [el("del", { text: title[0] }), " → ", el("ins", { text: title[1] })] : title;
  return el("label", { class: "toggle" }, box, el("strong", { text: name, dir: "auto" }), title ? el("span", { class: "replacing-title", dir: "auto" }, words) : null, el("span", { class: "replacing-kind", text: word }));
}

/** Return the old and the new text of a cell, with its box where it can be taken alone, whose it is, and why it cannot be taken. */
function cellRow({ before, after }, head, box, own, fault) {
  const text = (tag, words) => (words ? el(tag, { text: words }) : el("span", { class: "soft", text: "(empty)" }));
  return el("div", {}, el("dt", {}, box ? el("label", { class: "toggle" }, box, el("span", { text: head })) : head),
    el("dd", { dir: "auto" }, box ? [text("del", before), " → "] : null, text("ins", after),
      own ? el("span", { class: "replacing-own", text: own }) : null, fault ? el("span", { class: "replacing-fault", text: sentence(fault) }) : null));
}
