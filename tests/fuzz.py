"""Mutate whole games, art, workbooks, fonts, PDFs, the studio's pages and what is fetched, and read what comes out.

`python tests/fuzz.py [KIND ...] --count N --seconds S --seed K` tries N mutations of each kind, or as many as S seconds
allow, each in a fork of its own that is limited in time and memory. A finding is kept in build/fuzz/ with what it said;
`--only KIND:NUMBER` tries one again, and KIND:NUMBER+NUMBER+... some in one process, where a finding shows only after
others. Mended, it becomes a small case of a test.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
import itertools
import json
import os
import random
import re
import resource
import shutil
import socket
import sys
import tempfile
import threading
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

import faults
import room
from beeprint import starter
from beeprint.base.options import ViewOptions
from beeprint.base.problems import BuildError
from beeprint.base.store import NOWHERE
from beeprint.cli import main
from beeprint.drawing import bitmap, svg
from beeprint.drawing.fonts import Fonts
from beeprint.edit.pull.fetch import AddressError, Limits, fetch
from beeprint.sources.table_files import read_table_bytes, sheets_of
from beeprint.sources.workspace import SHIPPED, Workspace

TESTS = Path(__file__).parent
KEPT = TESTS.parent / "build" / "fuzz"
#: What one mutation may take: processor seconds and bytes. A build may take 60 s and 1 GB, and this program is larger.
SECONDS, MEMORY = 60 * room.TIME, 1_300_000_000 * room.MEMORY
#: What a terminal obeys, or turns round, instead of showing it.
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
#: What games are built for.
PROFILES = ("faces", "home-a4", "images", "press-x4", "tabletop-simulator", "punchboard")
Game = dict[str, bytes]
_CHEAP = ("art", "workbook", "pdf", "fetch")
#: Findings by name, and what each said.
Found = list[tuple[str, str]]

WORDS = (
    "", "0", "-1", "1e-9", "1e9", "1e308", "nan", ".inf", "-.inf", "null", "~", "yes", "[]", "{}", "[[[[]]]]",
    "{a: {b: c}}", "&a [*a]", "!!python/object:os.system x", "<<", "*", "'", '"', "{title}", "{{}}", "{nothing}",
    "{title:99999}", ":sun:", ":sun", "[b]", "**x", "#ffffff", "#12", "../../../etc/passwd", "/etc/passwd", "a/b",
    "con", "x" * 300, "x" * 30_000, "\x00", "\x1b[31m", "\u202e", "\ufeff", "\u200b", "\U0001f41d", "e\u0301" * 50,
    "\u0e01" * 60, "\u05d0\u0661", "\ud7ff\ue000", "=1+1", "1,5", "1/2", "99999999999999999999", "0x10", "1_000",
    "2020-01-01", "12:30:45", "%n", "\r", "\t", "url(#a)", "M0 0L", "m1e308 1e308", "rotate(1e9)", "<svg/>", "]]>",
    "data:image/png;base64,AAAA", "&amp;", "&#0;", "-",
)  # fmt: skip


# mutations -----------------------------------------------------------------------------------------------------------


def spoilt(data: bytes, chance: random.Random) -> bytes:
    """Return bytes with a few of them changed, lost, doubled or moved."""
    out = bytearray(data or b"x")
    for _ in range(chance.choice((1, 1, 1, 2, 4, 16))):
        at, size = chance.randrange(len(out) + 1), chance.choice((1, 1, 2, 4, 16, 200))
        match chance.randrange(6):
            case 0:
                out[at : at + size] = chance.randbytes(min(size, len(out) - at))
            case 1:
                del out[at : at + size]
            case 2:
                out[at:at] = out[at : at + size] * chance.choice((1, 2, 50))
            case 3:
                out[at : at + 1] = bytes([chance.choice((0, 1, 0x20, 0x7F, 0x80, 0xFE, 0xFF))])
            case 4:
                other = chance.randrange(len(out) + 1)
                out[at:at] = out[other : other + size]
            case _:
                if at < len(out):
                    out[at] ^= 1 << chance.randrange(8)
        out = out or bytearray(b"x")
    return bytes(out)


def reworded(text: str, chance: random.Random) -> str:
    """Return a text in which words, numbers or lines are others."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        matches = list(re.finditer(r"-?\d+\.?\d*|[\w#-]+|\"[^\"\n]*\"|[^\s\w]", text))
        lines = text.split("\n")
        match chance.randrange(5):
            case 0 | 1 if matches:
                match = chance.choice(matches)
                text = text[: match.start()] + chance.choice(WORDS) + text[match.end() :]
            case 2 if matches:
                match, other = chance.choice(matches), chance.choice(matches)
                text = text[: match.start()] + other[0] + text[match.end() :]
            case 3:
                del lines[chance.randrange(len(lines))]
                text = "\n".join(lines)
            case _:
                at = chance.randrange(len(lines))
                lines[at:at] = [chance.choice(lines)] * chance.choice((1, 1, 3, 500))
                text = "\n".join(lines)
    return text


def changed_value(text: str, chance: random.Random) -> str:
    """Return YAML in which a value, or a key, is another."""
    try:
        whole = yaml.safe_load(text)
    except yaml.YAMLError:
        return reworded(text, chance)
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        for key in list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ():
            places.append((node, key))
            walk(node[key])

    walk(whole)
    for node, key in chance.sample(places, min(len(places), chance.choice((1, 1, 2)))):
        word = chance.choice(WORDS)
        with contextlib.suppress(yaml.YAMLError):
            word = chance.choice((yaml.safe_load(word), word, chance.uniform(-1e4, 1e4), chance.randrange(-9, 99)))
        with contextlib.suppress(KeyError, IndexError, TypeError):
            old = node[key]
            node[key] = chance.choice((word, [old, word], {"a": old}, [old] * 60, word))
    return str(yaml.safe_dump(whole, sort_keys=False, allow_unicode=True))


def mutated(name: str, data: bytes, chance: random.Random) -> bytes:
    """Return a file's content, mutated as suits what it is."""
    if name.endswith((".xlsx", ".ods")) and chance.random() < 0.7:
        return _repacked(data, chance)
    if chance.random() < 0.25 or name.endswith((".ttf", ".png", ".jpg", ".pdf", ".xlsx", ".ods")):
        return spoilt(data, chance)
    text = data.decode("utf-8", "replace")
    if name.endswith(".yaml") and chance.random() < 0.6:
        return changed_value(text, chance).encode("utf-8", "replace")
    return reworded(text, chance).encode("utf-8", "replace")


def _repacked(data: bytes, chance: random.Random) -> bytes:
    """Return an archive in which one part is mutated."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        chosen = chance.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            if name == chosen:
                part = mutated("part.xml", part, chance)
            called = name if name != chosen or chance.random() < 0.9 else chance.choice(WORDS)
            new.writestr(called.partition("\0")[0] or "x", part)  # zipfile ends a name there
    return file.getvalue()


# what is mutated -----------------------------------------------------------------------------------------------------


def _files(folder: Path) -> Game:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and "schemas" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@functools.cache
def games() -> list[Game]:
    """Return the games to mutate: small ones, each with much in it."""
    with tempfile.TemporaryDirectory() as folder:
        starter.write(Path(folder, "new"))
        new = _files(Path(folder, "new"))
    small = {name: text.encode() for name, text in faults.GAME.items()}
    cases = [
        new | _files(case)
        for case in sorted((TESTS / "faulty").iterdir())
        if case.is_dir() and sum(map(len, _files(case).values())) < 30_000
    ]
    corpus = [small | _files(case) for case in sorted((TESTS / "corpus").iterdir()) if case.is_dir()]
    return [small, new, *corpus, *cases]


def a_game(chance: random.Random) -> None:
    """Build a mutated game."""
    known = games()
    game = dict(known[chance.randrange(2 if chance.random() < 0.3 else len(known))])
    names = [name for name in game if not name.endswith((".txt", "README.md"))]
    for name in chance.sample(names, min(len(names), chance.choice((1, 1, 1, 2, 3)))):
        game[name] = mutated(name, game[name], chance)
    if chance.random() < 0.1:
        game.pop(chance.choice(names))
    for name, data in game.items():
        path = Path("game", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    if chance.random() < 0.4:
        command = ["check", "game", "--format", chance.choice(("text", "json", "github"))]
    else:
        profile = chance.choice(PROFILES)
        command = ["build", "game", "--profile", profile, "--output", "out", *(["--draft"] * (chance.random() < 0.2))]
    code = said_code(command)
    assert code in (0, 1, 2), f"exit code {code}"
    entries = sorted(path.name for path in Path().iterdir())
    assert not [name for name in entries if name.startswith(".beeprint-")], entries
    assert set(entries) <= {"game", "out", "said"} and Path("out").exists() <= (code == 0), (entries, code)
    told = Path("said").read_text("utf-8", "replace")
    assert not OBEYED.search(told), "a control character is printed"
    assert code != 1 or "error" in told, "exit code 1 without a message"


def said_code(command: list[str]) -> int:
    """Return the exit code of a command; what it says is in the file that stdout and stderr lead to."""
    try:
        main(command)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


@functools.cache
def drawings() -> list[bytes]:
    """Return the art to mutate, of several programs."""
    drawings = [*sorted((TESTS / "art").glob("*.svg")), *sorted((SHIPPED / "data").rglob("art/*/*.svg"))[::40]]
    return [path.read_bytes() for path in drawings if path.stat().st_size < 60_000]


@functools.cache
def shipped_fonts() -> Fonts:
    place = Workspace(SHIPPED)
    return Fonts(place.font_file, place.font_styles)


def a_drawing(chance: random.Random) -> None:
    """Read a mutated drawing or picture."""
    if chance.random() < 0.3:
        with contextlib.suppress(ValueError):  # whoever asks for a picture says which one it is
            bitmap.normal(mutated("a.png", chance.choice(pictures()), chance))
    else:
        with contextlib.suppress(BuildError):
            data = mutated("a.svg", chance.choice(drawings()), chance)
            svg.write(svg.read(data, "a.svg", fonts=shipped_fonts()), shipped_fonts())


@functools.cache
def pictures() -> list[bytes]:
    from PIL import Image

    pictures = []
    for mode in ("RGB", "RGBA", "P", "L", "LA", "1", "I;16", "CMYK"):
        for kind in ("PNG", "JPEG", "WEBP", "GIF", "TIFF"):
            file = io.BytesIO()
            with contextlib.suppress(OSError, ValueError):
                Image.new(mode, (9, 7), 1 if mode != "CMYK" else (9, 8, 7, 6)).save(file, kind)
                pictures.append(file.getvalue())
    return pictures


@functools.cache
def tables() -> list[tuple[str, bytes]]:
    from openpyxl import Workbook

    from workbooks import words, xlsx

    book = Workbook()
    book.active.append(["id", "title", "cost", "date"])
    book.active.append(["a", "One", 1.5, "2020-01-01"])
    book.active.append(["b", "=A1", True, None])
    file = io.BytesIO()
    book.save(file)
    sheet = f'<row r="1">{words("id", "title")}</row><row r="2">{words("a", "b")}</row>'
    content = (
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
        '<table:table table:name="A"><table:table-row><table:table-cell office:value-type="string"><text:p>id</text:p>'
        '</table:table-cell></table:table-row><table:table-row table:number-rows-repeated="3"><table:table-cell '
        'office:value-type="float" office:value="1.5"><text:p>1.5</text:p></table:table-cell></table:table-row>'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    ods = io.BytesIO()
    with zipfile.ZipFile(ods, "w") as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        parts.writestr("content.xml", content)
    plain = b"id,title,cost\na,One,1\nb,Two,2\n"
    return [
        ("a.xlsx", file.getvalue()),
        ("a.xlsx", xlsx(sheet, ["0.00"])),
        ("a.ods", ods.getvalue()),
        ("a.csv", plain),
        ("a.tsv", plain.replace(b",", b"\t")),
        ("a.csv", plain.decode().encode("utf-16")),
        ("a.json", b'[{"id": "a", "title": "One"}, {"id": "b", "cost": 2}]'),
        ("a.yaml", b"- {id: a, title: One}\n- {id: b, cost: 2}\n"),
    ]


def a_workbook(chance: random.Random) -> None:
    """Read a mutated data file, as a game's and as one that `new --from` takes."""
    name, data = chance.choice(tables())
    data = mutated(name, data, chance)
    with contextlib.suppress(BuildError):
        read_table_bytes(data, name)
    if name.endswith((".xlsx", ".ods")):
        with contextlib.suppress(BuildError):
            sheets_of(data, name)
    if chance.random() < 0.2:
        Path(name).write_bytes(data)
        code = said_code(["new", "made", "--from", name])
        assert code in (0, 1, 2), f"exit code {code}"


@functools.cache
def font_files() -> list[bytes]:
    from tiny_fonts import letters

    with tempfile.TemporaryDirectory() as folder:
        tiny = letters(Path(folder, "tiny.ttf"), "abcOneTw ").read_bytes()
    path = shipped_fonts().file("source-sans/regular") if hasattr(shipped_fonts(), "file") else None
    return [tiny, tiny, *([path.read_bytes()] if path else [])]


def a_font(chance: random.Random) -> None:
    """Build a game whose font is mutated."""
    game = {name: text.encode() for name, text in faults.GAME.items()}
    game["layouts/card.yaml"] = game["layouts/card.yaml"].replace(b"source-sans", b"mine")
    game["fonts/mine.ttf"] = mutated("mine.ttf", chance.choice(font_files()), chance)
    for name, data in game.items():
        Path("game", name).parent.mkdir(parents=True, exist_ok=True)
        Path("game", name).write_bytes(data)
    code = said_code(["build", "game", "--profile", chance.choice(("faces", "home-a4", "images")), "--output", "out"])
    assert code in (0, 1), f"exit code {code}"


@functools.cache
def pdfs() -> list[bytes]:
    from press_pdfs import save, sound

    with tempfile.TemporaryDirectory() as folder:
        return [save(sound(Path(folder), profile), profile).read_bytes() for profile in ("x4", "x1a")]


def a_pdf(chance: random.Random) -> None:
    """Check a mutated PDF as the process does that `beeprint preflight` starts."""
    from beeprint.press.pdfcheck import child

    data = chance.choice(pdfs())
    if chance.random() < 0.6:
        data = reworded(data.decode("latin-1"), chance).encode("latin-1", "replace")
    Path("a.pdf").write_bytes(spoilt(data, chance) if chance.random() < 0.5 else data)
    with contextlib.suppress(ValueError):  # of which the process tells the text
        child._checked({"path": "a.pdf", "shown": "a.pdf", "expected": None, "marked": None})


_QUESTIONS = [
    *("page", "state", "face", "anatomy", "box", "cell", "profiles", "presses", "printers", "sheets", "sheet", "beds"),
    *("bed", "leaflet", "numbers", "chart", "hand", "made", "export", "exports", "undo", "redo", "look", "picture"),
]


def a_page(chance: random.Random) -> None:
    """Ask a studio mutated questions; each gets an answer that is no fault of the server."""
    from http.client import HTTPConnection, HTTPException
    from urllib.parse import quote, urlencode

    from beeprint.studio import Server, Studio

    starter.write(Path("game"))
    server = Server(Studio(Path("game"), ViewOptions(), NOWHERE))
    threading.Thread(target=server.run, daemon=True).start()
    names = ["cards", "S1", "front", "back", "home-a4", "faces", "title", "0", "1", *WORDS]
    faults_told: list[str] = []
    server._http.handle_error = lambda *_: faults_told.append(traceback.format_exc())  # type: ignore[method-assign]
    for _ in range(20):
        parts = [chance.choice(_QUESTIONS), *chance.choices(names, k=chance.randrange(5))]
        keys = ("deck", "piece", "side", "profile", "version", "column", "text", "file", "line", "box", "seed", "dpi")
        values = {key: chance.choice(names) for key in chance.sample(keys, chance.randrange(4))}
        path = "/".join(quote(part, safe=chance.choice(("", "/"))) for part in parts)[:60_000]
        body = json.dumps(chance.choice((values, list(values), None, 1, {"cells": [values], **values})))
        data = spoilt(body.encode(), chance) if chance.random() < 0.2 else body.encode()
        connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
        with contextlib.closing(connection):
            try:
                address = f"/{server.token}/{path}?{urlencode(values)}"[:60_000]
                method = chance.choice(("GET", "POST"))
                heads = {"Host": f"127.0.0.1:{server.port}", "X-Beeprint": "1"}
                connection.request(method, address, data if method == "POST" else None, heads)
                status = connection.getresponse().status
            except (HTTPException, OSError) as error:
                raise AssertionError(f"no answer to {method} {address[:300]} {data[:300]!r}: {faults_told}") from error
        assert status < 500, (status, method, address[:300], data[:300])
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", server.port), 5) as raw, contextlib.suppress(OSError):
            raw.sendall(spoilt(f"GET /{server.token}/state HTTP/1.1\r\nHost: a\r\n\r\n".encode(), chance))
            raw.shutdown(socket.SHUT_WR)
            raw.recv(1000)
    gone = re.compile(r"\n(ConnectionResetError|BrokenPipeError|ConnectionAbortedError|TimeoutError)")
    assert not [pattern for pattern in faults_told if not gone.search(pattern)], faults_told


def a_fetch(chance: random.Random) -> None:
    """Fetch a mutated answer of a server, and read what arrives as a table."""
    name, data = chance.choice(tables())
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: %d\r\n\r\n" % len(data) + data
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with contextlib.suppress(OSError):
                for _ in range(3):
                    asked, _ = listening.accept()
                    with asked:
                        asked.recv(4000)
                        asked.sendall(spoilt(answer, chance))

        threading.Thread(target=serve, daemon=True).start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/{name}"
        with contextlib.suppress(AddressError, BuildError):
            read_table_bytes(fetch(address, True, Limits(silence=1, whole=3, size=1_000_000)).data, name)


KINDS: dict[str, Callable[[random.Random], None]] = {
    "game": a_game,
    "art": a_drawing,
    "workbook": a_workbook,
    "font": a_font,
    "pdf": a_pdf,
    "page": a_page,
    "fetch": a_fetch,
}


# trying --------------------------------------------------------------------------------------------------------------


def _built_once() -> None:
    """Build a small game for each profile in this process: the modules that a build loads take longer than it does."""
    here, silence = Path.cwd(), io.StringIO()
    with temporary() as folder, contextlib.redirect_stdout(silence), contextlib.redirect_stderr(silence):
        for name, text in faults.GAME.items():
            (folder / "game" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "game" / name).write_text(text, "utf-8")
        os.chdir(folder)
        for profile in PROFILES:
            said_code(["build", "game", "--profile", profile, "--output", "out"])
        said_code(["check", "game"])
        os.chdir(here)


def prepare(kinds: list[str]) -> None:
    """Load what forks need: modules, corpora, and a cache that all share."""
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="fuzz-cache-")
    if {"game", "font"} & set(kinds):
        _built_once()
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder:
            _forked(kind, [random.Random(f"{kind} warm")], Path(folder))
    games(), drawings(), pictures(), tables(), font_files(), pdfs(), shipped_fonts()


def alone(folder: Path, seconds: int, do: Callable[[], int]) -> tuple[int, str, resource.struct_rusage]:
    """Do something in a fork that stands in a folder, with so many seconds of a processor; all it says is in `said`.

    Return its exit code, which is what `do` returns and 99 after an exception, what it said, and what it used.
    """
    sys.stdout.flush()
    child = os.fork()
    if not child:
        code = 99
        try:
            os.chdir(folder)
            said = os.open("said", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
            os.dup2(said, 1)
            os.dup2(said, 2)
            sys.stdout, sys.stderr = (os.fdopen(os.dup(said), "w", encoding="utf-8") for _ in range(2))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY, 4 * MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            try:
                code = do()
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)
    _, status, used = os.wait4(child, 0)
    said_there = folder / "said"
    told = said_there.read_text("utf-8", "replace") if said_there.exists() else ""
    return os.waitstatus_to_exitcode(status), told, used


def _forked(kind: str, chances: list[random.Random], folder: Path) -> str:
    """Try mutations in one fork, each in a folder of its own; return what is wrong, or nothing."""
    seconds = SECONDS * len(chances)

    def each() -> int:
        for number, chance in enumerate(chances):
            Path(folder, str(number)).mkdir()
            os.chdir(folder / str(number))
            Path("said").symlink_to("../said")
            KINDS[kind](chance)
        return 0

    code, told, used = alone(folder, seconds, each)
    if code or "Traceback (most recent call last)" in told:
        return f"exit code {code}: {told[-3000:]}"
    if used.ru_maxrss * 1024 > MEMORY or used.ru_utime + used.ru_stime > seconds:
        return f"it took {used.ru_utime + used.ru_stime:.0f} s and {used.ru_maxrss // 1024} MB"
    return ""


def tried(kind: str, seed: int, *numbers: int) -> Found:
    """Try mutations by their numbers; where anything is wrong, keep the folder, and return name and text.

    Of several that are tried in one process, those count that are wrong by themselves. If none is, all of them are one
    finding: what one has left behind made another fail.
    """
    with temporary() as folder:
        wrong = _forked(kind, [random.Random(f"{kind} {seed} {number}") for number in numbers], folder)
        if not wrong:
            return []
        apart = [finding for number in numbers for finding in tried(kind, seed, number)] if len(numbers) > 1 else []
        if apart:
            return apart
        name = "+".join(map(str, numbers))
        kept = KEPT / f"{kind}-{seed}-{name}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(folder, kept, symlinks=True, ignore_dangling_symlinks=True)
        (kept / "wrong.txt").write_text(wrong, "utf-8")
        return [(f"{kind}:{name}", wrong)]


@contextlib.contextmanager
def temporary() -> Iterator[Path]:
    """Provide a temporary folder that is removed as far as it can be."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def batched(numbers: Iterator[int]) -> Iterator[list[int]]:
    """Yield the numbers in groups."""
    while some := list(itertools.islice(numbers, 10)):
        yield some


def worker(kinds: list[str], seed: int, numbers: Iterator[int], end: float) -> str:
    """Try mutations, of each kind in turn, and return counts and what was found in JSON."""
    counts: Counter[str] = Counter()
    findings: Found = []
    for batch in batched(numbers):
        for kind in kinds:
            # A fork costs as much as some drawings, and a game more than a fork. The studio, which takes a while to
            # start, answers many questions in one go.
            for some in [batch] if kind in _CHEAP else [[number] for number in batch[: 1 if kind == "page" else None]]:
                if time.monotonic() < end:
                    counts[kind] += len(some)
                    findings += tried(kind, seed, *some)
    return json.dumps([counts, findings])


def fuzz(
    kinds: list[str], count: int, seconds: float, seed: int, jobs: int
) -> tuple[Counter[str], list[tuple[str, str]]]:
    """Try mutations in several processes; return how many of each kind, and what was wrong."""
    prepare(kinds)
    end = time.monotonic() + seconds
    started: list[tuple[int, Path]] = []
    with tempfile.TemporaryDirectory() as folder:
        for job in range(jobs):
            said, child = Path(folder, str(job)), os.fork()
            if not child:
                code = 1
                try:
                    said.write_text(worker(kinds, seed, iter(range(job, count, jobs)), end), "utf-8")
                    code = 0
                finally:
                    os._exit(code)
            started.append((child, said))
        counts: Counter[str] = Counter()
        findings: Found = []
        for child, said in started:
            assert os.waitpid(child, 0)[1] == 0, "a worker has failed"
            done, wrong = json.loads(said.read_text("utf-8"))
            counts.update(done)
            findings += [(str(name), str(text)) for name, text in wrong]
    shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)
    return counts, sorted(findings)


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], help="what to mutate; everything if not given")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", metavar="KIND:NUMBER", default="")
    asked = parser.parse_args()
    if asked.only:
        kind, _, number = asked.only.partition(":")
        prepare([kind])
        numbers = map(int, number.split("+"))
        print(*(wrong for _, wrong in tried(kind, asked.seed, *numbers)), "that is all", sep="\n")
        return
    counts, findings = fuzz(list(asked.kinds) or list(KINDS), asked.count, asked.seconds, asked.seed, asked.jobs)
    told = ", ".join(f"{number:,} of {kind}" for kind, number in sorted(counts.items()))
    print(f"{counts.total():,} mutations with seed {asked.seed}: {told}; {len(findings)} findings")
    for name, wrong in findings:
        print(f"--- {name}\n{wrong[-1200:]}")
    sys.exit(bool(findings))


if __name__ == "__main__":
    _main()
