"""What was made, and what to do with it, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from beeprint import outputs
from beeprint.base.options import Options
from beeprint.base.problems import Place
from beeprint.outputs import profile

if TYPE_CHECKING:
    from beeprint import build
    from beeprint.game import model
    from beeprint.outputs import Checked
    from beeprint.sheet import Sheet


def lines(checked: Checked, built: build.Built, options: Options) -> Iterable[str]:
    """Return what to do with what was written."""
    if not built.beds:
        return _printed(checked, built, options)
    from beeprint.laser.report import report  # brings its geometry with it, which a printed game does without

    return report(_title(checked.game), built.beds)


def _title(made: model.Game) -> str:
    return f"{made.spec.title}, {made.edition_title}" if made.edition else made.spec.title


def _printed(checked: Checked, built: build.Built, options: Options) -> Iterator[str]:
    spec = checked.game.spec
    players = f" for {options.players} players" if options.players else ""
    yield f"{_title(checked.game)}: {built.pieces} pieces{players}"
    for file, sheets in built.sheets.items():
        if sheets:
            yield f"  {file}: {_paper(sheets, options)}"
    yield from _tables(checked, options)
    if options.only and built.sheets:
        yield "these sheets hold only what --only asked for; build without it for the whole game"
    if built.sheets:
        yield "print at 100 % (actual size); the ruler on each sheet is 50 mm long"
    if spec.bring:
        yield f"bring your own: {', '.join(spec.bring)}"
    if spec.not_included:
        yield f"not included yet: {', '.join(spec.not_included)}"


def _paper(sheets: Sequence[Sheet], options: Options) -> str:
    """Return how many sheets of which paper a file has, and how to print them."""
    paper = sheets[0].paper
    sides = "fold along the dashes" if sheets[0].folded else "one side"
    if any(sheet.two_sided for sheet in sheets):
        upright = paper.height >= paper.width
        edge = "long" if options.flip == "long" else "short"
        sides = f"both sides, flip on the {edge} edge, {'portrait' if upright else 'landscape'}"
    count = f"{len(sheets)} {'sheet' if len(sheets) == 1 else 'sheets'}"
    return f"{count} of {paper.width:g} x {paper.height:g} mm, {sides}"


def _tables(checked: Checked, options: Options) -> Iterator[str]:
    """Yield what to do with what virtual tables load."""
    name = checked.game.spec.id
    decks = outputs.selected(checked.game, options)
    pieces = sum(outputs.copies_in_box(deck, row, options) for deck in decks for row in outputs.rows_of(deck, options))
    for made in dict.fromkeys(options.profiles):
        output = profile.load(checked.game.workspace, made, Place(made))[0].output
        if output == "tabletop-simulator":
            yield (
                f"  {made}: {pieces} pieces; "
                f"copy {name}.json and {name}.png into Tabletop Simulator's folder Saves/Saved Objects"
            )
            if options.base_url:
                yield f"  {made}: host what is in files/ at {options.base_url}"
            else:
                yield f"  {made}: it shows files on this machine, which other players do not see; see --base-url"
        elif output == "playingcards-io":
            yield f"  {made}: {pieces} pieces; import {name}.pcio into a room of playingcards.io"
