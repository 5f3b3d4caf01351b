"""What an editor with yaml-language-server says of the files of a new game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from editor import Editor, editor

from beeprint import starter


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "my-game"
    starter.write(folder)
    return folder


@pytest.fixture(scope="module")
def session(game: Path) -> Iterator[Editor]:
    with editor(game) as client:
        yield client


def typed(game: Path, file: str, after: str, text: str) -> tuple[Path, str, int, int]:
    """Return a file with a text typed after some words of it: its path, its content, and where the cursor is."""
    path = game / file
    old = path.read_text("utf-8")
    assert old.count(after) == 1
    start = old.index(after) + len(after)
    before = old[:start] + text
    return path, f"{before}\n{old[start:]}", before.count("\n"), len(before.rpartition("\n")[2])


def completed(session: Editor, game: Path, file: str, after: str, text: str) -> dict[str, Any]:
    """Return what the editor offers after a text is typed: by label, what is said of it."""
    path, content, line, character = typed(game, file, after, text)
    session.open(path, content)
    offered = session.at("completion", path, line, character)
    items = offered["items"] if isinstance(offered, dict) else offered
    return {item["label"]: item.get("documentation", "") for item in items}


@pytest.mark.parametrize(
    "file", ["game.yaml", "palette.yaml", "layouts/card.yaml", "layouts/tile.yaml", "layouts/back.yaml"]
)
def test_nothing_is_underlined_in_a_new_game(session: Editor, game: Path, file: str) -> None:
    assert session.open(game / file, (game / file).read_text("utf-8")) == []


@pytest.mark.tool("node", "yaml-language-server")
def test_keys_of_a_deck_are_completed_and_explained(session: Editor, game: Path) -> None:
    items = completed(session, game, "game.yaml", "    stock: tiles\n", "    ")
    assert {"bleed", "safe", "legible-text", "per-player"} <= set(items)
    assert "stock" not in items and "slots" not in items
    assert "how far art extends beyond the trim" in str(items["bleed"])


def test_rules_are_completed_and_explained(session: Editor, game: Path) -> None:
    items = completed(session, game, "game.yaml", "  - {rule: count, deck: tiles, is: 3}\n", "  - rule: ")
    assert {"count", "every-combination", "tiling"} <= set(items)


def test_keys_of_a_slot_are_those_of_its_kind(session: Editor, game: Path) -> None:
    slot = "  new:\n    kind: text\n    "
    items = completed(session, game, "layouts/tile.yaml", "slots:\n", slot)
    assert {"hyphenate", "valign", "repeat", "style"} <= set(items)
    assert not {"art", "pitch", "stroke"} & set(items)


def test_words_of_a_key_are_completed(session: Editor, game: Path) -> None:
    items = completed(session, game, "layouts/tile.yaml", "slots:\n", "  new:\n    kind: text\n    valign: ")
    assert {"top", "middle", "bottom"} <= set(items)


def test_an_unknown_key_is_underlined_where_it_stands(session: Editor, game: Path) -> None:
    path, content, line, _ = typed(game, "layouts/tile.yaml", "slots:\n", "  new: {kind: text, colr: ink}")
    faults = session.open(path, content)
    (fault,) = [fault for fault in faults if fault["range"]["start"]["line"] == line]
    assert "colr" in fault["message"]
    start = fault["range"]["start"]["character"]
    assert content.splitlines()[line][start:].startswith("colr")


def test_a_key_is_explained_under_the_mouse(session: Editor, game: Path) -> None:
    path, content, line, _ = typed(game, "game.yaml", "    stock: car", "")
    session.open(path, content)
    hover = session.at("hover", path, line, 6)
    assert "the kind of paper or material" in str(hover["contents"])
