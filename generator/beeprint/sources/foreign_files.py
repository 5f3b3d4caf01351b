"""Files that are not read as tables, such as a Word document: what each is, and what to do with it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath
from typing import NamedTuple


class ForeignFile(NamedTuple):
    """What messages call a file, and what to do with it."""

    name: str
    cure: str


_SAVE = "save the table as an Excel workbook (XLSX), as an OpenDocument spreadsheet (ODS) or as CSV UTF-8"
_COPY = "copy its table into a spreadsheet, and save that as XLSX or CSV"
_NAMING = "give the table that names the pictures; they may lie beside it"
_EXPORT = "export it from Numbers: File > Export To > Excel, or CSV"
_WORD = ForeignFile("a Word document", _COPY)
_SLIDES = ForeignFile("a presentation", _COPY)
_TEXT = ForeignFile("a text document", _COPY)
_ARCHIVE = ForeignFile("an archive", "unpack it, and give the table or the folder in it")
#: Spreadsheets that are not read, by their endings.
UNREAD = {
    ".numbers": ForeignFile("a Numbers spreadsheet", _EXPORT),
    ".gsheet": ForeignFile("a link to a Google sheet", "download the sheet: File > Download > Microsoft Excel (.xlsx)"),
    **dict.fromkeys(
        (".xls", ".xlt", ".xlsb", ".xltx", ".fods"), ForeignFile("a spreadsheet in a format that is not read", _SAVE)
    ),
}
#: What other files are, by their endings.
_BY_ENDING = {
    **dict.fromkeys((".docx", ".doc"), _WORD),
    **dict.fromkeys((".odt", ".rtf", ".pages", ".md", ".html", ".htm"), _TEXT),
    **dict.fromkeys((".pptx", ".ppt", ".odp", ".key"), _SLIDES),
    ".pdf": ForeignFile("a PDF", _COPY),
    **UNREAD,
    **dict.fromkeys((".db", ".sqlite", ".mdb", ".accdb"), ForeignFile("a database", _SAVE)),
    **dict.fromkeys((".zip", ".7z", ".rar", ".gz"), _ARCHIVE),
    **dict.fromkeys(
        (".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".svg", ".psd", ".ai"),
        ForeignFile("a picture", _NAMING),
    ),
    **dict.fromkeys(
        (".py", ".js", ".sh", ".bat", ".lua"), ForeignFile("a script", "give the table that it reads or writes")
    ),
}
#: What archives are, by a folder in them or by their media type; the last stands for any other archive.
_BY_PARTS = {
    "word/": _WORD,
    "ppt/": _SLIDES,
    "Index/": ForeignFile("a Numbers file", _EXPORT),
    "application/vnd.oasis.opendocument.text": _TEXT,
    "application/vnd.oasis.opendocument.presentation": _SLIDES,
    "": ForeignFile("a ZIP archive", "unpack it, and give the table in it, or save the table as XLSX or CSV"),
}


def foreign_file(name: str) -> ForeignFile | None:
    """Return what a file that is no table is by its ending; None for an ending that is not known."""
    return _BY_ENDING.get(PurePosixPath(name).suffix.lower())


def foreign_archive(parts: Collection[str], media_type: str = "") -> ForeignFile:
    """Return what a ZIP archive is by the names of its parts and the media type that it states."""
    marks = (*parts, media_type)
    return next(foreign for mark, foreign in _BY_PARTS.items() if any(each.startswith(mark) for each in marks))
