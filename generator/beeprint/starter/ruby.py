"""Read Ruby as far as scripts that draw cards need it: texts, brackets, blocks and statements. Nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

#: A statement: the tokens between two line ends or semicolons that belong to one bracket or block.
Statement = tuple["Token", ...]


class Token(Struct, frozen=True):
    """A word of a script, or a bracket or block with the statements in it, and its line.

    `kind` is word, label (`x:`), text, number, symbol, mark or group. A text has `parts`, literal or interpolated; a
    group is called by what opens it, `(`, `[`, `{`, `do` or a keyword, and a block has parameters.
    """

    kind: str
    text: str
    line: int
    parts: tuple[str | Statement, ...] = ()
    statements: tuple[Statement, ...] = ()
    parameters: tuple[str, ...] = ()


_TOKEN = re.compile(
    r"(?P<space>(?:[ \t\r\f\v]|\\\r?\n)++)|(?P<comment>\#[^\n]*+)|(?P<end>\n|;)"
    r"|(?P<heredoc><<[-~]?['\"]?(?P<name>[A-Z_]++)['\"]?)"
    r"|(?P<label>[A-Za-z_]\w*+[?!]?:(?![:\w]))|(?P<number>\d[\d_]*+(?:\.\d++)?)"
    r"|(?P<symbol>:[A-Za-z_]\w*+[?!]?)|(?P<quote>:?['\"`]|%[wWiIqQ]?[\[({<])"
    r"|(?P<word>@{0,2}[A-Za-z_]\w*+[?!]?(?:::[A-Za-z_]\w*+[?!]?)*+)"
    r"|(?P<mark>&\.|=>|[-+*/|&]=|\|\|=|[=!<>]=|=~|<<|&&|\|\||\.\.\.?|.)",
    re.DOTALL,
)
_CLOSES = {"(": ")", "[": "]", "{": "}", "<": ">"}
_ESCAPES = {"n": "\n", "t": "\t", "s": " "}
#: Keywords that open a part which `end` closes, where a statement begins with them or a value does.
_OPENERS: Final = ("if", "unless", "while", "until", "for", "case", "begin", "def", "class", "module")
_LOOPS: Final = ("while", "until", "for")
_DIVIDERS: Final = ("else", "elsif", "when", "then", "rescue", "ensure")
#: What a statement cannot end with, so that it goes on in the next line.
_OPEN_MARKS = frozenset(
    (",", ".", "&.", "=", "=>", "+", "-", "*", "/", "||", "&&", "==", "(", "[", "?", ":", "<<", "+=")
)
#: How deep texts lie in texts, and brackets in brackets.
_DEEP, _DEPTH = 6, 60


def statements(text: str) -> tuple[Statement, ...]:
    """Return the statements of a script; whatever is not closed ends where the script does."""
    return _group(list(_tokens(_without_remarks(text.partition("\n__END__")[0]), 1, 0)))


def _without_remarks(text: str) -> str:
    """Return a script whose lines between `=begin` and `=end` are empty."""
    lines, within = text.split("\n"), False
    for number, line in enumerate(lines):
        within = within or line.startswith("=begin")
        lines[number] = "" if within else line
        within = within and not line.startswith("=end")
    return "\n".join(lines)


def _tokens(text: str, line: int, deep: int) -> Iterator[Token]:
    """Yield the tokens of a text, brackets as marks and ends of lines as `end`."""
    position, bodies, before = 0, list[str](), "\n"
    while match := _TOKEN.match(text, position):
        kind, word, start, position = match.lastgroup or "", match[0], line, match.end()
        if kind == "name":  # of a heredoc
            kind = "heredoc"
        if kind == "heredoc":
            bodies.append(match["name"])
            yield Token("text", "", line)
        elif kind == "quote" or (word == "/" and before in _OPEN_MARKS | {"\n", "|", "!"}):
            parts, position = _quote(text, match.start(), word, line, deep)
            words = word[:2].lower() in ("%w", "%i")
            yield Token("words" if words else "regex" if word == "/" else "text", word, start, parts)
        elif kind not in ("space", "comment"):
            shown = word[1:] if kind == "symbol" else word[:-1] if kind == "label" else word
            yield Token(kind, shown, start)
        line = start + text.count("\n", match.start(), position)
        if kind == "end" and bodies:
            end = _heredocs(text, position, bodies)
            line, position, bodies = line + text.count("\n", position, end), end, []
        before = word if kind not in ("space", "comment") else before


def _heredocs(text: str, position: int, names: Sequence[str]) -> int:
    for name in names:
        closing = re.compile(rf"^[ \t]*{name}$", re.MULTILINE).search(text, position)
        position = closing.end() if closing else len(text)
    return position


def _quote(text: str, start: int, opening: str, line: int, deep: int) -> tuple[tuple[str | Statement, ...], int]:
    """Return the parts of a text between quotes and where it ends."""
    close = _CLOSES.get(opening[-1], opening[-1])
    plain = opening[-1] == "'" or opening[:2] in ("%w", "%q", "%i") or deep >= _DEEP
    parts: list[str | Statement] = []
    letters: list[str] = []
    position, nested = start + len(opening), 0
    stops = re.compile(rf"[\\#{re.escape(close)}{re.escape(opening[-1])}]")
    while stop := stops.search(text, position):
        letters.append(text[position : stop.start()])
        position = stop.end()
        char = stop[0]
        if char == "\\":
            escaped = text[position : position + 1]
            kept = escaped if escaped in "'\\" else f"\\{escaped}"
            letters.append(kept if plain else _ESCAPES.get(escaped, escaped))
            position += 1
        elif char == "#" and text[position : position + 1] == "{" and not plain:
            end = _matching(text, position + 1)
            inner = tuple(_tokens(text[position + 1 : end], line + text.count("\n", start, position), deep + 1))
            parts += ["".join(letters), next(iter(_group(inner)), ())]
            letters.clear()
            position = end + 1
        elif char == close and not nested:
            break
        else:
            nested += (char == opening[-1] and char != close) - (char == close)
            letters.append(char)
    else:
        position = len(text)
    return tuple(part for part in (*parts, "".join(letters)) if part != ""), position


def _matching(text: str, position: int) -> int:
    """Return where the brace closes that was opened before a position, past braces in texts."""
    depth, quote = 1, ""
    for match in re.compile(r"""\\.|["'{}]""", re.DOTALL).finditer(text, position):
        char = match[0]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "{}":
            depth += 1 if char == "{" else -1
        if not depth:
            return match.start()
    return len(text)


class _Frame:
    """A bracket or block that is not closed yet, with the statement that is being read."""

    def __init__(self, opener: str, line: int) -> None:
        self.opener, self.line = opener, line
        self.done: list[Statement] = []
        self.current: list[Token] = []
        self.parameters: tuple[str, ...] = ()

    def finish(self) -> None:
        """End the statement."""
        if self.current:
            self.done.append(tuple(self.current))
            self.current = []

    def token(self) -> Token:
        """Return the group."""
        self.finish()
        return Token("group", self.opener, self.line, statements=tuple(self.done), parameters=self.parameters)


def _group(tokens: Sequence[Token]) -> tuple[Statement, ...]:
    """Return the statements of tokens, with brackets and blocks as groups."""
    stack = [_Frame("", 0)]
    position = 0
    while position < len(tokens):
        token, frame = tokens[position], stack[-1]
        position += 1
        closes = token.text if token.kind == "mark" and token.text in ")]}" else ""
        if token.kind == "end":
            if _ends(frame, tokens, position):
                frame.finish()
        elif closes or (token.kind == "word" and token.text == "end" and not _is_method(frame)):
            _close(stack, closes)
        elif _opens(token, frame) and len(stack) < _DEPTH:
            stack.append(_Frame(token.text, token.line))
            if token.text in ("do", "{") and position < len(tokens) and tokens[position].text == "|":
                stack[-1].parameters, position = _parameters(tokens, position + 1)
        elif token.kind == "word" and token.text in (*_DIVIDERS, "do") and frame.opener in (*_OPENERS, "do"):
            frame.finish()
            frame.done += [(token,)] if token.text != "do" else []
        else:
            frame.current.append(token)
    while len(stack) > 1:
        _close(stack, _CLOSES.get(stack[-1].opener, ""))
    stack[0].finish()
    return tuple(stack[0].done)


def _ends(frame: _Frame, tokens: Sequence[Token], position: int) -> bool:
    """Return whether the end of a line ends a statement."""
    if tokens[position - 1].text == ";":
        return True
    if frame.opener in ("(", "[") or not frame.current:
        return False
    last = frame.current[-1]
    following = next((token for token in tokens[position : position + 50] if token.kind != "end"), None)
    goes_on = following is not None and following.kind == "mark" and following.text in (".", "&.")
    return not goes_on and not (last.kind in ("mark", "label") and (last.kind == "label" or last.text in _OPEN_MARKS))


def _is_method(frame: _Frame) -> bool:
    """Return whether the next word is the name of a method, such as `range.end`."""
    return bool(frame.current) and frame.current[-1].text in (".", "&.") and frame.current[-1].kind == "mark"


def _opens(token: Token, frame: _Frame) -> bool:
    """Return whether a token opens a bracket or a block."""
    if token.kind == "mark":
        return token.text in ("(", "[", "{")
    if token.kind != "word" or _is_method(frame):
        return False
    if token.text == "do":
        return not (frame.opener in _LOOPS and not frame.done)
    begins = not frame.current or (frame.current[-1].kind == "mark" and frame.current[-1].text == "=")
    return token.text in _OPENERS and begins


def _close(stack: list[_Frame], closing: str) -> None:
    """Close the last frame that a bracket or `end` closes, with those in it; nothing where there is none."""
    matching = [
        index
        for index, frame in enumerate(stack)
        if index and (_CLOSES.get(frame.opener) == closing if closing else frame.opener not in _CLOSES)
    ]
    for frame in reversed(stack[matching[-1] :] if matching else []):
        stack.pop()
        stack[-1].current.append(frame.token())


def _parameters(tokens: Sequence[Token], position: int) -> tuple[tuple[str, ...], int]:
    """Return the names between the bars of a block, and where it goes on."""
    names: list[str] = []
    while position < len(tokens) and tokens[position].text != "|":
        names += [tokens[position].text] if tokens[position].kind == "word" else []
        position += 1
    return tuple(names), position + 1
