"""Repeat a build whose inputs are unchanged from the store, without loading the modules that made its files."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from beeprint.base import regular
from beeprint.base.options import FileOptions
from beeprint.base.store import Store
from beeprint.delivery import deliver, delivery, is_in_place
from beeprint.delivery.replacing import clear_up
from beeprint.delivery.stamps import settled
from beeprint.sources.source import digest_header, list_inputs
from beeprint.sources.workspace import OUTPUT, SHIPPED

#: A build that writes more bytes than this is not stored; a game's folder with more is not scanned.
MAX_BYTES = 64_000_000
_MAX_FILES = 5_000

#: The messages of a build: for each line, whether it goes to stdout, and its text.
Lines = list[tuple[bool, str]]


class Reuse:
    """A build, identified by its options, the working folder, and every byte that it may read."""

    def __init__(self, store: Store, folder: Path, options: FileOptions, *more: object) -> None:
        self._store, self._folder, self._options = store, folder, (options, *more)
        self._inputs = self._digest()

    def _digest(self) -> str | None:
        """Digest what a build may read, the options and the working folder; None to rule out reuse."""
        return read_by(self._store, self._folder, Path.cwd(), self._options)

    def deliver(self) -> Lines | None:
        """Write the files of an earlier, equal build and return its messages; None if the build must run."""
        data = self._store.get("build", self._inputs) if self._inputs is not None else None
        if data is None:
            return None
        build = json.loads(data)
        if any(_state(path) != state for path, state in build["fonts"].items()):
            return None
        target = Path(build["target"])
        if self._in_place(data, build, target):
            with contextlib.suppress(OSError):
                clear_up(target.parent)  # as every build does
        else:
            files = self._stored(build["files"])
            if files is None:
                return None
            self._write(files, target, build["part"])
        return [(bool(out), line) for out, line in build["lines"]]

    def _in_place(self, data: bytes, build: Mapping[str, Any], target: Path) -> bool:
        """Return whether a target holds what a build has made; files that have not changed are read once."""
        states = settled(target / name for name in build["files"])
        known = bool(states) and self._store.get("in place", data, states) is not None
        there = is_in_place(build["files"], target, build["part"], known)
        if there and states and not known:
            self._store.put("in place", b"", data, states)
        return there

    def _stored(self, digests: Mapping[str, str]) -> dict[str, bytes] | None:
        """Return files of an earlier, equal build by name; None if any of them has left the store."""
        data = self._store.get("texts", str(self._inputs))
        if data is None:
            return None
        texts = json.loads(data)
        files: dict[str, bytes] = {}
        for name, digest in digests.items():
            numbers = texts["files"].get(name)
            whole = self._store.get("file", digest) if numbers is None else _joined(texts["lines"], numbers)
            if whole is None:
                return None
            files[name] = whole
        return files

    def _write(self, files: Mapping[str, bytes], target: Path, part: Mapping[str, Any]) -> None:
        with delivery(target, self._folder) as work:
            for name, whole in files.items():
                path = work / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(whole)
            deliver(work, target, part)

    def keep(self, target: Path, part: Mapping[str, Any], fonts: Iterable[Path], lines: Lines) -> None:
        """Store the files and messages of a build, unless its inputs have changed in the meantime."""
        if self._inputs is None or self._digest() != self._inputs:
            return
        names = [name for listed in part["profiles"].values() for name in listed]
        try:
            if sum((target / name).stat().st_size for name in names) > MAX_BYTES:
                return
            numbers: dict[str, int] = {}
            files: dict[str, str] = {}
            texts: dict[str, list[int]] = {}
            for name in names:
                whole = regular.read(target / name, MAX_BYTES)
                if name.endswith(".svg"):
                    files[name] = hashlib.sha256(whole).hexdigest()
                    texts[name] = _split(numbers, whole)
                else:
                    files[name] = self._store.put_file(whole)
        except OSError:
            return
        self._put("texts", {"files": texts, "lines": list(numbers)})
        content = {
            "target": str(target),
            "part": part,
            "fonts": {str(path): _state(str(path)) for path in fonts},
            "files": files,
            "lines": lines,
        }
        self._put("build", content)

    def _put(self, kind: str, content: Mapping[str, Any]) -> None:
        data = json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")
        self._store.put(kind, data, str(self._inputs))


def read_by(store: Store, game: Path, *asked: object) -> str | None:
    """Digest all bytes that a build of a game may read, and the options in `asked`.

    None if the game is too large to scan, or the store keeps nothing.
    """
    if not store.keeps:
        return None
    try:
        folders = [_held(store, root, game / OUTPUT) for root in (game, SHIPPED / "layouts", SHIPPED / "fonts")]
    except OSError:
        return None
    if sum(held.files for held in folders) > _MAX_FILES or sum(held.size for held in folders) > MAX_BYTES:
        return None
    return hashlib.sha256(json.dumps([*map(str, (game, *asked)), *folders]).encode()).hexdigest()


class _Held(NamedTuple):
    """The files of a folder that a build may read: their number, their size in bytes, and a digest of them all."""

    files: int
    size: int
    digest: str


def _held(store: Store, root: Path, without: Path) -> _Held:
    """Look through a folder; files that have not changed are read once. It stops where there is too much."""
    files = list(islice(list_inputs(root, without), _MAX_FILES + 1))
    states = settled(path for _, path in files)
    data = store.get("folder", str(root), states) if states else None
    if data is not None:
        return _Held(*json.loads(data))
    digest, size = hashlib.sha256(), 0
    for name, path in files if len(files) <= _MAX_FILES else ():
        read = regular.read(path, MAX_BYTES)
        digest.update(digest_header(name, read))
        digest.update(read)
        size += len(read)
        if size > MAX_BYTES:
            break
    held = _Held(len(files), size, digest.hexdigest())
    if states:
        store.put("folder", json.dumps(held).encode(), str(root), states)
    return held


def _state(path: str) -> list[int] | None:
    """Return the size and time of a font's file; None if it is missing."""
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return [status.st_size, status.st_mtime_ns]


def _split(texts: dict[str, int], data: bytes) -> list[int]:
    """Encode a text file as numbers of lines; the files of a build have most lines in common."""
    return [texts.setdefault(line, len(texts)) for line in data.decode("utf-8").split("\n")]


def _joined(texts: list[str], numbers: list[int]) -> bytes:
    return "\n".join([texts[number] for number in numbers]).encode("utf-8")
