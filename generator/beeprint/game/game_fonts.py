"""The fonts of a game: its own and beeprint's, with what `fonts:` in game.yaml says of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from beeprint.base.store import Store
from beeprint.draw.fonts import Fonts
from beeprint.game import lent_fonts
from beeprint.game.model import Game


def fonts_of(loaded: Game, locate: Callable[[str], Path], store: Store | None = None) -> Fonts:
    """Return the fonts of a game, with those that the language of its texts adds; `locate` finds the file of a key."""
    place, spec = loaded.workspace, loaded.spec
    stand_ins = lent_fonts.stand_ins(spec.fonts, spec.languages)
    lending = lent_fonts.lending(spec.fonts, loaded.written_in)
    return Fonts(locate, place.font_styles, store, stand_ins, place.fonts_alike, place.font_weight, lending)
