"""Show a workbook's numbers, dates and times as its cells show them, by the codes of their number formats."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import NamedTuple

#: Formats that every workbook has without writing them down, by number: ECMA-376 part 1, 18.8.30. Those for dates that
#: follow the system's language (14 and 22) are written as ISO 8601 has them, so that every machine prints the same.
#: Those for money (5 to 8, 41 to 44) are not in it: Excel writes them down, and libraries that do not mean dollars.
BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: '"$"#,##0;-"$"#,##0', 6: '"$"#,##0;-"$"#,##0',
    7: '"$"#,##0.00;-"$"#,##0.00', 8: '"$"#,##0.00;-"$"#,##0.00', 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00",
    40: "#,##0.00;-#,##0.00", 41: '#,##0;-#,##0;"-"', 42: '"$"#,##0;-"$"#,##0;"-"', 43: '#,##0.00;-#,##0.00;"-"',
    44: '"$"#,##0.00;-"$"#,##0.00;"-"', 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
#: Languages in which the names of months and days are English: the low byte of a Windows language number.
_ENGLISH = 0x09
#: The digits of a number: those before and after the point, and commas that divide by a thousand.
#: The longest code that a spreadsheet knows, and digits for any number in any such code.
_LONGEST, _EXACT = 255, Context(prec=2_000)
_NUMBER = r"[#0?,]*[#0?][#0?,]*(?:\.[#0?]*)?,*|\.[#0?]+,*"
#: The parts of a code: quoted and escaped text, fills and spaces, brackets, letters of dates, digits, all else.
_PART = re.compile(
    r'"[^"]*"|\\.|[_*].|\[[^\]]*\]|AM/PM|A/P|General|y+|m+|d+|h+|s+(?:\.0+)?|' + _NUMBER + "|E[+-]|.",
    re.IGNORECASE | re.DOTALL,
)
_SECTION = re.compile(r'(?:"[^"]*"|\\.|[_*].|\[[^\]]*\]|[^;])+|(?<=;)(?=;)|(?<=;)$|^(?=;)', re.DOTALL)
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_CURRENCY = re.compile(r"\[\$([^-\]]*)(?:-([0-9A-Fa-f]+))?\]")
_COLOUR = re.compile(r"\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]", re.IGNORECASE)

Value = float | int | date | datetime | time | timedelta


class Marks(NamedTuple):
    """The decimal mark and the thousands separator of a language."""

    decimal: str = "."
    thousands: str = ","


ENGLISH = Marks()
#: Languages with a comma before decimals, by what stands between thousands; regions that write otherwise.
_COMMA = {
    ".": ["ca", "da", "de", "el", "es", "hr", "id", "is", "it", "nl", "pt", "ro", "sl", "sr", "tr", "vi"],
    "\u00a0": ["bg", "cs", "et", "fi", "fr", "hu", "lt", "lv", "nb", "nn", "no", "pl", "ru", "sk", "sv", "uk"],
}
_OTHERWISE = ("de-CH", "de-LI", "fr-CH", "it-CH", "es-MX", "es-US", "es-419")


def marks_of(language: str) -> Marks:
    """Return the marks of numbers in a language, such as de or pt-BR; unknown languages have the English marks."""
    if language in _OTHERWISE:
        return ENGLISH
    plain = language.partition("-")[0].lower()
    return next((Marks(",", mark) for mark, languages in _COMMA.items() if plain in languages), ENGLISH)


def as_shown(value: Value, code: str, marks: Marks = ENGLISH) -> str | None:
    """Return the text that a cell shows; None for a format that is not supported.

    Fractions, powers of ten with more than one digit before the point, conditions, and names of months and days in
    languages other than English are not supported.
    """
    if len(code) > _LONGEST:
        return None
    if not isinstance(value, (int, float)):
        return _of_time(value, code)
    sections = _SECTION.findall(code) or ["General"]
    if any(re.match(r"\[[<>=]", section) for section in sections):
        return None
    if value < 0 and len(sections) > 1:
        value, section = -value, sections[1]
    else:
        section = sections[2] if value == 0 and len(sections) > 2 else sections[0]
    return _of_number(value, section, marks)


def is_of_time(code: str) -> bool:
    """Return whether a format shows numbers as dates or times; False for one longer than any program writes."""
    if len(code) > _LONGEST:
        return False
    plain = re.sub(r'"[^"]*"|\\.|\[(?!(?:h+|m+|s+)\])[^\]]*\]', "", code, flags=re.IGNORECASE)
    return re.search("[ymdhs]", plain, re.IGNORECASE) is not None


def general(value: float, marks: Marks = ENGLISH) -> str:
    """Return a number as the format General shows it where there is room: at most ten digits, no zeros at the end."""
    if value == int(value) and abs(value) < 1e11:
        return str(int(value))
    return f"{value:.10g}".replace("e", "E").replace(".", marks.decimal)


def _of_number(value: float, section: str, marks: Marks) -> str | None:
    """Fill a number into one section of a code."""
    parts = _PART.findall(section)
    if "@" in parts:
        return general(value, marks)  # the format of texts
    patterns = [part for part in parts if re.fullmatch(_NUMBER, part)]
    if len(patterns) > 1 or "?" in "".join(patterns) or any(part.upper() in ("E+", "E-", "/") for part in parts):
        return None
    exact = _EXACT.multiply(Decimal(repr(float(value))), Decimal(100) ** parts.count("%"))
    written: list[str] = []
    for part in parts:
        if part in patterns:
            text: str | None = _digits(exact, part, marks)
        else:
            text = general(value, marks) if part.lower() == "general" else _literal(part)
        if text is None:
            return None
        written.append(text)
    return "".join(written).strip()


def _digits(value: Decimal, pattern: str, marks: Marks) -> str:
    """Write a number with the digits that a pattern asks for; commas at its end divide by a thousand each."""
    whole, point, decimals = pattern.rstrip(",").partition(".")
    scaled = _EXACT.divide(value, Decimal(1000) ** (len(pattern) - len(pattern.rstrip(","))))
    number = scaled.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP, _EXACT)
    before, _, after = f"{number.copy_abs():f}".partition(".")
    kept = len(decimals.rstrip("#"))
    after = after[:kept] + after[kept:].rstrip("0")
    before = before.lstrip("0").rjust(whole.count("0"), "0")
    if "," in whole and before:
        before = f"{int(before):,}".rjust(len(before), "0").replace(",", marks.thousands)
    sign = "-" if number < 0 else ""
    return f"{sign}{before}{marks.decimal if point else ''}{after}"


def _literal(part: str) -> str | None:
    """Return the literal text of a part of a code; None if the part is unknown."""
    if part[0] in "_*" and len(part) == 2:
        return " " if part[0] == "_" else ""
    if part[0] == "\\":
        return part[1:]
    if part[0] == '"':
        return part[1:-1] if len(part) > 1 else None
    currency = _CURRENCY.fullmatch(part)
    if currency:
        return currency[1]
    if _COLOUR.fullmatch(part):
        return ""
    return part if not (part.startswith("[") or part.isalpha() or part == "@") or part in ("€", "£") else None


def _of_time(value: date | datetime | time | timedelta, code: str) -> str | None:
    """Fill a date, a time or a span of time into a code."""
    section = (_SECTION.findall(code) or [code])[0]
    parts = _PART.findall(section)
    clock = any(part.upper() in ("AM/PM", "A/P") for part in parts)
    kinds = [part[0].lower() if re.fullmatch(r"[ymdhs]+(?:\.0+)?", part, re.IGNORECASE) else "" for part in parts]
    elapsed = [match[1][0].lower() if (match := _ELAPSED.fullmatch(part)) else "" for part in parts]
    texts: list[str] = []
    for index, part in enumerate(parts):
        kind = kinds[index] or elapsed[index]
        if kind == "m" and _beside_time([letter or unit for letter, unit in zip(kinds, elapsed, strict=True)], index):
            kind = "minute"
        text = _piece(value, kind, part, clock) if kind or part.upper() in ("AM/PM", "A/P") else _literal(part)
        if text is None or (_foreign(section) and len(part) > 2 and kind in ("m", "d")):
            return None
        texts.append(text)
    return "".join(texts).strip()


def _beside_time(kinds: list[str], index: int) -> bool:
    """Return whether the letter m means minutes: after hours, or before seconds."""
    before = next((kind for kind in reversed(kinds[:index]) if kind), "")
    after = next((kind for kind in kinds[index + 1 :] if kind), "")
    return before == "h" or after == "s"


def _foreign(section: str) -> bool:
    """Return whether a code names a language other than English."""
    numbers = [int(match[2], 16) & 0xFF for match in _CURRENCY.finditer(section) if match[2]]
    return any(number not in (0, _ENGLISH) for number in numbers)


def _piece(value: date | datetime | time | timedelta, kind: str, part: str, clock: bool) -> str | None:
    """Format one part of a date or time by its letters in the code."""
    length = len(part.strip("[]").split(".")[0])
    if kind in ("y", "m", "d"):
        return _of_day(value, kind, length) if isinstance(value, date) else None
    seconds = _seconds(value)
    if not kind:
        mark = "AM" if seconds % 86400 < 43200 else "PM"
        return mark if len(part) > 3 else mark[0]
    whole = part.startswith("[")
    if kind == "h":
        hours = int(seconds // 3600) if whole else int(seconds // 3600) % 24
        return f"{(hours - 1) % 12 + 1 if clock else hours:0{length}d}"
    if kind == "minute":
        minutes = int(seconds // 60)
        return f"{minutes if whole else minutes % 60:0{length}d}"
    decimals = len(part.partition(".")[2])
    rest = seconds if whole else seconds % 60
    return (
        f"{rest:0{length + (decimals + 1 if decimals else 0)}.{decimals}f}" if decimals else f"{int(rest):0{length}d}"
    )


def _of_day(value: date, kind: str, length: int) -> str:
    """Return the year, month or day of a date."""
    if kind == "y":
        return f"{value.year % 100:02d}" if length < 3 else f"{value.year:04d}"
    number, names = (value.month, _MONTHS) if kind == "m" else (value.day, _DAYS)
    if length < 3:
        return f"{number:0{length}d}"
    name = names[value.month - 1] if kind == "m" else names[value.weekday()]
    return name[0] if length == 5 and kind == "m" else name if length > 3 else name[:3]


def _seconds(value: date | datetime | time | timedelta) -> float:
    """Return the seconds since midnight, or of a span."""
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, (datetime, time)):
        return value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6
    return 0.0
