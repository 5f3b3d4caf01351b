"""What poppler copies out of a PDF: the words of every face, whole and in the order they are read."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from beeprint import pipeline
from beeprint.base.geometry import Rect
from beeprint.base.options import Options
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, compose
from beeprint.sources.workspace import built_in_games
from test_reading import copied, page, words


def said(path: Path, *options: str) -> list[str]:
    """Return what pdftotext finds on each page."""
    result = subprocess.run(["pdftotext", *options, str(path), "-"], capture_output=True, check=True, encoding="utf-8")
    return result.stdout.split("\f")[:-1]


@pytest.mark.parametrize("name", sorted(built_in_games()))
def test_every_face_of_every_game_reads_in_the_order_of_its_slots(name: str, tmp_path: Path, fonts: Fonts) -> None:
    faces = tuple(pipeline.check(built_in_games()[name], Options()).faces.values())
    copied(tmp_path / "faces.pdf", [face.drawing for face in faces], fonts)
    texts = said(tmp_path / "faces.pdf", "-raw")
    assert len(texts) == len(faces)
    for face, text in zip(faces, texts, strict=True):
        assert text.split() == words(face, fonts), (face.deck, face.id, face.side)


def test_a_parted_word_ends_in_a_soft_hyphen(tmp_path: Path, fonts: Fonts) -> None:
    style = Style("source-sans", size=10, smallest=10, hyphenate="en-US")
    page(tmp_path, fonts, compose(fonts, "A development of international honeycombs", style, Rect(5, 5, 20, 60)))
    (text,) = said(tmp_path / "page.pdf")
    assert text.count("\u00ad\n") == 2 and text.replace("\u00ad\n", "").split() == [
        "A",
        "development",
        "of",
        "international",
        "honeycombs",
    ]


def test_hebrew_is_found_in_reading_order(tmp_path: Path, fonts: Fonts) -> None:
    text = "\u05d3\u05d1\u05d5\u05e8\u05d4 \u05d0\u05d7\u05ea \u05e2\u05e4\u05d4 \u05e2\u05db\u05e9\u05d9\u05d5"
    page(tmp_path, fonts, compose(fonts, text, Style("amatic", size=14, smallest=14), Rect(5, 5, 90, 10)))
    (words,) = said(tmp_path / "page.pdf")
    marks = dict.fromkeys(range(0x202A, 0x202F))  # poppler says where it turns
    assert words.translate(marks).split() == text.split()
