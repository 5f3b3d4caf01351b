"""Put finished files in place: an output folder is a person's, and beeprint moves and deletes only what it made.

A build writes into a work folder beside its target. When all is complete, the folder of each profile changes places
with the one of the build before, so that a kill leaves the one or the other, whole; the manifest comes last. What a
person keeps there moves along, also what is saved while that happens. Builds that run side by side compute together
and take turns here, so each merges its share into the manifest that the one before it left.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from beeprint.base import interrupts, manifest, regular
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.files.earlier import with_earlier
from beeprint.files.lock import Lock
from beeprint.files.workspace import OUTPUT, shown

_PREFIX = ".beeprint-"
_LOCK, _JOURNAL, _NEW = "build.lock", "journal.json", "new"
#: How long a build waits for another one to put its files in place, in seconds; that takes a fraction of one.
_PATIENCE = 60.0


# folders -------------------------------------------------------------------------------------------------------------


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
    check_own(target, game)
    with _said_at(target):
        clear_up(target.parent)
    with _new_folder(target) as made:
        yield made


def check_own(target: Path, game: Path) -> None:
    """Refuse a target in the game's folder output/ if a link, which may be a stranger's, leads out of the game."""
    own = Path(os.path.abspath(target)).is_relative_to(Path(os.path.abspath(game), OUTPUT))
    if own and not regular.real(target).is_relative_to(regular.real(game)):
        message = f"a link leads from here to a folder outside the game's folder {shown(game)}"
        raise error_at(Place(shown(target)), message, "name that folder itself with --output, or remove the link")


@contextlib.contextmanager
@interrupts.runs_to_its_end
def _new_folder(target: Path) -> Iterator[Path]:
    """Provide an empty folder in a work folder beside `target`; remove both, and new parents that are still empty."""
    fresh = [parent for parent in target.parents if not parent.exists()]
    try:
        with _said_at(target):
            target.parent.mkdir(parents=True, exist_ok=True)
        with work_folder(target) as work:
            made = work / _NEW
            made.mkdir()
            yield made
    finally:
        with contextlib.suppress(OSError):
            for parent in fresh:
                parent.rmdir()  # only where it is empty


@contextlib.contextmanager
def _said_at(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise error_at(Place(shown(target)), f"cannot write here: {error.strerror or error}") from error


@contextlib.contextmanager
@interrupts.runs_to_its_end
def work_folder(target: Path) -> Iterator[Path]:
    """Provide a temporary folder beside `target`, locked while this process lives, and remove it afterwards."""
    place = Place(shown(target))
    with _said_at(target):
        while True:
            work = target.parent / f"{_PREFIX}{os.urandom(4).hex()}"
            work.mkdir(mode=0o700)
            lock = Lock(work / _LOCK)
            if lock.take():
                break  # else another build took the folder for a leftover, and removed it
    try:
        yield work
    except OSError as error:
        message = f"cannot write: {error.strerror or error}"
        raise error_at(place, message, "check that the disk has free space") from error
    finally:
        # Where there is a journal, files of a person have not reached the target yet; the next build moves them.
        kept = (work / _JOURNAL).exists() or not _emptied(work)
        _give_up(work, lock, kept)


@contextlib.contextmanager
def loose(target: Path, game: Path | None = None) -> Iterator[Path]:
    """Provide an empty folder for files that belong to no build; afterwards they take their places beside `target`.

    BuildError as for `check_own`. What is a link there is replaced, and not followed.
    """
    if game is not None:
        check_own(target, game)
    with _said_at(target):
        target.parent.mkdir(parents=True, exist_ok=True)
    with _new_beside(target) as made:
        yield made
        for file in sorted(made.iterdir()):
            _check_file(os.fspath(target.with_name(file.name)))
        for file in sorted(made.iterdir()):
            _replace(file, target.with_name(file.name))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that a person named; an older one stays whole until the new one is complete."""
    if path.exists() and not path.is_file():  # such as /dev/stdout
        path.write_bytes(data)
        return
    whole = regular.real(path)  # a link stays a link
    with beside(whole) as new:
        new.write_bytes(data)
        if whole.exists():
            keep_rights(whole, new)
        new.replace(whole)


@contextlib.contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Provide a path for a new file that is to replace another one; what killed commands left there is cleared up."""
    with _new_beside(path) as made:
        try:
            yield made / path.name
        except OSError as error:
            raise _cannot_write(path, error) from error


@contextlib.contextmanager
def _new_beside(path: Path) -> Iterator[Path]:
    """Provide an empty folder beside a path, once what killed commands left there is cleared up.

    It lies within the work folder, whose lock and journal no file may replace by having their names.
    """
    with _said_at(path):
        clear_up(path.parent)
    with work_folder(path) as work:
        made = work / _NEW
        made.mkdir()
        yield made


def keep_rights(path: Path, new: Path) -> None:
    """Give a new file the owner, mode, access lists and other attributes of the one it replaces, but not its times.

    What this user may not give it, it goes without. OSError where its mode cannot be set.
    """
    import shutil  # it takes a while to load

    if os.name != "nt":
        status = path.stat()
        for owner in (status.st_uid, -1):
            with contextlib.suppress(OSError):
                os.chown(new, owner, status.st_gid)
                break
    shutil.copystat(path, new)
    os.utime(new)


def _mode(path: Path) -> int:
    """Return who may read and write a file or folder."""
    return stat.S_IMODE(path.stat().st_mode)


def _emptied(work: Path) -> bool:
    """Remove what a work folder holds but for its lock, read-only parts too; return whether all is gone."""
    import shutil  # it takes a while to load, and where nothing has changed there is no work folder

    with contextlib.suppress(OSError):
        for inner, _, _ in os.walk(work):
            Path(inner).chmod(0o700)
        for path in work.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != _LOCK:
                path.unlink()
        return [path.name for path in work.iterdir()] == [_LOCK]
    return False


def _give_up(work: Path, lock: Lock, kept: bool) -> None:
    """Remove an empty work folder; or free it, `kept` as it is, for the next build to clear up."""
    lock.free(keep=kept)
    with contextlib.suppress(OSError):
        work.rmdir()  # only where it is empty


# taking turns --------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
@interrupts.runs_to_its_end
def _alone(target: Path) -> Iterator[None]:
    """Hold the lock of a target; BuildError that says who holds it, if nobody frees it in time."""
    path = target.parent / f"{_PREFIX}{target.name}.lock"
    lock, end = Lock(path), time.monotonic() + _PATIENCE
    try:
        while not _took(lock, path):
            interrupts.raise_again()
            if time.monotonic() > end:
                message = f"{lock.holder()} has been writing here for over {_PATIENCE:.0f} s"
                raise error_at(Place(shown(target)), message, "wait until that build has ended, or stop it")
            time.sleep(0.01)
        yield
    finally:
        lock.free()


def _took(lock: Lock, path: Path) -> bool:
    """Take a lock of others too; BuildError where its file cannot be written."""
    try:
        return lock.take()
    except OSError as error:
        raise error_at(Place(shown(path)), f"cannot write the file: {error.strerror or error}", "remove it") from error


# putting in place ----------------------------------------------------------------------------------------------------


def deliver(made: Path, target: Path, part: Mapping[str, Any]) -> None:
    """Move the folders of profiles from `made` into the target, and merge `part` into the manifest there.

    Files that an earlier build listed and this one does not make are removed; all others stay. BuildError, and nothing
    moved, where the target cannot take the files. Where the system cannot exchange folders, each file is replaced by
    itself.
    """
    files = names_below(made)
    with _alone(target):
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
    folders = {one for folder in below for one in (folder, *folder.parents) if one.is_relative_to(target)}
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
            _replace(self.made.parent / manifest.NAME, self.target / manifest.NAME)
        except BuildError as error:
            if not self.begun:
                raise
            raise BuildError(error.problems, "some files have been replaced; build again") from error
        finally:
            if self.settled:
                (self.made.parent / _JOURNAL).unlink(missing_ok=True)

    def _takes_whole(self, profile: str) -> bool:
        """Return whether a profile's folder can be exchanged.

        There is one, nobody who called us stands in it, and all that a person keeps in it can be moved along: what lies
        in folders that may not be read and written would be left behind.
        """
        old = self.target / profile
        if old.is_symlink() or not old.is_dir() or _exchanger() is None:
            return False
        inner = (path for path in tree(old) if path.is_dir() and not path.is_symlink())
        if not all(os.access(folder, os.R_OK | os.W_OK | os.X_OK) for folder in (old, *inner)):
            return False
        with contextlib.suppress(OSError):
            return not Path.cwd().is_relative_to(regular.real(old))
        return True

    def _note(self, old: Path) -> None:
        """Write down what is exchanged next, for the next build if this one is killed: see `clear_up`."""
        place = {"target": self.target.name, "profile": old.name, "folder": old.stat().st_ino}
        # Whole or not at all: with half a journal, the next build could not tell whether anything was exchanged.
        beside = self.made.parent / f"{_JOURNAL}.new"
        beside.write_text(json.dumps({**place, "ours": self._names(old.name)}), "utf-8")
        beside.replace(self.made.parent / _JOURNAL)

    def _names(self, profile: str) -> list[str]:
        """Return the files of a profile that are replaced or removed, by paths below its folder."""
        names = (*self.files, *self.gone)
        return sorted(name.removeprefix(f"{profile}/") for name in names if name.startswith(f"{profile}/"))

    def _exchange(self, folder: Path) -> bool:
        """Exchange a folder with the target's, of which all that is not replaced or gone moves along."""
        old = self.target / folder.name
        linked = set()
        for path in tree(old):
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
        self._note(old)
        if not _exchange(folder, old):
            return False
        self.begun, self.settled = True, False
        _settle(folder, old, self._names(folder.name), linked)
        self.settled = True
        return True

    def _file_by_file(self, folder: Path) -> None:
        """Replace each file whole, then remove those that are gone."""
        for name in sorted(name for name in self.files if name.startswith(f"{folder.name}/")):
            _replace(self.made / name, self.target / name)
            self.begun = True
        for name in sorted(self.gone):
            path = self.target / name
            if not name.startswith(f"{folder.name}/") or ".." in name.split("/") or not _is_plain(path):
                continue
            if regular.real(path).is_relative_to(regular.real(self.target)):
                with contextlib.suppress(OSError):
                    path.unlink()
                    _remove_empty(path.parent, self.target)


def tree(folder: Path) -> Iterator[Path]:
    """Yield all that lies below a folder, links as links, each folder before what it holds; OSError where it cannot."""
    for inner, folders, files in os.walk(folder, onerror=_raised):
        yield from (Path(inner, name) for name in (*sorted(folders), *sorted(files)))


def names_below(folder: Path) -> list[str]:
    """Return the names of all files below a folder, in order, with their folders in it; OSError where it cannot."""
    found: list[str] = []

    def look(place: str, name: str) -> None:
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    look(entry.path, f"{name}{entry.name}/")
                elif entry.is_file():
                    found.append(f"{name}{entry.name}")

    look(os.fspath(folder), "")
    return sorted(found)


def _raised(error: OSError) -> None:
    raise error


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _drop_empty(folder: Path, old: Path, gone: Collection[str]) -> None:
    """Remove the folders that would be left empty because all their files are gone."""
    for inner in sorted((path for path in tree(folder) if path.is_dir() and not path.is_symlink()), reverse=True):
        name = inner.relative_to(folder).as_posix()
        if any(file.startswith(f"{old.name}/{name}/") for file in gone) and not any(inner.iterdir()):
            inner.rmdir()


def _copy_modes(old: Path, folder: Path) -> None:
    """Give folders the modes that they have in the target, inner ones first."""
    with contextlib.suppress(OSError):
        for path in sorted((path for path in tree(folder) if path.is_dir() and not path.is_symlink()), reverse=True):
            if (old / path.relative_to(folder)).is_dir():
                path.chmod(_mode(old / path.relative_to(folder)))
        folder.chmod(_mode(old))


def _settle(old: Path, new: Path, ours: Collection[str], linked: Collection[str]) -> None:
    """Move what a person has in a folder that was exchanged to its successor, and remove the rest.

    `ours`, paths below both, have been replaced or are gone. Files that were `linked` before the exchange are in both
    folders; if one is no longer in the old one, the person had moved or deleted it by then. A file that was saved
    meanwhile is in the old one only, or newer there.
    """
    for link in linked:
        if not os.path.lexists(old / link):
            (new / link).unlink(missing_ok=True)
    for _ in range(3):  # a program may still be saving into the old folder
        for path in [path for path in tree(old) if path.is_symlink() or not path.is_dir()]:
            name = path.relative_to(old)
            there = new / name
            with contextlib.suppress(FileNotFoundError):  # it has another name by now, which the next look finds
                if name.as_posix() in ours or (os.path.lexists(there) and not _newer(path, there)):
                    path.unlink()
                else:
                    there.parent.mkdir(parents=True, exist_ok=True)
                    os.replace(path, there)
        for inner in sorted((path for path in tree(old) if path.is_dir() and not path.is_symlink()), reverse=True):
            with contextlib.suppress(OSError):
                inner.rmdir()
        with contextlib.suppress(OSError):
            old.rmdir()
            return


def _newer(path: Path, other: Path) -> bool:
    """Return whether a path is another file than `other`, changed later."""
    one, two = path.lstat(), other.lstat()
    return not os.path.samestat(one, two) and one.st_mtime_ns > two.st_mtime_ns


def clear_up(folder: Path) -> None:
    """Finish what killed builds began in a folder: their work folders are those whose locks nobody holds."""
    # No dot: .beeprint-two.lock is the lock of a target of three letters.
    for work in folder.glob(_PREFIX + "[a-z0-9_]" * 8):
        lock = Lock(work / _LOCK)
        if not _left(work, lock):
            with contextlib.suppress(OSError):
                work.rmdir()  # only where it is empty: whoever has just made it makes another one
            continue
        kept = True
        try:
            _recover(work)
            kept = not _emptied(work)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, BuildError):
            pass  # it stays, with all that it holds
        finally:
            _give_up(work, lock, kept)
    for path in folder.glob(f"{_PREFIX}*.lock"):
        # A build that could not remove its lock has left it, free; a person's file has other words.
        lock = Lock(path)
        with contextlib.suppress(OSError):
            if not path.is_symlink() and lock.holder().startswith("process ") and lock.take(create=False):
                lock.free()


def _left(work: Path, lock: Lock) -> bool:
    """Take the lock of a work folder; False where it is in use, or no work folder of this user."""
    with contextlib.suppress(OSError):
        return not work.is_symlink() and lock.take(create=False)
    return False


def _recover(work: Path) -> None:
    """Move a person's files out of the folders that a killed build had exchanged."""
    if not (work / _JOURNAL).is_file():
        return
    journal = json.loads(regular.read(work / _JOURNAL).decode("utf-8"))
    target = work.parent / Path(str(journal["target"])).name
    with _alone(target):
        old = work / _NEW / Path(str(journal["profile"])).name
        # A link, which a stranger's folder may hold, would move what lies elsewhere.
        own = regular.real(old) == regular.real(work) / _NEW / old.name
        if own and old.is_dir() and old.stat().st_ino == journal["folder"]:
            _settle(old, target / old.name, frozenset(journal["ours"]), ())
        (work / _JOURNAL).unlink()


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
            _check_file(f"{target}/{name}")


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
    _check_file(os.fspath(path))


def _check_file(path: str) -> None:
    """Refuse a path in a folder that can be written."""
    if os.path.isdir(path):  # noqa: PTH112, a Path for each of thousands takes its time
        raise error_at(Place(shown(Path(path))), "a folder has the name of a file to be written", "move or rename it")
    if sys.platform == "win32" and os.path.exists(path):  # noqa: PTH110
        try:
            os.close(os.open(path, os.O_RDWR))
        except OSError as error:
            raise _cannot_write(Path(path), error) from error


def _replace(file: Path, path: Path) -> None:
    """Move a finished file to its path, replacing an older one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(file, path)
    except OSError as error:
        raise _cannot_write(path, error) from error


def _cannot_write(path: Path, error: OSError) -> BuildError:
    hint = "is the file open in another program?" if isinstance(error, PermissionError) else ""
    return BuildError([Problem(Place(shown(path)), f"cannot write the file: {error.strerror or error}", hint)])


def _remove_empty(folder: Path, target: Path) -> None:
    """Remove the folders left empty by a removed file, up to the target."""
    while folder != target and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
