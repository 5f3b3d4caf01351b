/** The rows of a deck: as the files have them, with the edits that are still on their way. Edits are sent one after the
 * other, each with the digests of the files as the one before left them. A row keeps its `uid` whatever its place. */

import * as server from "./server.js";

let uids = 0;
const LOST = { severity: "error", message: "This row is no longer in the file.", hint: "Look at the table again, and repeat the change." };

/** Return rows of an answer with the uids of the rows that they were. Rows that are equal at both ends are the same; of
 * those between, rows with the same id, else those in the same place where as many are left. */
export function identify(before, fresh, autoId) {
  const equal = (old, row) => old === row || (old.cells.length === row.cells.length && row.cells.every((text, at) => text === old.cells[at] || (autoId && at === 0)));
  const same = (old, row) => old === row || (!old.isNew && old.id === row.id && old.key === row.key && old.aside === row.aside && equal(old, row) && JSON.stringify([old.faulty, old.doubtful]) === JSON.stringify([row.faulty, row.doubtful]));
  const keep = (old, row) => (same(old, row) ? old : { ...row, uid: old.uid });
  const shorter = Math.min(before.length, fresh.length);
  let start = 0;
  while (start < shorter && equal(before[start], fresh[start])) start += 1;
  let end = 0;
  while (end < shorter - start && equal(before[before.length - 1 - end], fresh[fresh.length - 1 - end])) end += 1;
  const [old, now] = [before.slice(start, before.length - end), fresh.slice(start, fresh.length - end)];
  const byId = new Map(old.filter((row) => row.id).map((row) => [row.id, row]));
  const middle = now.map((row) => {
    const match = row.id && byId.get(row.id);
    if (match) byId.delete(row.id);
    return match || null;
  });
  const taken = new Set(middle);
  const rows = now.map((row, at) => {
    const match = middle[at] ?? (old.length === now.length && !taken.has(old[at]) ? old[at] : null);
    return match ? keep(match, row) : { ...row, uid: (uids += 1) };
  });
  return [
    ...fresh.slice(0, start).map((row, at) => keep(before[at], row)),
    ...rows,
    ...fresh.slice(fresh.length - end).map((row, at) => keep(before[before.length - end + at], row)),
  ];
}

/** Return where rows below the last card come: above the totals and notes at the end of a table. */
export const endOf = (rows) => rows.findLastIndex((row) => !row.aside) + 1;

/** Return the rows of a deck; `changed()` is called whenever they are others. */
export function deckRows(changed) {
  let deck = "";
  let table = null; // as the files have it, with uids
  let rows = []; // with the edits that are on their way
  let queue = [];
  let running = null;
  let reading = null;
  let again = false;

  function settle() {
    rows = queue.reduce((all, edit) => edit.fold(all), table?.rows ?? []);
    changed();
  }

  async function read(expected = table?.rows ?? []) {
    const asked = deck;
    const before = table?.rows ?? [];
    const { start, end, ...answer } = await server.deckTable(asked, table?.number);
    if (asked !== deck) return;
    const fresh = [...before.slice(0, start), ...answer.rows, ...before.slice(before.length - end)];
    table = { ...answer, rows: identify(expected, fresh, Boolean(answer["auto-id"])) };
  }

  /** Read the table again; several wishes become one. */
  async function refetch() {
    again = true;
    if (running || reading) return reading;
    reading = (async () => {
      while (again) {
        again = false;
        await read().catch(() => {}); // the next change asks again
      }
    })();
    await reading;
    reading = null;
    settle();
  }

  async function run() {
    await reading;
    while (queue.length) {
      const edit = queue[0];
      let answer;
      let expected = table.rows;
      try {
        answer = await edit.send({ deck, seen: table.seen });
        expected = edit.fold(expected);
      } catch (error) {
        answer = { done: false, problems: error.problems ?? [{ severity: "error", message: error.message, hint: "" }] };
      }
      again = false;
      await read(expected).catch(() => (table = { ...table, rows: expected, number: undefined }));
      queue.shift();
      settle();
      edit.resolve(answer);
    }
    running = null;
    if (again) refetch();
  }

  /** Put an edit at the end of the queue; resolves to what the studio answers. */
  function push(send, fold = (all) => all) {
    return new Promise((resolve) => {
      queue.push({ send, fold, resolve });
      settle();
      running ??= run();
    });
  }

  const indexes = (wanted, all) => {
    const found = new Map(all.map((row, at) => [row.uid, at]));
    if (!wanted.every((uid) => found.has(uid))) throw new server.Refused([LOST]);
    return wanted.map((uid) => found.get(uid));
  };
  // A row is new until the files have it: only then does one know what its cells hold.
  const blank = (id) => ({ uid: id, id: "", key: "", cells: table.columns.map(() => ""), faulty: {}, doubtful: [], aside: false, isNew: true });
  const inserted = (all, at, more) => [...all.slice(0, at), ...more, ...all.slice(at)];

  return {
    get rows() { return rows; },
    get table() { return table; },
    get busy() { return Boolean(queue.length); },
    get reading() { return Boolean(reading); },
    refetch,
    push,
    /** Show another deck; resolves when its rows are there. */
    async open(name) {
      if (name === deck) return;
      await running;
      [deck, table, queue] = [name, null, []];
      settle();
      await refetch();
    },
    /** Return what the server finds wrong with texts of cells, {uid, column, text}, once all edits are written. The rest is as
     * for `write`. */
    check: async (cells, made = [], words = {}) => {
      await running;
      const places = indexes(cells.map((cell) => cell.uid), [...rows, ...made.map(blank)]);
      return server.checkCells({ deck, seen: table.seen, words, cells: cells.map(({ column, text }, at) => ({ row: places[at], column, text })) });
    },
    /** Write texts into cells, {uid, column, text}; rows of `made`, new uids, come below the last card. `words` are added to the
     * lists of columns; `columns` are heads of new columns, with their types. */
    write(cells, made = [], words = {}, columns = {}) {
      const fold = (all) => {
        const texts = new Map();
        for (const { uid, column, text } of cells) texts.set(uid, [...(texts.get(uid) ?? []), [column, text]]);
        return inserted(all, endOf(all), made.map(blank)).map((row) => {
          if (!texts.has(row.uid)) return row;
          const [after, faulty] = [[...row.cells], { ...row.faulty }];
          for (const [column, text] of texts.get(row.uid)) {
            const at = table.columns.findIndex(({ name }) => name === column);
            if (at >= 0) after[at] = text; // a new column is there once the file has it
            delete faulty[column];
          }
          return { ...row, cells: after, faulty };
        });
      };
      return push((wish) => {
        const places = indexes(cells.map((cell) => cell.uid), [...table.rows, ...made.map(blank)]); // past the last: new
        return server.post("cells", { ...wish, words, columns, cells: cells.map(({ column, text }, at) => ({ row: places[at], column, text })) });
      }, fold);
    },
    /** Return uids for rows that `write` will make. */
    uids: (count) => Array.from({ length: count }, () => (uids += 1)),
    /** Add an empty row below another one, or below the last card; the value is its uid and the answer. */
    add(below) {
      const uid = (uids += 1);
      const last = below === null || table["adds-below"]; // a workbook takes new cards behind all others only
      const place = (all) => (last ? endOf(all) : Math.min(endOf(all), indexes([below], all)[0] + 1));
      const fold = (all) => (below !== null && !all.some((row) => row.uid === below) ? all : inserted(all, place(all), [blank(uid)]));
      return { uid, answer: push((wish) => server.post("rows", { ...wish, do: "add", at: place(table.rows) }), fold) };
    },
    /** Duplicate rows; the copies come below the last of them. */
    duplicate(wanted) {
      const copies = new Map(wanted.map((uid) => [uid, (uids += 1)]));
      const fold = (all) => {
        const last = Math.min(endOf(all) - 1, table["adds-below"] ? Infinity : all.findLastIndex((row) => copies.has(row.uid)));
        const more = all.filter((row) => copies.has(row.uid)).map((row) => ({ ...row, uid: copies.get(row.uid), id: "", key: "", isNew: true }));
        return inserted(all, last + 1, more);
      };
      const send = (wish) => server.post("rows", { ...wish, do: "duplicate", rows: indexes(wanted, table.rows) });
      return { uid: copies.get(wanted[0]), answer: push(send, fold) };
    },
    /** Delete rows. */
    remove(wanted) {
      const gone = new Set(wanted);
      const send = (wish) => server.post("rows", { ...wish, do: "delete", rows: indexes(wanted, table.rows) });
      return push(send, (all) => all.filter((row) => !gone.has(row.uid)));
    },
    /** Move rows before another one, or below the last where that is null. */
    move(wanted, before) {
      const moving = new Set(wanted);
      const fold = (all) => {
        const rest = all.filter((row) => !moving.has(row.uid));
        const at = before === null ? rest.length : rest.findIndex((row) => row.uid === before);
        return at < 0 ? all : inserted(rest, at, all.filter((row) => moving.has(row.uid)));
      };
      const send = (wish) => {
        const at = before === null ? table.rows.length : indexes([before], table.rows)[0];
        return server.post("rows", { ...wish, do: "move", rows: indexes(wanted, table.rows), at });
      };
      return push(send, fold);
    },
    /** Add, rename or delete a column. */
    column: (wish) => push((more) => server.post("column", { ...more, ...wish })),
  };
}
