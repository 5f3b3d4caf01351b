/** What names in braces stand for, in words: columns as their table calls them, and what is no column. */

const CALLED = { item: "each item", "item.value": "each item's value", "item.head": "each item's name", "game.title": "the title of the game" };
const WHOLE = /^([^{}]*\/)?\{([\w.-]+)\}$/;

/** Return what a name stands for; `columns` are those of the deck. */
export const callName = (name, columns) => columns.find((column) => column.name === name)?.head ?? CALLED[name] ?? name.split(".").reverse().join(" of the ");

/** Return the name that a content is alone, with or without the folder of its files before it, as {name, folder}; null
 * for a content that has other words. */
export function boundTo(content) {
  const [, folder = "", name] = WHOLE.exec(content ?? "") ?? [];
  return name ? { name, folder: folder.replace(/\/$/, "") } : null;
}

/** Return what a layer shows by its content, such as a picture, in words. */
export function wordsOf(what, content, columns) {
  const { name, folder } = boundTo(content);
  const source = columns.some((column) => column.name === name) ? `named in the column ${callName(name, columns)}` : `named by ${callName(name, columns)}`;
  return `The ${what} ${source}${folder ? `, from the folder ${folder}` : ""}`;
}
