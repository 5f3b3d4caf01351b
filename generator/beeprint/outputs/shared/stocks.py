"""Lay out sheets: the faces as a profile prints them, stock by stock, and the leaflet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from string import ascii_lowercase
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from beeprint import sheet
from beeprint.base.geometry import Rect, bounds, translate
from beeprint.base.options import Options
from beeprint.base.printer import Printer
from beeprint.base.problems import Place, error_at
from beeprint.base.words import counted
from beeprint.drawing.drawing import Symbol, digest, use
from beeprint.face.layout import Area, Face, Side
from beeprint.game.binding import label
from beeprint.game.folding import Net, parted
from beeprint.game.model import Deck
from beeprint.game.piece_shape import outline_of
from beeprint.game.rows import Row
from beeprint.leaflet import Leaflet
from beeprint.outputs.shared.later import Deferred, Later, LaterFaces
from beeprint.outputs.shared.output import Order, Profile
from beeprint.outputs.shared.pieces import Checked, copies_of, rows_of, selected
from beeprint.sheet import Paper, Piece, Sheet, SheetSpec
from beeprint.sheet.playtest import LowInk, Stamp, Takers, placed, stamped, straight
from beeprint.sources.nodes import Node
from beeprint.sources.schema import Flag
from beeprint.sources.workspace import Workspace

#: What to do with sheets, whichever output makes them.
HINT = "print at 100 % (actual size); the ruler on each sheet is 50 mm long"


class SheetsKeys(Profile):
    """The keys of profiles that make sheets; each deck goes on the first of `sheets` that fits it.

    For playtests: `ink: low` draws faces pale, `stamp` writes version and piece on them, `stocks: together` prints all
    stocks on one paper, `shared-backs: no` omits backs that a deck shares, which sleeves hide.
    """

    sheets: Annotated[tuple[str, ...], Meta(min_length=1)]
    ink: Literal["full", "low"] = "full"
    stamp: Flag = False
    stocks: Literal["apart", "together"] = "apart"
    shared_backs: Flag = True


_Stock = tuple[str, tuple[Sheet, ...]]
#: How far trims may reach beyond the paper, in mm, which nobody sees.
_HAIR = 0.05


def specs_of(order: Order[SheetsKeys]) -> list[tuple[SheetSpec, Paper, Place]]:
    """Return the sheets that a profile may use, each with its paper and where the profile names it."""
    places = [order.node.at(["sheets", index]) for index in range(len(order.profile.sheets))]
    named = zip(order.profile.sheets, places, strict=True)
    return [(*sheet.load(order.checked.game.workspace, name, place), place) for name, place in named]


def paper_sizes(workspace: Workspace, profile: SheetsKeys, node: Node) -> tuple[tuple[float, float], ...]:
    """Return width and height of the papers that a profile prints on, upright and across, in mm; () for any size."""
    sizes: dict[tuple[float, float], None] = {}
    for index, name in enumerate(profile.sheets):
        spec, paper = sheet.load(workspace, name, node.at(["sheets", index]))
        if spec.fits_pieces:
            return ()
        sizes |= {(paper.width, paper.height): None, (paper.height, paper.width): None}
    return tuple(sizes)


def stocks(
    order: Order[SheetsKeys], tiles: bool = True, deferred: bool = False, crowded: list[str] | None = None
) -> Iterator[_Stock]:
    """Yield each stock with its sheets, in the game's order; pages that fit one deck's pieces are a file of their own.

    A piece that no sheet holds is parted into tiles, which come first, or is an error where there are to be no `tiles`.
    So is one that a printer's correction carries beyond the paper. With `deferred`, faces in little ink are drawn only
    where a PDF is written. `crowded` takes the decks with faces on which a stamp hides something.
    """
    for stock, sheets in _stocks(order, tiles, deferred, [] if crowded is None else crowded):
        _keep_on_paper(stock, sheets, order.options)
        yield stock, sheets


def _keep_on_paper(stock: str, sheets: Sequence[Sheet], options: Options) -> None:
    printer = options.printer
    far = max((sheet.beyond(laid, printer, options.flip) for laid in sheets), default=0.0) if printer else 0.0
    if printer and far > _HAIR:
        message = f"corrected for the printer {printer.name} ({printer.says}), pieces of {stock} would reach"
        hint = "measure it again with pages printed at 100 %, or choose a profile with larger paper"
        raise error_at(Place("--printer"), f"{message} {far:.1f} mm beyond the paper", hint)


def _stocks(order: Order[SheetsKeys], tiles: bool, deferred: bool, crowded: list[str]) -> Iterator[_Stock]:
    """Yield each stock with its sheets, as they would be on a true printer."""
    product, options = order.profile, order.options
    specs = specs_of(order)
    make = _Faces(order.checked, product, options, deferred)
    backs = options.backs != "none"
    # A playtest is for tonight: cards in sleeves need no box.
    boxes = product.ink != "low" or bool(options.only)
    for stock, decks in _papers(make, selected(order.checked.game, options, boxes)).items():
        two_sided = any(map(make.has_back, decks))
        groups: dict[tuple[bool, int], list[Piece]] = {}
        for deck in decks:
            # The pieces of a stock are of one thickness; only a net, to be folded itself, is never glued to a back.
            backed = make.has_back(deck) if deck.shape.folds else two_sided
            which, whole, pieces = _laid(deck, list(make.pieces(deck)), specs, backed, make.has_back(deck), order)
            if specs[which][0].fits_pieces:
                pages = sheet.whole(pieces, specs[which][0], backs)
                if pages:
                    yield f"{deck.name} whole", _numbered(pages)
            else:
                groups.setdefault((whole or not tiles, which), []).extend(pieces)
        imposed: list[Sheet] = []
        for (whole, which), pieces in sorted(groups.items(), key=lambda group: group[0][0]):
            impose = sheet.impose if whole else sheet.tiled
            imposed += impose(pieces, *specs[which], options.flip, backs, options.back_offset)
        crowded += [name for name in make.crowded if name not in crowded]
        if product.stocks == "together":
            yield from _by_sides(imposed)
        elif imposed:
            yield stock, _numbered(imposed)


def _laid(
    deck: Deck,
    pieces: list[Piece],
    specs: Sequence[tuple[SheetSpec, Paper, Place]],
    backed: bool,
    has_back: bool,
    order: Order[SheetsKeys],
) -> tuple[int, bool, list[Piece]]:
    """Return the sheet that the pieces of a deck go on, whether it holds them whole, and the pieces.

    That is the first that holds them, else the first that takes tiles, else the first that is for such pieces. A net
    goes on the smallest paper, in parts that are glued together where it has to. `backed` says whether pieces of the
    stock have backs.
    """
    shape, bleed, net = deck.shape, deck.spec.bleed, deck.spec.shape.folded
    taken = [index for index, (spec, *_) in enumerate(specs) if spec.fits.takes(shape, backed)]
    if not taken:
        place = order.node.at(["sheets"])
        raise error_at(place, f"no sheet of this profile takes the pieces of deck {deck.name}")
    net_layout = on_paper(deck, net, specs, taken) if net else None
    if net_layout is not None:
        which, parts = net_layout
        return which, True, [part for piece in pieces for part in in_parts(piece, parts)] if len(parts) > 1 else pieces
    for index in taken:
        spec, paper, _ = specs[index]
        if sheet.holds(spec, paper, shape, bleed, has_back):
            return index, True, pieces
    tiling = [index for index in taken if sheet.can_tile(specs[index][0])]
    return (tiling[0], False, pieces) if tiling else (taken[0], True, pieces)


def booklet(order: Order[SheetsKeys]) -> Iterator[_Stock]:
    """Yield the leaflet on the profile's first paper, if it has one and the build makes a leaflet."""
    made, options = leaflet_of(order), order.options
    if made is None:
        return
    papers = [spec for spec in specs_of(order) if not spec[0].fits_pieces]
    if not papers:
        return
    layout, paper, place = papers[0]
    size = made.pages[0].box
    pages = [Symbol.of(page.marks) for page in made.pages]
    two_sided = options.backs != "none" and not layout.fold
    trim = (size.width, size.height)
    yield made.stock, sheet.booklet(pages, trim, paper, layout.margin, place, options.flip, two_sided)


def leaflet_of(order: Order[SheetsKeys]) -> Leaflet | None:
    """Return the leaflet that a build makes; None for a playtest or a part of the game."""
    made = order.checked.leaflet
    wanted = order.profile.ink != "low" and not order.options.only
    return made if wanted and made is not None and made.pages else None


def hints(order: Order[SheetsKeys], sheets: Iterable[Sheet]) -> tuple[str, ...]:
    """Return what to do with sheets, and which printer they are for; a page as large as its piece has no ruler."""
    sheets = tuple(sheets)
    if not sheets:
        return ()
    hint = HINT if any(laid.slug for laid in sheets) else "print at 100 % (actual size)"
    return (hint, *printer_hints(order, sheets))


def printer_hints(order: Order[SheetsKeys], sheets: Iterable[Sheet]) -> tuple[str, ...]:
    """Return which printer sheets are for, and what of it was measured otherwise; nothing without a printer."""
    printer, flip = order.options.printer, order.options.flip
    sizes = {_upright(laid).paper for laid in sheets} if printer else set()
    if printer is None or not sizes:
        return ()
    paper = sheet.papers(order.checked.game.workspace).get(printer.paper)
    unlike = [f"on the {printer.flip} edge"] if printer.flip != flip else []
    if paper and any(abs(size.width - paper.width) + abs(size.height - paper.height) > 1 for size in sizes):
        unlike.append(f"with {paper.name}")
    how = f"{printer.name} was measured {' and '.join(unlike)}: check it once with beeprint calibrate --printer"
    again = [f"{how} {printer.name}"] if unlike else []
    return (said_of(printer), *again)


def said_of(printer: Printer) -> str:
    """Return a line that tells which printer something is corrected for."""
    return f"corrected for the printer {printer.name} ({printer.says}); on another one, backs lie off by as much"


def _upright(sheet: Sheet) -> Sheet:
    """Return a sheet with its paper upright, as it is corrected for a printer."""
    width, height = sheet.paper.width, sheet.paper.height
    return replace(sheet, paper=Rect(0, 0, min(width, height), max(width, height)))


def paper_line(file: str, sheets: Sequence[Sheet], options: Options) -> str:
    """Return a line that tells how many sheets of which paper a file has, and how to print them."""
    kinds: dict[tuple[float, float, bool, bool], list[Sheet]] = {}
    for printed in sheets:
        paper = printed.paper if options.printer is None else _upright(printed).paper
        kinds.setdefault((paper.width, paper.height, printed.folded, printed.glued), []).append(printed)
    parts = []
    for (width, height, folded, glued), alike in kinds.items():
        sides = "fold along the dashed line" if folded else "one side"
        if any(sheet.two_sided for sheet in alike):
            edge = "long" if options.flip == "long" else "short"
            sides = f"both sides, flip on the {edge} edge, {'portrait' if height >= width else 'landscape'}"
        if glued:
            sides = "one side, fronts and backs in turn, to glue back to back"
        papers = sum(len(sheet.sides) for sheet in alike) if glued else len(alike)
        parts.append(f"{counted(papers, 'sheet')} of {width:g} x {height:g} mm, {sides}")
    for printed in sheets:
        if printed.plan is not None:
            titles = ", ".join(piece.title for piece in printed.plan.pieces)
            back = ", back" if printed.plan.is_back else ""
            tiles = counted(len(printed.plan.tiling.tiles), "tile")
            parts.append(f"sheet {printed.number} shows how to join {tiles} to {titles}{back}")
    return f"{file}: {'; '.join(parts)}"


def _numbered(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """Return the sheets of a file with their numbers; one two-sided sheet makes the whole file two-sided."""
    two_sided = any(sheet.two_sided for sheet in sheets)
    return tuple(
        replace(sheet, number=number, count=len(sheets), two_sided=two_sided and not sheet.folded and not sheet.glued)
        for number, sheet in enumerate(sheets, start=1)
    )


def _by_sides(sheets: Sequence[Sheet]) -> Iterator[tuple[str, tuple[Sheet, ...]]]:
    """Yield the sheets without backs as one file, and those with backs as another."""
    both = [sheet for sheet in sheets if sheet.backs or (sheet.plan is not None and sheet.plan.two_sided)]
    single = [replace(sheet, two_sided=False, backs=()) for sheet in sheets if sheet not in both]
    for name, some in (("one side", single), ("both sides", both)):
        if some:
            yield name, _numbered(some)


def _papers(make: _Faces, decks: Sequence[Deck]) -> dict[str, list[Deck]]:
    """Return the decks by stock, or all under one name where stocks are printed together.

    Together, decks with backs come first, so that others can fill their last sheet; within these, equal shapes are
    neighbours and large shapes come first, so that small ones fill the room that is left.
    """
    by_stock: dict[str, list[Deck]] = {}
    if make.profile.stocks == "apart":
        for deck in decks:
            by_stock.setdefault(deck.spec.stock, []).append(deck)
        return by_stock

    def order(deck: Deck) -> tuple[bool, float, str]:
        return not make.has_back(deck), -deck.shape.height * deck.shape.width, repr(deck.shape)

    return {"all": sorted(decks, key=order)}


class _Faces:
    """The faces as a profile prints them: unchanged, or in little ink and stamped."""

    def __init__(self, checked: Checked, profile: SheetsKeys, options: Options, deferred: bool) -> None:
        self.checked, self.profile, self.options = checked, profile, options
        self._deferred = deferred
        self._takers = Takers(checked.fonts)
        self.crowded: dict[str, None] = {}  # decks with faces on which a stamp hides something
        self._ink = LowInk() if profile.ink == "low" else None
        self._makers: dict[tuple[str, Side], Callable[[str], Symbol]] = {}

    def has_back(self, deck: Deck) -> bool:
        """Return whether the backs of a deck are printed."""
        back = deck.spec.back
        shared = self.profile.shared_backs or self.options.backs == "all"
        return self.options.backs != "none" and back is not None and (shared or back.each == "piece")

    def pieces(self, deck: Deck) -> Iterator[Piece]:
        """Yield every copy of every piece of a deck."""
        for row in rows_of(deck, self.options):
            copies = copies_of(deck, row, self.options)
            if not copies:
                continue
            front = self._later(deck, row, "front")
            if front is None:
                front = self._shown(deck, self.checked.faces[deck.name, row.id, "front"])
            behind = self._later(deck, row, "back") if self.has_back(deck) else None
            back = self.checked.back(deck, row) if self.has_back(deck) and behind is None else None
            behind = self._shown(deck, back) if back else behind
            title = label(self.checked.game, deck, row).name
            for number in range(1, copies + 1):
                name = f"{deck.name}/{row.id}#{number}"
                yield Piece(name, deck.shape, deck.spec.bleed, front, behind, title)

    def _later(self, deck: Deck, row: Row, side: Side) -> Symbol | None:
        """Return what a side of a large deck's piece shows, laid out when it is drawn; None for other decks."""
        faces, id = self.checked.faces, (deck.name, row.id, side)
        key = faces.key(id) if isinstance(faces, LaterFaces) else None
        if key is None:
            return None
        if self._ink is not None or self.profile.stamp:
            # Whatever is printed on a face follows from this.
            key = f"{key} {self.profile.ink} {self.profile.stamp} {self.checked.game.spec.version} {row.id}"
        if (deck.name, side) not in self._makers:  # one for the whole deck
            self._makers[deck.name, side] = partial(self._made, deck, side)
        return Later(key, self._makers[deck.name, side], row.id)

    def _made(self, deck: Deck, side: Side, id: str) -> Symbol:
        """Lay out a face of a large deck, and return what is printed of it."""
        face = self.checked.faces[deck.name, id, side]
        return self._printed(face, self._stamp(deck, face))

    def _shown(self, deck: Deck, face: Face) -> Symbol:
        """Return what is printed of a face, drawn now or where it is written."""
        stamp = self._stamp(deck, face)
        if self._ink is None or not self._deferred:
            return self._printed(face, stamp)
        follows = f"{face.symbol.key} {self.profile.ink} {stamp}"
        return Deferred("s" + digest(follows), partial(self._printed, face, stamp))

    def _printed(self, face: Face, stamp: Stamp | None) -> Symbol:
        symbol = face.symbol if self._ink is None else self._ink.symbol(face.symbol)
        return symbol if stamp is None else stamped(symbol, stamp, self.checked.fonts)

    def _stamp(self, deck: Deck, face: Face) -> Stamp | None:
        """Return the stamp of a face; None where there is to be none."""
        if not self.profile.stamp:
            return None
        # A shared back bears the deck's name: with the piece's id, a card could be recognised from behind.
        words = (self.checked.game.spec.version, face.id or deck.name)
        whole = deck.shape.width * deck.shape.height
        icons = [ink.box for ink in face.inks if ink.mark is not None and ink.box.width * ink.box.height < whole / 2]
        areas = (painted for painted in face.painted if isinstance(painted, Area))
        lines = [side for area in areas for side in straight(area.path, area.at)]
        taken = self._takers.taken(((slot.marks, slot.bound) for slot in face.slots), icons, lines, whole)
        stamp = placed(words, deck.outline(face.side), deck.spec.safe, taken, self.checked.fonts)
        if not stamp.is_clear:
            self.crowded[deck.name] = None
        return stamp


# Lay folded pieces on paper: on the smallest sheet that holds the whole net, else in parts that are glued together.


#: What to do with glue areas, whichever output prints them.
GLUE_HINT = "glue the hatched flaps under the panels beside them; fold along the dashes"

Specs = Sequence[tuple[SheetSpec, Paper, Place]]


def glue_hints(sheets: Iterable[Sequence[Sheet]]) -> tuple[str, ...]:
    """Return what to do with the areas of glue on the sheets of files; nothing where there are none."""
    glued = any(sheet.has_glue(glued_sheet.fronts) for drawn in sheets for glued_sheet in drawn)
    return (GLUE_HINT,) if glued else ()


def on_paper(deck: Deck, net: Net, specs: Specs, usable: Sequence[int]) -> tuple[int, list[Net]] | None:
    """Return which of the usable sheets a net goes on, by its index, and the parts that it goes there in.

    The smallest paper that holds the whole comes first, a page as large as the net last of all, then the paper on which
    there are fewest parts; None where no paper holds even a part.
    """

    def size(which: int) -> tuple[bool, float]:
        spec, paper, _ = specs[which]
        box = paper.box(False)
        return spec.fits_pieces, box.width * box.height

    order = sorted(usable, key=size)
    for which in order:
        if _holds(deck, specs[which], net):
            return which, [net]
    ways = [(which, parts) for which in order if (parts := parted(net, partial(_holds, deck, specs[which])))]
    return min(ways, key=lambda way: len(way[1]), default=None)


def _holds(deck: Deck, on: tuple[SheetSpec, Paper, Place], net: Net) -> bool:
    spec, paper, _ = on
    return sheet.holds(spec, paper, outline_of(net.at_origin), deck.spec.bleed, False)


def in_parts(whole: Piece, parts: Sequence[Net]) -> Iterator[Piece]:
    """Yield the parts of a piece, each with its share of the art; ids end in a, b and so on."""
    for letter, part in zip(ascii_lowercase, parts, strict=False):
        corner = bounds(part.outline)
        front = Symbol.of([use(whole.front, translate(-corner.x, -corner.y))])
        yield Piece(f"{whole.id}{letter}", outline_of(part.at_origin), whole.bleed, front)
