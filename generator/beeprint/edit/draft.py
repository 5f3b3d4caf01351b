"""Change several files of a game as one edit, and read the game with them before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.edit.change import Change, Edit, own_file
from beeprint.edit.document import Document
from beeprint.edit.snapshot import Snapshot
from beeprint.face.template import layouts
from beeprint.game import model
from beeprint.game.model import Game
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.source import read_bytes
from beeprint.sources.workspace import GAME, Workspace, shown


@dataclass(frozen=True)
class DraftWorkspace(Workspace):
    """A game's folder as a change leaves it: `new` holds the bytes of files, None for removed files."""

    new: Mapping[Path, bytes | None] = field(default_factory=dict, repr=False, compare=False)

    def _as_written(self, root: Path, name: str) -> Path | None:
        path = root / name
        if path in self.new:
            return path if self.new[path] is not None else None
        return super()._as_written(root, name)

    def _entries(self, folder: Path) -> dict[str, str]:
        """Return the names in a folder, without removed files."""
        gone = {path.name for path, data in self.new.items() if path.parent == folder and data is None}
        return {name: entry for name, entry in super()._entries(folder).items() if entry not in gone}

    def yaml(self, kind: str, name: str, place: Place) -> Node:
        """Read the YAML file of a name, from the change if it is in it."""
        path = self.find(kind, name, [".yaml"])
        data = None if path is None else self.new.get(path)
        return super().yaml(kind, name, place) if data is None or path is None else read_yaml(data, shown(path))

    def read(self, path: Path, limit: int) -> bytes:
        """Read a file, from the change if it is in it."""
        data = self.new.get(path)
        return super().read(path, limit) if data is None else data

    def data(self, name: str, place: Place) -> tuple[bytes, str]:
        """Read a data file, from the change if it is in it."""
        data = self.new.get(self.game / name)
        return super().data(name, place) if data is None else (data, shown(self.game / name))

    def has(self, name: str) -> bool:
        """Return whether there is a file or a folder of a name, also one that the change makes."""
        path = self.game / name
        return self.new[path] is not None if path in self.new else super().has(name)

    def names(self, kind: str, suffixes: Iterable[str]) -> list[str]:
        """List the names that `find` would find, those of new files too."""
        home, endings = self.game / kind, tuple(suffixes)
        stems = {
            data is None: {
                path.relative_to(home).with_suffix("").as_posix()
                for path, each in self.new.items()
                if (each is None) == (data is None) and path.is_relative_to(home) and path.suffix.lower() in endings
            }
            for data in (None, b"")
        }
        return sorted({*super().names(kind, endings)} - stems[True] | stems[False])


class Draft:
    """A change of several files of a game, made step by step; `edit` checks it and returns it."""

    def __init__(self, game: Game | Path) -> None:
        """`game` may be the folder of a game that cannot be read now."""
        self.folder = game if isinstance(game, Path) else game.workspace.game
        self.language = "" if isinstance(game, Path) else game.language
        self._before: dict[Path, bytes | None] = {}
        self._after: dict[Path, bytes | None] = {}

    def path(self, place: Place) -> Path:
        """Return the file of a place as a path below the game's folder; BuildError where it is another's file."""
        path = Path(place.file)
        if not path.is_file():
            raise error_at(place, "there is no such file", "look at the problem as it is now")
        own_file(path, self.folder)
        home, absolute = self.folder.absolute(), path.absolute()
        return self.folder / absolute.relative_to(home) if absolute.is_relative_to(home) else path

    def read(self, path: Path) -> bytes | None:
        """Return the bytes that a file has by now; None where there is no file."""
        if path not in self._before:
            self._before[path] = read_bytes(path, shown(path)) if path.is_file() else None
        return self._after.get(path, self._before[path])

    def write(self, path: Path, data: bytes | str | None) -> None:
        """Give a file other bytes; None removes it. BuildError if the file is not the game's own."""
        self.read(path)
        own_file(path, self.folder)
        self._after[path] = data.encode() if isinstance(data, str) else data

    def take(self, changes: Iterable[Change]) -> None:
        """Add changes that were made elsewhere."""
        for change in changes:
            self._before.setdefault(change.path, change.before)
            self._after[change.path] = change.after

    def yaml(self, path: Path) -> Document:
        """Return a YAML file as it is by now, an empty document where there is none."""
        return Document(path, self.read(path) or b"{}\n")

    def original(self, path: Path) -> Document:
        """Return a YAML file as it is on the disk."""
        self.read(path)
        return Document(path, self._before[path] or b"{}\n")

    def put(self, document: Document) -> None:
        """Take the bytes of a document."""
        if document.data != (self.read(document.path) or b"{}\n"):
            self.write(document.path, document.data)

    @property
    def game_yaml(self) -> Document:
        """Return game.yaml as it is by now."""
        return self.yaml(self.folder / GAME)

    @property
    def workspace(self) -> Workspace:
        """Return the game's folder with the files as they are by now."""
        return DraftWorkspace(self.folder, new={change.path: change.after for change in self.changes})

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return what differs from the files on the disk."""
        pairs = ((path, self._before[path], after) for path, after in self._after.items())
        return tuple(Change(path, before, after) for path, before, after in pairs if before != after)

    def edit(self, title: str, allow: Callable[[Problem], bool] = lambda _: False) -> Edit:
        """Return the edit; BuildError, in the readers' words, if it brings errors to the game's data or layouts.

        Errors to `allow` become its warnings.
        """
        changes = self.changes
        if not changes:
            return Edit(title, self.folder, ())
        workspace = self.workspace
        before = Counter(map(_describe, problems_of(Workspace(self.folder), self.language)))
        brought: list[Problem] = []
        for problem in problems_of(workspace, self.language):
            before[_describe(problem)] -= 1
            if before[_describe(problem)] < 0:
                brought.append(problem)
        errors = [problem for problem in brought if problem.severity == "error" and not allow(problem)]
        if errors:
            raise BuildError(dict.fromkeys(errors))
        return Edit(title, self.folder, changes, tuple(dict.fromkeys(brought)))


def _describe(problem: Problem) -> tuple[str, ...]:
    """Return a problem without its line, which moves with the lines above it."""
    return (problem.place.file, problem.message, problem.hint, problem.severity)


def problems_of(workspace: Workspace, language: str = "") -> list[Problem]:
    """Return what is wrong with the data and the layouts of a game."""
    try:
        game, problems = model.load(workspace, language, model.rows_memo(workspace.game))
    except BuildError as error:
        return list(error.problems)
    for deck in game.decks.values():
        for side in ("front", "back") if deck.spec.back else ("front",):
            try:
                problems += layouts(game, deck, side, deck.rows.rows)[1]
            except BuildError as error:
                problems += error.problems
    return problems


def check_readable(workspace: Workspace) -> list[Problem]:
    """Return the problems of a game's data; BuildError if the game cannot be read: the first reason."""
    try:
        return model.load(workspace, "", model.rows_memo(workspace.game))[1]
    except BuildError as error:
        own = [problem for problem in error.problems if problem.place.file == shown(workspace.game / GAME)]
        raise BuildError((own or error.problems)[:1]) from error


def written(game: Game, keys: Sequence[str]) -> Any:
    """Return the plain value at keys of game.yaml, not translated; as it was read where the file is faulty by now."""
    try:
        value = Draft(game).game_yaml.get(keys)
    except BuildError:
        value = None
    node = game.node.find(keys) if value is None else None
    return node.plain() if node is not None else value


def layout_names(game: Game, deck: str) -> dict[str, list[str]]:
    """Return the layouts of a deck's sides: front, and back if it has one; BuildError where one is faulty."""
    spec = game.decks[deck]
    sides = ("front", "back") if spec.spec.back else ("front",)
    named = {side: layouts(game, spec, side, spec.rows.rows)[0].values() for side in sides}  # type: ignore[arg-type]
    return {side: list(dict.fromkeys(layout.name for layout in drawn)) for side, drawn in named.items()}


def layout_files(game: Game) -> dict[str, Path]:
    """Return the files of the game's own layouts, and the layouts that its decks use, with all that these extend."""
    snapshot = Snapshot(game.workspace.game)
    wanted = list(snapshot.own_names())
    for name in game.decks:
        try:
            wanted += [layout for side in layout_names(game, name).values() for layout in side]
        except BuildError:
            continue
    files: dict[str, Path] = {}
    while wanted:
        name = wanted.pop()
        path = snapshot.find("layouts", name, (".yaml",))
        if path is not None and name not in files:
            files[name] = path
            wanted += snapshot.parents(name)
    return dict(sorted(files.items()))
