"""The pipeline: find, read, understand, check, lay out, preflight, impose, draw and write, in this order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from beeprint import outputs, rules
from beeprint.base import manifest, processes
from beeprint.base.options import CheckOptions, FileOptions, LaserOptions, Options
from beeprint.base.problems import MAX_PROBLEMS, BuildError, Place, Problem, capped, did_you_mean, error_at, only_errors
from beeprint.base.store import Store
from beeprint.draw.fonts import Fonts
from beeprint.face import template
from beeprint.face.frame import Frames
from beeprint.face.layout import Face, LayoutContext, lay_out
from beeprint.face.picture import SUFFIXES, Pictures
from beeprint.files.delivery import deliver, delivery
from beeprint.files.workspace import Workspace
from beeprint.game import edition, labels, model
from beeprint.game.model import Deck, Game
from beeprint.laser.plan import Bed
from beeprint.leaflet import leaflet
from beeprint.products import Checked, Product, copies_of, listing, rows_of, selected, target_of
from beeprint.products.changed import Changed, with_changes
from beeprint.rules.preflight import preflight
from beeprint.sheet import Sheet

Say = Callable[[str], None]


@dataclass(frozen=True)
class Built:
    """What a build wrote: its folder, the files to report, what each profile made, and the number of pieces.

    `part` is its part of the manifest.
    """

    target: Path
    written: tuple[Path, ...]
    products: Mapping[str, Product]
    part: Mapping[str, Any]
    pieces: int

    @property
    def sheets(self) -> dict[str, tuple[Sheet, ...]]:
        """Return the sheets of each PDF, by its name below the target."""
        return {file: drawn for one in self.products.values() for file, drawn in one.sheets.items()}

    @property
    def beds(self) -> dict[str, Bed]:
        """Return the beds of a laser, by the name of their files below the target."""
        return {file: bed for one in self.products.values() for file, bed in one.beds.items()}


def check(folder: Path, options: CheckOptions, store: Store | None = None) -> Checked:
    """Check the game in a folder: lay out its faces and collect the problems of steps 2 to 6."""
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
    find = _font_finder(place, loaded)
    fonts = Fonts(find, place.font_styles, store, loaded.spec.fonts, place.fonts_alike, place.font_weight)
    problems += _unknown_fonts(loaded, fonts)
    problems += _unprintable(loaded, fonts, editions)
    problems += _unused_raster(loaded)
    pictures = Pictures(place, fonts, store, loaded.spec.raster)
    context = LayoutContext(loaded, fonts, pictures, Frames(pictures))
    faces, faults = _laid_out(context, options)
    # The leaflet is about the whole box, even when only a part of it is made.
    rulebook = leaflet(replace(context, game=box), store, faces if loaded is box else {})
    faults += rulebook.problems if rulebook else ()
    faults += pictures.warnings
    return Checked(loaded, fonts, faces, tuple(dict.fromkeys([*problems, *faults])), store, rulebook)


def check_editions(checked: Checked, options: CheckOptions) -> tuple[Problem, ...]:
    """Check the faces that editions draw differently; nothing unless the whole box was checked."""
    box = checked.game
    problems: list[Problem] = []
    if box.edition or box.players is not None:
        return ()
    try:
        editions = edition.editions(box)
    except BuildError:
        return ()  # reported already
    pictures = Pictures(box.workspace, checked.fonts, checked.store, box.spec.raster)
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
    problems += (warning for warning in pictures.warnings if warning not in checked.problems)
    return tuple(dict.fromkeys(problems))


def _laid_out(context: LayoutContext, options: CheckOptions) -> tuple[dict[tuple[str, str, str], Face], list[Problem]]:
    """Lay out the faces of all decks asked for; return them and their problems."""
    faces: dict[tuple[str, str, str], Face] = {}
    problems: list[Problem] = []
    for deck in selected(context.game, options):
        try:
            drawn = list(_few_faults(_faces(context, deck, options, problems)))
        except BuildError as error:
            problems += error.problems
            continue
        faces |= {(face.deck, face.id, face.side): face for face in drawn}
        problems += (problem for face in drawn for problem in face.problems)
        problems += preflight(context.game, deck, drawn)
    return faces, problems


def _few_faults(faces: Iterable[Face]) -> Iterator[Face]:
    """Yield faces until they have more than MAX_PROBLEMS problems; then BuildError with these."""
    problems: list[Problem] = []
    for face in faces:
        problems += face.problems
        if len(problems) > MAX_PROBLEMS:
            raise BuildError(capped(problems))
        yield face


def _unprintable(loaded: Game, fonts: Fonts, editions: edition.Editions) -> Iterator[Problem]:
    """Yield a problem for each character of the slug that its font lacks."""
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
            message = f"{key} holds {char!r} (U+{ord(char):04X}), which the font of the sheet margins lacks"
            yield Problem(loaded.node.at(path), message, "use letters of the Latin, Greek or Cyrillic alphabet")


def _unknown_fonts(loaded: Game, fonts: Fonts) -> Iterator[Problem]:
    """Yield a problem for each family under `fonts:` that is to be used and does not exist."""
    for name, family in loaded.spec.fonts.items():
        if family not in fonts.families and family.lower() not in fonts.names:
            hint = did_you_mean(family, fonts.families)
            yield Problem(loaded.node.at(["fonts", name]), f"there is no font {family}", hint)


def _unused_raster(loaded: Game) -> Iterator[Problem]:
    """Yield a problem for each folder or picture under `raster:` that is not in art/."""
    names = loaded.workspace.names("art", SUFFIXES) if any(loaded.spec.raster) else []
    folders = {name[:at] for name in names for at, char in enumerate(name) if char == "/"}
    for key in loaded.spec.raster:
        if key and key.rstrip("/") not in {*names, *folders}:
            hint = did_you_mean(key, {*folders, *names})
            place = loaded.node.key_at(["raster"], key)
            yield Problem(place, f"art has no folder or picture {key}", hint)


def _font_finder(place: Workspace, loaded: Game) -> Callable[[str], Path]:
    def locate(key: str) -> Path:
        path = place.font_file(key)
        if path is None:
            family, _, style = key.partition("/")
            known = place.font_names()
            spot = loaded.node.at(["decks"])
            if family in known:
                styles = place.font_styles()[family]
                hint = f"its styles are {', '.join(styles)}" if len(styles) > 1 else f"its only style is {styles[0]}"
                raise error_at(spot, f"the font {family} has no style {style}", hint)
            raise error_at(spot, f"there is no font {family}", did_you_mean(family, known))
        return path

    return locate


def _faces(context: LayoutContext, deck: Deck, options: CheckOptions, warnings: list[Problem]) -> Iterator[Face]:
    """Yield the faces of a deck: the front of each row, then the back of each row or one shared back."""
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
    warnings += (*front.warnings, *(behind.warnings if behind is not None else ()))
    rows = rows_of(deck, options)
    yield from lay_out(context, deck, front, rows, "front")
    if behind is not None:
        yield from lay_out(context, deck, behind, [None] if shared else rows, "back")


def build(
    checked: Checked, options: FileOptions, say: Say = lambda text: None, changed: Changed | None = None
) -> Built:
    """Write the profiles of a checked game; BuildError, and nothing written, where it has errors.

    `changed` is a change list to write beside the first profile's files.
    """
    if only_errors(checked.problems):
        raise BuildError(checked.problems)
    target = target_of(checked.game, options)
    with delivery(target, checked.game.workspace.game) as work:
        made = _products(checked, work, options, say)
        if changed is not None:
            first = next(iter(made))
            made[first] = with_changes(made[first], changed, checked, work / first)
        processes.run([job for one in made.values() for job in one.jobs])
        processes.run([job for one in made.values() for job in one.last])
        part = _recorded(checked, made, work, options)
        deliver(work, target, part)
    written = tuple(target / path for one in made.values() for path in one.written)
    return Built(target, written, made, part, _count(checked, made, options))


def has_cuts(checked: Checked, options: FileOptions) -> bool:
    """Return whether a laser's build has anything to cut."""
    from beeprint.products import cutting

    return bool(cutting.decks(checked.game, options))


def _products(checked: Checked, work: Path, options: FileOptions, say: Say) -> dict[str, Product]:
    """Return the product of each profile, by name."""
    products: dict[str, Product] = {}
    titles: dict[str, str] = {}
    place = checked.game.workspace
    for name in dict.fromkeys(options.profiles):
        if isinstance(options, LaserOptions):
            # These modules load slowly, and only a build for a laser needs them.
            from beeprint.laser import layers
            from beeprint.products import cutting

            profile = layers.load(place, name, Place(name))
            titles[name], products[name] = profile.title, cutting.product(checked, profile, work / name, options)
        else:
            assert isinstance(options, Options)
            known = outputs.load(place, name, Place(name))
            titles[name], products[name] = known.profile.title, known.product(checked, work / name, options)
    for name, title in titles.items():
        say(f"{name}: {title}")
    return products


def _recorded(checked: Checked, made: Mapping[str, Product], work: Path, options: FileOptions) -> dict[str, Any]:
    """Return a build's part of the manifest, once all its files are written.

    The folder of a playtest also keeps a manifest of the state it was printed from, which later builds leave alone;
    not if only a part of the game was made, since the rest is unknown.
    """
    part = listing.part(checked, options)
    for name in (name for name, one in made.items() if one.recorded and not options.only):
        text = manifest.merged({**part, "profiles": {}}, {})
        (work / name / manifest.NAME).write_text(text, "utf-8", newline="\n")
    return {**part, "profiles": {name: _below(work, name) for name in made}}


def _count(checked: Checked, made: Mapping[str, Product], options: FileOptions) -> int:
    """Count the pieces made: those on a laser's beds, else the copies of all selected rows."""
    if isinstance(options, LaserOptions):
        beds = [bed for one in made.values() for bed in one.beds.values()]
        return sum(len(bed.placed) for bed in beds if bed.side == "front")
    decks = selected(checked.game, options)
    return sum(copies_of(deck, row, options) for deck in decks for row in rows_of(deck, options))


def _below(work: Path, name: str) -> list[str]:
    """Return the files of a profile by the names that the manifest uses."""
    return sorted(path.relative_to(work).as_posix() for path in (work / name).rglob("*") if path.is_file())
