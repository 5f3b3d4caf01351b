"""Wording of messages: counts with their nouns."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """Join a count and a noun with a regular plural: 1 piece, 2 pieces."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
