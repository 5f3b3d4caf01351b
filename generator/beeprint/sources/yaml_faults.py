"""Put a finding about YAML in the writer's words: where the slip is and how to write it, and keys of other programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from beeprint.base.problems import BuildError, Place, error_at, nearest


class Slip(NamedTuple):
    """What is wrong at a line and column, both counted from 0, and what to do."""

    line: int
    column: int
    message: str
    hint: str


class _Faulty(NamedTuple):
    """A text that cannot be read: its lines, the line and column where YAML gave up, and what YAML says.

    `start` is the line where what YAML was reading begins.
    """

    lines: list[str]
    line: int
    column: int
    said: str
    start: int

    def at(self, number: int) -> str:
        """Return a line; empty beyond the ends."""
        return self.lines[number] if 0 <= number < len(self.lines) else ""


_KEY = re.compile(r"(\s*(?:- )?)([\w-]+):(?=\s|$)")
_ODD_SPACE = re.compile("[\u00a0\u2000-\u200b\u202f\u3000]")
# What opens a text between quotes: a quote at the start of a value.
_OPENING = re.compile(r"""(?:^\s*|[:,\[{-]\s+|[\[{])(["'])""")


def explain(error: Any, text: str, shown: str) -> BuildError:
    """Return the error for YAML that cannot be read; `error` is PyYAML's MarkedYAMLError."""
    mark, start = error.problem_mark or error.context_mark, error.context_mark or error.problem_mark
    said = error.problem or error.context or ""
    if mark is None:
        return error_at(Place(shown), f"YAML: {said}")
    faulty = _Faulty(text.split("\n"), mark.line, mark.column, said, start.line if start else mark.line)
    for look in _LOOKS:
        slip = look(faulty)
        if slip is not None:
            return error_at(Place(shown, slip.line + 1, slip.column + 1), f"YAML: {slip.message}", slip.hint)
    return error_at(
        Place(shown, mark.line + 1, mark.column + 1), f"YAML: {said}", "check indentation, quotes and colons"
    )


def _tab(faulty: _Faulty) -> Slip | None:
    if faulty.at(faulty.line)[faulty.column : faulty.column + 1] != "\t":
        return None
    return Slip(faulty.line, faulty.column, "a tab stands here", "indent by spaces")


def _odd_space(faulty: _Faulty) -> Slip | None:
    for number in (faulty.line, faulty.line - 1, faulty.start):
        match = _ODD_SPACE.search(faulty.at(number))
        if match:
            message = f"this is not an ordinary space but U+{ord(match[0]):04X}"
            return Slip(number, match.start(), message, "replace it by a space from the space bar")
    return None


def _quote(faulty: _Faulty) -> Slip | None:
    """Find a quote that is not closed on its line, or one that an apostrophe inside closes."""
    for number in range(min(faulty.start, faulty.line), faulty.line + 1):
        for match in _quotes(faulty.at(number)):
            start, end, mark = match
            if end < 0:
                hint = f"write {mark} after the last word too; a {mark} inside a text needs {_inside(mark)}"
                return Slip(number, start, "this quote is not closed", hint)
            if re.match(r"\s*[^\s,\]}:#]", faulty.at(number)[end + 1 :]):
                hint = f"a {mark} inside a text needs {_inside(mark)}"
                return Slip(number, end, "this quote closes the text, which goes on", hint)
    return None


def _inside(mark: str) -> str:
    return "a backslash before it" if mark == '"' else "another one beside it, or double quotes around the text"


def _quotes(line: str) -> Iterator[tuple[int, int, str]]:
    """Yield where each text between quotes begins and ends on a line, -1 where it does not end, and its quote."""
    at = 0
    while match := _OPENING.search(line, at):
        start, mark = match.end() - 1, match[1]
        if " #" in line[at:start]:
            return
        inner = r'"(?:[^"\\]|\\.)*"' if mark == '"' else r"'(?:[^']|'')*'"
        whole = re.compile(inner).match(line, start)
        yield start, whole.end() - 1 if whole else -1, mark
        if not whole:
            return
        at = whole.end()


def _curly(faulty: _Faulty) -> Slip | None:
    match = re.search("[:,\\[{]\\s*([\u201c\u201d\u2018\u2019\u201e])", faulty.at(faulty.line))
    if not match:
        return None
    return Slip(faulty.line, match.start(1), f"{match[1]} is no quote to YAML", "write straight quotes: \" or '")


def _escape(faulty: _Faulty) -> Slip | None:
    if "escape" not in faulty.said and "hexdecimal" not in faulty.said:
        return None
    message = "a backslash between double quotes begins an escape"
    column = faulty.at(faulty.line).rfind("\\", 0, faulty.column + 1)
    return Slip(faulty.line, max(column, 0), message, "write / in paths, or single quotes around the text")


def _no_space(faulty: _Faulty) -> Slip | None:
    for number in (faulty.line, faulty.line - 1):
        match = re.match(r"\s*(?:- )?([\w-]+:)(?=[^\s:/])", faulty.at(number))
        if match:
            return Slip(number, match.end(), f"no space follows the colon of {match[1]}", "write a space after it")
        match = re.match(r"\s*-(?=[\w{\[\"'])", faulty.at(number))
        if match:
            return Slip(number, match.end(), "no space follows the dash", "write a space after it")
    return None


def _no_colon(faulty: _Faulty) -> Slip | None:
    """Find a line with a key and no colon, which YAML takes for the beginning of a text of several lines."""
    if "expected ':'" not in faulty.said:
        return None
    match = re.match(r"(\s*(?:- )?)([\w-]+)(\s*=|\s*\uff1a)?\s*(.*)", faulty.at(faulty.start))
    if not match:
        return None
    instead = f" instead of {match[3].strip()}" if match[3] else ""
    message, hint = f"no colon follows {match[2]}", f"write {match[2]}: {match[4].strip()}{instead}"
    return Slip(faulty.start, match.end(2), message, hint)


def _first_sign(faulty: _Faulty) -> Slip | None:
    """Find a text that begins with a sign which means something else to YAML."""
    match = re.match(r"\s*(?:- )?(?:[\w-]+: +)?([%@`*&!|>])", faulty.at(faulty.line))
    if not match:
        return None
    sign, rest = match[1], faulty.at(faulty.line)[match.start(1) :]
    message = f"a text cannot begin with {sign} unless it is between quotes"
    return Slip(faulty.line, match.start(1), message, f"write '{rest.strip()}'")


def _hash(faulty: _Faulty) -> Slip | None:
    """Find a colour without quotes between brackets, which YAML takes for a comment."""
    for number in (faulty.line - 1, faulty.line):
        match = re.search(r"[{\[].*(\s)(#[^\s,}\]]+)", faulty.at(number))
        if match:
            message = f"{match[2]} and all that follows it is a comment to YAML"
            return Slip(number, match.start(2), message, f'write it between quotes: "{match[2]}"')
    return None


def _brackets(faulty: _Faulty) -> Slip | None:
    """Find a bracket that nothing closes or opens, or a comma that is missing between brackets."""
    sign = faulty.at(faulty.line)[faulty.column : faulty.column + 1]
    if sign in ("}", "]") and "expected ','" not in faulty.said:
        return Slip(faulty.line, faulty.column, f"nothing opens this {sign}", "delete it")
    if "expected ',' or" not in faulty.said:
        return None
    opened = list[tuple[str, int]]()
    for column, char in enumerate(_unquoted(faulty.at(faulty.start))):
        if char in "{[":
            opened.append((char, column))
        elif char in "}]" and opened:
            if {"{": "}", "[": "]"}[opened[-1][0]] != char:
                break
            opened.pop()
    close = faulty.said.rstrip("'")[-1]
    if opened and (faulty.line != faulty.start or sign in ("}", "]")):
        bracket, column = opened[-1]
        other = "}" if bracket == "{" else "]"
        return Slip(faulty.start, column, f"this {bracket} is not closed", f"write {other} after its last value")
    return Slip(
        faulty.line, faulty.column, f"a comma is missing before this, or a {close}", "write commas between values"
    )


def _unquoted(line: str) -> str:
    """Return a line with blanks in the place of texts between quotes."""
    for start, end, _ in list(_quotes(line)):
        last = len(line) if end < 0 else end + 1
        line = line[:start] + " " * (last - start) + line[last:]
    return line


def _colon_inside(faulty: _Faulty) -> Slip | None:
    """Find a text with a colon in it."""
    key = _KEY.match(faulty.at(faulty.line))
    if "mapping values" not in faulty.said or not key or faulty.column <= key.end():
        return None
    text = faulty.at(faulty.line)[key.end() :].strip()
    message = f"the text of {key[2]} holds a colon and a space, which begin a value"
    return Slip(faulty.line, faulty.column, message, f"put the text between quotes: {key[2]}: '{text}'")


def _indent(faulty: _Faulty) -> Slip | None:
    """Find a line that is indented otherwise than those to which it belongs."""
    line = faulty.at(faulty.line)
    depth = len(line) - len(line.lstrip(" "))
    above = next((number for number in range(faulty.line - 1, -1, -1) if _counts(faulty.at(number))), -1)
    before = faulty.at(above)
    if above < 0 or not line.strip():
        return None
    if line.lstrip().startswith("- ") and not before.lstrip().startswith("- "):
        message = "a list begins here, and the line above has no dash"
        return Slip(
            faulty.line, depth, message, f"begin every line of a list with a dash and a space, line {above + 1} too"
        )
    other = len(before) - len(before.lstrip(" "))
    if depth == other and not (before.rstrip().endswith(":") and depth):
        return None
    message = f"this line is indented by {depth} {'space' if depth == 1 else 'spaces'}, the line above by {other}"
    hint = "indent lines that belong together by the same number of spaces"
    return Slip(faulty.line, depth, message, hint)


def _counts(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _more(faulty: _Faulty) -> Slip | None:
    if "document start" not in faulty.said:
        return None
    message = "the file goes on after its only value"
    return Slip(faulty.line, faulty.column, message, "write one key below the other, without braces around them")


_LOOKS: tuple[Callable[[_Faulty], Slip | None], ...] = (
    _tab,
    _odd_space,
    _quote,
    _escape,
    _curly,
    _first_sign,
    _no_space,
    _no_colon,
    _hash,
    _brackets,
    _colon_inside,
    _indent,
    _more,
)


#: Keys as other programs spell them, each with what beeprint may call the same thing.
_ELSEWHERE = {
    "color": ("colour", "fill", "stroke"),
    "colour": ("fill", "stroke"),
    "text-colour": ("colour",),
    "text-color": ("colour",),
    "font-color": ("colour",),
    "background": ("fill",),
    "background-color": ("fill",),
    "border": ("stroke",),
    "stroke-width": ("width",),
    "line-width": ("width",),
    "radius": ("corner",),
    "rounded": ("corner",),
    "corners": ("corner",),
    "font-size": ("size",),
    "fontsize": ("size",),
    "font-family": ("font",),
    "fontname": ("font",),
    "font-weight": ("weight",),
    "bold": ("weight",),
    "line-height": ("leading",),
    "spacing": ("leading",),
    "text-align": ("align",),
    "halign": ("align",),
    "justify": ("align",),
    "vertical-align": ("valign",),
    "baseline": ("valign",),
    "image": ("art", "icon", "kind"),
    "img": ("art",),
    "src": ("art", "data"),
    "file": ("art", "data"),
    "picture": ("art",),
    "x": ("box",),
    "y": ("box",),
    "position": ("box",),
    "rect": ("box",),
    "height": ("box",),
    "angle": ("rotate",),
    "rotation": ("rotate",),
    "alpha": ("opacity",),
    "transparency": ("opacity",),
    "visible": ("when",),
    "if": ("when",),
    "condition": ("when",),
    "loop": ("repeat",),
    "type": ("kind",),
    "count": ("copies",),
    "qty": ("copies",),
    "quantity": ("copies",),
    "csv": ("data",),
    "source": ("data",),
    "template": ("front", "layout"),
    "layout": ("front",),
}


def meant(key: str, known: Iterable[str]) -> str:
    """Return the key that a misspelt one stands for, or one that other programs call so; empty for none."""
    keys = tuple(known)
    there = (name for name in _ELSEWHERE.get(key.lower().replace("_", "-"), ()) if name in keys)
    return next(there, "") or nearest(key, keys)
