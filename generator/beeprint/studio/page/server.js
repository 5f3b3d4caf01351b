/** Ask the studio; every address is relative to the page's own. */

import { now } from "./address.js";
import { LOOKING } from "./dom.js";

const part = encodeURIComponent;

/** Return the choice of language, edition and players as the start of a query. */
export function choice() {
  const asked = new URLSearchParams();
  for (const name of ["language", "edition", "players"]) if (now[name]) asked.set(name, now[name]);
  return asked;
}

function address(path, more = {}) {
  const asked = choice();
  for (const [name, value] of Object.entries(more)) if (value !== null && value !== undefined) asked.set(name, value);
  const query = asked.toString();
  return query ? `${path}?${query}` : path;
}

/** Return where the drawing of a piece's side is; `key` names another state of it than the present one. `more` may name, with
 * commas between them, slots that it is drawn `without`, or the `only` ones to draw, in a `box` if it is one. */
export function face(piece, side, key = piece[side], more = {}) {
  const id = side === "back" && piece["shared-back"] ? "" : piece.id;
  return address(`face/${part(piece.deck)}/${part(id)}/${side}`, { key, ...view(), ...more });
}

/** The keys of what presses print, by their profiles. */
export const inks = new Map();

/** Return what the address of a face says of the inks it is seen in; a press that is not there shows it as designed. */
export function view() {
  if (now.ink) return { view: now.ink };
  if (!now.press || (inks.size && !inks.has(now.press))) return {};
  return { view: "press", press: now.press, inks: inks.get(now.press) };
}

export const anatomy = (piece, side) => get(address(`anatomy/${part(piece.deck)}/${part(piece.id)}/${side}`));
export const box = (piece, side, slot) => get(address(`box/${[piece.deck, piece.id, side, ...slot.path].map(part).join("/")}`));
export const cell = (piece, column) => get(address(`cell/${[piece.deck, piece.id, column].map(part).join("/")}`));
export const deckTable = (deck, since) => get(address(`table/${part(deck)}`, { since }));
export const columnType = (deck, name) => get(address(`column-type/${part(deck)}/${part(name)}`));
export const artNames = () => get(address("art"));
export const art = ({ name, key }) => address(`art/${part(name)}`, { key });
export const kinds = () => get(address("kinds"));
export const slot = (piece, side, path) => get(address(`slot/${[piece.deck.name ?? piece.deck, piece.id, side, ...path].map(part).join("/")}`));
export const columns = (deck) => get(address(`columns/${part(deck)}`));
export const paletteInks = () => get(address("inks"));
export const fontFamilies = () => get(address("fonts"));
export const gameSettings = () => get(address("game-settings"));
export const leafletText = (language) => get(address("leaflet-text", { in: language || null }));
export const setPicture = (set, name) => address(`set-picture/${part(set)}/${part(name)}`);
export const languageTexts = (language) => get(address(`language-texts/${part(language)}`));
export const rules = () => get(address("rules"));
export const fontSample = (sample, text) => address(sample, { text: text || null });
export const fontFile = (key) => address(`font-file/${key.split("/").map(part).join("/")}`);
export const iconWords = () => get(address("icon-words"));
export const findIcons = (words) => get(address("icon-search", { words }));
export const iconPicture = (name, key) => address(`icon-picture/${part(name)}`, { key });
export const deckChoices = () => get(address("deck-choices"));
export const deckSettings = () => get(address("deck-settings"));
export const entries = (groups) => get(address(`entries/${part(groups.join(","))}`));
export const deckSources = () => get(address("deck-sources"));
export const deckUses = (deck) => get(address(`deck-uses/${part(deck)}`));
export const deckDesigns = (deck) => get(address(`deck-designs/${part(deck)}`));
export const deckDesign = (deck, wish) => get(address(`deck-design/${part(deck)}`, wish));
/** Return the address of a picture of a deck's first card as a change would leave it. */
export const coverOfDeck = (deck, wish) => address(`deck-cover/${part(deck)}`, { ...wish, game: opened.number });
export const shape = (shape) => get(address("shape", { is: JSON.stringify(shape) }));
export const presses = () => get(address("presses"));
export const profiles = () => get(address("profiles"));
export const printers = () => get(address("printers"));
export const sheets = (profile) => get(address(`sheets/${part(profile)}`, printed()));
export const beds = (profile) => get(address(`beds/${part(profile)}`, printed()));
export const toSend = () => get(address("to-send"));
export const gameZip = (name) => address(`game-zip/${part(name)}`);
export const madeZip = (job, name) => address(`made-zip/${job}/${part(name)}`);
export const leaflet = () => get(address("leaflet"));
export const numbers = (by, deck) => get(address("numbers", { by: by || null, deck: deck || null }));
export const hand = (deck, size, seed, hands) => get(address("hand", { deck, size, seed, hands }));

/** Return which decks are printed, and on which printer, as a query says them. */
const printed = () => ({ only: now.only ?? null, printer: now.printer ?? null });

/** Return where the drawing of a page is. */
export const sheet = (profile, page) =>
  address(`sheet/${part(profile)}/${page.index}/${page.side}`, { key: page.key, ...printed() });
export const bed = (profile, page) => address(`bed/${part(profile)}/${page.index}`, { key: page.key, ...printed() });
export const leafletPage = (index, key) => address(`leaflet/${index}`, { key });
export const chart = (by, deck, version) => address("chart", { by, deck: deck || null, key: version });
export const events = () => address("events");
/** Return the address of a stream that tells the studio that this page is open. */
export const here = () => address("here");

/** Tell which faces are seen, each as deck, id and side: the studio draws them first when something changes. */
export const look = (faces) => post("look", { faces });

const STILL = "page/icon.svg"; // what every studio answers, with a game or without

/** Fetch as the browser does; an Error says in words why nobody answers. */
async function fetched(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw await unreached();
  }
}

/** Return an Error that says why the studio does not do something; `otherwise` is what it says while it runs. */
async function unreached(otherwise = "This did not reach beeprint. Try again.") {
  const why = await reach(STILL);
  if (why === "gone") return new Error("beeprint has stopped. Start it again to go on.");
  if (why === "moved") return new Error("beeprint was started again, at a new address. Go on in the page that it opened.");
  return new Error(otherwise);
}

/** Return why events do not come: "gone" if nobody answers, "moved" if another studio does, "unknown" if this one does
 * not know the edition, language or players that are asked for, "again" if it will answer in a moment. */
export async function reach(question = "profiles") {
  try {
    const answer = await fetch(address(question), { cache: "no-store" });
    if (answer.ok || answer.status === 503) return "again"; // or there is no room for now
    return answer.status === 403 ? "moved" : "unknown";
  } catch {
    return "gone";
  }
}

/** What the studio refuses to do, with its problems in words. */
export class Refused extends Error {
  constructor(problems, answer = {}) {
    super(problems.map((problem) => problem.message).join("\n"));
    this.problems = problems;
    this.answer = answer;
  }
}

/** Return what an address answers; an Error says why there is none. */
export async function get(path) {
  const asked = opened.number ? `${path}${path.includes("?") ? "&" : "?"}game=${opened.number}` : path; // never of another game
  return understood(await fetched(asked, { headers: { Accept: "application/json" } }));
}

/** The number of the game that the page shows: a question or an action is refused where another one was opened since. */
export const opened = { number: null };

/** Send a wish to the studio, and return what it answers. */
export async function post(path, wish) {
  return send(path, "application/json", JSON.stringify(wish));
}

let isParting = false;

/** Send what `act` sends at once so that it arrives although the page is being closed. */
export function parting(act) {
  isParting = true;
  act();
  setTimeout(() => (isParting = false));
}

/** Send the bytes of a file to the studio, with what it is for, and return what it answers. */
export async function upload(path, file, more = {}) {
  return send(path, "application/octet-stream", file, more);
}

async function send(path, type, body, more = {}) {
  const headers = { "Content-Type": type, "X-Beeprint": "1" };
  return understood(await fetched(address(path, { ...more, game: opened.number }), { method: "POST", headers, body, keepalive: isParting }));
}

/** Return the decks that have a column of a table; it refuses a file that is no table, or has none of their columns. */
export const decksOfTable = (file) => upload("decks-of-table", file, { name: file.name });
/** Compare the table of a deck with the bytes of another one, or with what its link answers. */
export const compareTable = (deck, file) => upload("compare-table", file, { deck, name: file.name });
/** Compare again, as it is once words of some columns are in their lists. */
export const compareAgain = ({ deck, digest, name }, listing, correcting) => post("compare-again", { deck, digest, name, listing, correcting });
export const pullTable = (deck, link = "") => post("pull-table", { deck, link });

/** Take the columns of each of these cards, by its key, and these new columns into the file of a deck. */
export const replaceTable = ({ deck, digest, seen, name, listing, correcting }, cards, columns) => post("replace-table", { deck, digest, seen, name, listing, correcting, cards, columns });

/** What the start page asks. */
export const games = () => get("games");
export const folders = (path) => get(path ? `folders?path=${part(path)}` : "folders");
export const unpack = (file, title, folder) => upload("unpack", file, { title, folder });
export const cover = (kind, name) => `cover/${kind}/${part(name)}`;
export const coverOfTray = (tray, wish) => `cover/tray/${tray}?${new URLSearchParams(wish)}`;

/** Let the studio keep a table; `coverOfTable` is the address of a picture of its first card. */
export const showTable = (table) => upload("show-table", table, { name: table.name });
export const coverOfTable = (wish) => address("table-cover", { ...wish, game: opened.number });

async function understood(answer) {
  const json = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
  const said = json ? await answer.json().catch(async () => { throw await unreached(); }) : null;
  const problems = said?.problems ?? (said?.problem ? [said.problem] : []);
  if (said?.done === false && problems.length) throw new Refused(problems, said);
  if (answer.ok && said !== null) return said;
  if (answer.status === 410) throw new Error("Another game was opened in this studio. Open this one again to go on.");
  if (answer.status === 403) throw await unreached(LOOKING);
  const why = json || answer.status !== 404 ? "" : ` (${(await answer.text()).slice(0, 200)})`;
  throw new Error(`beeprint cannot do this now${why}. Load this page again. If that does not help, this is a fault of beeprint: please report it.`);
}

/** Return the problems that a cell would have with a text. */
export const checkCell = (wish) => problemsOf("check-cell", wish);

/** Return the problems that cells would have with other texts. */
export const checkCells = (wish) => problemsOf("check-cells", wish);

async function problemsOf(path, wish) {
  try {
    await post(path, wish);
    return [];
  } catch (error) {
    if (error instanceof Refused) return error.problems;
    throw error;
  }
}

/** Return the sections of Help that have some words. */
export const helpSearch = (words) => get(`help-search?words=${part(words)}`);

/** Return the bytes of a picture. */
export const bytesOf = async (path) => (await fetched(path)).blob();

/** Return the address of an earlier drawing if it can still be had, else null. */
export async function earlier(piece, side, key) {
  const asked = face(piece, side, key);
  const answer = await fetched(asked, { cache: "force-cache" });
  return answer.ok && (answer.headers.get("Cache-Control") ?? "").includes("immutable") ? asked : null;
}
