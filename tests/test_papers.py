"""Papers: the shipped ones have their standards' sizes, a game adds its own, a sheet may give one in mm."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from beeprint import starter
from beeprint.base import plugins
from beeprint.base.geometry import Rect
from beeprint.base.problems import Place
from beeprint.cli import cli
from beeprint.sheet import Paper, load, papers
from beeprint.sheet.spec import find
from beeprint.sources.nodes import read_yaml
from beeprint.sources.workspace import SHIPPED, Workspace

INCHES = {"letter": (8.5, 11), "legal": (8.5, 14), "tabloid": (11, 17), "cricut": (6.75, 9.25)}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    (tmp_path / "mine" / "layouts" / "sheets").mkdir()
    return tmp_path / "mine"


def pages(game: Path) -> set[tuple[float, float]]:
    """Return the sizes in mm, to 0.1, of the pages that the game's cards are printed on."""
    result = CliRunner().invoke(cli, ["build", str(game), "--output", "made", "--profile", "home-a4"])
    assert result.exit_code == 0, result.output
    with pypdfium2.PdfDocument(game.parent / "made" / "mine" / "home-a4" / "cards.pdf") as document:
        return {tuple(round(side * 25.4 / 72, 1) for side in page.get_size()) for page in document}


def test_shipped_papers_have_the_sizes_of_their_standards(tmp_path: Path) -> None:
    shipped = papers(Workspace(tmp_path))
    for name, (width, height) in INCHES.items():
        assert shipped[name] == Paper(name, pytest.approx(width * 25.4), pytest.approx(height * 25.4))
    series = {name: paper for name, paper in shipped.items() if re.fullmatch(r"a\d", name)}
    assert series and set(shipped) == {*series, *INCHES}
    for name, paper in series.items():
        # ISO 216: A0 is a square metre in the ratio of 1 to the square root of 2, and each size half of the one before.
        number = int(name[1:])
        width, height = (1000 * 2 ** (step - number / 2) for step in (-0.25, 0.25))
        assert (paper.width, paper.height) == pytest.approx((width, height), abs=1)
        assert paper.width == int(paper.width) and paper.height == int(paper.height)


def test_every_shipped_paper_says_where_its_figures_come_from() -> None:
    entries = read_yaml((SHIPPED / "layouts" / "papers.yaml").read_bytes(), "papers.yaml").plain()
    assert [name for name, entry in entries.items() if not entry.get("source")] == []


@pytest.mark.parametrize("written", ["[216, 330]", "216 x 330", "[330, 216]"])
def test_a_sheet_may_be_any_paper_in_mm(written: str, game: Path) -> None:
    (game / "layouts" / "sheets" / "a4.yaml").write_text(f"paper: {written}\norientation: portrait\n", "utf-8")
    assert pages(game) == {(216.0, 330.0)}


def test_a_game_adds_papers_to_the_shipped_ones_and_its_own_come_first(game: Path) -> None:
    (game / "layouts" / "papers.yaml").write_text(
        "11x17: {width: 279.4, height: 431.8}\nletter: {width: 216, height: 279, source: a tape measure}\n", "utf-8"
    )
    known = papers(Workspace(game))
    assert known["letter"] == Paper("letter", 216, 279) and known["a4"] == Paper("a4", 210, 297)
    sheet = game / "layouts" / "sheets" / "a4.yaml"
    # What looks like a size is the paper of that name where there is one.
    sheet.write_text("paper: 11x17\norientation: landscape\n", "utf-8")
    assert pages(game) == {(431.8, 279.4)}
    sheet.write_text("paper: letter\norientation: portrait\n", "utf-8")
    assert pages(game) == {(216.0, 279.0)}


def test_a_link_out_of_the_games_folder_adds_no_paper(game: Path) -> None:
    (game.parent / "elsewhere.yaml").write_text("mine: {width: 100, height: 200}\n", "utf-8")
    (game / "layouts" / "papers.yaml").symlink_to(game.parent / "elsewhere.yaml")
    assert "mine" not in papers(Workspace(game))


def test_a_plug_in_adds_papers_and_replaces_none(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = game.parent / "plug-in" / "layouts"
    folder.mkdir(parents=True)
    (folder / "papers.yaml").write_text("b4: {width: 250, height: 353}\nletter: {width: 100, height: 100}\n", "utf-8")
    monkeypatch.setattr(plugins, "folders", lambda kind: {folder: "garden 1.0"})
    place = Place("test")
    assert find(Workspace(game), "b4", place) == Paper("b4", 250, 353)
    assert find(Workspace(game), "letter", place) == Paper("letter", 215.9, 279.4)


def test_a_paper_stands_or_lies(game: Path) -> None:
    (game / "layouts" / "sheets" / "own.yaml").write_text("paper: [300, 200]\n", "utf-8")
    _, paper = load(Workspace(game), "own", Place("test"))
    assert paper == Paper("300 x 200 mm", 200, 300)
    assert (paper.box(), paper.box(landscape=True)) == (Rect(0, 0, 200, 300), Rect(0, 0, 300, 200))
