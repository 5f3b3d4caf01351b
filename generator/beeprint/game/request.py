"""Check the requested language, edition, number of players, decks and pieces against the game, and read it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from beeprint.base.options import CheckOptions, FileOptions
from beeprint.base.problems import BuildError, did_you_mean, only_errors
from beeprint.files.workspace import Workspace
from beeprint.game import edition, model
from beeprint.game.model import Game, GameSpec

Asked = TypeVar("Asked", bound=CheckOptions)


class UnknownError(Exception):
    """Raised for an option that asks for something a game does not have; `option` names its field."""

    def __init__(self, option: str, message: str) -> None:
        self.option, self.message = option, message
        super().__init__(f"{option}: {message}")


def settled(spec: GameSpec, options: Asked) -> Asked:
    """Return the options with the language and edition to load: empty for the original language and the whole box.

    UnknownError if the game has no such language or edition, or is not for that number of players.
    """
    language, name, players = options.language, options.edition, options.players
    if language and language not in spec.languages:
        hint = did_you_mean(language, spec.languages)
        raise UnknownError("language", f"the game has no language {language}: {hint}")
    if name and name != edition.FULL and name not in spec.editions:
        hint = did_you_mean(name, [edition.FULL, *spec.editions])
        raise UnknownError("edition", f"{spec.title} has no edition {name}: {hint}")
    own = spec.editions.get(name)
    text = str((own.get("players") if isinstance(own, dict) else "") or spec.players)
    allowed = edition.players_of(text)
    if players is not None and (allowed is None or not allowed[0] <= players <= allowed[1]):
        of = f"edition {name}" if own else spec.title
        known = f"is for {text} players, not {players}" if text else "does not say how many players it is for"
        raise UnknownError("players", f"{of} {known}")
    written_in = next(iter(spec.languages), "")
    return replace(
        options, language="" if language == written_in else language, edition="" if name == edition.FULL else name
    )


def check_pieces(game: Game, options: CheckOptions) -> None:
    """Raise UnknownError if the options name a deck or a piece that the game does not have."""
    if isinstance(options, FileOptions):
        _check_decks(game, "copies", options.copies)
    _check_decks(game, "only", options.only)
    for deck, ids in options.only.items():
        made = game.components.get(deck)
        for piece in ids if made else ():
            if made and piece not in made.rows.by_id:
                raise UnknownError("only", f"{made.rows.file} has no {piece}: {did_you_mean(piece, made.rows.by_id)}")


def _check_decks(game: Game, option: str, decks: Iterable[str]) -> None:
    for deck in decks:
        if deck not in game.decks and deck not in game.spec.boxes:
            raise UnknownError(
                option, f"{game.spec.title} has no deck {deck}: {did_you_mean(deck, [*game.decks, *game.spec.boxes])}"
            )


def read(folder: Path, options: CheckOptions) -> Game:
    """Read the requested game without checking its rules and faces; BuildError if its data is faulty."""
    box, problems = model.load(Workspace(folder), options.language)
    if only_errors(problems):
        raise BuildError(problems)
    if not options.edition and options.players is None:
        return box
    return edition.chosen(box, edition.editions(box), options.edition, options.players)
