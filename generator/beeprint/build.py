"""The pipeline: find, read, understand, check, lay out, preflight, impose, draw, write, in this order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from beeprint import outputs, rules
from beeprint.base import manifest, processes
from beeprint.base.options import Options
from beeprint.base.problems import MAX_PROBLEMS, BuildError, Problem, capped, did_you_mean, error_at, only_errors
from beeprint.base.store import Store
from beeprint.draw.fonts import Fonts
from beeprint.face import template
from beeprint.face.frame import Frames
from beeprint.face.layout import Face, LayoutContext, lay_out
from beeprint.face.picture import Pictures
from beeprint.files import workspace
from beeprint.files.workspace import Workspace
from beeprint.game import edition, labels, model
from beeprint.game.model import Deck, Game
from beeprint.laser.plan import Bed
from beeprint.leaflet import leaflet
from beeprint.outputs import Checked, Product, copies_of, product, rows_of, selected, target_of
from beeprint.rules.preflight import preflight
from beeprint.sheet import Sheet

Say = Callable[[str], None]


@dataclass(frozen=True)
class Built:
    """What a build wrote: for each profile its folder, the PDFs with their sheets, the beds, how many pieces they hold.

    `part` is what the manifest says of it.
    """

    target: Path
    written: tuple[Path, ...]
    sheets: Mapping[str, tuple[Sheet, ...]]
    pieces: int
    part: Mapping[str, Any]
    beds: Mapping[str, Bed]


def check(folder: Path, options: Options, store: Store | None = None) -> Checked:
    """Return the game of a folder with its faces laid out and every problem found in steps 2 to 6."""
    store = store or Store()
    place = Workspace(folder)
    box, problems = model.load(place, options.language)
    broken = rules.check(box)
    editions: edition.Editions = {}
    try:
        editions = edition.editions(box)
    except BuildError as error:
        problems += error.problems
        if options.edition or options.players is not None:
            raise BuildError([*problems, *broken]) from error
    for variant, faults in edition.variants(box, editions):
        broken += [*faults, *rules.check(variant), *rules.uncovered(variant, edition.altered(box, variant))]
    problems += [replace(problem, severity="warning") for problem in broken] if options.draft else broken
    problems += rules.uncovered(box) if box.spec.rules else ()
    problems += labels.check(box)
    loaded = edition.chosen(box, editions, options.edition, options.players)
    fonts = Fonts(_font_finder(place, loaded), place.font_styles, store)
    problems += _unprintable(loaded, fonts, editions)
    pictures = Pictures(place, fonts, store)
    context = LayoutContext(loaded, fonts, pictures, Frames(pictures))
    faces, faults = _laid_out(context, options)
    # Rules are about the whole box, whichever part of it is made.
    rulebook = leaflet(replace(context, game=box), store, faces if loaded is box else {})
    faults += rulebook.problems if rulebook else ()
    return Checked(loaded, fonts, faces, tuple(dict.fromkeys([*problems, *faults])), store, rulebook)


def check_editions(checked: Checked, options: Options) -> tuple[Problem, ...]:
    """Return what is wrong with the faces that editions draw in another way, where the whole box was checked."""
    box = checked.game
    problems: list[Problem] = []
    if box.edition or box.players is not None:
        return ()
    try:
        editions = edition.editions(box)
    except BuildError:
        return ()  # reported already
    pictures = Pictures(box.workspace, checked.fonts, checked.store)
    for variant, _ in edition.variants(box, editions):
        only = {name: () for name in edition.redrawn(box, variant) if not options.only or name in options.only}
        if only:
            context = LayoutContext(variant, checked.fonts, pictures, Frames(pictures))
            _, faults = _laid_out(context, replace(options, only=only))
            problems += (
                replace(fault, message=f"edition {variant.edition}: {fault.message}")
                for fault in faults
                if fault not in checked.problems
            )
    return tuple(dict.fromkeys(problems))


def _laid_out(context: LayoutContext, options: Options) -> tuple[dict[tuple[str, str, str], Face], list[Problem]]:
    """Return the faces of all decks that are asked for, and what is wrong with them."""
    faces: dict[tuple[str, str, str], Face] = {}
    problems: list[Problem] = []
    for deck in selected(context.game, options):
        try:
            drawn = list(_few_faults(_faces(context, deck, options)))
        except BuildError as error:
            problems += error.problems
            continue
        faces |= {(face.deck, face.id, face.side): face for face in drawn}
        problems += (problem for face in drawn for problem in face.problems)
        problems += preflight(context.game, deck, drawn)
    return faces, problems


def _few_faults(faces: Iterable[Face]) -> Iterator[Face]:
    """Yield faces as long as not too much is wrong with them; BuildError with all that is."""
    problems: list[Problem] = []
    for face in faces:
        problems += face.problems
        if len(problems) > MAX_PROBLEMS:
            raise BuildError(capped(problems))
        yield face


def _unprintable(loaded: Game, fonts: Fonts, editions: edition.Editions) -> Iterator[Problem]:
    """Yield a problem for each text of the slug that its font cannot write."""
    spec = loaded.spec
    texts = {"title": spec.title, "version": spec.version, "credits": " ".join(spec.credits)}
    texts |= {f"stock of deck {name}": deck.stock for name, deck in spec.decks.items()}
    texts |= {f"title of edition {name}": one.title for name, one in editions.items()}
    for key, text in texts.items():
        for char in fonts["source-sans/regular"].missing(text):
            head, _, name = key.rpartition(" ")
            path = {"stock of deck": ("decks", name, "stock"), "title of edition": ("editions", name, "title")}.get(
                head, (key,)
            )
            message = f"{key} holds {char!r} (U+{ord(char):04X}), which the font of the sheets' margins lacks"
            yield Problem(loaded.node.at(path), message, "use another character")


def _font_finder(place: Workspace, loaded: Game) -> Callable[[str], Path]:
    def locate(key: str) -> Path:
        path = place.font_file(key)
        if path is None:
            family, _, style = key.partition("/")
            known = place.font_names()
            spot = loaded.node.at(["decks"])
            if family in known:
                raise error_at(spot, f"the font {family} has no style {style}")
            raise error_at(spot, f"there is no font {family}", did_you_mean(family, known))
        return path

    return locate


def _faces(context: LayoutContext, deck: Deck, options: Options) -> Iterator[Face]:
    """Yield the faces of a deck: each row's front and back, and a back that the deck shares once."""
    node = context.game.node
    place = context.game.workspace
    front = template.load(place, deck.spec.front, node.at(["decks", deck.name, "front"]))
    back = deck.spec.back
    behind = template.load(place, back.layout, node.at(["decks", deck.name, "back", "layout"])) if back else None
    shared = back is not None and back.each == "deck"
    faults = list(template.check(front, context.game, deck, shared=False))
    if behind is not None:
        faults += template.check(behind, context.game, deck, shared)
    if faults:
        raise BuildError(faults)
    rows = rows_of(deck, options)
    yield from lay_out(context, deck, front, rows, "front")
    if behind is not None:
        yield from lay_out(context, deck, behind, [None] if shared else rows, "back")


def build(checked: Checked, options: Options, say: Say = lambda text: None, told: outputs.Told | None = None) -> Built:
    """Write the profiles of a checked game; BuildError, and nothing written, where it has errors.

    `told` is a change list to write beside the first profile's files.
    """
    if only_errors(checked.problems):
        raise BuildError(checked.problems)
    loaded = checked.game
    target = target_of(loaded, options)
    with workspace.delivery(target, loaded.workspace.game) as work:
        made = {}
        for name in dict.fromkeys(options.profiles):
            made[name] = _product(checked, name, work, options)
            say(f"{name}: {made[name].title}")
        if told is not None:
            first = next(iter(made))
            made[first] = outputs.with_changes(made[first], told, checked, work / first)
        processes.run([job for one in made.values() for job in one.jobs])
        processes.run([job for one in made.values() for job in one.last])
        part = _part(checked, options)
        # What is printed for a table is told from what is built after it; of a part of the game nobody knows the rest.
        for name in (name for name, one in made.items() if one.recorded and not options.only):
            text = manifest.merged({**part, "profiles": {}}, {})
            (work / name / manifest.NAME).write_text(text, "utf-8", newline="\n")
        part["profiles"] = {name: _below(work, name) for name in made}
        before = manifest.read(target)
        (work / manifest.NAME).write_text(manifest.merged(part, before), "utf-8", newline="\n")
        workspace.deliver(work, target, manifest.stale(part, before), manifest.NAME)
    count = sum(copies_of(deck, row, options) for deck in selected(loaded, options) for row in rows_of(deck, options))
    sheets = {file: drawn for one in made.values() for file, drawn in one.sheets.items()}
    written = [target / path for one in made.values() for path in one.written]
    beds = {file: bed for one in made.values() for file, bed in one.beds.items()}
    return Built(target, tuple(written), sheets, count, part, beds)


def has_cuts(checked: Checked, options: Options) -> bool:
    """Return whether a laser's build has anything to cut."""
    from beeprint.outputs import cutting

    return bool(cutting.decks(checked.game, options))


def _product(checked: Checked, name: str, work: Path, options: Options) -> Product:
    """Return how a profile is made."""
    if options.laser is None:
        return product(checked, name, work, options)
    # What cuts and engraves takes a while to load, and no other build needs it.
    from beeprint.outputs import cutting

    return cutting.product(checked, name, work, options, options.laser)


def _below(work: Path, name: str) -> list[str]:
    """Return the files of a profile, as the manifest names them."""
    return sorted(path.relative_to(work).as_posix() for path in (work / name).rglob("*") if path.is_file())


def head(made: Game) -> dict[str, str]:
    """Return what the manifest says of a game as a whole."""
    spec = made.spec
    variant = {"edition": made.edition} if made.edition else {}
    return {"game": spec.id, "version": spec.version, "title": spec.title, **variant}


def pieces(checked: Checked, options: Options) -> list[dict[str, Any]]:
    """Return what the manifest says of each piece: copies, how many of these are printed, fields, keys of its faces."""
    found = []
    for deck in selected(checked.game, options):
        for row in rows_of(deck, options):
            back = checked.back(deck, row)
            held = {} if deck.printed(row) == row.copies else {"printed": deck.printed(row)}
            found.append(
                {
                    "id": f"{deck.name}/{row.id}",
                    "deck": deck.name,
                    "shape": f"{deck.spec.shape.kind} {deck.shape.width:g} x {deck.shape.height:g} mm",
                    "copies": row.copies,
                    **held,
                    "front": checked.faces[deck.name, row.id, "front"].symbol.key,
                    "back": back.symbol.key if back else None,
                    "fields": {name: text for name, text in row.texts.items() if name in deck.rows.columns},
                }
            )
    return found


def _part(checked: Checked, options: Options) -> dict[str, Any]:
    """Return what the manifest says of this build: the game and every piece; its files are known when all is made."""
    loaded = checked.game
    part = {"head": head(loaded), "decks": list(loaded.decks), "pieces": pieces(checked, options)}
    if options.only:
        part["known"] = [f"{deck.name}/{row.id}" for deck in loaded.decks.values() for row in deck.rows.rows]
    return part
