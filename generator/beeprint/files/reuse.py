"""Repeat a build whose inputs are unchanged from the store, without loading the modules that made its files."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from beeprint.base import regular
from beeprint.base.options import FileOptions
from beeprint.base.store import Store
from beeprint.files.delivery import clear_up, deliver, delivery, is_in_place
from beeprint.files.inputs import head, inputs
from beeprint.files.workspace import OUTPUT, SHIPPED

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
        return read_by(self._folder, Path.cwd(), self._options) if self._store.keeps else None

    def deliver(self) -> Lines | None:
        """Write the files of an earlier, equal build, and return its messages; None if it has to be made."""
        data = self._store.get("build", self._inputs) if self._inputs is not None else None
        if data is None:
            return None
        found = json.loads(data)
        if any(_state(path) != state for path, state in found["fonts"].items()):
            return None
        texts: list[str] = found["texts"]
        files: dict[str, bytes] = {}
        for name, content in found["files"].items():
            whole = _joined(texts, content) if isinstance(content, list) else self._store.get("file", content)
            if whole is None:
                return None
            files[name] = whole
        target = Path(found["target"])
        if is_in_place(files, target, found["part"]):
            with contextlib.suppress(OSError):
                clear_up(target.parent)  # as every build does
        else:
            self._write(files, target, found["part"])
        return [(bool(out), line) for out, line in found["lines"]]

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
            texts: dict[str, int] = {}
            files: dict[str, Any] = {}
            for name in names:
                whole = regular.read(target / name, MAX_BYTES)
                files[name] = _split(texts, whole) if name.endswith(".svg") else self._store.put_file(whole)
        except OSError:
            return
        content = {
            "target": str(target),
            "part": part,
            "fonts": {str(path): _state(str(path)) for path in fonts},
            "files": files,
            "texts": list(texts),
            "lines": lines,
        }
        self._store.put("build", json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass"), self._inputs)


def read_by(game: Path, *asked: object) -> str | None:
    """Digest all bytes that a build of a game may read, and what it is asked for; None where that is too much."""
    total = count = 0
    try:
        said = "".join(f"{one}\n" for one in (game, *asked))
        digest = hashlib.sha256(said.encode("utf-8", "surrogatepass"))
        for root in (game, SHIPPED / "layouts", SHIPPED / "fonts"):
            for name, path in inputs(root, game / OUTPUT):
                data = regular.read(path, MAX_BYTES)
                count, total = count + 1, total + len(data)
                if count > _MAX_FILES or total > MAX_BYTES:
                    return None
                digest.update(head(name, data))
                digest.update(data)
    except OSError:
        return None
    return digest.hexdigest()


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
