"""The icons that beeprint offers: how they are drawn, how they are found by words, and how they come into a game."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path

import pytest
from shapely.geometry import Polygon

from beeprint import starter
from beeprint.base.colour import parse
from beeprint.drawing import svg
from beeprint.drawing.drawing import PathMark, Solid, walk
from beeprint.drawing.outline import rings
from beeprint.edit import icon_sets, word_icons
from beeprint.edit.drop_targets import Choices, Upload
from beeprint.edit.dropped import drop_file
from beeprint.edit.placing import place
from beeprint.game import model
from beeprint.sources.nodes import read_yaml
from beeprint.sources.workspace import Workspace
from command import call
from small_game import small_game

ICONS = Path(starter.__file__).parent / "icons"
NAMES = sorted(path.stem for path in ICONS.glob("*.svg"))
#: The size of an icon in units, and half of what no line and no gap falls below.
SIDE, THIN = 24, 0.3


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_is_one_area_in_one_ink_that_fills_its_square_and_has_no_hairlines(name: str) -> None:
    green = parse("#2a7f3c")
    drawing = svg.read((ICONS / f"{name}.svg").read_bytes(), name, current=green)
    marks = [(mark, at) for mark, at in walk(drawing.marks) if isinstance(mark, PathMark)]
    assert [mark.fill for mark, _ in marks] == [Solid(green)] and not marks[0][0].stroke
    factor = SIDE / drawing.box.width
    (path, at), area = marks[0], Polygon()
    for ring in rings(path.path, at):
        area = area.symmetric_difference(Polygon([(x * factor, y * factor) for x, y in ring]).buffer(0))
    left, top, right, bottom = area.bounds
    assert min(left, top) >= 0.9 and max(right, bottom) <= SIDE - 0.9
    assert max(right - left, bottom - top) >= 17
    assert (left + right) / 2 == pytest.approx(12, abs=0.15) and (top + bottom) / 2 == pytest.approx(12, abs=0.15)
    thick, open_ = area.buffer(-THIN).buffer(THIN * 1.01), area.buffer(THIN).buffer(-THIN * 1.01)
    assert (area - thick).area < 0.1 and (open_ - area).area < 0.1, "what is left of hairlines, in square units"


def test_every_icon_has_a_name_of_its_own_and_words_to_find_it() -> None:
    groups = read_yaml((ICONS / "words.yaml").read_bytes(), "words").plain()
    listed = [name for group in groups.values() for name in group]
    assert sorted(listed) == NAMES and len(NAMES) == 144
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in NAMES)
    assert all(words and len({*words}) == len(words) for group in groups.values() for words in group.values())


# Search, and the sets of packages -------------------------------------------------------------------------------------

#: A drawing of a set as Lucide draws: lines in the colour of the words round it.
LINES = """<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none"
  stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M4 4h16v16" /></svg>"""


@pytest.fixture
def sets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Install no package of the extra `icons`, whatever this Python has, and return a folder to install one into."""
    home = tmp_path / "installed"
    home.mkdir()
    monkeypatch.setattr(icon_sets, "find_spec", lambda name: PathFinder.find_spec(name, [str(home)]))
    icon_sets.icon_sets.cache_clear()
    yield home
    icon_sets.icon_sets.cache_clear()


def install(home: Path, drawings: dict[str, str]) -> Path:
    """Install a package as the extra has it, whose code must not run, and return its archive."""
    package = home / "justmyresource_lucide"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('imported')", "utf-8")
    with zipfile.ZipFile(package / "icons.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, drawing in drawings.items():
            archive.writestr(name, drawing)
    icon_sets.icon_sets.cache_clear()
    return package / "icons.zip"


def names(query: str) -> list[str]:
    """Return the icons that a query finds, the best first."""
    return [icon.full_name for icon in icon_sets.find_icons(query)]


@pytest.mark.parametrize(
    ("query", "best"),
    [
        *(("sword", "sword"), ("Swords", "sword"), ("money", "coin"), ("COINS", "coin"), ("VP", "victory")),
        *(("hp", "heart"), ("victory points", "victory"), ("draw a card", "draw"), ("fire", "flame"), ("food", "egg")),
        *(("winter", "snow"), ("meeple", "figure"), ("2d6", "dice"), ("skul", "skull"), ("berserk", "")),
        *(("", "die-1"), ("?", "")),
    ],
)
def test_an_icon_is_found_by_its_name_its_words_their_plurals_and_their_beginnings(
    sets: Path, query: str, best: str
) -> None:
    assert next(iter(names(query)), "") == best


def test_icons_of_packages_come_after_those_of_beeprint_and_are_found_by_its_words_too(sets: Path) -> None:
    assert names("money") == ["coin", "coins"] and not icon_sets.extra_installed()
    install(
        sets, {"coins.svg": LINES, "hand-coins.svg": LINES, "banknote.svg": LINES, "folder/x.svg": LINES, "x.txt": ""}
    )
    assert names("money") == ["coin", "coins", "lucide/coins", "lucide/hand-coins"] and icon_sets.extra_installed()
    assert names("banknotes") == ["lucide/banknote"] and names("x") == ["cross"]
    assert icon_sets.by_name("lucide/coins") == ("lucide", "coins", False)
    assert icon_sets.by_name("coins") == ("beeprint", "coins", False) and icon_sets.by_name("banknote") is not None
    assert icon_sets.by_name("lucide/gold") is icon_sets.by_name("gold-rush") is icon_sets.by_name("x/coins") is None


def test_an_icon_comes_into_a_game_with_its_credit_which_is_written_once(sets: Path, tmp_path: Path) -> None:
    install(sets, {"banknote.svg": LINES, "piggy-bank.svg": LINES})
    game = small_game(tmp_path / "mine")
    assert call("icons", "add", "sword", "--game", str(game)).exit_code == 0
    assert (game / "art/icons/sword.svg").read_bytes() == (ICONS / "sword.svg").read_bytes()
    assert model.load(Workspace(game))[0].spec.credits == ("Game design: you",)  # beeprint's own icons ask for none
    done = call("icons", "add", "banknote", "lucide/piggy-bank", "--game", str(game))
    assert "Icon banknote added; write :banknote: in a text to show it" in done.output
    assert (game / "art/icons/piggy-bank.svg").read_text("utf-8") == LINES
    assert model.load(Workspace(game))[0].spec.credits == (
        "Game design: you",
        "Icons: Lucide, © Lucide Contributors, ISC License, lucide.dev",
    )
    assert "The game has the icon sword already" in call("icons", "add", "sword", "--game", str(game)).output


def test_an_icon_of_a_name_that_is_taken_is_replaced_only_if_asked_for(sets: Path, tmp_path: Path) -> None:
    game = small_game(tmp_path / "mine")
    icon = game / "art/icons/sword.svg"
    icon.parent.mkdir(parents=True, exist_ok=True)
    icon.write_text(LINES, "utf-8")
    done = call("icons", "add", "sword", "--game", str(game))
    assert done.exit_code == 2 and "the game has another icon sword: --replace replaces it" in done.output
    assert icon.read_text("utf-8") == LINES
    assert call("icons", "add", "sword", "--replace", "--game", str(game)).exit_code == 0
    assert icon.read_bytes() == (ICONS / "sword.svg").read_bytes()


def test_the_command_lists_names_and_says_how_to_get_more(sets: Path) -> None:
    done = call("icons", "find", "crossed", "swords")
    assert done.output.splitlines() == ["attack", f"to search some 4,000 more icons, run: {icon_sets.INSTALL}"]
    assert "no icon has the words 'xyzzy'" in call("icons", "find", "xyzzy").output
    done = call("icons", "add", "swrod")
    assert done.exit_code == 2
    assert "... and 104 more; --all shows every one" in call("icons", "find", "").output


def test_what_a_package_holds_is_bounded_and_read_as_any_drawing(sets: Path, tmp_path: Path) -> None:
    game = small_game(tmp_path / "mine")
    bomb = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><!--{' ' * 1_000_000}--></svg>"
    archive = install(sets, {"bomb.svg": bomb, "script.svg": "<svg><script>alert(1)</script>"})
    assert "the drawing is too large" in call("icons", "add", "lucide/bomb", "--game", str(game)).output
    assert call("icons", "add", "lucide/script", "--game", str(game)).exit_code == 1
    assert not (game / "art/icons/script.svg").exists()
    archive.write_bytes(b"PK broken")
    icon_sets.icon_sets.cache_clear()
    done = call("icons", "find", "sword")
    assert done.exit_code == 1 and "the icons of this package cannot be read" in done.output


def test_lines_of_a_set_are_drawn_in_the_colour_of_the_words_round_them() -> None:
    green = parse("#2a7f3c")
    (mark,) = (mark for mark, _ in walk(svg.read(LINES, "lines", current=green).marks) if isinstance(mark, PathMark))
    assert mark.fill is None and mark.stroke is not None and mark.stroke.paint == Solid(green)


def test_a_word_and_a_layer_that_get_an_icon_of_a_set_bring_its_credit(sets: Path, tmp_path: Path) -> None:
    install(sets, {"banknote.svg": LINES})
    line = "Icons: Lucide, © Lucide Contributors, ISC License, lucide.dev"
    game = model.load(Workspace(small_game(tmp_path / "mine")))[0]
    drawing = icon_sets.icon_sets()["lucide"].read("banknote")
    file = drop_file(game, "banknote.svg", drawing, "art/icons")
    word = word_icons.make_icon(game, ["[cash]"], file.name, file.changes, "lucide")
    upload = Upload("banknote.svg", drawing)
    placement = place(game, [upload], None, Choices(icon_set="lucide"))
    for edit in (word, placement.edit):
        assert [change.path.name for change in edit.changes if line.encode() in (change.after or b"")] == ["game.yaml"]
    assert len(place(game, [upload], None).edit.changes) == 1  # a file of a person's own brings none


# Beside a table ------------------------------------------------------------------------------------------------------


def test_icons_in_a_folder_beside_a_table_come_into_the_game_and_stand_for_words(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "coin.svg").write_text(LINES, "utf-8")
    table = "name,text\nMarket,Gain [coin] for each stall.\nToll,Pay [coin] or lose a turn.\n"
    (tmp_path / "deck.csv").write_text(table, "utf-8")
    done = call("new", str(tmp_path / "game"), "--from", str(tmp_path / "deck.csv"))
    assert done.exit_code == 0, done.output
    assert (tmp_path / "game/art/icons/coin.svg").read_text("utf-8") == LINES
    assert model.load(Workspace(tmp_path / "game"))[0].spec.icons == {"[coin]": "coin"}
