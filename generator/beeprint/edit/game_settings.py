"""What game.yaml says of the game itself, with the controls that set it; another language, and the leaflet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from beeprint.base.problems import Fix, Place, Problem, did_you_mean, error_at
from beeprint.edit.change import Edit, check_seen, digests
from beeprint.edit.draft import Draft, written
from beeprint.edit.slot_keys import SlotKey, control_of, sentences_of
from beeprint.edit.translations import translate
from beeprint.edit.yaml_style import as_flow
from beeprint.game import model
from beeprint.game.model import Game, GameSpec, LeafletSpec
from beeprint.game.translation import rows_to_translate
from beeprint.sources.data_formats import CSV, TEXT, TSV, format_of
from beeprint.sources.records import keys_of
from beeprint.sources.workspace import GAME, Workspace, shown

#: The keys that a page sets, the usual ones first.
KEYS = ("title", "summary", "version", "players", "credits", "unofficial", "languages", "bring", "not-included",
        "smallest-text", "most-pieces", "line-break", "id")  # fmt: skip
_USUAL = KEYS[:7]
_LABELS = {
    "summary": "What it is, in a few words",
    "unofficial": "Unofficial",
    "bring": "What else players need",
    "not-included": "What is not in these files",
    "smallest-text": "Smallest text",
    "most-pieces": "Most pieces",
    "line-break": "Line break in cells",
    "id": "Name of the folder for what is made",
}
#: Sentences of keys that the documents explain together with another key.
_SENTENCES = {
    "title": "the name of the game",
    "version": "the version, on sheets and stamps, such as 0.3",
    "summary": "such as: a game of bees for 3 to 6 queens",
    "players": "how many people play, such as 3 or 2-4",
    "languages": "the language of its texts first; a translation of each other one is a folder of the game",
    "bring": "such as 2 pawns, a line for each",
    "line-break": "what cells hold where a line ends, such as %n; cells may hold line breaks without it",
    "id": "what the folder for its files is called, in small letters, digits and hyphens",
    "credits": "lines to print on every sheet: who made it, and its licence",
    "unofficial": "prints the word unofficial on every sheet",
}
#: What a new leaflet holds.
_LEAFLET = """\
# {game.title}

A game for {game.players} players.

## What is in the box

{components}

## Set-up

1. ...

## A turn

1. ...

## The end

..."""


@cache
def game_keys() -> tuple[SlotKey, ...]:
    """Return the keys of game.yaml that are set one by one."""
    sentences = {**sentences_of("game", "GameSpec"), **_SENTENCES}
    keys = {key.alias: key for key in keys_of(GameSpec)}
    return tuple(control_of(keys[key], sentences[key], key in _USUAL, _LABELS.get(key, "")) for key in KEYS)


def _labels(names: Iterable[str], keys: Iterable[SlotKey]) -> str:
    """Return what the fields of keys are called, for the title of an edit."""
    labels = {key.name: key.label.lower() for key in keys}
    return " and ".join(labels.get(name, name) for name in names)


def game_values(game: Game) -> dict[str, Any]:
    """Return what game.yaml says of its keys, as it is written."""
    plain = written(game, [])
    return {key: plain[key] for key in KEYS if key in plain}


def set_game_keys(game: Game, values: Mapping[str, Any]) -> Edit:
    """Return the edit that sets keys of game.yaml; None removes one."""
    draft = Draft(game)
    document = draft.game_yaml
    for key, value in values.items():
        if key not in KEYS:
            raise error_at(_place(game), f"{key} is not set here", did_you_mean(key, KEYS))
        document = document.remove([key]) if value in (None, "", []) else document.set([key], value, game_order())
    draft.put(document)
    return draft.edit(f"{_labels(values, game_keys())} of the game changed")


@cache
def game_order() -> tuple[str, ...]:
    """Return the keys of game.yaml in the order of a file."""
    return tuple(key.alias for key in keys_of(GameSpec))


def _place(game: Game) -> Place:
    return Place(shown(game.workspace.game / GAME))


# Languages ------------------------------------------------------------------------------------------------------------


def add_language(game: Game, language: str) -> Edit:
    """Return the edit that adds a language, with files that hold all texts for a person to translate.

    Tables that are not CSV get none: warnings name the files to make.
    """
    home = game.workspace.game
    if language in game.spec.languages:
        raise error_at(_place(game), f"the game has the language {language} already", "choose another one")
    draft = Draft(game)
    draft.put(draft.game_yaml.set(["languages"], [*game.spec.languages, language], game_order()))
    original = model.load(Workspace(home))[0]
    warnings: list[Problem] = []
    rows_of = {name: rows for name in original.names if (rows := original.rows(name)) is not None}
    for name, rows in rows_of.items():
        spec = original.spec.decks.get(name) or original.spec.tables[name]
        file = f"lang/{language}/{spec.data.file}"
        texts = rows_to_translate(rows)
        if not texts or (home / file).exists() or spec.data.file.endswith("/"):
            continue
        if (format_of(file) or CSV) in (CSV, TSV, TEXT):
            translate(draft, Fix("", "translate", {"file": file, "rows": texts}), Place(file))
        else:
            warnings.append(Problem(Place(file), f"translate {spec.data.file} there", "", "warning"))
    if not list((home / "lang" / language).glob("*")):
        draft.write(home / "lang" / language / GAME, f"title: {as_flow(original.spec.title)}\n")
    edit = draft.edit(f"language {language} added")
    return Edit(edit.title, edit.game, edit.changes, (*warnings, *edit.warnings))


# The leaflet ----------------------------------------------------------------------------------------------------------


def leaflet_file(game: Game, language: str = "") -> Path | None:
    """Return the file of the leaflet's text in a language; None for a game without a leaflet."""
    home = game.workspace.game
    if game.spec.leaflet is None:
        return None
    return (home / "lang" / language if language in game.spec.languages[1:] else home) / game.spec.leaflet.text


def leaflet_text(game: Game, language: str = "") -> tuple[str, Mapping[str, str]]:
    """Return the text of the leaflet with plain line feeds, and the digest of its file; "" where there is none yet."""
    path = leaflet_file(game, language)
    data = (Draft(game).read(path) if path else None) or b""
    return re.sub(r"\r\n?", "\n", data.decode("utf-8-sig", "replace")), digests({path: data}) if path else {}


def set_leaflet_text(game: Game, text: str, seen: Mapping[str, str], language: str = "") -> Edit:
    """Return the edit that gives the leaflet another text; its line ends stay. BuildError if the file has changed."""
    path = leaflet_file(game, language)
    if path is None:
        raise error_at(_place(game), "the game has no leaflet", "make one first")
    draft = Draft(game)
    before = draft.read(path) or b""
    check_seen({path: before}, seen)
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    lines = re.sub(r"\r\n?", "\n", text)
    ended = lines if lines.endswith("\n") or not before.endswith(b"\n") else f"{lines}\n"
    draft.write(path, mark + ended.encode().replace(b"\n", newline))
    return draft.edit("rules of play changed")


@cache
def leaflet_keys() -> tuple[SlotKey, ...]:
    """Return the keys of the leaflet that are set one by one."""
    sentences = sentences_of("game", "LeafletSpec")
    keys = {key.alias: key for key in keys_of(LeafletSpec)}
    labels = {"layout": "Layout", "stock": "Name of its files", "text": "File of its text"}
    return tuple(control_of(keys[key], sentences[key], False, label) for key, label in labels.items())


def leaflet_values(game: Game) -> dict[str, Any]:
    """Return what game.yaml says of the leaflet, as it is written."""
    return dict(written(game, ["leaflet"]) or {})


def set_leaflet_keys(game: Game, values: Mapping[str, Any]) -> Edit:
    """Return the edit that sets keys of the leaflet; None removes one. BuildError for a layout that is not there."""
    layout = values.get("layout")
    names = Workspace(game.workspace.game).names("layouts", [".yaml"])
    layouts = [name.removeprefix("leaflets/") for name in names if name.startswith("leaflets/")]
    if layout and layout not in layouts:
        raise error_at(_place(game), f"there is no layout {layout} of leaflets", did_you_mean(str(layout), layouts))
    draft = Draft(game)
    document = draft.game_yaml
    for key, value in values.items():
        keys = ["leaflet", key]
        document = (
            document.remove(keys) if value in (None, "") else document.set(keys, value, ("text", "layout", "stock"))
        )
    draft.put(document)
    return draft.edit(f"{_labels(values, leaflet_keys())} of the rules of play changed")


def make_leaflet(game: Game) -> Edit:
    """Return the edit that gives a game a leaflet: a text to begin with, or a file rules.md that it has already."""
    if game.spec.leaflet is not None:
        raise error_at(_place(game), "the game has a leaflet already", f"change {game.spec.leaflet.text}")
    draft = Draft(game)
    path = game.workspace.game / "rules.md"
    if draft.read(path) is None:
        players = "{game.players}" if game.spec.players else "2-4"
        draft.write(path, _LEAFLET.replace("{game.players}", players) + "\n")
    draft.put(draft.game_yaml.set(["leaflet"], {"text": path.name}, game_order()))
    return draft.edit("rules of play added")


def translate_leaflet(game: Game, language: str) -> Edit:
    """Return the edit that makes the file for a translation of the leaflet, with the original's text to translate."""
    original, path = leaflet_file(game), leaflet_file(game, language)
    draft = Draft(game)
    text = draft.read(original) if original else None
    if original == path or original is None or path is None or text is None:
        raise error_at(_place(game), f"there is no leaflet to translate into {language}", "add the language first")
    if draft.read(path) is not None:
        raise error_at(Place(shown(path)), "this translation is there already", "change its text")
    draft.write(path, text)
    return draft.edit(f"rules of play in {language} added")


def remove_leaflet(game: Game) -> Edit:
    """Return the edit after which a game has no leaflet; the file of its text stays."""
    draft = Draft(game)
    draft.put(draft.game_yaml.remove(["leaflet"]))
    return draft.edit("rules of play removed")
