/** What a game holds by name, such as boxes and editions: entries with fields from the models, added and removed. */

import * as address from "./address.js";
import { ask, labelled } from "./dialogs.js";
import { button, el, icon, kept } from "./dom.js";
import { field } from "./fields.js";
import * as server from "./server.js";
import { state } from "./state.js";

const ALL = "*"; // the part of a path that stands for each deck
const at = (values, path) => path.reduce((value, key) => value?.[key], values);

/** Return whether an entry of a kind has a key. */
const has = (key, values) => !key.kinds.length || key.kinds.includes(at(values, [...key.path.slice(0, -1), "kind"]));

/** Return what makes the part of the view that shows some groups of entries; several are folded. */
export const entriesPart = (title, groups) => (act) => {
  let writes = 0; // begun and ended: what was read before the last of them is old
  /** Do something that is one edit, and show what the files hold then. */
  const run = async (wish) => {
    writes += 1;
    const answer = await act.run(wish);
    writes += 1;
    if (answer) refresh();
    return answer;
  };
  const parts = groups.map((group) => groupPart(run, groups.length > 1));
  const head = el("div", { class: "game-head" }, el("h2", { class: "page-title", text: title }), groups.length > 1 ? null : parts[0].add);
  const root = el("div", { class: "game-part" }, head, parts.map((part) => part.root));

  async function refresh() {
    const before = writes;
    try {
      const known = await server.entries(groups);
      if (before !== writes) return;
      known.groups.forEach((group, index) => parts[index].show(group, known.offers));
    } catch (error) {
      act.refuse(error);
    }
  }
  return { root, refresh };
};

/** Return the entries of a group: {root, add, show(group, offers)}. */
function groupPart(run, folded) {
  const words = el("p", { class: "soft lead" });
  const list = el("div", { class: "entry-list" });
  const none = el("p", { class: "soft" });
  const label = el("span");
  const add = button("", () => run(() => askEntry(group, offers)), { class: folded ? "for-change" : "main for-change" });
  add.append(icon("plus"), label);
  const summary = el("summary");
  const root = folded ? el("details", { class: "game-details" }, summary, words, list, none, add) : el("div", {}, words, list, none);
  const put = kept();
  let group = null;
  let offers = {};

  return {
    root,
    add,
    show(next, known) {
      [group, offers] = [next, known];
      summary.textContent = group.entries.length ? `${group.title}: ${group.entries.map((entry) => entry.name || group.whole).join(", ")}` : group.title;
      words.textContent = group.sentence;
      label.textContent = `Add ${group.noun}`;
      add.disabled = state.broken;
      none.textContent = `There are none yet. Add ${group.noun} makes the first.`;
      none.hidden = group.entries.length > 0;
      const key = JSON.stringify(offers);
      put(list, group.entries, (entry) => `${entry.name} ${key}`, (entry) => entryOf(group, entry.name, offers, run));
      for (const made of list.children) made.show(group.entries.find((entry) => entry.name === made.dataset.name));
    },
  };
}

/** Return what an entry is called. */
const called = (group, { name, values }) => values?.title || name || group.whole;

/** Return the field of a key, which is written at once; `deck` is that of a key which each deck has. */
function fieldOf(group, name, key, offers, run, deck = null) {
  const path = key.path.map((part) => (part === ALL ? deck.name : part));
  const known = { offers: offers[key.offers], columns: deck?.columns.map((column) => ({ name: column, head: column })), deck: deck?.name };
  const made = field(key, (value) => run(() => server.post("entry", { do: "set", group: group.group, name, at: path, value })), known);
  return { key, path, ...made };
}

/** Return an entry: one field, or several that are folded; `show(entry)` shows what is set. */
function entryOf(group, name, offers, run) {
  const remove = button("Remove", () => run(() => server.post("entry", { do: "remove", group: group.group, name })), { class: "for-change", "aria-label": `Remove ${name || group.whole}` });
  const alone = group.keys.length === 1 && !group.keys[0].path.length;
  const keys = group.keys.map((key) => (alone ? { ...key, label: name || group.whole, sentence: "" } : key));
  const fields = keys.filter(({ each }) => !each).map((key) => fieldOf(group, name, key, offers, run));
  if (alone) {
    const root = el("div", { class: "entry-row", "data-name": name }, fields[0].root, remove);
    root.show = ({ values }) => (fields[0].set(values), (remove.disabled = state.broken));
    return root;
  }
  const each = keys.filter((key) => key.each);
  const decks = each.length ? [...state.decks.values()].filter((deck) => !deck.box) : [];
  const sections = decks.map((deck) => {
    const parts = each.map((key) => fieldOf(group, name, key, offers, run, deck));
    const summary = el("summary");
    const root = el("details", { class: "game-details" }, summary, el("div", { class: "game-fields" }, parts.map((part) => part.root)));
    return { deck, parts, summary, root };
  });
  const usual = fields.filter(({ key }) => key.usual);
  const rest = fields.filter(({ key }) => !key.usual);
  const more = rest.length ? el("details", { class: "game-details" }, el("summary", { text: "More" }), el("div", { class: "game-fields" }, rest.map(({ root }) => root))) : null;
  const title = el("strong");
  const words = el("span", { class: "soft" });
  const root = el("details", { class: "entry", "data-name": name }, el("summary", {}, title, " ", words),
    el("div", { class: "game-fields" }, usual.map(({ root: made }) => made)), sections.map((section) => section.root), more, el("div", { class: "entry-foot" }, group.group === "tables" ? button("Write its rows", () => address.go({ view: "cards", deck: name, part: null })) : null, remove));

  root.show = (entry) => {
    const { values } = entry;
    const text = (list, of) => list.filter(({ key }) => key.name !== "title" && has(key, of)).map(({ key, path }) => written(key, at(of, path), offers)).filter(Boolean).join(", ");
    title.textContent = called(group, entry);
    words.textContent = text(usual, values);
    for (const made of fields) {
      made.root.hidden = !has(made.key, values);
      made.set(at(values, made.path));
    }
    for (const { deck, parts, summary } of sections) {
      for (const made of parts) made.set(at(values, made.path));
      const changes = text(parts, values);
      summary.textContent = `${deck.title || deck.name}: ${changes || "as in the whole game"}`;
    }
    remove.disabled = state.broken;
  };
  return root;
}

/** Return what is set of a key in a few words; empty where nothing is. */
function written(key, value, offers) {
  if (value === undefined || value === "" || (key.control === "flag" && !["yes", "true"].includes(String(value)))) return "";
  if (key.control === "flag") return key.label.toLowerCase();
  if (key.control === "conditions") return `${key.label.toLowerCase()} (${Object.keys(value).join(", ")})`;
  const word = (each) => key.titles[key.words.indexOf(each)] ?? offers[key.offers]?.find(([known]) => known === each)?.[1] ?? each;
  const text = [value].flat().map(word).join(", ");
  return key.control === "number" ? `${key.label.toLowerCase()} ${text}${key.unit && key.unit !== "dpi" ? ` ${key.unit}` : ""}` : text;
}

/** Ask for a new entry; resolves to the answer of the edit, null for none. */
function askEntry(group, offers) {
  const values = {};
  const list = el("datalist", { id: "entry-names" }, (offers[group.offers] ?? []).map(([value]) => el("option", { value })));
  const name = el("input", { type: "text", list: list.id, autocomplete: "off", required: !group.whole, placeholder: group.whole || null });
  const keys = group.keys.filter((key) => key.usual && !key.each);
  const kinds = keys.find((key) => key.name === "kind");
  if (kinds) values[kinds.path.join(".")] = kinds.words[0];
  const chosen = (key) => values[[...key.path.slice(0, -1), "kind"].join(".")];
  const fields = keys.map((key) => ({ key, ...field(key, (value) => {
    values[key.path.join(".")] = value ?? undefined;
    look();
    return true;
  }, { offers: offers[key.offers] }) }));
  const look = () => {
    for (const made of fields) {
      made.root.hidden = made.key.kinds.length > 0 && !made.key.kinds.includes(chosen(made.key));
      made.set(values[made.key.path.join(".")]);
    }
  };
  look();
  const content = [group.named ? labelled(group.named, name) : null, list, ...fields.map(({ root }) => root)].filter(Boolean);
  return ask(`Add ${group.noun}`, content, "Add", () => {
    const filled = keys.filter((key) => values[key.path.join(".")] !== undefined && !fields.find((made) => made.key === key).root.hidden);
    return server.post("entry", { do: "add", group: group.group, name: name.value.trim(), values: filled.map((key) => [key.path, values[key.path.join(".")]]) });
  });
}
