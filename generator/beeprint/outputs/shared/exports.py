"""Faces as pictures for virtual tables and for the web: pieces with names, files, an archive, a page of previews."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta
from msgspec.structs import replace

from beeprint import __version__
from beeprint.base.crew import Akin
from beeprint.base.geometry import MM_PER_INCH
from beeprint.base.options import ExportOptions, FileOptions
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.words import counted
from beeprint.formats import archive, gallery, png, webp
from beeprint.formats.tabletop import Component, Item, Made, Mosaic, Picture, loose, pattern
from beeprint.formats.tabletop.loose import Look, Named
from beeprint.game import binding
from beeprint.game.words import say
from beeprint.outputs.shared.files import write_text
from beeprint.outputs.shared.output import Job, Order, Product, Profile
from beeprint.outputs.shared.pieces import Checked, copies_in_box, rows_of, selected, small_print
from beeprint.outputs.shared.scenes import colour_of
from beeprint.sources.records import After
from beeprint.sources.schema import Flag, Int, Line, Number

# Prepare a game for virtual tables: its pieces with faces and names, and jobs that draw and join pictures.


#: What puts drawn pictures, by their names, into one file.
Pack = Callable[[Mapping[str, Path]], None]
#: The ending of pictures that are joined to others.
CELL = ".tga"
#: The work of 10,000 pixels.
_PIXELS = 2.0


class Preview(NamedTuple):
    """A small picture beside another one: its file, and its size in pixels."""

    file: Path
    size: tuple[int, int]


class TableKeys(Profile):
    """The keys of profiles for virtual tables: the dots per inch of their pictures."""

    dpi: Annotated[Number, Meta(ge=10, le=1200)] = 100


def piece_count(order: Order[Profile]) -> str:
    """Count the pieces that come onto the table in words; unlike the box, it holds alternative packs too."""
    options = order.options
    counts = {
        deck.name: sum(copies_in_box(deck, row, options) for row in rows_of(deck, options))
        for deck in selected(order.checked.game, options)
    }
    count_text = counted(sum(counts.values()), "piece")
    extra = [
        f"{deck.spec.title}: {counts[name]}"
        for name, deck in order.checked.game.decks.items()
        if counts.get(name) and deck.spec.print_ == 0
    ]
    return f"{count_text}, with alternative packs ({', '.join(extra)})" if extra and not options.only else count_text


def components(checked: Checked, options: FileOptions) -> Iterator[Component]:
    """Yield each deck with pieces as a virtual table shows it, with as many copies as the box holds."""
    for deck in selected(checked.game, options):
        items = []
        for row in rows_of(deck, options):
            back = checked.back(deck, row)
            named = binding.label(checked.game, deck, row)
            values = row.values.get("faces")
            items.append(
                Item(
                    row.id,
                    named.name,
                    named.description,
                    copies_in_box(deck, row, options),
                    checked.faces[deck.name, row.id, "front"].symbol,
                    back.symbol if back else None,
                    tuple(map(str, values)) if isinstance(values, (list, tuple)) and len(values) == 6 else (),
                    row.stem,
                )
            )
        if not items:
            continue
        one_back = deck.spec.back is not None and deck.spec.back.each == "deck"
        yield Component(deck.name, deck.spec.title, deck.role, deck.shape, tuple(items), one_back, deck.spec.bleed)


def jobs(
    order: Order[Profile],
    made: Made,
    pack: Pack | None = None,
    dpi: float = 0,
    quality: int = webp.FINE,
    previews: Mapping[str, Preview] | None = None,
) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
    """Return the jobs that draw each picture once, and those that join the pictures and write the other files.

    With `pack` the pictures are drawn in a temporary folder, and it packs them into one file. Pictures note that they
    have so many `dpi`, if it is given; `quality`, of 100, is that of WebP and JPEG files.
    `previews` are those of pictures by their names.
    """
    checked, folder = order.checked, order.folder
    drawn = beside(order)
    files = {name: (drawn if pack else folder) / name for name in made.pictures}
    first: dict[Path, Job] = {}
    last: list[Job] = []
    for name, picture in made.pictures.items():
        if isinstance(picture, Picture):
            preview = previews.get(name) if previews else None
            first[files[name]] = drawing(files[name], picture, checked, dpi, quality, preview)
            continue
        cells = {place: drawn / f"{cell.key}{CELL}" for place, cell in picture.cells.items()}
        first |= {cells[place]: drawing(cells[place], cell, checked) for place, cell in picture.cells.items()}
        size = picture.columns * picture.width * picture.rows * picture.height
        last.append((_work(size) / 10, partial(_join, files[name], picture, cells, checked)))
    if pack:
        last.append((1.0, partial(pack, files)))
    else:
        last += ((1.0, partial(write_text, folder / name, text)) for name, text in made.texts.items())
    return tuple(first.values()), tuple(last)


def beside(order: Order[Profile]) -> Path:
    """Return the folder for pictures of an order that are put into other files, outside the one that is delivered."""
    return order.folder.parents[1] / "drawn" / order.folder.name


def _work(pixels: float) -> float:
    return _PIXELS * pixels / 10_000


def drawing(
    path: Path,
    picture: Picture,
    checked: Checked,
    dpi: float = 0,
    quality: int = webp.FINE,
    preview: Preview | None = None,
) -> Job:
    """Return the job that draws a picture in the format of its file's ending, and notes that it has so many dpi.

    Pictures of one size show the faces of one deck, most often, and so the same ground and frame.
    """
    box = picture.drawing.box
    work = _work(box.width * box.height + (preview.size[0] * preview.size[1] if preview else 0))
    return work, Akin((box.width, box.height), partial(_draw, path, picture, checked, dpi, quality, preview))


def _draw(path: Path, picture: Picture, checked: Checked, dpi: float, quality: int, preview: Preview | None) -> None:
    """Draw a picture whose unit is a pixel: at 25.4 dots per inch, a pixel is a mm."""
    noted = () if not dpi and path.suffix == ".png" else (path.suffix, f"{dpi} {quality}")
    # The preview shows what was drawn, not what a format has left of it, whichever of both is in the cache.
    drawn = cache(partial(png.drawn, picture.drawing, checked.fonts, MM_PER_INCH, picture.cut))

    def make() -> None:
        if path.suffix == CELL:
            path.write_bytes(png.cell(drawn()))
        else:
            path.write_bytes(webp.encode(png.packed(drawn(), dpi or MM_PER_INCH), path.suffix, quality))

    checked.store.once(path, ("picture", picture.key, *noted, str(checked.fonts.digests)), make)
    if preview is not None:
        _shrink(preview, picture, checked, drawn)


def _shrink(preview: Preview, picture: Picture, checked: Checked, drawn: Callable[[], png.Pixels]) -> None:
    file, size = preview

    def make() -> None:
        file.write_bytes(webp.small(drawn(), size))

    checked.store.once(file, ("preview", picture.key, f"{size}", str(checked.fonts.digests)), make)


def _join(path: Path, mosaic: Mosaic, cells: Mapping[int, Path], checked: Checked) -> None:
    def make() -> None:
        png.join(path, mosaic.columns, mosaic.rows, mosaic.width, mosaic.height, cells)

    checked.store.once(path, ("mosaic", mosaic.key, str(checked.fonts.digests)), make)


#: The page of previews, and the longest side of a preview in pixels.
PAGE = "index.html"
_SMALL = 220
#: The dots per inch of a page at its usual size (CSS Values, section 6.2), and the quality of pictures that are sent.
_CSS_DPI, _SENT_QUALITY = 96.0, 85


class ExportKeys(TableKeys):
    """How faces are exported: see `Look`; `zip` packs all files into one, `previews` adds a page that shows them."""

    format: Literal["png", "webp", "jpg"] = "png"
    quality: Annotated[Int, Meta(ge=1, le=100)] = 90
    bleed: Flag = False
    corners: Literal["round", "square"] = "round"
    ground: Line = ""
    sides: loose.Sides = "both"
    name: Annotated[str, After(pattern.checked)] = pattern.USUAL
    most_pixels: Annotated[Int, Meta(ge=16, le=20_000)] = loose.MOST
    previews: Flag = True
    zip: Flag = False


def product(order: Order[ExportKeys]) -> Product:
    """Return the pictures and the list of the pieces; BuildError where two would have one name."""
    keys = _asked(order)
    look = _look(order, keys)
    decks = tuple(components(order.checked, order.options))
    named = list(loose.faces(decks, look))
    faults = list(_clashing(order.checked, named))
    if faults:
        raise BuildError(faults)
    made = loose.made(decks, named)
    whole = order.folder / f"{order.checked.game.spec.id}.zip"
    small = _previews(order, named, look) if keys.previews else {}

    def pack(files: Mapping[str, Path]) -> None:
        texts = {PAGE: _page(order, named, small)} if keys.previews else {}
        archive.pack(whole, files, {**made.texts, **texts})

    first, last = jobs(order, made, pack if keys.zip else None, look.dpi, keys.quality, small)
    if keys.previews and not keys.zip:
        last += ((1.0, lambda: write_text(order.folder / PAGE, _page(order, named, small))),)
    where = f"; {order.name}/{PAGE} shows them" if keys.previews and not keys.zip else ""
    line = f"{order.name}: {counted(len(made.pictures), 'picture')} of {counted(len(decks), 'deck')}{where}"
    return Product((order.name,), first, last, (line,), tuple(_coarser(order.name, decks, look)))


def _asked(order: Order[ExportKeys]) -> ExportKeys:
    """Return the keys of the profile, with what the options say instead."""
    options = order.options
    values: dict[str, Any] = {} if options.dpi is None else {"dpi": options.dpi}
    if isinstance(options, ExportOptions):
        values |= options.instead
    keys = replace(order.profile, **values)
    if "quality" in values and keys.format == "png":
        raise error_at(Place("--quality"), "pictures in PNG lose nothing", "add --format webp or --format jpg")
    return keys


def _look(order: Order[ExportKeys], keys: ExportKeys) -> Look:
    place = order.node.at(["ground"]) if keys.ground == order.profile.ground else Place("--ground")
    ground = colour_of(order.checked.game, keys.ground, place) if keys.ground else None
    rounded = keys.corners == "round"
    return Look(keys.dpi, keys.bleed, rounded, ground, keys.sides, keys.format, keys.name, keys.most_pixels)


def _clashing(checked: Checked, named: Sequence[Named]) -> Iterator[Problem]:
    """Yield a problem for each picture whose file another one has, at the row of its piece; case does not count."""
    taken: dict[str, Named] = {}
    for named_face in named:
        other = taken.setdefault(named_face.file.casefold(), named_face)
        if other is named_face:
            continue
        deck = checked.game.decks[named_face.deck.name]
        row = deck.rows.by_id[named_face.item.id] if named_face.item is not None else None
        place = deck.rows.place(row) if row is not None else checked.game.node.key_at(["decks"], deck.name)
        hint = "add {copy}, {id} or {n} to the pattern of the names, or {deck} for pieces of several decks"
        yield Problem(
            place,
            f"{_called(named_face)} and {_called(other)} would be written to the same file {named_face.file}",
            hint,
        )


def _called(named_face: Named) -> str:
    piece = (
        f"{named_face.deck.name}/{named_face.item.id}"
        if named_face.item is not None
        else f"the back of {named_face.deck.name}"
    )
    return f"the back of {piece}" if named_face.item is not None and named_face.side == "back" else piece


def _coarser(name: str, decks: Sequence[Component], look: Look) -> Iterator[str]:
    for deck in decks:
        reached = loose.reached(deck, look)
        if reached < look.dpi:
            yield (
                f"{name}: pictures of {deck.name} have {int(reached)} dpi, not {look.dpi:g}: "
                f"none may have more than {look.most} pixels a side"
            )


def _previews(order: Order[ExportKeys], named: Sequence[Named], look: Look) -> dict[str, Preview]:
    """Return where the preview of each picture is drawn, by the picture's file."""
    boxes = {}
    for number, named_face in enumerate(named):
        shown = loose.box(named_face.deck, look)
        small = replace(look, dpi=min(look.dpi, _SMALL / max(shown.width, shown.height) * MM_PER_INCH))
        file = beside(order) / "previews" / f"{number}.webp"
        boxes[named_face.file] = Preview(file, loose.size(named_face.deck, named_face.side, small))
    return boxes


def one_page(order: Order[TableKeys]) -> Product:
    """Return a web page that holds all pictures: one file, to send. Pictures are shown at their true size."""
    look = Look(order.options.dpi or order.profile.dpi, kind="webp")
    named = list(loose.faces(tuple(components(order.checked, order.options)), look))
    file = f"{order.checked.game.spec.id}.html"
    scale = _CSS_DPI / look.dpi

    def pack(files: Mapping[str, Path]) -> None:
        sizes = {each.file: loose.size(each.deck, each.side, look) for each in named}
        shown = {
            name: Preview(files[name], (round(width * scale), round(height * scale)))
            for name, (width, height) in sizes.items()
        }
        write_text(order.folder / file, _page(order, named, shown, leads=False))

    made = Made({each.file: each.picture for each in named}, {})
    first, last = jobs(order, made, pack, look.dpi, _SENT_QUALITY)
    line = f"{order.name}/{file}: {counted(len(named), 'picture')} in one file; send it, it opens in any browser"
    return Product((order.name,), first, last, (line,))


def _page(order: Order[Any], named: Sequence[Named], small: Mapping[str, Preview], leads: bool = True) -> str:
    """Return the page of pictures, which may lead to their files; a back that pieces share is shown after them."""
    game = order.checked.game
    back = say(game.written_in, "back")
    parts: dict[str, list[gallery.Preview]] = {}
    for named_face in named:
        file, size = small[named_face.file]
        name = named_face.item.name if named_face.item is not None else named_face.deck.title
        called = f"{name}, {back}" if named_face.side == "back" else name
        copies = (
            f"\u00a0\u00d7\u00a0{named_face.item.copies}"
            if named_face.item is not None and named_face.item.copies > 1
            else ""
        )
        id_ = f"{named_face.item.id} \u00b7 " if named_face.item is not None and named_face.item.id != name else ""
        preview = gallery.Preview(
            file.read_bytes(), size, called, f"{id_}{called}{copies}", named_face.file if leads else ""
        )
        parts.setdefault(named_face.deck.title, []).append(preview)
    draft = f"{say(game.written_in, 'draft')} \u00b7 " if order.checked.draft else ""
    return gallery.page(
        f"{draft}{game.full_title}", game.written_in, small_print(game), f"beeprint {__version__}", list(parts.items())
    )
