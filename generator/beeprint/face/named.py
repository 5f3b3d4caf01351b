"""What a game names and does not have: letters that the margins' font lacks, pictures and icons."""

from __future__ import annotations

from collections.abc import Iterator

from beeprint.base.options import CheckOptions
from beeprint.base.problems import Problem, Severity, capped, did_you_mean
from beeprint.base.words import lacking
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.face.layout.holes import LETTERS
from beeprint.face.picture import how_to_add
from beeprint.game.edition import Editions
from beeprint.game.game_fonts import how_to_lend
from beeprint.game.model import Game


def missing(loaded: Game, fonts: Fonts, editions: Editions, options: CheckOptions) -> Iterator[Problem]:
    """Yield a problem for each thing that is named and not there."""
    yield from _unprintable(loaded, fonts, editions, options)
    yield from capped(_unused_raster(loaded))
    yield from capped(_unknown_icons(loaded, options))
    yield from capped(_unused_names(loaded))


def _unprintable(loaded: Game, fonts: Fonts, editions: Editions, options: CheckOptions) -> Iterator[Problem]:
    """Yield a problem for each text of the slug with characters that its font lacks; a draft may hold them."""
    severity: Severity = "warning" if options.unfinished else "error"
    spec = loaded.spec
    texts = {"title": spec.title, "version": spec.version, "credits": " ".join(spec.credits)}
    texts |= {f"stock of deck {name}": deck.stock for name, deck in spec.decks.items()}
    texts |= {f"stock of box {name}": box.stock for name, box in spec.boxes.items()}
    texts |= {f"title of edition {name}": edition.title for name, edition in editions.items()}
    for key, text in texts.items():
        letters = fonts.missing("source-sans", "regular", text)
        if letters:
            head, _, name = key.rpartition(" ")
            path = {
                "stock of deck": ("decks", name, "stock"),
                "stock of box": ("boxes", name, "stock"),
                "title of edition": ("editions", name, "title"),
            }.get(head, (key,))
            message = f"{key} holds {lacking(letters, 'the font of the sheet margins')}"
            yield Problem(loaded.node.at(path), message, how_to_lend(letters, loaded, iconic=False), severity, LETTERS)


def _unused_raster(loaded: Game) -> Iterator[Problem]:
    """Yield a problem for each folder or picture under `raster:` that is not in art/."""
    names = loaded.workspace.names("art", SUFFIXES) if any(loaded.spec.raster) else []
    folders = {name[:at] for name in names for at, char in enumerate(name) if char == "/"}
    known = frozenset((*folders, *names))
    for key in loaded.spec.raster:
        if key and key.rstrip("/") not in known:
            hint = did_you_mean(key, known)
            place = loaded.node.key_at(["raster"], key)
            yield Problem(place, f"art has no folder or picture {key}", hint)


def _unknown_icons(loaded: Game, options: CheckOptions) -> Iterator[Problem]:
    """Yield a problem for each icon that words become and that is not in art/icons; a draft may lack it."""
    for word, icon in loaded.spec.icons.items():
        if loaded.workspace.find("art", f"icons/{icon}", SUFFIXES) is None:
            message = f"there is no picture icons/{icon}, which {word} becomes"
            severity: Severity = "warning" if options.unfinished else "error"
            place = loaded.node.at(["icons", word])
            yield Problem(place, message, how_to_add(loaded.workspace, f"icons/{icon}", place), severity)


def _unused_names(loaded: Game) -> Iterator[Problem]:
    """Yield a problem for each icon under `icon-names:` that is not in art/icons."""
    names = (name for name in loaded.workspace.names("art", SUFFIXES) if loaded.spec.icon_names)
    known = frozenset(name.removeprefix("icons/") for name in names if name.startswith("icons/"))
    for icon in loaded.spec.icon_names:
        if icon not in known:
            place = loaded.node.key_at(["icon-names"], icon)
            yield Problem(place, f"there is no icon {icon}", did_you_mean(icon, known))
