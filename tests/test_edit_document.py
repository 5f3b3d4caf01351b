"""Entries of YAML documents set, added, removed, renamed and moved: the lines that change, and not a byte besides."""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

from beeprint.base.problems import BuildError
from beeprint.edit.document import Document
from beeprint.edit.text import Piece
from beeprint.sources.workspace import SHIPPED

FILES = sorted([*(SHIPPED / "data").rglob("*.yaml"), *(SHIPPED / "layouts").rglob("*.yaml")])
STRANGE = """\
# about the file\r
\r
styles:\r
  big: &anchor {font: lato, size: 12} #\ttabs\tand more\r
\r
# about slots\r
slots:\r
  # a title\r
  title: {kind: text, text: '{title}', size: 12,  # points\r
          box: [5, 6, 53, 9]}\r
  rules:\r
    kind: text\r
    # what a card does\r
    text: |\r
      {rules}\r
\r
      {flavour}\r
    box: [5, 40, 53, 30]   # below the picture\r
  last: {kind: shape, shape: outline}"""


def document(text: str) -> Document:
    return Document(Path("card.yaml"), dedent(text).encode())


def changed(before: Document, after: Document) -> list[str]:
    """Return the lines that differ, each with + or -."""
    old, new = (each.data.decode().splitlines(keepends=True) for each in (before, after))
    return [line for line in difflib.ndiff(old, new) if line[0] in "+-"]


@pytest.mark.parametrize(
    ("edit", "lines"),
    [
        (lambda d: d.set(["slots", "title", "size"], 9.5), {"title: {": "size: 9.5,  # points"}),
        (lambda d: d.set(["slots", "title", "text"], "{title}!"), {"title: {": "'{title}!', size: 12,  # points"}),
        (lambda d: d.set(["slots", "last", "fill"], "#ff0000"), {"last: {": 'shape: outline, fill: "#ff0000"}'}),
        (lambda d: d.set(["slots", "rules", "size"], 8), {"": "    size: 8"}),
        (lambda d: d.set(["styles", "big", "size"], 13), {"big: ": "&anchor {font: lato, size: 13} #\ttabs\tand more"}),
        (lambda d: d.set(["slots", "rules", "box", 1], 41), {"    box": "box: [5, 41, 53, 30]   # below the picture"}),
        (lambda d: d.remove(["slots", "title", "box"]), {}),
    ],
)
def test_only_the_lines_of_an_entry_change(edit: Callable[[Document], Document], lines: dict[str, str]) -> None:
    before = document(STRANGE)
    after = edit(before)
    for start, end in lines.items():
        (line,) = [line for line in changed(before, after) if line.startswith("+")]
        assert line.startswith(f"+ {'  ' if start else ''}{start}") or line.startswith(f"+ {start}")
        assert line.rstrip("\r\n").endswith(end)
    assert len(changed(before, after)) <= 2 + (not lines)
    assert after.data.count(b"\r\n") >= before.data.count(b"\r\n") - 1
    assert b"\n" not in after.data.replace(b"\r\n", b"")


def test_comments_go_with_their_entry_and_come_back_with_it() -> None:
    before = document(STRANGE)
    moved = before.move(["slots", "title"], None)
    text = moved.data.decode()
    assert list(yaml.safe_load(text)["slots"]) == ["rules", "last", "title"]
    assert text.index("# about slots") < text.index("  rules:") < text.index("  # a title") < text.index("  title:")
    assert before.remove(["slots", "title"]).data.decode().count("# a title") == 0
    assert "# about slots" in before.remove(["slots", "title"]).data.decode()
    assert "# what a card does" in before.rename(["slots", "rules", "text"], "words").data.decode()


def test_entries_are_written_as_their_siblings_are() -> None:
    flow = document("slots:\n  a: {kind: text}\n")
    slot = {"kind": "shape", "box": [1, 2, 3.5, 4], "fill": "{ink}"}
    added = flow.set(["slots", "b"], slot).data.decode()
    assert added == 'slots:\n  a: {kind: text}\n  b: {kind: shape, box: [1, 2, 3.5, 4], fill: "{ink}"}\n'
    block = document("slots:\n  a:\n    kind: text\n")
    added = block.set(["slots", "b"], {**slot, "note": "x" * 80}).data.decode()
    assert added.startswith("slots:\n  a:\n    kind: text\n  b:\n    kind: shape\n    box: [1, 2, 3.5, 4]\n")
    spaced = document("decks:\n  a:\n    title: A\n\n  b:\n    title: B\n")
    added = spaced.set(["decks", "c"], {"title": "C", "shape": {"kind": "card"}}).data.decode()
    assert added.startswith("decks:\n  a:\n    title: A\n\n  b:\n    title: B\n\n  c:")


def test_missing_mappings_are_made_and_go_with_their_last_entry() -> None:
    before = document("id: tiny\ndecks:\n  cards:\n    title: Cards\n")
    after = before.set(["decks", "cards", "columns", "cost"], "int")
    assert after.data.decode() == "id: tiny\ndecks:\n  cards:\n    title: Cards\n    columns: {cost: int}\n"
    assert after.remove(["decks", "cards", "columns", "cost"]).data == before.data
    empty = document("slots:\nnote: x\n")
    assert yaml.safe_load(empty.set(["slots", "a", "kind"], "text").data) == {
        "slots": {"a": {"kind": "text"}},
        "note": "x",
    }


@pytest.mark.parametrize(
    "text", ["a: b", "# no comment", 'it\'s "so"', "- x", "{t}", " blank ", "two\nlines", "", "ü€"]
)
def test_texts_read_as_they_are_meant(text: str) -> None:
    for source in ("a: {b: c, d: e}\n", "a:\n  b: c\n  d: 'e'\n", 'a:\n  b: "c"\n', "a:\n  b: |\n    c\n  d: e\n"):
        after = document(source).set(["a", "b"], text)
        assert yaml.safe_load(after.data)["a"]["b"].removesuffix("\n" * (source.find("|") > 0)) == text


def test_what_cannot_be_changed_alone_is_refused() -> None:
    with pytest.raises(BuildError, match=r"card.yaml:1:4: error: b cannot be changed here"):
        document("a: text\n").set(["a", "b"], "x")


# every file that comes with beeprint ---------------------------------------------------------------------------------


def pieces_in(piece: Piece) -> Iterator[Piece]:
    yield piece
    for child in piece.children:
        yield from pieces_in(child)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SHIPPED).as_posix())
def test_each_step_can_be_taken_back(path: Path) -> None:
    before = Document(path, path.read_bytes())
    pieces = list(pieces_in(before.root))
    choose = random.Random(path.name)
    for piece in choose.sample(pieces, min(4, len(pieces))):
        keys = piece.path
        if piece.is_scalar and keys:
            after = before.set(keys, "{words}: and more")
            assert after.get(keys) == "{words}: and more"
            assert len(changed(before, after)) <= 2 + before.data.decode()[piece.start : piece.end].count("\n")
        elif piece.entries is not None:
            after = before.set([*keys, "new-entry"], {"a": 1, "b": "{x}"})
            assert all(line.startswith("+") for line in changed(before, after)) or piece.style == "flow"
            assert after.remove([*keys, "new-entry"]).data.rstrip() == before.data.rstrip()
        elif piece.items:
            index = choose.randint(0, len(piece.items))
            after = before.insert(keys, index, "new")
            assert after.get(keys)[index] == "new"
            assert after.remove([*keys, index]).data.rstrip() == before.data.rstrip()
        if piece.key and keys:
            after = before.rename(keys, "new-name")
            assert after.rename([*keys[:-1], "new-name"], str(keys[-1])).data.replace(b'"', b"") == before.data.replace(
                b'"', b""
            )
