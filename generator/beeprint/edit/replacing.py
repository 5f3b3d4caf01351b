"""Take differences of a newer table into the file of a deck, all or those of some cards and cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from beeprint.base.problems import BuildError, Problem
from beeprint.base.words import counted
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.edit import table_formats
from beeprint.edit.brace_words import keep_words
from beeprint.edit.change import Edit
from beeprint.edit.comparing import CardChange, CellChange, Comparison
from beeprint.edit.declaring import declaration_of, list_words
from beeprint.edit.document import Document
from beeprint.edit.rewriting import NewColumn, NewRow, Rewriting
from beeprint.edit.table_columns import game_yaml
from beeprint.edit.tables import check_steps, finish, new_rows
from beeprint.sources.workspace import shown

#: The columns of each card to take, by the keys of a comparison; a new card and one that goes are taken whole.
Cards = Mapping[str, Collection[str]]
#: The kinds of changes whose cells can be taken one by one.
_CELLWISE = ("changed", "renamed")


class _Plan(Struct, frozen=True):
    """How a table takes differences: first its new columns, then cells and rows, and what game.yaml says of them."""

    title: str
    first: tuple[Rewriting, ...]
    rewriting: Rewriting
    document: Document
    keys: tuple[str, ...]  # of the cards that come, in the order of the new rows


def replace_table(
    comparison: Comparison, cards: Cards, columns: Collection[str], seen: Mapping[str, str], source: str = ""
) -> Edit:
    """Return the edit that takes the changes of these cards and these new columns into the file.

    Columns that the newer table lacks stay. `source` is an address to write into game.yaml, for later pulls. BuildError
    for texts that do not fit their columns, but not for errors that the game has already.
    """
    table = comparison.table
    unread = [problem for (key, column), problem in comparison.faults.items() if _takes(comparison, cards, key, column)]
    if unread:
        raise BuildError(unread)
    plan = _plan(comparison, cards, columns, source)
    file = table.head.file

    def allow(problem: Problem) -> bool:
        return problem.place.file != file

    return finish(table, plan.rewriting, plan.title, seen, allow, [plan.document.change], first=plan.first)


def faults_of(
    comparison: Comparison, cards: Cards, columns: Collection[str], seen: Mapping[str, str]
) -> dict[tuple[str, str], Problem]:
    """Return the problem of each cell that does not fit its column once it is taken, by the keys of card and column.

    Cells that the newer table itself has wrong are among them; the column is empty where it is the whole card.
    """
    table, faults = comparison.table, comparison.faults
    faults |= _shut(comparison, _sound(cards, faults), columns)
    sound = _sound(cards, faults)
    faults |= _stuck(comparison, sound, columns)
    plan = _plan(comparison, sound, columns, "")
    try:
        rewriting = plan.rewriting
        others = [plan.document.change]
        change = finish(table, rewriting, plan.title, seen, lambda _: True, others, first=plan.first)
    except BuildError:
        return faults  # of the file as a whole, which taking anything will say
    after = next((each.after for each in change.changes if shown(each.path) == table.head.file), None)
    if after is None:
        return faults
    spots = {problem.place: problem for problem in reversed(change.warnings) if problem.severity == "error"}
    raw = table.again(after)
    kept = {record: f"changed:{index}" for index, record in enumerate(table.records)}
    order = sorted(zip(rewriting.rows, plan.keys, strict=True), key=lambda pair: pair[0].before)
    new = (key for _, key in order)
    for row, (origin, _) in enumerate(rewriting.origins(table.again())):
        key = kept[origin] if origin else next(new)
        for column in comparison.columns:
            problem = spots.get(raw.place(row, column.head))
            faults |= {(key, column.name): problem} if problem else {}
    return faults


def _sound(cards: Cards, faults: Mapping[tuple[str, str], Problem]) -> dict[str, list[str]]:
    """Return the cells of cards that can be taken, as far as their faults are known."""
    return {
        key: [column for column in taken if (key, column) not in faults]
        for key, taken in cards.items()
        if (key, "") not in faults and not (key.startswith("added:") and any(at == key for at, _ in faults))
    }


def _shut(comparison: Comparison, cards: Cards, columns: Collection[str]) -> dict[tuple[str, str], Problem]:
    """Return the problem of each cell that the file keeps, such as one with a formula, or one that is locked."""
    table = comparison.table
    error = _error(comparison, cards, columns)
    problems = {problem.place: problem for problem in error.problems} if error else {}
    return {
        (f"changed:{index}", column.name): problem
        for index in range(len(table.records))
        for column in comparison.columns
        if problems and (problem := problems.get(table.place(index, column)))
    }


def _stuck(comparison: Comparison, cards: Cards, columns: Collection[str]) -> dict[tuple[str, str], Problem]:
    """Return why cards that the newer table lacks cannot go, such as a formula that counts on them."""
    gone: dict[str, list[str]] = {card.key: [] for card in comparison.difference.cards if card.kind == "gone"}
    if not gone or _error(comparison, cards, columns) or not _error(comparison, {**cards, **gone}, columns):
        return {}  # none of them, or not because of them
    errors = ((key, _error(comparison, {**cards, key: ()}, columns)) for key in gone)
    return {(key, ""): error.problems[0] for key, error in errors if error}


def _error(comparison: Comparison, cards: Cards, columns: Collection[str]) -> BuildError | None:
    """Return why the file cannot take the changes of these cards; None if it can."""
    plan = _plan(comparison, cards, columns, "")
    try:
        check_steps(comparison.table, (*plan.first, plan.rewriting))
    except BuildError as error:
        return error
    return None


def _takes(comparison: Comparison, cards: Cards, key: str, column: str) -> bool:
    """Return whether a cell is taken, or a whole card where the column is empty."""
    return key in cards and (not column or not key.startswith("changed:") or column in cards[key])


def _plan(comparison: Comparison, cards: Cards, columns: Collection[str], source: str) -> _Plan:
    table = comparison.table
    comparison, document, braces = _with_words(comparison, cards)
    taken = [
        (pair, card)
        for pair in comparison.pairs
        if (card := comparison.card(*pair)) is not None and card.key in cards and _is_taken(card, cards[card.key])
    ]
    gone = frozenset(table.records[old] for (old, _), card in taken if card.kind == "gone" and old is not None)
    heads = {column.name: column.head for column in table.columns}
    texts = {
        (table.records[old], heads[cell.column]): cell.after
        for (old, _), card in taken
        if card.kind in _CELLWISE and old is not None
        for cell in _taken_cells(card, cards[card.key])
    }
    new_columns = [head for head in comparison.new_columns if head in columns]
    keys = tuple(card.key for _, card in taken if card.kind == "added")
    steps = tuple(_columns(comparison, new_columns))
    rows = _placed(comparison, _added(comparison, set(keys), new_columns), steps, Rewriting(texts=texts, gone=gone))
    title = f"newer table taken into {table.title}: {_counted(len(taken), len(steps), braces)}"
    document = _declared(comparison, document, new_columns, rows, source)
    cells = (cell for _, card in taken for cell in _taken_cells(card, cards[card.key]))
    document = _listed(comparison, document, cells, keys)
    return _Plan(title, steps, Rewriting(texts=texts, rows=rows, gone=gone), document, keys)


def _counted(cards: int, columns: int, braces: Sequence[str]) -> str:
    """Return how much is taken, and the words in braces that stay words."""
    words = [counted(cards, "card"), *([counted(columns, "new column")] if columns else [])]
    return ", ".join([*words, *([f"{', '.join(braces)} kept as words"] if braces else [])])


def _with_words(comparison: Comparison, cards: Cards) -> tuple[Comparison, Document, list[str]]:
    """Return what is taken and game.yaml with words in braces that name no column as words, as in cells that are typed.

    Also return these words.
    """
    table, rows = comparison.table, [dict(row) for row in comparison.other.rows]
    heads = {column.name: column.head for column in comparison.columns}
    spots = {
        (len(table.pieces) + new if old is None else old, cell.column): (new, heads[cell.column])
        for old, new in comparison.pairs
        if new is not None and (card := comparison.card(old, new)) is not None and card.key in cards
        for cell in _taken_cells(card, cards[card.key])
    }
    cells = {spot: rows[new][head].strip() for spot, (new, head) in spots.items()}
    kept, document, words = keep_words(table, game_yaml(table), cells, {})
    for spot, (new, head) in spots.items():
        rows[new][head] = kept[spot]
    other = structs.replace(comparison.other, rows=tuple(rows))
    return structs.replace(comparison, other=other), document, words


def _taken_cells(card: CardChange, columns: Collection[str]) -> tuple[CellChange, ...]:
    """Return the cells of a card that are taken with these columns."""
    return tuple(cell for cell in card.cells if card.kind not in _CELLWISE or cell.column in columns)


def _listed(
    comparison: Comparison, document: Document, cells: Iterable[CellChange], added: Collection[str]
) -> Document:
    """Return game.yaml with the new words of lists that take them up, and with columns that may be empty now."""
    path = (*comparison.table.path, "columns")
    for name, words in comparison.unlisted_in(cells).items():
        if name in comparison.listing:
            document = list_words(document, (*path, name), words)
    for name in sorted(comparison.listing & comparison.emptied_by(added).keys()):
        document = document.set((*path, name), _optional(document.get((*path, name))))
    return document


def _is_taken(card: CardChange, columns: Collection[str]) -> bool:
    """Return whether anything of a card is taken with these columns."""
    return card.kind not in _CELLWISE or any(cell.column in columns for cell in card.cells)


def _added(comparison: Comparison, keys: Collection[str], new_columns: Sequence[str]) -> tuple[NewRow, ...]:
    """Return the rows of cards to add, each below the card that is above it in the newer table."""
    table, other = comparison.table, comparison.other
    place = table.records[0] if table.end_of_cards else table.before(0)
    given: list[dict[str, str]] = []
    more: list[dict[str, str]] = []
    before: list[int] = []
    for old, new in comparison.pairs:
        if old is not None and new is not None:
            place = table.records[old] + 1
        if old is None and new is not None and f"added:{new}" in keys:
            cells = other.rows[new]
            texts = {column.name: cells[column.head].strip() for column in comparison.columns}
            given.append({name: text for name, text in texts.items() if text or name != "id"})
            more.append({head: cells[head].strip() for head in new_columns})
            before.append(place)
    rows, _ = new_rows(table, len(table.pieces), given)
    return tuple(NewRow(at, {**row.texts, **texts}) for row, at, texts in zip(rows, before, more, strict=True))


def _placed(
    comparison: Comparison, rows: tuple[NewRow, ...], first: Sequence[Rewriting], rest: Rewriting
) -> tuple[NewRow, ...]:
    """Return rows to add between others, or below all of them where a workbook cannot make room for them."""
    table = comparison.table
    if rows and table_formats.adds_below(table.file):
        try:
            check_steps(table, (*first, structs.replace(rest, rows=rows)))
        except BuildError:
            end = table.before(len(table.pieces))
            return tuple(structs.replace(row, before=end) for row in rows)
    return rows


def _columns(comparison: Comparison, heads: Sequence[str]) -> Iterator[Rewriting]:
    """Yield what adds new columns behind all others, with the texts that the cards of both tables have there."""
    table, other = comparison.table, comparison.other
    both = [(old, new) for old, new in comparison.pairs if old is not None and new is not None]
    for number, head in enumerate(heads):
        texts = {table.records[old]: other.rows[new][head].strip() for old, new in both}
        numbers = any((row, head) in other.numbers for row in range(len(other.rows)))
        yield Rewriting(column=NewColumn(head, table.free_column(number), texts, numbers))


def _declared(
    comparison: Comparison, document: Document, heads: Sequence[str], rows: Sequence[NewRow], source: str
) -> Document:
    """Return game.yaml with the declarations of new columns, and the address that the file is pulled from."""
    table, other = comparison.table, comparison.other
    pictures = table.workspace.names("art", SUFFIXES)
    taken = {new for old, new in comparison.pairs if old is not None}
    complete = all(new is not None for old, new in comparison.pairs if old is not None)
    for head in heads:
        if head.casefold() == "copies":
            continue
        known = {**table.declared, **(document.get((*table.path, "columns")) or {})}
        name, declaration = declaration_of(other, head, pictures, known)
        filled = all(other.rows[new][head].strip() for new in taken if new is not None)
        filled = filled and complete and all(row.texts.get(head) for row in rows)
        document = document.set((*table.path, "columns", name), declaration if filled else _optional(declaration))
    if source:
        data = document.get((*table.path, "data"))
        keys = (*table.path, "data")
        if isinstance(data, dict):
            document = document.set((*keys, "source"), source)
        else:
            document = document.set(keys, {"file": table.file, "source": source})
    return document


def _optional(declaration: Any) -> Any:
    """Return a declaration that allows empty cells."""
    if isinstance(declaration, dict):
        kind = str(declaration.get("type", "text"))
        optional = declaration.get("optional") or kind.endswith("?")
        return declaration if optional else {**declaration, "type": f"{kind}?"}
    return declaration if str(declaration).endswith("?") else f"{declaration}?"
