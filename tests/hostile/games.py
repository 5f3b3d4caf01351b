"""Folders of games of at most 5 MB that are made to cost a build all its time or memory."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from hostile.base import star, web
from tiny_fonts import letters, varied

Writer = Callable[[Path], None]
GAMES: dict[str, Writer] = {}
#: The command that meets the cost, with its options, where that is not `build`.
COMMANDS: dict[str, tuple[str, ...]] = {}

_GAME = """id: mine
version: "1"
title: Mine
{more}
decks:
  cards:
    title: Cards
    data: cards.csv
    columns: {columns}
    shape: {shape}
    front: card
    stock: cards
rules: [{rules}]
"""
_TOKEN = "{kind: hexagon, flats: 60}"
_TEXT = '{kind: text, text: "{text}", font: source-sans, size: 9, min: 6, box: [5, 5, 50, 70]}'


def costly(*command: str) -> Callable[[Writer], Writer]:
    """Return a decorator that enters the writer of a game under its name, with the command to run on it."""

    def enter(writer: Writer) -> Writer:
        GAMES[writer.__name__] = writer
        COMMANDS[writer.__name__] = command or ("build", "--profile", "home-a4")
        return writer

    return enter


def game(
    folder: Path,
    rows: Iterator[str] | list[str],
    *,
    head: str = "id,text",
    columns: str = "{text: text}",
    layout: str = f"slots: {{words: {_TEXT}}}",
    rules: str = "",
    more: str = "",
    shape: str = "{kind: card, size: standard-card}",
) -> None:
    """Write a game of one deck."""
    (folder / "layouts").mkdir(parents=True)
    (folder / "art").mkdir()
    text = _GAME
    for name, value in {"columns": columns, "rules": rules, "more": more, "shape": shape}.items():
        text = text.replace("{" + name + "}", value)
    (folder / "game.yaml").write_text(text, "utf-8")
    (folder / "cards.csv").write_text("\n".join([head, *rows, ""]), "utf-8")
    (folder / "layouts" / "card.yaml").write_text(layout, "utf-8")
    (folder / "palette.yaml").write_text('ink: "#101010"\n', "utf-8")


def numbered(count: int, text: str) -> list[str]:
    """Return so many rows, each with its number in its text."""
    return [f"c{number},{text.replace('#', str(number))}" for number in range(count)]


def art(folder: Path, name: str, body: str, head: str = 'viewBox="0 0 100 100"') -> None:
    """Write a drawing among the game's art."""
    text = f'<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="50mm" {head}>{body}</svg>'
    (folder / "art" / name).write_text(text, "utf-8")


def png(width: int, height: int) -> bytes:
    """Return a PNG of one colour, whose lines are packed well."""
    packer, row = zlib.compressobj(9), b"\0" + b"\x80" * width * 3
    block = max(1, 1_000_000 // len(row))
    lines = (row * min(block, height - at) for at in range(0, height, block))
    data = b"".join(map(packer.compress, lines)) + packer.flush()
    parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", data), (b"IEND", b"")]
    written = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", _crc(kind + body)) for kind, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


def _crc(data: bytes) -> int:
    return zlib.crc32(data) & 0xFFFFFFFF


_LARGE = "slots: {a: {kind: picture, art: big, box: [1, 1, 60, 60]}}"
_PICTURE = "slots: {picture: {kind: picture, art: big, box: [5, 5, 50, 50]}}"


@costly("check")
def layouts_that_extend_one_another(folder: Path) -> None:
    game(folder, numbered(1, "x"), layout="extends: [" + "a, " * 39 + "a]\nslots: {words: " + _TEXT + "}")
    for name, parent in zip("abcd", "bcde", strict=True):
        (folder / "layouts" / f"{name}.yaml").write_text(f"extends: [{f'{parent}, ' * 39}{parent}]\n", "utf-8")
    slots = ", ".join(f"s{number}: {_TEXT}" for number in range(9))
    (folder / "layouts" / "e.yaml").write_text(f"slots: {{{slots}}}", "utf-8")


@costly("check")
def a_long_list_to_compare(folder: Path) -> None:
    rule = "{rule: equivalent-under, deck: cards, column: text, under: [rotation, reflection]}"
    rows = [f"c,{' '.join(str(number % 7) for number in range(40_000))}"]
    game(folder, rows, columns="{text: list}", layout="slots: {}", rules=rule)


@costly("check")
def a_text_repeated_on_many_rows(folder: Path) -> None:
    slot = _TEXT.replace('"{text}"', '"' + "{text}" * 4000 + '"')
    game(folder, numbered(3000, "wordy #"), layout=f"slots: {{words: {slot}}}")


@costly("check")
def long_texts_on_many_rows(folder: Path) -> None:
    game(folder, numbered(3000, "a word and # more " * 80))


@costly("check")
def a_path_of_eight_megabytes(folder: Path) -> None:
    game(folder, numbered(1, "x"), layout=_PICTURE)
    art(folder, "big.svg", f'<path d="M0 0{"l1 1l1-1" * 980_000}"/>')


@costly("build", "--profile", "mine")
def a_sheet_whose_pieces_overlap(folder: Path) -> None:
    game(folder, numbered(20, "x"))
    (folder / "layouts" / "sheets").mkdir()
    (folder / "layouts" / "profiles").mkdir()
    (folder / "layouts" / "sheets" / "mine.yaml").write_text("paper: a4\nfold: yes\nspacing: -60\n", "utf-8")
    (folder / "layouts" / "profiles" / "mine.yaml").write_text("title: x\noutput: sheets\nsheets: [mine]\n", "utf-8")


@costly("check")
def one_file_as_many_tables(folder: Path) -> None:
    tables = "\n".join(f"  t{number}: {{data: big.csv}}" for number in range(500))
    game(folder, numbered(1, "x"), more=f"tables:\n{tables}")
    lines = "\n".join(f"r{number},{'y' * 40}" for number in range(19_000))
    (folder / "big.csv").write_text(f"id,text\n{lines}\n", "utf-8")


@costly("check")
def one_file_as_many_decks(folder: Path) -> None:
    deck = "{title: T, data: big.csv, columns: {text: text}, shape: {kind: card, size: standard-card}, "
    deck += "front: card, stock: cards, print: 0}"
    game(folder, numbered(1, "x"))
    spec = (
        (folder / "game.yaml")
        .read_text("utf-8")
        .replace("rules:", "\n".join(f"  d{number}: {deck}" for number in range(500)) + "\nrules:")
    )
    (folder / "game.yaml").write_text(spec, "utf-8")
    lines = "\n".join(f"r{number},{'y' * 40}" for number in range(3_000))
    (folder / "big.csv").write_text(f"id,text\n{lines}\n", "utf-8")


@costly()
def art_in_many_tints(folder: Path) -> None:
    tints = ", ".join(f'c{number}: "#10{number:02x}10"' for number in range(40))
    slot = '{kind: icon, icon: big, box: [5, 5, 50, 50], colour: "{text}"}'
    game(folder, [f"r{number},c{number}" for number in range(40)], layout=f"slots: {{icon: {slot}}}")
    (folder / "palette.yaml").write_text(tints.replace(", ", "\n"), "utf-8")
    (folder / "art" / "icons").mkdir()
    art(
        folder,
        "icons/big.svg",
        "".join(f'<path fill="currentColor" d="M{n % 100} {n // 400}l1 1z"/>' for n in range(40_000)),
    )


@costly("check")
def pixels_in_two_tints(folder: Path) -> None:
    slot = '{kind: icon, icon: big, box: [5, 5, 50, 50], colour: "{text}", raster: 2400dpi}'
    game(folder, ["a,one", "b,two"], layout=f"slots: {{icon: {slot}}}")
    (folder / "palette.yaml").write_text('one: "#101010"\ntwo: "#202020"\n', "utf-8")
    (folder / "art" / "icons").mkdir()
    blur = (
        '<filter id="f"><feTurbulence numOctaves="12" baseFrequency="0.9"/><feGaussianBlur stdDeviation="9"/></filter>'
    )
    art(folder, "icons/big.svg", blur + '<g filter="url(#f)"><rect width="100" height="100"/></g>' * 60)


@costly("check")
def filters_over_filters_in_many_pictures(folder: Path) -> None:
    slot = '{kind: picture, art: "{text}", box: [5, 5, 50, 50], raster: 300dpi}'
    game(folder, [f"r{number},p{number}" for number in range(9)], layout=f"slots: {{picture: {slot}}}")
    noise = (
        '<filter id="f"><feTurbulence numOctaves="9" baseFrequency="0.9"/><feGaussianBlur stdDeviation="9"/></filter>'
    )
    for number in range(9):
        art(folder, f"p{number}.svg", noise + f'<g filter="url(#f)"><rect width="{90 + number}" height="99"/></g>' * 9)


@costly("laser")
def slots_repeated_under_a_laser(folder: Path) -> None:
    slot = "{kind: shape, shape: ellipse, box: [1, 1, 20, 20], fill: ink, repeat: {times: 600, step: [0.05, 0.07]}}"
    game(folder, numbered(60, "x"), layout=f"slots: {{dots: {slot}, more: {slot}}}", shape=_TOKEN)


@costly("check")
def a_leaflet_of_many_headings(folder: Path) -> None:
    game(folder, numbered(1, "x"), more="leaflet: {text: rules.md}")
    (folder / "rules.md").write_text("\n".join(f"## Heading {number}\n" for number in range(49_000)), "utf-8")


@costly("check")
def a_leaflet_of_nested_quotes(folder: Path) -> None:
    game(folder, numbered(1, "x"), more="leaflet: {text: rules.md}")
    (folder / "rules.md").write_text("\n".join(">" * 80 + f" - [a](b{n})" for n in range(20_000)), "utf-8")


def _leaflet(folder: Path, text: str, rows: list[str]) -> None:
    """Write a game whose leaflet has this text, below its title."""
    game(folder, rows, more="leaflet: {text: rules.md}", layout="slots: {}")
    (folder / "rules.md").write_text(f"# x\n\n{text}", "utf-8")


@costly("check")
def a_leaflet_of_many_paragraphs(folder: Path) -> None:
    _leaflet(folder, "a\n\n" * 66_000, numbered(1, "x"))


@costly("check")
def a_leaflet_of_headings_that_are_alike(folder: Path) -> None:
    _leaflet(folder, "## a\n" * 39_000, numbered(1, "x"))


@costly("check")
def a_leaflet_of_asides(folder: Path) -> None:
    _leaflet(folder, "> a\n\n" * 39_000, numbered(1, "x"))


@costly("check")
def a_leaflet_of_many_contents(folder: Path) -> None:
    _leaflet(folder, "{contents}\n\n" * 5_000 + "## a\n" * 20_000, numbered(1, "x"))


@costly("check")
def a_leaflet_that_lists_components_again_and_again(folder: Path) -> None:
    _leaflet(folder, "{components}\n\n" * 700, numbered(1, "x"))


@costly("check")
def a_leaflet_of_icons_that_there_are_not(folder: Path) -> None:
    _leaflet(folder, ":a" * 90_000, numbered(1, "x"))


@costly("check")
def a_leaflet_that_says_nothing_of_each_row(folder: Path) -> None:
    _leaflet(folder, "{each cards}{end}" * 11_000, numbered(19_000, "a#"))


@costly("check")
def a_leaflet_of_empty_lines_for_each_row(folder: Path) -> None:
    _leaflet(folder, ("{each cards}" + "\n" * 16 + "{end}") * 6_000, numbered(19_000, "a#"))


@costly("check")
def a_leaflet_that_asks_for_a_piece_at_each_row(folder: Path) -> None:
    _leaflet(folder, "{each cards}{with cards/c18999}{end}{end}" * 4_000, numbered(19_000, "a#"))


@costly("check")
def a_leaflet_that_counts_pieces_again_and_again(folder: Path) -> None:
    _leaflet(folder, "{cards} " * 24_000, numbered(19_000, "a#"))


@costly("check")
def a_leaflet_that_repeats_a_long_cell(folder: Path) -> None:
    _leaflet(folder, "{cards/c1.text}" * 13_000, numbered(300, "a#" * 3_000))


@costly()
def a_picture_of_many_lines(folder: Path) -> None:
    game(folder, numbered(1, "x"), layout=_PICTURE)
    (folder / "art" / "big.png").write_bytes(png(1, 79_000_000))


@costly()
def a_picture_of_many_pixels(folder: Path) -> None:
    game(folder, numbered(1, "x"), layout=_PICTURE)
    (folder / "art" / "big.png").write_bytes(png(8_480, 8_480))


@costly()
def many_pictures_of_many_pixels(folder: Path) -> None:
    layout = 'slots: {picture: {kind: picture, art: "{text}", box: [5, 5, 50, 50]}}'
    game(folder, [f"c{number},p{number}" for number in range(40)], layout=layout)
    data = png(5_000, 5_000)
    for number in range(40):
        (folder / "art" / f"p{number}.png").write_bytes(data[:-12] + _text_chunk(number) + data[-12:])


def _text_chunk(number: int) -> bytes:
    body = b"tEXtk\0" + str(number).encode()
    return struct.pack(">I", len(body) - 4) + body + struct.pack(">I", _crc(body))


@costly("build", "--profile", "press-x4")
def short_dashes(folder: Path) -> None:
    slot = "{kind: shape, shape: line, box: [5, 5, 50, 70], stroke: ink, width: 0.3, dash: [0.00007, 0.00007]}"
    game(folder, numbered(9, "x"), layout=f"slots: {{line: {slot}}}")


@costly("build", "--profile", "press-x4")
def gradients_of_many_colours_on_a_press(folder: Path) -> None:
    def gradient(which: int) -> str:
        colours = (f"{(step + which) * 7919 % 4096:03x}" for step in range(500))
        stops = "".join(f'<stop offset="{step / 500}" stop-color="#{colour}"/>' for step, colour in enumerate(colours))
        return f'<linearGradient id="g{which}">{stops}</linearGradient>'

    game(folder, numbered(1, "x"), layout=_PICTURE)
    shown = (
        f'{gradient(number)}<rect x="{number}" width="1" height="100" fill="url(#g{number})"/>' for number in range(80)
    )
    art(folder, "big.svg", "".join(shown))


@costly("build", "--profile", "press-x4")
def lines_that_overprint_each_other(folder: Path) -> None:
    game(folder, numbered(1, "x"), layout=_PICTURE)
    lines = (f'<path d="M{number % 100} {number // 400}l50 50h1z"/>' for number in range(12_000))
    art(folder, "big.svg", f'<g fill="none" stroke="#000" stroke-width="0.3">{"".join(lines)}</g>')


def _half_clear_board(folder: Path) -> None:
    """Write a game of large boards, on which something large is half transparent."""
    slot = "{kind: shape, shape: ellipse, box: [5, 5, 1900, 1900], fill: ink, opacity: 0.5}"
    shape = "{kind: board, width: 1950, height: 1950}"
    game(folder, numbered(3, "x"), shape=shape, layout=f"slots: {{a: {slot}}}")


@costly("build", "--profile", "press-x1a")
def large_boards_without_transparency(folder: Path) -> None:
    _half_clear_board(folder)


@costly("build", "--profile", "press-x4", "--proof")
def large_boards_with_proofs(folder: Path) -> None:
    _half_clear_board(folder)


@costly("build", "--profile", "press-x1a")
def dots_apart_without_transparency(folder: Path) -> None:
    dot = "{kind: shape, shape: ellipse, box: [#, 3.5, 0.1, 0.1], fill: ink, opacity: 0.5, "
    dot += "repeat: {times: 78, step: [0, 1]}}"
    slots = ", ".join(f"s{column}: {dot.replace('#', f'{column + 3.5}')}" for column in range(54))
    game(folder, numbered(4, "x#"), layout=f"slots: {{words: {_TEXT}, {slots}}}")


@costly("build", "--profile", "punchboard")
def lines_that_overprint_each_other_on_board(folder: Path) -> None:
    lines_that_overprint_each_other(folder)
    _as_tokens(folder)


@costly("build", "--profile", "punchboard", "--proof")
def many_boards_with_proofs(folder: Path) -> None:
    game(folder, [f"c{n},x{n},500" for n in range(30)], head="id,text,copies", shape=_TOKEN, layout="slots: {}")


def _as_tokens(folder: Path) -> None:
    """Make the cards of a game tokens, which are punched out and cut."""
    path = folder / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("{kind: card, size: standard-card}", _TOKEN), "utf-8")


@costly("laser")
def many_copies_of_a_fine_piece_under_a_laser(folder: Path) -> None:
    slot = "{kind: picture, art: big, box: [1, 1, 60, 60], engrave: score}"
    game(folder, [f"c{n},x,500" for n in range(2)], head="id,text,copies", layout=f"slots: {{a: {slot}}}", shape=_TOKEN)
    lines = (f"M{n % 50 * 2} {n // 50}{'l1 .5-1 .2' * 20}" for n in range(5_000))
    art(folder, "big.svg", "".join(f'<path fill="none" stroke="#000" stroke-width="0.1" d="{d}"/>' for d in lines))


@costly("laser")
def marks_over_each_other_under_a_laser(folder: Path) -> None:
    slot = "{kind: picture, art: big, box: [1, 1, 60, 60]}"
    game(folder, numbered(1, "x"), layout=f"slots: {{a: {slot}}}", shape=_TOKEN)
    art(folder, "big.svg", "".join(f'<path d="M{n / 1000} 0h60v60z"/>' for n in range(30_000)))


@costly("laser")
def a_path_that_crosses_itself_under_a_laser(folder: Path) -> None:
    game(folder, numbered(1, "x"), layout=_LARGE, shape=_TOKEN)
    art(folder, "big.svg", f'<path fill-rule="evenodd" d="{web(999)}"/>', 'viewBox="0 0 10 10"')


@costly("laser")
def a_path_that_crosses_itself_as_often_as_may_be_under_a_laser(folder: Path) -> None:
    game(folder, numbered(1, "x"), layout=_LARGE, shape=_TOKEN)
    art(folder, "big.svg", f'<path fill-rule="evenodd" d="{web(321)}"/>', 'viewBox="0 0 10 10"')


@costly("laser")
def letters_that_cross_themselves_under_a_laser(folder: Path) -> None:
    text = '{kind: text, text: "{text}", font: web, size: 9, box: [5, 5, 50, 50]}'
    game(folder, numbered(60, "a"), layout=f"slots: {{words: {text}}}", shape=_TOKEN)
    letters(folder / "fonts" / "web.ttf", "abcdefgh0123456789", corners=star(351, 300))


@costly("laser")
def circles_in_circles_under_a_laser(folder: Path) -> None:
    game(folder, numbered(1, "x"), layout=_LARGE, shape=_TOKEN)
    art(folder, "big.svg", "".join(f'<circle cx="50" cy="50" r="{50 - n / 30}"/>' for n in range(1_450)))


@costly("laser", "--only", "cards")
def short_dashes_under_a_laser(folder: Path) -> None:
    slot = "{kind: shape, shape: line, box: [5, 5, 50, 70], stroke: ink, width: 0.3, dash: [0.01, 0.01], "
    slot += "engrave: score, repeat: {times: 50, step: [0.5, 0]}}"
    game(folder, numbered(40, "x"), layout=f"slots: {{line: {slot}}}")


@costly("check")
def many_rules_on_many_rows(folder: Path) -> None:
    rules = ", ".join(
        f"{{rule: count, deck: cards, is: {number}, where: {{text: x{number}}}}}" for number in range(5000)
    )
    game(folder, numbered(19_000, "word"), rules=rules, layout="slots: {}")


@costly("check")
def many_rules_that_sum_and_compare(folder: Path) -> None:
    rules = ", ".join(f"{{rule: unique, deck: cards, columns: [text], of: rows, note: n{n}}}" for n in range(5000))
    game(folder, numbered(19_000, "word #"), rules=rules, layout="slots: {}")


@costly("check")
def cells_of_brackets(folder: Path) -> None:
    game(folder, [f"c{number},{'[-' * 3400}{number}" for number in range(700)])


@costly("check")
def cells_of_odd_letters(folder: Path) -> None:
    game(folder, numbered(800, "\u0915\u094d" * 900 + "#"))


@costly("check")
def points_that_are_moved_again_and_again(folder: Path) -> None:
    text = '{kind: text, text: "{text}", font: many, size: 9, box: [5, 5, 50, 70]}'
    game(folder, numbered(1, "a"), layout=f"slots: {{words: {text}}}")
    varied(folder / "fonts" / "many.ttf", tuples=4_000, glyphs=60_000, compound=False)


@costly("build", "--profile", "mine")
def many_dots_to_the_inch(folder: Path) -> None:
    game(folder, numbered(100, "word #"))
    (folder / "layouts" / "profiles").mkdir()
    text = "title: x\noutput: images\ndpi: 1200\n"
    (folder / "layouts" / "profiles" / "mine.yaml").write_text(text, "utf-8")


@costly("build", "--profile", "tabletop-simulator")
def large_boards_as_pictures(folder: Path) -> None:
    game(folder, numbered(30, "word #"), shape="{kind: board, width: 2000, height: 2000}")


@costly()
def boards_on_many_tiles(folder: Path) -> None:
    game(folder, numbered(100, "word #"), shape="{kind: board, width: 1900, height: 1900}")


@costly()
def a_card_of_the_least_size(folder: Path) -> None:
    game(
        folder,
        [f"c{n},x,{500}" for n in range(39)],
        head="id,text,copies",
        shape="{kind: round, diameter: 4}",
        layout="slots: {}",
    )


@costly("check")
def grids_in_grids(folder: Path) -> None:
    inner = "{kind: grid, pitch: 1, cells: 40x40, box: [0, 0, 9, 9], each: {dot: {kind: shape, shape: ellipse, "
    inner += "box: [0, 0, 1, 1], fill: ink}}}"
    layout = "slots: {cells: {kind: grid, pitch: 2, cells: 5x6, box: [0, 0, 60, 60], each: {again: " + inner + "}}, "
    layout += f"words: {_TEXT}}}"
    game(folder, numbered(3000, "word #"), layout=layout)


@costly("check")
def shapes_whose_fill_each_row_names(folder: Path) -> None:
    slot = (
        '{kind: shape, shape: ellipse, box: [1, 1, 20, 20], fill: "#{text}", repeat: {times: 2000, step: [0.05, 0.07]}}'
    )
    game(folder, [f"c{n},{n:06d}" for n in range(5_000)], layout=f"slots: {{dots: {slot}}}")


@costly("check")
def many_editions(folder: Path) -> None:
    editions = "\n".join(f"  e{n}: {{title: E{n}, decks: {{cards: {{copies: {n % 5 + 1}}}}}}}" for n in range(2_000))
    game(folder, numbered(1_000, "word #"), more=f"editions:\n{editions}")


@costly("check")
def many_languages(folder: Path) -> None:
    tags = ", ".join(f"{a}{b}" for a in "abcdefghijklmnop" for b in "abcdefghijklmnop")
    game(folder, numbered(100, "word #"), more=f"languages: [en, {tags}]")


@costly("check")
def a_condition_with_many_keys(folder: Path) -> None:
    keys = ", ".join(f"a{number}" for number in range(3_000))
    slots = "\n".join(
        f"  s{n}: {{kind: shape, shape: ellipse, box: [1, 1, 2, 2], fill: ink, when: {{text: [{keys}]}}}}"
        for n in range(15)
    )
    game(folder, numbered(15_000, "a#"), layout=f"slots:\n{slots}")


@costly("check")
def a_layout_of_many_slots(folder: Path) -> None:
    slots = "\n".join(f"  s{n}: {{kind: shape, shape: ellipse, box: [1, 1, 2, 2], fill: ink}}" for n in range(12_000))
    game(folder, numbered(5_000, "a#"), layout=f"slots:\n{slots}")


@costly("check")
def a_pipe_for_a_manifest(folder: Path) -> None:
    game(folder, numbered(1, "x"))
    COMMANDS["a_pipe_for_a_manifest"] = ("build", "--output", str(folder.parent / "made"))
    made = folder.parent / "made" / "mine"
    made.mkdir(parents=True)
    os.mkfifo(made / "manifest.json")


@costly()
def a_frame_for_each_row(folder: Path) -> None:
    layout = 'frame: {art: "{text}"}\nslots: {words: ' + _TEXT + "}"
    game(folder, [f"c{number},p{number}" for number in range(200)], layout=layout)
    body = "".join(f'<path d="M{n % 100} {n // 4}l1 1l-1 0z"/>' for n in range(800))
    for number in range(200):
        text = f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{body}</svg>'
        (folder / "art" / f"p{number}.svg").write_text(f"{text}<!--{number}-->", "utf-8")


@costly()
def many_drawings(folder: Path) -> None:
    layout = 'slots: {picture: {kind: picture, art: "{text}", box: [5, 5, 50, 50]}}'
    game(folder, [f"c{number},p{number}" for number in range(100)], layout=layout)
    body = "".join(f'<path d="M{n % 100} {n // 15}l1 1l-1 0z"/>' for n in range(1_500))
    many = '<defs><g id="g">' + body + "</g></defs>" + '<use href="#g"/>' * 90
    for number in range(100):
        art(folder, f"p{number}.svg", many + f"<!--{number}-->")


@costly("check")
def marks_of_text_that_never_close(folder: Path) -> None:
    game(folder, numbered(300, "*_" * 4_000 + "{" * 2_000 + ":a" * 2_000 + "#"))


@costly("check")
def a_leaflet_of_odd_marks(folder: Path) -> None:
    game(folder, numbered(1, "x"), more="leaflet: {text: rules.md}")
    (folder / "rules.md").write_text("# x\n\n" + "*_[`<![" * 14_000 + "\n\n" + "> " * 20_000, "utf-8")


@costly("check")
def icons_in_every_word(folder: Path) -> None:
    game(folder, numbered(2_000, ":sun: " * 300 + "#"))
    (folder / "art" / "icons").mkdir()
    art(folder, "icons/sun.svg", '<path d="M0 0h90v90z"/>')


@costly("check")
def many_words_that_become_icons(folder: Path) -> None:
    words = ", ".join(f'"<w{number}>": sun' for number in range(15_000))
    game(folder, numbered(2_000, "<w <x> w# " * 20), more=f"icons: {{{words}}}")
    (folder / "art" / "icons").mkdir()
    art(folder, "icons/sun.svg", '<path d="M0 0h90v90z"/>')


@costly("check")
def words_that_are_nearly_icons(folder: Path) -> None:
    words = ", ".join(f'"<w{number}>": sun' for number in range(300))
    game(
        folder, numbered(5_000, "".join(f"<x{n}y#>" for n in range(50))), more=f"icons: {{{words}}}", layout="slots: {}"
    )
    (folder / "art" / "icons").mkdir()
    art(folder, "icons/sun.svg", '<path d="M0 0h90v90z"/>')


@costly("check")
def words_that_become_no_icons(folder: Path) -> None:
    words = ", ".join(f'"<w{number}>": s{number}' for number in range(40_000))
    game(folder, numbered(1, "x"), more=f"icons: {{{words}}}")


@costly("check")
def rows_that_mention_each_other(folder: Path) -> None:
    words = ", ".join(f"w{number}" for number in range(900))
    rule = f"{{rule: mentions, deck: cards, column: text, words: {{c0: [{words}]}}}}"
    game(folder, numbered(15_000, "word# and c#"), rules=", ".join([rule] * 20), layout="slots: {}")


@costly("check")
def references_to_rows(folder: Path) -> None:
    columns = "{text: {type: ref, table: cards}}"
    game(folder, [f"c{n},x{n + 7}" for n in range(18_000)], columns=columns, layout="slots: {}")


@costly("check")
def a_cell_of_every_column(folder: Path) -> None:
    names = [f"k{number}" for number in range(490)]
    columns = "{" + ", ".join(f"{name}: text?" for name in names) + "}"
    rows = [f"c{number},{',' * 489}" for number in range(2_000)]
    game(folder, rows, head=",".join(["id", *names]), columns=columns, layout="slots: {}")


@costly()
def gradients_and_clips_on_every_card(folder: Path) -> None:
    body = '<defs><linearGradient id="g"><stop offset="0" stop-color="#111"/><stop offset="1"/></linearGradient>'
    body += '<clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath></defs>'
    body += '<g clip-path="url(#c)"><rect width="90" height="90" fill="url(#g)" opacity="0.5"/></g>' * 400
    game(
        folder,
        [f"c{n},p{n}" for n in range(100)],
        layout='slots: {p: {kind: picture, art: "{text}", box: [5, 5, 50, 50]}}',
    )
    for number in range(100):
        art(folder, f"p{number}.svg", body + f"<!--{number}-->")


@costly("check")
def many_boxes(folder: Path) -> None:
    boxes = ", ".join(f"b{number}: {{shape: {{kind: tuck-box, for: [cards]}}}}" for number in range(9_000))
    game(folder, numbered(1, "x"), more=f"boxes: {{{boxes}}}")


@costly("check")
def jagged_outlines(folder: Path) -> None:
    deck = "{title: T, data: cards.csv, columns: {text: text}, shape: {kind: outline, file: cut.svg, width: #}, "
    deck += "front: none, stock: cards}"
    game(folder, numbered(1, "x"))
    decks = "\n".join(f"  d{number}: {deck.replace('#', str(40 + number))}" for number in range(100))
    spec = (folder / "game.yaml").read_text("utf-8").replace("rules:", f"{decks}\nrules:")
    (folder / "game.yaml").write_text(spec, "utf-8")
    (folder / "layouts" / "none.yaml").write_text("slots: {}\n", "utf-8")
    teeth = "".join(f"L{number / 30:.3f} {number % 2}" for number in range(1_200))
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm" viewBox="0 0 40 30">'
    (folder / "cut.svg").write_text(f'{head}<path d="M0 0{teeth}L40 30L0 30z"/></svg>', "utf-8")
