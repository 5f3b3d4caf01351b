"""Identify the installed state of beeprint's code, its libraries and its plug-ins, so that caches can depend on it.

Which libraries count is read from the metadata of the installed packages (packaging.python.org: "Recording installed
projects", "Core metadata specifications") and not from a list here, so that no new dependency can be forgotten. None of
them is imported. A full scan takes a while, so its result is cached with the sizes and times of the files it is based
on, and is valid until one of these changes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from beeprint.base import plugins

#: The groups of entry points that make a distribution a plug-in of beeprint.
GROUPS = (plugins.RULES, plugins.OUTPUTS, plugins.DATA)

_OWN = "beeprint"
#: The extras with fonts, which are used wherever they are installed.
_FONTS = ("languages", "titles")
_PACKAGE = Path(__file__).parents[1]
_CODE = (".py", ".so", ".pyd")
_METADATA = (".dist-info", ".egg-info")
# Compiled where they are needed: most builds find that nothing is installed anew.
_REQUIREMENT = r"([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?"
_EXTRA = r"""\bextra\s*==\s*["']([^"']+)["']"""

#: The folders of Python's search path, in order, each with the names in it.
Folders = Mapping[str, frozenset[str]]


class Distribution(Struct, frozen=True, dict=True):
    """An installed distribution: its normalized name, its folder, and its metadata there."""

    name: str
    folder: Path
    metadata: Path

    def text(self, name: str) -> str:
        """Read a file of its metadata; empty if it is missing."""
        try:
            return (self.metadata / name).read_text("utf-8", "surrogateescape")
        except OSError:
            return ""

    @cached_property
    def head(self) -> str:
        """Read the fields of its core metadata, without the description."""
        return (self.text("METADATA") or self.text("PKG-INFO")).partition("\n\n")[0]

    def needs(self, extras: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the name of each distribution that it needs with these extras, and the extras needed of that.

        Conditions on systems and versions of Python are ignored: what they exclude is rarely installed, and if
        it is, counting it does no harm.
        """
        for line in self.head.splitlines():
            key, _, value = line.partition(":")
            if key != "Requires-Dist":
                continue
            requirement, _, marker = value.strip().partition(";")
            wanted = {normalized(extra) for extra in re.findall(_EXTRA, marker)}
            match = re.match(_REQUIREMENT, requirement)
            if match and (not wanted or wanted & {*extras}):
                more = filter(None, (match[2] or "").split(","))
                yield normalized(match[1]), tuple(normalized(extra) for extra in more)

    @cached_property
    def record(self) -> tuple[str, ...]:
        """Read the lines of RECORD, each a file and its hash, without byte code and scripts, which vary by machine."""
        lines = self.text("RECORD").splitlines()
        return tuple(line for line in lines if "__pycache__/" not in line and not line.startswith(("..", "/")))

    @cached_property
    def code(self) -> tuple[str, ...]:
        """Return the files of code at the top of its packages, as RECORD names them.

        Thousands lie deeper; checking them before every build would take longer than the build.
        """
        files = (line.partition(",")[0] for line in self.record)
        return tuple(file for file in files if file.endswith(_CODE) and file.count("/") < 2)

    @property
    def tops(self) -> set[str]:
        """Return the names of its top-level packages and modules."""
        named = self.code or self.text("top_level.txt").split() or [self.name.replace("-", "_")]
        return {re.split(r"[/.]", name)[0] for name in named}

    @property
    def plugins(self) -> set[str]:
        """Return the names of the packages and modules that its plug-in entry points name."""
        plugins, ours = set(), False
        for line in self.text("entry_points.txt").splitlines():
            if line.startswith("["):
                ours = line.strip("[] ") in GROUPS
            elif ours and "=" in line:
                plugins.add(re.split(r"[.:\[]", line.partition("=")[2].strip())[0])
        return plugins

    @property
    def source(self) -> Path | None:
        """Return the folder from which an editable installation takes its code."""
        try:
            origin = json.loads(self.text("direct_url.json"))
            if not origin["dir_info"]["editable"]:
                return None
            from urllib.parse import urlsplit
            from urllib.request import url2pathname

            return Path(url2pathname(urlsplit(origin["url"]).path))
        except (ValueError, KeyError, TypeError):
            return None


def normalized(name: str) -> str:
    """Normalize a distribution's name according to PEP 503."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


def folders(path: Sequence[str]) -> Folders:
    """Read the folders of a search path, except the standard library, which Python's version identifies."""
    standard = str(Path(os.__file__).parent)
    listing: dict[str, frozenset[str]] = {}
    for folder in path:
        try:
            listing[folder] = frozenset(os.listdir(folder or "."))  # noqa: PTH208 (names are all that is needed)
        except OSError:
            listing[folder] = frozenset()  # missing, or an archive
    return {folder: names for folder, names in listing.items() if folder != standard}


def distributions(among: Folders) -> list[Distribution]:
    """List the distributions in these folders; one that is installed in two of them appears twice."""
    return [
        Distribution(normalized(Path(name).stem.partition("-")[0]), Path(folder), Path(folder, name))
        for folder, names in among.items()
        for name in sorted(names)
        if name.endswith(_METADATA)
    ]


def needed(distributions: Sequence[Distribution]) -> list[Distribution]:
    """Return the plug-ins, and all that they and beeprint depend on, directly or indirectly, without beeprint itself.

    If beeprint is not installed, its dependencies are unknown, and all distributions are returned.
    """
    named: dict[str, list[Distribution]] = {}
    for distribution in distributions:
        named.setdefault(distribution.name, []).append(distribution)
    if _OWN not in named:
        return list(distributions)
    todo: list[tuple[str, tuple[str, ...]]] = [
        (_OWN, _FONTS),
        *((distribution.name, ()) for distribution in distributions if distribution.plugins),
    ]
    seen = set(todo)
    while todo:
        name, extras = todo.pop()
        for distribution in named.get(name, ()):
            fresh = {*distribution.needs(extras)} - seen
            seen |= fresh
            todo += fresh
    names = {name for name, _ in seen} - {_OWN}
    return [distribution for distribution in distributions if distribution.name in names]


def stamp(recall: Callable[[str], bytes | None], keep: Callable[[bytes, str], None]) -> bytes:
    """Return a digest that changes with beeprint's code, the libraries it needs and its plug-ins.

    It is the same on another machine with the same packages. `recall` and `keep` read and store the result of a scan
    under a key.
    """
    among = folders(sys.path)
    metadata = (f"{folder}/{name}" for folder, names in among.items() for name in names if name.endswith(_METADATA))
    archives = (folder for folder, names in among.items() if not names)
    key = "\0".join((str(_PACKAGE), _python(), *archives, *sorted(metadata)))
    known = recall(key)
    if known is not None:
        state, digest, tops, *watched = known.decode("utf-8", "surrogateescape").split("\0")
        if state == _state({path: _status(path) for path in watched}, _named(among, tops.split())):
            return bytes.fromhex(digest)
    look = _Look(among)
    state = _state(look.watched, _named(among, look.tops))
    stamp_text = "\0".join((state, look.digest.hexdigest(), " ".join(look.tops), *look.watched))
    keep(stamp_text.encode("utf-8", "surrogateescape"), key)
    return look.digest.digest()


def own_code() -> str:
    """Return a digest of beeprint's own code."""
    return _content(_PACKAGE, (".py",))


def plugin_code(distribution: Distribution) -> dict[str, str]:
    """Return a digest of each package and module of a distribution's plug-ins, by name; nothing where it has none."""
    return {name: "".join(_content(root, ("",)) for root in _module(name)) for name in sorted(distribution.plugins)}


def _content(root: Path, suffixes: tuple[str, ...]) -> str:
    """Return a digest of the files below a folder with these suffixes, by their names and bytes."""
    digest = hashlib.sha256()
    for path in _walk(root, suffixes):
        if not path.is_dir():
            data = path.read_bytes()
            digest.update(
                f"{path.relative_to(root).as_posix()} {len(data)}\n".encode("utf-8", "surrogateescape") + data
            )
    return digest.hexdigest()


class _Look:
    """A full scan: the digest, and the files and folders whose state shows whether it is still valid."""

    def __init__(self, among: Folders) -> None:
        self.digest = hashlib.sha256(_python().encode())
        #: Each as it was before it was read, so that a later change is noticed next time.
        self.watched: dict[str, _Status] = {}
        self._contents(_PACKAGE, (".py",))
        available = distributions(among)
        for distribution in available:
            self._watch(distribution.metadata / "entry_points.txt")
        libraries = needed(available)
        for library in libraries:
            self._library(library)
        self.tops = sorted({top for library in libraries for top in library.tops})
        recorded = {str(library.folder / top) for library in libraries if library.code for top in library.tops}
        for folder in among:
            if Path(folder).is_file():
                self._times([Path(folder)])
        for path in map(Path, _named(among, self.tops)):
            # It has no metadata, and may shadow the installed package of that name.
            if str(path.with_suffix("")) not in recorded:
                self._times(_walk(path, _CODE))

    def _watch(self, path: Path) -> _Status:
        name = str(path)
        if name not in self.watched:
            self.watched[name] = _status(name)
        return self.watched[name]

    def _tell(self, *facts: object) -> None:
        self.digest.update(f"{facts}\n".encode("utf-8", "surrogateescape"))

    def _contents(self, root: Path, suffixes: tuple[str, ...]) -> None:
        """Tell the files below a folder by what is in them: their times differ from one checkout to the next."""
        for path in _walk(root, suffixes):
            self._watch(path)
            if not path.is_dir():
                try:
                    self._tell(path.relative_to(root).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest())
                except OSError:
                    continue  # removed meanwhile, which the next look notices

    def _times(self, paths: Iterable[Path]) -> None:
        """Add files by their sizes and times, if nothing else is known of them."""
        for path in paths:
            status = self._watch(path)
            if not path.is_dir():
                self._tell(str(path), status)

    def _library(self, distribution: Distribution) -> None:
        """Add a library by its metadata and RECORD's hashes, and its files changed by hand since."""
        for name in ("METADATA", "RECORD"):
            self._watch(distribution.metadata / name)
        recorded = self._watch(distribution.metadata / "RECORD")
        self._tell(
            distribution.name,
            hashlib.sha256(distribution.head.encode("utf-8", "surrogateescape")).hexdigest(),
            *distribution.record,
        )
        for file in distribution.code:
            status = self._watch(distribution.folder / file)
            if status is None or recorded is None or status[1] > recorded[1]:
                self._tell(file, status)
        if distribution.source is not None:
            self._times(_walk(distribution.source, _CODE))
        for name in sorted(distribution.plugins):
            for root in _module(name):
                self._contents(root, ("",))


_Status = tuple[int, int] | None


def _status(path: str) -> _Status:
    """Return the size and the time of a file or folder; None if it is missing."""
    try:
        status = os.stat(path)  # noqa: PTH116 (hundreds of times before every build)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def _state(watched: Mapping[str, _Status], named: Iterable[str]) -> str:
    """Return a digest of the state that is checked before every build."""
    return hashlib.sha256(f"{[*watched.values()]} {[*named]}".encode("utf-8", "surrogateescape")).hexdigest()


def _python() -> str:
    """Return the version of Python and the kind of machine, whose arithmetic and binary packages may differ."""
    return f"{sys.version} {getattr(sys.implementation, '_multiarch', sys.platform)}"


def _named(among: Folders, tops: Iterable[str]) -> list[str]:
    """Return every place that holds a package or module of these names."""
    wanted = {name for top in tops for name in (top, f"{top}.py")}
    return [os.path.join(folder, name) for folder, names in among.items() for name in sorted(names & wanted)]  # noqa: PTH118


def _walk(root: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Yield a file itself, or a folder, those below it and their files with these suffixes; hidden ones are skipped."""
    if root.is_file():
        yield root
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if name != "__pycache__" and not name.startswith("."))
        yield Path(folder)
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(suffixes))


def _module(name: str) -> list[Path]:
    """Return the folders of a package, or the file of a module."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return []
    if spec is None:
        return []
    places = spec.submodule_search_locations
    return [Path(place) for place in ([spec.origin] if places is None else places) if place]
