"""The pipeline: find, read, understand, check, lay out, preflight, impose, draw, write, in this order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from beeprint import __version__, game, profile, rules, sheet, template, workspace
from beeprint.fonts import Fonts
from beeprint.frame import Frames
from beeprint.game import Deck, Game
from beeprint.layout import Face, Studio, lay_out
from beeprint.outputs import faces as faces_output
from beeprint.outputs import pdf, png
from beeprint.picture import Pictures
from beeprint.problems import BuildError, Place, Problem, did_you_mean, fail, only_errors
from beeprint.profile import Profile
from beeprint.rows import Row
from beeprint.rules.preflight import preflight
from beeprint.schema import understand
from beeprint.sheet import Piece, Sheet, SheetSpec, Shown, Slug
from beeprint.sheet.impose import Flip
from beeprint.source import Node
from beeprint.workspace import Workspace, slug

MANIFEST = "manifest.json"
Say = Callable[[str], None]


@dataclass(frozen=True)
class Options:
    """What a build may be asked; `only` maps decks to ids (none: all), `copies` decks to copies of each piece."""

    profiles: tuple[str, ...] = profile.DEFAULT
    output: Path = Path("output")
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    flip: Flip = "long"
    backs: bool = True
    back_offset: tuple[float, float] = (0.0, 0.0)
    copies: Mapping[str, int] = field(default_factory=dict)
    draft: bool = False
    language: str = ""


@dataclass(frozen=True)
class Checked:
    """A game whose faces are laid out, and everything that is wrong with it."""

    game: Game
    fonts: Fonts
    faces: Mapping[tuple[str, str, str], Face]  # by deck, id ("" for a shared back) and side
    problems: tuple[Problem, ...]

    def back(self, deck: Deck, row: Row) -> Face | None:
        """Return the back of a row's pieces."""
        return self.faces.get((deck.name, row.id, "back")) or self.faces.get((deck.name, "", "back"))


@dataclass(frozen=True)
class Built:
    """What a build wrote: for each profile its folder, the PDFs with their sheets, and how many pieces they hold."""

    target: Path
    written: tuple[Path, ...]
    sheets: Mapping[str, tuple[Sheet, ...]]
    pieces: int


def check(folder: Path, options: Options) -> Checked:
    """Return the game of a folder with its faces laid out and every problem found in steps 2 to 6."""
    place = Workspace(folder)
    loaded, problems = game.load(place, options.language)
    broken = rules.check(loaded)
    problems += [replace(problem, severity="warning") for problem in broken] if options.draft else broken
    problems += rules.uncovered(loaded) if loaded.spec.rules else ()
    fonts = Fonts(_font_finder(place, loaded))
    problems += _unprintable(loaded, fonts)
    faces: dict[tuple[str, str, str], Face] = {}
    pictures = Pictures(place)
    studio = Studio(loaded, fonts, pictures, Frames(pictures))
    for deck in selected(loaded, options):
        try:
            drawn = list(_faces(studio, deck, options))
        except BuildError as error:
            problems += error.problems
            continue
        faces |= {(face.deck, face.id, face.side): face for face in drawn}
        problems += (problem for face in drawn for problem in face.problems)
        problems += preflight(loaded, deck, drawn)
    return Checked(loaded, fonts, faces, tuple(dict.fromkeys(problems)))


def _unprintable(loaded: Game, fonts: Fonts) -> Iterator[Problem]:
    """Yield a problem for each text of the slug that its font cannot write."""
    spec = loaded.spec
    texts = {"title": spec.title, "version": spec.version, "credits": " ".join(spec.credits)}
    texts |= {f"stock of deck {name}": deck.stock for name, deck in spec.decks.items()}
    for key, text in texts.items():
        for char in fonts["source-sans/regular"].missing(text):
            path = ("decks", key.rpartition(" ")[2], "stock") if key.startswith("stock") else (key,)
            message = f"{key} holds {char!r} (U+{ord(char):04X}), which the font of the sheets' margins lacks"
            yield Problem(loaded.node.at(path), message, "use another character")


def selected(loaded: Game, options: Options) -> list[Deck]:
    """Return the decks a build makes."""
    return [deck for name, deck in loaded.decks.items() if not options.only or name in options.only]


def rows_of(deck: Deck, options: Options) -> list[Row]:
    """Return the rows of a deck that a build makes."""
    ids = options.only.get(deck.name, ())
    return [row for row in deck.rows.rows if not ids or row.id in ids]


def _font_finder(place: Workspace, loaded: Game) -> Callable[[str], Path]:
    def locate(key: str) -> Path:
        path = place.font_file(key)
        if path is None:
            family, _, style = key.partition("/")
            known = place.font_names()
            spot = loaded.node.at(["decks"])
            if family in known:
                raise fail(spot, f"the font {family} has no style {style}")
            raise fail(spot, f"there is no font {family}", did_you_mean(family, known))
        return path

    return locate


def _faces(studio: Studio, deck: Deck, options: Options) -> Iterator[Face]:
    """Yield the faces of a deck: each row's front and back, and a back that the deck shares once."""
    node = studio.game.node
    place = studio.game.workspace
    front = template.load(place, deck.spec.front, node.at(["decks", deck.name, "front"]))
    back = deck.spec.back
    behind = template.load(place, back.layout, node.at(["decks", deck.name, "back", "layout"])) if back else None
    shared = back is not None and back.each == "deck"
    faults = list(template.check(front, studio.game, deck, shared=False))
    if behind is not None:
        faults += template.check(behind, studio.game, deck, shared)
    if faults:
        raise BuildError(faults)
    rows = rows_of(deck, options)
    yield from lay_out(studio, deck, front, rows, "front")
    if behind is not None:
        yield from lay_out(studio, deck, behind, [None] if shared else rows, "back")


def build(checked: Checked, options: Options, say: Say = lambda text: None) -> Built:
    """Write the profiles of a checked game; BuildError, and nothing written, where it has errors."""
    if only_errors(checked.problems):
        raise BuildError(checked.problems)
    loaded = checked.game
    target = options.output / (f"{loaded.spec.id}.{loaded.language}" if loaded.language else loaded.spec.id)
    written: list[Path] = []
    sheets: dict[str, tuple[Sheet, ...]] = {}
    files: dict[str, list[str]] = {}
    with workspace.delivery(target, loaded.workspace.game) as work:
        for name in dict.fromkeys(options.profiles):
            product, node = profile.load(loaded.workspace, name, Place(name))
            say(f"{name}: {product.title}")
            if product.output == "faces":
                faces_output.write(work / name, checked.faces.values(), checked.fonts)
                written.append(target / name)
            elif product.output == "contact-sheet":
                for deck in selected(loaded, options):
                    picture = sheet.contact(list(_shown(checked, deck, options)), deck.shape, checked.fonts)
                    png.write(work / name / f"{slug(deck.name)}.png", picture, checked.fonts, product.dpi)
                written.append(target / name)
            else:
                for stock, drawn in _stocks(checked, product, node, options):
                    file = f"{name}/{slug(stock)}.pdf"
                    _write_pdf(work / file, stock, drawn, checked, options)
                    sheets[file] = drawn
                    written.append(target / file)
            files[name] = sorted(p.relative_to(work).as_posix() for p in (work / name).rglob("*") if p.is_file())
        before = _manifest(target)
        (work / MANIFEST).write_text(_manifest_text(checked, options, files, before), "utf-8", newline="\n")
        kept = bool(options.only)
        old = before.get("profiles", {})
        stale = [] if kept else [f for name in files for f in old.get(name, ()) if f not in files[name]]
        workspace.deliver(work, target, stale, MANIFEST)
    pieces = sum(_copies(deck, row, options) for deck in selected(loaded, options) for row in rows_of(deck, options))
    return Built(target, tuple(written), sheets, pieces)


def _copies(deck: Deck, row: Row, options: Options) -> int:
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
        for number in range(1, _copies(deck, row, options) + 1):
            yield Piece(f"{deck.name}/{row.id}#{number}", deck.shape, deck.spec.bleed, front, behind)


def _write_pdf(path: Path, stock: str, sheets: tuple[Sheet, ...], checked: Checked, options: Options) -> None:
    """Write a stock's sheets as a PDF, fronts and backs alternating where it is two-sided."""
    spec = checked.game.spec
    pages = []
    for one in sheets:
        draft = "DRAFT \u00b7 " if options.draft else ""
        number = f"{draft}{spec.title} \u00b7 {stock} \u00b7 sheet {one.number} of {one.count}"
        fine = " \u00b7 ".join(
            [
                f"version {spec.version}",
                *spec.credits,
                *(["unofficial"] if spec.unofficial else []),
            ]
        )
        words = Slug(number, fine)
        pages.append(pdf.Page(sheet.draw(one, "front", words, checked.fonts), one.trim, one.bleed))
        if one.two_sided:
            pages.append(pdf.Page(sheet.draw(one, "back", words, checked.fonts), one.trim, one.bleed))
    path.parent.mkdir(parents=True, exist_ok=True)
    info = pdf.Info(f"{spec.title}: {stock}", ", ".join(spec.credits), spec.summary, f"beeprint {__version__}")
    duplex = options.flip if any(one.two_sided for one in sheets) else ""
    pdf.write(path, pages, checked.fonts, info, duplex)


def _manifest(target: Path) -> dict[str, Any]:
    """Return the manifest that an earlier build left, as far as it can be read."""
    try:
        found = json.loads((target / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    profiles = found.get("profiles") if isinstance(found, dict) else None
    if not isinstance(profiles, dict):
        return {}
    listed = {
        str(name): [str(file) for file in files if isinstance(file, str) and file.startswith(f"{name}/")]
        for name, files in profiles.items()
        if isinstance(files, list)
    }
    listed_pieces = found.get("pieces")
    pieces = [
        piece
        for piece in (listed_pieces if isinstance(listed_pieces, list) else ())
        if isinstance(piece, dict) and isinstance(piece.get("id"), str) and isinstance(piece.get("deck"), str)
    ]
    return {"profiles": listed, "pieces": pieces}


def _manifest_text(
    checked: Checked, options: Options, files: Mapping[str, list[str]], before: Mapping[str, Any]
) -> str:
    """Return the manifest: every piece with copies, fields and the hashes of its faces, and each profile's files.

    A build of a part of the game keeps what the manifest said of the rest.
    """
    spec = checked.game.spec
    pieces: dict[str, Any] = {}
    if options.only:
        known = {f"{deck.name}/{row.id}" for deck in checked.game.decks.values() for row in deck.rows.rows}
        pieces = {piece["id"]: piece for piece in before.get("pieces", ()) if piece["id"] in known}
    for deck in selected(checked.game, options):
        for row in rows_of(deck, options):
            back = checked.back(deck, row)
            pieces[f"{deck.name}/{row.id}"] = {
                "id": f"{deck.name}/{row.id}",
                "deck": deck.name,
                "copies": row.copies,
                "front": checked.faces[deck.name, row.id, "front"].symbol.key,
                "back": back.symbol.key if back else None,
                "fields": {name: text for name, text in row.texts.items() if name in deck.rows.columns},
            }
    profiles = {**before.get("profiles", {}), **files}
    if options.only:
        profiles |= {name: sorted({*before.get("profiles", {}).get(name, ()), *new}) for name, new in files.items()}
    order = {name: index for index, name in enumerate(checked.game.decks)}
    content = {
        "game": spec.id,
        "version": spec.version,
        "title": spec.title,
        "pieces": sorted(pieces.values(), key=lambda piece: order.get(piece["deck"], 0)),
        "profiles": {name: profiles[name] for name in sorted(profiles)},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
