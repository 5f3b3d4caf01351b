"""Time beeprint beside other ways of doing the job, as a person waits for them: whole processes. Run: make bench.

Writes docs/benchmarks.md. It states what was measured and judges nothing. Takes some minutes.
"""

from __future__ import annotations

import csv
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import beds
import growth
import pictures
import report
import shelf
import studio
from measure import Way, process, rounds

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RIVALS_PYTHON = ROOT / ".venv-bench" / "bin" / "python"
#: Installed as its users install it, beside the rivals.
BEEPRINT = RIVALS_PYTHON.with_name("beeprint")
GAME = "eye-of-the-bee-holder"
DATA = ROOT / "data" / GAME
FONTS = {"font_source_sans_pro": "SourceSansPro-Semibold.ttf", "font_source_serif_pro": "SourceSerifPro-Black.ttf"}
PRODUCTS = ("--profile", "faces", "--profile", "home-a4")
RUNS, SLOW_RUNS, PHASE_RUNS, GROWTH_RUNS = 5, 3, 3, 2
FEW, MANY = 640, 6400
#: How many cards large decks have.
LARGE = (1_000, 10_000, 100_000)
#: Cards that are flattened for PDF/X-1a, beside the first.
FLATTENED = tuple(f"G{number:02}" for number in range(2, 12))


def environment(**more: str | Path) -> dict[str, str]:
    """Return the environment of every process here: compiled modules are kept, nothing of Python's is inherited."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    kept["BEEPRINT_LIMITS"] = "10"  # these games are no stranger's
    return kept | {name: str(value) for name, value in more.items()}


def _stiletto(number: int) -> str:
    """Return a name that still spells its id, with other capitals for each number."""
    return "".join(char.upper() if number >> at & 1 else char for at, char in enumerate("sweet stiletto"))


class Bench:
    """The ways that are measured, each in folders of its own below one temporary folder."""

    def __init__(self, work: Path) -> None:
        self.work = work

    def beeprint(self, name: str, *arguments: str | Path, cold: bool = False, slow: bool = False) -> Way:
        """Return a way of beeprint with a cache and an output of its own; cold: both empty before each run."""
        folder = self.work / name.replace(" ", "-").replace("/", "-")
        folder.mkdir()

        def before(number: int) -> None:
            for path in (folder / "cache", folder / "output") if cold else ():
                shutil.rmtree(path, ignore_errors=True)

        command: list[str | Path] = [BEEPRINT, *arguments]
        inherited = environment(XDG_CACHE_HOME=folder / "cache")
        return Way(name, command, folder, inherited, before, rounds=range(SLOW_RUNS + 1) if slow else range(RUNS + 1))

    def rival(self, way: str, folder: Path, slow: bool = False) -> Way:
        """Return a rival's way, in the folder that `stage` made."""
        pdf = folder / f"{way}.pdf"
        command: list[str | Path] = [RIVALS_PYTHON, "-m", "rivals", way, folder, pdf]
        rival = Way(way, command, folder, environment(PYTHONPATH=HERE), optional=True)
        if slow:
            rival.rounds = range(1, SLOW_RUNS + 1)
        rival.after = lambda number: rival.sizes.update(PDF=pdf.stat().st_size if pdf.exists() else 0)
        return rival

    def stage(self, name: str) -> Path:
        """Return a new folder with what the rivals share: templates and the two fonts."""
        folder = self.work / name
        folder.mkdir()
        for template in sorted((HERE / "templates").glob("*.typ")):
            shutil.copyfile(template, folder / template.name)
        (folder / "fonts").mkdir()
        for package, file in FONTS.items():
            result = subprocess.run(
                [sys.executable, "-c", f"import {package}; print({package}.__path__[0])"],
                check=True,
                capture_output=True,
                text=True,
            )
            shutil.copyfile(Path(result.stdout.strip()) / "files" / file, folder / "fonts" / file)
        return folder

    def rivals_here(self) -> list[Way]:
        """Return the rivals at the 64 bees, the faces being what beeprint writes."""
        folder = self.stage("bees")
        shutil.copytree(DATA, folder / "game")
        first = self.beeprint("faces", "build", folder / "game", "--profile", "faces", "--only", "bees")
        first.run(0)
        shutil.move(first.folder / "output" / GAME / "faces", folder / "faces")
        return [
            self.rival("nothing", folder),
            self.rival("typst_places", folder),
            self.rival("typst_lays_out", folder),
            self.rival("typst_lays_out_pdf_art", folder),
            self.rival("cairosvg_and_pikepdf", folder, slow=True),
            self.rival("svglib_and_reportlab", folder, slow=True),
        ]

    def beeprint_here(self) -> list[Way]:
        """Return beeprint at the whole game, and small and large commands beside it."""
        game = ("build", GAME, *PRODUCTS)
        again = self.beeprint("again", *game)
        once = self.beeprint("one cell changed", *self.copied("game-cell"))
        word = self.beeprint("one word changed", *self.copied("game-word"))
        once.before = self.editing(self.work / "game-cell" / "favor.csv", "present", "present {}".format)
        word.before = self.editing(self.work / "game-word" / "kits.csv", "name", _stiletto)
        cold = self.beeprint("cold", *game, cold=True)
        cold.after = lambda number: cold.sizes.update(sizes(cold.folder / "output" / GAME))
        return [
            cold,
            again,
            once,
            word,
            self.beeprint("check cold", "check", GAME, cold=True),
            self.beeprint("check again", "check", GAME),
            self.beeprint("version", "--version"),
            self.beeprint("help", "--help"),
            self.beeprint("pollen cold", "build", "pollen-wars", *PRODUCTS, cold=True, slow=True),
            self.beeprint("pollen again", "build", "pollen-wars", *PRODUCTS, slow=True),
            self.beeprint("pollen home", "build", "pollen-wars", "--profile", "home-a4", cold=True, slow=True),
            self.beeprint("pollen playtest", "build", "pollen-wars", "--profile", "playtest-a4", cold=True, slow=True),
            *self.press_here(),
        ]

    def press_here(self) -> list[Way]:
        """Return files for a press beside sheets for home, of one game, and faces that are flattened beside none."""
        game = "belle-of-the-ball"
        some = ("build", game, "--profile", "press-x1a", "--only", ",".join(("guests:G01", *FLATTENED)))
        return [
            self.beeprint("belle home", "build", game, "--profile", "home-a4", cold=True, slow=True),
            self.beeprint("belle x4", "build", game, "--profile", "press-x4", cold=True, slow=True),
            self.beeprint("belle x1a", *some, cold=True, slow=True),
            self.beeprint("belle x1a one", *some[:-1], "guests:G01", cold=True, slow=True),
            self.beeprint("belle x1a again", *some, slow=True),
        ]

    def copied(self, name: str) -> tuple[str | Path, ...]:
        """Return the command that builds a copy of the game, in which `editing` changes a cell."""
        shutil.copytree(DATA, self.work / name)
        return ("build", self.work / name, *PRODUCTS)

    def editing(self, path: Path, column: str, text: Callable[[int], str]) -> Callable[[int], None]:
        """Return what puts a text that was never there before into the first row's cell of a column."""
        with path.open(encoding="utf-8", newline="") as stream:
            header, *rows = csv.reader(stream)

        def edit(number: int) -> None:
            rows[0][header.index(column)] = text(number)
            with path.open("w", encoding="utf-8", newline="") as stream:
                csv.writer(stream, lineterminator="\n").writerows([header, *rows])

        return edit

    def grown(self, cards: int) -> list[Way]:
        """Return the ways to sheets of a game of so many cards."""
        folder = self.stage(f"bees-{cards}")
        growth.make(DATA, folder / "game", cards)
        ours = self.beeprint(f"beeprint {cards}", "build", folder / "game", *PRODUCTS, cold=True)

        def after(number: int) -> None:
            ours.sizes.update(sizes(ours.folder / "output" / "many-bees"))
            shutil.rmtree(ours.folder)
            ours.folder.mkdir()

        ours.after = after
        return [ours, self.rival("typst_lays_out", folder), self.rival("typst_lays_out_pdf_art", folder)]

    def large(self) -> list[Way]:
        """Return the ways to the sheets of large decks, each run once: the last takes minutes."""
        ways = []
        for cards in LARGE:
            game = self.work / f"bees-large-{cards}"
            game.mkdir()
            growth.make(DATA, game / "game", cards)
            way = self.beeprint(f"large {cards}", "build", game / "game", "--profile", "home-a4", cold=True)
            way.run(1)
            files = list((way.folder / "output").rglob("cards*.pdf"))
            way.sizes.update(PDF=sum(path.stat().st_size for path in files), files=len(files))
            ways.append(way)
        return ways

    def phases(self) -> dict[str, list[dict[str, float]]]:
        """Return the seconds of each step, run by run: nothing in the cache, after a change, after none, and grown."""
        folder = self.work / "phases"
        folder.mkdir()
        change = self.editing(self.work / "game-cell" / "favor.csv", "present", "present, {}".format)
        cases: dict[str, str | Path] = {
            "cold": GAME,
            "one cell changed": self.work / "game-cell",
            "nothing changed": GAME,
            f"cold, {FEW} bees": self.work / f"bees-{FEW}" / "game",
        }
        times: dict[str, list[dict[str, float]]] = {case: [] for case in cases}
        for number in range(PHASE_RUNS + 1):
            for case, game in cases.items():
                place = folder / case.replace(" ", "-")
                if case.startswith("cold"):
                    shutil.rmtree(place, ignore_errors=True)
                if case == "one cell changed":
                    change(number)
                place.mkdir(exist_ok=True)
                command: list[str | Path] = [sys.executable, HERE / "phases.py", "spent.json", "build", game, *PRODUCTS]
                inherited = environment(PYTHONPATH=ROOT / "generator", XDG_CACHE_HOME=place / "cache")
                whole = process(command, place, inherited).seconds
                spent = json.loads((place / "spent.json").read_text("utf-8"))
                if number:
                    times[case].append({"Python start-up and exit": whole - sum(spent.values()), **spent})
        return times


def sizes(target: Path) -> dict[str, int]:
    """Return the bytes of the PDF with the cards and of all faces in an output folder."""
    faces = sum(path.stat().st_size for path in (target / "faces").rglob("*.svg"))
    return {"PDF": (target / "home-a4" / "cards.pdf").stat().st_size, "faces": faces}


def check_pages(ways: list[Way]) -> None:
    """Fail where a rival's PDF has not the pages that the work has: it would be fast for nothing."""
    for way in ways:
        pdf = way.folder / f"{way.name}.pdf"
        if way.failure or not pdf.exists():
            continue
        count = "import sys, pikepdf; print(len(pikepdf.open(sys.argv[1]).pages))"
        pages = subprocess.run([sys.executable, "-c", count, pdf], check=True, capture_output=True, text=True).stdout
        cards = sum(1 for _ in (way.folder / "game" / "bees.csv").open(encoding="utf-8")) - 1
        wanted = 2 * -(-cards // 9)
        if int(pages) != wanted:
            raise SystemExit(f"{way.name}: {pages.strip()} pages, not {wanted}")


def tests() -> float:
    """Return the seconds of `make test`."""
    start, inherited = time.perf_counter(), environment()
    del inherited["BEEPRINT_LIMITS"]  # tests of hostile games are held to those of strangers
    subprocess.run(["make", "test"], cwd=ROOT, env=inherited, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def builds() -> report.Builds:
    """Measure whole builds beside rivals, with growing decks, and step by step."""
    if not RIVALS_PYTHON.exists():
        raise SystemExit("the rivals are not installed: run make bench")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        rivals, ours = bench.rivals_here(), bench.beeprint_here()
        rounds([*rivals, *ours], RUNS)
        few, many = bench.grown(FEW), bench.grown(MANY)
        for number in range(1, GROWTH_RUNS + 1):
            for way in (*few, *many):
                way.run(number)
        check_pages([*rivals, *few, *many])
        phases = bench.phases()
    told = [[way.told() for way in ways] for ways in (rivals, ours, few, many)]
    versions = report.versions(sys.executable, RIVALS_PYTHON)
    return report.Builds(told[0], told[1], (told[2], told[3]), (FEW, MANY), phases, versions)


def large() -> dict[int, Way]:
    """Measure large decks."""
    with tempfile.TemporaryDirectory() as folder:
        ways = Bench(Path(folder)).large()
    return {count: way.told() for count, way in zip(LARGE, ways, strict=True)}


#: What is measured, each part by itself and in this order: a test that fails ends it all, so tests come first.
PARTS: dict[str, Callable[[], Any]] = {
    "tests": tests,
    "builds": builds,
    "large": large,
    "studio": studio.measure,
    "shelf": shelf.measure,
    "pictures": pictures.measure,
    "beds": beds.measure,
}
#: Where each part is kept, so that what ends early is not lost, and a part can be measured anew.
KEPT = RIVALS_PYTHON.parents[1] / "measured"


def main() -> None:
    """Measure every part, or with words only these, and write the page from what is known of all; `page` does that."""
    KEPT.mkdir(exist_ok=True)
    for word in [word for word in sys.argv[1:] if word != "page"] if sys.argv[1:] else PARTS:
        (KEPT / word).write_bytes(pickle.dumps(PARTS[word]()))
        print(f"{word} measured", file=sys.stderr)
    unknown = [word for word in PARTS if not (KEPT / word).exists()]
    if unknown:
        raise SystemExit(f"the page needs these parts too: {' '.join(unknown)}")
    # Ours, written by the lines above.
    result = report.Result(**{word: pickle.loads((KEPT / word).read_bytes()) for word in PARTS})
    page = ROOT / "docs" / "benchmarks.md"
    page.write_text(report.written(result, page), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
