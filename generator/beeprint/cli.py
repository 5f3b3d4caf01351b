"""The command line: the only module that prints and exits."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from beeprint import __version__, starter
from beeprint.options import BED_SIZES, DEFAULT_LASER, DEFAULT_PROFILES, MAX_COPIES, MAX_KERF, Cutting, Options
from beeprint.problems import BuildError, Place, Problem, did_you_mean, only_errors, whole
from beeprint.reuse import Lines, Reuse
from beeprint.store import Store
from beeprint.workspace import Workspace, built_in_games, game_folder, shown

if TYPE_CHECKING:
    # What a build that has nothing to do does without is imported by the commands that need it.
    from beeprint import build, game
    from beeprint.products import Checked

SHOWN_PROBLEMS = 50


class _Wrong(click.UsageError):
    """A wrong command line: exit code 2, without click's usage lines, which say nothing new."""

    def show(self, file: Any = None) -> None:
        click.echo(f"beeprint: {self.format_message()}", err=True)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="beeprint")
def cli() -> None:
    r"""Turn a tabletop game's data into cards, tiles and tokens that are ready to print.

    \b
    beeprint new my-game        start a game of your own in the folder my-game
    beeprint build my-game      check it, lay it out, write it into the folder output
    beeprint build pollen-wars  build a game that comes with beeprint
    beeprint laser my-game      write its tiles, tokens, boards and dice as files for a laser
    """


def _say(text: str, out: bool = False) -> None:
    """Say a line on stderr, or on stdout, and note it where the command keeps what is said."""
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(context.obj, list):
        context.obj.append((out, text))
    click.echo(text, err=not out)


def _folder(name: str) -> Path:
    """Return the folder of a game; exit 2 when there is none."""
    found = game_folder(name)
    if found is None:
        hint = did_you_mean(name, built_in_games())
        raise _Wrong(f"there is no game {name}: {hint}; or give a folder that holds game.yaml")
    if found[1]:
        _say(f"note: {found[1]}")
    return found[0]


def _only(values: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return `deck:id,id` and `deck` as a mapping of decks to ids."""
    result: dict[str, tuple[str, ...]] = {}
    for value in values:
        deck, mark, ids = value.partition(":")
        wanted = tuple(part for part in ids.split(",") if part)
        if mark and not wanted:
            raise _Wrong(f"--only {value}: write DECK or DECK:ID,ID")
        # A deck asked for whole stays whole, whatever else is asked of it.
        result[deck] = (*result[deck], *wanted) if wanted and result.get(deck) else () if deck in result else wanted
    return result


def _copies(values: Iterable[str]) -> dict[str, int]:
    result = {}
    for value in values:
        deck, mark, number = value.partition("=")
        count = whole(number)
        if not mark or count is None or count > MAX_COPIES:
            raise _Wrong(f"--copies {value}: write DECK=N, such as --copies nest-sheets=100")
        result[deck] = count
    return result


def _offset(value: str) -> tuple[float, float]:
    match = re.fullmatch(r"\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*", value)
    if not match or any(abs(float(part)) > 20 for part in match.groups()):
        raise _Wrong(f"--back-offset {value}: write X,Y in mm, such as --back-offset 0.5,-1 (at most 20)")
    return float(match[1]), float(match[2])


def _url(value: str) -> str:
    """Return an address that files can be hosted at; exit 2 for another text."""
    if value and not re.fullmatch(r"https?://[A-Za-z0-9.-]+(:\d+)?(/[A-Za-z0-9._~/%+@-]*)?", value):
        raise _Wrong(
            f"--base-url {value}: write where the files will lie, such as --base-url https://example.org/my-game"
        )
    return value


def _kerf(value: str) -> float | None:
    if not value:
        return None
    if not re.fullmatch(r"\d+(\.\d+)?|\.\d+", value) or float(value) > MAX_KERF:
        raise _Wrong(
            f"--kerf {value}: write the width of the burnt line in mm, such as --kerf 0.15 (at most {MAX_KERF})"
        )
    return float(value)


def _bed(value: str) -> tuple[float, float] | None:
    if not value:
        return None
    match = re.fullmatch(r"\s*(\d{1,5}(?:\.\d+)?)\s*[xX*]\s*(\d{1,5}(?:\.\d+)?)\s*", value)
    least, most = BED_SIZES
    if not match or not all(least <= float(side) <= most for side in match.groups()):
        raise _Wrong(f"--bed {value}: write WxH in mm, such as --bed 600x400 (sides from {least} to {most})")
    return float(match[1]), float(match[2])


def _language(folder: Path, lang: str) -> str:
    """Return the language to lay over the data: none for the one the game is written in; exit 2 where there is none."""
    if not lang:
        return ""
    from beeprint import game

    try:
        known = game.languages(Workspace(folder))
    except BuildError:
        return ""  # what is wrong with the game is told when it is checked
    if lang not in known:
        raise _Wrong(f"--lang: the game has no language {lang}: {did_you_mean(lang, known)}")
    return "" if lang == known[0] else lang


def _variant(folder: Path, name: str, players: int | None) -> str:
    """Return the edition to make, none for the whole box; exit 2 where there is none, or not for so many players."""
    if not name and players is None:
        return ""
    from beeprint import edition, game

    try:
        spec = game.declared(Workspace(folder))
    except BuildError:
        return name  # what is wrong with the game is told when it is checked
    if name and name != edition.FULL and name not in spec.editions:
        raise _Wrong(f"--edition: {spec.title} has no edition {name}: {did_you_mean(name, ['full', *spec.editions])}")
    own = spec.editions.get(name)
    text = str((own.get("players") if isinstance(own, dict) else "") or spec.players)
    allowed = edition.players_of(text)
    if players is not None and (allowed is None or not allowed[0] <= players <= allowed[1]):
        of = f"edition {name}" if own else spec.title
        raise _Wrong(f"--players: {of} is for {text or 'no stated number of'} players, not {players}")
    return "" if name == edition.FULL else name


def _known(checked: game.Game, options: Options) -> None:
    """Exit 2 where the options name a profile, material, deck or piece that there is not."""
    from beeprint import profile
    from beeprint.laser import layers, material

    wanted = [("profile", name, profile.names(checked.workspace)) for name in options.profiles]
    if options.laser:
        wanted = [("laser profile", name, layers.names(checked.workspace)) for name in options.profiles]
        wanted.append(("material", options.laser.material, material.names(checked.workspace)))
    for noun, name, known in wanted:
        if name not in known:
            raise _Wrong(f"there is no {noun} {name}: {did_you_mean(name, known)}")
    hosted = (profile.load(checked.workspace, name, Place(name))[0].output for name in options.profiles)
    if options.base_url and "tabletop-simulator" not in hosted:
        raise _Wrong("--base-url: none of the profiles uses it; add --profile tabletop-simulator")
    for option, decks in (("--only", options.only), ("--copies", options.copies)):
        for deck in decks:
            if deck not in checked.decks:
                raise _Wrong(f"{option}: {checked.spec.title} has no deck {deck}: {did_you_mean(deck, checked.decks)}")
    for deck, ids in options.only.items():
        rows = checked.decks[deck].rows
        for piece in ids:
            if piece not in rows.by_id:
                raise _Wrong(f"--only: {rows.file} has no {piece}: {did_you_mean(piece, rows.by_id)}")


_game_argument = click.argument("game_name", metavar="GAME")
_only_option = click.option(
    "--only", multiple=True, metavar="DECK[:ID,...]", help="Make one deck, or some of its pieces. May be repeated."
)
_lang_option = click.option("--lang", default="", metavar="XX", help="The language, of those the game has.")
_edition_option = click.option("--edition", default="", metavar="NAME", help="An edition, of those the game has.")
_players_option = click.option(
    "--players", type=click.IntRange(1), default=None, metavar="N", help="What N players use of the box."
)
_all_option = click.option("--all", "show_all", is_flag=True, help="Show every problem, equal ones too.")
_draft_option = click.option(
    "--draft", is_flag=True, help="Treat problems of data and rules as warnings; the sheets say DRAFT."
)


@cli.command("build")
@_game_argument
@click.option("--profile", "profiles", multiple=True, metavar="NAME", help="What to make (default: faces and home-a4).")
@click.option(
    "--output", default="output", metavar="DIR", type=click.Path(path_type=Path), help="Where to (default: output)."
)
@_only_option
@click.option(
    "--flip", type=click.Choice(["long", "short"]), default="long", help="The edge the printer turns the paper on."
)
@click.option("--backs", type=click.Choice(["all", "none"]), default="all", help="Leave the backs out with none.")
@click.option(
    "--back-offset", default="0,0", metavar="X,Y", help="Move the backs by X,Y mm, for a printer that misaligns them."
)
@click.option("--copies", multiple=True, metavar="DECK=N", help="Print N copies of each piece of a deck.")
@click.option(
    "--base-url", default="", metavar="URL", help="Where the files of a virtual table will be hosted: https://..."
)
@_lang_option
@_edition_option
@_players_option
@_draft_option
@_all_option
def build_command(
    game_name: str,
    profiles: tuple[str, ...],
    output: Path,
    only: tuple[str, ...],
    flip: Any,
    backs: str,
    back_offset: str,
    copies: tuple[str, ...],
    base_url: str,
    lang: str,
    edition: str,
    players: int | None,
    draft: bool,
    show_all: bool,
) -> None:
    """Check GAME, lay it out and write it.

    GAME is a folder that holds game.yaml, or the name of a game that comes with beeprint (see: beeprint list).
    Any error, and nothing is written: what an earlier build wrote stays as it is.
    """
    folder = _folder(game_name)
    options = Options(
        profiles or DEFAULT_PROFILES,
        output,
        _only(only),
        flip,
        backs == "all",
        _offset(back_offset),
        _copies(copies),
        draft,
        _language(folder, lang),
        _url(base_url),
        edition=_variant(folder, edition, players),
        players=players,
    )
    _make(folder, options, show_all)


def _make(folder: Path, options: Options, show_all: bool) -> None:
    """Write a game, from the cache where nothing has changed."""
    store = Store.open()
    reuse = Reuse(store, folder, options, show_all)
    with _told(show_all):
        said = reuse.deliver()
    if said is None:
        _build(folder, options, show_all, store, reuse)
        return
    for out, line in said:
        click.echo(line, err=not out)
    _say("nothing has changed since this was built; the files come from the cache")


def _build(folder: Path, options: Options, show_all: bool, store: Store, reuse: Reuse) -> None:
    """Check, lay out and write a game, say what was made, and keep all of it for the next time."""
    from beeprint import build

    lines: Lines = []
    click.get_current_context().obj = lines
    checked = _checked(folder, options, show_all, store)
    if only_errors(checked.problems):
        _stop(checked.problems, "nothing was written")
    if options.laser and not build.cut(checked, options):
        _say(f"{checked.game.spec.title} has no parts to cut: its decks are cards; --only DECK cuts cards too")
        return
    with _told(show_all):
        built = build.build(checked, options, _say)
    for path in built.written:
        _say(shown(path), out=True)
    for line in _summary(checked, built, options):
        _say(line)
    reuse.keep(built.target, built.part, checked.fonts.files, lines)
    store.tidy()


@contextlib.contextmanager
def _told(show_all: bool) -> Iterator[None]:
    """Show the problems that what is done here raises, and exit 1."""
    try:
        yield
    except BuildError as error:
        _show(error.problems, show_all)
        _stop(error.problems, "nothing was written")


@cli.command("laser")
@_game_argument
@click.option(
    "--profile", "profiles", multiple=True, metavar="NAME", help=f"The laser's program (default: {DEFAULT_LASER})."
)
@click.option("--material", default=Cutting.material, metavar="NAME", help="What is cut.", show_default=True)
@click.option("--kerf", default="", metavar="MM", help="The width of the burnt line (default: the material's).")
@click.option("--bed", default="", metavar="WxH", help="The sheet of material in mm (default: the profile's).")
@click.option(
    "--bridges", "--tabs", "bridges", type=click.IntRange(0, 12), default=0, help="Hold each piece by N short gaps."
)
@click.option(
    "--corners", type=click.Choice(["round", "square"]), default="round", help="Cut rounded corners, or leave them out."
)
@click.option("--dxf", type=click.Choice(["r2010", "r12"]), default="r2010", help="Which DXF to write.")
@click.option(
    "--output", default="output", metavar="DIR", type=click.Path(path_type=Path), help="Where to (default: output)."
)
@_only_option
@click.option("--copies", multiple=True, metavar="DECK=N", help="Cut N copies of each piece of a deck.")
@_lang_option
@_draft_option
@_all_option
def laser_command(
    game_name: str,
    profiles: tuple[str, ...],
    material: str,
    kerf: str,
    bed: str,
    bridges: int,
    corners: str,
    dxf: str,
    output: Path,
    only: tuple[str, ...],
    copies: tuple[str, ...],
    lang: str,
    draft: bool,
    show_all: bool,
) -> None:
    """Write files that a laser cuts: the tiles, tokens, boards and dice of GAME.

    Decks of cards are left out unless --only names them. Each bed is an SVG, a DXF and a PDF to look at.
    """
    folder = _folder(game_name)
    wanted = Cutting(material, _kerf(kerf), _bed(bed), bridges, corners == "round", dxf == "r12")
    options = Options(
        profiles or (DEFAULT_LASER,),
        output,
        _only(only),
        copies=_copies(copies),
        draft=draft,
        language=_language(folder, lang),
        laser=wanted,
    )
    _make(folder, options, show_all)


@cli.command("check")
@_game_argument
@_only_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "github"]), default="text", help="For people or for tools."
)
@_lang_option
@_edition_option
@_players_option
@_draft_option
@_all_option
def check_command(
    game_name: str,
    only: tuple[str, ...],
    form: str,
    lang: str,
    edition: str,
    players: int | None,
    draft: bool,
    show_all: bool,
) -> None:
    """Check GAME: its data, its rules, its layouts, with all its editions. Writes nothing."""
    folder = _folder(game_name)
    options = Options(
        only=_only(only),
        draft=draft,
        language=_language(folder, lang),
        edition=_variant(folder, edition, players),
        players=players,
    )
    store = Store.open()
    if form == "text":
        checked = _checked(folder, options, show_all, store, editions=True)
        store.tidy()
        if only_errors(checked.problems):
            _stop(checked.problems, "")
        _say(_sound(checked.game))
        return
    from beeprint import build

    try:
        checked = build.check(folder, options, store)
        _known(checked.game, options)
        problems = (*checked.problems, *build.check_editions(checked, options))
    except BuildError as error:
        problems = error.problems
    click.echo(
        _json(problems) if form == "json" else "\n".join(map(_github, problems)), nl=form == "json" or bool(problems)
    )
    if only_errors(problems):
        sys.exit(1)


def _sound(made: game.Game) -> str:
    """Return what a game without errors is, in words."""
    decks = sum(1 for deck in made.decks.values() if deck.rows.rows or not made.edition)
    title = f"{made.spec.title}, {made.edition_title}," if made.edition else made.spec.title
    whole = not made.edition and made.players is None
    more = f"; its editions too: {', '.join(made.spec.editions)}" if whole and made.spec.editions else ""
    return f"{title} is sound: {made.pieces} pieces in {decks} decks{more}"


@cli.command("stats")
@_game_argument
@click.option("--by", default="", metavar="COLUMN[,COLUMN]", help="Count by one column or two; deck is one of them.")
@click.option("--deck", "decks", multiple=True, metavar="DECK", help="Count one deck only. May be repeated.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people or for scripts."
)
@click.option("--chart", default=None, type=click.Path(path_type=Path), help="Write a chart: a .svg or .png file.")
@_lang_option
@_edition_option
@_players_option
def stats_command(
    game_name: str,
    by: str,
    decks: tuple[str, ...],
    form: str,
    chart: Path | None,
    lang: str,
    edition: str,
    players: int | None,
) -> None:
    """Count the pieces of GAME, with their copies: by deck, or by any column or pair of columns of its data."""
    from beeprint import stats, survey

    folder = _folder(game_name)
    columns = tuple(filter(None, (name.strip() for name in by.split(","))))
    if len(columns) > 2:
        raise _Wrong(f"--by {by}: give one column, or two with a comma between them")
    if chart is not None and chart.suffix.lower() not in (".svg", ".png"):
        raise _Wrong(f"--chart {chart}: the name has to end in .svg or .png")
    options = Options(language=_language(folder, lang), edition=_variant(folder, edition, players), players=players)
    with _told(True):
        counted = survey.read(folder, options)
        for deck in decks:
            if deck not in counted.decks:
                raise _Wrong(f"--deck: {counted.spec.title} has no deck {deck}: {did_you_mean(deck, counted.decks)}")
        known = stats.columns(counted)
        for name in columns:
            if name not in known:
                raise _Wrong(f"--by: {counted.spec.title} has no column {name}: {did_you_mean(name, known)}")
        try:
            tables = list(stats.tables(counted, columns, decks))
        except ValueError as error:
            raise _Wrong(f"--by {by}: {error}") from error
        if not tables:
            raise _Wrong(f"--by {by}: no deck has {'both columns' if len(columns) > 1 else 'this column'}")
        if chart is not None:
            survey.write_chart(folder, tables, chart)
    if form == "json":
        click.echo(json.dumps({"tables": [table.json() for table in tables]}, ensure_ascii=False, indent=1))
    else:
        click.echo("\n\n".join("\n".join(table.lines()) for table in tables))
    if chart is not None:
        _say(f"chart: {shown(chart)}")


@cli.command("playtest")
@_game_argument
@click.option(
    "--since",
    default="",
    metavar="BUILD|REVISION",
    help="Only what has changed since then: a manifest.json, its folder, an --output folder, or a git revision.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", help="The paper in the printer.")
@click.option(
    "--backs",
    type=click.Choice(["own", "all", "none"]),
    default="own",
    help="Backs that differ from piece to piece, all, or none; sleeves hide what all cards share.",
)
@click.option(
    "--flip", type=click.Choice(["long", "short"]), default="long", help="The edge the printer turns the paper on."
)
@click.option(
    "--output", default="output", metavar="DIR", type=click.Path(path_type=Path), help="Where to (default: output)."
)
@_only_option
@_lang_option
@_edition_option
@_players_option
@_draft_option
@_all_option
def playtest_command(
    game_name: str,
    since: str,
    paper: str,
    backs: str,
    flip: Any,
    output: Path,
    only: tuple[str, ...],
    lang: str,
    edition: str,
    players: int | None,
    draft: bool,
    show_all: bool,
) -> None:
    """Make GAME for tonight: little ink, no bleed, version and piece on every face, to cut with scissors and sleeve."""
    folder = _folder(game_name)
    options = Options(
        (f"playtest-{paper}",),
        output,
        _only(only),
        flip,
        backs != "none",
        draft=draft,
        language=_language(folder, lang),
        edition=_variant(folder, edition, players),
        players=players,
        shared_backs=True if backs == "all" else None,
    )
    if since and only:
        raise _Wrong("--only does not go with --since, which prints what has changed")
    if since:
        _changed(folder, options, show_all, since)
    else:
        _make(folder, options, show_all)


def _changed(folder: Path, options: Options, show_all: bool, named: str) -> None:
    """Build what has changed since a state that a person names, with a list of it."""
    from beeprint import build, changes, since

    store = Store.open()
    checked = _checked(folder, options, show_all, store)
    if only_errors(checked.problems):
        _stop(checked.problems, "nothing was written")
    with _told(show_all):
        before = since.before(folder, checked, options, named, store)
    after = since.now(checked, options, shown(folder))
    found = changes.compare(before, after)
    if not any(change.put_in or change.take_out for change in found):
        _say(f"no piece looks different from {before.source}; nothing was written")
        return
    options = replace(options, prints=since.prints(found, checked.game))
    with _told(show_all):
        built = build.build(checked, options, _say, (before, after, found))
    for path in built.written:
        _say(shown(path), out=True)
    for line in _summary(checked, built, options):
        _say(line)
    out, into = changes.totals(found)
    _say(f"since {before.source}: take {out} out of the box, put {into} in; changes.pdf says which")
    store.tidy()


@cli.command("diff")
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@click.option("--game", "game_name", default="", metavar="GAME", help="The game that A and B are git revisions of.")
@click.option(
    "--format", "form", type=click.Choice(["markdown", "json"]), default="markdown", help="For people or tools."
)
@_lang_option
@_edition_option
@_players_option
def diff_command(old: str, new: str, game_name: str, form: str, lang: str, edition: str, players: int | None) -> None:
    """Show what has changed from A to B: pieces added, removed, changed, and in how many copies.

    A and B are games, builds (a manifest.json, its folder, or an --output folder with one build), or git revisions of a
    game's folder.
    """
    from beeprint import changes, since

    folder = next((found[0] for found in map(game_folder, filter(None, (game_name, new, old))) if found), None)
    if game_name and game_folder(game_name) is None:
        _folder(game_name)
    options = Options(
        language=_language(folder, lang) if folder else lang,
        edition=_variant(folder, edition, players) if folder else edition,
        players=players,
    )
    store = Store.open()
    with _told(True):
        before, after = since.sides(old, new, folder if game_name else None, options, store)
    store.tidy()
    found = changes.compare(before, after)
    if form == "json":
        click.echo(json.dumps(changes.as_json(before, after, found), ensure_ascii=False, indent=1))
    else:
        click.echo(changes.markdown(before, after, found), nl=False)


@cli.command("list")
def list_command() -> None:
    """List the games that come with beeprint, the profiles there are, and the materials a laser cuts."""
    from beeprint import game, profile
    from beeprint.laser import layers, material

    for name, folder in built_in_games().items():
        try:
            loaded, _ = game.load(Workspace(folder))
        except BuildError as error:
            click.echo(f"{name:24} cannot be read: {error.problems[0].message}")
            continue
        click.echo(f"{name:24} {loaded.spec.title}: {loaded.spec.summary} ({loaded.pieces} pieces)")
    click.echo("\neditions (beeprint build GAME --edition NAME):")
    for name, folder in built_in_games().items():
        with contextlib.suppress(BuildError):
            for key, entry in game.declared(Workspace(folder)).editions.items():
                title = entry.get("title", "") if isinstance(entry, dict) else ""
                click.echo(f"{name:24} {key}: {title}")
    workspace = Workspace(Path.cwd())
    click.echo("\nprofiles (beeprint build GAME --profile NAME):")
    for name in profile.names(workspace):
        default = " (default)" if name in DEFAULT_PROFILES else ""
        click.echo(f"{name:24} {profile.load(workspace, name, Place(name))[0].title}{default}")
    click.echo("\nlaser profiles (beeprint laser GAME --profile NAME):")
    for name in layers.names(workspace):
        default = " (default)" if name == DEFAULT_LASER else ""
        click.echo(f"{name:24} {layers.load(workspace, name, Place(name)).title}{default}")
    click.echo("\nmaterials (beeprint laser GAME --material NAME):")
    for name in material.names(workspace):
        found = material.load(workspace, name, Place(name))
        default = " (default)" if name == Cutting.material else ""
        click.echo(f"{name:24} {found.title}, kerf {found.kerf:g} mm{default}")


@cli.command("new")
@click.argument("name", type=click.Path(path_type=Path))
@click.option(
    "--from",
    "source",
    type=click.Choice(list(starter.STARTERS)),
    default=next(iter(starter.STARTERS)),
    help="; ".join(f"{key}: {shows}" for key, (shows, _) in starter.STARTERS.items()) + ".",
    show_default=True,
)
def new_command(name: Path, source: str) -> None:
    """Start a game of your own: a small complete one in the folder NAME, ready to build and to change."""
    try:
        files = starter.write(name, source)
    except BuildError as error:
        _show(error.problems, True)
        sys.exit(1)
    for path in files:
        click.echo(shown(path))
    _say(f"now: beeprint build {shlex.quote(str(name))}; then read {shown(name / 'README.md')}")


def _checked(folder: Path, options: Options, show_all: bool, store: Store, editions: bool = False) -> Checked:
    """Return the checked game, with all its editions where that is asked for, its problems shown."""
    from beeprint import build

    try:
        checked = build.check(folder, options, store)
        if editions:
            checked = replace(checked, problems=(*checked.problems, *build.check_editions(checked, options)))
    except BuildError as error:
        _show(error.problems, show_all)
        _stop(error.problems, "nothing was written")
    _known(checked.game, options)
    _show(checked.problems, show_all)
    return checked


def _show(problems: Iterable[Problem], show_all: bool) -> None:
    """Print problems to stderr, errors first; equal ones are counted, not repeated, and 50 are shown."""
    ordered = sorted(problems, key=lambda problem: (problem.severity != "error", problem.place))
    groups: dict[Any, list[Problem]] = {}
    for problem in ordered:
        key: Any = problem if show_all else (problem.place.file, _alike(problem), problem.severity)
        groups.setdefault(key, []).append(problem)
    for number, group in enumerate(groups.values()):
        if number == SHOWN_PROBLEMS and not show_all:
            _say(f"... and {len(groups) - SHOWN_PROBLEMS} more; --all shows every one")
            break
        _say(str(group[0]))
        if len(group) > 3:
            _say(f"    and {len(group) - 1} more like it, in lines {_lines(group[1:])}; --all shows every one")
        else:
            for problem in group[1:]:
                _say(str(problem))


def _alike(problem: Problem) -> str:
    """Return the message without what differs from row to row."""
    return re.sub(r"\([^()]*\)$|\d+(\.\d+)?|'[^']*'", "_", problem.message)


def _lines(group: list[Problem]) -> str:
    lines = [str(problem.place.line) for problem in group[:6]]
    return ", ".join(lines) + (", ..." if len(group) > 6 else "")


def _stop(problems: Iterable[Problem], note: str) -> NoReturn:
    """Say how many errors there are and exit 1."""
    count = len(only_errors(problems))
    _say(f"{count} {'error' if count == 1 else 'errors'}{f'; {note}' if note else ''}")
    sys.exit(1)


def _json(problems: Iterable[Problem]) -> str:
    entries = [
        {
            "file": problem.place.file,
            "line": problem.place.line,
            "column": problem.place.column,
            "severity": problem.severity,
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem in problems
    ]
    return json.dumps({"problems": entries}, ensure_ascii=False, indent=1)


def _github(problem: Problem) -> str:
    """Return a problem as an annotation of GitHub's workflow commands, escaped as these want it."""

    def escape(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    place = problem.place
    spot = f"file={escape(place.file)},line={place.line or 1},col={place.column or 1}"
    message = f"{problem.message} ({problem.hint})" if problem.hint else problem.message
    return f"::{problem.severity} {spot}::{escape(message)}"


def _summary(checked: Checked, built: build.Built, options: Options) -> Iterable[str]:
    """Yield what to do with what was written."""
    spec = checked.game.spec
    if built.beds:
        from beeprint.laser.report import report

        yield from report(spec.title, built.beds)
        return
    title = f"{spec.title}, {checked.game.edition_title}" if checked.game.edition else spec.title
    players = f" for {options.players} players" if options.players else ""
    yield f"{title}: {built.pieces} pieces{players}"
    for file, sheets in built.sheets.items():
        if not sheets:
            continue
        paper = sheets[0].paper
        sides = "fold along the dashes" if sheets[0].folded else "one side"
        if any(sheet.two_sided for sheet in sheets):
            upright = paper.height >= paper.width
            edge = "long" if options.flip == "long" else "short"
            sides = f"both sides, flip on the {edge} edge, {'portrait' if upright else 'landscape'}"
        count = f"{len(sheets)} {'sheet' if len(sheets) == 1 else 'sheets'}"
        yield f"  {file}: {count} of {paper.width:g} x {paper.height:g} mm, {sides}"
    yield from _tables(checked, options)
    if options.only and built.sheets:
        yield "these sheets hold only what --only asked for; build without it for the whole game"
    if built.sheets:
        yield "print at 100 % (actual size); the ruler on each sheet is 50 mm long"
    if spec.bring:
        yield f"bring your own: {', '.join(spec.bring)}"
    if spec.not_included:
        yield f"not included yet: {', '.join(spec.not_included)}"


def _tables(checked: Checked, options: Options) -> Iterable[str]:
    """Yield what to do with what virtual tables load."""
    from beeprint import products, profile

    name = checked.game.spec.id
    decks = products.selected(checked.game, options)
    pieces = sum(products.boxed(deck, row, options) for deck in decks for row in products.rows_of(deck, options))
    for made in dict.fromkeys(options.profiles):
        output = profile.load(checked.game.workspace, made, Place(made))[0].output
        if output == "tabletop-simulator":
            yield (
                f"  {made}: {pieces} pieces; "
                f"copy {name}.json and {name}.png into Tabletop Simulator's folder Saves/Saved Objects"
            )
            if options.base_url:
                yield f"  {made}: host what is in files/ at {options.base_url}"
            else:
                yield f"  {made}: it shows files on this machine, which other players do not see; see --base-url"
        elif output == "playingcards-io":
            yield f"  {made}: {pieces} pieces; import {name}.pcio into a room of playingcards.io"


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; Ctrl-C exits with 130."""
    run: Callable[..., Any] = cli.main
    try:
        run(args=arguments, prog_name="beeprint", standalone_mode=False)
    except KeyboardInterrupt:
        _say("interrupted; nothing was changed")
        sys.exit(130)
    except click.Abort:
        _say("interrupted; nothing was changed")
        sys.exit(130)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
