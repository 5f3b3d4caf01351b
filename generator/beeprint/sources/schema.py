"""The types of values in YAML files: numbers, lengths, words and colours, and what of each a file may write."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar

from msgspec import Meta

from beeprint.base.geometry import millimetres, points
from beeprint.base.words import one_line
from beeprint.sources.conversion import written
from beeprint.sources.records import After, Before, ByForm, Former


class Reads(NamedTuple):
    """JSON Schema of the values that a validator accepts: instead of those of its type, or in addition.

    Without a schema, it accepts one item of a list instead of the list.
    """

    schema: Mapping[str, Any] | None
    besides: bool = False


V = TypeVar("V", bound=Callable[..., Any])


def reads(schema: Mapping[str, Any] | None, besides: bool = False) -> Callable[[V], V]:
    """Return a decorator that notes on a validator what it accepts, for the schemas that editors use."""

    def note(validator: V) -> V:
        validator.reads = Reads(schema, besides)  # type: ignore[attr-defined]
        return validator

    return note


#: Any text in JSON Schema: beeprint reads all scalars as text, which editors take for numbers and flags.
TEXT: Mapping[str, Any] = {"type": ["string", "number", "boolean"]}
#: A whole number and a colour in JSON Schema.
INTEGER: Mapping[str, Any] = {"type": ["integer", "string"], "pattern": r"^\s*[+-]?\d{1,9}\s*$"}
COLOUR: Mapping[str, Any] = {"type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}
_DIGITS = r"[+-]?(\d{1,9}(\.\d+)?|\.\d+)"
_MEASURE = _DIGITS + r' ?(mm|cm|in|"|pt)?'


@reads(INTEGER)
def _int(value: Any) -> Any:
    if isinstance(value, str):
        if not re.fullmatch(r"[+-]?\d{1,9}", value.strip()):
            raise ValueError(f"expected a whole number, found {value!r}")
        return int(value)
    return value


@reads({"type": ["number", "string"], "pattern": rf"^\s*{_DIGITS}\s*$"})
def _number(value: Any) -> Any:
    if isinstance(value, str):
        if not re.fullmatch(r"[+-]?(\d{1,9}(\.\d+)?|\.\d+)", value.strip()):
            raise ValueError(f"expected a number, found {value!r}")
        return float(value)
    return value


@reads({"type": ["number", "string"], "pattern": rf"^\s*{_MEASURE}\s*$"})
def _length(value: Any) -> Any:
    return millimetres(value) if isinstance(value, str) else value


@reads({"type": ["number", "string"], "pattern": rf"^\s*{_MEASURE}\s*$"})
def _points(value: Any) -> Any:
    return points(value) if isinstance(value, str) else value


@reads({"enum": ["yes", "no", True, False, "true", "false"]})
def flag(value: Any) -> Any:
    """Parse yes or no, or true or false; ValueError for any other text."""
    if isinstance(value, str):
        parsed = {"yes": True, "true": True, "no": False, "false": False}.get(value.strip().lower())
        if parsed is None:
            raise ValueError(f"expected yes or no, found {value!r}")
        return parsed
    return value


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and value.strip()[:1].isalpha()


#: Of a union of a word and numbers, in the order of their names, the member that a value has the form of.
word_or_numbers = ByForm(lambda value: 0 if _is_word(value) else 1)
numbers_or_word = ByForm(lambda value: 1 if _is_word(value) else 0)
_LEAST_DPI, _MOST_DPI = 72, 2400


@reads({"type": "string", "pattern": r"^\s*\d{1,5} ?dpi\s*$"})
def _resolution(value: Any) -> Any:
    if isinstance(value, str):
        match = re.fullmatch(r"(\d{1,5}) ?dpi", value.strip())
        if not match or not _LEAST_DPI <= int(match[1]) <= _MOST_DPI:
            expected = f"expected a resolution such as 600dpi, from {_LEAST_DPI} to {_MOST_DPI}"
            raise ValueError(f"{expected}; found {value!r}")
        return int(match[1])
    return value


def numbers(*names: str, words: Sequence[str] = ()) -> Any:
    """Return a validator for lengths, as a list or separated by spaces, commas or x; or for one of `words`."""
    expected = ", ".join(names) + (f", or one of {', '.join(words)}" if words else "")
    parted = rf"^\s*{_MEASURE}([\s,x]+{_MEASURE}){{{len(names) - 1}}}\s*$"

    @reads({"type": "string", "pattern": parted}, besides=True)
    def read(value: Any) -> Any:
        if isinstance(value, str) and value in words:
            return value
        parts = re.split(r"[\s,x]+", value.strip()) if isinstance(value, str) else value
        if not isinstance(parts, list | tuple) or len(parts) != len(names):
            raise ValueError(f"expected {expected}; found {written(value)}")
        unit = re.search(r"[a-z\"]+$", value.strip()) if isinstance(value, str) and "x" in value else None
        if unit and not any(re.search(r"[a-z\"]", part) for part in parts[:-1]):
            parts = [*(part + unit[0] for part in parts[:-1]), parts[-1]]  # 2.5x3.5in has two lengths in inches
        return tuple(map(_length, parts))

    return Before(read)


def _called(value: str) -> str:
    if not any(char.isprintable() and not char.isspace() for char in value):
        raise ValueError("expected some words; found nothing that can be seen")
    return value


def matching(pattern: str, expected: str) -> Any:
    """Return a validator for texts of a pattern, which messages call `expected`."""

    @reads({**TEXT, "pattern": f"^({pattern})$"})
    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(f"expected {expected}; found {value!r}")
        return value

    return After(check)


@reads(None, besides=True)
def one_or_more(value: Any) -> Any:
    """Return a text or a mapping as a list of one."""
    return [value] if isinstance(value, (str, dict)) else value


@reads({"anyOf": [TEXT, {"type": "array", "items": TEXT, "minItems": 1}]})
def families(value: Any) -> Any:
    """Return a family of fonts, or the families of a list with commas between them; ValueError for anything else."""
    names = value if isinstance(value, list | tuple) else [value]
    if not names or not all(isinstance(name, str) and name.strip() and "," not in name for name in names):
        raise ValueError(f"expected a font family, or a list such as [lato, noto-sans-arabic]; found {written(value)}")
    return ", ".join(name.strip() for name in names)


def former(keys: Mapping[str, str] | None = None, values: Mapping[str, Mapping[str, str]] | None = None) -> Former:
    """Return the former names of a model's keys, and former values by key.

    `understand` warns of each. A former name is accepted for one version after the change.
    """
    return Former(keys or {}, values or {})


#: The former spelling of a value of `align`.
CENTRE = {"align": {"center": "centre"}}

Int = Annotated[int, Before(_int)]
Number = Annotated[float, Before(_number)]
#: A length in mm, which may be written with another unit.
Mm = Annotated[float, Before(_length)]
#: A size of text in points, which may be written with another unit.
Pt = Annotated[float, Before(_points)]
#: A place in mm, whose zero may be anywhere; a distance; a side of a thing; and a strip around it.
Position = Annotated[Mm, Meta(ge=-2000, le=2000)]
Length = Annotated[Mm, Meta(ge=0, le=2000)]
Side = Annotated[Mm, Meta(gt=0, le=2000)]
Margin = Annotated[Mm, Meta(ge=0, le=50)]
Points = Annotated[Pt, Meta(ge=1, le=500)]
#: How many of something; and any whole number that a cell may hold.
Count = Annotated[Int, Meta(ge=0, le=1_000_000)]
Value = Annotated[Int, Meta(ge=-999_999_999, le=999_999_999)]
Flag = Annotated[bool, Before(flag)]
#: Dots per inch at which a picture is flattened to pixels; 0 draws it as it is.
Resolution = Annotated[int, Meta(ge=0, le=_MOST_DPI), Before(_resolution)]
Words = Annotated[tuple[str, ...], Before(one_or_more)]
#: A family of fonts, or several from which letters are taken in this order.
Families = Annotated[str, Before(families)]
#: A text that is shown within lines, on the terminal and on sheets: line breaks and runs of spaces become a space.
Line = Annotated[str, After(one_line)]
#: Such a text that calls something, so that it may not be empty.
Title = Annotated[Line, After(_called)]
