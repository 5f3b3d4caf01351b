"""Write what was measured as tables; what stands under the last heading of the page is written by hand and kept."""

from __future__ import annotations

import math
import os
import platform
import statistics
import subprocess
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import goals
from measure import Way

if TYPE_CHECKING:
    import beds as cut
    import pictures as drawn
    import shelf as shelves
    from studio import Measured

BY_HAND = "## What another factor of two would cost"
NAMES = {
    "nothing": "Python, start-up and exit",
    "typst_places": "Typst (a): places the 64 faces that beeprint wrote",
    "typst_lays_out": "Typst (b): lays out the 64 faces from data and SVG art",
    "typst_lays_out_pdf_art": "Typst (c): converts each part of the art to PDF, then as (b)",
    "cairosvg_and_pikepdf": "CairoSVG converts each face to PDF, pikepdf imposes them",
    "svglib_and_reportlab": "svglib reads each face, ReportLab imposes them",
    "cold": "`beeprint build`: cold cache",
    "one cell changed": "the same: one cell of favor.csv changed (one face)",
    "one word changed": "the same: one word of kits.csv changed (16 faces)",
    "again": "the same: nothing changed",
    "check cold": "`beeprint check`: cold cache",
    "check again": "the same: nothing changed",
    "version": "`beeprint --version`",
    "help": "`beeprint --help`",
    "pollen cold": "`beeprint build pollen-wars`: cold cache",
    "pollen again": "the same: nothing changed",
    "pollen home": "`beeprint build pollen-wars --profile home-a4`: cold cache",
    "pollen playtest": "`--profile playtest-a4`: cold cache",
    "belle home": "`beeprint build belle-of-the-ball --profile home-a4`: cold cache",
    "belle x4": "`--profile press-x4`, 233 pages: cold cache",
    "belle x1a": "`--profile press-x1a`, 11 cards and their back: cold cache",
    "belle x1a one": "the same: one card and its back",
    "belle x1a again": "the same: nothing changed",
}
ALONE = ("cairosvg_and_pikepdf", "svglib_and_reportlab")
GROWN = {"beeprint": "`beeprint build`", "typst_lays_out": "Typst (b)", "typst_lays_out_pdf_art": "Typst (c)"}
RIVAL_PACKAGES = ("typst", "CairoSVG", "pikepdf", "svglib", "reportlab")
OUR_PACKAGES = ("reportlab", "uharfbuzz", "msgspec", "pillow")


@dataclass(frozen=True)
class Slope:
    """What a further card costs: milliseconds, bytes of memory, of the PDF and of the faces."""

    milliseconds: float
    memory: float
    pdf: float
    faces: float


@dataclass(frozen=True)
class Result:
    """Everything that the benchmark measured."""

    builds: Builds
    large: Mapping[int, Way]
    studio: Sequence[Measured]
    shelf: shelves.Measured
    pictures: drawn.Measured
    beds: cut.Measured
    tests: float


@dataclass(frozen=True)
class Builds:
    """What whole builds took beside rivals, and with so many `cards`; how long their steps took; on which machine."""

    rivals: Sequence[Way]
    ours: Sequence[Way]
    grown: tuple[Sequence[Way], Sequence[Way]]
    cards: tuple[int, int]
    phases: dict[str, list[dict[str, float]]]
    versions: str

    def way(self, name: str) -> Way:
        """Return a way by its name."""
        return next(way for way in (*self.rivals, *self.ours) if way.name == name)

    @property
    def slopes(self) -> list[Slope]:
        """Return what a further card costs: beeprint, Typst (b), Typst (c)."""
        few, many = self.cards
        slopes = []
        for growth, other in zip(*self.grown, strict=True):
            if growth.failure or other.failure:
                slopes.append(Slope(math.nan, math.nan, math.nan, math.nan))
                continue
            pdf, faces = ((other.sizes.get(k, 0) - growth.sizes.get(k, 0)) / (many - few) for k in ("PDF", "faces"))
            time, memory = other.least - growth.least, other.memory - growth.memory
            slopes.append(Slope(1000 * time / (many - few), memory / (many - few), pdf, faces))
        return slopes


def versions(ours: str, rivals: Path) -> str:
    """Return machine, Python and the packages that matter, as one sentence."""
    versions = [f"beeprint with {_packages(ours, OUR_PACKAGES)}"]
    if rivals.exists():
        versions.append(f"rivals: {_packages(str(rivals), RIVAL_PACKAGES)}")
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores{_processor()}"
    return f"Python {platform.python_version()}, {machine}; {'; '.join(versions)}."


def written(result: Result, page: Path) -> str:
    """Return the page: the tables anew, what was written by hand as it stands."""
    old = page.read_text("utf-8") if page.exists() else ""
    kept = old[old.index(BY_HAND) :] if BY_HAND in old else f"{BY_HAND}\n"
    builds = result.builds
    parts = [_head(builds), _whole(builds), goal_table(goals.goals(result)), _growth(builds), _phases(builds)]
    parts += [_large(result.large), studio(result.studio), shelf(result.shelf), pictures(result.pictures)]
    parts += [beds(result.beds), kept.rstrip()]
    return "\n\n".join(parts) + "\n"


def shelf(costs: shelves.Measured) -> str:
    """Return what was measured of a shelf of games."""
    text = f"""
        The {costs.tasks} tasks of the games that come with beeprint, each by {costs.profiles} profiles with an empty
        cache: as one task, which reads, checks and lays out the game once, and as a task for each profile. Below them
        what a task is on its way: its game read and digested when the shelf is planned, its record compared with the
        files in place, its game packed and unpacked for another machine. The last rows are tasks of
        a small game by two profiles, with all it draws in the cache, on two workers, while both are at work: the time
        of a worker, and in brackets the processor time of all processes that take part, the scheduler's too. What a
        cluster takes more than processes of one machine is what Dask, packing, sending and putting in place cost.
    """
    rows = [
        [f"a game, {costs.profiles} profiles as one task: CPU", f"{costs.whole:,.0f}"],
        [f"the same as {costs.profiles} tasks: CPU", f"{costs.apart:,.0f}"],
        ["a game read and digested, to plan", f"{costs.planned:.1f}"],
        ["a record and the files in place compared", f"{costs.looked:.2f}"],
        ["a game packed", f"{costs.packed:.0f}"],
        ["a game unpacked", f"{costs.unpacked:.0f}"],
    ]
    rows += [[f"a small task: {name}", f"{clock:.0f} ({cpu:.0f})"] for name, (clock, cpu) in costs.small.items()]
    sizes = f"A game that travels has {costs.read / 1e6:.1f} MB; its products have {costs.written / 1e6:.1f} MB."
    if len(costs.small) == 1:
        sizes += " The cluster was not measured: Dask is not installed."
    return f"## A shelf of games\n\n{_lines(text)}\n\n{_table(['what', 'ms'], rows)}\n\n{_lines(sizes)}"


def pictures(costs: drawn.Measured) -> str:
    """Return what was measured of pictures."""
    text = f"""
        Processor time in ms, the least of three runs, for each of {costs.faces} faces of Pollen Wars at 300 dpi: cards,
        hexagons, boards and tokens. resvg alone draws the SVG files of the same faces in one process and packs them as
        PNG. Pictures are what a command takes beyond one that lays out the game and writes these SVG files; the ratio
        is theirs to resvg alone. In the last columns a cell of one card has changed, and all else is in the cache.
    """
    header = ["command", "whole", "pictures", "ratio", "changed: whole", "changed: pictures", "ratio"]
    rows = [["resvg alone", "", f"{costs.alone:.0f}", "1.00", "", "", ""]]
    for name, way in costs.ways.items():
        first, again = (_ratio(each, costs.alone) for each in (way.drawn, way.redrawn))
        rows.append(
            [name, f"{way.cold:.0f}", f"{way.drawn:.0f}", first, f"{way.changed:.1f}", f"{way.redrawn:.1f}", again]
        )
    return f"## Pictures\n\n{_lines(text)}\n\n{_table(header, rows)}"


def beds(costs: cut.Measured) -> str:
    """Return what was measured of a laser's beds."""
    text = f"""
        `beeprint laser pollen-wars`, whole processes: {costs.beds} beds, with those of the backs, cut and engraved, as
        SVG and DXF with a proof each. What has changed since the same command ran before is in the first column. Each
        row is of the run that took the least processor time.
    """
    rows = [
        [name, f"{way.seconds:.2f}", f"{way.processor:.2f}", f"{way.memory / 1e6:.0f}"]
        for name, way in costs.ways.items()
    ]
    return f"## Beds of a laser\n\n{_lines(text)}\n\n{_table(['what has changed', 's', 'CPU s', 'peak MB'], rows)}"


def _large(ways: Mapping[int, Way]) -> str:
    text = """
        Sheets for A4 of decks of so many distinct bees, one run each, cold cache. CPU is the time of all processes,
        peak the most memory that any of them held at once, its share of what forks have in common counted in full.
    """
    rows = []
    for count, way in ways.items():
        pdf, milliseconds = way.sizes["PDF"], 1000 * way.processor / count
        figures = [f"{way.seconds:.1f}", f"{way.processor:.1f}", f"{milliseconds:.2f}", f"{way.memory / 1e6:.0f}"]
        rows.append([f"{count:,}", *figures, str(way.sizes["files"]), f"{pdf / 1e6:.1f}", f"{pdf / count:.0f}"])
    header = ["cards", "s", "CPU s", "CPU ms per card", "peak MB", "files", "PDF MB", "bytes per card"]
    return f"## Large decks\n\n{_lines(text)}\n\n" + _table(header, rows)


def studio(measurements: Sequence[Measured]) -> str:
    """Return what was measured of the studio."""
    text = """
        From the moment in which a file is written, in one call, to the frame in headless Chromium after the one
        in which the new picture was painted, with Python's clock at one end and the page's at the other: the first
        new picture, of Pollen Wars' palette the eighth. The page has 1440 x 900 pixels and no graphics card. All but
        one cell of the changes reach all 200 cards; the table shows dozens of them at once. CPU is the server's own
        time for a change, with the checks and the leaflet that follow the picture. Memory is what the server holds
        after all these changes; idle is its share of one processor while nothing changes.
    """
    rivals = """
        Squib redraws all cards of a deck in a process that a file watcher starts, and Cider in the window of a desktop
        program. Neither was measured: the registry of Ruby's packages could not be reached from the machine that wrote
        this page, and Cider is no package of npm.
    """
    if not measurements:
        return "## The studio\n\nNot measured: there is no Chromium."
    rows = []
    for figure in measurements:
        for times in figure.times:
            figures = [times.median, times.late, times.least, times.runs, times.processor]
            rows.append([figure.game, times.name, *(f"{value:.0f}" for value in figures), "", ""])
        rows[-1][-2:] = [f"{figure.memory:.0f}", f"{figure.idle:.1%}"]
    header = ["game", "what changes", "ms", "95th percentile", "fastest", "runs", "CPU ms", "memory MB", "idle"]
    return f"## The studio\n\n{_lines(text)}\n\n{_table(header, rows)}\n\n{_lines(rivals)}"


def _head(result: Builds) -> str:
    intro = f"Whole processes, from start to end, written by `make bench`. {result.versions}"
    text = """
        Each time is the median of as many runs as its row says, with the fastest and the slowest. All ways take
        turns, so that a drift in the machine's speed affects all of them alike. beeprint is installed as its users
        install it; the file cache is warm and Python's modules
        are compiled. CPU is the time of all processors together; peak is the most memory that one process
        held at once. A rival puts the 64 bees of Eye of the Bee-holder and their back onto A4 sheets of 3 x 3,
        sixteen pages in all; Typst writes no tags and sees only the two fonts it needs. beeprint builds the whole
        game: 77 pieces on three stocks, with every rule checked, every face written as SVG and every sheet as PDF;
        the size is that of the cards' PDF. Where a row says cold cache, beeprint's cache is empty; elsewhere an
        earlier run has filled it.
    """
    return f"# Benchmarks\n\n{_lines(intro)}\n\n{_lines(text + _waiting(result))}"


def _waiting(result: Builds) -> str:
    """Say how much of their time the slow rivals, which use one processor each, waited: others had the machine."""
    samples = [sample for way in result.rivals for sample in way.samples if way.name in ALONE]
    if not samples:
        return ""
    share = 1 - sum(sample.processor for sample in samples) / sum(sample.seconds for sample in samples)
    waited = f"{max(share, 0):.0%} of their time waiting for it or for the disk"
    return f"CairoSVG and svglib, which use one processor, spent {waited}."


def _whole(result: Builds) -> str:
    base = result.way("typst_places").seconds
    rows = []
    for way in (*result.rivals, *result.ours):
        if way.failure:
            rows.append([NAMES[way.name], f"did not run: {way.failure}", *[""] * 7])
            continue
        seconds = [sample.seconds for sample in way.samples]
        size = f"{way.sizes['PDF'] / 1000:.0f}" if way.sizes.get("PDF") else ""
        figures = [f"{way.seconds:.2f}", f"{min(seconds):.2f}", f"{max(seconds):.2f}", str(len(seconds))]
        more = [f"{way.processor:.2f}", f"{way.memory / 1e6:.0f}", size, _ratio(way.seconds, base)]
        rows.append([NAMES[way.name], *figures, *more])
    header = ["way", "s", "fastest", "slowest", "runs", "CPU s", "peak MB", "PDF KB", "ratio to (a)"]
    return "## Sheets from data\n\n" + _table(header, rows)


def goal_table(targets: Iterable[goals.Goal]) -> str:
    """Return what was measured beside what it is compared with."""
    text = """
        What beeprint took, beside what it is compared with, and the ratio that it should not exceed. All figures
        come from this benchmark. Times by the clock are the least of their runs, since other work on the machine can
        only add to them.
    """
    rows = []
    for goal in targets:
        ratio = _ratio(goal.took, goal.figure)
        kept = "yes" if goal.took <= goal.most * goal.figure else "no"
        rows.append([goal.what, f"{goal.took:.2f}", goal.beside, f"{goal.figure:.2f}", ratio, f"{goal.most:g}", kept])
    header = ["what", "beeprint", "beside", "took", "ratio", "at most", "reached"]
    return f"## Compared with the targets\n\n{_lines(text)}\n\n{_table(header, rows)}"


def _growth(result: Builds) -> str:
    few, many = result.cards
    slopes = result.slopes
    rows = []
    for growth, other, slope in zip(*result.grown, slopes, strict=True):
        name = GROWN[growth.name.partition(" ")[0]]
        if growth.failure or other.failure:
            rows.append([name, f"did not run: {growth.failure or other.failure}", *[""] * 8])
            continue
        spans = [f"{way.seconds:.2f}" for way in (growth, other)]
        peaks = [f"{way.memory / 1e6:.0f}" for way in (growth, other)]
        each = [f"{slope.milliseconds:.2f}", f"{slope.memory / 1e3:.0f}", f"{slope.pdf / 1e3:.2f}"]
        faces = f"{slope.faces / 1e3:.1f}" if slope.faces else ""
        rows.append([name, *spans, *peaks, *each, faces, _ratio(slope.milliseconds, slopes[1].milliseconds)])
    header = ["way", f"s, {few}", f"s, {many}", f"peak MB, {few}", f"peak MB, {many}"]
    header += ["ms per card", "KB memory per card", "KB PDF per card", "KB faces per card", "ms, ratio to (b)"]
    runs = len(result.grown[0][0].samples)
    text = f"""
        Games of {few} and {many} bees, each with a name, a line and a pose of its own, {runs} runs each. Seconds
        and memory are medians; what each card costs beyond the first {few} comes from the least. beeprint also
        writes every face as SVG, which no rival does; the faces' size has a column of its own.
    """
    return f"## Growth\n\n{_lines(text)}\n\n" + _table(header, rows)


def _phases(result: Builds) -> str:
    steps = list(next(iter(result.phases.values()))[0])
    medians = {
        case: {step: statistics.median(run[step] for run in runs) for step in steps}
        for case, runs in result.phases.items()
    }
    rows = [[step, *(f"{1000 * medians[case][step]:.0f}" for case in medians)] for step in steps]
    rows.append(["total", *(f"{1000 * sum(medians[case].values()):.0f}" for case in medians)])
    runs = len(next(iter(result.phases.values())))
    text = f"""
        Milliseconds that each step of `beeprint build` takes by itself, without the steps inside it: medians of
        {runs} runs, timed from outside, of the whole of Eye of the Bee-holder and, in the last column, of a larger
        game. Imports count as imports whenever a module is loaded.
    """
    return f"## Where the time goes\n\n{_lines(text)}\n\n" + _table(["step", *medians], rows)


def _ratio(value: float, base: float) -> str:
    return "" if math.isnan(base) or math.isnan(value) else f"{value / base:.2f}"


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    escaped = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in escaped).replace(" nan ", "  ")


def _lines(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), 120, break_long_words=False, break_on_hyphens=False)


def _packages(python: str, names: Iterable[str]) -> str:
    each = "print(*(f'{name} {version(name)}' for name in sys.argv[1:]), sep=', ')"
    script = f"import sys; from importlib.metadata import version; {each}"
    result = subprocess.run([python, "-c", script, *names], check=True, capture_output=True, text=True)
    return result.stdout.strip()


def _processor() -> str:
    """Return the processor's name where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return ""
    name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return f" ({name})" if name else ""
