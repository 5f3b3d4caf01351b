"""Make single layers of a slot that is repeated, such as the numbers of several columns, each to be moved by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from beeprint.base.problems import Place, error_at
from beeprint.base.words import titled
from beeprint.edit.change import Edit
from beeprint.edit.choices import CHOOSE
from beeprint.edit.document import Document
from beeprint.edit.slot_list import NAMING
from beeprint.edit.slots import SlotSource, edit_of
from beeprint.game.rows import Rows
from beeprint.sources.workspace import shown


class _Repeated(NamedTuple):
    """A slot that is repeated a fixed number of times: the columns that it shows, and where each one lies, in mm."""

    keys: Mapping[str, Any]
    columns: tuple[str, ...]
    offsets: tuple[tuple[float, float], ...]


def split_slot(source: SlotSource) -> Edit:
    """Return the edit that makes single slots of a repeated one, and of all that are repeated at the same places.

    A plate behind each number goes with the numbers. BuildError where a slot is not repeated a fixed number of times.
    """
    document = Document(source.file, source.at.snapshot.held[source.file])
    slots = document.get(("slots",)) or {}
    alike = {name: each for name, keys in slots.items() if (each := _repeated(keys)) is not None}
    own = alike.get(source.name)
    if own is None or len(source.at.use.slot) > 1:
        message = f"{source.name} is not repeated a fixed number of times in this layout"
        hint = "duplicate it, and move the copy; where items are left out, set Gaps to yes first"
        raise error_at(Place(shown(source.file)), message, hint)
    together = {name: each for name, each in alike.items() if each.offsets == own.offsets}
    columns = next((each.columns for each in together.values() if each.columns), ())
    _check_named(document, slots, set(together))
    added: list[str] = []
    taken = {*slots}
    for name, each in together.items():
        for at, offset in enumerate(each.offsets):
            word = columns[at] if columns else str(at + 1)
            single = next(free for free in _names(name, word) if free not in taken)
            taken.add(single)
            if name == source.name:
                added.append(single)
            keys = _single(each, at, offset, source.at.deck.rows)
            document = document.set(("slots", single), keys).move(("slots", single), name)
        document = document.remove(("slots", name))
    names = ", ".join(f"“{titled(name)}”" for name in together)
    change = edit_of(source.at, f"{names} made single layers", [document])
    return replace(change, added=tuple(added))


def _names(name: str, word: str) -> Iterator[str]:
    yield f"{name}-{word}"
    yield from (f"{name}-{word}-{number}" for number in range(2, 1000))


def _repeated(keys: Any) -> _Repeated | None:
    """Return what is known of a slot that is repeated a fixed number of times, at places that it says."""
    repeat = keys.get("repeat") if isinstance(keys, dict) and CHOOSE not in keys else None
    if not isinstance(repeat, dict) or not isinstance(keys.get("box"), list):
        return None
    columns, times = _columns(repeat.get("over", [])), str(repeat.get("times", 1))
    if columns is None or not times.isdigit() or (columns and times != "1") or repeat.get("align", "start") != "start":
        return None
    if _leaves_items_out(keys) and repeat.get("gaps") not in ("yes", True):
        return None  # The items behind one that is left out move up.
    number = len(columns) or int(times)
    places = {str(count): listed for count, listed in (repeat.get("at") or {}).items()}.get(str(number))
    across, down = (float(length) for length in repeat.get("step", (0, 0)))
    steps = places or [(across * at, down * at) for at in range(number)]
    return _Repeated(keys, columns, tuple((float(x), float(y)) for x, y in steps)) if number > 1 else None


def _leaves_items_out(keys: Mapping[str, Any]) -> bool:
    return any(str(key).startswith("item") for key in keys.get("when") or ())


def _columns(over: Any) -> tuple[str, ...] | None:
    """Return the columns that a slot is repeated over, none where it counts; None for anything else."""
    listed = [str(each) for each in over] if isinstance(over, list) else [str(over)]
    return None if any("{" in each for each in listed) or not isinstance(over, list) else tuple(listed)


def _single(each: _Repeated, at: int, offset: tuple[float, float], rows: Rows) -> dict[str, Any]:
    """Return the keys of one repetition as a slot of its own."""
    column = each.columns[at] if each.columns else ""
    meant = {"{n}": str(at + 1)}
    if column:
        meant |= {"{item.value}": f"{{{column}}}", "{item.head}": rows.head(column), "{item}": column}

    def replaced(value: Any) -> Any:
        if isinstance(value, dict):
            return {column if key == "item.value" else key: replaced(held) for key, held in value.items()}
        if isinstance(value, list):
            return [replaced(held) for held in value]
        for name, words in meant.items() if isinstance(value, str) else ():
            value = value.replace(name, words)
        return value

    x, y, *size = each.keys["box"]
    box = [round(float(x) + offset[0], 3), round(float(y) + offset[1], 3), *size]
    return {key: box if key == "box" else replaced(value) for key, value in each.keys.items() if key != "repeat"}


def _check_named(document: Document, slots: Mapping[str, Any], gone: set[str]) -> None:
    """Raise BuildError where another slot names one that goes."""
    for name, keys in slots.items():
        named = {str(value) for key in NAMING for value in _listed(keys.get(key) if isinstance(keys, dict) else None)}
        if name not in gone and named & gone:
            message = f"{name} goes by {', '.join(sorted(named & gone))}, which is repeated"
            raise error_at(Place(shown(document.path)), message, "let it stand by itself first, under More")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
