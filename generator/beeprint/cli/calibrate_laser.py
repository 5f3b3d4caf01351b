"""`beeprint calibrate --laser`: a bed that shows a laser's kerf, how wide slots are, and what a power does."""

from __future__ import annotations

from pathlib import Path

from beeprint import __version__
from beeprint.base.problems import Place, did_you_mean
from beeprint.cli import arguments
from beeprint.cli.console import Wrong, reporting_errors, say
from beeprint.delivery import replacing
from beeprint.sources.workspace import SHIPPED, Workspace, game_here, shown


def write(profile: str, material: str, kerf: float | None, output: Path | None) -> None:
    """Write the bed's files, for a laser profile and a material; exit 2 where there is none of that name."""
    from beeprint.drawing.fonts import Fonts
    from beeprint.formats.pdf import Info
    from beeprint.laser import calibration, layers
    from beeprint.laser import material as materials
    from beeprint.outputs.shared.cutting import write_proof, writers

    place = Workspace(game_here() or SHIPPED)
    for flag, name, known in (
        ("--profile", profile, layers.names(place)),
        ("--material", material, materials.names(place)),
    ):
        if name not in known:
            raise Wrong(f"{flag}: there is no {flag.strip('-')} {name}: {did_you_mean(name, known)}")
    with reporting_errors(True):
        style = layers.load(place, profile, Place("--profile"))
        stuff = materials.load(place, material, Place("--material"))
    if stuff.thickness > calibration.THICKEST:
        raise Wrong(
            f"--material {material}: {stuff.title} is thicker than {calibration.THICKEST:g} mm, too thick for the slots"
        )
    fonts = Fonts(place.font, place.font_styles)
    bed = calibration.calibration(stuff, stuff.kerf if kerf is None else kerf, fonts)
    if any(need > room for need, room in zip(sorted((bed.width, bed.height)), sorted(style.bed), strict=True)):
        across, along = style.bed
        message = f"its bed of {across:g} x {along:g} mm is too small"
        raise Wrong(f"--profile {profile}: {message}; this one takes {bed.width:g} x {bed.height:g} mm")
    stem = arguments.target(output, game_here() or Path()) / f"calibrate-{profile}-{material}"
    title = f"Laser calibration: {stuff.title}"
    endings = []
    with reporting_errors(True), replacing.loose(stem, game_here()) as folder:
        for ending, make in writers(bed, style):
            endings.append(ending)
            make(folder / f"{stem.name}{ending}", bed, title)
        endings.append(".pdf")
        write_proof(folder / f"{stem.name}.pdf", bed, style, fonts, Info(title, creator=f"beeprint {__version__}"))
    for ending in endings:
        say(shown(stem.with_name(stem.name + ending)), out=True)
    for note in bed.notes:
        say(note)


def refuse(profile: str | None, material: str | None, kerf: float | None) -> None:
    """Exit 2 if options of a laser are given for a printer."""
    for flag, value in (("--profile", profile), ("--material", material), ("--kerf", kerf)):
        if value is not None:
            raise Wrong(f"{flag} belongs to --laser")
