"""Values of properties: custom properties and `var()`, and the light one of `light-dark()`, since paper is light."""

from __future__ import annotations

import re
from collections.abc import Callable

#: The most characters of a value, and the most custom properties that refer to each other.
MAX_VALUE, MAX_LINKS = 10_000, 16
_FUNCTION = re.compile(r"(?<![-\w])(var|light-dark)\(", re.IGNORECASE)


def is_plain(value: str) -> bool:
    """Return whether a value has neither function."""
    return "(" not in value or _FUNCTION.search(value) is None


def resolved(value: str, custom: Callable[[str], str | None], level: int = 0) -> str | None:
    """Return a value with both functions resolved; `custom` finds a custom property.

    None where the value is invalid, because a custom property without a fallback is not set or refers to itself.
    ValueError where a value grows too long.
    """
    if level > MAX_LINKS:
        return None
    parts: list[str] = []
    at = 0
    while call := _FUNCTION.search(value, at):
        end = _closing(value, call.end())
        if end is None:
            return None
        first, rest = _arguments(value[call.end() : end])
        if call[1].lower() == "var":
            known = custom(first.strip())
            inner = resolved(known, custom, level + 1) if known is not None else None
            if inner is None and rest is not None:
                inner = resolved(rest, custom, level + 1)
        else:
            inner = resolved(first, custom, level + 1)
        if inner is None:
            return None
        parts += [value[at : call.start()], inner.strip()]
        if sum(map(len, parts)) > MAX_VALUE:
            raise ValueError(f"a value with var() has more than {MAX_VALUE:,} characters")
        at = end + 1
    return "".join((*parts, value[at:]))


def _closing(text: str, start: int) -> int | None:
    """Return where the bracket closes that opens before `start`."""
    level = 1
    for at in range(start, len(text)):
        level += {"(": 1, ")": -1}.get(text[at], 0)
        if not level:
            return at
    return None


def _arguments(text: str) -> tuple[str, str | None]:
    """Return a function's first argument, and what follows its comma."""
    level = 0
    for at, char in enumerate(text):
        level += {"(": 1, ")": -1}.get(char, 0)
        if char == "," and not level:
            return text[:at], text[at + 1 :]
    return text, None
