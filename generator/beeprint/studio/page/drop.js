/** Files dropped anywhere on the window: the latest offer that takes a file acts, and the browser never opens it. */

const offers = [];

/** Take dropped files: `test(file)` says whether a file is one of these, `act(files, target, event)` gets all of them with
 * the element they were dropped on. A file has `path`, its name with the folders it was dropped in. The offer of a view
 * comes before that of the whole page. */
export function offer(test, act, { whole = false } = {}) {
  offers[whole ? "push" : "unshift"]({ test, act });
}

/** Act on files as if they were dropped on an element: each goes to the first offer that takes it, one offer after the other. */
export async function drop(files, target = document.body, event = null) {
  let rest = files;
  for (const { test, act } of offers) {
    const taken = rest.filter(test);
    rest = rest.filter((file) => !taken.includes(file));
    if (taken.length) await act(taken, target, event);
  }
}

const carriesFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
const show = (over) => document.body.classList.toggle("dropping", over);

addEventListener("dragover", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = offers.length ? "copy" : "none";
  if (offers.length) show(true);
});
addEventListener("dragleave", (event) => event.relatedTarget === null && show(false));
addEventListener("drop", async (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  show(false);
  const target = event.composedPath().find((each) => each.isConnected) ?? document.body; // lines under the pointer are drawn anew
  drop(await filesOf(event.dataTransfer), target, event);
});

/** Return the files of a drop, those in folders too, each with its path. */
async function filesOf(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const plain = [...transfer.files].map((file) => withPath(file, file.name));
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  return (await Promise.all(entries.map((entry) => below(entry, "")))).flat();
}

async function below(entry, folder) {
  const path = folder + entry.name;
  if (entry.isFile) return [withPath(await new Promise((resolve, reject) => entry.file(resolve, reject)), path)];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject)); // a hundred at a time
    if (!some.length) break;
    found.push(...some);
  }
  return (await Promise.all(found.map((each) => below(each, `${path}/`)))).flat();
}

/** Return a file that knows its path. */
export function withPath(file, path = file.webkitRelativePath || file.name) {
  file.path = path;
  return file;
}
