"""Products: what each profile makes of a checked game, as jobs that can be done side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from beeprint import __version__, changes, labels, manifest, profile, sheet, virtual
from beeprint.drawing import Drawing, Symbol
from beeprint.fonts import Fonts
from beeprint.game import Deck, Game
from beeprint.geometry import Rect
from beeprint.layout import Face
from beeprint.leaflet import Leaflet
from beeprint.options import Options
from beeprint.outputs import faces as faces_output
from beeprint.outputs.tabletop import Component, Item
from beeprint.playtest import LowInk, stamped
from beeprint.problems import BuildError, Place, Problem, fail
from beeprint.profile import Profile
from beeprint.rows import Row
from beeprint.schema import understand
from beeprint.sheet import Piece, Sheet, SheetSpec, Shown, Slug
from beeprint.source import Node
from beeprint.store import Store
from beeprint.virtual import Table
from beeprint.workspace import slug

if TYPE_CHECKING:
    from beeprint.laser.layers import LaserProfile
    from beeprint.laser.plan import Bed

#: How many marks' worth of work a face and a square inch of pixels are.
_FACE, _PIXELS = 1.0, 2.0


@dataclass(frozen=True)
class Checked:
    """A game whose faces are laid out, and everything that is wrong with it."""

    game: Game
    fonts: Fonts
    faces: Mapping[tuple[str, str, str], Face]  # by deck, id ("" for a shared back) and side
    problems: tuple[Problem, ...]
    store: Store = field(default_factory=Store)
    leaflet: Leaflet | None = None

    def back(self, deck: Deck, row: Row) -> Face | None:
        """Return the back of a row's pieces."""
        return self.faces.get((deck.name, row.id, "back")) or self.faces.get((deck.name, "", "back"))


@dataclass(frozen=True)
class Product:
    """What a profile makes: its folder or files, the jobs that write them and how much work each is.

    `sheets` are those of PDFs, `beds` those of a laser, by their files' names; the jobs of `last` need what the others
    write. With `recorded` the folder keeps what the game was when this was made, whatever is built later.
    """

    title: str
    written: tuple[str, ...]
    jobs: tuple[tuple[float, Callable[[], None]], ...]
    sheets: Mapping[str, tuple[Sheet, ...]] = field(default_factory=dict)
    beds: Mapping[str, Bed] = field(default_factory=dict)
    last: tuple[tuple[float, Callable[[], None]], ...] = ()
    recorded: bool = False


def folder_name(made: Game) -> str:
    """Return the name of the folder that a game, an edition or a translation is built into."""
    return ".".join(filter(None, (made.spec.id, made.edition, made.language)))


def target_of(game: Game, options: Options) -> Path:
    """Return the folder that a build of a game is written to."""
    return options.output / folder_name(game)


def product(checked: Checked, name: str, work: Path, options: Options) -> Product:
    """Return how a profile is made in the folder `work`; its sheets by their files' names."""
    found, node = profile.load(checked.game.workspace, name, Place(name))
    if found.output == "faces":
        job = partial(faces_output.write, work / name, tuple(checked.faces.values()), checked.fonts)
        return Product(found.title, (name,), ((_FACE * len(checked.faces), job),))
    if found.output == "contact-sheet":
        return Product(found.title, (name,), tuple(_contact_sheets(checked, found, work / name, options)))
    if found.output in virtual.OUTPUTS:
        return _virtual(checked, found, name, work, options)
    if found.output == "print-cut":
        return _print_cut(checked, found, node, work / name, options)
    stocks = [*_stocks(checked, found, node, options), *_booklet(checked, found, node, options)]
    sheets = {f"{name}/{slug(stock)}.pdf": (stock, drawn) for stock, drawn in stocks}
    jobs = tuple(
        (
            _FACE * len({placed.symbol.key for one in drawn for placed in (*one.fronts, *one.backs)}) + len(drawn),
            partial(_write_pdf, work / file, stock, drawn, checked, options),
        )
        for file, (stock, drawn) in sheets.items()
    )
    drawn_sheets = {file: drawn for file, (_, drawn) in sheets.items()}
    return Product(found.title, tuple(sheets), jobs, drawn_sheets, recorded=found.stamp)


def _virtual(checked: Checked, found: Profile, name: str, work: Path, options: Options) -> Product:
    """Return what a virtual table loads of a game."""
    spec = checked.game.spec
    fine = [f"version {spec.version}", *spec.credits, *(["unofficial"] if spec.unofficial else [])]
    table = Table(spec.id, spec.title, " \u00b7 ".join(fine), tuple(components(checked, options)))
    there = target_of(checked.game, options) / name
    made = virtual.make(found, table, virtual.address(options.base_url, there))
    jobs, last = virtual.jobs(found, table, made, work / name, checked.fonts, checked.store)
    return Product(found.title, (name,), jobs, last=last)


def components(checked: Checked, options: Options) -> Iterator[Component]:
    """Yield the decks as a virtual table shows them, with as many pieces as the box holds."""
    for deck in selected(checked.game, options):
        items = []
        for row in rows_of(deck, options):
            back = checked.back(deck, row)
            named = labels.label(checked.game, deck, row)
            values = row.values.get("faces")
            items.append(
                Item(
                    row.id,
                    named.name,
                    named.description,
                    boxed(deck, row, options),
                    checked.faces[deck.name, row.id, "front"].symbol,
                    back.symbol if back else None,
                    tuple(map(str, values)) if isinstance(values, (list, tuple)) and len(values) == 6 else (),
                )
            )
        shape = deck.spec.shape.kind
        kind: Literal["card", "tile", "die"] = "card" if shape == "card" else "die" if shape == "die-net" else "tile"
        hidden = deck.spec.back is not None and deck.spec.back.each == "deck"
        yield Component(deck.name, deck.spec.title, kind, deck.shape, tuple(items), hidden)


def _print_cut(checked: Checked, found: Profile, node: Node, folder: Path, options: Options) -> Product:
    """Return the product of a machine that cuts printed sheets: a PDF a stock or a picture a sheet, and its cuts."""
    from beeprint import printcut
    from beeprint.laser import layers as laser_layers

    layers = laser_layers.load(checked.game.workspace, found.layers, node.at(["layers"]))
    _check_sheets(checked, found, node)
    jobs: list[tuple[float, Callable[[], None]]] = []
    sheets: dict[str, tuple[Sheet, ...]] = {}
    for stock, drawn in _stocks(checked, found, node, options):
        if not found.picture:
            sheets[f"{folder.name}/{slug(stock)}.pdf"] = drawn
            work = partial(_write_pdf, folder / f"{slug(stock)}.pdf", stock, drawn, checked, options)
            jobs.append((_FACE * sum(len(one.fronts) for one in drawn), work))
        for one in drawn:
            path = folder / f"{slug(stock)}-{one.number:02}"
            bed = printcut.bed(one, stock, found.kerf, frame=found.picture)
            jobs.append((_FACE, partial(_write_cuts, path, bed, layers, checked.game.spec.title)))
            if found.picture:
                picture = sheet.draw(one, "front", None, checked.fonts)
                pixels = _PIXELS * one.paper.width * one.paper.height / 645 * (found.dpi / 100) ** 2
                jobs.append((pixels, partial(_write_png, path.with_suffix(".png"), picture, checked, found.dpi)))
    return Product(found.title, (folder.name,), tuple(jobs), sheets)


def _check_sheets(checked: Checked, found: Profile, node: Node) -> None:
    """Refuse sheets that a machine cannot cut piece by piece."""
    problems = []
    for index, name in enumerate(found.sheets):
        place = node.at(["sheets", index])
        spec = understand(SheetSpec, checked.game.workspace.yaml("layouts", f"sheets/{name}", place))
        if spec.fold:
            hint = "take a sheet without fold:"
            problems.append(Problem(place, f"the sheet {name} is folded and glued, so no machine can cut it", hint))
        near = spec.spacing == "touching" or (isinstance(spec.spacing, float) and spec.spacing < 2 * found.kerf)
        if found.kerf and near:
            message = f"on the sheet {name} pieces are nearer than two kerfs of {found.kerf:g} mm"
            problems.append(Problem(place, message, "take a sheet with spacing: bleed, or kerf: 0"))
    if problems:
        raise BuildError(problems)


def _write_cuts(path: Path, bed: Bed, layers: LaserProfile, title: str) -> None:
    """Write the SVG and the DXF of a bed."""
    from beeprint.outputs import cutsvg, dxf

    path.parent.mkdir(parents=True, exist_ok=True)
    cutsvg.write(path.with_suffix(".svg"), bed, layers, f"{title}: {bed.stock}, sheet {bed.number}")
    dxf.write(path.with_suffix(".dxf"), bed, layers)


#: The file that keeps the state which a list of changes begins with.
BEFORE = "before.json"
#: Two states of a game, and what has changed from one to the other.
Told = tuple[changes.State, changes.State, Sequence[changes.Change]]


def with_changes(made: Product, told: Told, checked: Checked, folder: Path) -> Product:
    """Return a product with a change list beside its files, as Markdown and as pages of the same paper.

    The old state is kept there too: after another edit the list can be made anew from it.
    """
    sheets = [one for drawn in made.sheets.values() for one in drawn]
    paper = sheets[0].paper if sheets else Rect(0, 0, *sheet.PAPERS["a4"])
    paper = Rect(0, 0, min(paper.width, paper.height), max(paper.width, paper.height))

    def write() -> None:
        from beeprint.outputs import pdf

        folder.mkdir(parents=True, exist_ok=True)
        (folder / "changes.md").write_text(changes.markdown(*told), "utf-8", newline="\n")
        (folder / BEFORE).write_text(manifest.merged(changes.as_manifest(told[0]), {}), "utf-8", newline="\n")
        drawn = changes.pages(*told, checked.fonts, paper)
        info = pdf.Info(f"{told[1].title}: changes", "", told[0].source, f"beeprint {__version__}")
        pdf.write(folder / "changes.pdf", [pdf.Page(one, paper, paper) for one in drawn], checked.fonts, info, "")

    files = (f"{folder.name}/changes.md", f"{folder.name}/changes.pdf")
    return replace(made, written=(*made.written, *files), jobs=(*made.jobs, (_FACE, write)))


def _contact_sheets(
    checked: Checked, found: Profile, folder: Path, options: Options
) -> Iterator[tuple[float, Callable[[], None]]]:
    """Yield the job of each deck's picture."""
    for deck in selected(checked.game, options):
        picture = sheet.contact(list(_shown(checked, deck, options)), deck.shape, checked.fonts)
        job = partial(_write_png, folder / f"{slug(deck.name)}.png", picture, checked, found.dpi)
        yield _PIXELS * picture.box.width * picture.box.height / 645 + len(deck.rows.rows), job


def _write_png(path: Path, picture: Drawing, checked: Checked, dpi: float) -> None:
    sources = (_content(picture), str(dpi), str(checked.fonts.digests))

    def make() -> None:
        from beeprint.outputs import png

        png.write(path, picture, checked.fonts, dpi)

    checked.store.once(path, sources, make)


def _content(drawing: Drawing) -> str:
    return f"{drawing.box} {' '.join(mark.key for mark in drawing.marks)}"


def selected(loaded: Game, options: Options) -> list[Deck]:
    """Return the decks a build makes."""
    there = ((name, deck) for name, deck in loaded.decks.items() if deck.rows.rows or not loaded.edition)
    return [deck for name, deck in there if not options.only or name in options.only]


def rows_of(deck: Deck, options: Options) -> list[Row]:
    """Return the rows of a deck that a build makes."""
    ids = options.only.get(deck.name, ())
    return [row for row in deck.rows.rows if not ids or row.id in ids]


def copies_of(deck: Deck, row: Row, options: Options) -> int:
    """Return how many copies of a row's piece are printed."""
    if options.prints is not None:
        return options.prints.get(f"{deck.name}/{row.id}", 0)
    return options.copies.get(deck.name, deck.printed(row))


def boxed(deck: Deck, row: Row, options: Options) -> int:
    """Return how many pieces of a row the box holds, which a virtual table shows though fewer may be printed."""
    return options.copies.get(deck.name, row.copies)


def _shown(checked: Checked, deck: Deck, options: Options) -> Iterator[Shown]:
    """Yield the faces of a deck with their names: each row's front and own back, at the end the back that all share."""
    for row in rows_of(deck, options):
        for side in ("front", "back"):
            face = checked.faces.get((deck.name, row.id, side))
            if face is not None:
                copies = f" \u00d7 {row.copies}" if row.copies > 1 and side == "front" else ""
                yield Shown(f"{row.id}{copies}" if side == "front" else f"{row.id}, back", face.symbol)
    shared = checked.faces.get((deck.name, "", "back"))
    if shared is not None:
        yield Shown("back", shared.symbol)


def _stocks(
    checked: Checked, product: Profile, node: Node, options: Options
) -> Iterator[tuple[str, tuple[Sheet, ...]]]:
    """Yield each stock with its sheets, in the order in which the game names them."""
    loaded = checked.game
    specs = []
    for index, name in enumerate(product.sheets):
        place = node.at(["sheets", index])
        specs.append((understand(SheetSpec, loaded.workspace.yaml("layouts", f"sheets/{name}", place)), place))
    make = _Faces(checked, product, options)
    for stock, decks in _papers(make, selected(loaded, options)).items():
        two_sided = any(map(make.has_back, decks))
        groups: dict[int, list[Piece]] = {}
        for deck in decks:
            which = next((i for i, (spec, _) in enumerate(specs) if spec.fits.takes(deck.shape, two_sided)), None)
            if which is None:
                raise fail(node.at(["sheets"]), f"no sheet of this profile takes the pieces of deck {deck.name}")
            groups.setdefault(which, []).extend(make.pieces(deck))
        sheets: list[Sheet] = []
        for which, pieces in groups.items():
            spec, place = specs[which]
            sheets += sheet.impose(pieces, spec, place, options.flip, options.backs, options.back_offset)
        if product.stocks == "together":
            yield from _by_sides(sheets)
        elif sheets:
            yield stock, _numbered(sheets)


def _booklet(
    checked: Checked, product: Profile, node: Node, options: Options
) -> Iterator[tuple[str, tuple[Sheet, ...]]]:
    """Yield the leaflet on the profile's first paper; a part of the game, or a playtest, goes without."""
    spec, made = checked.game.spec.leaflet, checked.leaflet
    if spec is None or made is None or product.ink == "low" or options.only or not made.pages:
        return
    place = node.at(["sheets", 0])
    paper = understand(SheetSpec, checked.game.workspace.yaml("layouts", f"sheets/{product.sheets[0]}", place))
    size = made.pages[0].box
    pages = [Symbol.of(page.marks) for page in made.pages]
    two_sided = options.backs and not paper.fold
    yield spec.stock, sheet.booklet(pages, (size.width, size.height), paper, place, options.flip, two_sided)


def _numbered(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """Return the sheets of a file numbered through; one two-sided sheet makes the whole file two-sided."""
    two_sided = any(one.two_sided for one in sheets)
    return tuple(
        replace(one, number=number, count=len(sheets), two_sided=two_sided and not one.folded)
        for number, one in enumerate(sheets, start=1)
    )


def _by_sides(sheets: Sequence[Sheet]) -> Iterator[tuple[str, tuple[Sheet, ...]]]:
    """Yield the sheets that are printed on one side as a file, and those that are turned over as another."""
    one = [replace(found, two_sided=False, backs=()) for found in sheets if not found.backs]
    both = [found for found in sheets if found.backs]
    for name, found in (("one side", one), ("both sides", both)):
        if found:
            yield name, _numbered(found)


def _papers(make: _Faces, decks: Sequence[Deck]) -> dict[str, list[Deck]]:
    """Return the decks by the paper they are printed on.

    Where all is one paper, what is turned over comes first, so that what is not can fill the last of its sheets; equal
    shapes lie beside each other, large ones first, so that small ones fill what these leave.
    """
    found: dict[str, list[Deck]] = {}
    if make.profile.stocks == "apart":
        for deck in decks:
            found.setdefault(deck.spec.stock, []).append(deck)
        return found

    def order(deck: Deck) -> tuple[bool, float, str]:
        return not make.has_back(deck), -deck.shape.height * deck.shape.width, repr(deck.shape)

    return {"all": sorted(decks, key=order)}


class _Faces:
    """The faces as a profile prints them: as they are, or in little ink and stamped."""

    def __init__(self, checked: Checked, profile: Profile, options: Options) -> None:
        self.checked, self.profile, self.options = checked, profile, options
        self._ink = LowInk() if profile.ink == "low" else None

    def has_back(self, deck: Deck) -> bool:
        """Return whether the backs of a deck are printed."""
        back = deck.spec.back
        shared = self.profile.shared_backs if self.options.shared_backs is None else self.options.shared_backs
        return self.options.backs and back is not None and (shared or back.each == "piece")

    def pieces(self, deck: Deck) -> Iterator[Piece]:
        """Yield every copy of every piece of a deck."""
        for row in rows_of(deck, self.options):
            copies = copies_of(deck, row, self.options)
            if not copies:
                continue
            back = self.checked.back(deck, row) if self.has_back(deck) else None
            front = self._printed(deck, row, self.checked.faces[deck.name, row.id, "front"])
            behind = self._printed(deck, row, back) if back else None
            for number in range(1, copies + 1):
                yield Piece(f"{deck.name}/{row.id}#{number}", deck.shape, deck.spec.bleed, front, behind)

    def _printed(self, deck: Deck, row: Row, face: Face) -> Symbol:
        symbol = face.symbol if self._ink is None else self._ink.symbol(face.symbol)
        if not self.profile.stamp:
            return symbol
        # A back that all share says the deck's name: with its piece on it, a card would be known from behind.
        words = (self.checked.game.spec.version, face.id or deck.name)
        whole = deck.shape.width * deck.shape.height
        taken = [ink.box for ink in face.inks if ink.box.width * ink.box.height < whole / 2]
        return stamped(symbol, deck.shape, deck.spec.safe, words, taken, self.checked.fonts)


def _write_pdf(path: Path, stock: str, sheets: tuple[Sheet, ...], checked: Checked, options: Options) -> None:
    """Write a stock's sheets as a PDF, fronts and backs alternating where it is two-sided."""
    spec = checked.game.spec
    pages: list[tuple[Drawing, Rect, Rect]] = []
    for one in sheets:
        draft = "DRAFT \u00b7 " if options.draft else ""
        title = " \u00b7 ".join(filter(None, (spec.title, checked.game.edition_title)))
        number = f"{draft}{title} \u00b7 {stock} \u00b7 sheet {one.number} of {one.count}"
        fine = " \u00b7 ".join(
            [
                f"version {spec.version}",
                *spec.credits,
                *(["unofficial"] if spec.unofficial else []),
            ]
        )
        words = Slug(number, fine)
        pages.append((sheet.draw(one, "front", words, checked.fonts), one.trim, one.bleed))
        if one.two_sided:
            pages.append((sheet.draw(one, "back", words, checked.fonts), one.trim, one.bleed))
    info = (f"{spec.title}: {stock}", ", ".join(spec.credits), spec.summary, f"beeprint {__version__}")
    duplex = options.flip if any(one.two_sided for one in sheets) else ""
    drawn = (f"{_content(drawing)} {trim} {bleed}" for drawing, trim, bleed in pages)

    def make() -> None:
        from beeprint.outputs import pdf

        pdf.write(path, [pdf.Page(*page) for page in pages], checked.fonts, pdf.Info(*info), duplex)

    checked.store.once(path, (*drawn, *info, duplex, str(checked.fonts.digests)), make)
