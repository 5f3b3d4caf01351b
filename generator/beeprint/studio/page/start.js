/** The start page: begin a game, import a table, open a folder, or go on with a recent game. */

import { asText, rowsPasted } from "./clipboard.js";
import { wordsOf } from "./dialogs.js";
import { button, el, helpLink, icon, iconButton, say, titleFrom } from "./dom.js";
import { offer, withPath } from "./drop.js";
import { folderBrowser } from "./folders.js";
import { lookPicker } from "./looks.js";
import { explain, isOver } from "./lost.js";
import * as server from "./server.js";

const main = document.getElementById("main");
/** Go to the game, which may have the address of this page; `view` is what it begins with. */
const game = (view = "") => {
  history.pushState(null, "", `./${view}`);
  location.reload();
};
const MOST = 64e6; // bytes of a ZIP
const FEW = 12; // recent games that are shown at first
const AGAIN = 3000; // ms between looks
let known = null;
let looking = 0;
let unbegun = false;

begin();
look();
new EventSource(server.here()); // the studio may end when no page is open
document.addEventListener("visibilitychange", look);

/** Look every few seconds, and when the page is seen again, whether the studio is still there; say so where it is not. */
async function look() {
  clearTimeout(looking);
  if (document.visibilityState !== "visible") return;
  const how = await server.reach("page/icon.svg");
  if (unbegun && !isOver(how)) begin();
  explain(document.getElementById("lost"), how, "", "Your games are saved in their folders.");
  clearTimeout(looking);
  looking = setTimeout(look, AGAIN);
}

async function begin() {
  try {
    known = await server.games();
    unbegun = false;
  } catch {
    unbegun = true; // look says why, and begins once the studio answers
    return;
  }
  const make = known["read-only"]
    ? el("p", { class: "start-drop", text: "This studio only shows games (--read-only), and makes none." })
    : el("p", { class: "start-drop", text: "Or drop a table (XLSX, ODS, CSV, TSV, JSON), a folder with a table and pictures, or a game that somebody sent you as a ZIP, on this page. Or paste cells that you copied in a spreadsheet." });
  main.replaceChildren(
    el("h1", { class: "start-title", text: "What would you like to make?" }),
    el("p", { class: "start-lead", text: "Cards, tiles and tokens from a table and a design, ready to print. Everything stays on your computer, in a folder that you choose." }),
    el("div", { class: "start-buttons" },
      button("New game", () => newGame(), { class: "main", disabled: known["read-only"] }),
      button("Import a table", () => importTable([]), { disabled: known["read-only"] }),
      button("Open a folder", openFolder)),
    make,
    el("p", { class: "start-drop" }, "New here? ", helpLink("design", "See how a deck is made"), ", step by step. ", helpLink("index"), " has everything else."),
    el("p", { class: "start-drop", hidden: !known.open }, el("a", { href: "./", text: `Back to ${known.open?.title}` })),
    recentGames(),
    section("Templates", known.templates.map(templateTile)),
    known.quits ? el("p", { class: "start-drop" }, button("Quit beeprint", quit)) : "");
  if (known["read-only"]) return;
  offer(() => true, (dropped) => (dropped.length === 1 && isZip(dropped[0]) ? openZip(dropped[0]) : importTable(dropped)));
  document.addEventListener("paste", paste);
}

/** Import the cells that a person has copied in a spreadsheet. */
function paste(event) {
  const rows = event.target.closest("input, textarea") ? null : rowsPasted(event);
  if (!rows || rows.length < 2 || rows[0].length < 2) return;
  event.preventDefault();
  importTable([withPath(new File([asText(rows)], "cards.tsv"))]);
}

/** End the studio, and say what is left to do. */
async function quit() {
  clearTimeout(looking);
  document.removeEventListener("visibilitychange", look);
  await server.post("quit", {});
  main.replaceChildren(el("h1", { class: "start-title", text: "beeprint has ended" }),
    el("p", { class: "start-lead", text: "Everything is saved in the folders of your games. You can close this page." }));
}

/** Return the games that were opened last: a few, and a button that shows all that are remembered. */
function recentGames() {
  const tiles = known.recent.map((each, at) => recentTile(each, at));
  const rest = tiles.splice(FEW);
  const made = section("Recent games", tiles, "Games that you open are listed here.");
  const all = button(`Show all ${tiles.length + rest.length}`, () => {
    made.querySelector("ul").append(...rest.map((tile) => el("li", {}, tile)));
    all.remove();
    rest[0].focus();
  }, { class: "small" });
  if (rest.length) made.append(el("p", {}, all));
  if (tiles.length) made.append(el("p", { class: "soft", text: "A game that is not listed here: choose Open a folder above." }));
  return made;
}

function section(title, tiles, none = "") {
  const id = title.toLowerCase().replace(" ", "-");
  const list = tiles.length ? el("ul", { class: "tiles", "aria-labelledby": id }, tiles.map((tile) => el("li", {}, tile)))
    : el("p", { class: "soft", text: none });
  return el("section", { class: "start-section" }, el("h2", { id, text: title }), list);
}

/** Return the first card of a game; a drawing of a folder where there is none to show. */
function cover(kind, name) {
  const frame = el("span", { class: "cover", "aria-hidden": "true" });
  const picture = el("img", { alt: "", loading: "lazy", src: server.cover(kind, name) });
  picture.addEventListener("error", () => frame.replaceChildren(icon("folder")));
  frame.append(picture);
  return frame;
}

/** Return the name by which the studio knows the picture of a template, in a look where it has several. */
const coverName = ({ kind, name }, look = known.cards.looks[0].name) => (kind === "cards" ? `${name}-${look}` : name);

const PLAIN = { name: "", title: "Plain", words: "a frame in one colour" };
/** Return the address of the picture of a template in a look. */
const coverIn = ({ kind, name }, look) => (kind === "cards" ? server.cover(kind, `${name}-${look}`) : `${server.cover(kind, name)}?${new URLSearchParams({ look })}`);

/** Return the look in which the start page shows a template: each in its turn. */
function lookOf(template) {
  const { looks, templates } = known.cards;
  return looks[Math.max(0, templates.findIndex(({ name }) => name === template.name)) % looks.length].name;
}

function recentTile({ title, path }, at) {
  const tile = button("", () => act(tile, () => server.post("open-game", { path })), { class: "tile", title: path });
  tile.append(cover("recent", at), el("span", { class: "tile-title", text: title }), el("span", { class: "tile-words", text: path }));
  return tile;
}

function templateTile(template) {
  const { kind, name, title, summary } = template;
  const look = kind === "game" && button("Look", () => act(look, () => server.post("open-game", { game: name })), { class: "small", "aria-label": `Look at ${title}` });
  const words = kind === "game" ? "Copy and change" : "Use";
  const use = button(words, () => newGame(template), { class: "small", disabled: known["read-only"], "aria-label": `${words} ${title}` });
  return el("div", { class: "tile" }, cover(kind, coverName(template, lookOf(template))), el("span", { class: "tile-title", text: title }),
    el("span", { class: "tile-words", text: summary }), el("div", { class: "tile-buttons" }, use, look));
}

/** Do something that opens a game, and go to it; what is wrong is said beside the button. */
async function act(beside, wish) {
  try {
    await wish();
    game();
  } catch (error) {
    say(error.message);
    beside.after(el("p", { class: "dialog-wrong", text: error.message }));
  }
}

/** Show a dialog with a form; `send` makes the game. Its problems stand beside the button until something is changed. */
function dialogOf(title, body, does, send) {
  const wrong = el("p", { class: "dialog-wrong", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "main", text: does });
  const cancel = button("Cancel", () => dialog.close());
  const close = iconButton("close", "Close (Esc)", () => dialog.close(), { class: "quiet" });
  const form = el("form", { novalidate: true }, body, el("div", { class: "dialog-foot" }, wrong, cancel, submit));
  const dialog = el("dialog", { class: "start-dialog", "aria-labelledby": "dialog-title" },
    el("div", { class: "dialog-head" }, el("h2", { id: "dialog-title", text: title }), close), form);
  const fail = (error) => {
    wrong.textContent = wordsOf(error);
    wrong.hidden = !wrong.textContent;
  };
  const settle = () => (wrong.hidden = true);
  form.addEventListener("input", settle);
  form.addEventListener("click", (event) => event.target.closest(".browser button") && settle()); // another folder
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    settle();
    submit.disabled = true;
    try {
      await send();
    } catch (error) {
      fail(error);
    } finally {
      submit.disabled = false;
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, submit, cancel, fail };
}

const field = (label, input) => {
  if (input.matches("select")) input.setAttribute("aria-label", label); // the words of its options are no part of its name
  return el("label", { class: "field" }, el("span", { text: label }), input);
};
const line = (made = {}) => el("input", { type: "text", maxlength: 80, autocomplete: "off", ...made });

/** Return a browser of folders behind one line, `root`, that says where a game of some title will be. */
function placeOf(title, submit) {
  const browser = folderBrowser("Where it is put", tell);
  const at = el("span", { class: "soft place-path" });
  const root = el("details", { class: "place-of" }, el("summary", {}, el("span", { class: "label", text: "Where it is put" }), " ", at, el("span", { class: "change", text: "Change" })), browser.root);
  function tell() {
    const view = browser.view();
    if (!view) return;
    const name = title.value.trim();
    at.textContent = view.path;
    if (!view.writable) root.open = true;
    if (view.writable) browser.say(name ? `The game becomes a new folder in ${view.path}` : `It will be in ${view.path}`);
    else browser.say("You may not write into this folder: choose another one.", true);
    submit().disabled = !view.writable;
  }
  title.addEventListener("input", tell);
  browser.go(known.home);
  return { ...browser, root };
}

function newGame(template = known.templates[0]) {
  const title = line({ autofocus: true });
  const deck = line({ value: "Cards" });
  const deckField = field("What the deck is called", deck);
  const browser = placeOf(title, () => shown.submit);
  let chosen = template;
  let look = "";
  const pick = (each) => {
    chosen = each;
    deckField.hidden = !each.deck;
    const looks = looksOf(each);
    if (!looks.some(({ name }) => name === look)) look = (each.kind === "cards" && each === template ? lookOf(each) : looks[0]?.name) ?? "";
    lookList.replaceChildren(...looks.map(({ name, title: called, words }) => el("label", { class: "template", title: words },
      el("input", { type: "radio", name: "look", checked: name === look, on: { change: () => ((look = name), follow()) } }),
      el("span", { class: "cover", "aria-hidden": "true" }, el("img", { alt: "", src: coverIn(each, name) })), el("span", { text: called }))));
    noLook.hidden = looks.length > 0;
    follow();
  };
  const looksOf = (each) => (each.kind === "cards" ? known.cards.looks : each.deck ? [PLAIN, ...known.cards.looks] : []);
  const pictures = new Map();
  /** Show every template in the look that is chosen, as far as it has that one. */
  const follow = () => {
    for (const [each, picture] of pictures) {
      const has = looksOf(each).some(({ name }) => name === look);
      const address = has ? coverIn(each, look) : server.cover(each.kind, coverName(each));
      if (picture.getAttribute("src") !== address) picture.src = address;
    }
  };
  const coverOf = (each) => {
    const made = cover(each.kind, coverName(each));
    pictures.set(each, made.querySelector("img"));
    return made;
  };
  const lookList = el("div", { class: "templates" });
  const noLook = el("p", { class: "soft", text: "This template has a look of its own. You can change its colours and letters in the game." });
  const lookField = el("fieldset", {}, el("legend", { text: "Look" }), lookList, noLook);
  const choices = el("div", { class: "templates" }, known.templates.map((each) => el("label", { class: "template" },
    el("input", { type: "radio", name: "template", checked: each === template, on: { change: () => pick(each) } }),
    coverOf(each), el("span", { text: each.title }))));
  pick(template);
  const body = [field("Title", title), browser.root, el("fieldset", {}, el("legend", { text: "Template" }), choices), lookField, deckField];
  const shown = dialogOf("New game", body, "Make the game", async () => {
    const { kind, name } = chosen;
    await server.post("new-game", { title: title.value, kind, name, look, deck: deck.value, folder: browser.path() || known.home });
    game(chosen.deck || kind === "cards" ? "#cards" : ""); // a blank game begins with its cards, to write
  });
}

function openFolder() {
  const browser = folderBrowser("Folder of the game", (view) => {
    shown.submit.disabled = !view.game;
    browser.say(view.game ? "This folder is a game." : "Choose a folder that is marked as a game.");
  });
  const zip = el("input", { type: "file", accept: ".zip", class: "unseen", tabindex: -1, "aria-label": "ZIP", on: { change: () => openZip(zip.files[0]) } });
  const sent = known["read-only"] ? "" : el("p", { class: "soft" }, "Did somebody send you a game as a ZIP? ", button("Open a ZIP", () => zip.click(), { class: "small" }), zip);
  const shown = dialogOf("Open a folder", [browser.root, sent], "Open the game", async () => {
    await server.post("open-game", { path: browser.path() });
    game();
  });
  shown.submit.disabled = true;
  browser.go(known.home);
}

const isZip = ({ name }) => /\.zip$/i.test(name);

/** Ask where a game goes that somebody sent as a ZIP, unpack it there and open it. */
function openZip(file) {
  document.querySelector("dialog.start-dialog")?.close();
  const title = line({ value: file.name.replace(/( ?\(\d+\))?\.zip$/i, ""), autofocus: true });
  const browser = placeOf(title, () => shown.submit);
  const shown = dialogOf(`Open ${file.name}`, [field("Name of its folder", title), browser.root], "Unpack and open", async () => {
    if (file.size > MOST) throw new Error("This ZIP is larger than 64 MB. Unpack it with your computer's own program, then choose Open a folder.");
    await server.unpack(file, title.value, browser.path() || known.home);
    game();
  });
}

/** Ask for a table, or go on with one that was dropped. */
function importTable(dropped) {
  const one = el("input", { type: "file", multiple: true, accept: known.formats.join(","), class: "unseen", tabindex: -1, "aria-label": "Table" });
  const whole = el("input", { type: "file", webkitdirectory: true, class: "unseen", tabindex: -1, "aria-label": "Folder with a table" });
  const title = line();
  const size = el("select");
  const width = el("input", { type: "number", min: 40, max: 400, step: "any", value: 63 });
  const height = el("input", { type: "number", min: 40, max: 400, step: "any", value: 88 });
  const sheets = el("fieldset", { class: "sheet-choices", hidden: true });
  const words = el("p", { role: "status" });
  const zone = el("div", { class: "drop-zone" }, words,
    el("div", { class: "buttons" }, button("Choose a file", () => one.click()), button("Choose a folder", () => whole.click())), one, whole);
  const sides = el("div", { class: "pair", hidden: true }, field("Width in mm", width), field("Height in mm", height));
  const named = known.sizes.map(({ name, width, height }) => [name, `${name.replaceAll("-", " ")}, ${width} x ${height} mm`]);
  for (const [value, text] of [["", "As the texts need it"], ...named, ["own", "Own size in millimetres"]]) size.append(el("option", { value, text }));
  size.addEventListener("change", () => (sides.hidden = size.value !== "own"));
  const browser = placeOf(title, () => shown.submit);
  const wantedSize = () => (size.value === "own" ? `${width.value}x${height.value}` : size.value);
  const ticked = () => [...sheets.querySelectorAll("[type=checkbox]:checked")].map((box) => box.value);
  const wantedSheets = () => (ticked().join("\n") === usual.join("\n") ? [] : ticked());
  const styles = lookPicker(known.cards, (template, look) => server.coverOfTray(tray, { template, look, size: wantedSize(), sheets: wantedSheets().join("\n") }));
  const own = new Map(); // by sheet: what is chosen for its cards alone
  for (const control of [size, width, height, sheets]) control.addEventListener("change", styles.draw);
  const rest = el("div", { class: "import-rest", hidden: true }, field("Title", title), browser.root, sheets, field("Size of the cards", size), sides, styles.root);
  let tray = null;
  let taken = [];
  let usual = []; // the sheets that are taken where a person chooses none
  words.textContent = "Drop a table here (XLSX, ODS, CSV, TSV, JSON), or a folder with a table and its pictures. Or paste cells that you copied in a spreadsheet.";

  async function take(files) {
    if (!files.length) return;
    shown.fail({ problems: [] });
    try {
      const { tray: number } = await server.post("tray", {});
      let done = 0;
      for (const file of files.filter(({ path }) => !path.split("/").some((name) => name.startsWith(".")))) {
        words.textContent = `Reading ${file.name} (${++done} of ${files.length})`;
        await server.upload(`upload/${number}/${file.path.split("/").map(encodeURIComponent).join("/")}`, file);
      }
      const { name, sheets: names } = await server.post("tables", { tray: number });
      tray = number;
      taken = files;
      words.textContent = files.length > 1 ? `${files.length} files` : files[0].name;
      if (!title.value) title.value = titleFrom(name);
      title.dispatchEvent(new Event("input"));
      usual = names.filter(({ cards }) => cards).map(({ name }) => name);
      own.clear();
      sheets.replaceChildren(el("legend", { text: "Sheets that become decks" }), ...names.map((sheet) => sheetRow(sheet, own, named, styles, (wish) => server.coverOfTray(tray, wish))),
        el("small", { class: "soft", text: "Sheets that look like lists of cards are ticked. Tick those that list your cards." }));
      sheets.hidden = !names.length;
      rest.hidden = false;
      styles.draw();
      shown.submit.hidden = false;
      title.focus();
    } catch (error) {
      words.textContent = `${files.length > 1 ? "These files make no game" : `${files[0].name} makes no game`}. Choose a table (XLSX, ODS, CSV, TSV, JSON).`;
      rest.hidden = shown.submit.hidden = true; // what was chosen before is gone
      shown.fail(error);
    }
  }
  for (const input of [one, whole]) input.addEventListener("change", () => take([...input.files].map((file) => withPath(file))));

  document.querySelector("dialog.start-dialog")?.close();
  const shown = dialogOf("Import a table", [zone, rest], "Make the game", async () => {
    if (!sheets.hidden && !ticked().length) throw new Error("Tick a sheet that lists your cards.");
    const style = { template: styles.template(), look: styles.look(), each: Object.fromEntries(ticked().filter((sheet) => own.has(sheet)).map((sheet) => [sheet, own.get(sheet)])) };
    const done = await server.post("import", { tray, title: title.value, folder: browser.path() || known.home, size: wantedSize(), sheets: wantedSheets(), ...style });
    shown.dialog.close();
    tell(done.notes, taken);
  });
  shown.submit.hidden = true;
  take(dropped);
}

/** Return the line of a sheet: whether it becomes a deck, and, folded, the template, size and look of its cards alone. */
function sheetRow({ name, cards, template: [suited, why] }, own, sizes, styles, cover) {
  const tick = el("input", { type: "checkbox", value: name, checked: cards, on: { change: () => (more.hidden = !tick.checked) } });
  const titled = (list, value) => list.find((each) => each.name === value)?.title ?? "";
  const choice = (label, key, options) => {
    const list = el("select", { "aria-label": label, on: { change: () => choose(key, list.value) } }, options.map(([value, text]) => el("option", { value, text })));
    return field(label, list);
  };
  const summary = el("summary");
  const picture = el("img", { alt: "" });
  const reason = el("small", { class: "soft", text: suited ? `${titled(known.cards.templates, suited)} suits it, since ${why}.` : "" });
  const pairs = (list) => list.map((each) => [each.name, each.title]);
  const more = el("details", { hidden: !cards, on: { toggle: show } }, summary, el("div", { class: "sheet-style" }, el("span", { class: "cover", "aria-hidden": "true" }, picture),
    el("div", { class: "sheet-fields" },
      choice("Template", "template", [["", "As below"], ...pairs(known.cards.templates)]), choice("Size", "size", [["", "As below"], ...sizes]), choice("Look", "look", [["", "As below"], ...pairs(known.cards.looks)]), reason)));
  const root = el("div", { class: "sheet-row" }, el("label", { class: "toggle" }, tick, el("span", { text: name })), more);

  function choose(key, value) {
    const wish = { ...own.get(name), [key]: value };
    own.set(name, wish);
    show();
  }

  function show() {
    const { template = "", size = "", look = "" } = own.get(name) ?? {};
    const chosen = [titled(known.cards.templates, template), size.replaceAll("-", " "), titled(known.cards.looks, look)].filter(Boolean);
    summary.textContent = chosen.join(", ") || "Template, size and look as below";
    if (more.open) picture.src = cover({ sheets: name, template: template || styles.template(), look: look || styles.look(), size });
  }
  show();
  return root;
}

/** Show what was guessed of files, and go to the game; or take it back, and ask for a table again. */
function tell(notes, files) {
  const lines = [];
  for (const note of notes) {
    const deep = note.search(/\S/);
    if (deep < 4) lines.push(el("li", { class: deep ? "inner" : null, text: note.trim() }));
    else {
      if (!lines.at(-1).matches(".of-columns")) lines.push(el("li", { class: "inner of-columns" }, el("details", {}, el("summary", { text: "What its columns are" }), el("ul"))));
      lines.at(-1).querySelector("ul").append(el("li", { text: note.trim() }));
    }
  }
  const open = () => game();
  const words = "You can change all of it in the game. Cells that do not fit are listed in Problems.";
  const { dialog, cancel, fail } = dialogOf("What was guessed", [el("p", { class: "soft", text: words }), el("ul", { class: "notes", tabindex: 0, "aria-label": "What was guessed" }, lines)], "Open the game", async () => game());
  const again = button("Choose again", async () => {
    again.disabled = true;
    try {
      await server.post("choose-again", {});
    } catch (error) {
      again.disabled = false;
      return fail(error);
    }
    dialog.removeEventListener("close", open);
    importTable(files);
  }, { title: "Remove this game, and import the table in another way" });
  cancel.replaceWith(again); // the game is there: closing the dialog opens it too
  dialog.addEventListener("close", open);
}
