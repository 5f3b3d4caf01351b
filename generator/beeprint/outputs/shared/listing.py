"""The entries of the manifest for a game and each of its pieces."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from beeprint import __version__, sheet
from beeprint.base import manifest
from beeprint.base.geometry import Rect, line
from beeprint.base.options import CheckOptions
from beeprint.drawing.drawing import digest, rounded_path
from beeprint.drawing.shape import Shape
from beeprint.game import changes
from beeprint.game.model import Game
from beeprint.outputs.shared.later import LaterFaces
from beeprint.outputs.shared.output import FACE, Product
from beeprint.outputs.shared.pieces import Checked, rows_of, selected


def head(made: Game) -> dict[str, str]:
    """Return the manifest's keys for a game as a whole."""
    spec = made.spec
    variant = {"edition": made.edition} if made.edition else {}
    return {"game": spec.id, "version": spec.version, "title": spec.title, **variant}


class _Pieces:
    """The entries of pieces, made anew for each iteration: those of a large deck would fill the memory."""

    def __init__(self, checked: Checked, options: CheckOptions) -> None:
        self._asked = checked, options

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return _entries(*self._asked)


def pieces(checked: Checked, options: CheckOptions) -> list[dict[str, Any]]:
    """Return the manifest's entry for each piece: copies, how many of them are printed, fields, keys of its faces."""
    return list(_entries(checked, options))


def _entries(checked: Checked, options: CheckOptions) -> Iterator[dict[str, Any]]:
    for deck in selected(checked.game, options):
        for row in rows_of(deck, options):
            shared = {"shared-back": True} if deck.spec.back and deck.spec.back.each == "deck" else {}
            held = {} if deck.printed(row) == row.copies else {"printed": deck.printed(row)}
            cuts = {"cuts": _lines(deck.shape)} if deck.shape.curve else {}
            yield {
                "id": f"{deck.name}/{row.id}",
                "deck": deck.name,
                "shape": f"{deck.spec.shape.kind} {deck.shape.width:g} x {deck.shape.height:g} mm",
                "corner": round(deck.shape.corner, 4),
                **cuts,
                "copies": row.copies,
                **held,
                "front": checked.key(deck, row, "front"),
                "back": checked.key(deck, row, "back"),
                **shared,
                "fields": {name: text for name, text in row.texts.items() if name in deck.rows.columns},
            }


def _lines(outline: Shape) -> str:
    """Return a key of all the lines of an outline: its rim, holes and folds."""
    return digest(repr([rounded_path(path) for path in (outline.cut_path(), *(line(*fold) for fold in outline.folds))]))


def _stocks(made: Game) -> set[str]:
    """Return the stocks of a game and its boxes, after which files are called too."""
    leaflet = made.spec.leaflet
    stocks = {deck.spec.stock for deck in made.components.values()} | ({leaflet.stock} if leaflet else set())
    return {*stocks, *made.boxes}


def part(checked: Checked, options: CheckOptions) -> dict[str, Any]:
    """Return this build's part of the manifest, the game and every piece, without its files, which are not made yet."""
    loaded = checked.game
    listed = _Pieces(checked, options) if isinstance(checked.faces, LaterFaces) else pieces(checked, options)
    content = {"head": head(loaded), "decks": list(loaded.decks), "pieces": listed}
    if options.only:
        content["known"] = [f"{deck.name}/{row.id}" for deck in loaded.decks.values() for row in deck.rows.rows]
        content["stocks"] = sorted(_stocks(loaded))
    return content


# A list of changes beside a playtest's sheets.


#: The file that keeps the older of the two states.
BEFORE = "before.json"

#: Two states of a game, and what has changed from one to the other.
Changed = tuple[changes.State, changes.State, Sequence[changes.Change]]


def with_changes(made: Product, changed: Changed, checked: Checked, folder: pathlib.Path) -> Product:
    """Return a product with a change list beside its files, as Markdown and as pages on the same paper.

    The old state is kept there too, so that after another edit the list can be made again from it.
    """
    sheets = [file for drawn in made.sheets.values() for file in drawn]
    paper = sheets[0].paper if sheets else sheet.papers(checked.game.workspace)["a4"].box()
    paper = Rect(0, 0, min(paper.width, paper.height), max(paper.width, paper.height))

    def write() -> None:
        from beeprint.formats import pdf

        folder.mkdir(parents=True, exist_ok=True)
        before = manifest.merged(changes.as_manifest(changed[0]), {})
        for name, text in (("changes.md", changes.markdown(*changed)), (BEFORE, before)):
            # A manifest of others may hold what no text file can.
            (folder / name).write_text(text, "utf-8", "backslashreplace", "\n")
        drawn = changes.pages(*changed, checked.fonts, paper)
        info = pdf.Info(f"{changed[1].title}: changes", "", changed[0].source, f"beeprint {__version__}")
        pdf.write(folder / "changes.pdf", [pdf.Page(file, paper, paper) for file in drawn], checked.fonts, info, "")

    files = (f"{folder.name}/changes.md", f"{folder.name}/changes.pdf")
    return replace(made, written=(*made.written, *files), jobs=(*made.jobs, (FACE, write)))
