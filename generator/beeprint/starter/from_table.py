"""Start a game from a table that is already there: data as they are, a plain layout, rules to switch on."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from beeprint.base import regular
from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.temporary import temporary_folder
from beeprint.drawing.svg.reader.text import typeface
from beeprint.sources.data_formats import endings
from beeprint.sources.fonts import font_key, metric_compatible, shipped_styles
from beeprint.sources.names import slug
from beeprint.sources.workspace import shown
from beeprint.starter import arranged_face, card_templates, letters, looks, pages, sources
from beeprint.starter.arrangement import Plan, fitting
from beeprint.starter.deck_of_table import DeckOfTable
from beeprint.starter.decks import BRACKETS, decks_of, summary
from beeprint.starter.folder import ENDINGS as PICTURES
from beeprint.starter.folder import Folder, look_into, name_few
from beeprint.starter.guess import language_of
from beeprint.starter.own_icons import own_icon, own_icon_for, words_of
from beeprint.starter.sketch_face import LEAST, Face, face
from beeprint.starter.sources import Table

#: Where a drawing names a font, as a property or an attribute, and what shows that it has texts.
_FONT_FAMILY = re.compile(r"""font-family\s*(?::\s*([^;"}<]+)|=\s*"([^"<]+)")""")
_HAS_TEXT = re.compile(r"<(?:\w+:)?(?:text|flowRoot)\b")
#: What is said of the rules that game.yaml has as comments.
_FREE = "add and remove cards freely; to fix their number, add a check, or remove the # before rules: in game.yaml"
#: The most icons that are taken with a table.
_MOST_ICONS = 500
#: How many things that are left out are named where nothing is made.
_NAMED = 3
#: A word in parentheses after a number or another one: 2 (coin), (heart)(heart).
_AMOUNTS = re.compile(r"(?:\d ?|\))\(([^\W\d_]+)\)")


class Wish(NamedTuple):
    """What a person asks for the cards of a sheet: their size, a template and a look; what is empty is guessed."""

    size: pages.Size | None = None
    template: str = ""
    look: str = ""


class Wishes(NamedTuple):
    """What a person asks for: sheets of a workbook to take, the cards' size, a template and a look; none is guessed.

    `each` has what is wanted for the cards of single sheets, by their names. With `is_sample`, other cards will take
    the place of those in the table, so that every column but their titles may have empty cells.
    """

    sheets: tuple[str, ...] = ()
    size: pages.Size | None = None
    template: str = ""
    look: str = ""
    each: Mapping[str, Wish] = {}
    is_sample: bool = False

    def of(self, sheet: str) -> Wish:
        """Return what is wanted for the cards of a sheet."""
        own = self.each.get(sheet, Wish())
        return Wish(own.size or self.size, own.template or self.template, own.look or self.look)


def fill(folder: Path, source: Path, game: str, title: str, wishes: Wishes) -> list[str]:
    """Write a game into `folder` made from a table, or from a folder of tables and pictures; return what was guessed.

    BuildError where the source holds no table that can be read.
    """
    notes: list[str] = []
    if source.is_file() and sources.is_database(source):
        with temporary_folder() as work:
            try:
                sources.unpack(source, work, notes)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise error_at(Place(shown(source)), "this is not a database of Cider that beeprint knows") from error
            return [*notes, *_fill(folder, work, game, title, wishes)]
    return _fill(folder, source, game, title, wishes)


def _fill(folder: Path, source: Path, game: str, title: str, wishes: Wishes) -> list[str]:
    source = source if source.is_dir() else regular.real(source)  # a link that a person gives is what they mean
    project = look_into(source if source.is_dir() else source.parent)
    notes = list(project.left_out("" if source.is_dir() else PICTURES))
    made = _decks(source, project, wishes, notes)
    notes = [*dict.fromkeys(notes)]
    style, chosen = _chosen(made, wishes)
    words, icon_notes = _take_icons(folder, project, [made_deck.deck for made_deck in made])
    notes += icon_notes
    sized, inks = _write_decks(folder, project, chosen, words, style, notes)
    _write(folder / "palette.yaml", pages.palette(looks.LOOKS[style], inks))
    language = language_of(head for made_deck in made for head in made_deck.deck.table.header)
    fronts = {made_deck.deck.name: made_deck.front for made_deck in made if made_deck.front}
    missing = _missing_fonts(folder / "art")
    notes += missing
    smallest = LEAST if any(made_deck.is_placed for made_deck in made) else 0
    text = pages.game(sized, game, title, language, fronts, smallest, bool(missing), words)
    _write(folder / "game.yaml", text)
    return [*notes, *_language(language), *([_FREE] if pages.OFF in text else [])]


def _write_decks(
    folder: Path, project: Folder, chosen: Sequence[_Chosen], icons: Mapping[str, str], style: str, notes: list[str]
) -> tuple[list[tuple[DeckOfTable, pages.Size]], dict[str, str]]:
    """Write the tables, layouts and backs of decks; return them with their sizes, and the colours besides the look's.

    `icons` are the words that are icons, `style` is the look of the game; `notes` gets what is said of the decks.
    """
    plain, cell = _size_for([(each.made, each) for each in chosen if not each.size], looks.LOOKS[style])
    sized: list[tuple[DeckOfTable, pages.Size]] = []
    inks: dict[str, str] = {}
    for each in chosen:
        given = pages.size_of(each.made.table.size, each.made.margin)
        size = given or each.size or pages.shape_of(each.template) or plain
        sized.append((each.made.deck, size))
        notes += _copy(folder, project, each.made)
        notes += _lay_out(folder, each, size, icons, style)
        inks |= each.made.inks | looks.inks_in(_layouts(folder), each.look, each.look != style)
        notes[-1] += _why(cell if size is plain else "", bool(given))
    _draw(folder, style, pages.backs(sized))
    for name in dict.fromkeys([style, *(each.look for each in chosen)]):
        _draw_look(folder, name, looks.LOOK if name == style else f"{looks.LOOK}-{name}")
    return sized, inks


def _draw(folder: Path, look: str, backs: Mapping[str, pages.Size]) -> None:
    """Write the backs in a look."""
    for name, size in backs.items():
        text = arranged_face.back(size.width, size.height, looks.LOOKS[look], size.is_round)
        _write(folder / "layouts" / f"{name}.yaml", text)


def _draw_look(folder: Path, look: str, home: str) -> None:
    """Write the drawings of a look that the layouts name, into a folder of the art."""
    for name, drawing in looks.drawings_in(_layouts(folder), look, home).items():
        path = folder / "art" / f"{name}.svg"
        if not any(path.parent.glob(f"{path.stem}.*")):
            _write(path, drawing.decode())


def _layouts(folder: Path) -> str:
    """Return the layouts that are written so far, to look for names in them."""
    return "".join(path.read_text("utf-8") for path in (folder / "layouts").rglob("*.yaml"))


def _style(look: str, is_placed: bool) -> str:
    """Return the name of the look; a project that places things names its colours by the inks of the usual one."""
    return looks.DEFAULT if is_placed or not look else look


class _Chosen(NamedTuple):
    """A deck with its template, the template's name, and why it was chosen; empty where a person did.

    `size` is what a person wants, None where the template or the texts decide; `look` is the name of the deck's look.
    """

    made: _Made
    name: str
    template: card_templates.Template
    look: str
    size: pages.Size | None = None
    why: str = ""

    @classmethod
    def of(cls, made: _Made, wish: Wish, look: str) -> _Chosen:
        """Return a deck with the template that a person wants, or the one that suits it."""
        is_sized = bool(wish.size or made.table.size or made.is_placed)
        name, why = (wish.template, "") if wish.template else card_templates.choose(made.deck, is_sized)
        return cls(made, name, card_templates.TEMPLATES[name], look, wish.size, why)


def _chosen(made: Sequence[_Made], wishes: Wishes) -> tuple[str, list[_Chosen]]:
    """Return the look of a game, and its decks with what is chosen for each."""
    is_placed = any(made_deck.is_placed for made_deck in made)
    wanted = [(made_deck, wishes.of(made_deck.deck.sheet)) for made_deck in made]
    decks = [_Chosen.of(made_deck, wish, _style(wish.look, is_placed)) for made_deck, wish in wanted]
    return _style(wishes.look, is_placed), decks


def _size_for(made: Sequence[tuple[_Made, _Chosen]], look: looks.Look) -> tuple[pages.Size, str]:
    """Return the size of cards that holds the texts of all decks whose template leaves it open, and the cell why."""
    open_ = [(made_deck.deck, each.template) for made_deck, each in made]
    return pages.size_for([(deck, template) for deck, template in open_ if not template.shape], look)


def _decks(source: Path, project: Folder, wishes: Wishes, notes: list[str]) -> list[_Made]:
    """Return the decks of a source with their faces; BuildError where there is none."""
    made: list[_Made] = []
    problems: list[Problem] = []
    for tables in sources.tables(source, project, notes):
        for table in tables if not made else ():
            wanted = table.sheets or wishes.sheets
            try:
                decks = list(decks_of(table, project, [made_deck.deck.name for made_deck in made], wanted, notes))
            except BuildError as error:
                problems += error.problems
                continue
            decks = [_with_empty_cells(deck) for deck in decks] if wishes.is_sample else decks
            made += [_Made(deck, table, _faces(deck, table, project)) for deck in decks]
    if not made:
        raise BuildError(problems) if problems else _no_table(source, project, notes)
    notes += [f"left out: {problem}" for problem in problems]
    return made


def _with_empty_cells(deck: DeckOfTable) -> DeckOfTable:
    """Return a deck whose columns may have empty cells, except the titles."""
    columns = (column if column == deck.title_column else replace(column, optional=True) for column in deck.columns)
    return replace(deck, columns=tuple(columns))


def suited(source: Path) -> dict[str, tuple[str, str]]:
    """Return the template that suits each sheet of a workbook that lists cards, and why; empty where none is read."""
    notes: list[str] = []
    with suppress(BuildError):
        project = look_into(source if source.is_dir() else source.parent)
        return {made.deck.sheet: card_templates.choose(made.deck) for made in _decks(source, project, Wishes(), notes)}
    return {}


def check_source(source: Path) -> None:
    """Raise BuildError where a source is neither a table that can be read, nor a folder that has one."""
    if source.is_file() and sources.is_database(source):
        return
    project = look_into(source if source.is_dir() else source.parent)
    notes: list[str] = []
    if not any(sources.tables(source, project, notes)):
        raise _no_table(source, project, notes)


def _no_table(source: Path, project: Folder, notes: list[str]) -> BuildError:
    hint = f"give a table with the names of its columns in the first row: {', '.join(endings())}"
    lost = [note for note in dict.fromkeys(notes) if ": left out: " in note][:_NAMED]
    below = [file for file in project.files if "/" in file and PurePosixPath(file).suffix.lower() in endings()]
    if below:
        lost.append(f"there are tables in folders below: {name_few(below, _NAMED)}")
        hint = "give one of these tables, or the folder that they are in"
    message = "; ".join([f"{'this folder holds' if source.is_dir() else 'there is'} no table with rows", *lost])
    return error_at(Place(shown(source)), message, hint)


def _missing_fonts(art: Path) -> list[str]:
    """Return a line that names the fonts of drawings that are missing; none where all are there."""
    missing = sorted({family for file in art.rglob("*.svg") for family in _unknown_fonts(file)})
    named = f"{name_few(missing, _NAMED)} (fonts: in game.yaml)"
    return [f"fonts of drawings that are missing are set in {letters.FAMILY}: {named}"] if missing else []


def _unknown_fonts(drawing: Path) -> Iterator[str]:
    """Yield the first font of each text of a drawing that neither comes with beeprint nor has a namesake there."""
    words = regular.read(drawing, regular.MAX_BYTES).decode("utf-8", "replace")
    known = {*shipped_styles(), *map(str.lower, metric_compatible()), *typeface.GENERIC}
    for match in _FONT_FAMILY.finditer(words) if _HAS_TEXT.search(words) else ():
        with suppress(ValueError):  # the reader of drawings reports what is no list of families
            for family in typeface.families(html.unescape(match[1] or match[2]))[:1]:
                if not {family.lower(), font_key(family)} & known:
                    yield family


def _language(code: str) -> Iterator[str]:
    if code:
        yield f"the language is {code}, by the names of the columns: languages: [{code}] in game.yaml"


def _lay_out(folder: Path, chosen: _Chosen, size: pages.Size, icons: Mapping[str, str], style: str) -> Iterator[str]:
    """Write the layouts of a deck, and say what was guessed of it; the size of its cards comes last.

    `icons` are the words that are icons; `style` is the look of the game, beside which a deck may have another one.
    """
    made_deck = chosen.made
    drawn = {value: face for value, face in made_deck.faces.items() if face.lines or face.frame}
    layouts = {value: pages.front(face.lines, size, face.frame) for value, face in drawn.items()}
    plan: Plan | None = None
    plain = ""
    if not layouts:
        plan = fitting(made_deck.deck, size.width, size.height, chosen.template, looks.LOOKS[chosen.look])
        plain = arranged_face.front(plan, icons)
        plain = looks.beside(plain, chosen.look) if chosen.look != style else plain
    for value, text in (layouts or {"": plain}).items():
        name = f"{made_deck.deck.name}/{value}" if value and not plain else made_deck.deck.name
        _write(folder / "layouts" / f"{name}.yaml", text)
    slots = {line.partition(":")[0]: line for face in drawn.values() for line in reversed(face.lines)}
    yield from summary(made_deck.deck, plain or pages.front([*slots.values()], size), icons)
    yield from _left_out(made_deck)
    if plan is not None:
        if plan.off:
            yield f"  on no card, for lack of room: {', '.join(column.head for column in plan.off)}"
        why = f", since {chosen.why}" if chosen.why else ""
        yield f"  the template is {chosen.name}{why} (--template chooses another, --look other colours)"
    yield f"  cards of {size.width:.4g} x {size.height:.4g} mm"


def _why(cell: str, given: bool) -> str:
    """Say why cards have their size, where that is not plain."""
    if cell:
        return f", since the text in {cell} is too long for smaller ones (--size chooses another size)"
    return ", as the project has them" if given else ""


class _Made(Struct, frozen=True):
    """A deck, the table that it is made from, and its faces as a project draws them.

    The faces are by the values of the column that chooses between templates; a single one has an empty value.
    """

    deck: DeckOfTable
    table: Table
    faces: Mapping[str, Face]

    @property
    def is_placed(self) -> bool:
        """Return whether the project says where things are on the cards."""
        return any(drawn.lines or drawn.frame for drawn in self.faces.values())

    @property
    def margin(self) -> float:
        """Return how far texts stay inside the trim, in mm."""
        return min((drawn.margin for drawn in self.faces.values()), default=3)

    @property
    def inks(self) -> dict[str, str]:
        """Return the colours of all faces by the names of their inks, which depend on the colours."""
        return {name: value for drawn in self.faces.values() for name, value in drawn.inks.items()}

    @property
    def front(self) -> str:
        """Return the layout in game.yaml, if a column chooses it; else empty."""
        column = next((column for column in self.deck.columns if column.head == self.table.by), None)
        return f"{self.deck.name}/{{{column.name}}}" if self.table.by and self.faces and column else ""


def _faces(deck: DeckOfTable, table: Table, project: Folder) -> dict[str, Face]:
    """Return the faces that a project gives a deck; none where the project says nothing of it."""
    if table.size is not None and pages.size_of(table.size, 3) is None:
        return {}
    if table.sketch is not None:
        return {"": face(table.sketch, deck, project)}
    drawn = {value: face(template.sketch, deck, project) for value, template in table.templates}
    for value, template in table.templates:
        drawn[value].drawings[f"{template.sketch.frame}.svg"] = template.drawing
    return drawn


def _copy(folder: Path, project: Folder, made: _Made) -> Iterator[str]:
    """Copy a deck's table, and the pictures and fonts that its cells and its project name; say which cannot be read."""
    pictures = {_picture_name(cell, file): file for cell, file in made.deck.pictures.items() if file}
    copies = {f"art/pictures/{name}": file for name, file in pictures.items()}
    for drawn in made.faces.values():
        copies |= {f"art/{name}": file for name, file in drawn.pictures.items()}
        copies |= {f"fonts/{name}": file for name, file in drawn.fonts.items()}
        for name, text in drawn.drawings.items():
            _write(folder / "art" / name, text)
    yield from _copy_all(folder, project, copies)
    (folder / made.deck.file).parent.mkdir(parents=True, exist_ok=True)
    (folder / made.deck.file).write_bytes(project.read(made.deck.file))


def _copy_all(folder: Path, project: Folder, copies: Mapping[str, str]) -> Iterator[str]:
    """Copy files of a project, by their new names; say which cannot be read."""
    for name, file in copies.items():
        try:
            data = project.read(file, regular.MAX_BYTES)
        except BuildError as error:
            yield f"left out: {error.problems[0]}"
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def _take_icons(folder: Path, project: Folder, decks: Sequence[DeckOfTable]) -> tuple[dict[str, str], list[str]]:
    """Copy the icons of decks; return the words in brackets that become icons, with their names, and what to report.

    A word that two texts have is meant as a symbol, and so are others between the same marks: without a picture of its
    own, it gets the icon of beeprint that stands for it.
    """
    counts = _words(decks)
    homes = {str(PurePosixPath(deck.file).parent) for deck in decks}
    icons = _named_as(counts, project, decks) | _icons(project, homes)
    pictures = {name: f"art/icons/{name}{PurePosixPath(file).suffix.lower()}" for name, file in icons.items()}
    notes = list(_copy_all(folder, project, {pictures[name]: file for name, file in icons.items()}))
    words: dict[str, str] = {}
    marks = {word[0] for word, number in counts.items() if number > 1 and own_icon_for(word)}
    for word in counts:
        name = slug(word[1:-1]).lower()
        own = own_icon_for(word) if word[0] in marks and name not in icons else ""
        if own or name in icons:
            words[word] = own or name
            notes.append(f"icons: {word} is {pictures.get(own or name) or f'the icon {own} of beeprint'}")
        if own and own not in icons:
            _write(folder / "art" / "icons" / f"{own}.svg", own_icon(own).decode())
    return words, notes


def _icons(project: Folder, homes: Collection[str]) -> dict[str, str]:
    """Return the pictures in folders called icons beside the tables, in art/ too, by the names of icons."""
    folders = {str(PurePosixPath(home, inner)) for home in homes for inner in ("icons", "art/icons")}
    files = [PurePosixPath(file) for file in project.files if str(PurePosixPath(file).parent) in folders]
    pictures = [file for file in files if file.suffix.lower() in PICTURES]
    return {slug(file.stem).lower(): str(file) for file in pictures[:_MOST_ICONS]}


def _named_as(counts: Counter[str], project: Folder, decks: Sequence[DeckOfTable]) -> dict[str, str]:
    """Return the pictures that are named as words in brackets are, in any folder, by the names of icons.

    The picture of a card becomes an icon only where several texts have the word: a single one may just name that card.
    """
    cards = {file for deck in decks for file in deck.pictures.values()}
    icons: dict[str, str] = {}
    for word, number in counts.items():
        name = word[1:-1]
        file = project.picture(name) or project.picture(" ".join(words_of(name)))
        if file and (number > 1 or file not in cards):
            icons[slug(name).lower()] = file
    return icons


def _words(decks: Sequence[DeckOfTable]) -> Counter[str]:
    """Return the words in brackets in the texts of some decks, and in how many texts each is.

    Words in parentheses, which are mostly asides, count where they follow an amount.
    """
    columns = ((deck, column) for deck in decks for column in deck.columns if column.kind == "text")
    texts = [row[column.head] for deck, column in columns for row in deck.table.rows]
    counts = Counter(word for text in texts for word in dict.fromkeys(BRACKETS.findall(text)))
    amounts = {f"({word})" for text in texts for word in _AMOUNTS.findall(text)}
    return counts + Counter({word: sum(word in text for text in texts) for word in sorted(amounts)})


def _left_out(made: _Made) -> Iterator[str]:
    """Say what of a project's cards is not in the game."""
    if not made.faces:
        return
    if not made.is_placed:
        yield "  left out: the layout of the project, which shows no column of the table; cards have a plain layout"
    yield from dict.fromkeys(note for drawn in made.faces.values() for note in drawn.notes)
    shown = {name for drawn in made.faces.values() for name in drawn.shown}
    rest = [column for column in made.deck.columns if column.name not in shown and column.head != made.table.by]
    columns = [column.head for column in rest if column.role != "copies"]
    if columns and shown:
        yield f"  on no card: {', '.join(columns)}"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


def _picture_name(cell: str, file: str) -> str:
    """Return the name of a picture in art/pictures, as the cell has it, with the file's ending."""
    ending = PurePosixPath(file).suffix.lower()
    return cell if cell.lower().endswith(ending) else f"{cell}{ending}"
