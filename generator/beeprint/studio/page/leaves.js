/** What lies in the view of sheets: pages by file and by leaf, fronts and backs together, and what each is called. */

import { counted as number } from "./dom.js";

/** Return [{name, count, leaves: [{index, front, back}]}] of pages in the order of their files. Either side of a leaf may
 * be missing; each bed lies alone, and pictures are together by their folders, or all of them `together`. */
export function byFile(pages, together = false) {
  const leaves = new Map();
  for (const page of pages) {
    const bed = page.what === "bed";
    const index = bed ? `${page.index} ${page.side}` : page.index;
    if (!leaves.has(index)) leaves.set(index, { index });
    leaves.get(index)[bed ? "front" : page.side] = page;
  }
  const files = new Map();
  for (const leaf of leaves.values()) {
    const name = headOf(leaf.front ?? leaf.back, together);
    if (!files.has(name)) files.set(name, []);
    files.get(name).push(leaf);
  }
  return [...files].map(([name, some]) => ({ name: named(name, some), count: counted(sides(some)), leaves: some }));
}

const sides = (leaves) => leaves.flatMap(({ front, back }) => [front, back].filter(Boolean));

/** Return what a leaf stands under: its file, or the folder of a picture. */
function headOf(page, together) {
  const name = fileOf(page);
  if (page.what === "picture" && together) return "";
  return page.what === "picture" ? name.split("/").slice(0, -1).join("/") : name;
}

/** Return a heading: a file, and that of the backs if it is another one. */
function named(name, leaves) {
  const backs = leaves.find(({ front, back }) => front && back && back.what !== "picture" && fileOf(back) !== name)?.back;
  return backs ? `${name}, ${fileOf(backs)}` : name || "Pictures";
}

/** Return how many there are: sheets or beds, of which both sides are one, else pages or pictures. */
export function counted(pages) {
  const count = (what, some) => some.length && number(some.length, what);
  const of = (what) => pages.filter((page) => page.what === what);
  const pictures = [...new Set(of("picture").map(({ file }) => file))];
  const all = [count("sheet", of("sheet").filter(({ side }) => side === "front")), count("bed", of("bed")), count("page", of("page")), count("picture", pictures)];
  return all.filter(Boolean).join(", ");
}

/** Return the words below a leaf: what it is in its file; a picture's folder too where pictures are `together`. */
export function captioned({ front, back }, together = false) {
  const page = front ?? back;
  const { what, pieces } = page;
  if (what === "picture") return [front, back].filter(Boolean).map((one) => (together ? fileOf(one) : fileOf(one).split("/").at(-1))).join(", ");
  if (what !== "page") return [`${what} ${page.number}`, pieces && number(pieces, "piece")].filter(Boolean).join(", ");
  const other = front && back && front.number !== back.number && front.file === back.file;
  return other ? `pages ${Math.min(front.number, back.number)} and ${Math.max(front.number, back.number)}` : `page ${page.number}`;
}

/** Return a file's name below the profile's folder. */
export const fileOf = ({ file }) => file.split("/").slice(1).join("/") || file;
