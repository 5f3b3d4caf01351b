"""The profile web-page: all faces of a game in one file that needs nothing else."""

from __future__ import annotations

import base64
import io
from html.parser import HTMLParser
from pathlib import Path

from click.testing import CliRunner
from PIL import Image

from beeprint import starter
from beeprint.cli import cli


class Page(HTMLParser):
    """The pictures of a page, with what they show, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.pictures: list[dict[str, str]] = []
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {name: value or "" for name, value in attrs}
        if tag == "img":
            self.pictures.append(held)
        self.addresses += [value for name, value in held.items() if name in ("src", "href")]


def test_all_faces_are_in_one_file_at_their_true_size(tmp_path: Path) -> None:
    starter.write(tmp_path / "mine")
    arguments = ["build", str(tmp_path / "mine"), "--profile", "web-page", "--output", str(tmp_path / "out")]
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0, done.output
    assert "web-page/mine.html: " in done.output
    assert [path.name for path in (tmp_path / "out/mine/web-page").iterdir()] == ["mine.html"]
    page = Page((tmp_path / "out/mine/web-page/mine.html").read_text("utf-8"))
    assert all(address.startswith("data:image/webp;base64,") for address in page.addresses)
    card = next(picture for picture in page.pictures if picture["alt"] == "First light")
    assert (card["width"], card["height"]) == ("238", "332")  # 63 x 88 mm at 96 dots per inch, less part of a dot
    with Image.open(io.BytesIO(base64.b64decode(card["src"].partition(",")[2]))) as picture:
        assert picture.size == (476, 665)
