"""Check a layout once against the columns of a deck: each name in it has to mean something."""

from __future__ import annotations

from collections.abc import Iterator

from beeprint.base.problems import Problem, did_you_mean
from beeprint.draw.text import hyphenates, languages
from beeprint.face.template.names import BINDABLE
from beeprint.face.template.slots import (
    Choice,
    GridSlot,
    Layout,
    Slot,
    TextSlot,
    own_box,
)
from beeprint.game.binding import check_text, names_in, unknown_name
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Rows, columns_of


def check(layout: Layout, game: Game, deck: Deck, shared: bool) -> Iterator[Problem]:
    """Yield a problem for each name in the layout that the deck's data does not have; a shared back has none."""
    if layout.frame is not None:
        rows = None if shared else deck.rows
        for key in ("art", "colour"):
            yield from check_text(layout.at_frame(key), getattr(layout.frame, key), game, rows, set())
    for name, slot in layout.slots.items():
        yield from _check_slot(layout, (name,), slot, game, None if shared else deck.rows, set())


def _check_slot(
    layout: Layout, path: tuple[str, ...], slot: Slot | Choice, game: Game, rows: Rows | None, extra: set[str]
) -> Iterator[Problem]:
    def unknown(key: tuple[str, ...], name: str) -> Problem | None:
        return unknown_name(layout.at((*path, *key)), name, game, rows, extra)

    if isinstance(slot, Choice):
        yield from filter(None, (unknown(("choose", "by"), name) for name in names_in(slot.by)))
        for variant in slot.variants.values():
            yield from _check_slot(layout, path, variant, game, rows, extra)
        return
    if not own_box(slot) and (layout.frame is None or len(path) > 1):
        hint = "write box: [x, y, width, height] in mm, or give the layout a frame: with a rectangle of that name"
        yield Problem(layout.at(path), f"slot {path[-1]} has no box", hint)
    inner = {*extra, "n"} if slot.repeat else extra
    for key in BINDABLE:
        text = getattr(slot, key, None)
        if isinstance(text, str):
            yield from check_text(layout.at((*path, key)), text, game, rows, inner)
    if slot.repeat:
        yield from filter(None, (unknown(("repeat", "times"), name) for name in names_in(slot.repeat.times)))
    yield from filter(None, (unknown(("when", name), name) for name in columns_of(slot.when)))
    if isinstance(slot, TextSlot) and (patterns := slot.patterns(game.written_in)) and not hyphenates(patterns):
        message = f"there is no hyphenation for the language {patterns}"
        yield Problem(layout.at((*path, "hyphenate")), message, did_you_mean(patterns, languages()))
    if isinstance(slot, GridSlot):
        deeper = {*extra, "cell", "i"}
        for key in ("table", "lookup"):
            target = getattr(slot, key)
            if target and game.rows(target) is None:
                yield Problem(layout.at((*path, key)), f"there is no table {target}", did_you_mean(target, game.names))
            elif target and (table := game.rows(target)):
                deeper |= {f"cell.{column}" for column in table.columns}
        for name, child in slot.each.items():
            yield from _check_slot(layout, (*path, "each", name), child, game, rows, deeper)
