"""Pieces of a table look as its words say: a star for Star, gold for Gold, in a new game and in one that is there."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from beeprint import edit, pipeline, starter
from beeprint.base.options import CheckOptions
from beeprint.base.problems import BuildError
from beeprint.drawing.drawing import PathMark, Solid, walk
from beeprint.edit import deck_templates, decks
from beeprint.edit.kind_looks import follow_words
from beeprint.starter.looks import COLOURS, LOOKS, ink_on
from test_looks import contrast
from test_reshaped_decks import loaded

TOKENS = "Name,Colour,Copies\nStar,gold,6\nCoin,Yellow,9\nStart Player,grün,1\nWound,red,4\nZeal,gold,2\n"
MARKS = {"Star": "star", "Coin": "coin", "Start Player": "first-player", "Wound": "marks/disc", "Zeal": "marks/diamond"}
INKS = ["gold", "yellow", "green", "red", "gold"]


def table_in(folder: Path, rows: str = TOKENS) -> Path:
    (folder / "tokens.csv").write_text(rows, "utf-8")
    return folder / "tokens.csv"


def looks_of(game: Path, layout: str) -> tuple[dict[str, str], list[str]]:
    """Return the icon of each kind, and the inks of grounds, as a layout chooses them."""
    spec = yaml.safe_load((game / "layouts" / f"{layout}.yaml").read_text("utf-8"))
    icons, inks = spec["styles"]["mark"]["choose"], spec["slots"]["ground"]["choose"]
    words = [icons, inks]
    marks, fills = ({key: case for key, case in each.items() if key not in ("by", "else")} for each in words)
    return {word: case["icon"] for word, case in marks.items()}, [case["fill"] for case in fills.values()]


def grounds(game: Path, deck: str) -> list[str]:
    """Return the colours of the grounds of a deck's fronts, in the order of the table; AssertionError on a problem."""
    try:
        checked = pipeline.check(game, CheckOptions())
    except BuildError as error:
        raise AssertionError(error.problems) from error
    assert checked.problems == ()
    faces = [face for (name, _, side), face in checked.faces.items() if (name, side) == (deck, "front")]
    marks = [next(mark for mark, _ in walk(face.drawing.marks) if isinstance(mark, PathMark)) for face in faces]
    return [mark.fill.colour.hex for mark in marks if isinstance(mark.fill, Solid)]


@pytest.mark.parametrize("look", LOOKS)
def test_a_new_game_has_the_icons_and_the_colours_that_its_table_names(tmp_path: Path, look: str) -> None:
    notes = starter.write_from(tmp_path / "game", table_in(tmp_path), look=look)
    assert "  Colour: text; colours the cards" in notes
    assert looks_of(tmp_path / "game", "tokens") == (MARKS, INKS[:-1])
    palette = yaml.safe_load((tmp_path / "game/palette.yaml").read_text("utf-8"))
    assert palette.keys() & COLOURS.keys() == {*INKS}, "only the colours that the table names"
    assert all(contrast(palette[ink_on(LOOKS[look], ink)], palette[ink]) >= 4.5 for ink in INKS)
    assert grounds(tmp_path / "game", "tokens") == [palette[ink] for ink in INKS]
    icons = {path.stem for path in (tmp_path / "game/art/icons").rglob("*.svg")}
    assert icons == {"star", "coin", "first-player", "disc", "diamond"}


def test_an_icon_beside_the_table_is_kept(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    (tmp_path / "icons/star.svg").write_text(drawing, "utf-8")
    table_in(tmp_path, TOKENS.replace("Zeal", "[star]"))
    starter.write_from(tmp_path / "game", tmp_path)
    assert (tmp_path / "game/art/icons/star.svg").read_text("utf-8") == drawing


@pytest.mark.parametrize(
    "rows",
    [
        TOKENS.replace("red", "fire"),
        TOKENS.replace("Colour", "Mood"),
    ],
)
def test_a_column_is_a_text_where_any_word_is_no_colour_or_its_name_is_another(tmp_path: Path, rows: str) -> None:
    starter.write_from(tmp_path / "game", table_in(tmp_path, rows))
    palette = yaml.safe_load((tmp_path / "game/palette.yaml").read_text("utf-8"))
    assert not palette.keys() & COLOURS.keys()


def test_a_deck_that_is_pasted_into_a_game_has_them_too_and_in_another_look(tmp_path: Path) -> None:
    starter.write(tmp_path / "game", "blank")
    style = decks.Style(template="token", look="paper")
    edit.write(
        decks.add_from_table(loaded(tmp_path / "game"), "Chits", "chits.tsv", TOKENS.replace(",", "\t").encode(), style)
    )
    assert looks_of(tmp_path / "game", "chits") == (MARKS, INKS[:-1])
    palette = yaml.safe_load((tmp_path / "game/palette.yaml").read_text("utf-8"))
    assert grounds(tmp_path / "game", "chits") == [palette[ink] for ink in INKS]

    edit.write(deck_templates.set_template(loaded(tmp_path / "game"), "chits", "token", "dark"))
    assert looks_of(tmp_path / "game", "chits-token") == (MARKS, [f"dark-{ink}" for ink in INKS[:-1]])
    palette = yaml.safe_load((tmp_path / "game/palette.yaml").read_text("utf-8"))
    assert grounds(tmp_path / "game", "chits") == [palette[f"dark-{ink}"] for ink in INKS]
    assert (tmp_path / "game/art/icons/star.svg").exists()


def test_a_new_word_for_a_colour_gets_that_colour(tmp_path: Path) -> None:
    rows = "Name,Color\n" + "".join(f"Chit {at},{'red' if at % 2 else 'blue'}\n" for at in range(8))
    starter.write_from(tmp_path / "game", table_in(tmp_path, rows))
    path = tmp_path / "game/game.yaml"
    document = edit.Document(path, path.read_bytes())
    words = document.set(["decks", "tokens", "columns", "color", "of"], ["blue", "red", "Silver", "loud"])
    edit.write(follow_words(loaded(tmp_path / "game"), edit.Edit("words", tmp_path / "game", (words.change,))))
    cases = yaml.safe_load((tmp_path / "game/layouts/tokens.yaml").read_text("utf-8"))["slots"]["ground"]["choose"]
    assert cases["Silver"] == {"fill": "silver"} and "loud" not in cases
    assert "silver" in yaml.safe_load((tmp_path / "game/palette.yaml").read_text("utf-8"))
