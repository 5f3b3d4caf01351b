"""Break paragraphs into lines: greedily, evenly where they are centred, and without a last line of one word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beeprint.drawing.text.paragraph import Atom, Paragraph

# A paragraph of at least this many words must not end in a line of one, and how many narrower widths are tried.
_FEW_WORDS, _TRIES = 4, 8
# The line above a short last line gives it at most this share of the room: more would show as a hole at its end.
_GIVEN = 0.1


class Line(NamedTuple):
    """Atoms of a paragraph from `start` to before `end`; the last line of a paragraph is not justified."""

    paragraph: Paragraph
    start: int
    end: int
    last: bool

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atoms on it."""
        return self.paragraph.atoms[self.start : self.end]

    @property
    def hyphen(self) -> str:
        """The hyphen it ends with, or empty."""
        atoms = self.paragraph.atoms
        if self.last or not self.end < len(atoms) or not atoms[self.end].hyphen:
            return ""
        return self.paragraph.hyphen(atoms[self.end].start - 1)


def settled(lines: list[Line], room: float, space: float, align: str, shortest: float = 0.0) -> list[Line]:
    """Return a paragraph's lines as they are drawn: balanced if centred, and with a last line of two words or more.

    There are as many as before, none wider than `room`. Where one word has to stand alone, it does. A last line of a
    text set flush is at least the share `shortest` of the room long, if the line above becomes a tenth of the room
    shorter at most.
    """
    if align == "centre" and len(lines) > 1:
        lines = balanced(lines[0].paragraph, room, space)
    if ends_alone(lines):
        lines = (align != "centre" and _narrowed(lines, room, space)) or _drawn_down(lines, room, space) or lines
    return (
        _lengthened(lines, shortest * room, _GIVEN * room, space)
        if shortest and align not in ("centre", "justify")
        else lines
    )


def ends_alone(lines: Sequence[Line]) -> bool:
    """Return whether a paragraph of more than a few words ends in a line of one."""
    start, atoms = lines[-1].start, lines[-1].paragraph.atoms
    if not start or any(atom.spaced for atom in atoms[start + 1 :]):
        return False
    return sum(atom.spaced for atom in atoms) + 1 >= _FEW_WORDS


def _narrowed(lines: Sequence[Line], room: float, space: float) -> list[Line] | None:
    """Break a paragraph at the largest width at which its last line has more words; None if that takes a line more."""
    paragraph, hyphens = lines[0].paragraph, any(line.hyphen for line in lines)
    for _ in range(_TRIES):
        narrower = max(line_width(line, space) for line in lines[:-1]) - 1e-4
        narrow = broken(paragraph, narrower, space, hyphens)
        if len(narrow) != len(lines) or any(line_width(line, space) > room + 1e-6 for line in narrow):
            return None
        if not ends_alone(narrow):
            return narrow
        lines = narrow
    return None


def _drawn_down(lines: Sequence[Line], room: float, space: float) -> list[Line] | None:
    """Move the end of the last line but one down, which keeps two words; None if that makes the last line too wide."""
    *above, before, last = lines
    atoms = last.paragraph.atoms
    for place in range(last.start - 1, before.start, -1):
        moved = last._replace(start=place)
        if line_width(moved, space) > room + 1e-6 or not any(atom.spaced for atom in atoms[before.start + 1 : place]):
            return None
        if atoms[place].spaced and atoms[place].free and not ends_alone([moved]):
            return [*above, before._replace(end=place), moved]
    return None


def _lengthened(lines: list[Line], least: float, given: float, space: float) -> list[Line]:
    """Move words down to a last line shorter than `least`, from a line above that gives away no more than `given`."""
    if len(lines) < 2:
        return lines
    *above, before, last = lines
    atoms, moved, left = last.paragraph.atoms, last, line_width(before, space) - given
    for place in range(last.start - 1, before.start, -1):
        if line_width(moved, space) >= least or line_width(before._replace(end=place), space) < left:
            break
        if atoms[place].spaced and atoms[place].free:
            moved, before = last._replace(start=place), before._replace(end=place)
            if line_width(moved, space) > line_width(before, space):
                return lines
    return [*above, before, moved]


def filled(paragraph: Paragraph, room: float, space: float, align: str) -> list[Line]:
    """Break a paragraph into lines, with hyphens only where they save a line or even out justified spaces."""
    lines = broken(paragraph, room, space)
    if paragraph.soft and align != "justify" and any(line.hyphen for line in lines):
        whole = broken(paragraph, room, space, hyphens=False)
        if len(whole) == len(lines) and all(line_width(line, space) <= room + 1e-6 for line in whole):
            return whole
    return lines


def broken(
    paragraph: Paragraph, room: float, space: float, hyphens: bool = True, within: frozenset[int] | None = None
) -> list[Line]:
    """Break a paragraph greedily, only at the places `within` if given; widths in em. An empty one is an empty line."""
    atoms, room = paragraph.atoms, room + 1e-6
    lines: list[Line] = []
    start = good = 0
    if paragraph.unbroken(space) <= room:
        return [Line(paragraph, 0, len(atoms), True)]
    index, used = 1, atoms[0].width if atoms else 0.0
    while index < len(atoms):
        atom = atoms[index]
        allowed = atom.free and (hyphens or not atom.hyphen) and (within is None or atom.start in within)
        if allowed and (good == start or used + atom.hyphen <= room):
            good = index  # the line may end before this atom
        longer = used + atom.width + (space if atom.spaced else 0.0)
        if longer > room and good > start:
            lines.append(Line(paragraph, start, good, False))
            start, index = good, good + 1
            used = atoms[start].width + atoms[start].lead
        else:
            used = longer
            index += 1
    return [*lines, Line(paragraph, start, len(atoms), True)]


def balanced(paragraph: Paragraph, room: float, space: float) -> list[Line]:
    """Break a paragraph into as few lines as greedily, but as even in length as possible.

    Lines of ideographs end at punctuation if that takes no line more, or else between phrases if that takes none.
    """
    lines = filled(paragraph, room, space, "centre")
    if len(lines) == 1:
        return lines
    hyphens = any(line.hyphen for line in lines)

    def fitting(width: float, within: frozenset[int] | None) -> list[Line] | None:
        result = broken(paragraph, width, space, hyphens, within)
        fits = len(result) <= len(lines) and all(line_width(line, space) <= width + 1e-6 for line in result)
        return result if fits else None

    within = next((seams for seams in paragraph.seams if fitting(room, seams)), None)
    least, most = max((atom.width for atom in paragraph.atoms), default=0.0), room
    for _ in range(12):
        middle = (least + most) / 2
        if fitting(middle, within):
            most = middle
        else:
            least = middle
    return broken(paragraph, most, space, hyphens, within)


def line_width(line: Line, space: float) -> float:
    """Return a line's width in em."""
    atoms = line.atoms
    if not atoms:
        return 0.0
    total = atoms[0].lead + sum([atom.width + space if atom.spaced else atom.width for atom in atoms])
    total -= space if atoms[0].spaced else 0.0
    return total + (line.paragraph.atoms[line.end].hyphen if not line.last else 0.0)
