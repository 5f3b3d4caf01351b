"""The types of columns, and how the text of a cell becomes a value."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, get_args
from unicodedata import normalize

from msgspec import Meta
from msgspec.structs import replace

from beeprint.base.colour import Colour, parse
from beeprint.base.problems import Fix, Hint, Place, Problem, did_you_mean, error_at, is_slip, nearest, replacing
from beeprint.base.words import invisible, quoted
from beeprint.sources.names import slug
from beeprint.sources.records import Before, Model
from beeprint.sources.schema import Flag, Number, Reads, Words, flag, reads
from beeprint.sources.tables import DataTable, late_header

Kind = Literal["text", "int", "bool", "colour", "length", "choice", "list", "cells", "ref"]


#: A whole number in English and with decimal commas, and decimals of 0, which all spreadsheets may write.
_THOUSANDS = {".": re.compile(r"[+-]?\d{1,3}(?:,\d{3}){1,2}"), ",": re.compile(r"[+-]?\d{1,3}(?:\.\d{3}){1,2}")}
_NO_DECIMALS = re.compile(r"([+-]?\d{1,9})[.,]0{1,2}")
_DECIMAL_COMMA = re.compile(r"[+-]?\d{1,9},(\d+) ?(?:mm|cm)?")
#: A whole number as spreadsheets write it: with separators between thousands, with decimals of 0, as text.
_NEARLY_WHOLE = re.compile(
    r"'?([+-]?(?:\d{1,3}(?:[ ,'\u2019\u00a0\u202f]\d{3}){1,2}|\d{1,3}\.\d{3}\.\d{3}|\d{1,9}))(?:[.,]0{1,2})?", re.ASCII
)


#: A limit of the numbers of a column, as far from 0 as such a number may be.
_Limit = Annotated[Number, Meta(ge=-1_000_000_000, le=1_000_000_000)]
_KINDS = (*get_args(Kind), *(f"{kind}?" for kind in get_args(Kind)))


@reads({"enum": ["auto", *_KINDS]}, besides=True)
def _column(value: Any) -> Any:
    """Expand `int?` to {type: int, optional: yes}; the type in a mapping may have the question mark too."""
    spec = dict(value) if isinstance(value, dict) else {"auto": ""} if value == "auto" else {"type": value}
    if isinstance(spec.get("type"), str) and spec["type"].endswith("?"):
        spec |= {"type": spec["type"][:-1], "optional": True}
    return spec


@reads({"enum": ["yes", "no", "icons", "html", True, False]})
def _markup(value: Any) -> Any:
    """Parse yes, no, icons or html; ValueError for any other text."""
    if isinstance(value, str) and value.strip().lower() in ("icons", "html"):
        return value.strip().lower()
    try:
        return flag(value)
    except ValueError:
        raise ValueError(f"expected yes, no, icons or html, found {value!r}") from None


class Column(Model):
    """The declaration of a column: `of` lists the choices (or a list's items), `table` names the target of a ref.

    `from` is the head of the column in the data file, where that is another; `auto`, for ids only, the column that they
    are made from, the first text if it is empty. Texts with `markup: no` are printed as they are written; with
    `markup: icons` only the words of the game's `icons:` and pairs of asterisks are markup; with `markup: html` these
    words and HTML tags. `min` and `max` are the limits of whole numbers, lengths in mm, and the numbers of a list.
    """

    from_: str = ""
    auto: str | None = None
    markup: Annotated[bool | Literal["icons", "html"], Before(_markup)] = True
    type: Annotated[Kind, Reads({"enum": list(_KINDS)})] = "text"
    optional: Flag = False
    of: Words = ()
    items: Literal["text", "int"] = "text"
    table: str = ""
    min: _Limit | None = None
    max: _Limit | None = None

    def validate(self, given: Collection[str]) -> None:
        """Check that limits are those of numbers, and leave room between them."""
        has_numbers = self.type in ("int", "length") or (self.type == "list" and self.items == "int")
        limit = next((name for name in ("min", "max") if name in given), "")
        if limit and not has_numbers:
            raise ValueError(f"{limit} is a limit of numbers; the type {self.type} holds none")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min is {self.min:g}, more than max, which is {self.max:g}")


Columns = dict[str, Annotated[Column, Before(_column)]]


#: How people write that a cell of numbers is empty.
NONE = ("-", "\u2013", "\u2014", "n/a", "none")


def says_none(text: str, column: Column) -> bool:
    """Return whether a text such as - or n/a says that a cell is empty, in a column of numbers that may be empty."""
    return column.type == "int" and column.optional and text.casefold() in NONE


def as_meant(text: str, column: Column, decimal: str) -> str:
    """Return a number as beeprint writes it: 1,000 and 1.0 without commas, zeros and decimal commas.

    `decimal` is the mark before the decimals in the file, empty where it is not known.
    """
    if column.type == "int":
        exact = _NO_DECIMALS.fullmatch(text)
        if exact:
            return exact[1]
        return re.sub("[.,]", "", text) if decimal and _THOUSANDS[decimal].fullmatch(text) else text
    comma = _DECIMAL_COMMA.fullmatch(text) if column.type == "length" else None
    return text.replace(",", ".") if comma and (decimal == "," or len(comma[1]) < 3) else text


class UnfitError(ValueError):
    """Raised for a text that has another type than its column; the hint may have fixes."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message, self.hint = message, hint
        super().__init__(f"{message}\n{hint}" if hint else message)


class LimitError(UnfitError):
    """Raised for a number beyond the `limit` of its column, min or max."""

    def __init__(self, message: str, limit: str, value: float) -> None:
        self.limit, self.value = limit, value
        super().__init__(message, "correct it")


def typed(text: str, column: Column) -> Any:
    """Convert a cell's text to its column's type; ValueError with a message and, after a line break, a hint."""
    if column.type == "choice":
        if text not in column.of:
            raise _unlisted("is", text, column)
        return text
    if column.type == "list":
        items = tuple(text.split())
        for item in items:
            if column.of and item not in column.of:
                raise _unlisted("holds", item, column)
        return tuple(_within(_whole(item), "holds", column) for item in items) if column.items == "int" else items
    read = _READ.get(column.type)
    return text if read is None else _within(read(text), "is", column)


def _within(value: Any, verb: str, column: Column) -> Any:
    """Return a value that keeps to the limits of its column; LimitError for any other number."""
    if column.min is not None and value < column.min:
        raise LimitError(f"{verb} {value:g}; it must be at least {column.min:g}", "min", value)
    if column.max is not None and value > column.max:
        raise LimitError(f"{verb} {value:g}; it must be at most {column.max:g}", "max", value)
    return value


def _unlisted(verb: str, word: str, column: Column) -> UnfitError:
    message = f"{verb} {quoted(word)}, not one of {', '.join(column.of)}"
    near = nearest(word, column.of)
    if near.casefold() != word.casefold():
        return UnfitError(message, did_you_mean(word, column.of))
    fix = replacing(word, near, is_slip(word, near, column.of))
    return UnfitError(message, Hint(f"did you mean {near}?", [fix]))


def unlisted(text: str, column: Column) -> tuple[str, ...]:
    """Return the words of a cell that the list of its column lacks; none of a column without a list."""
    words = (text,) if column.type == "choice" else tuple(dict.fromkeys(text.split())) if column.type == "list" else ()
    return tuple(word for word in words if word and word not in column.of) if column.of else ()


def stands_for(word: str, value: Any) -> bool:
    """Return whether a word equals a cell's value, however it is written: TRUE is yes, 07 is 7."""
    if isinstance(value, str):
        return bool(word) and word == value
    if not word or value in (None, ()):
        return False
    try:
        if isinstance(value, tuple) and not isinstance(value, Colour):
            pairs = isinstance(value[0], tuple)
            return parse_cells(word) == value if pairs else word.split() == list(map(str, value))
        read = next((_READ[kind] for model, kind in _MODELS if isinstance(value, model)), None)
        return bool((word if read is None else read(word)) == value)
    except ValueError:
        return False


def _flag(text: str) -> bool:
    flags = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}.get(text.lower())
    if flags is None:
        raise ValueError(f"is {quoted(text)}, not yes or no\nwrite yes or no")
    return flags


def _colour(text: str) -> Colour:
    colour = parse(text)
    if colour is None:
        raise ValueError(f"is {quoted(text)}, not a colour\nwrite it as #E69F00")
    return colour


#: How many digits a whole number has at most.
DIGITS = 9


def _whole(text: str) -> int:
    body = text[1:] if text[0] in "+-" else text
    if not (body.isascii() and body.isdigit()):
        raise UnfitError(f"is {quoted(text)}, not a whole number", nearly_whole(text))
    if len(body.lstrip("0")) > DIGITS:
        which = "smaller than -" if text[0] == "-" else "larger than "
        raise UnfitError(f"is {text}, {which}{10**DIGITS - 1:,}")
    return int(text)


def nearly_whole(text: str) -> str:
    """Return a hint for a text that a spreadsheet made of a whole number; empty for all others."""
    meant = _NEARLY_WHOLE.fullmatch(text)
    return write_as(re.sub("[^0-9+-]", "", meant[1]), text) if meant else ""


def write_as(plain: str, text: str) -> str:
    """Return the hint to write a cell's text in the plain form that it means."""
    return Hint(f"write it as {plain}", [replacing(text, plain, safe=True)])


def _length(text: str) -> float:
    number, unit = text.removesuffix("mm").removesuffix("cm").strip(), 10 if text.endswith("cm") else 1
    try:
        value = float(number) * unit
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or "_" in text:
        raise ValueError(f"is {quoted(text)}, not a length\nwrite it in mm, such as 12.5")
    return value


def parse_cells(text: str) -> tuple[tuple[int, int], ...]:
    """Parse `0,0 0,1` as pairs of whole numbers."""
    pairs = []
    for item in text.split():
        parts = item.split(",")
        if len(parts) != 2:
            raise ValueError(f"holds {quoted(item)}, not two numbers separated by a comma\nwrite cells as 0,0 0,1 1,-1")
        pairs.append((_whole(parts[0] or "x"), _whole(parts[1] or "x")))
    return tuple(pairs)


_READ: dict[Kind, Callable[[str], Any]] = {
    "int": _whole,
    "bool": _flag,
    "colour": _colour,
    "length": _length,
    "cells": parse_cells,
}
#: How to read a word that is compared with a value of a type; bool is first because it is a kind of int.
_MODELS: tuple[tuple[type, Kind], ...] = ((bool, "bool"), (int, "int"), (float, "length"), (Colour, "colour"))


# Match the columns that a game declares with the heads of its data file, as they are.


#: Names that other programs give to the column that counts copies.
_COUNTS = frozenset(
    (
        *("qty", "quantity", "count", "number", "num", "amount", "copy", "cards", "times", "x", "how many"),
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
    heads = match_heads(declared, table.header)
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


def match_heads(declared: Mapping[str, Column], header: tuple[str, ...]) -> dict[str, str]:
    """Return the head of each declared column that the file has, and of `copies`.

    A head ID that another column is read from is no id where ids are made: designers call numbers and names so.
    """
    wanted = {"copies": "copies"} | {name: column.from_ or name for name, column in declared.items()}
    heads = {name: head for name, meant in wanted.items() if (head := match_head(meant, header))}
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


def match_head(meant: str, header: tuple[str, ...]) -> str:
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
        message = f"the game does not know the column {head}" + (f"; it holds {hidden}" if hidden else "")
        fixes = list(_ways_to_declare(head, meant, place, table))
        if meant:
            del missing[meant]
            plain = re.fullmatch(r"[\w #./()-]+", head) and not hidden
            hint = f"rename it {meant}" + (
                f", or let {meant} be read from it ({meant}: {{from: {quoted(head)}}})" if plain else ""
            )
        else:
            copies = "copies" not in heads and counts(head, table)
            hint = (
                f"did you mean copies? Then let them be read from it (copies: {{from: {head}}}). Otherwise "
                if copies
                else ""
            )
            hint += (
                f"add it to the columns of the deck (game.yaml, line {place.line}), or leave it out (ignore: [{head}])"
            )
        unknown.append(Problem(table.place(None, head), message, hint, fixes=tuple(fixes)))
    for name, given in missing.items():
        message = (
            f"the column {given} is missing, which {name} is read from" if given else f"the column {name} is missing"
        )
        line = lines.get(name, place.line)
        hint = f"add it to the first row, or remove it from the columns of the deck (game.yaml, line {line})"
        near = misspelt(given, table.header) if given else ""
        yield Problem(table.place(None), message, f"did you mean {near}?" if near else hint)
    yield from unknown


def _ways_to_declare(head: str, meant: str, place: Place, table: DataTable) -> Iterator[Fix]:
    """Yield the fixes of a column that is not declared: read it as the one that is missing, declare it, or ignore it.

    Of which type it is follows from its cells once the fix is made.
    """
    about = {"file": table.shown, "head": head}
    if meant:
        safe = is_slip(_key(head), _key(meant), map(_key, (meant, *table.header)) if _key(head) != _key(meant) else ())
        does = f"Lets the column {meant} be read from {head}, in game.yaml."
        yield Fix(f"Read {meant} from {head}", "declare", {**about, "as": meant}, does, safe, place)
        yield replacing(head, meant, title=f"Rename it {meant}")
        return
    if counts(head, table):
        does = f"Lets {head} say how many copies there are, in game.yaml."
        yield Fix(f"Read copies from {head}", "declare", {**about, "as": "copies"}, does, means_copies(head), place)
    does = "Adds it to the columns in game.yaml, with the type that its cells have."
    yield Fix(f"Add the column {head} to the game", "declare", about, does, not counts(head, table), place)
    does = f"The game ignores {head}, by a line in game.yaml; no card shows it."
    yield Fix(f"Leave {head} out", "declare", {**about, "ignore": True}, does, False, place)


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
