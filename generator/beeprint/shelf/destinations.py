"""Where a shelf goes: a folder of this machine, or a store that workers write to as well, each with its records.

A record says of a task which key its files follow from, and how each of them was when it was put there. It is written
after the files and made void before they change, so that a kill at any time makes a task anew at worst.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

from msgspec import Struct, field

from beeprint.base import manifest
from beeprint.base.problems import Place, error_at
from beeprint.base.temporary import temporary_folder
from beeprint.delivery import deliver, delivery
from beeprint.delivery.replacing import clear_up, write_whole
from beeprint.sources.workspace import shown

#: The folder of the records, below the shelf's, and the ending of each.
RECORDS, _ENDING = ".shelf", ".json"
#: How many bytes are sent to a store at a time.
_AT_ONCE = 64_000_000
_HOW = 'install beeprint with it: pip install "beeprint[dask]"'

#: The files of a task below its folder, each with its size and the digest of its bytes.
Files = Mapping[str, tuple[int, str]]


class Record(Struct, frozen=True):
    """What an earlier night left of a task: its key, the files that are still as they were, and what was said.

    `whole` says whether all of them are.
    """

    key: str = ""
    files: Files = field(default_factory=dict)
    told: Mapping[str, Any] = field(default_factory=dict)
    whole: bool = False


#: What is known of a task that was never made.
NONE = Record()


class Destination(Protocol):
    """Where to put the files of a shelf, which `location` names for people and for other machines."""

    location: str

    @property
    def output(self) -> Path:
        """Return the folder that a single build would be told to write to."""

    def records(self, names: Sequence[str]) -> dict[str, Record]:
        """Return what is known of tasks by the names of their folders."""

    def room(self, name: str, game: Path) -> contextlib.AbstractContextManager[Path]:
        """Provide an empty folder for a task's files, from which `take` takes them."""

    def take(self, work: Path, name: str, made: Record, part: Mapping[str, Any], before: Files) -> int:
        """Put files in place, with their record; return how many bytes were moved.

        `before` are files that are there; those of them that are as in `made` need not be in `work`.
        """

    def write(self, name: str, text: str) -> str:
        """Write a file beside the tasks' folders, and return what to call it."""


def destination(location: str) -> Destination:
    """Return the destination that a person names: a store by an address such as s3://bucket/shelf, else a folder."""
    if "://" in location:
        return RemoteStore(location)
    return Folder(Path(location))


def measured(work: Path) -> dict[str, tuple[int, str]]:
    """Return the files below a folder with their sizes and digests."""
    sizes = {}
    for path in sorted(path for path in work.rglob("*") if path.is_file()):
        data = path.read_bytes()
        sizes[path.relative_to(work).as_posix()] = (len(data), hashlib.sha256(data).hexdigest())
    return sizes


def unchanged(files: Files, before: Files) -> set[str]:
    """Return the files that are there already, byte for byte."""
    return {name for name, entry in files.items() if name in before and tuple(before[name]) == tuple(entry)}


def _plain(made: Record, **more: Any) -> bytes:
    """Return a record as the bytes of its file."""
    content = {"key": made.key, "files": dict(made.files), "told": dict(made.told), **more}
    return json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _read(data: bytes) -> dict[str, Any]:
    """Return what the file of a record holds; nothing where it is damaged."""
    try:
        content = json.loads(data)
        files = {str(name): (int(size), str(digest)) for name, (size, digest) in content["files"].items()}
        return {
            "key": str(content["key"]),
            "files": files,
            "told": dict(content["told"]),
            "state": content.get("state", {}),
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


class Folder:
    """A folder of this machine; its records also have the time of each file, by which a change is noticed.

    Workers of a cluster that see a mark there see the same folder: those of this machine, and of a shared disk.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = Path(os.path.abspath(folder))
        self.location = str(self._folder)

    @property
    def output(self) -> Path:
        """Return the folder itself."""
        return self._folder

    def _record(self, name: str) -> Path:
        return self._folder / RECORDS / f"{name}{_ENDING}"

    def records(self, names: Sequence[str]) -> dict[str, Record]:
        """Read the records, and look at the size and time of each file."""
        known = {}
        for name in names:
            try:
                read = _read(self._record(name).read_bytes())
            except OSError:
                continue
            if read:
                state = read.pop("state")
                there = {file for file, stamp in state.items() if self._state(name, file) == stamp}
                files = {file: entry for file, entry in read["files"].items() if file in there}
                known[name] = Record(read["key"], files, read["told"], {*read["files"], manifest.NAME} <= there)
        return known

    @contextlib.contextmanager
    def marked(self) -> Iterator[str]:
        """Put a mark into the folder for a while, by a name that no other folder has; "" where it takes none."""
        mark = self._folder / RECORDS / f"{uuid4().hex}.here"
        try:
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
        except OSError:
            yield ""
            return
        try:
            yield mark.name
        finally:
            mark.unlink(missing_ok=True)

    def has(self, mark: str) -> bool:
        """Return whether a mark is in this folder."""
        return (self._folder / RECORDS / mark).is_file()

    def _state(self, name: str, file: str) -> list[int] | None:
        """Return the size and time of a file; None where there is none."""
        try:
            status = os.stat(self._folder / name / file)  # noqa: PTH116 (hundreds of thousands of them)
        except OSError:
            return None
        return [status.st_size, status.st_mtime_ns]

    def room(self, name: str, game: Path) -> contextlib.AbstractContextManager[Path]:
        """Provide a folder beside the task's own, as for any build."""
        return delivery(self._folder / name, game)

    def take(self, work: Path, name: str, made: Record, part: Mapping[str, Any], before: Files) -> int:
        """Let folders change places, as any build does."""
        there = {path.relative_to(work).as_posix(): path.stat().st_size for path in work.rglob("*") if path.is_file()}
        self._record(name).unlink(missing_ok=True)
        deliver(work, self._folder / name, part)
        state = {file: self._state(name, file) for file in (*made.files, manifest.NAME)}
        self._record(name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._record(name), _plain(made, state=state))
        return sum(there.values())

    def write(self, name: str, text: str) -> str:
        """Write a file whole."""
        path = self._folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            clear_up(self._folder / RECORDS)  # where all is as it was, no record is written, which would do so
            write_whole(path, text.encode("utf-8", "backslashreplace"))
        except OSError as error:
            raise error_at(Place(shown(path)), f"cannot write here: {error.strerror or error}") from error
        return shown(path)


class RemoteStore:
    """A store of fsspec, such as s3://bucket/shelf or file:///mnt/shelf, that every worker reaches by the same address.

    What is there is known from one listing: a file counts as it was while it has its size.
    """

    def __init__(self, location: str) -> None:
        self.location = location.rstrip("/")
        try:
            from fsspec.core import url_to_fs

            self._files, root = url_to_fs(self.location)
        except ImportError as error:
            missing = (
                "fsspec is not installed"
                if "fsspec" in str(error) and "install" not in str(error).lower()
                else str(error)
            )
            raise error_at(Place(location), f"this store cannot be opened: {missing}", _HOW) from error
        except ValueError as error:
            raise error_at(Place(location), f"this store cannot be opened: {error}") from error
        self._root = root.rstrip("/")

    @property
    def output(self) -> Path:
        """Return a folder that stands for the store; only what has no address of its own would name it."""
        return Path(self._root)

    def _record(self, name: str) -> str:
        return f"{self._root}/{RECORDS}/{name}{_ENDING}"

    def records(self, names: Sequence[str]) -> dict[str, Record]:
        """List the store once, and read all records together; BuildError where it cannot be reached."""
        try:
            return self._records(names)
        except FileNotFoundError:
            return {}
        except Exception as error:  # each kind of store has errors of its own
            raise error_at(Place(self.location), f"cannot read the store: {type(error).__name__}: {error}") from error

    def _records(self, names: Sequence[str]) -> dict[str, Record]:
        self._files.invalidate_cache()
        listed = self._files.find(self._root, detail=True)
        sizes = {path: int(info["size"]) for path, info in listed.items() if info.get("size") is not None}
        paths = {self._record(name): name for name in names if self._record(name) in sizes}
        known = {}
        for path, data in self._files.cat([*paths], on_error="omit").items() if paths else ():
            read = _read(data)
            if not read:
                continue
            name = paths[path]
            files = {
                file: entry
                for file, entry in read["files"].items()
                if sizes.get(f"{self._root}/{name}/{file}") == entry[0]
            }
            known[name] = Record(read["key"], files, read["told"], len(files) == len(read["files"]))
        return known

    def room(self, name: str, game: Path) -> contextlib.AbstractContextManager[Path]:
        """Provide a temporary folder."""
        return temporary_folder()

    def take(self, work: Path, name: str, made: Record, part: Mapping[str, Any], before: Files) -> int:
        """Send the files that are not there yet, and remove those that are no longer made."""
        (work / manifest.NAME).write_text(manifest.merged(part, {}), "utf-8", newline="\n")
        data = (work / manifest.NAME).read_bytes()
        files = {**made.files, manifest.NAME: (len(data), hashlib.sha256(data).hexdigest())}
        kept = unchanged(files, before)
        if before:
            self._send({self._record(name): _plain(Record("", {file: files[file] for file in kept}))})
        moved = self._sent(work, name, [file for file in files if file not in kept])
        gone = [f"{self._root}/{name}/{file}" for file in before if file not in files]
        if gone:
            with contextlib.suppress(FileNotFoundError):
                self._files.rm(gone)
        self._send({self._record(name): _plain(Record(made.key, files, made.told))})
        return moved

    def _sent(self, work: Path, name: str, files: Sequence[str]) -> int:
        """Send files, some at a time, and return how many bytes they have."""
        moved, some, size = 0, {}, 0
        for file in files:
            data = (work / file).read_bytes()
            some[f"{self._root}/{name}/{file}"] = data
            moved, size = moved + len(data), size + len(data)
            if size > _AT_ONCE:
                self._send(some)
                some, size = {}, 0
        self._send(some)
        return moved

    def _send(self, files: Mapping[str, bytes]) -> None:
        for folder in {path.rpartition("/")[0] for path in files}:
            self._files.makedirs(folder, exist_ok=True)
        if files:
            self._files.pipe(dict(files))

    def write(self, name: str, text: str) -> str:
        """Send a file."""
        self._send({f"{self._root}/{name}": text.encode("utf-8", "backslashreplace")})
        return f"{self.location}/{name}"
