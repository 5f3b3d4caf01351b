"""Files that are dropped on a game: their names, what is accepted, and what happens where a name is taken."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from beeprint import edit
from beeprint.base.problems import BuildError
from beeprint.edit.dropped import DroppedFile, ExistsError, InexactError, drop, drop_file, safe_name
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.workspace import Workspace
from small_game import small_game

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
BLURRED = SVG.replace(
    b"<path ",
    b'<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><path filter="url(#f)" ',
)


def png(colour: str = "red") -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (4, 4), colour).save(data, "PNG")
    return data.getvalue()


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return model.load(Workspace(small_game(tmp_path / "garden")))[0]


def put(game: Game, file: DroppedFile) -> None:
    edit.write(edit.Edit("drop", game.workspace.game, file.changes))


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Queen Bee!.PNG", "queen-bee.png"),
        ("../../etc/Bienenkönigin.svg", "bienenkonigin.svg"),
        ("C:\\Users\\me\\my_art.v2.jpeg", "my-art-v2.jpeg"),
        ("...png", "x.png"),
    ],
)
def test_names_become_safe(name: str, safe: str) -> None:
    assert safe_name(name, (".png", ".svg", ".jpeg")) == safe


def test_a_picture_is_copied_byte_for_byte_and_referred_to_without_its_ending(game: Game) -> None:
    change, file = drop(game, "Queen Bee.png", png(), "art")
    history = edit.History()
    history.apply(change)
    path = game.workspace.game / "art" / "queen-bee.png"
    assert (file.name, path.read_bytes(), change.title) == ("queen-bee", png(), "queen-bee.png added")
    history.undo()
    assert not path.exists()


def test_an_icon_goes_to_the_icons(game: Game) -> None:
    file = drop_file(game, "Coin.svg", SVG, "icons")
    assert (file.name, file.path.relative_to(game.workspace.game).as_posix()) == ("coin", "art/icons/coin.svg")


def test_the_same_bytes_need_no_copy(game: Game) -> None:
    put(game, drop_file(game, "bee.png", png(), "art"))
    again = drop_file(game, "Bee.png", png(), "art")
    assert (again.name, again.changes) == ("bee", ())


def test_a_name_that_is_taken_is_asked_for(game: Game) -> None:
    put(game, drop_file(game, "bee.png", png(), "art"))
    with pytest.raises(ExistsError, match=r"the game has another art/bee\.png"):
        drop_file(game, "bee.png", png("blue"), "art")
    with pytest.raises(ExistsError, match=r"the game has another art/bee\.png"):
        drop_file(game, "bee.svg", SVG, "art")
    both = drop_file(game, "bee.png", png("blue"), "art", "both")
    assert both.name == "bee-2"
    replaced = drop_file(game, "bee.png", png("blue"), "art", "replace")
    assert [(change.before, change.after) for change in replaced.changes] == [(png(), png("blue"))]
    other = drop_file(game, "bee.svg", SVG, "art", "replace")
    assert {change.path.name: change.after for change in other.changes} == {"bee.svg": SVG, "bee.png": None}


def test_what_is_no_picture_is_refused_in_the_readers_words(game: Game) -> None:
    for name, data, words in [
        ("bee.png", b"not a picture", "this picture cannot be read"),
        ("bee.svg", b"<svg", "bee.svg"),
        ("bee.psd", b"8BPS", "Photoshop"),
        ("bee.exe", b"MZ", r"files with the ending \.exe are not read; beeprint reads tables"),
        ("notes.docx", b"PK", "this is a Word document; beeprint reads tables .*, pictures and icons .*, fonts"),
        ("cards.csv", b"Name", "this is a table, not a picture or a font"),
        ("bee", b"", "the name of the file has no ending"),
    ]:
        with pytest.raises(BuildError, match=words):
            drop_file(game, name, data, "art")
    with pytest.raises(BuildError, match="is not a font"):
        drop_file(game, "bee.ttf", b"not a font", "fonts")
    with pytest.raises(BuildError, match="files are not dropped into layouts"):
        drop_file(game, "bee.png", png(), "layouts")


def test_a_drawing_without_exact_outlines_offers_pixels(game: Game) -> None:
    with pytest.raises(InexactError, match="filter"):
        drop_file(game, "glow.svg", BLURRED, "art")
    change, file = drop(game, "glow.svg", BLURRED, "art", raster=True)
    assert file.raster
    edit.write(change)
    assert "raster: {glow: 600dpi}" in (game.workspace.game / "game.yaml").read_text("utf-8")


def test_a_font_is_referred_to_by_its_family(game: Game) -> None:
    data = Workspace(game.workspace.game).font("fredoka/regular").read_bytes()
    file = drop_file(game, "Merry Font.ttf", data, "fonts")
    put(game, file)
    assert file.name in Workspace(game.workspace.game).font_styles()
    assert file.path.name == "merry-font.ttf"
