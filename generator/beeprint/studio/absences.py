"""Say why a card draws nothing of a layer."""

from __future__ import annotations

from beeprint.face.layout import SlotView
from beeprint.game.conditions import EMPTY, NOT_EMPTY, Bounds, Comparison, Condition, names_in
from beeprint.game.model import Deck

_WORDS = {
    "": "",
    "case": "has no look for this card",
    "empty": "empty on this card",
    "none": "none on this card",
    "fault": "cannot be drawn on this card",
}
_TESTS = {EMPTY: "is empty", NOT_EMPTY: "is not empty"}


def absence(slot: SlotView, deck: Deck) -> str:
    """Return why a card of a deck draws nothing of a layer, "" where it draws something."""
    if slot.absent != "when":
        return _WORDS[slot.absent]
    return f"only where {' and '.join(_describe(name, wanted, deck) for name, wanted in slot.unmet.items())}"


def _describe(name: str, wanted: Condition, deck: Deck) -> str:
    """Return a condition as a sentence about its column."""
    head = " or ".join(deck.rows.head(each) for each in names_in(name))
    if not isinstance(wanted, Comparison):
        if len(wanted) == 1 and wanted[0] in _TESTS:
            return f"{head} {_TESTS[wanted[0]]}"
        return f"{head} is {_either(wanted)}"
    tests = [
        f"is {_either(wanted.is_)}" if wanted.is_ else "",
        f"is not {_either(wanted.is_not)}" if wanted.is_not else "",
        "" if wanted.empty is None else _TESTS[EMPTY if wanted.empty else NOT_EMPTY],
        "" if wanted.min is wanted.max is None else f"is {Bounds(min=wanted.min, max=wanted.max)}",
        f"is the same as {deck.rows.head(wanted.same_as)}" if wanted.same_as else "",
        f"differs from {deck.rows.head(wanted.differs_from)}" if wanted.differs_from else "",
        f"has {wanted.contains}" if wanted.contains else "",
        f"lacks {wanted.lacks}" if wanted.lacks else "",
    ]
    return f"{head} {' and '.join(filter(None, tests))}"


def _either(words: tuple[str, ...]) -> str:
    return " or ".join(word or "empty" for word in words)
