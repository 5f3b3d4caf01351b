"""Hostile files of every kind that beeprint opens, and the command by which a person opens each.

Each kind is a function that lays the file, with what belongs to it, into the current folder and returns the command.
Half of the files of a kind are by hand, each with one hostile trait, as far as there are so many; the others are sound
ones that are mutated by a seed.
"""

from __future__ import annotations

import base64
import io
import itertools
import json
import os
import random
import socket
import struct
import threading
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import faults
import fuzz
from hostile.base import chunk
from hostile.games import png

Command = list[str]
#: Lays a file into the current folder, the one with this number of its kind, and returns the command that opens it.
Kind = Callable[[random.Random, int], Command]
PRECIOUS = b"a person's\n"
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9mm" height="9mm"'

_TREES: tuple[str, ...] = (
    "", "\n", "null", "[]", "1", "text", "{}", "\ufeff", "a: [", "a: {b: c", "&a [*a]", "<<: *x",
    "!!python/name:os.x 1",
    "a: 1\na: 2\n", "? " * 9_000, "[" * 9_000, "- " * 9_000, "a: " * 60, "a: |\n" + " x\n" * 200_000,
    "%YAML 9.9\n---\n",
    "--- 1\n--- 2\n", "a: &x [1]\nb: [*x, *x, *x]\n", "a: 'x\n", "a:\tb", "\x00", "a: \x1b]0;x\x07", "a: \u202e",
    "x" * 900_000,
    "a: " + "9" * 100_000, "a: 1e400", "a: .nan", "a: !!binary AAAA", "a: 2020-01-01",
    "".join(f"k{n}: {n}\n" for n in range(60_000)),
)  # fmt: skip
_KEYS: Mapping[str, tuple[str, ...]] = {
    "game.yaml": (
        "../../precious", "[]", "{}", "null", "-1", "1e9", ".nan", '"\\0"', '"\\e[2J"', "con", "x" * 300,
        "[[[[1]]]]", "/etc/passwd", "https://example.invalid/x", '"=1+1"',
    ),
    "layouts/card.yaml": (
        "../../precious", "[]", "null", "-1", "1e9", ".inf", "{a: {b: c}}", '"{title}"', '"{nothing}"', "[0, 0, 0, 0]",
        "[1e9, 1e9, 1e9, 1e9]", "[-1, -1, -1, -1]", "x" * 50_000, '"\\e]0;x\\a"', "{kind: grid}",
    ),
}  # fmt: skip
_CELLS = (
    "", "\x00", "id", "id,title\n", "id,title\na", 'id,title\na,"b', "id;title\na;b\n", "id,id\na,b\n",
    "id,title\na,b,c,d\n",
    "id,title\na,\x1b[31mx\n", "id,title\na,=HYPERLINK(1)\n", "id,title\n" + "a,b\n" * 30_000,
    "id,title\na," + "x" * 200_000,
    ",".join(f"c{n}" for n in range(3_000)) + "\n", "id,title\n../../x,y\n", "id,title\ncon,y\n",
    "id,title\na," + "[-" * 20_000 + "\n",
    "id,title\na," + ":sun:" * 9_000 + "\n", "id,title\na,{title}\n", "id,title\na,\u202e\u2066\n",
    "id,title\r\r\na,b\r", "id\ttitle\na\tb",
    "\ufeff\ufeffid,title\na,b\n", "<!DOCTYPE html><html></html>", "id,title,copies\na,b,1e9\n",
    "id,title,copies\na,b,-1\n",
    "id,title\n" + "," * 900_000, "id,title\na,b\n" + "\n" * 900_000,
    "id,title\n" + "".join(f"i{n},w {n}\n" for n in range(19_000)),
)  # fmt: skip
_LEAFLETS = (
    "", "# ", "# x\n" * 9_000, "> " * 9_000, "- " * 900 + "x", "[" * 50_000, "*" * 50_000, "`" * 50_000, "<b>" * 9_000,
    "![x](../../precious)", "![x](/etc/passwd)", "![x](https://example.invalid/x.png)", "[x](javascript:alert(1))",
    "{each cards}" * 500, "{end}" * 500, "{cards/a.title}" * 5_000, "{contents}\n" * 500,
    "|a|b|\n|-|-|\n" + "|c|d|\n" * 5_000,
    "\x00\x1b[2J", "\u202e", "x" * 900_000, "&#0;&#x110000;&nbsp" * 5_000, "{components}\n" * 300, "[a]: b\n" * 9_000,
)  # fmt: skip


def _in_game() -> None:
    """Write the small game."""
    for name, text in faults.GAME.items():
        path = Path("game", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def _chosen(made: tuple[str | bytes, ...], number: int, other: Callable[[], bytes]) -> bytes:
    """Return the file by hand with this number, which each second one is, or else one that is mutated."""
    at, mutate = divmod(number, 2)
    if mutate or at >= len(made):
        return other()
    content = made[at]
    return content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content


# pictures, fonts, PDFs ------------------------------------------------------------------------------------------------


def _spoilt_pictures() -> tuple[bytes, ...]:
    sound = png(9, 9)
    head = struct.pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 16, 6, 0, 0, 0)
    profile = chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(30_000_000), 9))
    notes = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(30_000_000), 9))
    return (
        b"", b"\x89PNG\r\n\x1a\n", sound[:40], sound[:-12], sound + sound, png(1, 9_000_000), png(9_000_000, 1),
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IEND", b""), sound[:33] + profile + sound[33:],
        sound[:33] + notes + sound[33:], b"\xff\xd8\xff\xe0" + b"\xff" * 9_000, b"\xff\xd8\xff\xd9",
        b"GIF89a\xff\xff\xff\xff" + bytes(99),
        b"GIF89a" + b"\x01\0\x01\0\x80\0\0" + b",\0\0\0\0\xff\xff\xff\xff\0" * 900,
        b"RIFF\xff\xff\xff\xffWEBPVP8X" + bytes(99),
        b"RIFF\x1e\0\0\0WEBPVP8L\x11\0\0\0/\xff\xff\xff\xff" + bytes(9), b"II*\0" + b"\xff" * 99,
        b"MM\0*\0\0\0\x08\xff\xff" + bytes(999),
        b"<!DOCTYPE html>", b"%PDF-1.7", b"BM" + b"\xff" * 60, b"8BPS\0\x01" + bytes(60), b"\0" * 99_999,
    )  # fmt: skip


def a_picture(chance: random.Random, number: int) -> Command:
    """A picture of pixels, in PNG, JPEG, WebP, GIF or TIFF."""
    data = _chosen(_spoilt_pictures(), number, lambda: fuzz.spoilt(chance.choice(fuzz.pictures()), chance))
    _in_game()
    Path("game/art/sun.svg").unlink()
    kinds = {b"\xff\xd8": "jpg", b"RI": "webp", b"GI": "gif", b"II": "tiff", b"MM": "tiff"}
    Path("game/art", f"sun.{kinds.get(data[:2], 'png')}").write_bytes(data)
    return ["build", "game", "--profile", chance.choice(("faces", "home-a4")), "--output", "out"]


_LAUGHS = '<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {name} "{f"&{other};" * 20}">' for other, name in itertools.pairwise("abcdefgh")
)
_URI = f"data:image/png;base64,{base64.b64encode(png(1, 900_000)).decode()}"
_DRAWINGS = (
    "", "<svg/>", f"{_SVG}>", f"{_SVG}/>", f'{_SVG} viewBox="0 0 0 0"/>',
    f'{_SVG} viewBox="0 0 1e-300 1e-300"><path d="M0 0h1v1"/></svg>',
    f'{_SVG} viewBox="nan nan nan nan"/>', _SVG.replace("9mm", "1e300mm") + "/>", _SVG.replace("9mm", "-1mm") + "/>",
    f"{_SVG}>" + "<g>" * 5_000 + "</g>" * 5_000 + "</svg>", f"{_SVG}>" + "<g>" * 90_000,
    f'{_SVG}><image href="/etc/passwd"/></svg>',
    f'{_SVG}><image xlink:href="file:///etc/passwd" width="9" height="9"/></svg>',
    f'{_SVG}><use href="other.svg#a"/></svg>',
    f"{_SVG}><script>alert(1)</script></svg>", f"{_SVG}><style>@import 'http://example.invalid/x.css';</style></svg>",
    '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + f"{_SVG}><title>&a;</title></svg>",
    f"<!DOCTYPE svg [{_LAUGHS}]>{_SVG}><title>&h;</title></svg>",
    f'{_SVG}><use id="a" href="#a"/></svg>',
    f'{_SVG}><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>',
    f'{_SVG}><path d="M0 0{"l1 1" * 200_000}"/></svg>',
    f'{_SVG}><path d="M1e308 1e308L-1e308 1e309a1 1 0 0 0 1e300 1"/></svg>',
    f'{_SVG}><path d="M0 0h9" stroke="red" stroke-dasharray="1e-9"/></svg>',
    f'{_SVG}><circle r="1e308"/><rect width="nan" height="inf"/></svg>',
    f'{_SVG}><text font-family="source-sans">{"x" * 50_000}</text></svg>',
    f'{_SVG}><text font-family="source-sans" font-size="1e9">\u202e</text></svg>',
    f'{_SVG}><image width="9" height="9" href="{_URI}"/></svg>',
    f'{_SVG}><clipPath id="a"><path clip-path="url(#a)" d="M0 0"/></clipPath><g clip-path="url(#a)"/></svg>',
    f'{_SVG}><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></svg>',
    "\x1f\x8b\x08\x00" + "\x00" * 99,
    f"<?xml version='1.0' encoding='utf-7'?>{_SVG}/>", f"<?xml version='1.0' encoding='x'?>{_SVG}/>",
    f"{_SVG}/>".encode("utf-16").decode("latin-1"),
)  # fmt: skip


def a_drawing(chance: random.Random, number: int) -> Command:
    """A drawing in SVG."""
    mutated = lambda: fuzz.mutated("a.svg", chance.choice(fuzz.drawings()), chance)  # noqa: E731
    _in_game()
    Path("game/art/sun.svg").write_bytes(_chosen(_DRAWINGS, number, mutated))
    if chance.random() < 0.2:
        card = Path("game/layouts/card.yaml")
        card.write_text(card.read_text("utf-8").replace("art: sun,", "art: sun, raster: 300dpi,"), "utf-8")
    return ["build", "game", "--profile", chance.choice(("faces", "home-a4")), "--output", "out"]


def a_font(chance: random.Random, number: int) -> Command:
    """A font that a game brings along."""
    sound = fuzz.font_files()[0]
    count = struct.pack(">H", 0xFFFF)
    by_hand = (
        b"", sound[:12], sound[: len(sound) // 2], sound[:4] + count + sound[6:],
        b"ttcf\0\x01\0\0\xff\xff\xff\xff" + bytes(99),
        b"wOFF" + sound[4:], b"wOF2" + sound[4:], b"OTTO" + sound[4:], b"\0" * 9_999, sound + bytes(3_000_000),
        sound.replace(b"glyf", b"GLYF"), sound.replace(b"cmap", b"CMAP"), sound.replace(b"head", b"HEAD"),
        sound.replace(b"maxp", b"MAXP"),
        sound.replace(b"hmtx", b"HMTX"), sound.replace(b"loca", b"LOCA"), sound[:12] + b"\xff" * (len(sound) - 12),
        b"text",
    )  # fmt: skip
    mutated = lambda: fuzz.spoilt(chance.choice(fuzz.font_files()), chance)  # noqa: E731
    layout = faults.GAME["layouts/card.yaml"].replace("source-sans", "mine")
    _in_game()
    Path("game/layouts/card.yaml").write_text(layout, "utf-8")
    Path("game/fonts").mkdir()
    Path("game/fonts/mine.ttf").write_bytes(_chosen(by_hand, number, mutated))
    return ["build", "game", "--profile", chance.choice(("faces", "home-a4")), "--output", "out"]


def a_pdf(chance: random.Random, number: int) -> Command:
    """A PDF that is checked for a press."""
    x4, x1a = fuzz.pdfs()
    by_hand = (
        b"%PDF", x4[: len(x4) // 2], x4[200:], x4.replace(b"endobj", b"endobx"), x4.replace(b"/Type", b"/Tipe"),
        x4.replace(b"/Length", b"/Lenght"),
        x1a.replace(b"/MediaBox", b"/MediaBix"), x1a.replace(b"/Kids", b"/Kidz"),
        x1a.replace(b"startxref", b"startxrfe"), x4 + x1a,
        x4.replace(b"0 R", b"1 R"), x4.replace(b"/Font", b"/Fnot"), x1a.replace(b"FlateDecode", b"LZWDecode  "),
        b"\n" * 900_000 + x4,
        x4.replace(b"[0 0", b"[0 1e38"), x4.replace(b"%%EOF", b"\x1b[2J"), x1a.replace(b"/Count 1", b"/Count -9"),
        b"%PDF-1.7\n" + b"<<" * 90_000,
    )  # fmt: skip
    mutated = lambda: fuzz.spoilt(chance.choice((x4, x1a)), chance)  # noqa: E731
    Path("a.pdf").write_bytes(_chosen(by_hand, number, mutated))
    asked = chance.choice(
        ([], [], ["--profile", "x4"], ["--profile", "x1a"], ["--format", "json"], ["--marked", "made.pdf"])
    )
    return ["preflight", "a.pdf", *asked]


# tables ---------------------------------------------------------------------------------------------------------------


def _opened(name: str, data: bytes, chance: random.Random) -> Command:
    """Lay a table into a game, or beside none, and return the command that reads it."""
    if chance.random() < 0.3:
        Path(name).write_bytes(data)
        return ["new", "made", "--from", name]
    _in_game()
    game = Path("game/game.yaml")
    game.write_text(game.read_text("utf-8").replace("cards.csv", name), "utf-8")
    Path("game/cards.csv").unlink()
    Path("game", name).write_bytes(data)
    return ["check", "game", "--format", chance.choice(("text", "json", "github"))]


def a_workbook(chance: random.Random, number: int) -> Command:
    """A workbook of Excel or LibreOffice."""
    name, sound = chance.choice([table for table in fuzz.tables() if table[0].endswith((".xlsx", ".ods"))])
    by_hand = (
        b"", b"PK\x03\x04", sound[:200], sound[:-30], sound[:-2] + b"\xff\xff", sound + sound,
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
        _zipped("xl/workbook.xml", b"<workbook>" + b"<a>" * 90_000), _zipped("content.xml", b"<a>" * 90_000),
        _zipped("../../precious", b"x"), _zipped("xl/workbook.xml", b" " * 60_000_000),
        _zipped("content.xml", b" " * 60_000_000),
        _zipped("xl/worksheets/sheet1.xml", b"<row>" * 900_000), b"id,title\na,b\n", sound.replace(b"xml", b"xmm"),
        sound.replace(b"PK", b"QK"),
    )  # fmt: skip
    return _opened(name, _chosen(by_hand, number, lambda: fuzz.mutated(name, sound, chance)), chance)


def _zipped(name: str, data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return file.getvalue()


def a_table(chance: random.Random, number: int) -> Command:
    """A table as CSV, TSV, JSON or YAML."""
    name, sound = chance.choice([table for table in fuzz.tables() if not table[0].endswith((".xlsx", ".ods"))])
    texts = {"json": tuple(map(_as_json, _TREES)), "yaml": _TREES}.get(name.rpartition(".")[2], _CELLS)
    if name.endswith(".tsv"):
        texts = tuple(text.replace(",", "\t") for text in texts)
    at = number if name.endswith(("json", "yaml")) else number % (2 * len(_CELLS))
    return _opened(name, _chosen(texts, at, lambda: fuzz.mutated(name, sound, chance)), chance)


def _as_json(text: str) -> str:
    return f'[{{"id": {json.dumps(text[:90_000])}}}, {text[:9_000] or "NaN"}]'


# games ----------------------------------------------------------------------------------------------------------------


def _a_tree(name: str, chance: random.Random, number: int) -> bytes:
    """Return a file of a game in YAML: one by hand, one with a hostile value at a key, or one that is mutated."""
    sound = faults.GAME[name]
    lines = sound.splitlines()
    words = _KEYS.get(name, ())
    hostile = []
    for at, word in enumerate(words):
        line = at % len(lines)
        head, colon, _ = lines[line].partition(":")
        hostile.append("\n".join([*lines[:line], f"{head}{colon} {word}", *lines[line + 1 :], ""]))
    mutated = lambda: fuzz.mutated(name, sound.encode(), chance)  # noqa: E731
    return _chosen((*_TREES, *hostile), number, mutated)


def _written(name: str, data: bytes, chance: random.Random) -> Command:
    _in_game()
    Path("game", name).write_bytes(data)
    if chance.random() < 0.5:
        return ["check", "game", "--format", chance.choice(("text", "json", "github"))]
    return ["build", "game", "--profile", chance.choice(("faces", "home-a4")), "--output", "out"]


def a_game(chance: random.Random, number: int) -> Command:
    """A game.yaml."""
    return _written("game.yaml", _a_tree("game.yaml", chance, number), chance)


def a_layout(chance: random.Random, number: int) -> Command:
    """A layout of a game, or its palette."""
    name = "palette.yaml" if number % 5 == 4 else "layouts/card.yaml"
    return _written(name, _a_tree(name, chance, number), chance)


def a_leaflet(chance: random.Random, number: int) -> Command:
    """The Markdown of a game's rules."""
    sound = (
        b"# Mine\n\nA **game** of {cards}.\n\n## Play\n\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |\n\n> aside\n"
    )
    data = _chosen(_LEAFLETS, number, lambda: fuzz.mutated("rules.md", sound, chance))
    _in_game()
    Path("game/rules.md").write_bytes(data)
    with Path("game/game.yaml").open("a", encoding="utf-8") as text:
        text.write("leaflet: {text: rules.md}\n")
    return ["check", "game"] if number % 4 else ["build", "game", "--profile", "home-a4", "--output", "out"]


# what is left of builds -----------------------------------------------------------------------------------------------


_PIECE = {"id": "cards/a", "deck": "cards", "shape": "card", "copies": 1, "front": "x", "back": "x", "fields": {}}
_MANIFEST = {
    "beeprint": "1", "game": "mine", "version": "1", "title": "Mine",
    "pieces": [_PIECE],
    "profiles": {"faces": ["faces/cards/a.front.svg", "faces/old.svg"]},
}  # fmt: skip


def a_manifest(chance: random.Random, number: int) -> Command:
    """The manifest that the output folder is said to hold."""
    odd = (None, [], {}, -1, "x", [[]], {"a": []})
    escapes = (
        "faces/../../../precious",
        "../precious",
        "/precious",
        "faces/\ud800",
        "faces/\0",
        "faces/..",
        "faces/" + "x" * 9_000,
    )
    by_hand = (
        *(json.dumps({**_MANIFEST, "profiles": {"faces": [name], name: [name]}}) for name in escapes),
        *(json.dumps({**_MANIFEST, key: value}) for key in _MANIFEST for value in odd),
        *(text for text in _TREES if len(text) < 100), "[" * 99_999, '{"a":' * 9_999,
        '{"pieces": [' + "{}," * 90_000 + "{}]}",
        json.dumps({**_MANIFEST, "earlier": {"faces": ["old", "", "..", 1, None]}, "printers": {"faces": []}}),
    )  # fmt: skip
    sound = json.dumps(_MANIFEST, indent=1).encode()
    data = _chosen(by_hand, number, lambda: fuzz.mutated("manifest.json", sound, chance))
    _in_game()
    Path("out/mine/faces").mkdir(parents=True)
    Path("out/mine/manifest.json").write_bytes(data)
    build = ["build", "game", "--profile", "faces", "--output", "out"]
    return chance.choice(
        (
            build,
            [*build, "--only", "cards:a"],
            ["diff", "out", "game"],
            ["playtest", "game", "--since", "out", "--output", "out"],
        )
    )


def a_cache(chance: random.Random, number: int) -> Command:
    """The cache of an earlier build, with entries damaged or exchanged."""
    _in_game()
    os.environ["XDG_CACHE_HOME"] = str(Path.cwd() / "cache")
    build = ["build", "game", "--profile", "faces", "--profile", "home-a4", "--output", "out"]
    assert fuzz.said_code(build) == 0
    entries = sorted(path for path in Path("cache").rglob("*") if path.is_file())
    contents = [path.read_bytes() for path in entries]
    for at, path in enumerate(entries):
        data = contents[at]
        ways = (b"", data[: len(data) // 2], fuzz.spoilt(data, chance), contents[at - 1], bytes(len(data)), data + b"x")
        path.write_bytes(ways[number % len(ways)])
    return build


# what comes from elsewhere --------------------------------------------------------------------------------------------


_SHELF = "title: Nights\ngames:\n  - game\nprofiles: [faces]\n"


def a_shelf(chance: random.Random, number: int) -> Command:
    """The file of a shelf."""
    games = (
        "..",
        "../..",
        "/",
        "/etc",
        "**",
        "*",
        "../*",
        "s3://x/y",
        "game/game.yaml",
        "precious",
        "nothing",
        "game\\0",
        "\\e[2J",
        "~",
    )
    keys, odd = ("languages", "editions", "players", "base-url"), ("[../../x]", "1", "[[1]]", "{a: b}", '"\\e"')
    by_hand = (
        *(f'games: ["{name}"]\nprofiles: [faces]\n' for name in games),
        *(f"games: [game]\nprofiles: [faces]\n{key}: {word}\n" for key in keys for word in odd),
        *_TREES[:24],
    )  # fmt: skip
    _in_game()
    data = _chosen(by_hand, number, lambda: fuzz.mutated("s.yaml", _SHELF.encode(), chance))
    Path("s.yaml").write_bytes(data)
    return ["shelf", "s.yaml", "--output", "out", "--jobs", "1", *(["--plan"] * (number % 3 > 0))]


def a_fetch(chance: random.Random, number: int) -> Command:
    """What a server answers that a game is pulled from."""
    name, data = chance.choice(fuzz.tables())
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n"
    whole = head + b"Content-Length: %d\r\n\r\n" % len(data) + data
    by_hand = (
        b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/9.9 999 x\r\n\r\n", head + b"Content-Length: 999999999999\r\n\r\nx",
        head + b"Content-Length: -1\r\n\r\nx",
        head + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\nx",
        head + b"Content-Encoding: gzip\r\n\r\n" + zlib.compress(bytes(90_000)),
        b"HTTP/1.1 302 x\r\nLocation: file:///etc/passwd\r\n\r\n", b"HTTP/1.1 302 x\r\nLocation: /\r\n\r\n",
        head + b"X: " + b"y" * 90_000,
        head + b"\r\n<!DOCTYPE html><html>", head + b"\r\n" + b"\0" * 90_000, head + b"\r\n\x1b]0;x\x07,title\na,b\n",
        b"\x16\x03\x01" + bytes(99),
        b"HTTP/1.1 200 \x1b[2J\r\n\r\n", b"HTTP/1.1 404 \x1b[2J\r\nX: \x1b\r\n\r\n",
        head + b"\r\n" + b"id,title\n" * 90_000, b"\r\n" * 9_000,
    )  # fmt: skip
    answer = _chosen(by_hand, number, lambda: fuzz.spoilt(whole, chance))
    listening = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=_serve, args=(listening, answer), daemon=True).start()
    _in_game()
    game = Path("game/game.yaml")
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/{name}"
    game.write_text(
        game.read_text("utf-8").replace("data: cards.csv", f"data: {{file: cards.csv, source: '{address}'}}"), "utf-8"
    )
    return ["pull", "game", "--allow-private"]


def _serve(listening: socket.socket, answer: bytes) -> None:
    while True:
        try:
            asked, _ = listening.accept()
            with asked:
                asked.recv(4000)
                asked.sendall(answer)
        except OSError:
            continue


def requests(chance: random.Random, number: int) -> Command:
    """Twenty questions that a studio is asked, and some lines that are no HTTP; there is no command to run then."""
    fuzz.a_page(chance)
    return []


#: How many of 500 files are of each kind.
KINDS: Mapping[Kind, int] = {
    a_picture: 60,
    a_drawing: 70,
    a_font: 44,
    a_pdf: 40,
    a_workbook: 44,
    a_table: 50,
    a_game: 54,
    a_layout: 54,
    a_leaflet: 40,
    a_manifest: 44,
    a_cache: 12,
    a_shelf: 34,
    a_fetch: 36,
    requests: 18,
}
