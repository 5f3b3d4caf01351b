/** What names in braces stand for, in words: columns as their table calls them, and what is no column. The page shows them
 * in the marks of form letters, «Name», and reads these as well as braces. */

const CALLED = { item: "each item", "item.value": "each item's value", "item.head": "each item's name", "game.title": "the title of the game" };
const NAME = /\{([\w.-]+)\}/g;
const WHOLE = /^([^{}]*\/)?\{([\w.-]+)\}$/;

/** Return what a name stands for; `columns` are those of the deck. */
export const callName = (name, columns) => columns.find((column) => column.name === name)?.head ?? CALLED[name] ?? name.split(".").reverse().join(" of the ");

/** Return the name that a content is alone, with or without the folder of its files before it, as {name, folder}; null
 * for a content that has other words. */
export function boundTo(content) {
  const [, folder = "", name] = WHOLE.exec(content ?? "") ?? [];
  return name ? { name, folder: folder.replace(/\/$/, "") } : null;
}

/** Return what names in braces are called in a content, each by what is unlike the others: a name of no column too. */
function calls(content, columns) {
  const inside = [...String(content).matchAll(NAME)].map(([, name]) => name);
  const names = [...new Set([...columns.map(({ name }) => name), ...Object.keys(CALLED), ...inside])];
  const called = new Map(names.map((name) => [name, callName(name, columns)]));
  const count = (words) => [...called.values()].filter((each) => each === words).length;
  return new Map([...called].filter(([, words]) => count(words) === 1 && !/[«»]/.test(words)));
}

/** Return a content as a person reads it: «Name» where a file has {name}; as it is, where it could not be read back. */
export function inMarks(content, columns) {
  const called = calls(content, columns);
  const words = content.replace(NAME, (braced, name) => (called.has(name) ? `«${called.get(name)}»` : braced));
  return fromMarks(words, content, columns) === content ? words : content;
}

/** Return a content as a file has it, from what a person typed; `before` is the content until now. */
export function fromMarks(words, before, columns) {
  const names = new Map([...calls(before, columns)].map(([name, called]) => [called.toLowerCase(), name]));
  return words.replace(/«([^«»]*)»/g, (marked, called) => (names.has(called.trim().toLowerCase()) ? `{${names.get(called.trim().toLowerCase())}}` : marked));
}

/** Return what a layer shows by its content, such as a picture, in words. */
export function wordsOf(what, content, columns) {
  const { name, folder } = boundTo(content);
  const source = columns.some((column) => column.name === name) ? `named in the column ${callName(name, columns)}` : `named by ${callName(name, columns)}`;
  return `The ${what} ${source}${folder ? `, from the folder ${folder}` : ""}`;
}
