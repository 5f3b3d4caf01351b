"""A stranger's titles and texts in files of every format: they are read there as they were written, and end nothing."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pikepdf
import pytest

from command import made

#: Ends strings, elements, attributes, comments and lines in one format or another.
EVIL = "</title><script>alert(1)</script> ]]> --> \"'&amp; \\) >> endobj %PDF \\U+000A ^J {x} &"
_IN_YAML = json.dumps(EVIL)


@pytest.fixture
def output(new_game: Path) -> Path:
    """Return the output of a game whose titles, names and texts are all hostile."""
    text = (new_game / "game.yaml").read_text("utf-8")
    for key in ("title: Garden cards", "noun: garden cards", "summary: a small game to start from"):
        assert key in text
        text = text.replace(key, f"{key.partition(':')[0]}: {_IN_YAML}")
    text = re.sub(r'title: "My[^"]*"', lambda _: f"title: {_IN_YAML}", text, count=1)
    (new_game / "game.yaml").write_text(text.replace('"Game design: you"', _IN_YAML), "utf-8")
    cards = (new_game / "cards.csv").read_text("utf-8")
    cell = '"' + EVIL.replace('"', '""').replace("{x}", "") + '"'
    (new_game / "cards.csv").write_text(cards.replace("First light", cell), "utf-8")
    layout = (new_game / "layouts" / "card.yaml").read_text("utf-8")
    (new_game / "layouts" / "card.yaml").write_text(layout.replace("min: 9,", "min: 2, overflow: clip,"), "utf-8")
    profiles = ("faces", "home-a4", "press-x4", "tabletop-simulator", "playingcards-io")
    made("build", "my-game", *(f"--profile={name}" for name in profiles), "--dpi", "50", "--output", "out")
    made("laser", "my-game", "--profile", "lightburn", "--output", "out")
    made("export", "my-game", "--dpi", "50", "--output", "out/export")
    return Path("out")


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.tags += [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.slow
def test_no_title_ends_what_it_stands_in(output: Path) -> None:
    seen: set[str] = set()
    for path in output.rglob("*"):
        if not path.is_file():
            continue
        data = path.read_bytes()
        seen.add(path.suffix)
        if path.suffix in (".svg", ".lbrn2"):
            root = ElementTree.fromstring(data)
            assert not [element for element in root.iter() if str(element.tag).endswith("script")], path
        elif path.suffix == ".html":
            page = _Elements()
            page.feed(data.decode())
            assert "script" not in page.tags and not [
                attribute for attribute in page.tags if attribute.startswith("on")
            ], path
            assert "alert(1)" in page.text
        elif path.suffix == ".json":
            json.loads(data)
        elif path.suffix == ".csv":
            rows = list(csv.reader(io.StringIO(data.decode())))
            assert len({len(row) for row in rows}) == 1, path
        elif path.suffix == ".pdf":
            with pikepdf.open(path) as pdf:
                assert not pdf.check_pdf_syntax(), path
                assert not [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/JS" in thing]
                assert "alert(1)" in str(pdf.docinfo.get("/Title", "alert(1)"))
        elif path.suffix == ".dxf":
            drawing = ezdxf.readfile(path)
            assert not drawing.audit().has_errors, path
    assert seen >= {".svg", ".html", ".json", ".csv", ".pdf", ".dxf", ".lbrn2"}
