"""Read SHELF.yaml: which games, languages, editions, numbers of players and profiles a shelf makes."""

from __future__ import annotations

import glob
import os
import re
from pathlib import Path
from typing import Annotated

from msgspec import Struct
from pydantic import AfterValidator, Field

from beeprint.base import regular
from beeprint.base.options import DEFAULT_PROFILES
from beeprint.base.problems import BuildError, Place, Problem, did_you_mean, whole
from beeprint.files.nodes import Node, read_yaml
from beeprint.files.schema import Line, Model, Words, matching, understand
from beeprint.files.source import read_bytes
from beeprint.files.workspace import GAME, built_in_games, misnamed, shown
from beeprint.game.edition import FULL

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
    games: Annotated[Words, Field(min_length=1)]
    languages: Words = ()
    editions: Annotated[Words, Field(min_length=1)] = (FULL,)
    players: Annotated[Words, Field(min_length=1), AfterValidator(_players)] = (FULL,)
    profiles: Annotated[Words, Field(min_length=1)] = DEFAULT_PROFILES
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
            for folder in _found(entry, path.parent, node.at(["games", number])):
                games.setdefault(regular.real(folder), folder)
        except BuildError as error:
            problems += error.problems
    if problems:
        raise BuildError(problems)
    return Shelf(spec, node, tuple(games.values()))


def _found(entry: str, base: Path, place: Place) -> list[Path]:
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
        found = [Path(name).parent for name in sorted(glob.glob(pattern, recursive=True))]  # noqa: PTH207 (keeps ..)
        if not found:
            message = f"no folder that {entry} matches holds {GAME}"
            raise BuildError([Problem(place, message, f"write it relative to {shown(base)}, such as games/*")])
        return found
    if (base / wanted / GAME).is_file():
        return [base / wanted]
    other = misnamed(base / wanted)
    if other:
        raise BuildError([Problem(place, f"{entry} holds {other}, but no {GAME}", "rename it")])
    games = built_in_games()
    if entry not in games:
        near = [*games, *(one.parent.name for one in sorted(base.glob(f"*/{GAME}")))]
        hint = f"{did_you_mean(entry, near)}; or write a folder that holds {GAME}, relative to {shown(base)}"
        raise BuildError([Problem(place, f"there is no game {entry}", hint)])
    return [games[entry]]
