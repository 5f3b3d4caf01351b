"""Every action on a game as an edit that is not written: on each slot, table, ink and deck."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.drawing.shape import SIZES
from beeprint.edit import deck_backs, deck_sizes, deck_sources, decks, game_entries, palette, slot_list, slots
from beeprint.edit.boxes import Side, find_box, find_place, set_box
from beeprint.edit.column_types import column_settings, set_column_type
from beeprint.edit.new_slots import new_slot
from beeprint.edit.slots import Only, SlotSource
from beeprint.edit.snapshot import slots_in
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace, shown
from edits import loaded

#: A comment of YAML, with the blanks before it.
_COMMENT = re.compile(r"(?:^|[ \t])(#[^\r\n]*)")
#: What is set of each kind of slot: the usual keys, one that most slots lack, and one that is taken away.
_KEYS = {
    "text": {"size": 7.5, "align": "right", "colour": "ink", "text": "Word: 1", "when": {"id": "A"}, "font": None},
    "shape": {"fill": "#123456", "stroke": None, "opacity": 0.5, "rotate": 45},
    "picture": {"art": "icons/sun", "opacity": 0.5, "fit": None},
    "icon": {"icon": "sun", "colour": "ink", "opacity": None},
}


class Act(NamedTuple):
    """An action: its kind, what it is done to, and how to make its edit."""

    kind: str
    label: str
    make: Callable[[], edit.Edit]

    def edit(self) -> edit.Edit | None:
        """Return the edit; None where it is refused in words."""
        try:
            return self.make()
        except BuildError as error:
            assert all(problem.message for problem in error.problems)
            return None


def acts(folder: Path) -> Iterator[Act]:
    """Yield all actions on a game."""
    game = loaded(folder)
    yield from _on_slots(game)
    for name in game.decks:
        yield from _on_tables(folder, name)
        yield from _on_decks(game, name)
    for name in [*game.palette][:3]:
        yield Act("ink-set", name, lambda name=name: palette.set_ink(game, name, "#123456"))
        yield Act("ink-rename", name, lambda name=name: palette.rename_ink(game, name, "dark-x"))
        yield Act("ink-delete", name, lambda name=name: palette.delete_ink(game, name))
    yield from _on_entries(game)
    yield Act("ink-add", "dark-x", lambda: palette.add_ink(game, "dark-x", "#123456"))


def _on_entries(game: Game) -> Iterator[Act]:
    """Yield actions on the entries of game.yaml: boxes, editions, stocks and the like."""
    deck, stock = next(iter(game.decks)), next(iter(game.spec.used_stocks))
    new: dict[str, tuple[str, list[tuple[tuple[str, ...], Any]]]] = {
        "boxes": ("x-box", [(("title",), "X"), (("shape", "kind"), "sleeve"), (("shape", "for"), [deck])]),
        "editions": ("x-game", [(("title",), "X")]),
        "stocks": (stock, [(("thickness",), 0.4)]),
        "icon-names": ("x-icon", [((), "X: icon")]),
        "raster": ("x-picture", [((), "600dpi")]),
    }
    sets: dict[str, tuple[tuple[str, ...], Any]] = {
        "boxes": (("copies",), 2),
        "editions": (("decks", deck, "one-sided"), True),
        "stocks": (("sleeves",), "thin"),
        "tables": (("title",), "Words: two"),
        "icon-names": ((), "X: icon"),
    }
    for group, (name, values) in new.items():
        yield Act("entry-add", f"{group} {name}", partial(game_entries.add_entry, game, group, name, values))
    for group, (path, value) in sets.items():
        for name in game_entries.entries_of(game, group):
            yield Act("entry-set", f"{group} {name}", partial(game_entries.set_entry, game, group, name, path, value))
            yield Act("entry-remove", f"{group} {name}", partial(game_entries.remove_entry, game, group, name))


def _on_slots(game: Game) -> Iterator[Act]:
    """Yield the actions on the slots of each layout, in one piece that it draws."""
    known: set[str] = set()
    for deck in game.decks.values():
        for side, rows in (("front", deck.rows.rows), ("back", deck.rows.rows[:1])):
            for row in rows if side == "front" or deck.spec.back else ():
                key = row.id if side == "front" or (deck.spec.back and deck.spec.back.each == "piece") else ""
                at = find_place(game, deck.name, side, (), key)
                if at.use.layout not in known:
                    known.add(at.use.layout)
                    yield from _on_layout(game, deck.name, side, key)


def _on_layout(game: Game, deck: str, side: Side, row: str) -> Iterator[Act]:
    at = find_place(game, deck, side, (), row)
    for path, _ in slots_in(at.layout.nodes):
        label = f"{at.use.layout}/{'.'.join(path)}"
        find = partial(slots.find_slot, game, deck, side, path, row)
        kind = find().kind
        for key, value in _KEYS.get(kind, {}).items():
            yield Act("remove-key" if value is None else "set-key", f"{label} {key}",
                      lambda key=key, value=value, find=find: slots.set_keys([(find(), {key: value})]))  # fmt: skip
        if row and kind == "text":
            yield Act(
                "set-case", label, lambda find=find: slots.set_keys([(find(), {"size": 8})], only=Only("id", row))
            )
        yield Act("box", label, lambda path=path: _moved(game, deck, side, path, row))
        if "choose" in path:
            continue
        yield Act("slot-delete", label, lambda find=find: slot_list.delete_slots([find()]))
        yield Act("slot-duplicate", label, lambda find=find: slot_list.duplicate_slots([find()]))
        yield Act("slot-rename", label, lambda find=find: slot_list.rename_slot(find(), "renamed"))
        for way in ("forward", "backward"):
            yield Act("slot-move", f"{label} {way}", lambda find=find, way=way: _stepped(find(), way))
    for kind in ("text", "picture", "icon", "shape", "grid"):
        yield Act(
            "slot-add", f"{at.use.layout} {kind}", lambda kind=kind: slot_list.add_slots(at, [new_slot(at, kind)])
        )


def _moved(game: Game, deck: str, side: Side, path: tuple[str, ...], row: str) -> edit.Edit:
    box = find_box(game, deck, side, path, row)
    x, y, width, height = box.values or (5, 5, 20, 10)
    return set_box(box, (x + 1, y + 2, width, height), "here", box.seen, replace_word=False)


def _stepped(source: SlotSource, way: str) -> edit.Edit:
    return slot_list.move_slots([source], way)  # type: ignore[arg-type]


def _on_tables(folder: Path, name: str) -> Iterator[Act]:
    table = edit.find_table(Workspace(folder), name)
    column = table.columns[-1].name
    seen = table.seen
    yield Act("cell", f"{name} {column}", lambda: edit.set_cells(table, {(0, column): "1"}, seen))
    yield Act("row-add", name, lambda: edit.add_row(table, 1, seen))
    yield Act("row-duplicate", name, lambda: edit.duplicate_rows(table, [0], seen))
    yield Act("row-delete", name, lambda: edit.delete_rows(table, [0], seen))
    yield Act("row-move", name, lambda: edit.move_rows(table, [0], 2, seen))
    for each in (each.name for each in table.columns if each.column is not None and each.name not in ("id", "copies")):
        for kind in ("column-optional", "column-unique"):
            yield Act(kind, f"{name} {each}", lambda each=each, kind=kind: _typed(table, each, kind))


def _typed(table: edit.Table, column: str, kind: str) -> edit.Edit:
    values, unique = column_settings(table, column)
    if kind == "column-optional":
        values = {**values, "optional": not values.get("optional")}
    return set_column_type(table, column, values, unique or kind == "column-unique", table.seen)[0]


def _on_decks(game: Game, name: str) -> Iterator[Act]:
    yield Act("deck-title", name, lambda: decks.set_keys(game, name, {"title": "Bees: two"}))
    yield Act("deck-key", name, lambda: decks.set_keys(game, name, {"safe": 4}))
    yield Act("deck-rename", name, lambda: decks.rename_deck(game, name, "renamed"))
    yield Act(
        "deck-shape", name, lambda: deck_sizes.set_shape(game, name, {"kind": "card", "size": next(iter(SIZES))}, False)
    )
    yield Act("deck-front", name, lambda: deck_sources.set_front(game, name, "{id}"))
    spec = game.decks[name].spec.data
    yield Act(
        "deck-link",
        name,
        lambda: deck_sources.set_table(game, name, spec.file, spec.sheet, spec.head, "https://example.org/x.csv"),
    )
    yield Act("deck-back", name, lambda: deck_backs.set_back(game, name, "none"))
    yield Act("deck-copy", name, lambda: decks.copy_deck(game, name, "Copies"))
    yield Act("deck-add", name, lambda: decks.add_plain(game, "Tokens"))
    yield Act("deck-delete", name, lambda: decks.delete_deck(game, name, force=True))


class Lines(NamedTuple):
    """The lines that an edit removes and adds."""

    taken: list[str]
    put: list[str]


def lines_of(change: edit.Change) -> Lines:
    """Return the changed lines of a file, with their line ends."""
    before, after = (_lines(data or b"") for data in (change.before, change.after))
    taken, put = [], []
    for tag, a, b, c, d in difflib.SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if tag != "equal":
            taken += before[a:b]
            put += after[c:d]
    return Lines(taken, put)


def _lines(data: bytes) -> list[str]:
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", data.decode("utf-8-sig"))


def comments_in(data: bytes) -> list[str]:
    """Return the comments of a YAML file."""
    return sorted(match[1].rstrip() for line in _lines(data) for match in _COMMENT.finditer(line))


def printed(act: Act, change: edit.Edit) -> str:
    """Return a diff to read."""
    text = f"== {act.kind} {act.label}\n"
    for each in change.changes:
        if each.before is None or each.after is None:
            text += f"   {'new' if each.before is None else 'gone'}: {shown(each.path)}\n"
            continue
        lines = lines_of(each)
        text += f"   {each.path.name}\n" + "".join(f"   - {line!r}\n" for line in lines.taken)
        text += "".join(f"   + {line!r}\n" for line in lines.put)
    return text + "".join(f"   ! {warning.message}\n" for warning in change.warnings)
