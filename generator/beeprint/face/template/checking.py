"""Check a layout once against a deck's columns: every name in it has to be known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from beeprint.base.problems import Place, Problem, did_you_mean
from beeprint.drawing.text import hyphenates, languages
from beeprint.face.template.names import bound_texts, mentions
from beeprint.face.template.pushing import order_faults, slot_faults
from beeprint.face.template.slots import Choice, GridSlot, Layout, Slot, TextSlot, own_box, variants_of
from beeprint.game.binding import ITEM, NUMBER, TEXT, Meaning, Names
from beeprint.game.columns import Column
from beeprint.game.conditions import faults, faulty_cases
from beeprint.game.model import Deck, Game


def check(layout: Layout, game: Game, deck: Deck, shared: bool) -> Iterator[Problem]:
    """Yield a problem for each name in the layout that the deck's data does not have; a shared back has none."""
    names = Names.of_text(game, None if shared else deck.rows)
    if layout.frame is not None:
        for bound in bound_texts(layout.frame):
            yield from names.check_text(layout.at_frame(*bound.path), bound.text)
    for name, entry in layout.slots.items():
        yield from _Check(layout, (name,), names).entry(entry)
        yield from _panel_faults(layout, name, entry, deck)
    yield from order_faults(layout)


def _panel_faults(layout: Layout, name: str, entry: Slot | Choice, deck: Deck) -> Iterator[Problem]:
    """Yield a problem for each panel that a slot, or a variant of it, names and the deck's pieces do not have."""
    panels = [panel.name for panel in deck.shape.panels]
    for slot in variants_of(entry):
        if slot.panel and slot.panel not in panels:
            hint = did_you_mean(slot.panel, panels) if panels else "panels are those of boxes and folded standees"
            yield Problem(layout.at((name, "panel")), f"{deck.noun} have no panel {slot.panel}", hint)
        inner = slot.each if isinstance(slot, GridSlot) else {}
        for key, node in inner.items():
            if isinstance(node, Slot) and node.panel:
                hint = f"write panel: {node.panel} for the grid {name}"
                yield Problem(
                    layout.at((name, "each", key, "panel")), "a slot of a grid lies on the grid's panel", hint
                )


class _Check(Struct, frozen=True):
    """Checks one slot: its path in the layout, and the names that it may use there."""

    layout: Layout
    path: tuple[str, ...]
    names: Names

    def at(self, *path: str | int) -> Place:
        return self.layout.at((*self.path, *path))

    def entry(self, entry: Slot | Choice) -> Iterator[Problem]:
        """Yield what is wrong with a slot, or with a choice and each of its variants."""
        if isinstance(entry, Choice):
            yield from faults(entry.when, self.names, partial(self.at, "when"))
            yield from self.choice(entry)
        else:
            yield from faults(entry.when, self.of_items(entry), partial(self.at, "when"))
            yield from self.slot(entry)

    def of_items(self, slot: Slot) -> Names:
        """Return the names for each item of a slot that is repeated over several, else those there are."""
        repeat = slot.repeat
        if repeat is None or not repeat.over:
            return self.names
        loose = TEXT._replace(loose=True)
        return self.names.also(dict.fromkeys(ITEM if repeat.columns else ITEM[:1], loose))

    def choice(self, choice: Choice) -> Iterator[Problem]:
        for bound in bound_texts(choice):
            yield from self.names.check_text(self.at(*choice.keys, *bound.path), bound.text)
        case_at = partial(self.layout.key_at, (*self.path, *choice.keys))
        yield from faulty_cases(choice.column, choice.variants, self.names, case_at)
        for variant in choice.variants.values():
            yield from self.entry(variant)

    def slot(self, slot: Slot) -> Iterator[Problem]:
        if not own_box(slot) and (self.layout.frame is None or len(self.path) > 1):
            name = self.path[-1]
            hint = f"write box: [x, y, width, height] in mm, or a frame whose drawing has a rectangle called {name}"
            yield Problem(self.at(), f"slot {name} has no box, and the layout has no frame", hint)
        yield from slot_faults(slot, self.path[-1], len(self.path) > 1, partial(self.at))
        items = self.of_items(slot)
        numbered = items.also({"n": NUMBER}) if slot.repeat else items
        for bound in bound_texts(slot):
            # What is repeated, and how often, is needed before there is a current one.
            over, repeat = bound.path[:2] == ("repeat", "over"), bound.path[0] == "repeat"
            names = self.names if over else items if repeat else numbered
            yield from names.check_text(self.at(*bound.path), bound.text)
        if slot.repeat is not None and any(mentions(slot, name) for name in ITEM[1:]):
            for index, name in enumerate(slot.repeat.columns):
                yield from filter(None, [self.names.unknown(self.at("repeat", "over", index), name)])
        if isinstance(slot, TextSlot):
            if slot.max is not None and slot.max < slot.size:
                message = f"max is {slot.max:g} pt, less than size, which is {slot.size:g} pt"
                yield Problem(self.at("max"), message, "max is the larger size, for short texts")
            patterns = slot.patterns(self.names.game.written_in)
            if patterns and not hyphenates(patterns):
                message = f"there are no hyphenation patterns for the language {patterns}"
                yield Problem(self.at("hyphenate"), message, did_you_mean(patterns, languages()))
        if isinstance(slot, GridSlot):
            yield from self.grid(slot, numbered)

    def grid(self, grid: GridSlot, around: Names) -> Iterator[Problem]:
        names = around.also({"cell": TEXT._replace(loose=True), "i": NUMBER})
        for key in ("lookup", "table"):
            target = getattr(grid, key)
            table = self.names.game.rows(target)
            if target and table is None:
                hint = did_you_mean(target, self.names.game.names)
                yield Problem(self.at(key), f"there is no table {target}", hint)
            elif table is not None:
                of_cell = {f"cell.{name}": Meaning(column, table, name) for name, column in table.columns.items()}
                cell = Meaning(Column(type="ref", table=target), table, "id", loose=True)
                names = names.also({"cell": cell, **of_cell})
        for key in ("each", "edges"):
            for name, child in getattr(grid, key).items():
                yield from _Check(self.layout, (*self.path, key, name), names).entry(child)
