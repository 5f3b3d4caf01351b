"""Wording of messages: counts with their nouns, values in quotes."""

from __future__ import annotations

import re


def counted(count: int, noun: str) -> str:
    """Join a count and a noun with a regular plural: 1 piece, 2 pieces."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def quoted(text: str) -> str:
    """Put a value from a game's files into quotes; a number stays bare."""
    return text if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", text) else repr(text)
