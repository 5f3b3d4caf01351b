"""The types of columns, and how the text of a cell becomes a value."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator

from beeprint.base.colour import Colour, parse
from beeprint.base.problems import did_you_mean
from beeprint.base.words import quoted
from beeprint.files.schema import Flag, Model, Reads, Words, flag, reads

Kind = Literal["text", "int", "bool", "colour", "length", "choice", "list", "cells", "ref"]


#: A whole number in English and with decimal commas, and decimals of 0, which all spreadsheets may write.
_THOUSANDS = {".": re.compile(r"[+-]?\d{1,3}(?:,\d{3}){1,2}"), ",": re.compile(r"[+-]?\d{1,3}(?:\.\d{3}){1,2}")}
_NO_DECIMALS = re.compile(r"([+-]?\d{1,9})[.,]0{1,2}")
_DECIMAL_COMMA = re.compile(r"[+-]?\d{1,9},(\d+) ?(?:mm|cm)?")
#: A whole number as spreadsheets write it: with separators between thousands, with decimals of 0, as text.
_NEARLY_WHOLE = re.compile(
    r"'?([+-]?(?:\d{1,3}(?:[ ,'\u2019\u00a0\u202f]\d{3}){1,2}|\d{1,3}\.\d{3}\.\d{3}|\d{1,9}))(?:[.,]0{1,2})?", re.ASCII
)


_KINDS = (*get_args(Kind), *(f"{kind}?" for kind in get_args(Kind)))


@reads({"enum": ["auto", *_KINDS]}, besides=True)
def _column(value: Any) -> Any:
    """Expand `int?` to {type: int, optional: yes}; the type in a mapping may have the question mark too."""
    found = dict(value) if isinstance(value, dict) else {"auto": ""} if value == "auto" else {"type": value}
    if isinstance(found.get("type"), str) and found["type"].endswith("?"):
        found |= {"type": found["type"][:-1], "optional": True}
    return found


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
    `markup: icons` only the words of the game's `icons:` are markup; with `markup: html` these and HTML tags.
    """

    from_: str = ""
    auto: str | None = None
    markup: Annotated[bool | Literal["icons", "html"], BeforeValidator(_markup)] = True
    type: Annotated[Kind, Reads({"enum": list(_KINDS)})] = "text"
    optional: Flag = False
    of: Words = ()
    items: Literal["text", "int"] = "text"
    table: str = ""


Columns = dict[str, Annotated[Column, BeforeValidator(_column)]]


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


def typed(text: str, column: Column) -> Any:
    """Convert a cell's text to its column's type; ValueError with a message and, after a line break, a hint."""
    if column.type == "choice":
        if text not in column.of:
            raise ValueError(f"is {quoted(text)}, not one of {', '.join(column.of)}\n{did_you_mean(text, column.of)}")
        return text
    if column.type == "list":
        items = tuple(text.split())
        for item in items:
            if column.of and item not in column.of:
                raise ValueError(
                    f"holds {quoted(item)}, not one of {', '.join(column.of)}\n{did_you_mean(item, column.of)}"
                )
        return tuple(map(_whole, items)) if column.items == "int" else items
    read = _READ.get(column.type)
    return text if read is None else read(text)


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
    found = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}.get(text.lower())
    if found is None:
        raise ValueError(f"is {quoted(text)}, not yes or no")
    return found


def _colour(text: str) -> Colour:
    colour = parse(text)
    if colour is None:
        raise ValueError(f"is {quoted(text)}, not a colour\nwrite it as #E69F00")
    return colour


def _whole(text: str) -> int:
    body = text[1:] if text[0] in "+-" else text
    if not (body.isascii() and body.isdigit() and len(body) <= 9):
        hint = nearly_whole(text)
        raise ValueError(f"is {quoted(text)}, not a whole number" + (f"\n{hint}" if hint else ""))
    return int(text)


def nearly_whole(text: str) -> str:
    """Return a hint for a text that a spreadsheet made of a whole number; empty for all others."""
    meant = _NEARLY_WHOLE.fullmatch(text)
    return f"write it as {re.sub('[^0-9+-]', '', meant[1])}" if meant else ""


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
