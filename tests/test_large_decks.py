"""Decks of very many cards: made in parts, one after the other, and the same as those of any game."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from beeprint import pipeline
from beeprint.base import crew
from beeprint.base.lean import Lean, Sharing
from beeprint.base.options import Options
from beeprint.base.problems import BuildError
from beeprint.base.store import Store
from beeprint.base.words import counted
from beeprint.cli.console import Progress, format_time_left
from beeprint.drawing.drawing import Drawing
from beeprint.game import model
from beeprint.outputs.shared import large, listing
from beeprint.outputs.shared.output import Part
from beeprint.outputs.shared.parts import make_parts
from cases import spread

CARDS = 61
#: Three sheets, and three batches of seven rows with two left over.
FEW = 23
GAME = """\
id: lottery
version: "1.0"
title: Lottery
palette: palette.yaml
decks:
  tickets:
    title: Tickets
    noun: tickets
    data: tickets.csv
    columns: {name: text, prize: text}
    shape: {kind: card, size: standard-card, corner: 3}
    front: ticket
    back: {layout: back}
    stock: tickets
"""
TICKET = """\
slots:
  ground: {kind: shape, shape: rectangle, box: bleed, fill: paper}
  name: {kind: text, box: [6, 8, 51, 10], text: "{name}", size: 14, min: 8, font: source-sans, colour: ink}
  prize: {kind: text, box: [6, 30, 51, 30], text: "{prize}", size: 10, min: 7, font: source-sans, colour: ink}
  number: {kind: text, box: [6, 70, 51, 8], text: "{id}", size: 9, font: source-sans, colour: ink}
"""
BACK = "slots:\n  ground: {kind: shape, shape: rectangle, box: bleed, fill: ink}\n"
WORDS = ("a", "few", "prizes", "that", "nobody", "has", "ever", "won", "in", "this", "town", "or", "another", "one")


def write(folder: Path, cards: int = CARDS, game: str = GAME) -> Path:
    """Write a game of tickets with texts of many lengths, some of which have to be set smaller."""
    dice = random.Random(7)
    rows = ["id,name,prize"]
    for number in range(cards):
        name = " ".join(dice.choices(WORDS, k=dice.randint(1, 9)))
        rows.append(f"T{number:05},{name} {number},{' '.join(dice.choices(WORDS, k=dice.randint(3, 50)))}")
    (folder / "layouts").mkdir(parents=True)
    (folder / "game.yaml").write_text(game, "utf-8")
    (folder / "palette.yaml").write_text('ink: "#223344"\npaper: "#ffffee"\n', "utf-8")
    (folder / "tickets.csv").write_text("\n".join(rows) + "\n", "utf-8")
    (folder / "layouts" / "ticket.yaml").write_text(TICKET, "utf-8")
    (folder / "layouts" / "back.yaml").write_text(BACK, "utf-8")
    return folder


@pytest.fixture(scope="module")
def lottery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("games") / "lottery")


@pytest.fixture(scope="module")
def raffle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game of few cards."""
    return write(tmp_path_factory.mktemp("games") / "raffle", FEW)


@pytest.fixture
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take any deck for a large one, and look at a few of its rows together."""
    monkeypatch.setattr(pipeline, "MANY", 0)
    monkeypatch.setattr(pipeline, "_LARGE", 0)
    monkeypatch.setattr(large, "_TOGETHER", 7)
    monkeypatch.setattr(large, "_FIRST", 3)


def built(game: Path, target: Path, **more: Any) -> dict[str, bytes]:
    """Return the files of a build without a cache."""
    options = Options(profiles=("home-a4",), output=target, **more)
    pipeline.build(pipeline.check(game, options), options)
    return files(target)


def files(target: Path) -> dict[str, bytes]:
    return {path.relative_to(target).as_posix(): path.read_bytes() for path in target.rglob("*") if path.is_file()}


# the same as any game -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cores", spread([1, 3], lambda cores: cores > 1))
def test_a_large_deck_is_the_same_byte_for_byte(
    raffle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, cores: int
) -> None:
    as_any = built(raffle, tmp_path / "any", sheets_per_file=2)
    request.getfixturevalue("few_are_many")
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert built(raffle, tmp_path / "large", sheets_per_file=2) == as_any
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.slow
def test_where_no_process_may_be_forked_it_is_the_same(
    lottery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few_are_many: None
) -> None:
    forked = built(lottery, tmp_path / "forked", sheets_per_file=2)
    monkeypatch.setattr(crew, "can_be_copied", lambda: False)
    monkeypatch.setattr(crew, "can_be_copied", lambda: False)
    assert built(lottery, tmp_path / "here", sheets_per_file=2) == forked


@pytest.mark.slow
def test_a_playtest_of_a_large_deck_is_the_same_byte_for_byte(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    game = write(tmp_path / "lottery", 20)

    def made(name: str) -> dict[str, bytes]:
        options = Options(profiles=("playtest-a4",), output=tmp_path / name)
        pipeline.build(pipeline.check(game, options), options)
        return files(tmp_path / name)

    as_any = made("any")
    request.getfixturevalue("few_are_many")
    assert made("large") == as_any


def test_parts_hold_each_card_once_in_order_with_the_drawings_of_one_file(raffle: Path, tmp_path: Path) -> None:
    def pages(name: str, **more: Any) -> tuple[list[Drawing], list[str]]:
        options = Options(profiles=("home-a4",), output=tmp_path / name, **more)
        checked = pipeline.check(raffle, options)
        made = pipeline.build(checked, options)
        sheets = [file_sheets for _, some in sorted(made.sheets.items()) for file_sheets in some]
        ids = [placed.piece.id for sheet in sheets for placed in sheet.fronts]
        drawn = [pipeline_draw(checked, sheet, side) for sheet in sheets for side in sheet.sides]
        return drawn, ids

    def pipeline_draw(checked: Any, sheet_to_draw: Any, side: Any) -> Drawing:
        from beeprint import sheet
        from beeprint.outputs.shared.files import slug_of

        return sheet.draw(sheet_to_draw, side, slug_of(sheet_to_draw, "tickets", checked), checked.fonts)

    whole, parts = pages("whole"), pages("parts", sheets_per_file=2)
    assert parts == whole
    assert parts[1] == [f"tickets/T{number:05}#1" for number in range(FEW)]
    made = sorted(path.name for path in (tmp_path / "parts" / "lottery" / "home-a4").glob("tickets*"))
    assert made == ["tickets-part-01.pdf", "tickets-part-02.pdf"]
    counts = [len(pdfium.PdfDocument(tmp_path / "parts" / "lottery" / "home-a4" / name)) for name in made]
    assert counts == [4, 2]  # both sides of 2 sheets and 1


def test_the_keys_of_a_large_deck_are_those_of_any(raffle: Path, request: pytest.FixtureRequest) -> None:
    options = Options(profiles=("home-a4",))
    as_any = pipeline.check(raffle, options)
    request.getfixturevalue("few_are_many")
    checked = pipeline.check(raffle, options)
    assert listing.pieces(checked, options) == listing.pieces(as_any, options)
    assert dict(checked.faces) == dict(as_any.faces)
    assert {id: face.symbol.key for id, face in checked.faces.items()} == {
        id: face.symbol.key for id, face in as_any.faces.items()
    }


def test_faces_of_a_large_deck_are_written_as_those_of_any(
    raffle: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    def faces(name: str) -> dict[str, bytes]:
        options = Options(profiles=("faces",), output=tmp_path / name)
        pipeline.build(pipeline.check(raffle, options), options)
        return files(tmp_path / name)

    as_any = faces("any")
    request.getfixturevalue("few_are_many")
    assert faces("large") == as_any


# what is wrong ------------------------------------------------------------------------------------------------------


def test_every_row_is_checked_before_anything_is_written(tmp_path: Path, few_are_many: None) -> None:
    game = write(tmp_path / "raffle", FEW)
    table = game / "tickets.csv"
    lines = table.read_text("utf-8").splitlines()
    lines[-1] = f"T{FEW - 1:05},{'unbreakable' * 30},short"
    lines[3] = "T00002,{{missing}},short"
    table.write_text("\n".join(lines) + "\n", "utf-8")
    options = Options(profiles=("home-a4",), output=tmp_path / "output")
    checked = pipeline.check(game, options)
    places = {(problem.place.line, problem.severity) for problem in checked.problems}
    assert (FEW + 1, "error") in places
    with pytest.raises(BuildError):
        pipeline.build(checked, options)
    assert not (tmp_path / "output").exists()


def test_the_problems_of_a_large_deck_are_those_of_any(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    game = write(tmp_path / "raffle", FEW)
    layout = game / "layouts" / "ticket.yaml"
    layout.write_text(layout.read_text("utf-8").replace("[6, 30, 51, 30]", "[6, 30, 51, 9]"), "utf-8")
    as_any = pipeline.check(game, Options()).problems
    request.getfixturevalue("few_are_many")
    problems = pipeline.check(game, Options()).problems
    assert len(problems) > 5
    assert sorted(map(str, problems)) == sorted(map(str, as_any))


def test_a_game_of_too_many_pieces_says_how_to_go_past_the_limit(tmp_path: Path) -> None:
    game = write(tmp_path / "lottery", 30)
    rows = (game / "tickets.csv").read_text("utf-8").splitlines()
    counted_rows = [f"{rows[0]},copies", *(f"{row},1000" for row in rows[1:])]
    (game / "tickets.csv").write_text("\n".join(counted_rows) + "\n", "utf-8")
    with pytest.raises(BuildError) as caught:
        pipeline.check(game, Options())
    (problem,) = caught.value.problems
    assert problem.message == "the game holds 30,000 pieces, more than 20,000"
    assert problem.hint == "if so many are meant, write most-pieces: 30000 in game.yaml"
    (game / "game.yaml").write_text(f"most-pieces: 30000\n{GAME}", "utf-8")
    assert pipeline.check(game, Options()).game.pieces == 30_000
    (game / "game.yaml").write_text(f"most-pieces: 29999\n{GAME}", "utf-8")
    with pytest.raises(BuildError, match=r"game\.yaml:1:.*more than 29,999"):
        pipeline.check(game, Options())
    assert model.MAX_PIECES == 20_000


# checked before ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_was_found_of_rows_is_found_once_for_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few_are_many: None
) -> None:
    game, store = write(tmp_path / "lottery"), Store(tmp_path / "store")
    results, looked = crew.results, list[int]()

    def counted_results(tasks: Any, *more: Any) -> Any:
        looked.append(len(tasks))
        return results(tasks, *more)

    monkeypatch.setattr(crew, "results", counted_results)
    first = pipeline.check(game, Options(), store)
    assert looked[0] == 9  # shares of 7 rows
    looked.clear()
    again = pipeline.check(game, Options(), store)
    assert looked[0] == 0
    assert dict(again.faces) == dict(first.faces)
    assert again.problems == first.problems
    (game / "palette.yaml").write_text('ink: "#332244"\npaper: "#ffffee"\n', "utf-8")
    looked.clear()
    pipeline.check(game, Options(), store)
    assert looked[0] == 9


# stopped, and begun again -------------------------------------------------------------------------------------------

BEGIN = """
    import os, sys, time
    from pathlib import Path
    from beeprint import pipeline
    from beeprint.base import interrupts
    from beeprint.base.options import Options
    from beeprint.base.store import Store
    from beeprint.outputs.shared import large, parts
    pipeline.MANY = pipeline._LARGE = 0
    os.cpu_count = lambda: 2
    stop, write, mine = sys.argv[3], parts.make_pdf, os.getpid()
    def slowly(path, stock, sheets, **more):
        if stop == "yes" and sheets[0].number > 2:
            Path(sys.argv[2], "begun").touch()
            while os.getppid() == mine:
                time.sleep(0.02)
            os._exit(1)
        write(path, stock, sheets, **more)
    parts.make_pdf = slowly
    options = Options(profiles=("home-a4",), output=Path(sys.argv[2], "output"), sheets_per_file=1)
    interrupts.own_process()
    try:
        checked = pipeline.check(Path(sys.argv[1]), options, Store(Path(sys.argv[2], "cache", "beeprint")))
        pipeline.build(
            checked,
            options,
            lambda text: print(text, flush=True),
            told=lambda what, done, total: Path(sys.argv[2], f"{done} written").touch(),
        )
    except KeyboardInterrupt:
        sys.exit(130)
"""


def begin(game: Path, folder: Path, stop: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", textwrap.dedent(BEGIN), str(game), str(folder), stop]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(not crew.can_be_copied(), reason="this system does not fork")
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.slow
def test_a_build_that_was_stopped_goes_on_from_its_whole_parts(
    lottery: Path, tmp_path: Path, by: signal.Signals
) -> None:
    first = begin(lottery, tmp_path, "yes")
    while not (tmp_path / "begun").exists():
        assert first.poll() is None
        time.sleep(0.02)
    while not (tmp_path / "2 written").exists():
        assert first.poll() is None
        time.sleep(0.02)
    first.send_signal(by)
    said, _ = first.communicate()
    assert not (tmp_path / "output" / "lottery").exists()
    if by == signal.SIGINT:
        assert first.returncode == 130
        assert "kept: 2 of the sheets' 7 files; the same build goes on from there" in said
    again = begin(lottery, tmp_path, "no")
    said, _ = again.communicate()
    assert again.returncode == 0
    assert "made before: 2 of the sheets' 7 files" in said
    whole = begin(lottery, tmp_path / "whole", "no")
    whole.communicate()
    assert whole.returncode == 0
    assert files(tmp_path / "output" / "lottery") == files(tmp_path / "whole" / "output" / "lottery")


def test_a_build_that_is_interrupted_counts_the_parts_that_the_next_one_finds(tmp_path: Path) -> None:
    def told(what: str, done: int, total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    store = Store(tmp_path / "cache")
    two = [Part(f"{name}.pdf", (name,), lambda path: path.write_bytes(b"whole") and None) for name in ("one", "two")]
    said = list[str]()
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(crew, "can_be_copied", lambda: False)
        make_parts(two, store, tmp_path / "work", said.append, told)
    assert said == ["kept: 1 of the sheets' 2 files; the same build goes on from there"]
    said.clear()
    make_parts(two, store, tmp_path / "again", said.append, lambda *told: None)
    assert said == ["made before: 1 of the sheets' 2 files"]
    assert files(tmp_path / "again") == {"one.pdf": b"whole", "two.pdf": b"whole"}


def test_a_part_that_is_damaged_or_follows_from_something_else_is_made_again(tmp_path: Path) -> None:
    store, made = Store(tmp_path / "cache"), list[str]()

    def make(path: Path) -> None:
        made.append(path.name)
        path.write_bytes(path.name.encode())

    def make_all(*keys: str) -> None:
        parts = [Part(f"{name}.pdf", (key,), make) for name, key in zip(("one", "two"), keys, strict=True)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(crew, "can_be_copied", lambda: False)
            make_parts(parts, store, tmp_path / "work", lambda text: None, lambda *told: None)
        assert files(tmp_path / "work") == {"one.pdf": b"one.pdf", "two.pdf": b"two.pdf"}

    make_all("a", "b")
    make_all("a", "b")
    assert made == ["one.pdf", "two.pdf"]
    for path in (tmp_path / "cache" / "file").iterdir():
        path.write_bytes(path.read_bytes().replace(b"one.pdf", b"on"))
    make_all("a", "c")
    assert made == ["one.pdf", "two.pdf", "one.pdf", "two.pdf"]


# side by side -------------------------------------------------------------------------------------------------------


def test_results_come_in_order_and_a_task_that_fails_in_a_fork_runs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    here, done = os.getpid(), list[int]()

    def task(number: int) -> bytes:
        time.sleep(0.01 * (5 - number))
        if number == 2 and os.getpid() != here:
            raise ValueError
        return str(number).encode() * 100_000

    def tasks() -> Iterator[Any]:
        for number in range(5):
            yield lambda number=number: task(number)

    outcomes = list(crew.results(list(tasks()), done.append))
    assert outcomes == [str(number).encode() * 100_000 for number in range(5)]
    assert sorted(done) == [0, 1, 2, 3, 4]


@pytest.mark.skipif(not crew.can_be_copied(), reason="this system does not fork")
def test_what_a_task_raises_here_is_raised_and_no_fork_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    fork, made = os.fork, list[int]()

    def noted() -> int:
        made.append(fork())
        return made[-1]

    monkeypatch.setattr(os, "fork", noted)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)

    def wrong() -> bytes:
        raise KeyError("wrong")

    with pytest.raises(KeyError, match="wrong"):
        list(crew.results([wrong, lambda: time.sleep(30) or b""]))
    assert len(made) == 2
    for process in made:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


# on a terminal ------------------------------------------------------------------------------------------------------


class Terminal:
    def __init__(self, shows: bool) -> None:
        self.shows, self.text = shows, ""

    def isatty(self) -> bool:
        return self.shows

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def test_a_terminal_shows_what_is_done_and_how_long_the_rest_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([10.0, 20.0, 30.0, 31.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    terminal = Terminal(True)
    monkeypatch.setattr(sys, "stderr", terminal)
    progress = Progress()
    progress.show("files written", 0, 50)
    progress.show("files written", 10, 50)
    progress.show("files written", 20, 50)
    assert terminal.text.split("\r")[1:] == [
        "0 of 50 files written",
        "10 of 50 files written, 40 s left",
        "20 of 50 files written, 30 s left",
    ]
    progress.show("files written", 50, 50)
    assert terminal.text.split("\r")[-2:] == [" " * len("20 of 50 files written, 30 s left"), ""]


def test_a_pipe_gets_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Terminal(False)
    monkeypatch.setattr(sys, "stderr", pipe)
    progress = Progress()
    progress.show("files written", 1, 50)
    progress.clear()
    assert pipe.text == ""


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.1, "5 s"), (42, "40 s"), (59, "1 min"), (200, "3 min"), (3600, "1.0 h"), (9000, "2.5 h")]
)
def test_the_time_left_is_told_as_exactly_as_it_is_known(seconds: float, said: str) -> None:
    assert format_time_left(seconds) == said


# rows ---------------------------------------------------------------------------------------------------------------


def test_a_lean_mapping_is_like_the_dictionary_it_was_made_from() -> None:
    sharing = Sharing()
    first, two = {"a": "x", "b": None}, {"a": "y", "b": ("z",)}
    lean = [sharing.lean(first), sharing.lean(two)]
    assert lean == [first, two]
    assert [list(mapping) for mapping in lean] == [["a", "b"], ["a", "b"]]
    assert {**lean[0], "c": 1} == {"a": "x", "b": None, "c": 1}
    assert isinstance(lean[0], Lean) and lean[0].get("d") is None and len(lean[0]) == 2
    assert counted(len(lean), "row") == "2 rows"


def test_an_icon_on_a_line_is_told_once_of_a_deck(tmp_path: Path, few_are_many: None) -> None:
    game = write(tmp_path / "raffle", FEW)
    (game / "art" / "icons").mkdir(parents=True)
    sun = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    (game / "art" / "icons" / "sun.svg").write_text(sun, "utf-8")
    with (game / "layouts" / "ticket.yaml").open("a", encoding="utf-8") as layout:
        layout.write("  panel: {kind: shape, shape: rectangle, box: [10, 60, 40, 9], stroke: ink, width: 1}\n")
        layout.write("  sun: {kind: icon, icon: sun, box: [8, 61, 6, 6], colour: ink}\n")
    said = [problem.message for problem in pipeline.check(game, Options()).problems if "touches" in problem.message]
    assert said == ["slot sun touches the line of slot panel (T00000)"]
