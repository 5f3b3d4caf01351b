"""What a deck has left in the output goes when the game no longer has it, also where only a part of it is built."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from beeprint import starter
from beeprint.delivery.earlier import with_earlier
from command import call, made

OUT = Path("output", "mine")
#: Only the names of pictures are looked at.
COARSE = ("--dpi", "20")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a game whose decks are cards and tiles, of which faces and pictures were made."""
    monkeypatch.chdir(tmp_path)
    starter.write(tmp_path / "mine")
    made("build", "mine", "--profile", "faces", "--profile", "images", *COARSE)
    (OUT / "faces" / "cards" / "notes.txt").write_text("a person's")
    return tmp_path / "mine"


def renamed(game: Path, old: str, new: str) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    assert f"\n  {old}:\n" in text
    text = text.replace(f"\n  {old}:\n", f"\n  {new}:\n").replace(f"deck: {old}", f"deck: {new}")
    (game / "game.yaml").write_text(text, "utf-8")
    (game / "rules.md").write_text("# Rules\n", "utf-8")


def there(profile: str) -> set[str]:
    """Return the folders of decks in a profile's folder."""
    return {path.name for path in (OUT / profile).iterdir() if path.is_dir()}


def listed() -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads((OUT / "manifest.json").read_text("utf-8"))
    return manifest


def test_files_of_a_deck_under_its_old_name_go_with_a_build_of_a_part(game: Path) -> None:
    renamed(game, "cards", "leaves")
    made("build", "mine", "--profile", "faces", "--only", "leaves")
    assert there("faces") == {"cards", "leaves", "tiles"}
    assert [path.name for path in (OUT / "faces" / "cards").iterdir()] == ["notes.txt"]
    assert {name.split("/")[1] for name in listed()["profiles"]["faces"]} == {"leaves", "tiles"}
    # The other profile keeps its files until it is built, and it is still known then whose they are.
    assert there("images") == {"cards", "tiles"}
    made("build", "mine", "--profile", "images", "--only", "leaves", *COARSE)
    assert there("images") == {"leaves", "tiles"}
    assert "earlier" not in listed()


def test_a_whole_build_of_another_profile_forgets_no_earlier_deck(game: Path) -> None:
    renamed(game, "cards", "leaves")
    made("build", "mine", "--profile", "faces")
    assert listed()["earlier"] == {"images": ["cards"]}
    made("build", "mine", "--profile", "images", "--only", "tiles", *COARSE)
    assert there("images") == {"tiles"} and "earlier" not in listed()


def test_decks_that_are_only_not_chosen_keep_their_files(game: Path) -> None:
    before = listed()["profiles"]
    made("build", "mine", "--profile", "faces", "--only", "tiles")
    assert listed()["profiles"] == before and "earlier" not in listed()
    assert len(list((OUT / "faces" / "cards").iterdir())) > 10


def test_an_unchanged_build_of_a_part_clears_up_too(game: Path) -> None:
    """Its files come from the cache and are in place; what is left of the earlier deck is not."""
    only = ("build", "mine", "--profile", "faces", "--only", "leaves")
    renamed(game, "cards", "leaves")
    made(*only)
    text = (OUT / "manifest.json").read_text("utf-8")
    (OUT / "faces" / "cards" / "old.svg").write_text("old")
    spoilt = text.replace('"earlier": {', '"earlier": {"faces": ["cards"], ', 1)
    spoilt = spoilt.replace('"faces/leaves/back.svg"', '"faces/cards/old.svg",\n  "faces/leaves/back.svg"', 1)
    (OUT / "manifest.json").write_text(spoilt, "utf-8", newline="\n")
    assert "the files come from the cache" in call(*only).stderr
    assert not (OUT / "faces" / "cards" / "old.svg").exists()
    assert (OUT / "manifest.json").read_text("utf-8") == text


@pytest.mark.parametrize(
    ("file", "goes"),
    [
        ("p/cards.pdf", True),
        ("p/cards-1.png", True),
        ("p/cards-fronts.pdf", True),
        ("p/Cards/a.front.svg", True),
        ("p/files/back-cards-7cc38f1f19.png", True),
        ("p/cards-of-old.pdf", False),  # of the deck that is called so
        ("p/cardsharps.pdf", False),
        ("p/backs.pdf", False),
        ("p/files/a.png", False),
        ("p/files/tiles-meadow.png", False),
        ("p/tiles/cards.svg", False),  # a piece of another deck
        ("p/index.html", False),
    ],
)
def test_a_file_is_of_the_deck_that_it_is_called_after(file: str, goes: bool) -> None:
    before = {"profiles": {"p": [file]}, "decks": ["cards", "files", "tiles"]}
    part: dict[str, Any] = {"decks": ["cards-of-old", "tiles"], "stocks": ["board"], "profiles": {"p": []}}
    assert with_earlier(part, before)["gone"] == [file] * goes
    # A stock of that name is still there, and what lies in no folder of a deck may be its file.
    part["stocks"].append("cards")
    assert with_earlier(part, before)["gone"] == [file] * (goes and "/Cards/" in file)
