"""The text of a file, as its bytes have it: line ends, byte order mark and encoding are kept."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from beeprint.base.problems import Place, error_at

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Splice(NamedTuple):
    """Characters of a text, from `start` to `end`, and what stands there afterwards."""

    start: int
    end: int
    new: str


class SourceText(Struct, frozen=True):
    """A file's text without its byte order mark, and what turns it into the file's bytes again."""

    shown: str
    text: str
    mark: bytes = b""
    codec: str = "utf-8"

    @property
    def newline(self) -> str:
        """Return the line end of the file, that of its first line."""
        end = next((at for at, char in enumerate(self.text) if char in "\r\n"), -1)
        return "\n" if end < 0 else "\r\n" if self.text[end : end + 2] == "\r\n" else self.text[end]

    def spliced(self, splices: Iterable[Splice]) -> bytes:
        """Return the file's bytes with some characters replaced; BuildError for one that its encoding lacks."""
        text = self.text
        for splice in sorted(splices, reverse=True):
            text = text[: splice.start] + splice.new + text[splice.end :]
        try:
            return self.mark + text.encode(self.codec)
        except UnicodeEncodeError as error:
            char = text[error.start]
            name = "Windows-1252" if self.codec == "cp1252" else self.codec.upper()
            found = f"U+{ord(char):04X}" if 0xD800 <= ord(char) < 0xE000 else char
            message = f"the file is {name}, which has no character {found}"
            raise error_at(Place(self.shown), message, "save the file as UTF-8 first") from error


def source_text(data: bytes, shown: str, others: Iterable[str] = (), reading: str | None = None) -> SourceText:
    """Decode a file that a reader has accepted: by its mark, as UTF-8, or in one of `others`.

    `reading` is the text that the reader saw, with line feeds as its line ends.
    """
    marked = next(((mark, codec) for mark, codec in _MARKS if data.startswith(mark)), None)
    for mark, codec in [marked] if marked else [(b"", codec) for codec in ("utf-8", *others)]:
        try:
            text = data[len(mark) :].decode(codec)
        except UnicodeDecodeError:
            continue
        if reading is None or text.replace("\r\n", "\n").replace("\r", "\n") == reading:
            return SourceText(shown, text, mark, codec)
    raise error_at(Place(shown), "the encoding of the file is not known", "save it as UTF-8")
