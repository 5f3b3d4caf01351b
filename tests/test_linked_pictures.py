"""A drawing shows the pictures that it links to, where they lie beside it in the game's art."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeprint.base.colour import BLACK
from beeprint.base.geometry import Rect
from beeprint.base.problems import BuildError, Place
from beeprint.drawing.drawing import ImageMark, walk
from beeprint.drawing.fonts import Fonts
from beeprint.face.picture import Picture, Pictures
from beeprint.sources.workspace import Workspace
from svgs import art, pixel

RED, BLUE = pixel((213, 94, 0)), pixel((0, 114, 178))


def game(folder: Path, href: str, attribute: str = "href") -> Pictures:
    """Make a game whose art has a drawing bee/card.svg that links to a picture."""
    for name, data in (("game/art/bee/sun.png", RED), ("game/art/bee/deep/my sun.png", BLUE), ("secret.png", RED)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    body = f'<image width="4" height="6" {attribute}="{href}"/>'
    attributes = 'xmlns:xlink="http://www.w3.org/1999/xlink" width="10mm" height="10mm" viewBox="0 0 10 10"'
    (folder / "game/art/bee/card.svg").write_text(art(body, attributes), "utf-8")
    return Pictures(Workspace(folder / "game"), Fonts(Path))


def card(pictures: Pictures) -> Picture:
    return pictures.get("bee/card", BLACK, Place("game.yaml"), "")


def photo(picture: Picture) -> bytes:
    """Return the file of the only mark of a picture."""
    [mark] = [mark for mark, _ in walk(picture.symbol.marks) if isinstance(mark, ImageMark)]
    assert mark.box == Rect(0, 0, 4, 6)
    return mark.data


@pytest.mark.parametrize(
    ("href", "data"), [("sun.png", RED), ("./sun.png", RED), ("deep/my%20sun.png", BLUE), ("deep\\my sun.png", BLUE)]
)
def test_a_linked_picture_beside_the_drawing_is_drawn(tmp_path: Path, href: str, data: bytes) -> None:
    assert photo(card(game(tmp_path, href))) == data
    assert photo(card(game(tmp_path, href, "xlink:href"))) == data


def test_a_linked_picture_is_drawn_in_pixels_too(tmp_path: Path) -> None:
    pictures = game(tmp_path, "sun.png")
    flat = pictures.flat("bee/card", BLACK, Place("game.yaml"), "", 100, Rect(0, 0, 10, 10))
    assert not flat.vector and flat.pixels == 39


@pytest.mark.parametrize(
    "href",
    ["gone.png", "../../../secret.png", "link.png", "file:///etc/hostname", "http://example.com/a.png", "card.svg"],
)
def test_a_linked_picture_elsewhere_is_refused_by_name(tmp_path: Path, href: str) -> None:
    pictures = game(tmp_path, href)
    (tmp_path / "game/art/bee/link.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(BuildError, match="outside the file") as caught:
        card(pictures)
    assert "put it beside the drawing" in caught.value.problems[0].hint


def test_a_drawing_is_read_again_when_a_picture_that_it_links_to_changes(tmp_path: Path) -> None:
    pictures, later = game(tmp_path, "sun.png"), tmp_path / "game/art/bee/sun.png"
    assert photo(card(pictures)) == RED
    later.write_bytes(BLUE)
    assert pictures.renewed(Workspace(tmp_path / "game")) == {"bee/card"}
    assert photo(card(pictures)) == BLUE
    assert pictures.renewed(Workspace(tmp_path / "game")) == frozenset()


def test_a_linked_picture_that_comes_later_is_drawn_then(tmp_path: Path) -> None:
    pictures = game(tmp_path, "gone.png")
    with pytest.raises(BuildError):
        card(pictures)
    (tmp_path / "game/art/bee/gone.png").write_bytes(BLUE)
    assert pictures.renewed(Workspace(tmp_path / "game")) == {"bee/card"}
    assert photo(card(pictures)) == BLUE
