"""Sleeves and thickness: what to buy for the cards of a game, and how thick its decks are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from beeprint import starter
from beeprint.cli import cli
from beeprint.drawing.shape import circle, rectangle
from beeprint.game import sleeves
from beeprint.sources.workspace import Workspace


@pytest.fixture
def game(tmp_path: Path) -> Path:
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


def listed(game: Path, *arguments: str) -> str:
    done = CliRunner().invoke(cli, ["list", "--sleeves", str(game), *arguments])
    assert done.exit_code == 0, done.stderr
    return done.stdout


def asked(game: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(listed(game, "--format", "json"))
    return report


def test_cards_of_one_size_share_packs(game: Path) -> None:
    csv = (game / "cards.csv").read_text("utf-8")
    head, *rows = csv.splitlines()
    at = head.split(",").index("copies")
    many = [",".join("9" if column == at else cell for column, cell in enumerate(row.split(","))) for row in rows]
    (game / "cards.csv").write_text("\n".join([head, *many]) + "\n", "utf-8")
    (size,) = asked(game)["sizes"]
    assert (size["card"], size["cards"]) == ([63, 88], 108)
    packs = {(sleeve["maker"], sleeve["line"]): (sleeve["pack"], sleeve["packs"]) for sleeve in size["sleeves"]}
    assert packs["Mayday Games", "Standard"] == (100, 2) and packs["Sleeve Kings", "Standard"] == (110, 1)
    assert packs["Gamegenic", "Prime"] == (50, 3)
    assert size["boxes"] == {"The Game Crafter": "PokerTuckBox108"}


def test_thickness_is_that_of_the_cards_and_two_films(game: Path) -> None:
    spec = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(spec + "\nstocks:\n  cards: {thickness: 0.3}\n", "utf-8")
    (size,) = asked(game)["sizes"]
    assert size["decks"] == {"cards": {"cards": 18, "thickness": 5.4}}
    prime = next(sleeve for sleeve in size["sleeves"] if sleeve["line"] == "Prime")
    assert prime["thickness"] == pytest.approx(18 * (0.3 + 2 * 0.1))
    assert "tiles" in asked(game)["unsleeved"]


def test_a_build_says_how_thick_its_decks_are_where_it_is_asked_for_details(game: Path, tmp_path: Path) -> None:
    spec = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(spec + "\nstocks:\n  cards: {thickness: 0.3, sleeves: thick}\n", "utf-8")
    out = ("--output", str(tmp_path / "out"))
    done = CliRunner().invoke(cli, ["build", str(game), "--profile", "home-a4", *out])
    assert done.exit_code == 0 and "piles" not in done.stderr and "Crafter" not in done.stderr
    done = CliRunner().invoke(cli, ["build", str(game), "--profile", "home-a4", "--details", *out])
    assert "piles in mm (sleeved): cards 5.4 (9), tiles 6; " in done.stderr
    assert "  all 18 cards of 63 x 88 mm fit into The Game Crafter's box for 36 cards\n" in done.stderr
    spec = (game / "game.yaml").read_text("utf-8")
    own = "\nboxes:\n  tuck: {title: Garden box, shape: {kind: tuck-box, for: [cards]}}\n"
    (game / "game.yaml").write_text(spec + own, "utf-8")
    done = CliRunner().invoke(cli, ["build", str(game), "--profile", "home-a4", "--details", *out])
    assert "  the box Garden box holds cards\n" in done.stderr and "Crafter" not in done.stderr
    done = CliRunner().invoke(cli, ["build", str(game), "--profile", "contact-sheet", "--details", *out])
    assert done.exit_code == 0 and "piles" not in done.stderr


@pytest.mark.parametrize(
    ("size", "named"),
    [
        ((63, 88), "Standard Card Game"),
        ((88, 63), "Standard Card Game"),
        ((63.5, 88.9), "Standard Card Game"),
        ((44, 68), "Mini European"),
        ((56, 87), "Standard American"),
        ((70, 120), "Tarot"),
        ((70, 70), "Square"),
        ((59, 92), "Standard European"),
    ],
)
def test_the_tightest_sleeve_of_a_line_is_named(size: tuple[float, float], named: str, tmp_path: Path) -> None:
    known = sleeves.lines(Workspace(tmp_path))
    (fit,) = sleeves.fitting(rectangle(*size), {"gamegenic-prime": known["gamegenic-prime"]})
    assert fit.size.name == named and fit.loose <= sleeves.SNUG


def test_what_no_sleeve_is_for_gets_none(tmp_path: Path) -> None:
    known = sleeves.lines(Workspace(tmp_path))
    assert list(sleeves.fitting(circle(40), known)) == []
    assert list(sleeves.fitting(rectangle(148, 210), known)) == []
    assert list(sleeves.fitting(rectangle(20, 30), known)) == []


def test_every_line_says_where_it_comes_from_and_its_sleeves_are_larger_than_its_cards(tmp_path: Path) -> None:
    for line in sleeves.lines(Workspace(tmp_path)).values():
        assert line.source and line.seen.startswith("20")
        for size in line.sizes:
            around = [outer - inner for outer, inner in zip(size.sleeve, size.card, strict=True)]
            assert all(1 <= side <= 4 for side in around), size


def test_a_game_adds_lines_and_faults_have_their_place(game: Path) -> None:
    own = game / "layouts" / "sleeves.yaml"
    own.write_text(
        "corner: {maker: Corner, line: Own, film: 0.05, pack: 7, source: label, seen: 2026-11,\n"
        "  sizes: [{name: standard, card: 63 x 88, sleeve: 65 x 90}]}\n",
        "utf-8",
    )
    assert "\n  Corner Own, standard (65 x 90 mm): 3 packs of 7, 7.79 mm thick\n" in listed(game)
    own.write_text("corner: {maker: Corner, film: thick, pack: 0, source: label, seen: now, sizes: []}\n", "utf-8")
    done = CliRunner().invoke(cli, ["list", "--sleeves", str(game)])
    assert done.exit_code == 1
    for words in (
        "sleeves.yaml:1:9: error: the key line is missing",
        ":1:31: error: film: ",
        ":1:44: error: pack is 0",
    ):
        assert words in done.stderr, done.stderr


def test_the_command_refuses_what_it_cannot_show(game: Path) -> None:
    done = CliRunner().invoke(cli, ["list", "--sleeves", str(game), "--vendors", str(game)])
    assert done.exit_code == 2 and "give --vendors or --sleeves, not both" in done.stderr
    done = CliRunner().invoke(cli, ["list", "--format", "json"])
    assert done.exit_code == 2 and "add one of them, with a game" in done.stderr
