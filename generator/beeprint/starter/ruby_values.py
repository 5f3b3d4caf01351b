"""Work out what the expressions of a script are, as far as that follows from its text: literals, columns of tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from beeprint.starter.ruby import Statement, Token
from beeprint.starter.sketch import Column, Parts

#: Methods that leave a text as it is, and those of a list of texts.
_SAME = frozenset(
    ("to_s", "to_str", "strip", "chomp", "to_sym", "dup", "to_i", "to_f", "to_a", "compact", "flatten", "html_safe",
     "each_index", "each_with_index", "with_index", "map", "collect", "each", "each_entry", "freeze", "string", "first")
)  # fmt: skip
_MAPS = frozenset(("map", "collect", "each_with_index", "with_index", "map!", "collect!", "each_with_index.map"))
_SELECTS = frozenset(("select", "find_all", "filter", "each_index.select"))
_READERS = ("csv", "xlsx", "yaml")
#: How deep expressions lie in each other.
_DEPTH = 40


class Sheet(Struct, frozen=True):
    """A table that a script reads: its file, the number of its sheet, and the column of copies that it names."""

    file: str
    sheet: int = 0
    copies: str = ""


class Cells(Struct, frozen=True):
    """A text for each card, of literal parts and columns; `computed` where more is done with them."""

    parts: Parts
    tables: tuple[Sheet, ...] = ()
    computed: bool = False


class Chosen(Struct, frozen=True):
    """A value for each card, by what a column holds."""

    cells: Cells
    cases: dict[object, object]


class Rows(Struct, frozen=True):
    """The cards on which a column holds a value."""

    cells: Cells
    value: str


class Zipped(Struct, frozen=True):
    """Several columns side by side."""

    members: tuple[object, ...]


class Lost(Struct, frozen=True):
    """A value that does not follow from the text of the script; `cells` are those that it is made of."""

    cells: tuple[Cells, ...] = ()


class Index(Struct, frozen=True):
    """The number of a card."""


INDEX = Index()


class Scope:
    """The variables and constants of a script, by their names."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self.columns: dict[tuple[Sheet, str], object] = {}

    def with_values(self, names: Sequence[str], values: Sequence[object]) -> Scope:
        """Return a scope in which a block's parameters have values; those without one are the number of the card."""
        inner = Scope()
        inner.columns = self.columns
        inner.values = {**self.values, **dict.fromkeys(names, INDEX), **dict(zip(names, values, strict=False))}
        return inner


def arguments(tokens: Sequence[Token], scope: Scope) -> tuple[list[object], dict[str, object], Token | None]:
    """Return the plain and the named arguments of a call, and its block; a bracket around them all is left out."""
    block = tokens[-1] if tokens and tokens[-1].kind == "group" and tokens[-1].text == "do" else None
    rest = list(tokens[:-1] if block else tokens)
    if rest and rest[0].kind == "group" and rest[0].text == "(":
        if len(rest) > 1 and rest[1].kind == "group" and rest[1].text == "{":
            block = rest[1]
        rest = list(_flat(rest[0].statements))
    plain: list[object] = []
    named: dict[str, object] = {}
    for part in _split_text(rest, ","):
        key, expression = _pair(part)
        if key:
            named[key] = value(expression, scope)
        elif part:
            plain.append(value(part, scope))
    return plain, named, block


def _pair(part: Sequence[Token]) -> tuple[str, Sequence[Token]]:
    """Return the key and the expression of `key: value` or `:key => value`; an empty key for anything else."""
    if part and part[0].kind == "label":
        return part[0].text, part[1:]
    if len(part) > 1 and part[0].kind in ("symbol", "text", "number"):
        name = part[0].text if part[0].kind != "text" else "".join(p for p in part[0].parts if isinstance(p, str))
        if part[1].kind == "mark" and part[1].text in ("=>", ":"):
            return name, part[2:]
    return "", part


def _flat(statements: Iterable[Statement]) -> Iterator[Token]:
    for statement in statements:
        yield from statement


def _split_text(tokens: Sequence[Token], mark: str) -> Iterator[Sequence[Token]]:
    """Yield what stands between marks."""
    start = 0
    for index, token in enumerate(tokens):
        if token.kind == "mark" and token.text == mark:
            yield tokens[start:index]
            start = index + 1
    yield tokens[start:]


def value(tokens: Sequence[Token], scope: Scope, depth: int = 0) -> object:
    """Return the value of an expression, Lost where it does not follow from the text."""
    if not tokens or depth > _DEPTH:
        return Lost()
    marks = [token.text for token in tokens if token.kind == "mark"]
    words = [token.text for token in tokens if token.kind == "word"]
    if "?" in marks or {"if", "unless", "and", "or", "not"} & {*words}:
        return _lost(tokens, scope, depth)
    for mark in ("||", "..", "...", "==", "!=", "<", ">", "&&", "<<", "!"):
        if mark in marks:
            return _compare(mark, list(_split_text(tokens, mark)), tokens, scope, depth)
    for mark in ("+", "-", "*", "/", "%"):
        if mark in marks and tokens[0].text != mark:
            return _compute(mark, [value(part, scope, depth + 1) for part in _split_text(tokens, mark)])
    if tokens[0].kind == "mark" and tokens[0].text == "-":
        number = value(tokens[1:], scope, depth + 1)
        return -number if isinstance(number, (int, float)) else number
    return _chain(tokens, scope, depth)


def _compare(mark: str, parts: list[Sequence[Token]], tokens: Sequence[Token], scope: Scope, depth: int) -> object:
    """Return a list of numbers from a range, or the first of alternatives; nothing else is worked out."""
    if mark == "||" and parts[0]:
        return value(parts[0], scope, depth + 1)
    ends = [value(part, scope, depth + 1) for part in parts]
    if mark in ("..", "...") and len(ends) == 2 and all(isinstance(end, int) and abs(end) < 10_000 for end in ends):
        first, last = int(str(ends[0])), int(str(ends[1]))
        return list(range(first, last + (mark == ".."))) if last - first < 1000 else Lost()
    return _lost(tokens, scope, depth)


def _compute(mark: str, members: list[object]) -> object:
    """Add texts, or reckon with numbers."""
    if all(isinstance(member, (int, float)) and not isinstance(member, bool) for member in members):
        total = float(str(members[0]))
        for member in members[1:]:
            number = float(str(member))
            if mark in "/%" and not number:
                return Lost()
            total = {"+": total + number, "-": total - number, "*": total * number}.get(mark, total / (number or 1))
        return int(total) if total.is_integer() and abs(total) < 1e9 else total
    if mark == "+" and all(isinstance(member, (str, Cells)) for member in members):
        return joined(members)
    return Lost(tuple(_cells(members)))


def joined(members: Iterable[object]) -> object:
    """Return texts and columns one after the other: a text where all are, else cells."""
    parts: list[str | Column] = []
    tables: list[Sheet] = []
    computed = False
    for member in members:
        if isinstance(member, Cells):
            parts += member.parts
            tables += member.tables
            computed = computed or member.computed
        elif isinstance(member, (str, int, float)) and not isinstance(member, bool):
            parts.append(str(member))
        elif member is not None:
            return Lost(tuple(_cells([member])))
    if any(isinstance(part, Column) for part in parts):
        return Cells(tuple(parts), tuple(dict.fromkeys(tables)), computed)
    return "".join(str(part) for part in parts)


def _cells(members: Iterable[object]) -> Iterator[Cells]:
    """Yield the cells that values are made of."""
    for member in members:
        if isinstance(member, Cells):
            yield member
        elif isinstance(member, Lost):
            yield from member.cells
        elif isinstance(member, (Chosen, Rows)):
            yield member.cells
        elif isinstance(member, Zipped):
            yield from _cells(member.members)
        elif isinstance(member, list):
            yield from _cells(member[:100])


def _lost(tokens: Sequence[Token], scope: Scope, depth: int) -> Lost:
    """Return what a part of a script that is not worked out is made of."""
    parts: list[Cells] = []
    run: list[Token] = []
    for token in (*tokens, Token("mark", ",", 0)):
        if token.kind == "mark" and token.text not in (".", "&.", "::"):
            parts += _cells([_chain(run, scope, depth + 1)]) if run else []
            run = []
        elif token.kind == "word" and token.text in ("if", "unless", "then", "else", "and", "or", "not", "when", "end"):
            run = []
        else:
            run.append(token)
    return Lost(tuple(dict.fromkeys(parts)))


def _chain(tokens: Sequence[Token], scope: Scope, depth: int) -> object:
    """Return the value of a literal, a variable or a call, and of the calls that follow it."""
    if depth > _DEPTH:
        return Lost()
    first, rest = tokens[0], tokens[1:]
    receiver = _primary(first, rest, scope, depth)
    if first.kind == "word" and first.text not in scope.values and first.text in _READERS:
        return receiver
    position = 0
    while position < len(rest):
        token = rest[position]
        if token.kind == "group" and token.text == "[":
            receiver, position = _index(receiver, _list(token, scope, depth), scope), position + 1
        elif token.kind == "mark" and token.text in (".", "&.") and position + 1 < len(rest):
            name, position = rest[position + 1], position + 2
            given = rest[position : position + 1]
            brackets = given[0] if given and given[0].kind == "group" and given[0].text == "(" else None
            position += brackets is not None
            block = next((follower for follower in rest[position : position + 1] if follower.text in ("do", "{")), None)
            position += block is not None
            if isinstance(receiver, type) and name.text in _READERS:
                return _read(rest[position - (brackets is not None) - (block is not None) :], scope)
            receiver = _call(receiver, name.text, brackets, block, scope, depth + 1)
        else:
            return Lost(tuple(_cells([receiver])))
    return receiver


def _primary(first: Token, rest: Sequence[Token], scope: Scope, depth: int) -> object:
    """Return what an expression begins with."""
    if first.kind == "number":
        number = float(first.text.replace("_", ""))
        return int(number) if "." not in first.text else number
    if first.kind in ("symbol", "regex"):
        return first.text if first.kind == "symbol" else Lost()
    if first.kind == "words":
        return [*"".join(part for part in first.parts if isinstance(part, str)).split()]
    if first.kind == "text":
        return joined(part if isinstance(part, str) else value(part, scope, depth + 1) for part in first.parts)
    if first.kind == "group":
        return _group(first, scope, depth)
    return _variable(first.text, rest, scope)


def _group(group: Token, scope: Scope, depth: int) -> object:
    """Return a list, a hash, or what stands in brackets."""
    if group.text == "[":
        return _list(group, scope, depth)
    if group.text == "(":
        return value(group.statements[0], scope, depth + 1) if len(group.statements) == 1 else Lost()
    if group.text == "{":
        pairs = [_pair(part) for part in _split_text(list(_flat(group.statements)), ",") if part]
        if all(key for key, _ in pairs):
            return {key: value(expression, scope, depth + 1) for key, expression in pairs}
    return _lost(list(_flat(group.statements)), scope, depth + 1)


def _list(group: Token, scope: Scope, depth: int) -> list[object]:
    return [value(part, scope, depth + 1) for part in _split_text(list(_flat(group.statements)), ",") if part]


def _variable(name: str, rest: Sequence[Token], scope: Scope) -> object:
    """Return the value of a word: a variable, a constant, or a table that a call reads."""
    plain = name.rpartition("::")[2]
    known = next((scope.values[key] for key in (name, plain) if key in scope.values), None)
    if known is not None or name == "nil":
        return known
    if name in ("true", "false"):
        return name == "true"
    if name == "Squib":
        return Sheet
    if name in _READERS:
        return _read(rest, scope)
    given = rest[0] if rest and rest[0].kind == "group" and rest[0].text == "(" else None
    return Lost(tuple(_cells(arguments(rest, scope)[0]))) if given else Lost()


def _read(tokens: Sequence[Token], scope: Scope) -> object:
    """Return the table that `csv file: 'cards.csv'` reads."""
    _, named, _ = arguments(tokens, scope)
    file, sheet = named.get("file", "deck.xlsx" if "sheet" in named else "deck.csv"), named.get("sheet", 0)
    if not isinstance(file, str) or "data" in named:
        return Lost()
    explode = named.get("explode", "")
    return Sheet(file, sheet if isinstance(sheet, int) else -1, explode if isinstance(explode, str) else "")


def _index(receiver: object, keys: list[object], scope: Scope) -> object:
    key = keys[0] if len(keys) == 1 else None
    if isinstance(receiver, Sheet) and isinstance(key, str):
        return scope.columns.get((receiver, key), Cells((Column(key),), (receiver,)))
    if isinstance(receiver, dict) and isinstance(key, Cells):
        return Chosen(key, receiver)
    if isinstance(receiver, dict) and isinstance(key, (str, int)):
        return receiver.get(str(key), Lost())
    if isinstance(receiver, list) and isinstance(key, int) and -len(receiver) <= key < len(receiver):
        return receiver[key]
    if isinstance(receiver, (Cells, Chosen)):
        return receiver  # of one card
    return Lost(tuple(_cells([receiver, *keys])))


def _call(receiver: object, name: str, brackets: Token | None, block: Token | None, scope: Scope, depth: int) -> object:
    """Return what a method makes of a value."""
    given = (
        [] if brackets is None else [value(p, scope, depth) for p in _split_text(list(_flat(brackets.statements)), ",")]
    )
    if isinstance(receiver, Sheet):
        size = name in ("nrows", "ncolumns", "row", "columns", "to_h", "to_json", "to_pretty_text", "each")
        return Lost() if size else scope.columns.get((receiver, name), Cells((Column(name),), (receiver,)))
    if block is not None and name in _SELECTS:
        return _select(block, receiver, scope, depth)
    if block is not None and name in _MAPS:
        return _map(receiver, block, scope, depth)
    if name == "zip" and isinstance(receiver, (Cells, Zipped)):
        before = receiver.members if isinstance(receiver, Zipped) else (receiver,)
        return Zipped((*before, *given))
    if isinstance(receiver, Zipped) and name in _SAME:
        return receiver
    if isinstance(receiver, (Cells, Chosen)):
        if name in _SAME and block is None:
            return receiver
        return Cells(receiver.parts, receiver.tables, True) if isinstance(receiver, Cells) else Lost((receiver.cells,))
    return _of_literal(receiver, name, given)


def _of_literal(receiver: object, name: str, given: list[object]) -> object:
    """Return what a method makes of a text, a number or a list."""
    if isinstance(receiver, (str, int, float)):
        text = str(receiver)
        cases = {
            "upcase": text.upper(),
            "downcase": text.lower(),
            "capitalize": text.capitalize(),
            "strip": text.strip(),
        }
        return text if name in ("to_s", "to_sym") else receiver if name in _SAME else cases.get(name, Lost())
    if isinstance(receiver, list):
        if name == "join" and all(isinstance(literal, (str, int, float)) for literal in receiver):
            return str(given[0] if given else "").join(map(str, receiver))
        return receiver if name in _SAME else Lost(tuple(_cells(receiver)))
    return Lost(tuple(_cells([receiver, *given])))


def _map(receiver: object, block: Token, scope: Scope, depth: int) -> object:
    """Return what a block makes of each item of a list, or of the text of each card."""
    if isinstance(receiver, list):
        return [_last(block, scope.with_values(block.parameters, [item]), depth) for item in receiver[:200]]
    members = list(receiver.members) if isinstance(receiver, Zipped) else [receiver]
    made = _last(block, scope.with_values(block.parameters, members), depth)
    if isinstance(made, Lost) and not made.cells:
        return Lost(tuple(_cells([receiver])))
    return made


def _last(block: Token, scope: Scope, depth: int) -> object:
    """Return the value of a block, which may set variables before its last statement."""
    *before, last = block.statements or ((),)
    for statement in before:
        if not assign(statement, scope, depth):
            return _lost(list(_flat(block.statements)), scope, depth)
    return value(last, scope, depth + 1) if last else Lost()


def assign(statement: Statement, scope: Scope, depth: int = 0) -> bool:
    """Set a variable, a column or several variables at once; False for a statement of another kind."""
    at = next((i for i, token in enumerate(statement) if token.kind == "mark" and token.text in ("=", "+=", "||=")), 0)
    if not at:
        return False
    names, made = list(_split_text(statement[:at], ",")), value(statement[at + 1 :], scope, depth + 1)
    if statement[at].text == "+=":
        made = Lost(tuple(_cells([made])))
    if len(names) > 1:
        members = made.members if isinstance(made, Zipped) else made if isinstance(made, list) else ()
        scope.values |= dict.fromkeys(("".join(t.text for t in name) for name in names), Lost())
        scope.values |= {name[0].text: member for name, member in zip(names, members, strict=False) if name}
        return True
    target = names[0]
    if len(target) == 1 and target[0].kind == "word":
        scope.values[target[0].text] = made
    elif len(target) == 2 and target[1].text == "[":
        table, keys = scope.values.get(target[0].text), _list(target[1], scope, depth)
        if isinstance(table, Sheet) and len(keys) == 1 and isinstance(keys[0], str):
            scope.columns[table, keys[0]] = made
    return True


def _select(block: Token, receiver: object, scope: Scope, depth: int) -> object:
    """Return the cards that a block selects by `column == value`."""
    inner = scope.with_values(block.parameters, [receiver])
    if len(block.statements) == 1:
        parts = list(_split_text(block.statements[0], "=="))
        sides = [value(part, inner, depth + 1) for part in parts]
        if len(sides) == 2 and isinstance(sides[1], (str, int)) and isinstance(sides[0], Cells):
            cells = sides[0]
            if len(cells.parts) == 1 and not cells.computed:
                return Rows(cells, str(sides[1]))
    return Lost(tuple(_cells([receiver])))


def snake_case(head: str) -> str:
    """Return the name of the method by which Squib's tables give a column."""
    text = re.sub(r"\s+", "_", head.strip())
    text = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", text)
    return re.sub(r"([a-z]+)([A-Z])", r"\1_\2", text).lower()
