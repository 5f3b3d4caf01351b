/** What the cells of a column may hold: its type and limits, with the cells that would not fit while one chooses. */

import { ask } from "./dialogs.js";
import { capital, counted, el, stopped } from "./dom.js";
import { field } from "./fields.js";
import { Refused } from "./server.js";

const LISTED = 40; // the most different texts that become the words of a choice

/** Ask for the type of a column. `known` is what is set, `texts` are the different texts of its cells, and `send(action,
 * wish)` asks the studio. Resolves to the answer of the edit, null for none. */
export function askType(head, known, texts, send) {
  const values = { ...known.values };
  const kindKey = known.keys.find(({ name }) => name === "type");
  const rest = known.keys.filter(({ name }) => !["type", "optional"].includes(name));
  const type = field({ ...kindKey, default: "" }, change("type"));
  const list = type.root.querySelector("select");
  const fields = new Map(rest.map((key) => [key.name, field(key.name === "table" ? { ...key, control: "choice", required: true, words: Object.keys(known.tables), titles: Object.values(known.tables) } : key, change(key.name))]));
  const optional = field(known.keys.find(({ name }) => name === "optional"), change("optional"));
  const unique = el("input", { type: "checkbox", checked: known.unique, on: { change: () => preview() } });
  const about = type.root.querySelector("small");
  const says = el("p", { role: "status", class: "fit-says" });
  const examples = el("ul", { class: "plain-list" });
  const content = el("div", { class: "fields column-type" }, type.root, [...fields.values()].map(({ root }) => root), optional.root,
    el("label", { class: "toggle" }, unique, el("span", { text: "No two rows have the same" })), el("div", { class: "fit" }, says, examples));
  let checking = null;
  let again = false;

  function change(name) {
    return async (value) => {
      if (value === null) delete values[name];
      else values[name] = value;
      if (name === "type") begin();
      draw();
      preview();
      return true;
    };
  }

  /** Begin a choice with the texts that the cells have. */
  function begin() {
    if (values.type === "choice" && !values.of?.length && texts.length <= LISTED) values.of = [...texts].sort();
    if (values.type === "ref") values.table ??= Object.keys(known.tables)[0];
  }

  function draw() {
    const { keys, sentence } = known.types[values.type ?? "text"];
    about.textContent = sentence;
    for (const [name, { root }] of fields) root.hidden = !keys.includes(name) || (["min", "max"].includes(name) && values.type === "list" && values.items !== "int");
    for (const [name, made] of [["type", type], ["optional", optional], ...fields]) made.set(values[name]);
  }

  const wish = () => ({ values, unique: unique.checked });

  /** Say how many cells would not fit; the latest choice is asked after the one under way. */
  async function preview() {
    again = true;
    if (checking) return;
    checking = true;
    while (again) {
      again = false;
      tell(await send("check-column-type", wish()));
    }
    checking = false;
  }

  function tell(fit) {
    const refused = fit.done === false;
    const problems = refused ? fit.problems : fit.others;
    const line = ({ message, hint }) => el("li", { text: [capital(stopped(message)), hint ? stopped(capital(hint)) : ""].filter(Boolean).join(" ") });
    says.dataset.faulty = String(refused || fit.faulty > 0);
    says.textContent = refused ? "This cannot be." : fit.faulty ? `${counted(fit.faulty, "cell")} of ${fit.cells.toLocaleString("en")} would not fit. They stay as they are, and are marked.` : fit.cells ? "All cells fit." : "There are no cells yet.";
    examples.replaceChildren(
      ...(refused ? [] : fit.examples.map(({ row, message }) => el("li", { text: `${row}: ${message}` }))),
      ...(refused || fit.faulty <= fit.examples.length ? [] : [el("li", { class: "soft", text: `and ${counted(fit.faulty - fit.examples.length, "more cell")}` })]),
      ...(!refused && unique.checked && fit.same ? [el("li", { text: `${counted(fit.same, "row")} ${fit.same === 1 ? "has" : "have"} the text of another row.` })] : []),
      ...problems.map(line), ...(fit.more ? [el("li", { class: "soft", text: `and ${counted(fit.more, "more problem")}` })] : []));
  }

  list.replaceChildren(...kindKey.words.map((word, at) => el("option", { value: word, text: kindKey.titles[at] })));
  type.set = (value) => (list.value = value ?? "text");
  draw();
  preview();
  return ask(`Type of ${head}`, content, "Change", async () => {
    const answer = await send("column-type", wish());
    if (answer.done === false) throw new Refused(answer.problems, answer);
    return answer;
  }, { focus: list });
}
