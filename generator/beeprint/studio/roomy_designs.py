"""A design in another size: what has no room on the smaller pieces is left out of it, and said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from beeprint import pipeline
from beeprint.base.options import CheckOptions
from beeprint.base.problems import Place, Problem
from beeprint.base.store import Store
from beeprint.edit import Edit
from beeprint.edit.deck_layouts import family, layout_path
from beeprint.edit.draft import Draft
from beeprint.face.layout import Side
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.outputs.shared import Checked
from beeprint.rules.preflight import Preflight
from beeprint.sources.workspace import Workspace, shown

#: How often slots are left out: without one, another may have room.
_TIMES = 3
#: The size in points down to which a text is legible on a small piece.
_LEGIBLE = 6
#: What a slot has wrong by its side and its name: the severities and messages of its problems.
Faults = dict[tuple[Side, str], Counter[tuple[str, str]]]


def with_room(game: Game, deck: str, change: Edit, store: Store) -> Edit:
    """Return an edit of a deck's size without the slots whose content has no room after it, which warnings name.

    A text that becomes small there is allowed to be. What was wrong before the edit stays as it is.
    """
    left_out: dict[str, None] = {}
    kept = pipeline.Kept()
    before = _faults(Workspace(change.game), deck, store, kept)
    draft = Draft(game)
    draft.take(change.changes)
    for _ in range(_TIMES):
        new = {
            at: faults - before.get(at, Counter()) for at, faults in _faults(draft.workspace, deck, store, kept).items()
        }
        new = {at: faults for at, faults in new.items() if faults}
        if not new:
            break
        now = model.load(draft.workspace, game.language)[0]
        for (side, slot), faults in new.items():
            is_small = all("text is hard to read" in message for _, message in faults)
            for name in family(now, deck, (side,)):
                layout = draft.yaml(layout_path(game, name))
                if slot not in (layout.get(["slots"]) or {}):
                    continue
                if is_small:
                    draft.put(layout.set(["slots", slot, "legible"], _LEGIBLE))
                else:
                    draft.put(layout.remove(["slots", slot]))
                    left_out[f"{slot} on the {side}"] = None
    place = Place(shown(change.game))
    words = f"{' and '.join(left_out)} {'have' if len(left_out) > 1 else 'has'} no room on these pieces"
    hint = "the design leaves them out now; Undo brings them back"
    warnings = [Problem(place, words, hint, "warning")] if left_out else []
    return Edit(change.title, change.game, draft.changes, (*change.warnings, *warnings))


def _faults(place: Workspace, deck: str, store: Store, kept: pipeline.Kept) -> Faults:
    """Return what is wrong with the slots of a deck's faces, without pictures that are too coarse."""
    checked = pipeline.check(place.game, CheckOptions(), store, kept, place=place)
    faults: Faults = {}
    for side, problem in _problems(checked, deck):
        if problem.slot:
            faults.setdefault((side, problem.slot.partition("/")[0]), Counter())[problem.severity, problem.message] += 1
    return faults


def _problems(checked: Checked, deck: str) -> Iterator[tuple[Side, Problem]]:
    game = checked.game
    sides: tuple[Side, ...] = ("front", "back")
    for side in sides:
        faces = [face for (name, _, at), face in checked.faces.items() if name == deck and at == side]
        for face in faces:
            yield from ((side, problem) for problem in face.problems)
        yield from ((side, problem) for problem in Preflight().problems(game, game.decks[deck], faces, checked.fonts))
