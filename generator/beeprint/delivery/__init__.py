"""Put finished files in place: an output folder is a person's, and beeprint moves and deletes only what it made.

A build writes into a work folder beside its target. When all is complete, the folder of each profile changes places
with the one of the build before, so that a kill leaves the one or the other, whole; the manifest comes last. What a
person keeps there moves along, also what is saved while that happens. Builds that run side by side compute together
and take turns here, so each merges its share into the manifest that the one before it left.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from beeprint.base import interrupts, manifest, regular
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.delivery import exchange, replacing
from beeprint.delivery.earlier import with_earlier
from beeprint.sources.workspace import OUTPUT, shown


@contextlib.contextmanager
def delivery(target: Path, game: Path) -> Iterator[Path]:
    """Provide an empty folder for a build's files, one folder for each profile, from which `deliver` takes them.

    A target that overlaps the game's folder is refused, but for its folder output/, which is never read. What killed
    builds left beside the target is cleared up, and new parent folders of a target that is never written are removed.
    """
    inside, folder = regular.real(target), regular.real(game)
    apart = inside.is_relative_to(folder / OUTPUT) and inside != folder / OUTPUT
    if not apart and (inside.is_relative_to(folder) or folder.is_relative_to(inside)):
        raise error_at(
            Place(shown(target)),
            f"the output folder overlaps the game's folder {shown(game)}",
            "choose a separate folder with --output",
        )
    replacing.check_own(target, game)
    with replacing.said_at(target):
        replacing.clear_up(target.parent)
    with _new_folder(target) as made:
        yield made


@contextlib.contextmanager
@interrupts.runs_to_its_end
def _new_folder(target: Path) -> Iterator[Path]:
    """Provide an empty folder in a work folder beside `target`; remove both, and new parents that are still empty."""
    fresh = [parent for parent in target.parents if not parent.exists()]
    try:
        with replacing.said_at(target):
            target.parent.mkdir(parents=True, exist_ok=True)
        with replacing.work_folder(target) as work:
            made = work / exchange.NEW
            made.mkdir()
            yield made
    finally:
        with contextlib.suppress(OSError):
            for parent in fresh:
                parent.rmdir()  # only where it is empty


def _mode(path: Path) -> int:
    """Return who may read and write a file or folder."""
    return stat.S_IMODE(path.stat().st_mode)


def deliver(made: Path, target: Path, part: Mapping[str, Any]) -> None:
    """Move the folders of profiles from `made` into the target, and merge `part` into the manifest there.

    Files that an earlier build listed and this one does not make are removed; all others stay. BuildError, and nothing
    moved, where the target cannot take the files. Where the system cannot exchange folders, each file is replaced by
    itself.
    """
    files = names_below(made)
    with exchange.alone(target):
        _check_ways(target, (*files, manifest.NAME))
        before = manifest.read(target, with_pieces="known" in part)
        part = with_earlier(part, before)
        gone = set(manifest.stale(part, before)).difference(files)
        manifest.write(made.parent / manifest.NAME, part, before)
        interrupts.too_late()
        if not target.exists():
            (made.parent / manifest.NAME).rename(made / manifest.NAME)
            made.rename(target)
            return
        _Move(made, target, frozenset(files), gone).run()


def is_in_place(files: Mapping[str, str], target: Path, part: Mapping[str, Any], known: bool = False) -> bool:
    """Return whether a target holds the files of these digests, not through links, and the manifest for `part`.

    If it is `known` that the files have them, they are not read.
    """
    before = manifest.read(target)
    part = with_earlier(part, before)
    if manifest.stale(part, before):
        return False
    text = manifest.merged(part, before)
    below = [target / name for name in {name.rpartition("/")[0] for name in files}]
    folders = {parent for folder in below for parent in (folder, *folder.parents) if parent.is_relative_to(target)}
    try:
        return (
            not any(folder.is_symlink() for folder in folders)
            and (known or all(_holds(target / name, digest) for name, digest in files.items()))
            and _holds(target / manifest.NAME, hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest())
        )
    except OSError:
        return False


def _holds(path: Path, digest: str) -> bool:
    """Return whether a regular file, and no link to one, has this SHA-256."""
    return not path.is_symlink() and hashlib.sha256(regular.read(path)).hexdigest() == digest


class _Move(Struct):
    """The move of a build's folders into a target that exists: `files` replace those there, and `gone` are removed."""

    made: Path
    target: Path
    files: Collection[str]
    gone: Collection[str]
    begun: bool = False
    settled: bool = True

    def run(self) -> None:
        """Move all folders, then the manifest; BuildError that says whether anything has been replaced."""
        try:
            for folder in sorted(path for path in self.made.iterdir() if path.is_dir()):
                if not self._takes_whole(folder.name) or not self._exchange(folder):
                    self._file_by_file(folder)
            self.begun = True
            replacing.replace(self.made.parent / manifest.NAME, self.target / manifest.NAME)
        except BuildError as error:
            if not self.begun:
                raise
            raise BuildError(error.problems, "some files have been replaced; build again") from error
        finally:
            if self.settled:
                (self.made.parent / exchange.JOURNAL).unlink(missing_ok=True)

    def _takes_whole(self, profile: str) -> bool:
        """Return whether a profile's folder can be exchanged.

        There is one, nobody who called us stands in it, and all that a person keeps in it can be moved along: what lies
        in folders that may not be read and written would be left behind.
        """
        old = self.target / profile
        if old.is_symlink() or not old.is_dir() or not exchange.is_possible():
            return False
        # As they are found: a folder that may not be read is not looked into.
        inner = (path for path in exchange.tree(old) if path.is_dir() and not path.is_symlink())
        if not all(os.access(folder, os.R_OK | os.W_OK | os.X_OK) for folder in (old, *inner)):
            return False
        with contextlib.suppress(OSError):
            return not Path.cwd().is_relative_to(regular.real(old))
        return True

    def _names(self, profile: str) -> list[str]:
        """Return the files of a profile that are replaced or removed, by paths below its folder."""
        names = (*self.files, *self.gone)
        return sorted(name.removeprefix(f"{profile}/") for name in names if name.startswith(f"{profile}/"))

    def _exchange(self, folder: Path) -> bool:
        """Exchange a folder with the target's, of which all that is not replaced or gone moves along."""
        old = self.target / folder.name
        linked = set()
        for path in exchange.tree(old):
            name = path.relative_to(old)
            other = folder / name
            if path.is_dir() and not path.is_symlink():
                other.mkdir(parents=True, exist_ok=True)
            elif f"{folder.name}/{name.as_posix()}" not in self.gone and not os.path.lexists(other):
                with contextlib.suppress(OSError, NotImplementedError):  # it moves when the folders have changed places
                    os.link(path, other, follow_symlinks=False)
                    linked.add(name.as_posix())
        _drop_empty(folder, old, self.gone)
        _copy_modes(old, folder)
        exchange.note(self.made.parent, old, self._names(old.name))
        if not exchange.swap(folder, old):
            return False
        self.begun, self.settled = True, False
        exchange.settle(folder, old, self._names(folder.name), linked)
        self.settled = True
        return True

    def _file_by_file(self, folder: Path) -> None:
        """Replace each file whole, then remove those that are gone."""
        for name in sorted(name for name in self.files if name.startswith(f"{folder.name}/")):
            replacing.replace(self.made / name, self.target / name)
            self.begun = True
        for name in sorted(self.gone):
            path = self.target / name
            if not name.startswith(f"{folder.name}/") or ".." in name.split("/") or not _is_plain(path):
                continue
            if regular.real(path).is_relative_to(regular.real(self.target)):
                with contextlib.suppress(OSError):
                    path.unlink()
                    _remove_empty(path.parent, self.target)


def names_below(folder: Path) -> list[str]:
    """Return the names of all files below a folder, in order, with their folders in it; OSError where it cannot."""
    names: list[str] = []

    def look(place: str, name: str) -> None:
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    look(entry.path, f"{name}{entry.name}/")
                elif entry.is_file():
                    names.append(f"{name}{entry.name}")

    look(os.fspath(folder), "")
    return sorted(names)


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _drop_empty(folder: Path, old: Path, gone: Collection[str]) -> None:
    """Remove the folders that would be left empty because all their files are gone."""
    for inner in exchange.folders_below(folder):
        name = inner.relative_to(folder).as_posix()
        if any(file.startswith(f"{old.name}/{name}/") for file in gone) and not any(inner.iterdir()):
            inner.rmdir()


def _copy_modes(old: Path, folder: Path) -> None:
    """Give folders the modes that they have in the target, inner ones first."""
    with contextlib.suppress(OSError):
        for path in exchange.folders_below(folder):
            if (old / path.relative_to(folder)).is_dir():
                path.chmod(_mode(old / path.relative_to(folder)))
        folder.chmod(_mode(old))


def _check_ways(target: Path, names: Iterable[str]) -> None:
    """Refuse, before anything is moved, paths that cannot be written or lead out of the target."""
    known: dict[str, bool] = {}  # the folders of files that were looked at, and whether these are there
    for name in names:
        folder = name.rpartition("/")[0]
        is_there = known.get(folder)
        if is_there is None:
            _check_way(target, name)
            known[folder] = (target / folder).exists()
        elif is_there:
            replacing.check_file(f"{target}/{name}")


def _check_way(target: Path, name: str) -> None:
    path = target / name
    there = next(parent for parent in path.parents if parent.exists())
    if there.is_relative_to(target) and not regular.real(there).is_relative_to(regular.real(target)):
        raise error_at(
            Place(shown(path)), f"{shown(there)} is a link to a place outside {shown(target)}", "remove the link"
        )
    if there.is_file():
        raise error_at(Place(shown(there)), "a file has the name of a folder to be created", "move or rename it")
    if not os.access(there, os.W_OK | os.X_OK):
        raise error_at(Place(shown(there)), "cannot write here: Permission denied", "make the folder writable")
    replacing.check_file(os.fspath(path))


def _remove_empty(folder: Path, target: Path) -> None:
    """Remove the folders left empty by a removed file, up to the target."""
    while folder != target and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
