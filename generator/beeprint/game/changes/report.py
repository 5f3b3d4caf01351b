"""Write changes as Markdown for a person, as JSON for scripts, and as pages to print with boxes to tick."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from beeprint.base.colour import Colour
from beeprint.base.geometry import Rect, rectangle
from beeprint.base.words import counted, one_line
from beeprint.drawing.drawing import Drawing, Mark, Solid, Stroke, path_mark
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, line_run, text_width
from beeprint.game.changes.compare import Change, Kind, Piece, State

#: The parts of a change list, in the order in which to work through it.
HEADINGS: dict[Kind, str] = {
    "removed": "Removed: take these out",
    "changed": "Changed: take the old ones out, put the new ones in",
    "added": "Added: put these in",
    "renamed": "Renamed: the same pieces under another id",
    "copies": "More or fewer copies",
    "data": "Nothing to do: no printed face shows these",
}


def under(heading: Kind, changes: Iterable[Change]) -> list[Change]:
    """Return the changes under a heading; those with nothing to do at the table are under "data", except new names."""

    def heading_of(change: Change) -> Kind:
        return change.kind if change.take_out or change.put_in or change.kind == "renamed" else "data"

    return [change for change in changes if heading_of(change) == heading]


def totals(changes: Iterable[Change]) -> tuple[int, int]:
    """Return how many pieces to take out of the box, and how many to put in."""
    listed = list(changes)
    return sum(change.take_out for change in listed), sum(change.put_in for change in listed)


def named(piece: Piece) -> str:
    """Return a piece's name for a person at the table: its id and the first of its texts that looks like a name."""
    skip = {"id", "copies"}
    texts = (text for name, text in piece.fields.items() if name not in skip)
    name = next((text for text in texts if re.search(r"[^\W\d_]{2}", text)), "")
    name = one_line(name)
    short = f"{name[:37]}..." if len(name) > 40 else name
    return f"{piece.row} ({short})" if short and short != piece.row else piece.row


def summary(old: State, new: State, changes: Sequence[Change]) -> list[str]:
    """Return a few sentences on what is compared, and how much has changed."""
    out, into = totals(changes)
    edition = f", edition {new.edition}" if new.edition else ""
    sentences = [f"From version {old.version} ({old.source}) to version {new.version} ({new.source}){edition}."]
    if not out and not into:
        return [*sentences, "Every piece looks as it did: nothing to take out, nothing to put in."]
    sentences.append(f"{counted(out, 'piece')} to take out, {counted(into, 'piece')} to put in.")
    if old.version == new.version and any(change.kind == "changed" for change in changes):
        sentences.append(
            "Old and new pieces bear the same version: raise it in game.yaml to tell them apart by their stamps."
        )
    return sentences


def deeds(change: Change) -> str:
    """Return what to do about a change at the table: take out 6, put in 5."""
    words = [f"take out {change.take_out}"] if change.take_out else []
    words += [f"put in {change.put_in}"] if change.put_in else []
    if change.kind == "renamed" and change.before is not None:
        former = change.before.row if change.before.deck == change.piece.deck else change.before.id
        return ", ".join([f"was {former}", *words])
    if not words and change.kind != "data":
        return f"{change.kind}, but not printed"
    return ", ".join(words)


def reason(change: Change) -> str:
    """Return why a piece looks different, where its fields do not explain it."""
    if change.resized:
        return "it was a {}, it is a {} now".format(*change.resized)
    if change.reshaped:
        return "its outline, a hole or a fold is drawn in another way"
    if change.recut:
        return "its corners had a radius of {:g} mm, they have {:g} mm now".format(*change.recut)
    if change.kind not in ("changed", "data") or change.fields or not change.sides:
        return ""
    return f"the {' and the '.join(change.sides)} {'is' if len(change.sides) == 1 else 'are'} drawn in another way"


def markdown(old: State, new: State, changes: Sequence[Change]) -> str:
    """Return the change list as Markdown."""
    return "\n".join(_lines(old, new, changes)) + "\n"


def _lines(old: State, new: State, changes: Sequence[Change]) -> Iterator[str]:
    yield f"# {_plain(new.title)}: what has changed"
    for sentence in summary(old, new, changes):
        yield ""
        yield _plain(sentence)
    for kind, heading in HEADINGS.items():
        part = under(kind, changes)
        if not part:
            continue
        yield ""
        yield f"## {heading}"
        yield ""
        for change in part:
            what = deeds(change)
            box = "[ ] " if change.take_out or change.put_in else ""
            yield f"- {box}**{_plain(named(change.piece))}**, {_plain(change.piece.deck)}{': ' if what else ''}{what}"
            for name, was, now in change.numbers:
                yield f"  - {name}: {was} -> {now}"
            for name, before, after in change.fields:
                yield f"  - {_plain(name)}: {_code(before)} -> {_code(after)}"
            if reason(change):
                yield f"  - {reason(change)}"


def as_json(old: State, new: State, changes: Sequence[Change]) -> dict[str, Any]:
    """Return the change list for scripts: applied to the old pieces, it yields the new ones.

    A renamed piece has its new id; `was` is its former id.
    """
    out, into = totals(changes)
    return {
        "from": _head(old),
        "to": _head(new),
        "take_out": out,
        "put_in": into,
        "changes": [
            {
                "kind": change.kind,
                "id": change.piece.id,
                **({"was": change.before.id} if change.kind == "renamed" and change.before else {}),
                "deck": change.piece.deck,
                "take_out": change.take_out,
                "put_in": change.put_in,
                "before": _piece(change.before),
                "after": _piece(change.after),
                "fields": {name: [before, after] for name, before, after in change.fields},
            }
            for change in changes
        ],
    }


def _head(state: State) -> dict[str, str]:
    edition = {"edition": state.edition} if state.edition else {}
    return {"game": state.game, "title": state.title, "version": state.version, "source": state.source, **edition}


def _piece(piece: Piece | None) -> dict[str, Any] | None:
    if piece is None:
        return None
    said = {"copies": piece.copies, "printed": piece.printed, "front": piece.front, "back": piece.back}
    return {**said, "shape": piece.shape, "corner": piece.corner, "cuts": piece.cuts, "fields": dict(piece.fields)}


def _plain(text: str) -> str:
    """Escape a text so that Markdown shows it unchanged, on one line."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", one_line(text))


def _code(text: str) -> str:
    """Return a value between backticks, as many as it needs; line ends are shown as a return sign."""
    if not text:
        return "nothing"
    line = text.replace("\n", " \u21b5 ")
    ticks = "`" * (max((len(run) for run in re.findall("`+", line)), default=0) + 1)
    space = " " if line.startswith(("`", " ")) or line.endswith(("`", " ")) else ""
    return f"{ticks}{space}{line}{space}{ticks}"


# Draw the change list as pages to print, with boxes to tick.


_INK, _GREY = Solid(Colour(0x22, 0x22, 0x22)), Solid(Colour(0x66, 0x66, 0x66))
_TITLE = Style("source-sans", "bold", 15, 15, paint=_INK)
_HEAD = Style("source-sans", "bold", 10.5, 10.5, paint=_INK)
_NAME = Style("source-sans", "semibold", 9.5, 9.5, paint=_INK)
_TEXT = Style("source-sans", "regular", 8.5, 8.5, paint=_INK)
_FINE = Style("source-sans", "regular", 8, 8, paint=_GREY)
_MARGIN, _BOX = 14.0, 3.2
#: A value longer than this many lines is cut on paper; changes.md has it whole.
_MOST_LINES = 6


class _Line(NamedTuple):
    """A line of text, `skip` mm below the one before and indented; `ticked` ones have a box to tick.

    `keep` is how many of the following lines must be on the same page.
    """

    text: str
    style: Style
    skip: float
    indent: float = 0.0
    ticked: bool = False
    keep: int = 0


def pages(old: State, new: State, changes: Sequence[Change], fonts: Fonts, paper: Rect) -> list[Drawing]:
    """Draw the change list on as many pages as it needs."""
    width = paper.width - 2 * _MARGIN
    lines = list(_page_lines(old, new, changes, fonts, width))
    sheets: list[list[Mark]] = [[]]
    y = _MARGIN
    for index, line in enumerate(lines):
        need = line.skip + sum(follower.skip for follower in lines[index + 1 : index + 1 + line.keep])
        if y + need > paper.bottom - _MARGIN - 5 and sheets[-1]:
            sheets.append([])
            y = _MARGIN
        y += line.skip
        x = _MARGIN + line.indent
        if line.ticked:
            square = rectangle(Rect(x - _BOX - 1.6, y - _BOX + 0.5, _BOX, _BOX))
            sheets[-1].append(path_mark(square, None, Stroke(_INK, 0.25)))
        sheets[-1].append(line_run(fonts, line.text, line.style, x, y))
    return [_page(marks, number, len(sheets), new, fonts, paper) for number, marks in enumerate(sheets, start=1)]


def _page(marks: list[Mark], number: int, count: int, new: State, fonts: Fonts, paper: Rect) -> Drawing:
    foot = _printable(f"{new.title} \u00b7 changes \u00b7 page {number} of {count}", _FINE, fonts)
    x = paper.width - _MARGIN - text_width(fonts, foot, _FINE)
    return Drawing(paper, (*marks, line_run(fonts, foot, _FINE, x, paper.bottom - _MARGIN)))


def _page_lines(old: State, new: State, changes: Sequence[Change], fonts: Fonts, width: float) -> Iterator[_Line]:
    yield _Line(_printable(f"{new.title}: what has changed", _TITLE, fonts), _TITLE, 5)
    for sentence in summary(old, new, changes):
        for number, line in enumerate(_wrap(sentence, _TEXT, width, fonts)):
            yield _Line(line, _TEXT, 4 if number else 5.5)
    for kind, heading in HEADINGS.items():
        part = under(kind, changes)
        if part:
            yield _Line(heading, _HEAD, 9, keep=2)
        for change in part:
            yield from _entry(change, fonts, width)


def _entry(change: Change, fonts: Fonts, width: float) -> Iterator[_Line]:
    what = deeds(change)
    indent, ticked = _BOX + 2, bool(change.take_out or change.put_in)
    title = f"{named(change.piece)}, {change.piece.deck}{': ' if what else ''}{what}"
    for number, line in enumerate(_wrap(title, _NAME, width - indent, fonts)):
        yield _Line(line, _NAME, 4.3 if number else 5.5, indent, ticked and not number, keep=1)
    details = [f"{name}: {was} \u2192 {now}" for name, was, now in change.numbers]
    details += [f"{name}: {_value(before)} \u2192 {_value(after)}" for name, before, after in change.fields]
    details += [reason(change)] if reason(change) else []
    for detail in details:
        lines = _wrap(detail, _TEXT, width - indent - 4, fonts)
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], "\u2026 the rest is in changes.md"]
        for number, line in enumerate(lines):
            yield _Line(line, _TEXT, 3.8 if number else 4.2, indent + (4 if number else 2))


def _value(text: str) -> str:
    return f"\u201c{text}\u201d" if text else "nothing"


def _wrap(text: str, style: Style, width: float, fonts: Fonts) -> list[str]:
    """Break a text into lines that fit; a word that is too long is broken too."""
    lines: list[str] = []
    line = ""
    for word in _printable(one_line(text), style, fonts).split(" "):
        longer = f"{line} {word}".lstrip()
        if text_width(fonts, longer, style) <= width:
            line = longer
            continue
        lines += [line] if line else []
        while text_width(fonts, word, style) > width:
            cut = max(1, int(len(word) * width / text_width(fonts, word, style)) - 1)
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    return [*lines, line] if line or not lines else lines


def _printable(text: str, style: Style, fonts: Fonts) -> str:
    """Replace each character that the page's font lacks by a question mark."""
    missing = set(fonts.missing(style.family, style.weight, text))
    return "".join("?" if char in missing else char for char in text)
