"""Keep the finished parts of a large build beside its target until all are there, for a build that starts over.

A part is written under another name and moved into place when it is whole, and then the list of parts is written anew:
a kill loses the parts that were being written. The list has a digest of each, since a part whose writing the disk has
not finished when the power fails is no part.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from beeprint.base.problems import Place, error_at
from beeprint.base.temporary import temporary_folder
from beeprint.delivery.lock import Lock
from beeprint.sources.workspace import shown

_LIST, _LOCK = "parts.json", "parts.lock"
_NEW = ".new-"


class KeptParts:
    """The finished parts of the builds of one target, each under what it follows from."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._folder = target.parent / f".beeprint-{target.name}.parts"
        if self._folder.is_symlink():  # all of another folder would go when the build is done
            message = "this is a link, where the finished parts of a build are to be kept"
            raise error_at(Place(shown(self._folder)), message, "remove the link")
        self._lock = Lock(self._folder / _LOCK)
        with self._placed():
            self._folder.mkdir(exist_ok=True)
            # The forks of a killed build hold it, too, until they have written what they are at.
            self._alone = self._lock.take()
        self._known = self._read()

    def has(self, file: str, key: str) -> bool:
        """Return whether the part of a name that follows from `key` is there and whole."""
        known, path = self._known.get(file), self._path(key)
        if not isinstance(known, dict) or known.get("key") != key:
            return False
        try:
            return known.get("sha256") == _digest(path)
        except OSError:
            return False

    def listed(self, parts: Iterable[tuple[str, str]]) -> int:
        """Return how many of these parts, names with what they follow from, a later build finds in the list.

        The list itself is read: an interrupt may come between its writing and all that counts along.
        """
        known = self._listed()
        return sum(isinstance(entry := known.get(file), dict) and entry.get("key") == key for file, key in parts)

    def write(self, key: str, write: Callable[[Path], None]) -> None:
        """Write a part whole; `keep` lists it."""
        with self._placed(), temporary_folder(self._folder, _NEW) as new:
            made = new / "part"
            write(made)
            made.replace(self._path(key))

    def keep(self, file: str, key: str) -> None:
        """List a part that has been written, in place of any other of its name."""
        with self._placed():
            before = self._known.get(file)
            self._known[file] = {"key": key, "sha256": _digest(self._path(key))}
            self._list()
            if isinstance(before, dict) and before.get("key") != key:
                self._path(str(before.get("key"))).unlink(missing_ok=True)

    def put(self, key: str, path: Path) -> None:
        """Put a part into place; it stays here, too, without taking more room where the disk has links."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._placed():
            try:
                os.link(self._path(key), path)
            except (OSError, NotImplementedError):
                shutil.copyfile(self._path(key), path)

    def forget(self, files: Iterable[str]) -> None:
        """Remove the parts of these names, which have been delivered, and the folder when it is empty."""
        for file in files:
            known = self._known.pop(file, None)
            if isinstance(known, dict):
                self._path(str(known.get("key"))).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._list()
        self.close()

    def close(self) -> None:
        """Leave the parts for another build; the folder goes where there are none."""
        self._alone = self._alone or self._lock.take()
        if not self._alone:
            return
        for path in self._folder.glob("*") if not self._known else ():
            if path.name != _LOCK:
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
        self._lock.free()
        with contextlib.suppress(OSError):
            self._folder.rmdir()  # only where it is empty

    def _list(self) -> None:
        """Write the list anew, whole."""
        new = self._folder / f"{_NEW}{os.getpid()}"
        new.write_text(json.dumps(self._known, indent=1), "utf-8")
        new.replace(self._folder / _LIST)

    def _path(self, key: str) -> Path:
        return self._folder / hashlib.sha256(key.encode()).hexdigest()[:32]

    def _read(self) -> dict[str, Any]:
        """Read the list of a build that did not end, and remove what it was writing."""
        for left in self._folder.glob(f"{_NEW}*") if self._alone else ():
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)
        return self._listed()

    def _listed(self) -> dict[str, Any]:
        try:
            data = json.loads((self._folder / _LIST).read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) else {}

    @contextlib.contextmanager
    def _placed(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            hint = "check that the disk has free space; what is done so far is kept"
            raise error_at(Place(shown(self._target)), f"cannot write: {error.strerror or error}", hint) from error


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
