"""One budget bounds what a game may cost, whatever it holds: what takes most of it is named, and where it stands."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from beeprint import starter
from beeprint.base import budget, regular
from beeprint.base.problems import BuildError, Place
from beeprint.cli import cli
from beeprint.drawing.fonts import Font
from beeprint.rules import lattice
from beeprint.sources.names import MOST_LETTERS, slug
from beeprint.sources.source import read_bytes
from hostile.games import COMMANDS, GAMES
from small_game import small_game

HERE = Place("game.yaml", 3, 1)


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def test_what_takes_most_of_a_budget_is_named_with_what_makes_it_less() -> None:
    with pytest.raises(BuildError) as caught, budget.of_game("check", HERE):
        budget.spend("rows", budget.STEPS["check"] / 4)
        budget.spend("texts", budget.STEPS["check"], at=lambda: Place("cards.csv", 7, 2))
    assert str(caught.value.problems[0]) == (
        "cards.csv:7:2: error: checking the game would take 6,000,000 steps and more, 100 % of that for texts\n"
        "    hint: shorten the texts, or split the deck into several games; a game of your own that is meant to be so "
        "large gets more with BEEPRINT_LIMITS=10 set"
    )
    with pytest.raises(BuildError, match=r"keep 360 MB in memory and more, 100 % of that for rows"):  # noqa: SIM117
        with budget.of_game("check", HERE):
            budget.spend("rows", 1, kept=budget.KEPT["check"] + 1)


def test_checks_within_a_budget_share_it_and_writing_has_its_own() -> None:
    half = 0.6 * budget.STEPS["check"]
    with pytest.raises(BuildError), budget.of_game("check", HERE):
        for _ in range(2):
            with budget.of_game("check", HERE):
                budget.spend("texts", half)
    with budget.of_game("check", HERE):
        budget.spend("texts", half)
        with budget.of_game("write", HERE):
            budget.spend("texts", half)
    budget.spend("texts", 100 * half)  # nothing is limited outside


def test_work_that_a_person_waits_for_gets_a_share_of_the_steps() -> None:
    with pytest.raises(BuildError, match="take 5,000,000 steps and more"), budget.of_game("write", HERE, 0.1):
        budget.spend("beds", 0.2 * budget.STEPS["write"])
    with budget.of_game("write", HERE, 0.1):
        budget.spend("beds", 0.05 * budget.STEPS["write"], kept=0.9 * budget.KEPT["write"])


@pytest.mark.parametrize(
    ("text", "times"), [("", 1), ("10", 10), ("-3", 1), ("x", 1), ("9" * 7, 10_000), ("9" * 5000, 10_000)]
)
def test_a_person_may_allow_more(text: str, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, text)
    assert budget.times() == times
    with budget.of_game("check", HERE):
        budget.spend("texts", times * budget.STEPS["check"])


@pytest.mark.parametrize("text", ["x", "-3", "0", "2.5", "1e3", "\x1b[31m", "\u0663"])
def test_a_number_of_times_that_cannot_be_read_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, text)
    result = run("list")
    assert result.exit_code == 2
    assert "the environment variable BEEPRINT_LIMITS is " in result.stderr
    assert "expected a whole number from 1 on, such as 10" in result.stderr
    assert "\x1b" not in result.stderr


#: What games are refused for, and how many steps suffice to see it.
REFUSED = {
    "one_file_as_many_tables": ("rows", 300_000),
    "many_rules_on_many_rows": ("rules", 1_500_000),
    "cells_of_brackets": ("texts", 200_000),
    "a_text_repeated_on_many_rows": ("texts", 400_000),
    "many_boxes": ("boxes", 600_000),
    "jagged_outlines": ("outlines", 4_000_000),
    "many_editions": ("editions", 600_000),
    "many_languages": ("languages", 600_000),
    "a_condition_with_many_keys": ("conditions", 1_500_000),
    "grids_in_grids": ("slots", 1_500_000),
    "a_frame_for_each_row": ("pictures", 200_000),
    "many_dots_to_the_inch": ("files", 500_000),
    "points_that_are_moved_again_and_again": ("fonts", 500_000),
    "slots_repeated_under_a_laser": ("beds", 500_000),
    "gradients_of_many_colours_on_a_press": ("inks", 4_000_000),
    "lines_that_overprint_each_other": ("inks", 1_500_000),
    "large_boards_without_transparency": ("inks", 500_000),
    "large_boards_with_proofs": ("pixels", 500_000),
    "lines_that_overprint_each_other_on_board": ("inks", 1_500_000),
    "many_boards_with_proofs": ("pixels", 500_000),
    "many_copies_of_a_fine_piece_under_a_laser": ("beds", 3_000_000),
    "marks_over_each_other_under_a_laser": ("beds", 3_000_000),
    "dots_apart_without_transparency": ("inks", 4_000_000),
    "a_leaflet_that_lists_components_again_and_again": ("leaflets", 1_700_000),
    "a_leaflet_of_headings_that_are_alike": ("leaflets", 500_000),
    "a_leaflet_of_many_contents": ("leaflets", 500_000),
    "a_leaflet_that_says_nothing_of_each_row": ("leaflets", 2_500_000),
    "a_leaflet_that_counts_pieces_again_and_again": ("leaflets", 2_500_000),
    "a_leaflet_that_repeats_a_long_cell": ("leaflets", 400_000),
    "a_leaflet_of_icons_that_there_are_not": ("pictures", 400_000),
    "many_words_that_become_icons": ("texts", 400_000),
    "words_that_are_nearly_icons": ("texts", 1_500_000),
    "words_that_become_no_icons": ("pictures", 400_000),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.slow
def test_each_stage_draws_on_the_budget(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    on, steps = REFUSED[name]
    monkeypatch.setattr(budget, "STEPS", {"check": steps, "write": 4 * steps})
    GAMES[name](tmp_path / "mine")
    command, *options = COMMANDS[name]
    result = run(command, "mine", *options)
    assert result.exit_code == 1
    assert f"% of that for {on}\n    hint: {budget.SMALLER[on]}" in result.stderr
    assert "mine/" in result.stderr
    assert not list(tmp_path.glob("output/*"))


@pytest.mark.parametrize("options", [*itertools.product((False, True), repeat=4)])
def test_the_standard_form_of_a_ring_is_the_least_of_all_its_forms(options: tuple[bool, bool, bool, bool]) -> None:
    reversal, rotation, reflection, centre = options
    chance = random.Random(7)
    for _ in range(60):
        items = tuple(chance.choice("ab") for _ in range(chance.randrange(1, 9)))
        head, ring = (items[:1], items[1:]) if centre else ((), items)
        forms = [ring, *([ring[:1] + ring[:0:-1]] if reflection else [])]
        turns = [form[at:] + form[:at] for form in forms for at in range(max(1, len(ring) if rotation else 1))]
        whole = [head + turn for turn in turns]
        whole += [form[::-1] for form in whole] if reversal else []
        assert lattice.sequence(items, *options) == min(whole)


def test_a_long_ring_is_compared_in_little_memory() -> None:
    ring = tuple("abc" * 30_000 + "a")
    assert lattice.sequence(ring, True, True, True) == lattice.sequence(ring[7:] + ring[:7], True, True, True)


def test_a_long_name_is_cut_short_and_still_told_apart() -> None:
    first, other = slug("y" * 300), slug("y" * 301)
    assert len(first) == len(other) == MOST_LETTERS
    assert first != other
    assert slug("y" * MOST_LETTERS) == "y" * MOST_LETTERS


LONG = "y" * 300


@pytest.mark.parametrize(
    ("old", "new"),
    [("stock: cards", f"stock: {LONG}"), ("  tiles:", f"  {LONG}:"), ("- {rule: count, deck: tiles, is: 3}", "")],
)
def test_a_game_with_long_names_is_built(old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    text = (
        (tmp_path / "mine" / "game.yaml")
        .read_text("utf-8")
        .replace("deck: tiles", f"deck: {LONG}" if LONG in new else "deck: tiles")
    )
    text = text.replace("{rule: count, deck: " + LONG + ", is: 3}", "{rule: count, deck: cards, is: 18}")
    (tmp_path / "mine" / "game.yaml").write_text(text.replace(old, new), "utf-8")
    (tmp_path / "mine" / "rules.md").write_text("# Rules\n\nNone.\n", "utf-8")
    (tmp_path / "mine" / "tiles.csv").write_text(f"id,name\n{LONG},x\n{LONG}2,y\n", "utf-8")
    result = run("build", "mine", "--profile", "faces", "--profile", "home-a4")
    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("id: mine", f"id: {LONG}", "2:5: error: id: it has 300 letters; a folder's name may have 100"),
        ("bring:", f"editions: {{{LONG}: {{title: x}}}}\nbring:", "the name of the edition has 300 letters"),
        ("bring:", f"languages: [en, de{'-abcdefgh' * 5}]\nbring:", "is not a language"),
        ("kind: hexagon, flats: 60", "kind: rosette, flats: 0.00001", "flats is 0.00001; it must be at least 0.1"),
        ("kind: hexagon, flats: 60", "kind: die-net, edge: 0", "edge is 0; it must be at least"),
        ("stock: tiles", "stock: tiles\n    print: -1", "print is -1; it must be at least 0"),
    ],
)
def test_what_no_person_means_is_refused(
    old: str, new: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small_game(tmp_path / "mine")
    path = tmp_path / "mine" / "game.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(
        "\n".join(line for line in text.replace(old, new).splitlines() if not line.startswith("#")), "utf-8"
    )
    result = run("check", "mine")
    assert result.exit_code == 1
    assert message in result.stderr


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ("[[900, 900]]", "at 900, 900 of positions, a piece of 63 x 88 mm lies off a4"),
        ("[[10, 10], [15, 15]]", "at 10, 10 and at 15, 15 of positions, a piece of 63 x 88 mm overlaps itself"),
    ],
)
def test_places_on_a_sheet_lie_on_it_and_apart(
    places: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small_game(tmp_path / "mine")
    for folder, text in {
        "sheets": f"paper: a4\npositions: {places}",
        "profiles": "title: x\noutput: sheets\nsheets: [mine]",
    }.items():
        (tmp_path / "mine" / "layouts" / folder).mkdir()
        (tmp_path / "mine" / "layouts" / folder / "mine.yaml").write_text(f"{text}\n", "utf-8")
    result = run("build", "mine", "--profile", "mine", "--only", "cards")
    assert result.exit_code == 1
    assert message in result.stderr


def test_a_page_of_no_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    small_game(tmp_path / "mine")
    page = 'width="1e-300" height="1e-300" viewBox="0 0 1e-300 1e-300"'
    (tmp_path / "mine" / "art" / "icons" / "sun.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {page}/>')
    result = run("check", "mine")
    assert result.exit_code == 1
    assert "mine/art/icons/sun.svg:1:1: error: svg: the picture is 2.64583e-301 x 2.64583e-301 mm" in result.stderr


def test_only_a_regular_file_inside_is_read(tmp_path: Path) -> None:
    inside, outside = tmp_path / "game", tmp_path / "secret"
    inside.mkdir()
    outside.write_bytes(b"secret")
    (inside / "plain").write_bytes(b"plain")
    assert regular.read(inside / "plain", within=inside) == b"plain"
    with pytest.raises(regular.TooLargeError):
        regular.read(inside / "plain", 4)
    with pytest.raises(BuildError, match="this is not a regular file"):
        read_bytes(inside, "game")
    try:
        (inside / "link").symlink_to(outside)
    except OSError:
        pytest.skip("links need a right that is not given here")
    with pytest.raises(BuildError, match="cannot read the file: a link leads out of the folder"):
        read_bytes(inside / "link", "game/link", within=inside)


@pytest.mark.skipif(os.name == "nt", reason="a file that is open is not replaced there")
def test_a_file_that_an_editor_saves_while_it_is_opened_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, saved, opened = tmp_path / "cards.csv", tmp_path / "cards.csv~", os.open
    cards.write_bytes(b"old")
    saved.write_bytes(b"new")

    def late(*arguments: Any) -> int:
        descriptor = opened(*arguments)
        if saved.exists():
            saved.replace(cards)
        return descriptor

    monkeypatch.setattr(os, "open", late)
    assert regular.read(cards, within=tmp_path) == b"new"


def test_a_damaged_font_that_cannot_be_parted_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from beeprint.sources.workspace import SHIPPED, Workspace

    path = Workspace(SHIPPED).font_file("source-sans/regular")
    assert path is not None
    font = Font("source-sans/regular", path)
    monkeypatch.setattr("uharfbuzz.subset", _fails)
    with pytest.raises(BuildError, match=r"is damaged: its letters cannot be taken out of it"):
        font.subset({0, 1})


def _fails(*_: object) -> None:
    raise RuntimeError("Subsetting failed")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("redirection", [">/dev/full", ">&-", "2>&-"])
def test_full_and_closed_streams_end_in_words(redirection: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m beeprint --version {redirection}'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if "full" in redirection else 0)
    assert ("No space left on device" in done.stderr) == ("full" in redirection)


@pytest.mark.skipif(sys.platform == "win32", reason="the system limits no processor time")
def test_a_command_that_runs_on_and_on_is_ended_in_words(tmp_path: Path) -> None:
    """The last limit, which no game comes near: here it is a second, and the budget of a game does not end the loop."""
    program = (
        "import beeprint.pipeline as pipeline\n"
        "from beeprint.base import watchdog\n"
        "from beeprint.__main__ import main\n"
        "import sys\n"
        "def runs_on(*_, **__):\n"
        "    while True:\n"
        "        pass\n"
        "pipeline.check, watchdog.SECONDS = runs_on, 1\n"
        "sys.argv[1:] = ['build', 'mine']\n"
        "main()\n"
    )
    small_game(tmp_path / "mine")
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    assert "this takes more than 1 seconds of processor time" in done.stderr
    assert not (tmp_path / "output").exists()


def test_cards_beyond_a_thousand_may_take_more_by_what_their_rows_hold() -> None:
    whole = budget.STEPS["check"]

    def left_for(*files: list[int]) -> float:
        with budget.of_game("check", HERE):
            for letters in files:
                budget.allow_cards(letters)
            return budget.left(10 * whole) / whole

    assert left_for([400] * 1000) == left_for([0] * 200_000) == 1
    assert left_for([400] * 4000) == pytest.approx(4)
    assert left_for([400] * 2000, [400] * 2000) == pytest.approx(4)
    assert left_for([3] * 4000) == pytest.approx(1.03)
    assert left_for([4000] * 100_000) == pytest.approx(5)  # an end to it, whatever a stranger writes
    with pytest.raises(BuildError, match="would take 12,000,000 steps and more"), budget.of_game("check", HERE):
        budget.allow_cards([400] * 2000)
        budget.spend("texts", 3 * whole)
