"""Export a game's folder at a git revision to another folder; nothing is checked out or fetched.

Only names and contents of objects are read: no filter, hook, attribute or setting of the repository has any effect, no
file of it leads to another repository, and what git sends is read only up to a bound.
"""

from __future__ import annotations

import os
import posixpath
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from beeprint.base import regular
from beeprint.base.problems import BuildError, Place, error_at
from beeprint.sources.workspace import shown

#: The most files and folders, bytes and seconds; no game's folder needs more.
MAX_FILES, MAX_BYTES, _SECONDS = 5_000, 256_000_000, 120
#: The most bytes of other answers of git: lists of files with long paths, and messages.
_MAX_ANSWER = 16_000_000
_QUIET = ("--no-pager", "--no-replace-objects")
_SETTINGS = ("core.fsmonitor=false", "protocol.allow=never", "safe.bareRepository=explicit")
#: What git reads of a repository first; a link in its place would lead to another one.
_HEART = ("HEAD", "config", "objects", "packed-refs", "refs")


class Repository(Struct, frozen=True):
    """A git repository, and where in it a game's folder is: a path with slashes, or nothing for all of it."""

    folder: Path
    prefix: str

    def tree(self, commit: str) -> str:
        """Return git's name for the game's folder in a commit."""
        return f"{commit}:{self.prefix}"


def is_revision(folder: Path, revision: str) -> bool:
    """Return whether git knows a revision in the repository that holds a game's folder."""
    try:
        _resolve_commit(_open_repository(folder), folder, revision)
    except BuildError:
        return False
    return True


def export(folder: Path, revision: str, into: Path) -> str:
    """Write the folder's files at a revision below `into`; return a name for that state."""
    repository = _open_repository(folder)
    commit = _resolve_commit(repository, folder, revision)
    place = Place(f"revision {revision}")
    blobs: dict[str, bytes] = {}
    links: list[str] = []
    for mode, kind, digest, name in _list_files(repository, commit, place, folder):
        if kind != b"blob":
            continue  # a folder; or a submodule, which is not part of the game
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
            raise error_at(place, f"the path {name!r} in the repository cannot be written here")
        blobs[name] = digest
        if mode == b"120000":
            links.append(name)
    if "game.yaml" not in blobs:
        raise error_at(place, f"{shown(folder)} holds no game.yaml at this revision")
    names = [name for name in blobs if not any(part.startswith(".") for part in PurePosixPath(name).parts)]
    contents = _read_blobs(repository, [blobs[name] for name in names], place)
    content = dict(zip(names, contents, strict=True))
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


def _open_repository(folder: Path) -> Repository:
    """Find the repository that holds a folder, as git does; BuildError without one, or if it leads to another.

    A stranger's game may bring a `.git` of its own, which can name any other repository on this machine.
    """
    here = Path(os.path.realpath(folder))
    for home in (here, *here.parents):
        git = home / ".git"
        if os.path.lexists(git):
            _check_own(git)
            prefix = here.relative_to(home).as_posix()
            return Repository(home, "" if prefix == "." else prefix)
    hint = "give a manifest.json of an earlier build instead, or keep the game in git"
    raise error_at(Place(shown(folder)), "no git repository holds this folder", hint)


def _check_own(git: Path) -> None:
    """Check that a `.git` leads to no other repository; BuildError otherwise.

    A file is what git writes into a further working tree or a submodule: what it names then names this folder too.
    """
    if git.is_dir() and not git.is_symlink():
        outside = [name for name in _HEART if (git / name).is_symlink()]
        outside += ["commondir"] if os.path.lexists(git / "commondir") else []
    elif git.is_file() and not git.is_symlink() and _names_back(git):
        return
    else:
        outside = [""]
    if outside:
        message = "this leads to another repository, which does not name this folder as its own"
        raise error_at(Place(shown(git / outside[0])), message, f"delete {shown(git)}, then compare with a build")


def _names_back(git: Path) -> bool:
    """Return whether the repository that a `.git` file names has it as its working tree."""
    word, _, path = _text(git).strip().partition(": ")
    if word != "gitdir":
        return False
    home = Path(os.path.normpath(git.parent / path))
    further = _text(home / "gitdir").strip()
    if further:
        return os.path.realpath(further) == os.path.realpath(git)
    trees = [line.partition("=")[2].strip() for line in _text(home / "config").splitlines() if "worktree" in line]
    return any(os.path.realpath(home / tree) == os.path.realpath(git.parent) for tree in trees)


def _text(path: Path) -> str:
    """Return the text of a small file; "" if it cannot be read."""
    try:
        return os.fsdecode(regular.read(path, most=100_000))
    except (BuildError, OSError, ValueError):
        return ""


def _resolve_commit(repository: Repository, folder: Path, revision: str) -> str:
    """Return the commit that a revision names."""
    place = Place(f"revision {revision!r}"[:200])
    if not revision or revision.startswith("-") or len(revision) > 200 or not revision.isprintable():
        raise error_at(place, "this is not a valid name of a git revision")
    _ask(repository, ["rev-parse", "--git-dir"])  # git's own refusals, such as a folder of another user
    try:
        answer = _ask(repository, ["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"])
    except BuildError as error:
        raise error_at(place, f"git knows no such revision of {shown(folder)}", "git log lists its commits") from error
    return answer.decode("ascii", "replace").strip()


def _list_files(
    repository: Repository, commit: str, place: Place, folder: Path
) -> Iterator[tuple[bytes, bytes, bytes, str]]:
    """Yield mode, kind, digest and path of all below the game's folder; BuildError past the bound.

    Folders count too: a small repository can name hundreds of millions of them.
    """
    try:
        _ask(repository, ["cat-file", "-e", repository.tree(commit)])
    except BuildError:
        return  # the folder was not there then
    words = ["ls-tree", "-r", "-t", "-z", "--full-tree", repository.tree(commit)]
    with _Running(repository, words) as git:
        for number, entry in enumerate(git.entries(_MAX_ANSWER), 1):
            if number > MAX_FILES:
                message = f"{shown(folder)} holds more than {MAX_FILES:,} files and folders at this revision"
                raise error_at(place, message, "keep in git what the game needs, and no more")
            head, _, raw = entry.partition(b"\t")
            mode, kind, digest = head.split()[:3]
            yield mode, kind, digest, os.fsdecode(raw)


def _read_blobs(repository: Repository, digests: Sequence[bytes], place: Place) -> list[bytes]:
    """Return the contents of objects, in their order."""
    wanted = b"".join(digest + b"\n" for digest in digests)
    sizes = _ask(repository, ["cat-file", "--batch-check=%(objecttype) %(objectsize)"], wanted)
    total = 0
    for line in sizes.splitlines():
        kind, _, size = line.partition(b" ")
        if kind != b"blob":
            raise error_at(place, "the repository lacks some of its objects", "fetch them with git first")
        total += int(size)
    if total > MAX_BYTES:
        raise error_at(place, f"the folder has {total:,} bytes at this revision, more than {MAX_BYTES:,}")
    data = _ask(repository, ["cat-file", "--batch=%(objectsize)"], wanted, total + 30 * len(digests))
    contents = []
    at = 0
    for _ in digests:
        end = data.index(b"\n", at)
        start = end + 1
        at = start + int(data[at:end]) + 1
        contents.append(data[start : at - 1])
    return contents


class _Running:
    """git while it runs, ended by whoever has read enough; the repository's own settings have no effect."""

    def __init__(self, repository: Repository, words: Sequence[str], given: bytes = b"") -> None:
        outside = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        settings = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
        own = [word for setting in _SETTINGS for word in ("-c", setting)]
        self._place = Place(shown(repository.folder))
        try:
            self._process = subprocess.Popen(
                ["git", *_QUIET, *own, "-C", str(repository.folder), *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=outside | settings,
            )
        except OSError as error:
            hint = "install git, or give a manifest.json instead"
            raise error_at(self._place, f"cannot run git: {error}", hint) from error
        self._said = b""
        self._late = threading.Event()
        self._helpers = [
            threading.Thread(target=self._give, args=(given,), daemon=True),
            threading.Thread(target=self._listen, daemon=True),
        ]
        self._clock = threading.Timer(_SECONDS, self._end)
        self._clock.daemon = True

    def __enter__(self) -> _Running:
        for thread in (*self._helpers, self._clock):
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._clock.cancel()
        self._process.kill()
        self._process.wait()
        for thread in (*self._helpers, self._clock):
            thread.join()  # a process with one thread can be forked again
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _end(self) -> None:
        self._late.set()
        self._process.kill()

    def _give(self, given: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(given)
            self._process.stdin.close()
        except OSError:
            pass  # git has ended, and says why

    def _listen(self) -> None:
        assert self._process.stderr is not None
        while part := self._process.stderr.read(4096):
            self._said = (self._said + part)[:4096]

    def parts(self, most: int) -> Iterator[bytes]:
        """Yield what git sends; BuildError past so many bytes, after too many seconds, or where git fails."""
        assert self._process.stdout is not None
        while part := self._process.stdout.read(65_536):
            most -= len(part)
            if most < 0:
                raise error_at(self._place, "git sends more about this revision than any game needs")
            yield part
        code = self._process.wait()
        for thread in self._helpers:
            thread.join()
        if self._late.is_set():
            raise error_at(self._place, f"git takes more than {_SECONDS} seconds for this revision")
        if code:
            lines = self._said.decode("utf-8", "replace").strip().splitlines()
            raise error_at(self._place, f"git: {lines[0] if lines else f'exit code {code}'}")

    def entries(self, most: int) -> Iterator[bytes]:
        """Yield what git sends between zero bytes."""
        rest = b""
        for part in self.parts(most):
            *whole, rest = (rest + part).split(b"\0")
            yield from filter(None, whole)


def _ask(repository: Repository, words: Sequence[str], given: bytes = b"", most: int = _MAX_ANSWER) -> bytes:
    """Run git and return its output; BuildError with its message where it fails."""
    with _Running(repository, words, given) as git:
        return b"".join(git.parts(most))
