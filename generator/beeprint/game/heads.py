"""Match the columns that a game declares with the heads of its data file, as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from unicodedata import normalize

from msgspec.structs import replace

from beeprint.base.problems import Place, Problem, did_you_mean, error_at, nearest
from beeprint.base.words import invisible, quoted
from beeprint.files.names import slug
from beeprint.files.tables import DataTable, late_header
from beeprint.game.columns import Column, Columns

#: Names that other programs give to the column that counts copies.
_COUNTS = frozenset(
    (
        *("qty", "quantity", "count", "number", "num", "amount", "copy", "cards", "times", "x"),
        *("anzahl", "menge", "exemplare", "stück", "stk", "kopien", "kartenanzahl", "anzahl karten", "anzahl kopien"),
        *("nombre", "exemplaires", "quantité", "qté", "nb", "copias", "cantidad", "copie", "quantità"),
    )
)
#: More such names: # Copies, No. of cards, copies in deck.
_COUNTS_OF = re.compile(
    r"(?:#|no|nr|num|number|count|qty|quantity|amount)(?: of| in| per)? ?(?:copies|copy|cards|card|pieces|deck|prints)"
    r"|(?:copies|cards|count|qty|quantity|number)(?: (?:in|per)(?: the)?)? (?:deck|box|game)"
)
#: The word that lets a game ignore all columns that it does not declare.
REST = "rest"
#: The id of a row whose cell is empty from which ids are made.
_UNNAMED = "unnamed"


def adapt(
    table: DataTable,
    declared: Columns,
    ignore: tuple[str, ...],
    place: Place,
    problems: list[Problem],
    lines: Mapping[str, int],
) -> DataTable:
    """Return the table with its columns under the names that the game gives them; add problems of the header.

    A column is found by `from:`, else by its own name, whatever their case. `place` is that of `columns:` in game.yaml,
    and `lines` has the line of each column there. BuildError where the first row is no header.
    """
    if table.row_of_ids and not any(_key(head) == "id" for head in table.header):
        raise late_header(table.place(None), table.row_of_ids)
    wanted = {"copies": "copies"} | {name: column.from_ or name for name, column in declared.items()}
    heads = found(declared, table.header)
    if not heads and not any(misspelt(head, wanted.values()) for head in table.header):
        message = f"the first row names none of the columns {', '.join(wanted[name] for name in declared)}"
        raise error_at(table.place(None), message, "write the names of the columns in the first row")
    problems += _faulty(table, declared, heads, ignore, place, lines)
    table = table.renamed(heads)
    auto = declared["id"].auto
    if auto is None or "id" in heads:
        return table
    source = auto or next((name for name, column in declared.items() if column.type == "text" and name != "id"), "")
    if source not in heads:
        hint = did_you_mean(source, heads) if source else "name a column: id: {auto: title}"
        raise error_at(place, f"ids cannot be made from the column {source or 'of the first text'}", hint)
    return _with_ids(table, source)


def found(declared: Mapping[str, Column], header: tuple[str, ...]) -> dict[str, str]:
    """Return the head of each declared column that the file has, and of `copies`.

    A head ID that another column is read from is no id where ids are made: designers call numbers and names so.
    """
    wanted = {"copies": "copies"} | {name: column.from_ or name for name, column in declared.items()}
    heads = {name: head for name, meant in wanted.items() if (head := _found(meant, header))}
    others = {heads[name] for name, column in declared.items() if column.from_ and name in heads and name != "id"}
    if "id" in declared and declared["id"].auto is not None and heads.get("id") in others:
        del heads["id"]
    return heads


def misspelt(head: str, known: Iterable[str]) -> str:
    """Return the known column whose name a head misspells, or writes with invisible characters."""
    names = tuple(known)
    plain = "".join(char for char in head if char.isprintable()).strip("\"'“”„\u2018\u2019«» ")
    return next((name for name in names if _key(name) == _key(plain)), "") or nearest(head, names)


def means_copies(head: str) -> bool:
    """Return whether a head is a name of the column that counts copies: Qty, # Copies, copies in deck."""
    words = re.sub(r"[^\w#]+", " ", head.replace("#", "# ")).strip().casefold()
    return words in _COUNTS or bool(_COUNTS_OF.fullmatch(words))


def is_remark(head: str) -> bool:
    """Return whether a column that is not declared is a remark, by its head: #, # idea, Notes."""
    return head.strip().casefold().startswith(("#", "note"))


def counts(head: str, table: DataTable) -> bool:
    """Return whether a column that is not declared seems to hold the copies of pieces."""
    return "copies" not in table.names and (means_copies(head) or bool(misspelt(head, ("copies",))))


def unread(table: DataTable, declared: Columns, ignore: tuple[str, ...]) -> list[str]:
    """Return the heads that nothing declares, and nothing says are to be ignored."""
    ignored = {_key(name) for name in ignore}
    used = {*table.aliases.values(), *declared, "copies"}
    free = [head for head in table.header if head not in used and (counts(head, table) or not is_remark(head))]
    return [] if REST in ignore else [head for head in free if _key(head) not in ignored]


def _key(name: str) -> str:
    """Return what a head and a declared name have in common: letters, without case and extra space."""
    return re.sub(r"\s+", " ", normalize("NFC", name)).strip().casefold()


def _found(meant: str, header: tuple[str, ...]) -> str:
    """Return the head that a column means: the same name, else one that differs in case or space."""
    return meant if meant in header else next((head for head in header if _key(head) == _key(meant)), "")


def _faulty(
    table: DataTable,
    declared: Columns,
    heads: dict[str, str],
    ignore: tuple[str, ...],
    place: Place,
    lines: Mapping[str, int],
) -> Iterator[Problem]:
    """Yield a problem for each missing column, and each that is not declared; only one for a misspelt column."""
    missing = {name: column.from_ for name, column in declared.items() if name not in heads and column.auto is None}
    unknown: list[Problem] = []
    for head in unread(table.renamed(heads), declared, ignore):
        meant = misspelt(head, [name for name, given in missing.items() if not given])
        hidden = invisible(head)
        message = f"column {head} is not declared" + (f"; it holds {hidden}" if hidden else "")
        if meant:
            del missing[meant]
            plain = re.fullmatch(r"[\w #./()-]+", head) and not hidden
            hint = f"rename it {meant}" + (f", or declare {meant}: {{from: {quoted(head)}}}" if plain else "")
        else:
            copies = "copies" not in heads and counts(head, table)
            hint = "did you mean copies? Then declare copies: {from: " + head + "}. Otherwise " if copies else ""
            hint += f"declare it under columns: (game.yaml, line {place.line}), or have it ignored by ignore: [{head}]"
        unknown.append(Problem(table.place(None, head), message, hint))
    for name, given in missing.items():
        message = (
            f"the column {given} is missing, which {name} is read from" if given else f"the column {name} is missing"
        )
        hint = f"add it to the first row, or remove it from columns: (game.yaml, line {lines.get(name, place.line)})"
        near = misspelt(given, table.header) if given else ""
        yield Problem(table.place(None), message, f"did you mean {near}?" if near else hint)
    yield from unknown


def _with_ids(table: DataTable, source: str) -> DataTable:
    """Give each row an id made from a column: a slug, numbered where several rows have the same.

    Equal ones are numbered in the order of the other cells' texts, so that sorting the rows changes no id.
    """
    groups: dict[str, list[int]] = {}
    for index, cells in enumerate(table.rows):
        text = cells.get(source, "").strip()
        groups.setdefault(slug(text).lower() if text else _UNNAMED, []).append(index)
    ids: dict[int, str] = {}
    taken = {stem for stem, rows in groups.items() if len(rows) == 1}
    for stem, rows in sorted(groups.items()):
        number = 0
        for index in sorted(rows, key=lambda index: sorted(table.rows[index].items())):
            ids[index] = stem
            while len(rows) > 1 and (ids[index] == stem or ids[index] in taken):
                number += 1
                ids[index] = f"{stem}-{number}"
            taken.add(ids[index])
    rows_with_ids = tuple({**cells, "id": ids[index]} for index, cells in enumerate(table.rows))
    aliases = {**table.aliases, "id": table.aliases.get(source, source)}
    return replace(table, rows=rows_with_ids, aliases=aliases, made_from=source)
