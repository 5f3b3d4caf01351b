"""Write files beside what they are to replace, in a work folder whose lock is held while its process lives.

A file that is there stays whole until the new one is complete, and what killed processes have left is finished or
removed by the next one that writes in the same place. Links, which may be a stranger's, are not followed out of a game.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from beeprint.base import interrupts, regular
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.delivery import exchange
from beeprint.delivery.lock import Lock
from beeprint.sources.workspace import OUTPUT, shown

_LOCK = "build.lock"


@contextlib.contextmanager
@interrupts.runs_to_its_end
def work_folder(target: Path) -> Iterator[Path]:
    """Provide a temporary folder beside `target`, locked while this process lives, and remove it afterwards."""
    place = Place(shown(target))
    with said_at(target):
        while True:
            work = target.parent / f"{exchange.PREFIX}{os.urandom(4).hex()}"
            work.mkdir(mode=0o700)
            lock = Lock(work / _LOCK)
            if lock.take():
                break  # else another build took the folder for a leftover, and removed it
    try:
        yield work
    except OSError as error:
        message = f"cannot write: {error.strerror or error}"
        raise error_at(place, message, how_to_write(error) or "check that the disk has free space") from error
    finally:
        # Where there is a journal, files of a person have not reached the target yet; the next build moves them.
        kept = (work / exchange.JOURNAL).exists() or not _emptied(work)
        _give_up(work, lock, kept)


def _emptied(work: Path) -> bool:
    """Remove what a work folder holds but for its lock, read-only parts too; return whether all is gone."""
    import shutil  # it takes a while to load, and where nothing has changed there is no work folder

    with contextlib.suppress(OSError):
        work.chmod(0o700)
        for inner, folders, _ in os.walk(work):  # which looks into each folder after it was named here
            for name in folders:
                if not Path(inner, name).is_symlink():
                    Path(inner, name).chmod(0o700)
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


def clear_up(folder: Path) -> None:
    """Finish what killed builds began in a folder: their work folders are those whose locks nobody holds."""
    # No dot: .beeprint-two.lock is the lock of a target of three letters.
    for work in folder.glob(exchange.PREFIX + "[a-z0-9_]" * 8):
        lock = Lock(work / _LOCK)
        if not _left(work, lock):
            with contextlib.suppress(OSError):
                work.rmdir()  # only where it is empty: whoever has just made it makes another one
            continue
        kept = True
        try:
            exchange.recover(work)
            kept = not _emptied(work)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, BuildError):
            pass  # it stays, with all that it holds
        finally:
            _give_up(work, lock, kept)
    for path in folder.glob(f"{exchange.PREFIX}*.lock"):
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


@contextlib.contextmanager
def loose(target: Path, game: Path | None = None) -> Iterator[Path]:
    """Provide an empty folder for files that belong to no build; afterwards they take their places beside `target`.

    BuildError as for `check_own`. What is a link there is replaced, and not followed.
    """
    if game is not None:
        check_own(target, game)
    with said_at(target):
        target.parent.mkdir(parents=True, exist_ok=True)
    with _new_beside(target) as made:
        yield made
        for file in sorted(made.iterdir()):
            check_file(os.fspath(target.with_name(file.name)))
        placed: list[Path] = []
        try:
            for file in sorted(made.iterdir()):
                replace(file, target.with_name(file.name))
                placed.append(file)
        except BuildError as error:
            if not placed:
                raise
            raise BuildError(error.problems, "some files have been replaced; try again") from error


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
            raise cannot_write(path, error) from error


@contextlib.contextmanager
def _new_beside(path: Path) -> Iterator[Path]:
    """Provide an empty folder beside a path, once what killed commands left there is cleared up.

    It lies within the work folder, whose lock and journal no file may replace by having their names.
    """
    with said_at(path):
        clear_up(path.parent)
    with work_folder(path) as work:
        made = work / exchange.NEW
        made.mkdir()
        yield made


def check_own(target: Path, game: Path) -> None:
    """Refuse a target in the game's folder output/ if a link, which may be a stranger's, leads out of the game."""
    own = Path(os.path.abspath(target)).is_relative_to(Path(os.path.abspath(game), OUTPUT))
    if own and not regular.real(target).is_relative_to(regular.real(game)):
        message = f"a link leads from here to a folder outside the game's folder {shown(game)}"
        raise error_at(Place(shown(target)), message, "name that folder itself with --output, or remove the link")


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


def how_to_write(error: OSError) -> str:
    """Return what to do where nothing can be written; empty if the error says nothing of it."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "free some space on the disk, and try again"
    if error.errno == errno.EROFS:
        return "choose a folder on a disk that can be written to"
    if error.errno in (errno.EACCES, errno.EPERM):
        return "allow this user to write there, or choose another folder"
    return ""


@contextlib.contextmanager
def said_at(target: Path) -> Iterator[None]:
    """Turn an OSError into a BuildError that says that nothing can be written at a target."""
    try:
        yield
    except OSError as error:
        message = f"cannot write here: {error.strerror or error}"
        raise error_at(Place(shown(target)), message, how_to_write(error)) from error


def check_file(path: str) -> None:
    """Refuse a path in a folder that can be written."""
    if os.path.isdir(path):  # noqa: PTH112, a Path for each of thousands takes its time
        raise error_at(Place(shown(Path(path))), "a folder has the name of a file to be written", "move or rename it")
    if sys.platform == "win32" and os.path.exists(path):  # noqa: PTH110
        try:
            os.close(os.open(path, os.O_RDWR))
        except OSError as error:
            raise cannot_write(Path(path), error) from error


def replace(file: Path, path: Path) -> None:
    """Move a finished file to its path, replacing an older one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(file, path)
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: OSError) -> BuildError:
    """Return what to say of a file that cannot be written."""
    hint = "is the file open in another program?" if isinstance(error, PermissionError) else how_to_write(error)
    return BuildError([Problem(Place(shown(path)), f"cannot write the file: {error.strerror or error}", hint)])
