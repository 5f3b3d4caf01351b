"""Products: what each profile makes of a checked game, as jobs that can be done side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from beeprint import __version__, profile, sheet
from beeprint.drawing import Drawing
from beeprint.fonts import Fonts
from beeprint.game import Deck, Game
from beeprint.geometry import Rect
from beeprint.layout import Face
from beeprint.options import Options
from beeprint.outputs import faces as faces_output
from beeprint.problems import Place, Problem, fail
from beeprint.profile import Profile
from beeprint.rows import Row
from beeprint.schema import understand
from beeprint.sheet import Piece, Sheet, SheetSpec, Shown, Slug
from beeprint.source import Node
from beeprint.store import Store
from beeprint.workspace import slug

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

    def back(self, deck: Deck, row: Row) -> Face | None:
        """Return the back of a row's pieces."""
        return self.faces.get((deck.name, row.id, "back")) or self.faces.get((deck.name, "", "back"))


@dataclass(frozen=True)
class Product:
    """What a profile makes: its folder or files, the jobs that write them and how much work each is, PDFs' sheets."""

    title: str
    written: tuple[str, ...]
    jobs: tuple[tuple[float, Callable[[], None]], ...]
    sheets: Mapping[str, tuple[Sheet, ...]] = field(default_factory=dict)


def product(checked: Checked, name: str, work: Path, options: Options) -> Product:
    """Return how a profile is made in the folder `work`; its sheets by their files' names."""
    found, node = profile.load(checked.game.workspace, name, Place(name))
    if found.output == "faces":
        job = partial(faces_output.write, work / name, tuple(checked.faces.values()), checked.fonts)
        return Product(found.title, (name,), ((_FACE * len(checked.faces), job),))
    if found.output == "contact-sheet":
        return Product(found.title, (name,), tuple(_contact_sheets(checked, found, work / name, options)))
    sheets = {f"{name}/{slug(stock)}.pdf": (stock, drawn) for stock, drawn in _stocks(checked, found, node, options)}
    jobs = tuple(
        (
            _FACE * len({placed.symbol.key for one in drawn for placed in (*one.fronts, *one.backs)}) + len(drawn),
            partial(_write_pdf, work / file, stock, drawn, checked, options),
        )
        for file, (stock, drawn) in sheets.items()
    )
    return Product(found.title, tuple(sheets), jobs, {file: drawn for file, (_, drawn) in sheets.items()})


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

    _once(checked.store, path, sources, make)


def _content(drawing: Drawing) -> str:
    return f"{drawing.box} {' '.join(mark.key for mark in drawing.marks)}"


def _once(store: Store, path: Path, sources: Sequence[str], make: Callable[[], None]) -> None:
    """Write a file as it was made before from the same sources, else make it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    known = store.get("drawn", *sources)
    data = store.get("file", known) if known is not None else None
    if data is not None:
        path.write_bytes(data)
        return
    make()
    if store.keeps:
        store.put("drawn", store.put_file(path.read_bytes()).encode(), *sources)


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
    return options.copies.get(deck.name, deck.printed(row))


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
    stocks: dict[str, list[Deck]] = {}
    for deck in selected(loaded, options):
        stocks.setdefault(deck.spec.stock, []).append(deck)
    for stock, decks in stocks.items():
        two_sided = any(deck.spec.back for deck in decks)
        groups: dict[int, list[Piece]] = {}
        for deck in decks:
            which = next((i for i, (spec, _) in enumerate(specs) if spec.fits.takes(deck.shape, two_sided)), None)
            if which is None:
                raise fail(node.at(["sheets"]), f"no sheet of this profile takes the pieces of deck {deck.name}")
            groups.setdefault(which, []).extend(_pieces(checked, deck, options))
        sheets: list[Sheet] = []
        for which, pieces in groups.items():
            spec, place = specs[which]
            sheets += sheet.impose(pieces, spec, place, options.flip, options.backs, options.back_offset)
        if sheets:
            yield stock, _numbered(sheets)


def _numbered(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """Return the sheets of a file numbered through; one two-sided sheet makes the whole file two-sided."""
    two_sided = any(one.two_sided for one in sheets)
    return tuple(
        replace(one, number=number, count=len(sheets), two_sided=two_sided and not one.folded)
        for number, one in enumerate(sheets, start=1)
    )


def _pieces(checked: Checked, deck: Deck, options: Options) -> Iterator[Piece]:
    """Yield every copy of every piece of a deck."""
    for row in rows_of(deck, options):
        front = checked.faces[deck.name, row.id, "front"].symbol
        back = checked.back(deck, row)
        behind = back.symbol if back else None
        for number in range(1, copies_of(deck, row, options) + 1):
            yield Piece(f"{deck.name}/{row.id}#{number}", deck.shape, deck.spec.bleed, front, behind)


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

    _once(checked.store, path, (*drawn, *info, duplex, str(checked.fonts.digests)), make)
