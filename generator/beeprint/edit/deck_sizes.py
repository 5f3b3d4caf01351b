"""Another size and shape for the pieces of a deck, with a design and a back that follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beeprint.base.problems import Place, Problem
from beeprint.drawing.shape import Shape
from beeprint.edit.change import Edit
from beeprint.edit.deck_backs import follow_shape
from beeprint.edit.deck_layouts import Fitting, family, fit, layout_path, own_layouts
from beeprint.edit.decks import check_deck
from beeprint.edit.draft import Draft, DraftWorkspace
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.workspace import shown


def set_shape(game: Game, deck: str, shape: Mapping[str, Any], fit_design: bool) -> Edit:
    """Return the edit that gives a deck another size and shape; with `fit_design`, its layouts' boxes follow.

    Layouts that other decks use are copied before they are changed, and a warning says so. A drawing that is a frame
    stays as it is, which a warning says too. A back that beeprint made and nobody changed is made again. Without
    `fit_design`, layouts that say which size they are drawn for say the new one, and nothing in them moves.
    """
    check_deck(game, deck)
    draft = Draft(game)
    draft.put(draft.game_yaml.set(["decks", deck, "shape"], dict(shape)))
    old, new = game.decks[deck].shape, _shape_by_now(game, draft, deck)
    warnings: list[Problem] = []
    sized = [name for name in family(game, deck) if draft.yaml(layout_path(game, name)).get(["size"]) is not None]
    is_changed = old.cut_words != new.cut_words and (fit_design or (bool(sized) and old.box != new.box))
    copies = own_layouts(game, draft, deck) if is_changed else {}
    remade = follow_shape(game, draft, deck, new, keep=False) if is_changed and fit_design else set()
    for name in family(game, deck) if is_changed else ():
        path = layout_path(game, copies.get(name, name))
        if name in copies:
            message = f"{name} is used elsewhere too, so {deck} has a copy of it now: {copies[name]}"
            warnings.append(Problem(Place(shown(path)), message, "", "warning"))
        if path in remade:
            continue
        layout = draft.yaml(path)
        if not fit_design:
            draft.put(layout.set(["size"], [new.width, new.height]) if name in sized else layout)
            continue
        if layout.get(["frame"]) is not None:
            message = "the frame of this layout is a drawing, which keeps its size"
            hint = "change the drawing in the program that made it"
            warnings.append(Problem(Place(shown(path)), message, hint, "warning"))
        draft.put(fit(layout, Fitting.between(old, new)))
    edit = draft.edit(f"size of {game.decks[deck].spec.title} changed")
    return Edit(edit.title, edit.game, edit.changes, (*warnings, *edit.warnings))


def _shape_by_now(game: Game, draft: Draft, deck: str) -> Shape:
    """Return the outline that the pieces of a deck have by now; BuildError for a faulty shape."""
    workspace = DraftWorkspace(draft.folder, new={change.path: change.after for change in draft.changes})
    return model.load(workspace, game.language)[0].decks[deck].shape
