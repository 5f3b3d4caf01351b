"""The objects of a PDF file, through reportlab's object layer; nothing else in beeprint imports reportlab."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfdoc

Name = pdfdoc.PDFName


def dictionary(entries: Mapping[str, Any]) -> Any:
    """Return a dictionary object; entries that are None are left out."""
    return pdfdoc.PDFDictionary({key: value for key, value in entries.items() if value is not None})


def array(items: Iterable[Any]) -> Any:
    """Return an array object; numbers are written as short as they are."""
    return pdfdoc.PDFArray([number(item) if isinstance(item, float) else item for item in items])


def number(value: float) -> Any:
    """Return a number as PDF writes it, to four decimals."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return _Verbatim("0" if text in ("-0", "") else text)


def verbatim(text: str) -> Any:
    """Return a word that is written as it is, such as true."""
    return _Verbatim(text)


def text_string(text: str) -> Any:
    """Return a text string."""
    return pdfdoc.PDFString(text)


class _Verbatim(pdfdoc.PDFObject):  # type: ignore[misc]
    """Text that is written as it is."""

    def __init__(self, text: str) -> None:
        self.text = text.encode("latin-1")

    def format(self, document: Any) -> bytes:
        return self.text


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
        found = {key: pdfdoc.PDFString(value) for key, value in self.entries.items()}
        return bytes(pdfdoc.PDFDictionary({**found, "Trapped": Name("False")}).format(document))


class Document:
    """A PDF file in progress: objects by name, referred to before or after they are made."""

    def __init__(self, info: Mapping[str, str], preferences: Mapping[str, Any]) -> None:
        self._pdf = pdfdoc.PDFDocument(dummyoutline=1, compression=1, invariant=1, pdfVersion=(1, 6))
        self._pdf.info = _Info(info)
        self._pdf.Catalog.ViewerPreferences = dictionary(preferences)
        self._pdf.Catalog.Outlines = None

    def reference(self, name: str) -> Any:
        """Return a reference to the object of that name."""
        return pdfdoc.PDFObjectReference(name)

    def add(self, name: str, content: Any) -> None:
        """Add an object."""
        self._pdf.Reference(content, name)

    def add_stream(self, name: str, data: bytes, entries: Mapping[str, Any], filtered: str = "") -> None:
        """Add a stream, compressed unless `filtered` names the filter its data has been through already."""
        self._pdf.signature.update(data)
        packed = data if filtered else zlib.compress(data, 6)
        stream = pdfdoc.PDFStream(content=packed, filters=[])
        stream.dictionary = dictionary({**entries, "Filter": Name(filtered or "FlateDecode")})
        self.add(name, stream)

    def add_page(self, boxes: Mapping[str, Any], resources: Any, content: bytes) -> None:
        """Add a page with its boxes and its content stream."""
        count = len(self._pdf.Pages.pages) + 1
        self.add_stream(f"content{count}", content, {})
        page = pdfdoc.PDFPage()
        page.Override_default_compilation = 1
        for key, box in boxes.items():
            setattr(page, key, box)
        page.Resources = resources
        page.Contents = self.reference(f"content{count}")
        page.Parent = self._pdf.Reference(self._pdf.Pages)
        self._pdf.Pages.addPage(page)

    def save(self, path: Path) -> None:
        """Write the file."""
        self._pdf.info.digest(self._pdf.signature)
        path.write_bytes(self._pdf.format())
