"""Folders on disk: find files in a game's and the shipped folders, and move finished files to the output folder."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from beeprint.base import interrupts, plugins
from beeprint.base.problems import Place, did_you_mean, error_at
from beeprint.files.nodes import Node, read_yaml
from beeprint.files.source import read_bytes

_PACKAGE = Path(__file__).resolve().parents[1]
#: The folder that holds data, layouts and fonts: the package when installed, the repository when edited.
SHIPPED = _PACKAGE if (_PACKAGE / "layouts").is_dir() else _PACKAGE.parents[1]

# No part of a name may start with a dot: such files are hidden, and not part of a game.
_NAME = re.compile(r"(?!\.)[A-Za-z0-9_+.-]+(/(?!\.)[A-Za-z0-9_+.-]+)*")
_STALE_SECONDS = 3600
_STYLED = re.compile(r"(.+?)-((?:thin|light|medium|semibold|bold|extrabold|black)(?:-italic)?|italic)")


def shown(path: Path) -> str:
    """Format a path for messages: relative if it lies in the working folder, else absolute."""
    absolute = Path(os.path.abspath(path))
    try:
        return absolute.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return absolute.as_posix()


def slug(text: str) -> str:
    """Turn a text into a file name that is valid on every system."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.") or "x"
    reserved = re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?", name)
    return f"{name}_" if reserved else name


def built_in_games() -> dict[str, Path]:
    """Find the games that come with beeprint, by id."""
    return {path.parent.name: path.parent for path in sorted((SHIPPED / "data").glob("*/game.yaml"))}


@dataclass(frozen=True)
class Workspace:
    """A game's folder, which is searched first, and the shipped folders."""

    game: Path
    _roots: dict[Path, Path] = field(default_factory=dict, init=False, repr=False, compare=False)
    _names: dict[tuple[str, ...], list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def roots(self, kind: str) -> tuple[Path, ...]:
        """Return the folders that may hold a kind of thing (art, layouts, fonts), the game's own first."""
        return (self.game / kind, SHIPPED / kind) if kind != "art" else (self.game / kind,)

    def find(self, kind: str, name: str, suffixes: Iterable[str]) -> Path | None:
        """Find the file of a name without suffix, or None; never one outside its folder."""
        if not _NAME.fullmatch(name) or ".." in name.split("/"):
            return None
        endings = tuple(suffixes)
        found = self._find(self.roots(kind), name, endings)
        # Searching plug-ins takes a while, so they come last.
        return found or (self._find(plugins.folders(kind), name, endings) if kind == "layouts" else None)

    def _find(self, roots: Iterable[Path], name: str, suffixes: tuple[str, ...]) -> Path | None:
        for root in roots:
            for suffix in suffixes:
                path = root / f"{name}{suffix}"
                if path.is_file() and path.resolve().is_relative_to(self._resolved(root)):
                    return path
        return None

    def _resolved(self, root: Path) -> Path:
        """Resolve the links of a root, once."""
        found = self._roots.get(root)
        if found is None:
            found = self._roots[root] = root.resolve()
        return found

    def package(self, kind: str, name: str, suffixes: Iterable[str]) -> str:
        """Find the plug-in package that a file comes from; empty if that is beeprint or the game."""
        path = self.find(kind, name, suffixes)
        homes = ((root, package) for root, package in plugins.folders(kind).items())
        return next((package for root, package in homes if path is not None and path.is_relative_to(root)), "")

    def names(self, kind: str, suffixes: Iterable[str]) -> list[str]:
        """List the names that `find` would find; cached."""
        endings = tuple(suffixes)
        if (kind, *endings) not in self._names:
            found = {
                path.relative_to(root).with_suffix("").as_posix()
                for root in (*self.roots(kind), *(plugins.folders(kind) if kind == "layouts" else ()))
                for path in root.rglob("*")
                if path.suffix in endings
            }
            self._names[kind, *endings] = sorted(found)
        return self._names[kind, *endings]

    def yaml(self, kind: str, name: str, place: Place) -> Node:
        """Read the YAML file of a name; BuildError at `place`, where it is mentioned, if there is none."""
        path = self.find(kind, name, [".yaml"])
        if path is None:
            noun = kind.removesuffix("s")
            raise error_at(place, f"there is no {noun} {name}", did_you_mean(name, self.names(kind, [".yaml"])))
        return read_yaml(read_bytes(path, shown(path)), shown(path))

    def yamls(self, kind: str, name: str, installed: bool = False) -> list[Node]:
        """Read the YAML files of a name in all folders for a kind of thing, the game's own first.

        With `installed`, those of plug-ins as well, which takes a while.
        """
        roots = (*self.roots(kind), *(plugins.folders(kind) if installed else ()))
        paths = (self._find((root,), name, (".yaml",)) for root in roots)
        return [read_yaml(read_bytes(path, shown(path)), shown(path)) for path in paths if path is not None]

    def data(self, name: str, place: Place) -> tuple[bytes, str]:
        """Read a data file of the game's folder, and return it with its path for messages."""
        path = self.game / name
        if not _NAME.fullmatch(name) or ".." in name.split("/") or not path.is_file():
            files = [file.name for file in self.game.glob("*.csv")]
            raise error_at(place, f"there is no file {name} in {shown(self.game)}", did_you_mean(name, files))
        if not path.resolve().is_relative_to(self.game.resolve()):
            message = f"{name} is a link to a file outside the game's folder {shown(self.game)}"
            raise error_at(place, message, "copy the file itself into the folder")
        return read_bytes(path, shown(path)), shown(path)

    def font_file(self, key: str) -> Path | None:
        """Find the file of a font `family/style`: the game's fonts/<family>[-<style>].ttf or .otf, or a package's."""
        family, _, style = key.partition("/")
        plain = family if style == "regular" else f"{family}-{style}"
        own = self.find("fonts", plain, [".ttf", ".otf"])
        if own is not None:
            return own
        entry = font_catalogue().find([family])
        package, file = (entry.find([part]) if entry else None for part in ("package", style))
        if package is None or file is None:
            return None
        spec = find_spec(str(package.value))
        if spec is None or not spec.submodule_search_locations:
            hint = f"install the package {str(package.value).replace('_', '-')}"
            raise error_at(package.place, f"the font package {package.value} is not installed", hint)
        return Path(spec.submodule_search_locations[0]) / str(file.value)

    def font_files(self) -> list[Path]:
        """Find every font file: the game's own, and those of the catalogue's packages."""
        own = [self.find("fonts", name, [".ttf", ".otf"]) for name in self.names("fonts", [".ttf", ".otf"])]
        catalogue = font_catalogue().value
        styles = [
            f"{family}/{style}"
            for family, entry in (catalogue.items() if isinstance(catalogue, dict) else ())
            for style in _styles_in(entry)
        ]
        return [path for path in (*own, *map(self.font_file, styles)) if path is not None]

    def font_names(self) -> list[str]:
        """List all font families."""
        return sorted(self.font_styles())

    def font_styles(self) -> dict[str, list[str]]:
        """List the styles of each font family, regular first."""
        found: dict[str, list[str]] = {}
        catalogue = font_catalogue().value
        for family, entry in catalogue.items() if isinstance(catalogue, dict) else ():
            found[family] = _styles_in(entry)
        for name in self.names("fonts", [".ttf", ".otf"]):
            family, style = (match[1], match[2]) if (match := _STYLED.fullmatch(name)) else (name, "regular")
            found[family] = sorted({*found.get(family, ()), style}, key=lambda style: (style != "regular", style))
        return found

    def fonts_alike(self) -> dict[str, str]:
        """List the families that are set in one of the catalogue's with the same widths, each with that one."""
        catalogue = font_catalogue().value
        entries = (
            ((key, entry.find(["like"])) for key, entry in catalogue.items()) if isinstance(catalogue, dict) else ()
        )
        return {str(name): family for family, names in entries if names is not None for name in names.plain()}


def _styles_in(entry: Node) -> list[str]:
    """Return the styles of a family in the catalogue."""
    return [key for key in (entry.value if isinstance(entry.value, dict) else ()) if key not in ("package", "like")]


def font_catalogue() -> Node:
    """Read fonts/fonts.yaml."""
    path = SHIPPED / "fonts" / "fonts.yaml"
    return read_yaml(read_bytes(path, shown(path)), shown(path))


def game_folder(name: str) -> tuple[Path, str] | None:
    """Find the folder of a game by path or built-in id, with a note if it could be either; None if there is none."""
    games = built_in_games()
    path = Path(name)
    try:
        here = (path / "game.yaml").is_file()
    except OSError:
        here = False  # the name is too long, or the folder may not be read
    if here:
        note = f"{name} is both a folder here and a built-in game: using the folder" if name in games else ""
        same = name in games and path.resolve() == games[name].resolve()
        return path, "" if same else note
    return (games[name], "") if name in games else None


@contextlib.contextmanager
def delivery(target: Path, game: Path) -> Iterator[Path]:
    """Provide a temporary folder beside `target`, from which the caller moves files with `deliver`.

    A target that overlaps the game's folder is refused. Leftovers of killed builds are removed, and so are new parent
    folders of a target that is never written.
    """
    inside, folder = target.resolve(), game.resolve()
    if inside == folder or inside.is_relative_to(folder) or folder.is_relative_to(inside):
        raise error_at(
            Place(shown(target)),
            f"the output folder overlaps the game's folder {shown(game)}",
            "choose a separate folder with --output",
        )
    fresh = [parent for parent in target.parents if not parent.exists()]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for old in target.parent.glob(".beeprint-*"):
            if old.is_dir() and time.time() - old.stat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
        work = Path(tempfile.mkdtemp(prefix=".beeprint-", dir=target.parent))
    except OSError as error:
        raise error_at(Place(shown(target)), f"cannot write here: {error.strerror or error}") from error
    try:
        made = work / "new"
        made.mkdir()
        yield made
    except OSError as error:
        raise error_at(
            Place(shown(target)), f"cannot write: {error.strerror or error}", "check that the disk has free space"
        ) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
        with contextlib.suppress(OSError):
            for parent in fresh:
                parent.rmdir()  # only where it is empty


def deliver(work: Path, target: Path, stale: Iterable[str], last: str) -> None:
    """Move the files of `work` to `target`, replacing those of the same name, and remove the stale ones.

    `stale` and `last` are paths below the target. Where the system can exchange two folders, all of it happens in one
    step, so that a kill at any moment leaves either the old output or the new one. Elsewhere each file is replaced
    whole, and `last`, the manifest, comes at the end.
    """
    stale = tuple(stale)
    files = sorted(path.relative_to(work).as_posix() for path in work.rglob("*") if path.is_file())
    for name in files:
        _check_way(target, name)
    interrupts.too_late()
    if not target.is_symlink() and _at_once(work, target, {*stale} - {*files}):
        return
    for name in files:
        if name != last:
            _replace(work / name, target, name)
    for name in stale:
        path = target / name
        if ".." in name.split("/") or name in files or path.is_symlink() or not path.is_file():
            continue
        if path.resolve().is_relative_to(target.resolve()):
            with contextlib.suppress(OSError):
                path.unlink()
                _remove_empty(path.parent, target)
    _replace(work / last, target, last)


def _at_once(work: Path, target: Path, gone: set[str]) -> bool:
    """Make `work` the target in one step, keeping other files that are there; False if that is impossible."""
    try:
        if not target.exists():
            work.rename(target)
            return True
        if _exchanger() is None:
            return False
        for path in sorted(target.rglob("*")):
            name = path.relative_to(target)
            other = work / name
            if name.as_posix() in gone or other.exists():
                continue
            if path.is_symlink():
                other.parent.mkdir(parents=True, exist_ok=True)
                other.symlink_to(path.readlink())
            elif path.is_file():
                other.parent.mkdir(parents=True, exist_ok=True)
                os.link(path, other)
            elif path.is_dir() and not any(path.iterdir()):
                other.mkdir(parents=True)
        shutil.copystat(target, work)
        return _exchange(work, target)
    except OSError:
        return False


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; False if that is impossible."""
    call = _exchanger()
    return call is not None and call(os.fsencode(one), os.fsencode(other)) == 0


def _exchanger() -> Callable[[bytes, bytes], int] | None:
    """Return the call of Linux or macOS that exchanges two paths and returns 0; None on other systems."""
    if not sys.platform.startswith(("linux", "darwin")):
        return None
    try:
        import ctypes

        library = ctypes.CDLL(None)
        swap = 2  # RENAME_EXCHANGE in linux/fs.h, RENAME_SWAP in sys/stdio.h
        if sys.platform == "darwin":
            named = library.renamex_np
            return lambda one, other: int(named(one, other, swap))
        at, here = library.renameat2, -100  # AT_FDCWD
        return lambda one, other: int(at(here, one, here, other, swap))
    except (ImportError, AttributeError, OSError, TypeError):
        return None


def _check_way(target: Path, name: str) -> None:
    """Refuse, before anything is moved, a path that leads out of the target, or has a folder in place of a file."""
    path = target / name
    there = next(parent for parent in path.parents if parent.exists())
    if there.is_relative_to(target) and not there.resolve().is_relative_to(target.resolve()):
        raise error_at(
            Place(shown(path)), f"{shown(there)} is a link to a place outside {shown(target)}", "remove the link"
        )
    if path.is_dir():
        raise error_at(Place(shown(path)), "a folder has the name of a file to be written", "move or rename it")
    if there.is_file():
        raise error_at(Place(shown(there)), "a file has the name of a folder to be created", "move or rename it")


def _replace(file: Path, target: Path, name: str) -> None:
    """Move a finished file to the target, replacing an older one."""
    folder = (target / name).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.replace(file, target / name)
    except OSError as error:
        hint = "is the file open in another program?" if isinstance(error, PermissionError) else ""
        raise error_at(
            Place(shown(target / name)), f"cannot write the file: {error.strerror or error}", hint
        ) from error


def _remove_empty(folder: Path, target: Path) -> None:
    """Remove the folders left empty by a removed file, up to the target."""
    while folder != target and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
