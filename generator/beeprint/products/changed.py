"""A list of changes beside a playtest's sheets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from beeprint import __version__, changes, sheet
from beeprint.base import manifest
from beeprint.base.geometry import Rect
from beeprint.products.output import FACE, Product
from beeprint.products.pieces import Checked

#: The file that keeps the older of the two states.
BEFORE = "before.json"

#: Two states of a game, and what has changed from one to the other.
Changed = tuple[changes.State, changes.State, Sequence[changes.Change]]


def with_changes(made: Product, changed: Changed, checked: Checked, folder: Path) -> Product:
    """Return a product with a change list beside its files, as Markdown and as pages on the same paper.

    The old state is kept there too, so that after another edit the list can be made again from it.
    """
    sheets = [one for drawn in made.sheets.values() for one in drawn]
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
        pdf.write(folder / "changes.pdf", [pdf.Page(one, paper, paper) for one in drawn], checked.fonts, info, "")

    files = (f"{folder.name}/changes.md", f"{folder.name}/changes.pdf")
    return replace(made, written=(*made.written, *files), jobs=(*made.jobs, (FACE, write)))
