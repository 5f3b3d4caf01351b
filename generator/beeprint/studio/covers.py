"""Draw the first card of a game, to know it by."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from beeprint import pipeline
from beeprint.base.options import ViewOptions
from beeprint.base.store import Store
from beeprint.base.temporary import temporary_folder
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, group
from beeprint.face.layout import KeptFaces
from beeprint.face.picture import Pictures
from beeprint.game import game_fonts, model
from beeprint.outputs.shared.faces import DeckLayouts
from beeprint.sources.workspace import Workspace
from beeprint.starter import write, write_cards, write_from
from beeprint.starter.card_templates import TEMPLATES

SVG = "image/svg+xml"
#: The picture of a card that cannot be drawn; what is wrong is said elsewhere.
NOTHING = b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


def cover(folder: Path, store: Store) -> bytes:
    """Return the front of the first piece of a game, cut out along its outline, as SVG.

    LookupError where it has none, BuildError where the game cannot be read. No other piece is laid out.
    """
    return _drawn(Workspace(folder), store)


def cover_of_deck(place: Workspace, deck: str, store: Store) -> bytes:
    """Return the front of the first piece of a deck, as `cover` does."""
    return _drawn(place, store, deck)


def _drawn(place: Workspace, store: Store, name: str = "", row: int = 0) -> bytes:
    """Return a piece of a deck, by its row past whose last the first one follows; of cards if there are any.

    `name` is that of the deck that is meant.
    """
    with pipeline.of_game(place.game):
        game, _ = model.load(place)
        find, kept, options = game_fonts.finder(place, game), KeptFaces(), ViewOptions()
        context = kept.context(
            game,
            options.unfinished,
            lambda: game_fonts.fonts_of(game, find, store),
            lambda fonts: Pictures(place, fonts, store, game.spec.raster),
        )
        decks = [deck for deck in game.decks.values() if deck.rows.rows and name in ("", deck.name)]
        for deck in sorted(decks, key=lambda deck: deck.role != "card"):
            first = frozenset({(deck.name, deck.rows.rows[row % len(deck.rows.rows)].id, "front")})
            for face in DeckLayouts(context, deck, options, kept).some(first):
                marks = (group(face.drawing.marks, clip=deck.shape.cut_path()),)
                return svg.write(Drawing(deck.shape.box, marks), context.fonts).encode()
    raise LookupError(place.game)


def cover_of_table(source: Path, sheets: Sequence[str], size: str, template: str, look: str, store: Store) -> bytes:
    """Return the cover of the game that a table makes with a template and a look; BuildError where it makes none."""
    with temporary_folder() as work:
        write_from(work / "game", source, sheets, size, "", template, look)
        return cover(work / "game", store)


def cover_of_cards(template: str, look: str, store: Store) -> bytes:
    """Return one of the cards that a template begins with: of each template another one, in another colour."""
    with temporary_folder() as work:
        write_cards(work / "game", "", template, look)
        return _drawn(Workspace(work / "game"), store, row=list(TEMPLATES).index(template))


def cover_of_starter(name: str, look: str, store: Store) -> bytes:
    """Return the cover of the game that a starter makes, in a look if it has any."""
    with temporary_folder() as work:
        write(work / "game", name, "My game", look=look)
        return cover(work / "game", store)
