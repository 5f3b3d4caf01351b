"""The objects of a PDF file, through reportlab's object layer; nothing else in beeprint imports reportlab."""

from __future__ import annotations

import hashlib
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from types import ModuleType
from typing import Any, NamedTuple

# Else reportlab runs files of these names, which it looks for in the user's home folder too.
for _name in ("reportlab_mods", "reportlab_settings"):
    sys.modules.setdefault(_name, ModuleType(_name))

from reportlab.pdfbase import pdfdoc  # noqa: E402

from beeprint.base.problems import Place, error_at  # noqa: E402

#: What reportlab raises for objects that it cannot write; it has no errors of its own.
_FAILURES = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)

#: How well streams are compressed.
_LEVEL = 6
#: Streams of so many bytes are compressed beside this thread: shorter ones are not worth it, longer ones would wait in
#: memory.
_BESIDE = range(4_000, 1_000_000)

Name = lru_cache(maxsize=4096)(pdfdoc.PDFName)


class Reference(NamedTuple):
    """A reference to the object of a name, which may be made later."""

    name: str


class Value(pdfdoc.PDFObject):  # type: ignore[misc]
    """A dictionary or an array: its text, broken where references stand, whose numbers are known at the end."""

    def __init__(self, parts: Iterable[str | Reference]) -> None:
        self.parts = tuple(parts)

    def format(self, document: Any) -> bytes:
        """Return the text with the references' numbers."""
        numbers = document.idToObjectNumberAndVersion
        parts = (part if isinstance(part, str) else f"{numbers[part.name][0]} 0 R" for part in self.parts)
        return "".join(parts).encode("latin-1")


#: What a dictionary or an array may hold; a str is a word that is written as it is, such as a name or true.
Item = Value | Reference | str | float


def dictionary(entries: Mapping[str, Item | None]) -> Value:
    """Return a dictionary; entries that are None are left out."""

    def parts() -> Iterator[str | Reference]:
        yield "<<"
        for key in sorted(entries):
            item = entries[key]
            if item is not None:
                yield f"{Name(key)} "
                yield from _parts(item)
        yield ">>"

    return Value(parts())


def array(items: Iterable[Item]) -> Value:
    """Return an array."""

    def parts() -> Iterator[str | Reference]:
        yield "["
        for index, item in enumerate(items):
            if index:
                yield " "
            yield from _parts(item)
        yield "]"

    return Value(parts())


def _parts(item: Item) -> tuple[str | Reference, ...]:
    if isinstance(item, Value):
        return item.parts
    return (item if isinstance(item, (str, Reference)) else number(item),)


def number(value: float) -> str:
    """Return a number as PDF writes it, to four decimals."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def text_string(text: str) -> str:
    """Return a text string: as it reads where it is printable ASCII, else as UTF-16 in hexadecimal."""
    if not (text.isascii() and text.isprintable()):
        return f"<feff{text.encode('utf-16-be', 'replace').hex()}>"
    return "(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"


class _Stream(pdfdoc.PDFObject):  # type: ignore[misc]
    """A stream; its data is `raw` until it has been compressed."""

    __RefOnly__ = 1

    def __init__(self, entries: Mapping[str, Item | None], data: bytes, raw: bool) -> None:
        self.entries, self.data, self.raw = entries, data, raw

    def pack(self) -> None:
        """Compress the data, unless this has been done."""
        if self.raw:
            self.data, self.raw = zlib.compress(self.data, _LEVEL), False

    def format(self, document: Any) -> bytes:
        self.pack()
        head = dictionary({**self.entries, "Length": len(self.data)})
        return b"%b\nstream\n%b\nendstream" % (head.format(document), self.data)


class _Packer:
    """Compresses streams in a thread beside this one: zlib lets others run meanwhile, even in one interpreter."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[_Stream | None] = SimpleQueue()
        self._thread: Thread | None = None

    def pack(self, stream: _Stream) -> None:
        """Compress a stream soon; where there can be no other thread, it is left to the stream."""
        if self._thread is None:
            thread = Thread(target=self._run, name="packer", daemon=True)
            with suppress(RuntimeError):
                thread.start()
                self._thread = thread
        self._waiting.put(stream)

    def _run(self) -> None:
        for stream in iter(self._waiting.get, None):
            with suppress(MemoryError):  # raised again where the stream is written
                stream.pack()

    def finish(self) -> None:
        """Wait until all is compressed, and end the thread: a process with more than one cannot be copied."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._waiting.put(None)
            thread.join()


class _Info(pdfdoc.PDFObject):  # type: ignore[misc]
    """The document information: what is known, without the dates and placeholders that reportlab adds."""

    __RefOnly__ = 1
    invariant = 1

    def __init__(self, entries: Mapping[str, str]) -> None:
        self.entries = {key: value for key, value in entries.items() if value}

    def digest(self, signature: Any) -> None:
        for key, value in sorted(self.entries.items()):
            signature.update(f"{key}={value};".encode())

    def format(self, document: Any) -> bytes:
        texts = {key: text_string(value) for key, value in self.entries.items()}
        return dictionary({**texts, "Trapped": Name("False")}).format(document)


class _Page(pdfdoc.PDFPage):  # type: ignore[misc]
    """A page; reportlab's own knows nothing of structure."""

    __NoDefault__ = (*pdfdoc.PDFPage.__NoDefault__, "StructParents", "Tabs", "Group")


@lru_cache(maxsize=4)
def _packed(data: bytes) -> bytes:
    return zlib.compress(data, _LEVEL)


def _set(target: Any, entries: Mapping[str, Item]) -> None:
    for key, item in entries.items():
        setattr(target, key, pdfdoc.PDFObjectReference(item.name) if isinstance(item, Reference) else item)


class Document:
    """A PDF file in progress: objects by name, referred to before or after they are made; to be closed in any case."""

    def __init__(
        self, info: Mapping[str, str], preferences: Mapping[str, Item], version: tuple[int, int] = (1, 6)
    ) -> None:
        self._pdf = pdfdoc.PDFDocument(dummyoutline=1, compression=1, invariant=1, pdfVersion=version)
        # The file's /ID is a digest of its content alone: reportlab begins it with SOURCE_DATE_EPOCH, if that is set.
        self._pdf.signature = hashlib.md5(b"a reportlab document946684800.0", usedforsecurity=False)
        self._pdf.info = _Info(info)
        self._pdf.Catalog.ViewerPreferences = dictionary(preferences)
        self._pdf.Catalog.Outlines = None
        self._packer = _Packer()

    def add(self, name: str, content: Value) -> None:
        """Add an object."""
        self._pdf.Reference(content, name)

    def add_stream(
        self,
        name: str,
        data: bytes,
        entries: Mapping[str, Item | None],
        filtered: str | None = "",
        recurs: bool = False,
    ) -> None:
        """Add a stream, compressed unless `filtered` names the filter its data has been through already.

        With None it stays as it is, for programs that look for it in the file. What `recurs`, in one file after
        another, is compressed once.
        """
        self._pdf.signature.update(data)
        filter_ = None if filtered is None else Name(filtered or "FlateDecode")
        raw = filtered == ""
        if raw and recurs:
            data, raw = _packed(data), False
        stream = _Stream({**entries, "Filter": filter_}, data, raw)
        if stream.raw and len(data) in _BESIDE:
            self._packer.pack(stream)
        else:
            stream.pack()
        self._pdf.Reference(stream, name)

    def add_page(
        self,
        boxes: Mapping[str, Value],
        resources: Reference,
        content: bytes | str,
        name: str = "",
        group: Value | None = None,
    ) -> str:
        """Add a page with its boxes and its content stream; what refers to it needs its name.

        `content` may be the name of an earlier page's stream; the name of this page's is returned. `group` says in
        which colour space its transparency is blended.
        """
        count = len(self._pdf.Pages.pages) + 1
        stream = content if isinstance(content, str) else f"content{count}"
        if not isinstance(content, str):
            self.add_stream(stream, content, {})
        page = _Page()
        page.Override_default_compilation = 1
        for key, box in boxes.items():
            setattr(page, key, box)
        page.Resources = pdfdoc.PDFObjectReference(resources.name)
        page.Contents = pdfdoc.PDFObjectReference(stream)
        page.Group = group
        page.Parent = self._pdf.Reference(self._pdf.Pages)
        if name:
            self._pdf.Reference(page, name)
        self._pdf.Pages.addPage(page)
        return stream

    def extend_page(self, number: int, entries: Mapping[str, Item]) -> None:
        """Add entries to a page, counted from 0."""
        _set(self._pdf.Pages.pages[number], entries)

    def extend(self, entries: Mapping[str, Item]) -> None:
        """Add entries to the catalogue; reportlab's own knows nothing of presses."""
        catalog = self._pdf.Catalog
        catalog.__NoDefault__ = list(dict.fromkeys((*catalog.__NoDefault__, *entries)))
        _set(catalog, entries)

    def save(self, path: Path) -> None:
        """Write the file; BuildError where reportlab cannot."""
        self._pdf.info.digest(self._pdf.signature)
        self._packer.finish()
        try:
            data = self._pdf.format()
        except _FAILURES as error:
            message = f"the file cannot be written as PDF: {type(error).__name__}: {error}"
            hint = "choose another profile meanwhile, and report it: this is a fault of beeprint"
            raise error_at(Place(path.name), message, hint) from error
        path.write_bytes(data)

    def close(self) -> None:
        """Leave nothing that still works for the file, whether it has been saved or not."""
        self._packer.finish()
