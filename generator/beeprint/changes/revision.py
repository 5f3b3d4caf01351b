"""Export a game's folder at a git revision to another folder; nothing is checked out or fetched.

Only names and contents of objects are read: no filter, hook, attribute or setting of the repository has any effect.
"""

from __future__ import annotations

import os
import posixpath
import subprocess
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from beeprint.base.problems import BuildError, Place, error_at
from beeprint.files.workspace import shown

#: The most files, bytes and seconds; no game's folder needs more.
MAX_FILES, MAX_BYTES, _SECONDS = 5_000, 256_000_000, 120
_QUIET = ("--no-pager", "--no-replace-objects", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never")


def is_revision(folder: Path, revision: str) -> bool:
    """Return whether git knows a revision in the repository that holds a game's folder."""
    try:
        _commit(folder, revision)
    except BuildError:
        return False
    return True


def export(folder: Path, revision: str, into: Path) -> str:
    """Write the folder's files at a revision below `into`; return a name for that state."""
    commit = _commit(folder, revision)
    prefix = _ask(folder, ["rev-parse", "--show-prefix"]).removesuffix(b"\n")
    top = Path(os.fsdecode(_ask(folder, ["rev-parse", "--show-toplevel"]).removesuffix(b"\n")))
    place = Place(f"revision {revision}")
    # The prefix is the folder's path in the repository, with a slash at its end; the tree there is listed whole.
    try:
        listing = _ask(top, ["ls-tree", "-r", "-z", "--full-tree", f"{commit}:{os.fsdecode(prefix.rstrip(b'/'))}"])
    except BuildError:
        listing = b""  # the folder was not there then
    blobs: dict[str, bytes] = {}
    links: list[str] = []
    for entry in filter(None, listing.split(b"\0")):
        head, _, raw = entry.partition(b"\t")
        mode, kind, name = *head.split()[:2], os.fsdecode(raw)
        if kind != b"blob":
            continue  # a submodule is not part of the game
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
            raise error_at(place, f"the path {name!r} in the repository cannot be written here")
        blobs[name] = head.split()[2]
        if mode == b"120000":
            links.append(name)
    if "game.yaml" not in blobs:
        raise error_at(place, f"{shown(folder)} holds no game.yaml at this revision")
    if len(blobs) > MAX_FILES:
        raise error_at(place, f"{shown(folder)} holds {len(blobs):,} files at this revision, more than {MAX_FILES:,}")
    names = [name for name in blobs if not any(part.startswith(".") for part in PurePosixPath(name).parts)]
    content = dict(zip(names, _contents(top, [blobs[name] for name in names], place), strict=True))
    for name in links:
        # A link is followed within the folder only, as a build does; others are left out.
        target = posixpath.normpath((PurePosixPath(name).parent / os.fsdecode(content.pop(name, b""))).as_posix())
        if target in content:
            content[name] = content[target]
    for name, data in content.items():
        path_here = into / name
        path_here.parent.mkdir(parents=True, exist_ok=True)
        path_here.write_bytes(data)
    return f"{revision}, commit {commit[:10]}" if not commit.startswith(revision) else f"commit {commit[:10]}"


def _commit(folder: Path, revision: str) -> str:
    """Return the commit that a revision names."""
    place = Place(f"revision {revision!r}"[:200])
    if not revision or revision.startswith("-") or len(revision) > 200 or not revision.isprintable():
        raise error_at(place, "this is not a valid name of a git revision")
    _ask(folder, ["rev-parse", "--show-toplevel"])
    try:
        found = _ask(folder, ["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"])
    except BuildError as error:
        raise error_at(place, f"git knows no such revision of {shown(folder)}", "git log lists its commits") from error
    return found.decode("ascii", "replace").strip()


def _contents(top: Path, names: Sequence[bytes], place: Place) -> list[bytes]:
    """Return the contents of objects, in their order."""
    sizes = _ask(top, ["cat-file", "--batch-check=%(objecttype) %(objectsize)"], b"\n".join(names) + b"\n")
    total = 0
    for line in sizes.splitlines():
        kind, _, size = line.partition(b" ")
        if kind != b"blob":
            raise error_at(place, "the repository lacks some of its objects", "fetch them with git first")
        total += int(size)
    if total > MAX_BYTES:
        raise error_at(place, f"the folder has {total:,} bytes at this revision, more than {MAX_BYTES:,}")
    data = _ask(top, ["cat-file", "--batch=%(objectsize)"], b"\n".join(names) + b"\n")
    found = []
    at = 0
    for _ in names:
        end = data.index(b"\n", at)
        start = end + 1
        at = start + int(data[at:end]) + 1
        found.append(data[start : at - 1])
    return found


def _ask(folder: Path, words: Sequence[str], given: bytes = b"") -> bytes:
    """Run git and return its output; BuildError with its message where it fails."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    settings = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
    command = ["git", *_QUIET, "-C", os.path.abspath(folder), *words]
    try:
        done = subprocess.run(
            command, input=given, capture_output=True, timeout=_SECONDS, check=False, env=outside | settings
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        hint = "install git, or give a manifest.json instead"
        raise error_at(Place(shown(folder)), f"cannot run git: {error}", hint) from error
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise error_at(Place(shown(folder)), f"git: {lines[0] if lines else f'exit code {done.returncode}'}")
    return done.stdout
