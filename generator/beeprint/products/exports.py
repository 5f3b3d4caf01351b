"""Faces as pictures for the web and for virtual tables: their names, their files or an archive, a page of previews."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import AfterValidator, Field

from beeprint import __version__
from beeprint.base.geometry import MM_PER_INCH
from beeprint.base.options import ExportOptions
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.words import counted
from beeprint.files import archive
from beeprint.files.schema import Flag, Int, Line
from beeprint.formats import gallery
from beeprint.formats.tabletop import Component, loose, pattern
from beeprint.formats.tabletop.loose import Look, Named
from beeprint.game.words import say
from beeprint.products.files import write_text
from beeprint.products.output import Order, Product
from beeprint.products.pieces import Checked, small_print
from beeprint.products.scenes import colour_of
from beeprint.products.tables import Preview, TableKeys, beside, components, jobs

#: The page of previews, and the longest side of a preview in pixels.
PAGE = "index.html"
_SMALL = 220


class ExportKeys(TableKeys):
    """How faces are exported: see `Look`; `zip` packs all files into one, `previews` adds a page that shows them."""

    format: Literal["png", "webp", "jpg"] = "png"
    quality: Annotated[Int, Field(ge=1, le=100)] = 90
    bleed: Flag = False
    corners: Literal["round", "square"] = "round"
    ground: Line = ""
    sides: loose.Sides = "both"
    name: Annotated[str, AfterValidator(pattern.checked)] = pattern.USUAL
    most_pixels: Annotated[Int, Field(ge=16, le=20_000)] = loose.MOST
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
        texts = {PAGE: _page(order, named, look, small)} if keys.previews else {}
        archive.pack(whole, files, {**made.texts, **texts})

    first, last = jobs(order, made, pack if keys.zip else None, look.dpi, keys.quality, small)
    if keys.previews and not keys.zip:
        last += ((1.0, lambda: write_text(order.folder / PAGE, _page(order, named, look, small))),)
    where = f"; {order.name}/{PAGE} shows them" if keys.previews and not keys.zip else ""
    line = f"{order.name}: {counted(len(made.pictures), 'picture')} of {counted(len(decks), 'deck')}{where}"
    return Product((order.name,), first, last, (line,), tuple(_coarser(order.name, decks, look)))


def _asked(order: Order[ExportKeys]) -> ExportKeys:
    """Return the keys of the profile, with what the options say instead."""
    options = order.options
    found: dict[str, Any] = {} if options.dpi is None else {"dpi": options.dpi}
    if isinstance(options, ExportOptions):
        found |= options.instead
    keys = order.profile.model_copy(update=found)
    if "quality" in found and keys.format == "png":
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
    for one in named:
        other = taken.setdefault(one.file.casefold(), one)
        if other is one:
            continue
        deck = checked.game.decks[one.deck.name]
        row = deck.rows.by_id[one.item.id] if one.item is not None else None
        place = deck.rows.place(row) if row is not None else checked.game.node.key_at(["decks"], deck.name)
        hint = "add {copy}, {id} or {n} to the pattern of the names, or {deck} for pieces of several decks"
        yield Problem(place, f"{_called(one)} and {_called(other)} would be written to the same file {one.file}", hint)


def _called(one: Named) -> str:
    piece = f"{one.deck.name}/{one.item.id}" if one.item is not None else f"the back of {one.deck.name}"
    return f"the back of {piece}" if one.item is not None and one.side == "back" else piece


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
    found = {}
    for number, one in enumerate(named):
        shown = loose.box(one.deck, look)
        small = replace(look, dpi=min(look.dpi, _SMALL / max(shown.width, shown.height) * MM_PER_INCH))
        file = beside(order) / "previews" / f"{number}.webp"
        found[one.file] = Preview(file, loose.size(one.deck, one.side, small))
    return found


def _page(order: Order[ExportKeys], named: Sequence[Named], look: Look, small: Mapping[str, Preview]) -> str:
    """Return the page of previews; a back that pieces share is shown after them."""
    game = order.checked.game
    back = say(game.written_in, "back")
    parts: dict[str, list[gallery.Preview]] = {}
    for one in named:
        file, size = small[one.file]
        name = one.item.name if one.item is not None else one.deck.title
        called = f"{name}, {back}" if one.side == "back" else name
        copies = f"\u00a0\u00d7\u00a0{one.item.copies}" if one.item is not None and one.item.copies > 1 else ""
        id_ = f"{one.item.id} \u00b7 " if one.item is not None and one.item.id != name else ""
        preview = gallery.Preview(file.read_bytes(), size, called, f"{id_}{called}{copies}", one.file)
        parts.setdefault(one.deck.title, []).append(preview)
    draft = f"{say(game.written_in, 'draft')} \u00b7 " if order.checked.draft else ""
    return gallery.page(
        f"{draft}{game.full_title}", game.written_in, small_print(game), f"beeprint {__version__}", list(parts.items())
    )
