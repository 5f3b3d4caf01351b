"""Plan a shelf: every task that exists, each with the key of all it follows from, and what does not exist."""

from __future__ import annotations

import glob
import hashlib
import itertools
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, field, to_builtins

from beeprint.base import regular
from beeprint.base.options import DEFAULT_PROFILES, CheckOptions, Options
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, error_at, whole
from beeprint.base.words import counted
from beeprint.game import edition, model
from beeprint.game.edition import FULL
from beeprint.game.model import GameSpec
from beeprint.shelf import contents
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.records import After, Model
from beeprint.sources.schema import Line, Words, matching
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import GAME, Workspace, built_in_games, misnamed, shown

# Read SHELF.yaml: which games, languages, editions, numbers of players and profiles a shelf makes.


#: Each edition that a game has, and the whole box.
EVERY = "all"
_ADDRESS = r"(https?://[A-Za-z0-9.-]+(:\d+)?(/[A-Za-z0-9._~/%+@{}-]*)?)?"


def _players(values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if value != FULL and not whole(value):
            raise ValueError(f"expected numbers of players, such as 3, or {FULL} for the whole box; found {value!r}")
    return values


class ShelfSpec(Model):
    """The file SHELF.yaml: every game in each of these languages, editions and numbers of players, by all profiles."""

    title: Line = "The shelf"
    games: Annotated[Words, Meta(min_length=1)]
    languages: Words = ()
    editions: Annotated[Words, Meta(min_length=1)] = (FULL,)
    players: Annotated[Words, Meta(min_length=1), After(_players)] = (FULL,)
    profiles: Annotated[Words, Meta(min_length=1)] = DEFAULT_PROFILES
    base_url: Annotated[str, matching(_ADDRESS, "an address, such as https://example.org/{folder}")] = ""


class Shelf(Struct, frozen=True):
    """A shelf that was read: what it says, with the places of its values, and the folders of its games in order."""

    spec: ShelfSpec
    node: Node
    games: tuple[Path, ...]

    def at(self, key: str, number: int) -> Place:
        """Return the place of a value of a list."""
        return self.node.at([key, number])


def read(path: Path) -> Shelf:
    """Read a shelf and find its games; BuildError with all that is wrong with the file."""
    node = read_yaml(read_bytes(path, shown(path)), shown(path))
    spec = understand(ShelfSpec, node)
    games: dict[Path, Path] = {}  # each by its folder without links
    problems: list[Problem] = []
    for number, entry in enumerate(spec.games):
        try:
            for folder in _match_folders(entry, path.parent, node.at(["games", number])):
                games.setdefault(regular.real(folder), folder)
        except BuildError as error:
            problems += error.problems
    if problems:
        raise BuildError(problems)
    return Shelf(spec, node, tuple(games.values()))


def _match_folders(entry: str, base: Path, place: Place) -> list[Path]:
    """Return the folders that an entry of `games:` names; BuildError where there are none."""
    try:
        return _folders(entry, base, place)
    except (OSError, ValueError) as error:  # a name that is too long, or none that a system takes
        message = f"there is no game {entry[:100]}: {getattr(error, 'strerror', None) or error}"
        hint = f"write a folder that holds {GAME}, relative to {shown(base)}"
        raise BuildError([Problem(place, message, hint)]) from error


def _folders(entry: str, base: Path, place: Place) -> list[Path]:
    wanted = re.sub(rf"/?{re.escape(GAME)}$", "", entry.replace("\\", "/")) or "."
    if glob.has_magic(wanted):
        pattern = os.path.join(glob.escape(str(base)), wanted, GAME)  # noqa: PTH118 (glob takes a text)
        folders = [Path(name).parent for name in sorted(glob.glob(pattern, recursive=True))]  # noqa: PTH207 (keeps ..)
        if not folders:
            message = f"no folder that {entry} matches holds {GAME}"
            raise BuildError([Problem(place, message, f"write it relative to {shown(base)}, such as games/*")])
        return folders
    if (base / wanted / GAME).is_file():
        return [base / wanted]
    other = misnamed(base / wanted)
    if other:
        raise BuildError([Problem(place, f"{entry} holds {other}, but no {GAME}", "rename it")])
    games = built_in_games()
    if entry not in games:
        near = [*games, *(folder.parent.name for folder in sorted(base.glob(f"*/{GAME}")))]
        hint = f"{did_you_mean(entry, near)}; or write a folder that holds {GAME}, relative to {shown(base)}"
        raise BuildError([Problem(place, f"there is no game {entry}", hint)])
    return [games[entry]]


#: What stands for something that every game has, by the key of the file.
_ALWAYS = {"editions": (FULL, EVERY), "players": (FULL,)}
#: How many games a line names before it only counts them.
_NAMED = 6


class Task(Struct, frozen=True):
    """A game in a language, an edition and for a number of players, with all profiles: read and checked once.

    `name` is the folder it is built into; `contents` is the digest of its files, and `key` of all that it follows from.
    `folder` is where the game lies, and `shown` how messages call that place. `language` is empty for that in which the
    game is written; `written_in` names it then too.
    """

    game: str
    title: str
    folder: str
    shown: str
    name: str
    written_in: str
    language: str
    edition: str
    players: int | None
    profiles: tuple[str, ...]
    base_url: str
    contents: str
    key: str = ""

    def options(self, output: Path) -> Options:
        """Return the options of the single build that makes the same files below `output`."""
        return Options(
            profiles=self.profiles,
            output=output,
            language=self.language,
            edition=self.edition,
            players=self.players,
            base_url=self.base_url,
        )

    def plain(self) -> dict[str, Any]:
        """Return the task as values of JSON."""
        plain: dict[str, Any] = to_builtins(self)
        return plain

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Task:
        """Return a task from values of JSON."""
        return cls(**{**plain, "profiles": tuple(plain["profiles"])})


class Unreadable(Struct, frozen=True):
    """A game whose game.yaml cannot be read, so that nothing is known of its languages and editions."""

    name: str
    problems: tuple[Problem, ...]


class Plan(Struct, frozen=True):
    """What a shelf of so many games makes: its tasks, the games that cannot be read, lines on what does not exist."""

    title: str
    games: int
    tasks: tuple[Task, ...]
    unreadable: tuple[Unreadable, ...]
    absent: tuple[str, ...]

    @property
    def products(self) -> int:
        """Return how many products there are: tasks times their profiles."""
        return sum(len(task.profiles) for task in self.tasks)


class _Seen(Struct, dict=True):
    """What the games of a shelf have: by key of the file, each value with the games that have it, and all there is."""

    games: int = 0
    has: dict[str, dict[str, list[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    known: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


def plan(shelf: Shelf, salt: bytes, output: str) -> Plan:
    """Plan a shelf whose files go to `output`; BuildError where it asks for what no game has.

    `salt` stands for the code and the libraries that draw.
    """
    common = f"{salt.hex()} {contents.shipped()} {output}"
    tasks: list[Task] = []
    unreadable: list[Unreadable] = []
    seen = _Seen()
    for folder in shelf.games:
        try:
            spec = model.declared(Workspace(folder))
            digest = contents.digest(folder)
        except BuildError as error:
            unreadable.append(Unreadable(regular.real(folder).name, error.problems))
            continue
        tasks += _tasks(shelf, folder, spec, digest, common, seen)
    problems = [*_twice(shelf, tasks), *_nowhere(shelf, seen)]
    if problems:
        raise BuildError(problems)
    return Plan(shelf.spec.title, len(shelf.games), tuple(tasks), tuple(unreadable), tuple(_absent(shelf, seen)))


def _tasks(shelf: Shelf, folder: Path, spec: GameSpec, fingerprint: str, common: str, seen: _Seen) -> Iterator[Task]:
    """Yield the tasks of a game, and note what it has."""
    place = Workspace(folder)
    seen.games += 1
    has = {
        "languages": [*spec.languages],
        "editions": [FULL, *spec.editions],
        "profiles": [name for name in shelf.spec.profiles if place.find("layouts", f"profiles/{name}", [".yaml"])],
        "players": [FULL, *_numbers(spec)],
    }
    asked = {
        "languages": [*(shelf.spec.languages or spec.languages)],
        "editions": has["editions"] if EVERY in shelf.spec.editions else [*shelf.spec.editions],
        "profiles": [*shelf.spec.profiles],
        "players": [*shelf.spec.players],
    }
    for key, values in has.items():
        seen.known[key] |= set(values)
        for value in dict.fromkeys(asked[key]):
            if value in values:
                seen.has[key][value].append(spec.id)
    if not has["profiles"]:
        return
    wanted = (dict.fromkeys(asked[key]) for key in ("languages", "editions", "players"))
    for language, name, players in itertools.product(*wanted):
        number = None if players == FULL else int(players)
        try:
            options = edition.settled(spec, CheckOptions(language=language, edition=name, players=number))
        except edition.UnknownError:
            continue
        yield _keyed(
            Task(
                game=spec.id,
                title=spec.title,
                folder=str(folder),
                shown=shown(folder),
                name=edition.folder_name(spec.id, options.edition, options.players, options.language),
                written_in=language,
                language=options.language,
                edition=options.edition,
                players=options.players,
                profiles=tuple(dict.fromkeys(has["profiles"])),
                base_url="",
                contents=fingerprint,
            ),
            shelf.spec.base_url,
            common,
        )


def _keyed(task: Task, base_url: str, common: str) -> Task:
    """Return a task with its address, and the key of all that its files follow from: not of where the game lies."""
    plain = {**task.plain(), "base_url": base_url.replace("{folder}", task.name)}
    facts = [value for name, value in plain.items() if name not in ("folder", "shown", "key")]
    inputs = f"{common} {json.dumps(facts)}".encode("utf-8", "surrogateescape")  # a path may be no text
    return Task.of({**plain, "key": hashlib.sha256(inputs).hexdigest()})


def _numbers(spec: GameSpec) -> Sequence[str]:
    """Return the numbers of players that a game, or an edition of it, is for."""
    texts = [
        spec.players,
        *(str(named.get("players") or "") for named in spec.editions.values() if isinstance(named, dict)),
    ]
    spans = [span for text in texts if (span := edition.players_of(text))]
    return [str(number) for number in range(min(spans)[0], max(high for _, high in spans) + 1)] if spans else []


# what is wrong, and what is not there ---------------------------------------------------------------------------------


def _twice(shelf: Shelf, tasks: Sequence[Task]) -> Iterator[Problem]:
    """Yield a problem for each game that would be written into another one's folder."""
    owners: dict[str, Task] = {}
    told = set()
    for task in tasks:
        other = owners.setdefault(task.name, task)
        if other.folder != task.folder and task.folder not in told:
            told.add(task.folder)
            message = f"{task.shown} and {other.shown} would both be written to the folder {task.name}"
            yield Problem(shelf.node.at(["games"]), message, "give one of them another id: in its game.yaml")


def _nowhere(shelf: Shelf, seen: _Seen) -> Iterator[Problem]:
    """Yield a problem for each value that no game on the shelf has."""
    if not seen.games:
        return
    for key in ("languages", "editions", "players", "profiles"):
        for number, value in enumerate(getattr(shelf.spec, key)):
            if value in seen.has[key] or value in _ALWAYS.get(key, ()):
                continue
            known = seen.known[key]
            if key == "profiles":
                names = (Workspace(folder).names("layouts", [".yaml"]) for folder in shelf.games)
                known = {
                    name.removeprefix("profiles/") for some in names for name in some if name.startswith("profiles/")
                }
            what = f"is for {value} players" if key == "players" else f"has the {key.removesuffix('s')} {value}"
            yield Problem(shelf.at(key, number), f"no game on the shelf {what}", did_you_mean(value, known))


def _absent(shelf: Shelf, seen: _Seen) -> Iterator[str]:
    """Yield a line for each value that only some games have, and for games with no profile at all."""
    for key in ("languages", "editions", "players", "profiles"):
        for value in dict.fromkeys(getattr(shelf.spec, key)):
            having = seen.has[key].get(value, [])
            if value in _ALWAYS.get(key, ()) or not having or len(having) == seen.games:
                continue
            what = f"{value} players" if key == "players" else f"{key.removesuffix('s')} {value}"
            names = ", ".join(having) if len(having) <= _NAMED else counted(len(having), "game")
            others = seen.games - len(having)
            yield f"{what}: only {names}; {counted(others, 'game')} {'does' if others == 1 else 'do'} not have it"


def faulty_address(shelf: Shelf, tasks: Sequence[Task]) -> None:
    """Raise BuildError where files would name places in a store, in which no virtual table finds them."""
    from beeprint import outputs

    folders = {name: task.folder for task in tasks for name in task.profiles}
    for number, name in enumerate(shelf.spec.profiles):
        if name not in folders or shelf.spec.base_url:
            continue
        try:
            known = outputs.load(Workspace(Path(folders[name])), name, Place(name))
        except BuildError:
            continue  # said when it is built
        if "base_url" in known.output.uses:
            message = f"files of {name} say where the others are, which cannot be known of a store"
            hint = "add base-url: with the address at which they will be hosted, or remove the profile"
            raise error_at(shelf.at("profiles", number), message, hint)
