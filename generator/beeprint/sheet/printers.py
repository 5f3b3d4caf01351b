"""The user's printers, kept in printers.yaml in the folder of settings: read, and written entry by entry."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import asdict

from beeprint.base.printer import MAX_SHIFT, MAX_TURN, SCALES, Printer
from beeprint.base.problems import BuildError, Place, did_you_mean, error_at
from beeprint.base.user_folders import settings_folder
from beeprint.delivery import exchange
from beeprint.delivery.replacing import write_whole
from beeprint.sources.conversion import understand_each
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.records import Before, Model
from beeprint.sources.schema import Line, Mm, Number, numbers
from beeprint.sources.source import decode, read_bytes
from beeprint.sources.workspace import shown

_HEAD = """\
# Printers that --printer NAME corrects sheets for. beeprint calibrate --save writes an entry; you may edit it too.
# What the printer does, seen from the back of a sheet that stands upright: shift (right, down) in mm, turn in degrees
# clockwise, scale of both sides in per cent (one number, or across and down), back-scale of backs beside fronts.
"""
_HOW = "you have none yet; beeprint calibrate writes the sheet to measure one by"
_Shift = Annotated[Mm, Meta(ge=-MAX_SHIFT, le=MAX_SHIFT)]
_Percent = Annotated[Number, Meta(ge=SCALES[0], le=SCALES[1])]


def _twice(value: Any) -> Any:
    """Read a scale: one percentage for both directions, or two."""
    parts = value.replace(",", " ").split() if isinstance(value, str) else value
    return [*parts, *parts] if isinstance(parts, list) and len(parts) == 1 else parts


_Scale = Annotated[tuple[_Percent, _Percent], Before(_twice)]


class Entry(Model):
    """A printer in printers.yaml; `Printer` says what each key means."""

    shift: Annotated[tuple[_Shift, _Shift], numbers("right", "down")] = (0, 0)
    turn: Annotated[Number, Meta(ge=-MAX_TURN, le=MAX_TURN)] = 0
    scale: _Scale = (100, 100)
    back_scale: _Scale = (100, 100)
    flip: Literal["long", "short"] = "long"
    paper: Line = "a4"


def file() -> Path:
    """Return where the printers are kept."""
    return settings_folder() / "printers.yaml"


def printers() -> dict[str, Printer]:
    """Return the printers by name; BuildError with all that is wrong with their file."""
    node = _node()
    if node is None:
        return {}
    try:
        entries = understand_each(Entry, node)
    except BuildError as error:  # a scale is both across and down, but is wrong once
        raise BuildError(dict.fromkeys(error.problems)) from error
    return {name: Printer(name=name, **asdict(entry)) for name, entry in entries.items()}


def unknown(name: str, known: Collection[str]) -> str:
    """Return what to say of a printer that is not among the known ones."""
    return f"there is no printer {name}: {did_you_mean(name, sorted(known)) if known else _HOW}"


def save(printer: Printer) -> None:
    """Write a printer's entry in place of an earlier one of its name, and leave the rest of the file as it is."""
    with _alone():
        known = printers()
        lines = _lines() or [_HEAD]
        start, end = _span(printer.name, lines) if printer.name in known else (len(lines), len(lines))
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += "\n"
        _write([*lines[:start], *_written(printer), *lines[end:]], {*known, printer.name})


def delete(name: str) -> None:
    """Remove a printer's entry; KeyError where there is none."""
    with _alone():
        known, lines = printers(), _lines()
        start, end = _span(name, lines)
        _write([*lines[:start], *lines[end:]], {*known} - {name})


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Read and write the file while nobody else does: of two who save at once, neither loses the other's entry."""
    path = file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise error_at(Place(shown(path)), f"cannot write here: {error.strerror or error}") from error
    with exchange.alone(path):
        yield


def _node(lines: Sequence[str] | None = None) -> Node | None:
    """Return the file, or what such lines say; None where there is none, or nothing in it but comments and ---."""
    lines = _lines() if lines is None else lines
    if not any(line.strip() and not line.lstrip().startswith("#") for line in lines):
        return None
    node = read_yaml("".join(lines).encode(), shown(file()))
    return None if node.value == "" else node


def _lines() -> list[str]:
    """Return the lines of the file, none where it does not exist."""
    path = file()
    if not path.exists():
        return []
    return decode(read_bytes(path, shown(path)), shown(path)).splitlines(keepends=True)


def _span(name: str, lines: list[str]) -> tuple[int, int]:
    """Return the lines of an entry: from its name to the next one's, but not the comments above that."""
    node = _node()
    assert node is not None
    start = node.keys[name].line - 1
    end = min((place.line - 1 for place in node.keys.values() if place.line - 1 > start), default=len(lines))
    while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
        end -= 1
    return start, end


def _written(printer: Printer) -> list[str]:
    """Return the lines of an entry; what is as it should be is left out, but for the flip and the paper."""
    plain = Entry()
    lines = [f"{printer.name}:\n"]
    if printer.shift != plain.shift:
        lines.append(f"  shift: {_list(printer.shift)}\n")
    if printer.turn != plain.turn:
        lines.append(f"  turn: {printer.turn:g}\n")
    for key, scale in (("scale", printer.scale), ("back-scale", printer.back_scale)):
        if scale != (100, 100):
            lines.append(f"  {key}: {f'{scale[0]:g}' if scale[0] == scale[1] else _list(scale)}\n")
    return [*lines, f"  flip: {printer.flip}\n", f"  paper: {printer.paper}\n"]


def _list(values: tuple[float, float]) -> str:
    return f"[{values[0]:g}, {values[1]:g}]"


def _write(lines: list[str], names: Collection[str]) -> None:
    """Write the file, if its lines hold just the printers of these names: a person may write YAML in other ways."""
    path = file()
    try:
        node = _node(lines)
        sound = {*(node.keys if node else ())} == set(names)
    except BuildError:
        sound = False
    if not sound:
        message = "its entries are not each on lines of their own, so that beeprint cannot change one of them"
        raise error_at(Place(shown(path)), message, "write each name at the beginning of a line")
    try:
        write_whole(path, "".join(lines).encode())
    except OSError as error:
        raise error_at(Place(shown(path)), f"cannot write here: {error.strerror or error}") from error
