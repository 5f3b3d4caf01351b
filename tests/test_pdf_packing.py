"""The streams of a PDF are compressed beside what draws them, and nobody is left who does."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from beeprint.base.colour import BLACK
from beeprint.base.geometry import Rect, line
from beeprint.drawing.drawing import Drawing, Solid, Stroke, path_mark
from beeprint.formats.pdf import Info, Page, write
from beeprint.formats.pdf.objects import Document
from test_pdf_output import FONTS, PAPER

COMPRESS = zlib.compress


def pages(count: int) -> Iterator[Page]:
    """Yield pages with so many lines that their streams are long, no two alike."""
    for number in range(count):
        lines = [line((10, 10), (20 + number, at / 10)) for at in range(500)]
        marks = tuple(path_mark(line, None, Stroke(Solid(BLACK), 0.1)) for line in lines)
        yield Page(Drawing(PAPER, marks), Rect(10, 10, 80, 80), Rect(8, 8, 84, 84))


def test_long_streams_are_compressed_in_another_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def compress(data: bytes, level: int) -> bytes:
        threads.append(threading.get_ident())
        return COMPRESS(data, level)

    monkeypatch.setattr(zlib, "compress", compress)
    write(tmp_path / "a.pdf", pages(3), FONTS, Info("a"))
    assert sum(thread != threading.get_ident() for thread in threads) == 3


def test_a_process_that_may_have_no_more_threads_writes_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.pdf", pages(3), FONTS, Info("a"))

    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    write(tmp_path / "b.pdf", pages(3), FONTS, Info("a"))
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_no_thread_is_left_after_a_pdf_even_one_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = threading.enumerate()
    write(tmp_path / "a.pdf", pages(3), FONTS, Info("a"))
    assert threading.enumerate() == before

    def spoilt(document: Document, path: Path) -> None:
        assert len(threading.enumerate()) > len(before)
        raise ValueError("spoilt")

    monkeypatch.setattr(Document, "save", spoilt)
    with pytest.raises(ValueError, match="spoilt"):
        write(tmp_path / "b.pdf", pages(3), FONTS, Info("a"))
    assert threading.enumerate() == before


def test_a_stream_that_its_thread_has_no_memory_for_is_compressed_where_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.pdf", pages(3), FONTS, Info("a"))

    here = threading.get_ident()

    def compress(data: bytes, level: int) -> bytes:
        if threading.get_ident() != here:
            raise MemoryError
        return COMPRESS(data, level)

    monkeypatch.setattr(zlib, "compress", compress)
    write(tmp_path / "b.pdf", pages(3), FONTS, Info("a"))
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
