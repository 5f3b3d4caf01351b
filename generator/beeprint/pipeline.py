"""The pipeline: find, read, understand, check, lay out, preflight, impose, draw and write, in this order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from beeprint import outputs, rules
from beeprint.base import budget, crew, manifest
from beeprint.base.lean import MANY
from beeprint.base.memo import Memo
from beeprint.base.options import CheckOptions, FileOptions, LaserOptions, Options
from beeprint.base.problems import (
    BuildError,
    Place,
    Problem,
    capped,
    error_at,
    only_errors,
)
from beeprint.base.store import Store
from beeprint.delivery import deliver, delivery, names_below
from beeprint.delivery.reuse import read_by
from beeprint.drawing import svg
from beeprint.drawing.fonts import Fonts
from beeprint.face import named
from beeprint.face.frame import Frames
from beeprint.face.layout import Face, FaceId, KeptFaces, LayoutContext
from beeprint.face.picture import Pictures
from beeprint.face.reading_ahead import reading_ahead
from beeprint.game import binding, edition, game_fonts, lent_fonts, model
from beeprint.game.boxes import left_out, with_boxes
from beeprint.game.icon_words import doubtful_words
from beeprint.game.model import Game
from beeprint.leaflet import check as check_leaflet
from beeprint.leaflet import leaflet
from beeprint.outputs.shared import Checked, Product, copies_of, listing, rows_of, scenes, selected, target_of
from beeprint.outputs.shared.faces import DeckFaces, DeckLayouts, by_id, holes_of
from beeprint.outputs.shared.output import Told
from beeprint.outputs.shared.parts import make_parts
from beeprint.rules.large_pictures import large_pictures
from beeprint.rules.preflight import Preflight
from beeprint.sheet import Sheet
from beeprint.sources.workspace import GAME, Workspace, shown

if TYPE_CHECKING:
    # Not loaded by a build that needs neither beds nor a change list.
    from beeprint.laser.plan import Bed
    from beeprint.outputs.shared.listing import Changed

Say = Callable[[str], None]
Faces = Mapping[FaceId, Face]
#: In a game with very many faces, a deck with more rows than this is large.
_LARGE = 500
#: What checking another language costs, and a unit of a job's work, in steps.
_LANGUAGE, _WORK = 100_000, 350


class Built(Struct, frozen=True):
    """What a build wrote: its folder, the files to report, what each profile made, and the number of pieces.

    `part` is its part of the manifest; `warnings` are what the profiles find, such as a printer's narrower safe zone.
    """

    target: Path
    written: tuple[Path, ...]
    products: Mapping[str, Product]
    part: Mapping[str, Any]
    pieces: int
    warnings: tuple[Problem, ...] = ()

    @property
    def sheets(self) -> dict[str, tuple[Sheet, ...]]:
        """Return the sheets of each PDF, by its name below the target."""
        return {file: drawn for product in self.products.values() for file, drawn in product.sheets.items()}

    @property
    def beds(self) -> dict[str, Bed]:
        """Return the beds of a laser, by the name of their files below the target."""
        return {file: bed for product in self.products.values() for file, bed in product.beds.items()}


class Kept:
    """What an earlier check of a game leaves for the next one, so that it does only what has changed."""

    def __init__(self) -> None:
        self.rows: model.KeptRows = Memo()
        self.faces = KeptFaces()
        self._preflights: dict[str, Preflight] = {}

    def preflight(self, deck: str) -> Preflight:
        """Return what checks the faces of a deck."""
        return self._preflights.setdefault(deck, Preflight())


class Follower:
    """Somebody who watches a check; this one does nothing."""

    def wants(self, game: Game) -> Collection[FaceId]:
        """Return the faces to lay out before all others, since somebody looks at them."""
        return ()

    def touched(self) -> Collection[Path]:
        """Return all files that have changed since the last check with the same `kept`; none if that is not known."""
        return ()

    def seen_first(self, game: Game, fonts: Fonts, faces: Faces) -> None:
        """Take the wanted faces; no others are laid out yet."""

    def seen(self, game: Game, fonts: Fonts, faces: Faces) -> None:
        """Take the faces, which are laid out but not yet checked."""

    def told(self, what: str, done: int, total: int) -> None:
        """Hear how many are done of a long task, and of how many."""

    def go_on(self) -> None:
        """Raise an exception if the check is no longer wanted."""


def check(
    folder: Path,
    options: CheckOptions,
    store: Store | None = None,
    kept: Kept | None = None,
    follower: Follower | None = None,
    place: Workspace | None = None,
) -> Checked:
    """Check the game in a folder: lay out its faces and collect the problems of steps 2 to 6.

    With `place`, the folder's files are as it has them, such as those of a change that is not written.

    `kept` is what an earlier check of the same folder left, so that only what has changed is laid out. `follower` is
    told the faces as soon as they are there, before the checks that take longer, and may stop these.
    """
    with of_game(folder):
        return _check(place or Workspace(folder), options, store or Store(), kept, follower or Follower())


def of_game(folder: Path) -> AbstractContextManager[None]:
    """Return the budget on which all checks of a game draw that run within it."""
    return budget.of_game("check", Place(shown(folder / GAME)))


def _check(place: Workspace, options: CheckOptions, store: Store, kept: Kept | None, follower: Follower) -> Checked:
    """Check a game on the budget around it."""
    in_passing, kept = kept is None, kept or Kept()
    box, problems = model.load(place, options.language, kept.rows)
    editions: edition.Editions = {}
    unreadable: tuple[Problem, ...] = ()
    try:
        editions = edition.editions(box)
    except BuildError as error:
        unreadable = error.problems
        if options.edition or options.players is not None:
            raise BuildError([*problems, *unreadable, *rules.check(box)]) from error
    loaded = edition.chosen(box, editions, options.edition, options.players)
    loaded = _boxed(loaded, problems)
    find = game_fonts.finder(place, loaded)
    context = kept.faces.context(
        loaded,
        options.unfinished,
        lambda: game_fonts.fonts_of(loaded, find, store),
        lambda fonts: Pictures(place, fonts, store, loaded.spec.raster),
        follower.touched(),
    )
    fonts, pictures = context.fonts, context.pictures
    with reading_ahead(pictures):
        decks = _laid_out(context, options, kept.faces, follower, store if in_passing else None)
    faces: Faces = by_id(decks)
    follower.seen(loaded, fonts, faces)
    broken = _broken(box, editions)
    problems += unreadable
    problems += [replace(problem, severity="warning") for problem in broken] if options.unfinished else broken
    problems += _set_ups(box, editions, options)
    problems += rules.uncovered(box) if box.spec.rules else ()
    problems, unread = _without_unread(problems, options)
    problems += binding.check(box)
    problems += left_out(box)
    problems += capped(lent_fonts.faults(loaded.spec.fonts, loaded.spec.languages, loaded.node, fonts))
    problems += named.missing(loaded, fonts, editions, options)
    problems += doubtful_words(loaded)
    for deck in decks:
        follower.go_on()
        problems += deck.faults(context, kept.preflight(deck.deck.name))
    problems += large_pictures(place, faces.values())
    follower.go_on()
    rulebook = leaflet(context, store, faces, follower.go_on)
    problems += rulebook.problems if rulebook else ()
    problems += pictures.warnings
    holes = holes_of(decks)
    holes.update(problem.hole for problem in unread)
    holes.update({"broken rule": len(only_errors(broken))} if options.unfinished and only_errors(broken) else {})
    draft = options.draft or bool(holes)
    return Checked(loaded, fonts, faces, svg.said_once(problems), store, rulebook, holes, draft)


def _boxed(loaded: Game, problems: list[Problem]) -> Game:
    """Return a game with its boxes, or without them where they are wrong; what is wrong is added to `problems`."""
    try:
        return with_boxes(loaded)
    except BuildError as error:
        problems += error.problems
        return loaded


def _set_ups(box: Game, editions: edition.Editions, options: CheckOptions) -> list[Problem]:
    """Return what is wrong with the set-ups of a game and its editions; a draft does without them."""
    problems = scenes.check(box, (variant for variant, _ in edition.variants(box, editions)))
    return [replace(problem, severity="warning") for problem in problems] if options.unfinished else problems


def _without_unread(problems: list[Problem], options: CheckOptions) -> tuple[list[Problem], list[Problem]]:
    """Return problems with those of cells that a draft can do without as warnings, and these as they were."""
    unread = [problem for problem in only_errors(problems) if problem.hole] if options.unfinished else []
    return [
        replace(kept_problem, severity="warning") if kept_problem in unread else kept_problem
        for kept_problem in problems
    ], unread


def _broken(box: Game, editions: edition.Editions) -> list[Problem]:
    """Return what the rules find wrong with a game and its editions."""
    broken = rules.check(box)
    for variant, problems in edition.variants(box, editions):
        broken += [*problems, *rules.check(variant), *rules.uncovered(variant, edition.altered(box, variant))]
    return broken


def check_editions(checked: Checked, options: CheckOptions) -> tuple[Problem, ...]:
    """Check the faces and leaflets that differ from the box's; nothing unless the whole box was checked."""
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
        faults = check_leaflet(variant, checked.store)
        if only:
            context = LayoutContext(variant, checked.fonts, pictures, Frames(pictures), options.unfinished)
            decks = _laid_out(context, replace(options, only=only), KeptFaces())
            faults += tuple(fault for deck in decks for fault in deck.faults(context, Preflight()))
        problems += (
            replace(fault, message=f"edition {variant.edition}: {fault.message}")
            for fault in faults
            if fault not in checked.problems
        )
    for few in edition.by_players(box):
        problems += (
            replace(fault, message=f"for {few.players} players: {fault.message}")
            for fault in check_leaflet(few, checked.store)
            if fault not in checked.problems
        )
    problems += (warning for warning in pictures.warnings if warning not in checked.problems)
    return tuple(dict.fromkeys(problems))


def check_whole(checked: Checked, options: CheckOptions) -> tuple[Problem, ...]:
    """Check what else a game declares: its editions, and its other languages unless one was asked for."""
    with of_game(checked.game.workspace.game):
        return _check_whole(checked, options)


def _check_whole(checked: Checked, options: CheckOptions) -> tuple[Problem, ...]:
    """Check what else a game declares on the budget around it."""
    checked_editions = dict.fromkeys(check_editions(checked, options))
    spec = checked.game.spec
    for language in spec.languages[1:] if not options.language else ():
        asked = replace(options, language=language)
        budget.spend("languages", _LANGUAGE, at=partial(checked.game.node.at, ["languages"]))
        try:
            other = check(checked.game.workspace.game, asked, checked.store)
            faults = (*other.problems, *check_editions(other, asked))
        except BuildError as error:
            faults = error.problems
        known = {*checked.problems, *checked_editions}
        checked_editions |= dict.fromkeys(
            replace(fault, message=f"language {language}: {fault.message}") for fault in faults if fault not in known
        )
    return tuple(checked_editions)


def _laid_out(
    context: LayoutContext,
    options: CheckOptions,
    kept: KeptFaces,
    follower: Follower | None = None,
    store: Store | None = None,
) -> list[DeckFaces]:
    """Lay out the faces of all decks asked for, those first that the follower wants.

    With a `store`, those of large decks are not kept, if there are too many, but what was found of them.
    """
    decks = [DeckLayouts(context, deck, options, kept) for deck in selected(context.game, options, boxes=True)]
    wanted = follower.wants(context.game) if follower is not None else ()
    if follower is not None and wanted:
        first = [face for deck in decks for face in deck.some(wanted)]
        follower.seen_first(context.game, context.fonts, {(face.deck, face.id, face.side): face for face in first})
    if store is None or sum(deck.rows for deck in decks) <= MANY:
        return [deck.faces() for deck in decks]
    told, game = (follower or Follower()).told, context.game
    asked = (game.language, game.edition, game.asked_players, context.draft, options.only)
    inputs = read_by(store, game.workspace.game, Path.cwd(), asked)
    return [deck.in_passing(told, store, inputs) if deck.rows > _LARGE else deck.faces() for deck in decks]


def build(
    checked: Checked,
    options: FileOptions,
    say: Say = lambda text: None,
    changed: Changed | None = None,
    done: Callable[[float], None] = lambda share: None,
    told: Told = lambda what, done, total: None,
) -> Built:
    """Write the profiles of a checked game; BuildError, and nothing written, where it has errors.

    `changed` is a change list to write beside the first profile's files. `done` hears which share of the work is done,
    as far as this process does it; `told` hears how many files of a large deck are written, and of how many.
    """
    if only_errors(checked.problems):
        raise BuildError(checked.problems)
    target, game = target_of(checked.game, options), checked.game.workspace.game
    with delivery(target, game) as work:
        built = write(checked, work, options, say, changed, done, told)
        deliver(work, target, built.part)
    return built


def write(
    checked: Checked,
    work: Path,
    options: FileOptions,
    say: Say = lambda text: None,
    changed: Changed | None = None,
    done: Callable[[float], None] = lambda share: None,
    told: Told = lambda what, done, total: None,
) -> Built:
    """Write the profiles of a sound game into an empty folder, a folder each; BuildError for what they find wrong.

    Nothing is put in place: the caller moves the files to the target, which files may name, and `part` to its manifest.
    """
    _chosen(checked, options)
    target = target_of(checked.game, options)
    with budget.of_game("write", Place(shown(checked.game.workspace.game / GAME))):
        made = _products(checked, work, options, say)
        problems = [problem for product in made.values() for problem in product.problems]
        if only_errors(problems):
            raise BuildError(problems)
        if changed is not None:
            from beeprint.outputs.shared.listing import with_changes

            first = next(iter(made))
            made[first] = with_changes(made[first], changed, checked, work / first)
        for product in made.values():
            product.spend()
        jobs = [job for product in made.values() for job in product.jobs]
        budget.spend("files", sum(work for work, _ in jobs) * _WORK)
        crew.run(jobs, done)
        parts = [part for product in made.values() for part in product.parts]
        if parts:
            make_parts(parts, checked.store, work, say, told)
        crew.run([job for product in made.values() for job in product.last])
        recorded = _recorded(checked, made, work, options)
    written = tuple(target / path for product in made.values() for path in product.written)
    pieces, warnings = _count(checked, made, options), tuple(dict.fromkeys(problems))
    return Built(target, written, made, recorded, pieces, warnings)


def _chosen(checked: Checked, options: FileOptions) -> None:
    """Check that a build which was asked for some decks has any of their pieces; BuildError where it has none."""
    game = checked.game
    if options.only and not any(rows_of(deck, options) for deck in selected(game, options, boxes=True)):
        message = f"{game.full_title} has no pieces of {' and '.join(options.only)}"
        there = [name for name, deck in game.components.items() if deck.rows.rows]
        raise error_at(Place("--only"), message, f"choose from {', '.join(there)}; or build another edition")


def has_cuts(checked: Checked, options: FileOptions) -> bool:
    """Return whether a laser's build has anything to cut."""
    from beeprint.outputs.shared import cutting

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
            from beeprint.outputs.shared import cutting

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
    for name in (name for name, product in made.items() if product.recorded and not options.only):
        text = manifest.merged({**part, "profiles": {}}, {})
        (work / name / manifest.NAME).write_text(text, "utf-8", newline="\n")
    printers = {name: product.printer.entry() for name, product in made.items() if product.printer}
    return {**part, "profiles": {name: _below(work, name) for name in made}, "printers": printers}


def _count(checked: Checked, made: Mapping[str, Product], options: FileOptions) -> int:
    """Count the pieces made: those on a laser's beds, the same for each profile, else the copies of selected rows."""
    if isinstance(options, LaserOptions):
        counts = (
            sum(len(bed.placed) for bed in product.beds.values() if bed.side == "front") for product in made.values()
        )
        return max(counts, default=0)
    decks = selected(checked.game, options, boxes=bool(options.only))
    return sum(copies_of(deck, row, options) for deck in decks for row in rows_of(deck, options))


def _below(work: Path, name: str) -> list[str]:
    """Return the files of a profile by the names that the manifest uses; OSError where a folder cannot be read."""
    return [f"{name}/{file}" for file in names_below(work / name)]
