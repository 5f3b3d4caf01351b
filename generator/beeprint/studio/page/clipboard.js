/** Blocks of cells as spreadsheets put them on the clipboard: text with tabs between cells, and a table in HTML. */

const QUOTED = /[\t\r\n"]/;

/** Return rows of cells as text with tabs; a cell that holds a tab, a line break or a quote is quoted. */
export function asText(rows) {
  const quote = (text) => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((cells) => cells.map(quote).join("\t")).join("\r\n");
}

const escape = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Return rows of cells as a table in HTML. Excel keeps line breaks within a cell, and texts such as 007 or 1-2 as
 * texts; `isNumber(column)` is true where it may read numbers. */
export function asHtml(rows, isNumber) {
  const text = "mso-number-format:'\\@';";
  const cell = (words, column) => {
    const style = `white-space:pre-wrap;mso-data-placement:same-cell;${isNumber(column) ? "" : text}`;
    return `<td style="${style}">${escape(words).replaceAll("\n", "<br>")}</td>`;
  };
  const lines = rows.map((cells) => `<tr>${cells.map(cell).join("")}</tr>`);
  return `<meta charset="utf-8"><table>${lines.join("")}</table>`;
}

/** Return the rows of cells of what is pasted, null where there are none. */
export function rowsPasted({ clipboardData }) {
  const [text, html] = ["text/plain", "text/html"].map((type) => clipboardData?.getData(type));
  return text ? parse(text) : html ? parseHtml(html) : null;
}

/** Parse text from a spreadsheet as rows of cells. A quote begins a quoted cell only where the closing quote ends it:
 * `"Hi", he said` is words. */
function parse(text) {
  const clean = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const quoted = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y;
  const plain = /[^\t\n]*/y;
  const rows = [[]];
  let at = 0;
  for (;;) {
    quoted.lastIndex = plain.lastIndex = at;
    const match = quoted.exec(clean);
    const cell = match ? match[1].replaceAll('""', '"') : plain.exec(clean)[0];
    rows.at(-1).push(cell);
    at += match ? match[0].length : cell.length;
    if (at >= clean.length) return rows;
    if (clean[at] === "\n") rows.push([]);
    at += 1;
    if (at === clean.length) {
      rows.at(-1).push("");
      return rows;
    }
  }
}

/** Return the rows of the first table in HTML, null where there is none; cells that span others count as all of them. */
function parseHtml(html) {
  const table = new DOMParser().parseFromString(html, "text/html").querySelector("table");
  if (!table) return null;
  const rows = [...table.rows].map(() => []);
  [...table.rows].forEach((row, at) => {
    let across = 0;
    for (const cell of row.cells) {
      while (rows[at][across] !== undefined) across += 1;
      for (let down = 0; down < Math.min(cell.rowSpan, rows.length - at); down += 1)
        for (let over = 0; over < cell.colSpan; over += 1) rows[at + down][across + over] = down || over ? "" : wordsOf(cell);
      across += cell.colSpan;
    }
  });
  return rows.length ? rows.map((cells) => [...cells].map((text) => text ?? "")) : null;
}

/** Return the words of a cell, with the line breaks that a person sees. */
function wordsOf(cell) {
  const isKept = /white-space:\s*pre/.test(cell.getAttribute("style") ?? "");
  for (const text of isKept ? [] : textsIn(cell)) text.data = text.data.replace(/\s+/g, " ");
  for (const line of cell.querySelectorAll("br")) line.replaceWith("\n");
  const blocks = [...cell.querySelectorAll("p, div, li")];
  for (const block of blocks.slice(0, -1)) block.append("\n");
  return cell.textContent.replaceAll("\u00a0", " ").replace(/ *\n */g, "\n").trim();
}

function textsIn(cell) {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts;
}
