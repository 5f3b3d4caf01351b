"""`beeprint calibrate`: measure a printer or a laser; keep what a printer does to pages in the user's settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from beeprint import __version__
from beeprint.base.options import DEFAULT_LASER, LaserOptions
from beeprint.base.printer import MAX_SHIFT, MAX_TURN, SCALES, Flip, Printer
from beeprint.base.problems import Place, did_you_mean
from beeprint.cli import arguments, help
from beeprint.cli.arguments import read_option
from beeprint.cli.console import Wrong, reporting_errors, say
from beeprint.cli.help import command, option
from beeprint.delivery import replacing
from beeprint.sources.workspace import SHIPPED, Workspace, game_here, shown

#: The smallest paper that holds the scales and the text between them, in mm.
_LEAST = (205.0, 270.0)


def _name(value: str) -> str:
    """Read the name of a printer to keep; exit 2 for one that no YAML key and no command line takes as it is."""
    if value and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,29}", value):
        raise Wrong(f"--save {value}: a name has letters, digits, dots, hyphens and underscores, 30 at most")
    return value


def _shift(value: str) -> tuple[float, float] | None:
    """Read X,Y in mm; exit 2 for any other text, or for more than any printer is off."""
    if not value:
        return None
    sides = arguments.lengths(value, ",")
    if len(sides) != 2 or any(abs(side) > MAX_SHIFT for side in sides):
        raise Wrong(f"--shift {value}: write X,Y in mm, such as --shift 0.4,-0.2 ({_range(MAX_SHIFT)} each)")
    return sides[0], sides[1]


def _turn(value: str) -> float | None:
    """Read degrees; exit 2 for any other text, or for more than any printer turns."""
    numbers = _numbers(value)
    if value and (len(numbers) != 1 or abs(numbers[0]) > MAX_TURN):
        raise Wrong(f"--turn {value}: write degrees, such as --turn 0.3 ({_range(MAX_TURN)})")
    return numbers[0] if numbers else None


def _percent(flag: str) -> Any:
    """Return a function that reads a percentage, or two, across and down; it exits 2 for any other text."""
    least, most = SCALES

    def read(value: str) -> tuple[float, float] | None:
        numbers = _numbers(value)
        if value and (len(numbers) not in (1, 2) or not all(least <= number <= most for number in numbers)):
            expected = f"write per cent, such as {flag} 99.6, or two, across and down ({least:g} to {most:g})"
            raise Wrong(f"{flag} {value}: {expected}")
        return (numbers[0], numbers[-1]) if numbers else None

    return read


def _readings(value: str) -> dict[str, float]:
    """Read A=0.4,B=-0.1,K=188.5; exit 2 for any other text, or for numbers that the sheet does not have."""
    from beeprint.sheet.calibration import STEP, TICKS

    readings: dict[str, float] = {}
    scales, lines = "ABCDEFGH", "JK"
    for part in filter(None, map(str.strip, value.split(","))):
        letter, _, number = part.partition("=")
        letter, numbers = letter.strip().upper(), _numbers(number)
        if letter not in (*scales, *lines) or letter in readings or len(numbers) != 1:
            raise Wrong(f"--read {part}: write each of the letters A to H, J and K once, such as A=0.4,B=-0.1,K=188.5")
        most = TICKS * STEP
        if letter in scales and abs(numbers[0]) > most:
            raise Wrong(f"--read {part}: the scale {letter} goes {_range(most)}")
        readings[letter] = numbers[0]
    return readings


def _range(most: float) -> str:
    return f"from {-most:g} to {most:g}"


def _numbers(value: str) -> list[float]:
    """Read numbers with commas between them; none where one of them is wrong."""
    # A minus sign as the sheet has it, U+2212, may have been copied from it.
    parts = [part.strip().removesuffix("%").replace("\u2212", "-") for part in value.split(",")]
    plain = all(re.fullmatch(r"[+-]?(\d{1,4}(\.\d{1,6})?|\.\d{1,6})", part) for part in parts)
    return [float(part) for part in parts] if plain else []


@command(
    "calibrate",
    ("beeprint calibrate", "Write a sheet to print and to read against the light"),
    (
        "beeprint calibrate --save study --read A=0.3,B=0.4,E=-0.1,F=0.2",
        "Keep what you have read, as the printer study",
    ),
    ("beeprint calibrate --save study --shift 0.4,-0.2 --turn 0.3 --scale 99.6", "Keep figures that you know"),
    ("beeprint calibrate --laser --material plywood-3", "Write a bed that shows a laser's kerf, slots and powers"),
    ("beeprint build my-game --printer study", "Make sheets that are corrected for it"),
)
@option("--paper", group=help.PRINTING, default="a4", metavar="NAME", help="Paper in the printer (default: a4).")
@arguments.FLIP
@read_option(
    "--printer",
    group=help.PRINTING,
    read=arguments.printer,
    default="",
    metavar="NAME",
    help="Correct the sheet for this printer, to check it; with --read, what you have read on such a sheet.",
)
@arguments.OUTPUT
@read_option(
    "--save",
    "name",
    group=help.SETTINGS,
    read=_name,
    default="",
    metavar="NAME",
    help="Keep what follows as the printer NAME, in place of what was kept.",
)
@read_option(
    "--read",
    "readings",
    group=help.SETTINGS,
    read=_readings,
    default="",
    metavar="A=N,...",
    help="What the sheet shows; beeprint works out the figures.",
)
@read_option(
    "--shift",
    group=help.SETTINGS,
    read=_shift,
    default="",
    metavar="X,Y",
    help="How far backs lie to the right and down, seen from the back, in mm.",
)
@read_option(
    "--turn",
    group=help.SETTINGS,
    read=_turn,
    default="",
    metavar="DEGREES",
    help="By how much backs are turned clockwise, seen from the back.",
)
@read_option(
    "--scale",
    group=help.SETTINGS,
    read=_percent("--scale"),
    default="",
    metavar="PERCENT",
    help="How large both sides are printed; with a comma, across and down.",
)
@read_option(
    "--back-scale",
    group=help.SETTINGS,
    read=_percent("--back-scale"),
    default="",
    metavar="PERCENT",
    help="How large backs are, compared with fronts.",
)
@option("--laser", group=help.LASER, is_flag=True, help="Write a bed that calibrates a laser instead.")
@option("--profile", group=help.LASER, default=None, metavar="NAME", help=f"Laser profile (default: {DEFAULT_LASER}).")
@option(
    "--material",
    group=help.LASER,
    default=None,
    metavar="NAME",
    help=f"Material (default: {LaserOptions().material}).",
)
@arguments.KERF
@option("--list", "show", group=help.SETTINGS, is_flag=True, help="List the printers that are kept.")
@option("--delete", group=help.SETTINGS, default="", metavar="NAME", help="Forget a printer.")
def calibrate(
    paper: str,
    flip: Flip,
    printer: Printer | None,
    output: Path | None,
    name: str,
    readings: Mapping[str, float],
    shift: tuple[float, float] | None,
    turn: float | None,
    scale: tuple[float, float] | None,
    back_scale: tuple[float, float] | None,
    laser: bool,
    profile: str | None,
    material: str | None,
    kerf: float | None,
    show: bool,
    delete: str,
) -> None:
    """Write a two-sided sheet that shows how far a printer's backs lie off their fronts, and how large it prints.

    The sheet says how to read it. What you have read is kept in your settings under a name, and --printer NAME of
    other commands corrects sheets for it.

    With --laser, write a bed for a laser instead: a gauge that reads the kerf, a comb of slots, and a coupon of hatches
    with a layer for each of five powers.
    """
    if laser:
        elsewhere = (paper, flip) != ("a4", "long")
        if any((printer, name, readings, shift, turn is not None, scale, back_scale, show, delete, elsewhere)):
            raise Wrong("--laser cannot be combined with options of printers")
        _write_laser(profile or DEFAULT_LASER, material or LaserOptions().material, kerf, output)
        return
    for flag, value in (("--profile", profile), ("--material", material), ("--kerf", kerf)):
        if value is not None:
            raise Wrong(f"{flag} belongs to --laser")
    figures = {"shift": shift, "turn": turn, "scale": scale, "back_scale": back_scale}
    given: dict[str, Any] = {key: value for key, value in figures.items() if value is not None}
    if sum(map(bool, (show, delete, name))) > 1:
        raise Wrong("--save, --list and --delete cannot be combined")
    if (given or readings) and not name:
        raise Wrong("figures of a printer are kept under a name: add --save NAME")
    if show:
        _list()
    elif delete:
        _delete(delete)
    elif not name:
        _write_sheet(paper, flip, printer, output)
    elif readings and given:
        raise Wrong(f"--read cannot be combined with --{next(iter(given)).replace('_', '-')}, which it works out")
    elif readings:
        _read(name, readings, paper, flip, printer)
    elif given:
        _paper(paper)
        _save(Printer(name=name, flip=flip, paper=paper, **given))
    else:
        raise Wrong("--save needs what to keep: --read, or --shift, --turn, --scale and --back-scale")


def _list() -> None:
    from beeprint.sheet import printers

    with reporting_errors(True):
        known = printers.printers()
    for printer in known.values():
        say(f"{printer.name}: {printer.says} ({printer.paper}, {printer.flip} edge)", out=True)
    say(f"kept in {shown(printers.file())}" if known else "no printer has been measured yet: beeprint calibrate")


def _delete(name: str) -> None:
    from beeprint.sheet import printers

    with reporting_errors(True):
        known = printers.printers()
        if name not in known:
            raise Wrong(f"--delete: {printers.unknown(name, known)}")
        printers.delete(name)
    say(f"the printer {name} is forgotten")


def _save(printer: Printer) -> None:
    from beeprint.sheet import printers

    with reporting_errors(True):
        printers.save(printer)
    say(f"{printer.name}: {printer.says}")
    say(f"kept in {shown(printers.file())}; to use it, add --printer {printer.name} when you build")
    say(f"to check it, print beeprint calibrate --printer {printer.name}: A to H should read 0")


def _read(name: str, readings: Mapping[str, float], paper: str, flip: Flip, earlier: Printer | None) -> None:
    """Keep what readings say of a printer; those of a sheet corrected for one add to what is known of it."""
    from beeprint.sheet.calibration import SLIP, compose_errors, measured, rulers

    box = _paper(paper).box()
    for ruler in rulers(box):
        length, (least, most) = readings.get(ruler.letter), (share * ruler.length / 100 for share in SCALES)
        if length is not None and not least <= length <= most:
            raise Wrong(f"--read {ruler.letter}={length:g}: this line is {ruler.length:g} mm long where all is true")
    try:
        figures = measured(name, readings, box, flip, paper)
        printer = compose_errors(earlier, figures.printer) if earlier else figures.printer
    except ValueError as error:
        raise Wrong(f"--read: {error}") from error
    for letters in ("ABCD", "EFGH"):
        known = [letter for letter in letters if letter in figures.off]
        if any(abs(figures.off[letter]) > SLIP for letter in known):
            say(f"{', '.join(known)} do not agree: one of them was read wrong, or its sign; read them again")
    _save(printer)


def _paper(name: str) -> Any:
    """Return a paper on which there is room for the sheet; exit 2 where there is none of that name."""
    from beeprint import sheet

    with reporting_errors(True):
        known = sheet.papers(Workspace(game_here() or SHIPPED))
    if name not in known:
        raise Wrong(f"--paper: there is no paper {name}: {did_you_mean(name, known)}")
    paper = known[name]
    if paper.width < _LEAST[0] or paper.height < _LEAST[1]:
        raise Wrong(f"--paper {name}: the sheet needs {_LEAST[0]:g} x {_LEAST[1]:g} mm, such as a4 or letter")
    return paper


def _write_sheet(paper: str, flip: Flip, printer: Printer | None, output: Path | None) -> None:
    """Write the sheet that shows how a printer is off."""
    from beeprint import sheet
    from beeprint.drawing.fonts import Fonts
    from beeprint.formats import pdf

    place = Workspace(SHIPPED)
    stock = _paper(paper)
    box = stock.box()
    fonts = Fonts(place.font, place.font_styles)
    front, back = sheet.calibration(stock, flip, fonts, printer.name if printer else "")
    if printer:
        front, _ = sheet.corrected(front, "front", printer, flip)
        back, _ = sheet.corrected(back, "back", printer, flip)
    target = (
        arguments.target(output, game_here() or Path()) / f"calibrate-{printer.name if printer else paper}-{flip}.pdf"
    )
    info = pdf.Info(f"Printer calibration: {stock.title}, {flip} edge", creator=f"beeprint {__version__}")
    pages = [pdf.Page(side, box, box) for side in (front, back)]
    with reporting_errors(True), replacing.loose(target, game_here()) as folder:
        pdf.write(folder / target.name, pages, fonts, info, flip)
    say(shown(target), out=True)
    if printer:
        say(f"corrected for {printer.name}: {printer.says}; A to H should read 0")
    advice = f"print it on both sides of {stock.title}, flipped on the {flip} edge, at 100 % (actual size)"
    say(f"{advice}; it says how to read it")


def _write_laser(profile: str, material: str, kerf: float | None, output: Path | None) -> None:
    """Write a bed that shows a laser's kerf, how wide slots are, and what a power does; exit 2 for unknown names."""
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
        small = f"its bed of {across:g} x {along:g} mm is too small"
        raise Wrong(f"--profile {profile}: {small}; this one takes {bed.width:g} x {bed.height:g} mm")
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
