"""Words for people: counts with their noun."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, which takes a plain s: 1 piece, 2 pieces."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
