"""Editions: the part of the box that a variant or a number of players uses, as a separate game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from msgspec.structs import replace

from beeprint.base import budget
from beeprint.base.options import MAX_COPIES, CheckOptions, FileOptions
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at, only_errors
from beeprint.base.words import counted
from beeprint.game import model
from beeprint.game.binding import Names, Scope
from beeprint.game.conditions import Conditions, faults, hold
from beeprint.game.figures import filled
from beeprint.game.model import Deck, Game, GameSpec, faulty_refs
from beeprint.game.rows import Row, Rows
from beeprint.sources.conversion import understand
from beeprint.sources.names import MOST_LETTERS
from beeprint.sources.nodes import Node
from beeprint.sources.records import Before, Model
from beeprint.sources.schema import Count, Flag, Title, Words, reads
from beeprint.sources.workspace import Workspace

#: The name of the whole box for `--edition`; no edition may have it.
FULL = "full"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PLAYERS = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?")
#: What the folder of a number of players is called.
_FOLDER = re.compile(r"\d{1,3}-players")


@reads({"enum": ["no", "yes"]}, besides=True)
def _change(value: Any) -> Any:
    """Expand `no` to {leave-out: yes} and `yes` to {print-all: yes}."""
    short = {"no": {"leave-out": "yes"}, "yes": {"print-all": "yes"}}
    return short.get(value, value) if isinstance(value, str) else value


class Change(Model):
    """What an edition uses of a deck.

    `where` selects rows, `copies` sets how many of each; `front` is another layout for them, `one-sided` omits the
    backs. `no` alone leaves the deck out; `yes` alone prints the whole of a deck that the box limits with `print:`.
    """

    leave_out: Flag = False
    print_all: Flag = False
    where: Conditions = {}
    copies: Count | None = None
    front: str = ""
    one_sided: Flag = False


class EditionSpec(Model):
    """One entry of `editions:`; its rules stay unparsed."""

    title: Title
    players: str = ""
    decks: dict[str, Annotated[Change, Before(_change)]] = {}
    rules: tuple[Any, ...] = ()
    note: Words = ()


Editions = Mapping[str, EditionSpec]


def editions(game: Game) -> Editions:
    """Read the editions of a game by name; BuildError with all problems of their entries."""
    problems = list(_faulty_players(game))
    specs: dict[str, EditionSpec] = {}
    for name in game.spec.editions:
        node = game.node.find(["editions", name])
        assert node is not None
        spot = game.node.key_at(["editions"], name)
        if _FOLDER.fullmatch(name):
            hint = "choose another name, such as small"
            problems.append(Problem(spot, f"{name} is the folder that --players {name.split('-')[0]} writes to", hint))
        elif name == FULL or not _NAME.fullmatch(name):
            hint = "use lower-case letters, digits and hyphens, such as first-play"
            why = "full means the whole box; choose another name" if name == FULL else hint
            problems.append(Problem(spot, f"an edition cannot be called {name}", why))
        elif len(name) > MOST_LETTERS:
            message = f"the name of the edition has {len(name):,} letters; a folder's name may have {MOST_LETTERS}"
            problems.append(Problem(spot, message, "choose a shorter name"))
        elif name in game.spec.languages:
            hint = "rename the edition: both would be written to the same folder"
            problems.append(Problem(spot, f"{name} is the name of an edition and of a language", hint))
        try:
            specs[name] = understand(EditionSpec, node)
        except BuildError as error:
            problems += error.problems
            continue
        problems += _faulty(game, specs[name], node)
    if problems:
        raise BuildError(problems)
    return specs


def players_of(text: str) -> tuple[int, int] | None:
    """Parse a number of players such as 3-6 into the least and the most; None for any other text."""
    match = _PLAYERS.fullmatch(text)
    if match is None:
        return None
    least, most = int(match[1]), int(match[2] or match[1])
    return (least, most) if 1 <= least <= most else None


def edited(game: Game, spec: EditionSpec | None, name: str = "", players: int | None = None) -> Game:
    """Return the game reduced to an edition and a number of players; a deck left out has no rows.

    Without `players`, an edition that states a number of players has its highest number.
    """
    decks = dict(game.decks)
    for deck, change in (spec.decks if spec else {}).items():
        decks[deck] = _changed(game, decks[deck], change)
    span = str(players) if players is not None else spec.players if spec else ""
    if players is None and spec is not None and spec.players:
        number = players_of(spec.players)
        players = number[1] if number else None
    if players is not None:
        decks = {deck: _for_players(edited_deck, players) for deck, edited_deck in decks.items()}
    # Texts may state numbers of pieces, which are other ones now; what they name is known from the box.
    read = filled(
        {**game.tables, **{deck: edited_deck.rows for deck, edited_deck in decks.items()}}, decks, [], game.spec.icons
    )
    decks = {deck: replace(edited_deck, rows=read[deck]) for deck, edited_deck in decks.items()}
    tables = {table: read[table] for table in game.tables}
    title = spec.title if spec else ""
    return replace(
        game,
        decks=decks,
        tables=tables,
        edition=name,
        edition_title=title,
        players=players,
        range_of_players=span,
    )


def variants(game: Game, specs: Editions) -> Iterator[tuple[Game, list[Problem]]]:
    """Yield each edition as a game, with the problems of that game."""
    rows = sum(len(deck.rows.rows) for deck in game.decks.values())
    for name, spec in specs.items():
        node = game.node.find(["editions", name])
        assert node is not None
        budget.spend("editions", 200 + 10 * rows, at=lambda node=node: node.place)  # type: ignore[misc]
        edited_game = edited(game, spec, name)
        yield edited_game, list(_hollow(game, edited_game, spec, node))


def by_players(game: Game) -> Iterator[Game]:
    """Yield what each number of players uses of the box; nothing where it does not depend on their number."""
    span = players_of(game.spec.players)
    if span is not None and any(deck.spec.per_player or deck.spec.for_players for deck in game.decks.values()):
        for players in range(span[0], span[1] + 1):
            yield replace(edited(game, None, "", players), asked_players=players)


def altered(game: Game, other_game: Game) -> list[str]:
    """List the decks of an edition that are not left out and hold other pieces than the box."""
    return [
        name
        for name, deck in other_game.decks.items()
        if deck.rows.rows and _pieces(deck.rows) != _pieces(game.decks[name].rows)
    ]


def _pieces(rows: Rows) -> list[tuple[str, int]]:
    return [(row.id, row.copies) for row in rows.rows]


def redrawn(game: Game, other_game: Game) -> list[str]:
    """List the decks whose faces an edition draws differently: other layouts, copies or figures in texts."""
    return [
        name
        for name, deck in other_game.decks.items()
        if deck.rows.rows
        and (
            (deck.spec.front, deck.spec.back) != (game.decks[name].spec.front, game.decks[name].spec.back)
            or any(row.texts != game.decks[name].rows.by_id[row.id].texts for row in deck.rows.rows)
        )
    ]


def _changed(game: Game, deck: Deck, change: Change) -> Deck:
    if change.leave_out:
        return replace(deck, rows=replace(deck.rows, rows=()))
    rows = tuple(row for row in deck.rows.rows if hold(change.where, Scope(game, deck.rows, row).held))
    if change.copies is not None:
        rows = tuple(_with_copies(row, change.copies) for row in rows)
    update: dict[str, Any] = {}
    if change.print_all or change.copies is not None:
        update["print_"] = None
    if change.front:
        update["front"] = change.front
    if change.one_sided:
        update["back"] = None
    spec = replace(deck.spec, **update) if update else deck.spec
    return replace(deck, spec=spec, rows=replace(deck.rows, rows=rows))


def _for_players(deck: Deck, players: int) -> Deck:
    """Reduce a deck to what a number of players uses: the first rows, a number of copies each, or all."""
    spec, rows = deck.spec, deck.rows.rows
    if spec.per_player == "row":
        return replace(deck, rows=replace(deck.rows, rows=rows[:players]))
    copies = int(spec.per_player) * players if spec.per_player else None
    for text, number in spec.for_players.items():
        span = players_of(text)
        if span and span[0] <= players <= span[1]:
            copies = number
    if copies is None:
        return deck
    # Copies that an edition leaves out stay out: the number never rises.
    kept = tuple(_with_copies(row, min(row.copies, copies)) for row in rows)
    unbound = replace(spec, print_=None) if spec.print_ else spec
    return replace(deck, spec=unbound, rows=replace(deck.rows, rows=kept))


def _with_copies(row: Row, copies: int) -> Row:
    text = {**row.texts, "copies": str(copies)}
    return replace(row, copies=copies, texts=text, values={**row.values, "copies": copies})


# faults -------------------------------------------------------------------------------------------------------------


def _faulty_players(game: Game) -> Iterator[Problem]:
    """Yield a problem for each deck whose numbers per player do not match the box."""
    whole = players_of(game.spec.players)
    for name, deck in game.decks.items():
        spec = deck.spec
        if not spec.per_player and not spec.for_players:
            continue
        place = game.node.at(["decks", name, "per-player" if spec.per_player else "for-players"])
        if spec.per_player and spec.for_players:
            yield Problem(place, f"deck {name} has both per-player and for-players", "keep one of the two")
        if whole is None:
            yield Problem(
                place, "the game does not say how many players it is for", "add players, such as players: 3-6"
            )
            continue
        most = whole[1]
        if spec.per_player == "row":
            if len(deck.rows.rows) < most:
                has = counted(len(deck.rows.rows), "row")
                yield Problem(place, f"{deck.rows.file} has {has}, but there may be {most} players")
            continue
        if spec.per_player:
            if not (spec.per_player.isascii() and spec.per_player.isdigit() and 1 <= int(spec.per_player) <= 999):
                yield Problem(
                    place, f"per-player is {spec.per_player!r}", "write a number of copies from 1 to 999, or row"
                )
                continue
            wanted = {str(most): int(spec.per_player) * most}
        else:
            wanted = dict(spec.for_players)
        yield from _too_few(game, deck, wanted, whole)


def _too_few(game: Game, deck: Deck, wanted: Mapping[str, int], whole: tuple[int, int]) -> Iterator[Problem]:
    """Yield a problem for each number of players without an entry, and each entry beyond what the box holds."""
    at = ["decks", deck.name, "per-player" if deck.spec.per_player else "for-players"]
    seen: set[int] = set()
    for text, number in wanted.items():
        span = players_of(text)
        place = game.node.at([*at, text])
        if span is None or not 1 <= number <= MAX_COPIES:
            message = f"{text}: {number} is not a number of players with 1 to {MAX_COPIES} copies"
            yield Problem(place, message, "write players and copies, such as {3-4: 3, 5-6: 4}")
            continue
        if seen & set(range(span[0], span[1] + 1)):
            yield Problem(place, f"{text} overlaps an earlier number of players")
        seen |= set(range(span[0], span[1] + 1))
        for row in deck.rows.rows:
            if row.copies < number and "copies" not in row.faulty:
                message = f"{row.id} has {row.copies} copies in {deck.rows.file}, but {text} players need {number}"
                lower = "per-player" if deck.spec.per_player else "the number here"
                hint = f"raise copies {deck.rows.cell(row, 'copies')}, or lower {lower}"
                yield Problem(place, message, hint)
    missing = [str(number) for number in range(whole[0], whole[1] + 1) if number not in seen]
    if missing and deck.spec.for_players:
        yield Problem(game.node.at(at), f"for-players has no entry for {', '.join(missing)} players")


def _faulty(game: Game, spec: EditionSpec, node: Node) -> Iterator[Problem]:
    """Yield a problem for everything in an edition's entry that does not match the game."""
    whole, own = players_of(game.spec.players), players_of(spec.players)
    if spec.players and (own is None or whole is None or own[0] < whole[0] or own[1] > whole[1]):
        message = f"players is {spec.players!r}, which is no range of players"
        hint = "write a number or a range, such as 2-4"
        if own is not None:
            message = f"players is {spec.players!r}, but the game does not say how many players it is for"
            hint = f"write players: {spec.players} at the top of game.yaml"
        if own is not None and whole is not None:
            message = f"players is {spec.players!r}, but the game is for {game.spec.players} players"
            hint = f"write a number or a range within {game.spec.players}, or change the game's players"
        yield Problem(node.at(["players"]), message, hint)
    for name, change in spec.decks.items():
        deck = game.decks.get(name)
        if deck is None:
            spot = node.key_at(["decks"], name)
            yield Problem(spot, f"there is no deck {name}", did_you_mean(name, game.decks))
            continue
        if change.copies is not None and not 1 <= change.copies <= MAX_COPIES:
            place = node.at(["decks", name, "copies"])
            yield Problem(
                place,
                f"copies is {change.copies}; it must be from 1 to {MAX_COPIES}",
                f"write {name}: no to leave the deck out",
            )
        where = partial(_place, node, name)
        yield from faults(change.where, Names.of_data(game, deck.rows), where, occurring=True)


def _place(node: Node, deck: str, *path: str | int) -> Place:
    """Return the place of a condition on the rows of a deck."""
    return node.at(["decks", deck, "where", *path])


def _hollow(game: Game, other_game: Game, spec: EditionSpec, node: Node) -> Iterator[Problem]:
    """Yield a problem for each deck that conditions empty, and each removed row that something kept refers to."""
    for name, change in spec.decks.items():
        if not change.leave_out and not other_game.decks[name].rows.rows and game.decks[name].rows.rows:
            place = node.at(["decks", name, "where"])
            yield Problem(
                place, f"edition {other_game.edition} keeps no rows of {name}", f"write {name}: no to leave it out"
            )
    read = {name: rows for name in other_game.names if (rows := other_game.rows(name))}
    before = {name: rows for name in game.names if (rows := game.rows(name))}
    known = set(faulty_refs(game.spec, game.node, before))
    for problem in faulty_refs(other_game.spec, other_game.node, read):
        if problem not in known:
            yield replace(problem, message=f"edition {other_game.edition}: {problem.message}")


def chosen(game: Game, by_name: Editions, name: str, players: int | None) -> Game:
    """Return the requested game: an edition, a number of players, both, or the whole box."""
    if not name and players is None:
        return game
    if name and name not in by_name:
        raise error_at(game.node.place, f"there is no edition {name}", did_you_mean(name, [FULL, *by_name]))
    return replace(edited(game, by_name.get(name), name, players), asked_players=players)


def folder_name(game: str, name: str, players: int | None, language: str) -> str:
    """Return the name of the folder of a game by its id, edition, number of players and translation."""
    some = "" if players is None else f"{players}-players"
    return ".".join(filter(None, (game, name, some, language)))


# Check the requested language, edition, number of players, decks and pieces against the game, and read it.


Asked = TypeVar("Asked", bound=CheckOptions)


class UnknownError(Exception):
    """Raised for an option that asks for something a game does not have; `option` names its field."""

    def __init__(self, option: str, message: str) -> None:
        self.option, self.message = option, message
        super().__init__(f"{option}: {message}")


def settled(spec: GameSpec, options: Asked) -> Asked:
    """Return the options with the language and edition to load: empty for the original language and the whole box.

    UnknownError if the game has no such language or edition, or is not for that number of players.
    """
    language, name, players = options.language, options.edition, options.players
    if language and language not in spec.languages:
        hint = did_you_mean(language, spec.languages)
        raise UnknownError("language", f"the game has no language {language}: {hint}")
    if name and name != FULL and name not in spec.editions:
        hint = did_you_mean(name, [FULL, *spec.editions])
        raise UnknownError("edition", f"{spec.title} has no edition {name}: {hint}")
    own = spec.editions.get(name)
    text = str((own.get("players") if isinstance(own, dict) else "") or spec.players)
    allowed = players_of(text)
    if players is not None and (allowed is None or not allowed[0] <= players <= allowed[1]):
        of = f"edition {name}" if own else spec.title
        known = f"is for {text} players, not {players}" if text else "does not say how many players it is for"
        raise UnknownError("players", f"{of} {known}")
    written_in = next(iter(spec.languages), "")
    return replace(options, language="" if language == written_in else language, edition="" if name == FULL else name)


def check_pieces(game: Game, options: CheckOptions) -> None:
    """Raise UnknownError if the options name a deck or a piece that the game does not have."""
    if isinstance(options, FileOptions):
        _check_decks(game, "copies", options.copies)
    _check_decks(game, "only", options.only)
    for deck, ids in options.only.items():
        made = game.components.get(deck)
        for piece in ids if made else ():
            if made and piece not in made.rows.by_id:
                raise UnknownError("only", f"{made.rows.file} has no {piece}: {did_you_mean(piece, made.rows.by_id)}")


def _check_decks(game: Game, option: str, decks: Iterable[str]) -> None:
    for deck in decks:
        if deck not in game.decks and deck not in game.spec.boxes:
            raise UnknownError(
                option, f"{game.spec.title} has no deck {deck}: {did_you_mean(deck, [*game.decks, *game.spec.boxes])}"
            )


def read(folder: Path, options: CheckOptions) -> Game:
    """Read the requested game without checking its rules and faces; BuildError if its data is faulty."""
    box, problems = model.load(Workspace(folder), options.language)
    if only_errors(problems):
        raise BuildError(problems)
    if not options.edition and options.players is None:
        return box
    return chosen(box, editions(box), options.edition, options.players)
