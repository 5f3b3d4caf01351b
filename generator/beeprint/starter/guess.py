"""Guess what the columns of a stranger's table hold, from their heads and most of their cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from unicodedata import category
from unicodedata import name as name_of

from msgspec.structs import replace

from beeprint.game.columns import NONE, Column, as_meant, is_remark, means_copies
from beeprint.game.rows import without_format
from beeprint.sources.names import slug
from beeprint.sources.tables import UNNAMED, DataTable
from beeprint.sources.tables_records import NESTED
from beeprint.starter.deck_of_table import ONE_ODD, TEXT, Guess, mark_texts, may_be_empty, type_of_cells
from beeprint.starter.folder import by_name, is_file_name, names_picture

#: Heads by what they seem to hold, the surest first.
_COPIES = ("copies", "qty", "quantity", "count", "anzahl", "menge", "nombre", "cantidad", "number", "amount")
TITLES = (
    *("title", "name", "card", "card name", "cardname", "card title", "titel", "kartenname", "kartentitel", "karte"),
    *("bezeichnung", "nom", "titre", "nom de la carte", "carte", "nombre", "título", "carta", "nome", "titolo"),
)
#: Those of titles that may as well hold all that a card says.
_WHOLE = ("card", "karte", "carte", "carta")
TEXTS = (
    *("text", "rules text", "rules", "description", "desc", "effect", "ability", "body", "card text"),
    *("regeltext", "kartentext", "effekt", "beschreibung", "fähigkeit", "regel", "regeln"),
    *("texte", "effet", "règle", "règles", "capacité", "texto", "efecto", "descripción", "testo", "effetto"),
)
PICTURES = (
    *("picture", "image", "art", "img", "illustration", "artwork", "file", "filename", "photo", "pic"),
    *("bild", "bilddatei", "grafik", "datei", "fichier", "imagen", "immagine"),
)
_PICTURE_OF = re.compile(r"(?:picture|image|art|artwork|photo|bild)(?: (?:file|name|file name|filename))?")
#: Heads of what the designer writes for the designer, and of words that set a mood.
_PRIVATE = re.compile(
    r"\b(?:notes?|comments?|remarks?|todo|to do|feedback|playtest\w*"
    r"|notiz(?:en)?|kommentare?|bemerkung(?:en)?|anmerkung(?:en)?|remarques?|commentaires?|observaciones|notas)\b"
)
#: Heads of columns that tell the kind of a card.
_KINDS = re.compile(
    r"(?:card )?(?:class|type|kind|category|role|suit|faction|klasse|typ|kategorie|kind of card|type de carte)"
)
_FLAVOUR = re.compile(
    r"(?:flavou?r(?: ?texts?)?|quotes?|lore|zitat|stimmung(?:stext)?|citation|texte d ambiance|ambiance|cita|citazione)"
)
#: Heads of what is said of the work on a card: whether it is done, when it was changed.
_WORK = re.compile(
    r"(?:\w+ ){0,2}(?:done|finished|changed|modified|updated|edited|created|printed|tested|checked|status|version|wip"
    r"|ok|fertig|erledigt|geändert|änderung|aktualisiert|erstellt|gedruckt|getestet|geprüft|stand|bearbeitet"
    r"|fait|terminé|terminée|modifié|modifiée|mise à jour|statut|imprimé|testé|hecho|terminado|estado|fatto|stato)"
    r"(?: (?:am|on|at|by|von|le|par|date|datum))?"
    r"|(?:last )?(?:change|update|modification|edit)(?: date)?"
)
_DATE = re.compile(r"(?:\w+ )?(?:date|datum|fecha)(?: \w+)?")
#: A year in which nobody changed a workbook.
_PAST = re.compile(r"\b(?:1[0-8]\d\d|19[0-8]\d)\b")
#: A day as people write it, with its year; the years over which the work on a game may go on.
_DAY = re.compile(r"\b\d{1,2}[./ -]+(?:\d{1,2}|[^\W\d]+)[., /-]+(?P<year>(?:20)?\d\d)\b|\b(?P<first>20\d\d)\b")
_YEARS = 5
#: Heads of numbers that merely count the rows.
_NUMBERING = re.compile(
    r"(?:n|no|nr|nro|num|numero|numéro|lfd(?: nr)?|lfdnr|lfd nummer|laufende (?:nr|nummer)|index|idx|pos|position"
    r"|row|line|zeile|ligne|(?:card|karten?|carte|item) ?(?:no|nr|num|number|nummer|numéro|index))"
)
#: What a cell shows that holds a number, where the number alone would say less: decimals, money, a percentage.
_AS_SHOWN = re.compile(r"\d[.,]\d{1,2}(?!\d)|[%‰$€£¥¢₹₽₩₺₴₪฿]|\b(?:CHF|EUR|USD|GBP|kr|zł)(?:\b|$)")
#: Heads that tell in which language a table is written, of those that beeprint speaks.
_LANGUAGES = {
    "de": "anzahl bemerkung beschreibung bild effekt farbe fertig karte kartenname kosten menge notiz preis punkte "
    "regeltext stärke titel typ wert zitat",
    "fr": "carte couleur coût effet exemplaires famille nom prix quantité remarques règle texte titre valeur",
    "es": "cantidad carta cita coste costo descripción efecto fuerza nombre precio texto tipo título",
    "it": "carta citazione colore copie costo descrizione effetto forza nome prezzo quantità testo tipo titolo",
}
#: The most letters of a title, and the fewest of the longest text that is the text of a card.
_TITLE_LETTERS, _TEXT_LETTERS = 50, 40
#: The fewest letters of a key for machines.
_CODE = 12
#: An address on the web, which nobody prints.
_ADDRESS = re.compile(r"(?:https?|ipfs)://\S+", re.IGNORECASE)
#: The part of a column that names pictures beside another part, such as the titles of the cards.
_DRAWS = "draws"


def language_of(heads: Iterable[str]) -> str:
    """Return the language of tables by two or more of their heads, more than speak for any other; empty for English."""
    words = {word for head in heads for word in _words(head).split()}
    scores = sorted(((len(words & {*known.split()}), code) for code, known in _LANGUAGES.items()), reverse=True)
    (most, code), (other, _) = scores[:2]
    return code if most > max(1, other) else ""


def plain(table: DataTable) -> DataTable:
    """Return a table as it is guessed from: numbers without what their formats add, where a column's are whole.

    A column of fractions, money or percentages is read as its cells show it, so that is what is guessed from.
    """
    rows = [dict(row) for row in table.rows]
    columns: dict[str, list[float]] = {}
    for (_, head), number in table.numbers.items():
        columns.setdefault(head, []).append(number)
    broken = {head: sum(number != int(number) for number in column) for head, column in columns.items()}
    whole = {
        head
        for head, count in broken.items()
        if means_copies(head) or (count * ONE_ODD <= len(columns[head]) and not shows_format(table, head))
    }
    for (row, head), number in table.numbers.items():
        if row < len(rows) and head in rows[row] and head in whole:
            rows[row][head] = without_format(rows[row][head].strip(), number)
    return replace(table, rows=tuple(rows))


def shows_format(table: DataTable, head: str) -> bool:
    """Return whether the format of a column's whole numbers gives them decimals, a currency or a percent sign."""
    rows = (row for (row, at), number in table.numbers.items() if at == head and number == int(number))
    return any(_AS_SHOWN.search(table.rows[row].get(head, "")) for row in rows)


def guess(
    table: DataTable, files: Iterable[str] = (), copies: str = "", shown: Set[str] = frozenset()
) -> tuple[list[Guess], dict[str, str]]:
    """Return the columns of a table, and why others are left out, by head; `files` are names that pictures may have.

    `copies` is the head of the column that counts copies, where that is known. `shown` are the heads of columns that a
    project's cards use: these are texts and stay, and no odd cell of another column counts as an error.
    """
    pictures = by_name(files)
    cells = {head: [_text(table, index, head) for index in range(len(table.rows))] for head in table.header}
    roles = _set_copies(copies, cells, _roles(cells, pictures))
    if shown and "id" in roles and _alike(cells[roles["id"]]):
        del roles["id"]  # the project's program needs no ids, so that its column may be anything
    taken: set[str] = set()
    guesses: list[Guess] = []
    left_out: dict[str, str] = {}
    for head, texts in cells.items():
        role = _role_of(head, texts, roles, shown)
        used = _holds_anything(table, head, texts)
        kept = head in shown and _can_be_printed(table, head, texts)
        why = "" if role or kept or head == roles.get(_DRAWS) else _why_unused(table, head, texts, used)
        if why:
            left_out[head.removeprefix("# ") if head.startswith(UNNAMED) else head] = why
        elif used or kept:
            name = role if role in ("id", "copies") else _name(head, taken)
            taken.add(name)
            draws = role == "picture" or head == roles.get(_DRAWS)
            guesses.append(_add_type(Guess(name, head, role=role, draws=draws), texts, table, shown))
    return guesses, left_out


def _role_of(head: str, texts: Sequence[str], roles: Mapping[str, str], shown: Set[str]) -> str:
    """Return the part of a column; empty where it has none of its own."""
    role = next((role for role, other in roles.items() if other == head and role != _DRAWS), "")
    free = not role and head not in shown and head != roles.get(_DRAWS) and not _mostly(texts, _is_address)
    return "files" if free and _awaits_pictures(head, texts) else role


def _awaits_pictures(head: str, texts: Sequence[str]) -> bool:
    """Return whether a column is called so and names files of pictures, which are not there yet."""
    filled = [text for text in texts if text]
    return is_head_of_pictures(head) and bool(filled) and all(map(is_file_name, filled))


def _holds_anything(table: DataTable, head: str, texts: Sequence[str]) -> bool:
    """Return whether a column has a cell that is not empty, even one that cannot be read."""
    return any(texts) or any((row, head) in table.wrong for row in range(len(texts)))


def _can_be_printed(table: DataTable, head: str, texts: Sequence[str]) -> bool:
    """Return whether a column has a name and most of its cells can be texts."""
    return not head.startswith(UNNAMED) and not _describe_nesting(table, head, texts)


def _set_copies(copies: str, cells: Mapping[str, list[str]], roles: dict[str, str]) -> dict[str, str]:
    """Return the parts of columns, with that of counting copies for the column that is known to do it, if it can."""
    known = next((head for head in cells if copies and head.casefold() == copies.casefold()), "")
    if not known or not all(_counts(text) for text in cells[known]):
        return roles
    return {role: head for role, head in roles.items() if head != known} | {"copies": known}


def _why_unused(table: DataTable, head: str, texts: Sequence[str], used: bool) -> str:
    """Say why a column is no part of the game; empty for one that is, and for an empty one that has no name."""
    if head.startswith(UNNAMED):
        return "it has no name" if used else ""
    if not used:
        return "it is empty"
    nested = _describe_nesting(table, head, texts)
    if nested:
        return f"it {nested}"
    if _mostly(texts, _is_address):
        return "addresses on the web"
    if _numbers_rows(head, texts):
        return "a running number"
    if _is_private(head, texts):
        return "about the work, by its name" if _is_of_work(head, texts) else "a remark, by its name"
    return "it is hidden in the sheet" if head in table.hidden else ""


def _describe_nesting(table: DataTable, head: str, texts: Sequence[str]) -> str:
    """Say which lists or mappings most cells of a column hold; empty where most hold texts."""
    nested = [what for row in range(len(texts)) if (what := table.wrong.get((row, head), ("", ""))[0]) in NESTED]
    return nested[0] if len(nested) > sum(map(bool, texts)) else ""


def _is_private(head: str, texts: Sequence[str]) -> bool:
    """Return whether a column is for the designer, by its head."""
    return is_remark(head) or bool(_PRIVATE.search(_words(head))) or _is_of_work(head, texts)


def _is_of_work(head: str, texts: Sequence[str]) -> bool:
    """Return whether a column says how far the work on each card is."""
    words = _words(head)
    return bool(_WORK.fullmatch(words) or (_DATE.fullmatch(words) and not _are_of_the_game(texts)))


def _are_of_the_game(dates: Sequence[str]) -> bool:
    """Return whether dates are what the cards are about: years alone, history, or more years than a game is made in."""
    filled = [text for text in dates if text]
    if all(re.fullmatch(r"-?\d{1,4}", text) for text in filled) or any(map(_PAST.search, filled)):
        return True
    days = [match for text in filled if (match := _DAY.search(text))]
    years = [int((match["year"] or match["first"])[-2:]) for match in days]
    return 2 * len(days) < len(filled) or max(years) - min(years) >= _YEARS


def _is_address(text: str) -> bool:
    return _ADDRESS.fullmatch(text) is not None


def _is_code(text: str) -> bool:
    """Return whether a text is a key for machines: long, without blanks, with digits."""
    return len(text) > _CODE and " " not in text and any(map(str.isdigit, text))


def _numbers_rows(head: str, texts: Sequence[str]) -> bool:
    """Return whether a column numbers the rows, by its head and its cells; it may begin anew in each section."""
    if not _NUMBERING.fullmatch(_words(head.replace("#", " nr "))):
        return False
    filled = [text.rstrip(".") for text in texts if text]
    if not all(text.isascii() and text.isdigit() for text in filled):
        return False
    steps = sum(int(after) - int(before) == 1 for before, after in pairwise(filled))
    return len({*filled}) == len(filled) or 2 * steps > len(filled)


def _text(table: DataTable, row: int, head: str) -> str:
    """Return a cell's text, empty for one that its file's reader knows to be wrong."""
    return "" if (row, head) in table.wrong else table.rows[row][head].strip()


def _words(head: str) -> str:
    """Return the words of a head, without marks and case."""
    return re.sub(r"[\W_]+", " ", head).strip().casefold()


def _roles(cells: Mapping[str, list[str]], pictures: dict[str, str]) -> dict[str, str]:
    """Return the heads of the columns with a part of their own, each given to one part only."""
    filled = {head: texts for head, texts in cells.items() if any(texts)}
    roles: dict[str, str] = {}
    for role, wanted, fits in _parts(filled, pictures):
        free = [head for head in fits if head not in roles.values()]
        head = _first(free, wanted) if wanted else next(iter(free), "")
        if head:
            roles.setdefault(role, head)
    drawn = "" if "picture" in roles else _most_pictures(filled, pictures, roles)
    if drawn:
        roles[_DRAWS if drawn in roles.values() or type_of_cells(filled[drawn])[0] == "choice" else "picture"] = drawn
    return roles


def _most_pictures(cells: Mapping[str, list[str]], pictures: Container[str], roles: Mapping[str, str]) -> str:
    """Return the head of the column that names the most pictures by the titles, ids or kinds of its cards; or nothing.

    Numbers name pictures where each card has one of its own: 1.png to 6.png do not make pictures of a cost.
    """
    named: dict[str, int] = {}
    for head, texts in cells.items():
        known = _mostly(texts, lambda text: text.casefold() in pictures)
        if (
            not known
            or head in (roles.get("copies"), roles.get("text"), roles.get("flavour"))
            or _is_private(head, texts)
        ):
            continue
        numbers = type_of_cells(texts)[0] == "int"
        if not numbers or (
            _tells_apart(texts)
            and all(text.casefold() in pictures for text in texts)
            and (head == roles.get("id") or _NUMBERING.fullmatch(_words(head)))
        ):
            named[head] = len({*texts})
    return max(named, key=named.__getitem__, default="")


Part = tuple[str, Sequence[str], Iterable[str]]


def _parts(cells: dict[str, list[str]], pictures: dict[str, str]) -> Iterator[Part]:
    """Yield each part with the names of its column, if it has any, and the heads whose cells fit, the surest first."""
    public = {
        head: texts for head, texts in cells.items() if not _is_private(head, texts) and not _mostly(texts, _is_address)
    }
    yield "id", ("id",), [head for head, texts in cells.items() if _alike(texts) * ONE_ODD <= len(texts)]
    yield from _counting(cells)
    yield from _drawing(public, pictures)
    yield from _saying(public)


def _counting(cells: dict[str, list[str]]) -> Iterator[Part]:
    place = {"x", "y"} <= {head.strip().casefold() for head in cells}  # where x is a coordinate
    fits = [head for head, texts in cells.items() if _mostly(texts, _counts, by_head=True) and not _numbers(texts)]
    yield "copies", _COPIES, fits
    yield "copies", (), [head for head in fits if means_copies(head) and head.strip().casefold() != "x"]
    yield "copies", ("#",) if place else ("x", "#"), fits


def _drawing(cells: dict[str, list[str]], pictures: dict[str, str]) -> Iterator[Part]:
    known = [head for head, texts in cells.items() if _mostly(texts, lambda text: text.casefold() in pictures)]
    yield "picture", PICTURES, known
    named = [
        head
        for head, texts in cells.items()
        if is_head_of_pictures(head) and _mostly(texts, names_picture, by_head=True)
    ]
    named = [head for head in named if type_of_cells(cells[head])[0] != "choice"]  # Art is German for kind
    yield "picture", (), named
    yield "picture", (), [head for head in known if _mostly(cells[head], is_file_name)]


def _saying(cells: dict[str, list[str]]) -> Iterator[Part]:
    longest = {head: max(map(len, texts)) for head, texts in cells.items()}
    words = [head for head, texts in cells.items() if type_of_cells(texts)[0] == "text"]
    yield from _naming({head: cells[head] for head in words})
    yield "flavour", (), [head for head in words if _FLAVOUR.fullmatch(_words(head))]
    yield "text", TEXTS, words
    yield "text", (), sorted((word for word in words if longest[word] > _TEXT_LETTERS), key=lambda word: -longest[word])


def _naming(cells: Mapping[str, list[str]]) -> Iterator[Part]:
    """Yield the ways to find titles: by their heads, by being short and different in every row, by being short."""
    named = {head: texts for head, texts in cells.items() if 2 * sum(map(_says_nothing, texts)) < len(texts)}
    short = [head for head, texts in named.items() if _mostly(texts, _is_short, by_head=True)]
    yield "title", TITLES, [head for head in named if head in short or head.strip().casefold() not in _WHOLE]
    keys = {head for head, texts in named.items() if _mostly(texts, _is_code)}
    others = [head for head in named if head.strip().casefold() not in TEXTS and head not in keys]
    yield "title", (), [head for head in others if _tells_apart(cells[head]) and all(map(_is_short, cells[head]))]
    yield "title", (), [head for head in others if head in short]


def _says_nothing(text: str) -> bool:
    return text.casefold() in NONE


def _is_short(text: str) -> bool:
    return len(text) < _TITLE_LETTERS


def _first(heads: Iterable[str], wanted: Sequence[str]) -> str:
    """Return the head that has the first of the wanted names, empty for none."""
    plain = {head.strip().casefold(): head for head in reversed(list(heads))}
    return next((plain[name] for name in wanted if name in plain), "")


def _mostly(cells: Sequence[str], fits: Callable[[str], bool], by_head: bool = False) -> bool:
    """Return whether nearly all cells fit; with `by_head`, where the column's head says so too, whether most do."""
    filled = [text for text in cells if text]
    odd = sum(not fits(text) for text in filled)
    return bool(filled) and (2 * odd < len(filled) if by_head else odd * ONE_ODD <= len(filled))


def _alike(cells: Sequence[str]) -> int:
    """Return how many cells are empty or like another one."""
    return len(cells) - len({*map(str.casefold, filter(None, cells))})


def _tells_apart(cells: Sequence[str]) -> bool:
    return not _alike(cells)


def _counts(text: str) -> bool:
    meant = as_meant(text, Column(type="int"), ".")
    return not text or (meant.isascii() and meant.isdigit() and 1 <= int(meant[:9]) <= 1000)


def _numbers(cells: Sequence[str]) -> bool:
    """Return whether cells merely number the rows: 1, 2, 3 and so on."""
    return len(cells) > 2 and list(cells) == [str(number) for number in range(1, len(cells) + 1)]


def is_head_of_pictures(head: str) -> bool:
    """Return whether a head says that a column names pictures."""
    return bool(_PICTURE_OF.fullmatch(_words(head))) or head.strip().casefold() in PICTURES


def key_of(text: str) -> str:
    """Return the name of a deck or a column for a text: small letters, its words joined by single hyphens."""
    return re.sub(r"-{2,}", "-", slug(text).lower().replace(".", "-")).strip("-_")


def _name(head: str, taken: set[str]) -> str:
    """Return a name for a column that a layout can use: lower case, words joined by hyphens."""
    signs = [char for char in head if category(char) in ("So", "Sm", "Sk") and slug(char).startswith("u")]
    plain = "".join(" " if char in signs else char for char in head)
    if not any(map(str.isalnum, plain)):
        plain = " ".join(name_of(sign, "") for sign in signs)
    stem = key_of(plain) or "column"
    name, number = stem, 2
    while name in (*taken, "id", "copies"):
        name, number = f"{stem}-{number}", number + 1
    return name


def _add_type(column: Guess, cells: list[str], table: DataTable, shown: Set[str]) -> Guess:
    """Return a column with its type, its odd cells, and whether its texts are markup."""
    if column.role == "copies":
        return replace(column, odd=tuple(row for row, text in enumerate(cells) if not _counts(text)))
    if column.role in ("id", "title", "text", "picture", "flavour", "files") or shows_format(table, column.head):
        kind, choices, odd = TEXT
    else:
        kind, choices, odd = type_of_cells(cells, bool(_KINDS.fullmatch(_words(column.head))))
    if column.head in shown or (shown and odd):
        kind, choices, odd = TEXT
    known = [text or "?" if (row, column.head) in table.wrong else text for row, text in enumerate(cells)]
    optional = may_be_empty(kind, known, odd) and column.role != "id"
    typed = replace(column, kind=kind, choices=choices, optional=optional, odd=odd)
    prints = kind in ("text", "choice") and column.role not in ("picture", "files")
    return mark_texts(typed, cells, table) if prints else typed
