"""Recognise what spreadsheets and exports do to cells: errors and text of formulas, dates, wrong character sets."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from beeprint.base.words import quoted

_EXPORT = "correct it in the spreadsheet, and export the file again"
_AS_UTF8 = "open the file that the text came from with the character set UTF-8, and export it again as CSV UTF-8"
_LOST = (
    "type the character again; if many are lost, open the file that the text came from with the character set it was "
    "saved in (often Windows-1252), and export it again as CSV UTF-8"
)
#: The errors of formulas in Excel, LibreOffice and Google Sheets, in English and as other languages write them.
_ERROR = re.compile(
    r"#(?:"
    r"REF!|NAME\?|DIV/0!|N/A|N/A!|VALUE!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|"
    r"PYTHON!|EXTERNAL!|TIMEOUT!|CIRC!|ERROR!|GETTING_DATA|"
    r"BEZUG!|WERT!|ZAHL!|NV|ÜBERLAUF!|VALEUR!|NOM\?|NOMBRE!|NUL!|¡REF!|¡VALOR!|¿NOMBRE\?|¡DIV/0!|¡NUM!|"
    r"¡NULO!|VERW!|WAARDE!|NAAM\?|DEEL/0!|N/B|GETAL!|LEEG!|RIF!|VALORE!|NOME\?|N/D|VALOR!)"
    r"|Err:\d{3}"
)
#: What Google Sheets writes while it still works out a formula.
_LOADING = re.compile(r"Loading\.\.\.")
_TOO_NARROW = re.compile(r"#{3,}")
#: A formula: a call, a cell or range, a sheet's name, a text in quotes, or arithmetic.
_FORMULA = re.compile(
    r"=\s*[-+(]*(?:[A-Za-z_][\w.]*\(|\$?[A-Za-z]{1,3}\$?\d+\b|'[^']+'!|\w+!|\"|\d+(?:\.\d+)?\s*[-+*/^&]\s*[\w(])"
)
_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mrz|Mär|Mai|Okt|Dez"
_DATE = re.compile(rf"\d{{1,2}}(?:-|\. )(?:{_MONTHS})|(?:{_MONTHS})[- ]\d{{2}}")
#: Marks that follow letters in sound texts, and are also what bytes of UTF-8 become.
_MARKS = frozenset("\u201c\u201d\u2018\u2019»\u203a™…\u2013—®°\u00a0")
#: How a damaged cell without any letter outside ASCII begins.
_SUSPECT = re.compile(rf"[#=]|Err:|Loading|\d{{1,2}}[-.]|(?:{_MONTHS})[- ]")


class Damage(NamedTuple):
    """What is wrong with a cell, what to do, and whether it is certain that nobody wants to print it."""

    message: str
    hint: str
    certain: bool = False


@lru_cache(maxsize=4096)
def damage(text: str) -> Damage | None:
    """Return what a spreadsheet or an export did to a cell's text; None for all other texts."""
    formula = _of_formulas(text) if _SUSPECT.match(text) else None
    if formula is None and "\ufffd" in text:
        message = "has lost a character to a wrong character set: U+FFFD stands in its place"
        return Damage(message, _LOST, True)
    return formula if formula is not None or text.isascii() else _garbled(text)


def _of_formulas(text: str) -> Damage | None:
    """Return the damage of formulas and formats."""
    if _ERROR.fullmatch(text):
        return Damage(f"is {text}, an error from a formula", _EXPORT, True)
    if _TOO_NARROW.fullmatch(text):
        hint = "widen the column in the spreadsheet, and export the file again"
        return Damage(f"is {quoted(text)}, which spreadsheets write where a column is too narrow", hint)
    if _LOADING.fullmatch(text):
        hint = "wait until the sheet shows the result, and export the file again"
        return Damage(f"is {quoted(text)}, which Google Sheets writes while it works out a formula", hint)
    if _FORMULA.match(text):
        hint = "turn off the display (or the export) of formulas in the spreadsheet, and export the file again"
        return Damage(f"is {quoted(text)}, a formula instead of its result", hint)
    if _DATE.fullmatch(text):
        hint = "format the column as text in the spreadsheet before you enter the value, and export the file again"
        return Damage(f"is {quoted(text)}; spreadsheets turn values such as 2-4 into such dates", hint)
    return None


def _garbled(text: str) -> Damage | None:
    """Return the damage of UTF-8 that was decoded as Windows-1252 or Mac Roman, such as Ã© for é."""
    for codec, (signs, pattern) in _GARBLED.items():
        for match in pattern.finditer(text) if signs.search(text) else ():
            meant = _decoded(match[0], codec)
            if meant and not _merely_marks(text, match):
                message = f"holds {quoted(match[0])}, which is {quoted(meant)} read in a wrong character set"
                return Damage(message, _AS_UTF8)
    return None


def _decoded(text: str, codec: str) -> str:
    """Decode as UTF-8 what was decoded with a wrong codec; empty where that gives no letters or signs."""
    try:
        meant = b"".join(_byte(char, codec) for char in text).decode("utf-8")
    except ValueError:
        return ""
    return meant if meant.replace("\u00a0", " ").replace("\u00ad", "-").isprintable() else ""


def _byte(char: str, codec: str) -> bytes:
    """Return the byte that a wrong codec decoded as this character; Windows-1252 keeps bytes that it lacks."""
    try:
        return char.encode(codec)
    except UnicodeEncodeError:
        return char.encode("latin-1")


def _merely_marks(text: str, match: re.Match[str]) -> bool:
    """Return whether an accented letter merely stands before quotes and other marks, as in “CAFÉ” and “Olé…”."""
    lead, marks = match[0][0], match[0][1:]
    before, after = text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 1]
    if not _MARKS.issuperset(marks):
        return False
    if len(marks) > 1:
        return True
    if before.islower():
        return False
    return before.isupper() if lead == "Â" else not (lead == "Ã" and after.islower())


def _chars(codec: str, first: int, last: int) -> str:
    """Return the characters that bytes become in a codec; those that it lacks become control characters."""
    return "".join(bytes([byte]).decode(codec, "ignore") or chr(byte) for byte in range(first, last + 1))


def _pattern(codec: str, *leads: tuple[int, int, int]) -> re.Pattern[str]:
    """Return a pattern of what characters in UTF-8 become in a wrong codec, by ranges of the bytes they begin with.

    Each of `leads` is the first and the last byte of a range, and the number of bytes that follow.
    """
    after = re.escape(_chars(codec, 0x80, 0xBF))
    return re.compile(
        "|".join(f"[{re.escape(_chars(codec, first, last))}][{after}]{{{count}}}" for first, last, count in leads)
    )


#: By codec: characters of which a garbled text has at least one, and the pattern of garbled characters.
_GARBLED = {
    "cp1252": (
        re.compile(f"[{re.escape(_chars('cp1252', 0x80, 0xBF))}]"),
        _pattern("cp1252", (0xC2, 0xDF, 1), (0xE0, 0xEF, 2), (0xF0, 0xF4, 3)),
    ),
    # Of Mac Roman only what accented letters and typographic marks become: its other signs stand in texts by right.
    "mac_roman": (
        re.compile("[√\u201a]"),
        re.compile(f"{_pattern('mac_roman', (0xC3, 0xC3, 1)).pattern}|\u201aÄ[ìîòôúù¶]"),
    ),
}


def in_workbook(hint: str) -> str:
    """Return a hint for a cell of a workbook, which nobody exports: it is saved."""
    return re.sub(r"export (the file|it) again( as CSV UTF-8)?", "save the workbook", hint)
