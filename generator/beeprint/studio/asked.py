"""What a page asks for, and what it gets back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from beeprint.base.problems import BuildError
from beeprint.face.layout import Side
from beeprint.studio import views

WORDS = "text/plain; charset=utf-8"


class Answer(NamedTuple):
    """What a request gets back."""

    status: HTTPStatus
    body: bytes
    kind: str
    cache: str = "no-store"
    policy: str | None = None  # instead of the page's own


class Asked(NamedTuple):
    """What a page asks for: the parts of the path, the query, and what it sends along."""

    parts: tuple[str, ...]
    query: Mapping[str, str]
    body: Mapping[str, Any]

    def number(self, key: str, usual: int, most: int) -> int:
        """Return a number of the query, between 0 and the most that is allowed."""
        text = self.query.get(key, "")
        return min(int(text), most) if text.isdecimal() and len(text) < 12 else usual


def refused(status: HTTPStatus) -> Answer:
    """Return an answer that says no more than its status."""
    return Answer(status, status.phrase.encode(), WORDS)


def of_json(value: Any) -> Answer:
    """Return a value as JSON."""
    return Answer(HTTPStatus.OK, json_of(value), "application/json")


def json_of(value: Any) -> bytes:
    """Return a value in JSON, in which letters stay as they are."""
    # Paths may hold what is no text, which JSON escapes as Python does.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")


def failed(error: BuildError) -> Answer:
    """Return the problems of what cannot be shown or done."""
    return of_json({"done": False, "problems": [views.problem(problem) for problem in error.problems]})


def side_of(text: str) -> Side:
    """Return the side of a piece that a word of an address names; ValueError for any other word."""
    if text not in ("front", "back"):
        raise ValueError(text)
    return "back" if text == "back" else "front"
