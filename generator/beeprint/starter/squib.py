"""Read what a Squib script says of its cards: tables, size, steps that draw, and the boxes of its layouts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from beeprint.starter import ruby_values as values
from beeprint.starter.folder import Folder
from beeprint.starter.ruby import Statement, Token, statements
from beeprint.starter.ruby_values import Cells, Chosen, Lost, Rows, Scope, Sheet, Zipped
from beeprint.starter.sketch import Losses, Sketch
from beeprint.starter.squib_marks import Draft, Marks, Step, listed

_DRAWS = frozenset(("text", "png", "svg", "rect", "circle", "ellipse", "line"))
_OTHERS = frozenset(("polygon", "triangle", "star", "curve", "grid"))
#: Steps that draw nothing which is printed.
_IDLE = frozenset(
    ("safe_zone", "cut_zone", "hint", "showcase", "hand", "puts", "print", "p", "pp", "enable_build", "disable_build")
)
#: How often the steps in loops are read, and how deep blocks and required scripts lie in each other.
_STEPS, _DEPTH = 2000, 30


class Deck(Struct, frozen=True):
    """A deck of a script: the table that it prints, and its cards."""

    sheet: Sheet
    sketch: Sketch


def decks(file: str, folder: Folder, notes: list[str]) -> Iterator[Deck]:
    """Read a script without running it, and yield its decks; what is left out is added to `notes`."""
    losses = Losses(file)
    reader = _Reader(file, folder, losses)
    reader.run(statements(folder.text(file)), Scope(), None)
    for draft in reader.decks:
        sheet = _sheet_of(draft, reader)
        if sheet is None:
            why = "the script computes its table, or reads it from no file that it names; save its rows as CSV"
            notes.append(f"{file}: left out: the deck in line {draft.line}: {why}")
            continue
        yield Deck(sheet, Marks(draft, file, folder, losses, notes).sketch(sheet))
    notes += losses.notes()


class _Reader:
    """Follows the statements of a script as far as its text says what they do."""

    def __init__(self, file: str, folder: Folder, losses: Losses) -> None:
        self.file, self.folder, self.losses = file, folder, losses
        self.decks: list[Draft] = []
        self.sheets: list[Sheet] = []
        self._left, self._required = _STEPS, {file}
        rakefile = folder.text(folder.find("Rakefile", file))
        self._enabled = {*re.findall(r"enable_build(?:_globally)?[\s(]*:(\w+)", rakefile)}
        self._drawing: set[str] = set()  # functions of the script that draw

    def run(self, body: Sequence[Statement], scope: Scope, deck: Draft | None, depth: int = 0) -> None:
        """Read statements one after the other."""
        for statement in body if depth < _DEPTH else ():
            self._left -= 1
            if self._left > 0:
                self._statement(statement, scope, deck, depth + 1)

    def _statement(self, statement: Statement, scope: Scope, deck: Draft | None, depth: int) -> None:
        first = statement[0]
        made = self._deck_in(statement)
        if first.kind == "group" and first.text not in "([{":
            self._block(first, scope, deck, depth)
        elif made is not None:
            self._new_deck(statement[made:], first.line, scope, depth)
        elif first.kind == "word" and first.text in ("require_relative", "require"):
            self._require(values.value(statement[1:], scope), scope, depth)
        elif deck is not None and first.kind == "word" and self._step(statement, scope, deck, depth):
            pass
        elif statement[-1].kind == "group" and statement[-1].text in ("do", "{") and statement[-1].statements:
            self._loop(statement, scope, deck, depth)
        elif values.assign(statement, scope):
            table = scope.values.get(first.text)
            self.sheets += [table] if isinstance(table, Sheet) else []

    @staticmethod
    def _deck_in(statement: Statement) -> int | None:
        """Return where the arguments of `Deck.new` begin in a statement."""
        for index, token in enumerate(statement[:-2]):
            if token.kind == "word" and token.text in ("Squib::Deck", "Deck") and statement[index + 2].text == "new":
                return index + 3
        return None

    def _new_deck(self, rest: Statement, line: int, scope: Scope, depth: int) -> None:
        _, named, block = values.arguments(rest, scope)
        deck = Draft(named, line)
        self.run(block.statements if block else (), scope, deck, depth)
        self.decks.append(deck)

    def _require(self, name: object, scope: Scope, depth: int) -> None:
        """Read the constants, tables and functions of a script that this one requires."""
        file = self.folder.find(f"{name}".removesuffix(".rb") + ".rb", self.file) if isinstance(name, str) else ""
        if file and file not in self._required:
            self._required.add(file)
            decks, self.decks = self.decks, []
            self.run(statements(self.folder.text(file)), scope, None, depth)
            self.decks = decks

    def _block(self, block: Token, scope: Scope, deck: Draft | None, depth: int) -> None:
        """Read a loop, a module or a condition; what a condition draws is left out."""
        if block.text in ("module", "class", "begin"):
            self.run(block.statements[block.text != "begin" :], scope, deck, depth)
        elif block.text == "def" and block.statements:
            if any(token.text in _DRAWS for token in _words(block.statements)):
                self._drawing.add(block.statements[0][0].text)
        elif block.text == "for" and block.statements:
            head = block.statements[0]
            at = next((index for index, token in enumerate(head) if token.text == "in"), 0)
            names = [token.text for token in head[:at] if token.kind == "word"]
            self._repeat(values.value(head[at + 1 :], scope), names, block.statements[1:], scope, deck, depth)
        elif deck is not None:
            for token in _words(block.statements):
                if token.text in _DRAWS | _OTHERS:
                    self.losses.add(token.text, f"drawn only {block.text} a condition of the script holds", token.line)

    def _loop(self, statement: Statement, scope: Scope, deck: Draft | None, depth: int) -> None:
        """Read the block of a call: once for each item of a list, once for the text of every card, else once."""
        block = statement[-1]
        chain = list(statement[:-1])
        if chain and chain[-1].kind == "group" and chain[-1].text == "(":
            chain.pop()
        called = chain[-1].text if chain else ""
        if called in ("each", "each_with_index", "times", "upto", "each_pair", "each_entry") and len(chain) > 2:
            items = values.value(chain[:-2], scope)
            if called == "times" and isinstance(items, int):
                items = list(range(min(items, 200)))
            self._repeat(items, block.parameters, block.statements, scope, deck, depth)
        elif not values.assign(statement, scope):
            self.run(block.statements, scope.with_values(block.parameters, []), deck, depth)

    def _repeat(
        self,
        items: object,
        names: Sequence[str],
        body: Sequence[Statement],
        scope: Scope,
        deck: Draft | None,
        depth: int,
    ) -> None:
        if isinstance(items, dict):
            items = [[key, value] for key, value in items.items()]
        for number, item in enumerate(items[:200] if isinstance(items, list) else [items]):
            counted = number if isinstance(items, list) else values.INDEX
            given = [*item, counted] if isinstance(item, list) and len(names) > 1 else [item, counted]
            inner = scope.with_values(names, given)
            self.run(body, inner, deck, depth)
            scope.columns |= inner.columns

    def _step(self, statement: Statement, scope: Scope, deck: Draft, depth: int) -> bool:
        """Read a step of a deck; False for a statement that is none."""
        verb, line, rest = statement[0].text, statement[0].line, statement[1:]
        if rest[:1] and rest[0].kind == "mark" and rest[0].text in ("=", ".", "&.", "+=", ","):
            return False
        only = next((t.text for t in rest if t.kind == "word" and t.text in ("if", "unless")), "")
        if only and verb in _DRAWS | _OTHERS:
            self.losses.add(verb, f"drawn only {only} a condition of the script holds", line)
        elif verb in _DRAWS or verb in ("background", "set", "use_layout") or verb.startswith("save"):
            _, named, block = values.arguments(rest, scope)
            self._take(Step(verb, named, line), deck)
            for token in _words(block.statements if block else ()):
                self.losses.add(token.text, "it puts icons into a text (icons: in game.yaml)", token.line)
        elif verb in _OTHERS:
            self.losses.add(verb, "beeprint draws it only as a picture, such as an SVG file", line)
        elif verb == "build":
            self._build(rest, scope, deck, depth)
        elif verb in self._drawing:
            self.losses.add(verb, "a function of the script, which is not followed", line)
        else:
            return verb in _IDLE
        return True

    def _build(self, rest: Statement, scope: Scope, deck: Draft, depth: int) -> None:
        """Read what is drawn only if a group of builds is on, as the Rakefile says."""
        plain, _, block = values.arguments(rest, scope)
        body = block.statements if block else ()
        if not plain or str(plain[0]) in self._enabled:
            self.run(body, scope, deck, depth)
            return
        for token in _words(body):
            if token.text in _DRAWS:
                self.losses.add(token.text, f"drawn only by `build {plain[0]}`, which is off", token.line)

    def _take(self, step: Step, deck: Draft) -> None:
        if step.verb in _DRAWS or step.verb == "background":
            deck.steps.append(step)
        elif step.verb == "use_layout":
            deck.layouts += [name for name in listed(step.named.get("file", "layout.yml")) if isinstance(name, str)]
        elif step.verb == "set":
            deck.font = step.named.get("font", deck.font)
        elif "trim" in step.named:
            deck.trims.append(step.named["trim"])


def _words(body: Sequence[Statement]) -> Iterator[Token]:
    """Yield the words of statements that are called: at their beginning, or after a dot."""
    for statement in body:
        for index, token in enumerate(statement):
            if token.kind == "group":
                yield from _words(token.statements)
            elif token.kind == "word" and (index == 0 or statement[index - 1].text == "."):
                followed = statement[index + 1 : index + 2]
                if not (followed and followed[0].text == "."):
                    yield token


def _cells_of(step: Step) -> Iterator[Cells]:
    for value in step.named.values():
        members = value.members if isinstance(value, Zipped) else (value,)
        for member in members:
            if isinstance(member, Cells):
                yield member
            elif isinstance(member, (Rows, Chosen)):
                yield member.cells
            elif isinstance(member, Lost):
                yield from member.cells


def _sheet_of(draft: Draft, reader: _Reader) -> Sheet | None:
    """Return the table that a deck prints most columns of, else the one that its script reads last."""
    used = Counter(sheet for step in draft.steps for cells in _cells_of(step) for sheet in cells.tables)
    cards = draft.named.get("cards")
    counted = [sheet for cells in (cards.cells if isinstance(cards, Lost) else ()) for sheet in cells.tables]
    return next(iter([*(sheet for sheet, _ in used.most_common(1)), *counted, *reader.sheets[::-1]]), None)
