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
from beeprint.files import replacing
from beeprint.files.lock import alone
from beeprint.files.names import slug
from beeprint.files.workspace import OUTPUT, shown

#: Names of folders and beginnings of names that outputs give files themselves, however decks are called.
_FOLDERS, _BEGINNINGS = frozenset({"files"}), ("back-",)


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
            made = work / replacing.NEW
            made.mkdir()
            yield made
    finally:
        with contextlib.suppress(OSError):
            for parent in fresh:
                parent.rmdir()  # only where it is empty


def deliver(made: Path, target: Path, part: Mapping[str, Any]) -> None:
    """Move the folders of profiles from `made` into the target, and merge `part` into the manifest there.

    Files that an earlier build listed and this one does not make are removed; all others stay. BuildError, and nothing
    moved, where the target cannot take the files. Where the system cannot exchange folders, each file is replaced by
    itself.
    """
    files = names_below(made)
    with alone(target):
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
    folders = {each for folder in below for each in (folder, *folder.parents) if each.is_relative_to(target)}
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

    def run(self) -> None:
        """Move all folders, then the manifest; BuildError that says whether anything has been replaced."""
        try:
            for folder in sorted(path for path in self.made.iterdir() if path.is_dir()):
                if not _is_exchangeable(self.target / folder.name) or not self._exchange(folder):
                    self._file_by_file(folder)
            self.begun = True
            replacing.replace(self.made.parent / manifest.NAME, self.target / manifest.NAME)
        except BuildError as error:
            if not self.begun:
                raise
            raise BuildError(error.problems, "some files have been replaced; build again") from error

    def _exchange(self, folder: Path) -> bool:
        """Exchange a folder with the target's, and keep the person's files there; False if that is impossible."""
        old = self.target / folder.name
        linked = self._link_kept(folder, old)
        for inner in (*replacing.folders_below(old), old):
            with contextlib.suppress(OSError):  # the new folder has no such folder if all files of it are gone
                (folder / inner.relative_to(old)).chmod(stat.S_IMODE(inner.stat().st_mode))
        ours = [name.removeprefix(f"{old.name}/") for name in _below(old.name, (*self.files, *self.gone))]
        replacing.note(self.made.parent, old, ours)
        is_done = replacing.swap(folder, old)
        if is_done:
            self.begun = True
            replacing.settle(folder, old, ours, linked)
        # After a failure in between the journal stays, and the next build moves the rest.
        (self.made.parent / replacing.JOURNAL).unlink()
        return is_done

    def _link_kept(self, folder: Path, old: Path) -> set[str]:
        """Link the files that a person keeps in a folder into its successor; return their paths below both."""
        linked = set[str]()
        for path in replacing.tree(old):
            name = path.relative_to(old)
            kept = folder / name
            if path.is_dir() and not path.is_symlink():
                if not any(path.iterdir()):
                    kept.mkdir(parents=True, exist_ok=True)
            elif f"{old.name}/{name.as_posix()}" not in self.gone and not os.path.lexists(kept):
                kept.parent.mkdir(parents=True, exist_ok=True)
                with contextlib.suppress(OSError, NotImplementedError):  # `settle` moves it
                    os.link(path, kept, follow_symlinks=False)
                    linked.add(name.as_posix())
        return linked

    def _file_by_file(self, folder: Path) -> None:
        """Replace each file whole, then remove those that are gone, and the folders that this empties."""
        for name in _below(folder.name, self.files):
            replacing.replace(self.made / name, self.target / name)
            self.begun = True
        for name in _below(folder.name, self.gone):
            path = self.target / name
            if ".." in name.split("/") or path.is_symlink() or not path.is_file():
                continue
            if regular.real(path).is_relative_to(regular.real(self.target)):
                with contextlib.suppress(OSError):  # the first folder that is not empty ends this
                    path.unlink()
                    for emptied in path.relative_to(self.target).parents[:-1]:
                        (self.target / emptied).rmdir()


def _below(profile: str, names: Iterable[str]) -> list[str]:
    """Return the files in a profile's folder, by their paths below the target, in order."""
    return sorted(name for name in names if name.startswith(f"{profile}/"))


def _is_exchangeable(old: Path) -> bool:
    """Return whether a folder of the target can change places with a new one.

    It is there, the caller of beeprint does not work in it, and all files that a person keeps in it can be moved along:
    those in folders that may not be read and written would be left behind.
    """
    if old.is_symlink() or not old.is_dir() or not replacing.is_possible():
        return False
    # As they come: a folder that may not be read is not looked into.
    inner = (path for path in replacing.tree(old) if path.is_dir() and not path.is_symlink())
    if not all(os.access(folder, os.R_OK | os.W_OK | os.X_OK) for folder in (old, *inner)):
        return False
    with contextlib.suppress(OSError):
        return not Path.cwd().is_relative_to(regular.real(old))
    return True


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


def with_earlier(part: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return a build's part of the manifest with what is left of earlier decks in the manifest `before` it.

    A build with `--only` leaves the files of decks that it does not make. A deck that the game no longer has under its
    name would leave its files for ever, so they go with the next such build of their profile. `gone` are these files,
    and `earlier` the names of the decks, by the other profiles that still list files of them.
    """
    now, stocks = _stems(part["decks"]), _stems(part.get("stocks", ()))
    gone, earlier = list[str](), dict[str, list[str]]()
    for profile, files in before.get("profiles", {}).items():
        old = {*before.get("decks", ()), *before.get("earlier", {}).get(profile, ())}.difference(part["decks"])
        theirs = _stems(old) - now
        left = [file for file in files if _owner(file, theirs | now, stocks) in theirs] if theirs else []
        if profile in part["profiles"]:
            gone += left
        elif left:
            earlier[profile] = sorted(old)
    return {**part, "gone": gone, "earlier": earlier}


def _stems(names: Iterable[str]) -> set[str]:
    return {slug(name).lower() for name in names}


def _owner(file: str, decks: Collection[str], stocks: Collection[str]) -> str | None:
    """Return which of these decks a file is called after, by its path below its profile; the longest of several.

    None where a stock is as well: its files lie in no folder of their own, and whose they were cannot be told.
    """
    *folders, name = file.lower().split("/")[1:]
    for folder in folders:
        if folder in decks and folder not in _FOLDERS:
            return folder
    word = next((name.removeprefix(start) for start in _BEGINNINGS if name.startswith(start)), name)
    owners = [owner for owner in {*decks, *stocks} if word == owner or word.startswith((f"{owner}.", f"{owner}-"))]
    longest = max(owners, key=len, default=None)
    return None if longest in stocks else longest
