"""Values of a PDF that may be anything: read as what is wanted, or not at all."""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pikepdf

from beeprint.press.pdfcheck import filters

#: The most bytes of a content stream, a table of colours, a profile or other data that is read here.
MAX_DATA = 40_000_000
_ERRORS = (pikepdf.PdfError, ValueError, TypeError, KeyError, AttributeError, RuntimeError, NotImplementedError)


def is_dictionary(value: Any) -> bool:
    """Return whether a value has keys; a stream has."""
    return isinstance(value, (pikepdf.Dictionary, pikepdf.Stream))


def get(holder: Any, key: str) -> Any:
    """Return the value of a key, None where there is none or the holder has no keys."""
    if not is_dictionary(holder):
        return None
    try:
        return holder.get(f"/{key}")
    except _ERRORS:
        return None


def keys(holder: Any) -> list[str]:
    """Return the keys of a dictionary, without their slashes."""
    try:
        return [str(key)[1:] for key in holder.keys()] if is_dictionary(holder) else []  # noqa: SIM118
    except _ERRORS:
        return []  # a key that is no text


def name(value: Any) -> str:
    """Return a name without its slash, "" for any other value."""
    if not isinstance(value, pikepdf.Name):
        return ""
    try:
        return str(value)[1:]
    except UnicodeDecodeError:
        return bytes(value)[1:].decode("latin-1")


def text(value: Any) -> str:
    """Return a string, "" for any other value."""
    if not isinstance(value, pikepdf.String):
        return ""
    try:
        return str(value)
    except UnicodeDecodeError:
        return bytes(value).decode("latin-1")


def number(value: Any, otherwise: float = 0.0) -> float:
    """Return a number of reasonable size."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        return otherwise
    try:
        converted = float(value)
    except (ValueError, OverflowError):
        return otherwise
    return converted if math.isfinite(converted) and abs(converted) < 1e9 else otherwise


def items(value: Any, most: int = 10_000) -> Iterator[Any]:
    """Yield the first items of an array; nothing for any other value."""
    if isinstance(value, pikepdf.Array):
        for index in range(min(len(value), most)):
            try:
                yield value[index]
            except _ERRORS:
                yield None


def one_or_more(value: Any, most: int = 10_000) -> list[Any]:
    """Return the items of an array, or the value itself; nothing for None."""
    return list(items(value, most)) if isinstance(value, pikepdf.Array) else [] if value is None else [value]


def numbers(value: Any, count: int = 0) -> tuple[float, ...]:
    """Return the numbers of an array; empty where it has not `count` of them, if that is given."""
    numbers = tuple(number(item) for item in items(value))
    return numbers if not count or len(numbers) == count else ()


def label(value: Any) -> str:
    """Return what a person finds an object by; "" for one that stands inside another."""
    try:
        written, _ = value.objgen
    except _ERRORS:
        return ""
    return f"object {written}" if written else ""


def identity(value: Any) -> tuple[int, int] | None:
    """Return the number and generation of an object, None for one that stands inside another."""
    try:
        key = value.objgen
    except _ERRORS:
        return None
    return (key[0], key[1]) if key[0] else None


def filters_of(stream: Any) -> list[str]:
    """Return the filters of a stream."""
    return [filters.full_name(name(item)) for item in one_or_more(get(stream, "Filter"), 100)]


def data(stream: Any, most: int = MAX_DATA) -> tuple[bytes, str]:
    """Return the data of a stream, and the filter of pictures that it is still in; as `filters.unpacked`."""
    try:
        raw = stream.read_raw_bytes()
    except _ERRORS as error:
        raise filters.DamagedError("its data cannot be read") from error
    parms = [
        {key: number(get(parm, key)) and int(number(get(parm, key))) for key in keys(parm)}
        for parm in one_or_more(get(stream, "DecodeParms"), 100)
    ]
    return filters.unpacked(raw, filters_of(stream), parms, most)
