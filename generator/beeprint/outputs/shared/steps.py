"""What to do with printed sheets, in the order of a person's hands: from the paper to the table.

The summary of a build, the print guide and the studio's page show the same steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from beeprint import sheet
from beeprint.game.model import Deck
from beeprint.game.words import say
from beeprint.outputs.shared.output import Order, Step, StepLine
from beeprint.outputs.shared.printed import CutAlike, Overflow, Printed, cut_alike, overflows, ranges
from beeprint.sheet import Paper, Sheet

#: The file of the print guide in a profile's folder: the first of them by name.
PRINT_GUIDE = "0-print-guide.pdf"
#: A sheet of paper of a weight in g/m2: about how thick it is, in mm, and what it is called in the United States.
WEIGHTS = {
    80: (0.10, "20 lb bond"),
    120: (0.15, "80 lb text"),
    160: (0.20, "60 lb cover"),
    220: (0.27, "80 lb cover"),
    250: (0.31, "90 lb cover"),
    300: (0.35, "110 lb cover"),
}
#: The weight of copy paper, of what is folded or glued, and of cards and boxes; paper above `HEAVY` is card stock.
PLAIN, HEAVY, CARD = 80, 120, 300
#: What is at least so thick, in mm, is glued onto board.
_BOARD = 0.8
#: Papers whose shops name a weight in pounds.
_POUNDS = {"letter", "legal", "tabloid"}
_NAMES = {"letter": "US Letter", "legal": "US Legal"}


def paper_names(order: Order[Any], printed: Sequence[Printed]) -> dict[str, int]:
    """Return how many sheets of each paper are printed, by its name."""
    papers = sheet.papers(order.checked.game.workspace).values()
    counts: dict[str, int] = {}
    for part in printed:
        for laid in part.sheets:
            name = _paper_name(papers, laid)
            counts[name] = counts.get(name, 0) + (len(laid.sides) if laid.glued else 1)
    return counts


def _paper_name(papers: Iterable[Paper], laid: Sheet) -> str:
    sides = sorted((laid.paper.width, laid.paper.height))
    for paper in papers:
        if abs(paper.width - sides[0]) + abs(paper.height - sides[1]) < 0.5:
            return _NAMES.get(paper.name, paper.title)
    return f"{laid.paper.width:g} x {laid.paper.height:g} mm"


class Steps:
    """Says what to do with the sheets of an order in a language, step by step; `guide` is its cutting guide's file."""

    def __init__(self, order: Order[Any], printed: Sequence[Printed], guide: str = "", language: str = "en") -> None:
        self._order, self._game = order, order.checked.game
        self._printed, self._guide = tuple(printed), guide
        self._say = partial(say, language)
        self.little_ink = getattr(order.profile, "ink", "full") == "low"
        papers = sheet.papers(self._game.workspace)
        pounds = [paper for name, paper in papers.items() if name in _POUNDS]
        sheets = [laid for part in printed for laid in part.sheets]
        known = {_NAMES.get(paper.name, paper.title) for paper in pounds}
        self._pounds = bool(sheets) and _paper_name(papers.values(), sheets[0]) in known

    @property
    def usual_paper(self) -> Paper:
        """Return the paper that a home has where the sheets' own paper is sold."""
        return sheet.papers(self._game.workspace)["letter" if self._pounds else "a4"]

    def total(self) -> str:
        """Return how many sheets of which paper are printed in all."""
        counts = paper_names(self._order, self._printed).items()
        return ", ".join(self._say("guide-of", sheets=self._sheets(count), paper=paper) for paper, count in counts)

    def steps(self) -> tuple[Step, ...]:
        """Return the steps in order."""
        if not self._printed:
            return ()
        steps = (
            self._paper(),
            self._print(),
            self._halves(),
            self._mount(),
            self._cut(),
            self._join(),
            self._fold(),
            self._booklet(),
            self._sleeve(),
            self._bring(),
        )
        return tuple(step for step in steps if step is not None)

    def paper_of(self, printed: Printed) -> str:
        """Return which paper a file is printed on: what a shop calls it, and its weight."""
        return self._called(self._weight(printed))

    def sides_of(self, printed: Printed) -> str:
        """Return how many sheets a file has, and which of their sides are printed."""
        which = f"guide-both-{self._order.options.flip}" if printed.two_sided else "guide-single"
        return f"{self._sheets(printed.count)}, {self._say('guide-turns' if printed.glued else which)}"

    # The steps.

    def _paper(self) -> Step:
        stacks: dict[int, list[Printed]] = {}
        for printed in self._printed:
            stacks.setdefault(self._weight(printed), []).append(printed)
        lines = tuple(
            StepLine(
                "", self._sheets(sum(part.count for part in parts)), f"{self._called(weight)} \u2013 {_names(parts)}"
            )
            for weight, parts in sorted(stacks.items(), reverse=True)
        )
        words = [self._say("guide-tools", tools=", ".join(self._tools()))]
        if max(stacks) > HEAVY:
            words.append(self._say("guide-thin"))
        thick = [part for part in self._printed if part.two_sided and self._is_thick(part)]
        counters = "counters-letter" if self._pounds else "counters-a4"
        if thick and self._order.name.startswith("home-"):
            words.append(self._say("guide-thicker", files=_names(thick), profile=counters))
        words += [self._few(over) for part in self._cut_up for over in overflows(self._game, part)]
        return Step("paper", self._say("guide-paper"), (), lines, tuple(words))

    def _few(self, over: Overflow) -> str:
        """Return how many pieces of decks need a sheet more than full sheets hold."""
        number = "one" if over.pieces == 1 else "two"
        noun = "card" if all(deck.role == "card" for deck in over.decks) else "piece"
        titles = ", ".join(deck.spec.title for deck in over.decks)
        full = self._say("guide-full-one") if over.sheets == 1 else self._say("guide-full", count=over.sheets)
        return self._say("guide-few", decks=titles, pieces=self._say(f"guide-{number}-{noun}"), full=full)

    def _tools(self) -> list[str]:
        """Return what the hands need beside paper: board, and what cuts, rounds and glues."""
        boards = sorted({self._board(part) for part in self._printed} - {0.0})
        glue = boards or any(part.has_flaps or part.folded or part.glued or part.plans for part in self._printed)
        tools = [self._say("guide-board", thickness=f"{thick:g}") for thick in boards]
        tools += [self._say("guide-knife")]
        tools += [self._say("guide-pair")] if any(map(self._needs_scissors, self._cut_up)) else []
        groups = [group for part in self._cut_up for group in cut_alike(self._game, part)]
        radii = _listed({radius for group in groups for radius in group.radii})
        tools += [self._say("guide-punch", radius=radii)] if radii else []
        tools += [self._say("guide-glue")] if glue else []
        return tools

    def _print(self) -> Step:
        words = [self._say("guide-size")]
        if any(laid.slug for part in self._printed for laid in part.sheets):
            words.append(self._say("guide-ruler"))
        if any(part.two_sided for part in self._printed):
            words.append(self._say(f"guide-flip-{self._order.options.flip}"))
        lines = tuple(
            StepLine(part.file, part.called, f"{self.sides_of(part)}; {self.paper_of(part)}") for part in self._printed
        )
        by_hand = [part for part in self._printed if part.two_sided and all(laid.two_sided for laid in part.sheets)]
        at_shop = self._order.name.startswith("copyshop")
        notes = (self._say("guide-one-sided"), self._say("guide-one-sided-first")) if by_hand and not at_shop else ()
        return Step("print", self._say("guide-print"), tuple(words), lines, notes)

    def _halves(self) -> Step | None:
        parts = [part for part in self._printed if part.folded]
        words = (self._say("guide-fold-halves", files=_names(parts)),)
        return Step("halves", self._say("guide-halves"), words) if parts else None

    def _mount(self) -> Step | None:
        parts = [part for part in self._printed if self._board(part) and not part.plans]
        pinned = [part for part in self._printed if part.glued]
        words = [self._say("guide-on-board", files=_names(parts))] if parts else []
        words += [self._say("guide-behind", files=_names(pinned))] if pinned else []
        title = self._say("guide-mount" if parts else "guide-glue-sheets")
        return Step("board", title, tuple(words)) if words else None

    def _cut(self) -> Step | None:
        parts = self._cut_up
        groups = [(part, cut_alike(self._game, part)) for part in parts]
        lines = [StepLine(part.file, part.called, words) for part, some in groups for words in self._cuts(part, some)]
        words = []
        if any(part.layouts for part in parts):
            guide = PurePosixPath(self._guide).name
            words.append(self._say("guide-order", guide=guide) if guide else self._say("guide-marks"))
            free = {deck.name: deck.spec.title for part, some in groups for deck in _outlined(part, some)}
            words += [self._say("guide-outlines", decks=", ".join(free.values()))] if free else []
        return Step("cut", self._say("guide-cut"), tuple(words), tuple(lines)) if parts else None

    @property
    def _cut_up(self) -> list[Printed]:
        return [part for part in self._printed if not part.is_leaflet and not (part.plans and not part.layouts)]

    def _cuts(self, part: Printed, groups: Sequence[CutAlike]) -> Iterator[str]:
        """Yield how the sheets of a file are cut: in one line, or with their numbers where they differ."""
        for group in groups:
            words = self._cuts_of(part, group)
            if len(groups) > 1:
                what = "cutting-sheet" if len(group.numbers) == 1 else "cutting-sheets"
                words = f"{self._say(what, numbers=ranges(group.numbers))}: {words}"
            yield words

    def _cuts_of(self, part: Printed, group: CutAlike) -> str:
        words = []
        named = f" ({', '.join(deck.spec.title for deck in group.free)})" if part.layouts else ""
        if group.last:
            words.append(self._say("guide-cuts", last=group.last) if self._guide else self._say("guide-straight"))
            if group.free:
                words.append(f"{self._say('guide-then-scissors')}{named}")
        else:
            words.append(f"{self._say('guide-freehand' if self._board(part) else 'guide-scissors')}{named}")
        if group.radii:
            words.append(self._say("guide-corners", radius=_listed(group.radii)))
        return ", ".join(words)

    def _needs_scissors(self, part: Printed) -> bool:
        """Return whether straight cuts do not free the pieces of a file, and they are not on board."""
        groups = cut_alike(self._game, part)
        return any(group.free and (group.last or not self._board(part)) for group in groups)

    def _join(self) -> Step | None:
        parts = [part for part in self._printed if part.plans]
        words = tuple(
            self._say("guide-plan", file=part.called, numbers=", ".join(map(str, part.plans))) for part in parts
        )
        return Step("join", self._say("guide-join"), words) if parts else None

    def _fold(self) -> Step | None:
        parts = [part for part in self._printed if part.folds]
        if not parts:
            return None
        flaps = any(part.has_flaps for part in parts)
        words = (self._say("guide-score", files=_names(parts)), *([self._say("guide-flaps")] if flaps else []))
        return Step("fold", self._say("guide-fold" if flaps else "guide-fold-only"), words)

    def _booklet(self) -> Step | None:
        leaflet = next((part for part in self._printed if part.is_leaflet), None)
        if leaflet is None:
            return None
        how = "guide-pages" if not leaflet.two_sided else "guide-one-fold" if leaflet.count == 1 else "guide-nested"
        words = self._say(how, file=leaflet.called, count=leaflet.count)
        return Step("booklet", self._say("guide-booklet"), (words,))

    def _sleeve(self) -> Step | None:
        cards = any(deck.role == "card" for part in self._printed for deck in part.decks)
        if not self.little_ink or not cards:
            return None
        return Step("sleeve", self._say("guide-sleeve"), (self._say("guide-old-card"),))

    def _bring(self) -> Step | None:
        spec = self._game.spec
        lists = {"guide-own": spec.bring, "guide-lacking": spec.not_included}
        words = tuple(self._say(what, things=", ".join(things)) for what, things in lists.items() if things)
        return Step("bring", self._say("guide-bring"), words) if words else None

    # Which paper a file is printed on.

    def _sheets(self, count: int) -> str:
        return self._say("guide-one-sheet") if count == 1 else self._say("guide-sheets", count=count)

    def _called(self, weight: int) -> str:
        name = "guide-plain" if weight <= PLAIN else "guide-card" if weight > 160 else "guide-heavy"
        pounds = f" ({WEIGHTS[weight][1]})" if self._pounds else ""
        return f"{self._say(name)}, {weight} g/m²{pounds}"

    def _weight(self, printed: Printed) -> int:
        """Return the weight of a file's paper in g/m2, which follows from how thick its stock is."""
        if self.little_ink:
            return PLAIN
        if printed.is_leaflet or printed.folded or printed.glued or self._board(printed):
            return HEAVY
        return max((self._weight_of(deck) for deck in printed.decks), default=CARD)

    def _weight_of(self, deck: Deck) -> int:
        thick = self._thickness(deck)
        return CARD if thick >= _BOARD else min(WEIGHTS, key=lambda weight: abs(WEIGHTS[weight][0] - thick))

    def _thickness(self, deck: Deck) -> float:
        """Return how thick a deck's pieces are, in mm; nets are of card unless their stock says otherwise."""
        stock = self._game.stock(deck)
        is_net = deck.role in ("die", "box") or deck.spec.shape.folded is not None
        role = "card" if is_net else deck.role
        return stock.height(role) - (stock.sleeve.thickness if role == "card" else 0.0)

    def _is_thick(self, printed: Printed) -> bool:
        return bool(printed.decks) and all(self._thickness(deck) >= _BOARD for deck in printed.decks)

    def _board(self, printed: Printed) -> float:
        """Return how thick the board is that a file's sheets are glued onto, in mm; 0 where they are not.

        Paper that is printed on both sides cannot be.
        """
        mounted = self._is_thick(printed) and not printed.two_sided and not printed.folded
        return max(map(self._thickness, printed.decks)) if mounted and not self.little_ink else 0.0


def _outlined(part: Printed, groups: Sequence[CutAlike]) -> Iterator[Deck]:
    """Yield the decks of a file whose outlines are no rectangles, if its other pieces are cut straight."""
    if part.layouts:
        yield from (deck for group in groups for deck in group.free if not deck.shape.is_rectangle)


def _listed(radii: Iterable[float]) -> str:
    return ", ".join(f"{radius:g}" for radius in sorted(radii))


def _names(parts: Sequence[Printed]) -> str:
    return ", ".join(part.called for part in parts)


def listed(steps: Sequence[Step]) -> Iterator[str]:
    """Yield steps as lines of text, numbered."""
    for number, step in enumerate(steps, start=1):
        yield f"{number}. {step.title}{': ' if step.words else ''}{' '.join(step.words)}"
        yield from (f"   {entry.called}: {entry.words}" for entry in step.lines)
        yield from (f"   {note}" for note in step.notes)
