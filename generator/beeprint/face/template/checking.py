"""Check a layout once against the columns of a deck: each name in it has to mean something."""

from __future__ import annotations

from collections.abc import Iterator

from beeprint.base.problems import Problem, did_you_mean
from beeprint.draw.text import hyphenates, languages
from beeprint.face.template.names import bound_texts
from beeprint.face.template.slots import Choice, GridSlot, Layout, Slot, TextSlot, own_box
from beeprint.game.binding import check_text, unknown_name
from beeprint.game.model import Deck, Game
from beeprint.game.rows import Rows, columns_of


def check(layout: Layout, game: Game, deck: Deck, shared: bool) -> Iterator[Problem]:
    """Yield a problem for each name in the layout that the deck's data does not have; a shared back has none."""
    rows = None if shared else deck.rows
    if layout.frame is not None:
        for bound in bound_texts(layout.frame):
            yield from check_text(layout.at_frame(*bound.path), bound.text, game, rows, set())
    for name, slot in layout.slots.items():
        yield from _check_entry(layout, (name,), slot, game, rows, set())


def _check_entry(
    layout: Layout, path: tuple[str, ...], entry: Slot | Choice, game: Game, rows: Rows | None, extra: set[str]
) -> Iterator[Problem]:
    for name in columns_of(entry.when):
        problem = unknown_name(layout.at((*path, "when", name)), name, game, rows, extra)
        if problem is not None:
            yield problem
    if isinstance(entry, Choice):
        for bound in bound_texts(entry):
            yield from check_text(layout.at((*path, *entry.keys(*bound.path))), bound.text, game, rows, extra)
        for variant in entry.variants.values():
            yield from _check_entry(layout, path, variant, game, rows, extra)
    else:
        yield from _check_slot(layout, path, entry, game, rows, extra)


def _check_slot(
    layout: Layout, path: tuple[str, ...], slot: Slot, game: Game, rows: Rows | None, extra: set[str]
) -> Iterator[Problem]:
    if not own_box(slot) and (layout.frame is None or len(path) > 1):
        hint = "write box: [x, y, width, height] in mm, or give the layout a frame: with a rectangle of that name"
        yield Problem(layout.at(path), f"slot {path[-1]} has no box", hint)
    inner = {*extra, "n"} if slot.repeat else extra
    for bound in bound_texts(slot):
        # How often a slot is repeated is settled before there is a number of the repetition.
        known = extra if bound.path[0] == "repeat" else inner
        yield from check_text(layout.at((*path, *bound.path)), bound.text, game, rows, known)
    if isinstance(slot, TextSlot) and (patterns := slot.patterns(game.written_in)) and not hyphenates(patterns):
        message = f"there is no hyphenation for the language {patterns}"
        yield Problem(layout.at((*path, "hyphenate")), message, did_you_mean(patterns, languages()))
    if isinstance(slot, GridSlot):
        yield from _check_grid(layout, path, slot, game, rows, extra)


def _check_grid(
    layout: Layout, path: tuple[str, ...], slot: GridSlot, game: Game, rows: Rows | None, extra: set[str]
) -> Iterator[Problem]:
    inner = {*extra, "cell", "i"}
    for key in ("table", "lookup"):
        target = getattr(slot, key)
        if target and game.rows(target) is None:
            yield Problem(layout.at((*path, key)), f"there is no table {target}", did_you_mean(target, game.names))
        elif target and (table := game.rows(target)):
            inner |= {f"cell.{column}" for column in table.columns}
    for name, child in slot.each.items():
        yield from _check_entry(layout, (*path, "each", name), child, game, rows, inner)
