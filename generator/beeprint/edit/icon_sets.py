"""Sets of icons to choose from: beeprint's own, those of plug-ins, and those of the packages of the extra `icons`.

The packages are read as data: none of their code is imported, and what their archives hold is bounded.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from beeprint import starter
from beeprint.base import plugins
from beeprint.base.problems import Place, error_at
from beeprint.drawing.fonts import Fonts
from beeprint.edit.change import Edit
from beeprint.edit.draft import Draft
from beeprint.edit.dropped import DroppedFile, drop_file
from beeprint.edit.game_settings import game_order
from beeprint.game.model import Game
from beeprint.sources.nodes import read_yaml

#: The set that comes with beeprint.
OWN = "beeprint"
INSTALL = 'pip install "beeprint[icons]"'
#: The most bytes of an archive and of a drawing in it, and the most drawings that an archive holds.
_ARCHIVE, _DRAWING, _DRAWINGS = 16_000_000, 100_000, 20_000


class Icon(NamedTuple):
    """An icon: its set, its name there, and whether all words that were searched for are its name or its words."""

    set: str
    name: str
    fits: bool = False

    @property
    def full_name(self) -> str:
        """Return the name that tells it from the icons of other sets."""
        return self.name if self.set == OWN else f"{self.set}/{self.name}"


class IconSet(Struct, frozen=True, dict=True):
    """A set of drawings: `files` has a file for each name, in a folder or in an archive; `credit` is owed for them."""

    home: Path
    files: Mapping[str, str]
    credit: str = ""

    def read(self, name: str) -> bytes:
        """Return a drawing as it is in the set; KeyError for another name, BuildError where it cannot be read."""
        file = self.files[name]
        if self.home.is_dir():
            return (self.home / file).read_bytes()
        try:
            part = self._archive.getinfo(file)
            if part.file_size > _DRAWING:
                raise error_at(Place(f"{self.home}:{file}"), "the drawing is too large", "choose another icon")
            return self._archive.read(part)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
            raise _damaged(self.home) from error

    @cached_property
    def _archive(self) -> zipfile.ZipFile:
        return zipfile.ZipFile(self.home)

    @cached_property
    def tokens(self) -> Mapping[str, tuple[str, ...]]:
        """Return the words of each name, without their plurals."""
        return {name: tuple(_words(name)) for name in self.files}


class _Package(NamedTuple):
    """A package of the extra: its module, which of its drawings are taken, and the line of credit that they ask for."""

    module: str
    file: str
    credit: str


_PACKAGES = {
    "lucide": _Package(
        "justmyresource_lucide", r"([a-z0-9-]+)\.svg", "Icons: Lucide, © Lucide Contributors, ISC License, lucide.dev"
    ),
    "phosphor": _Package(
        "justmyresource_phosphor",
        r"(?:fill|bold)/([a-z0-9-]+)\.svg",  # thinner ones are too fine for cards
        "Icons: Phosphor Icons, © Phosphor Icons, MIT License, phosphoricons.com",
    ),
}


@cache
def icon_sets() -> Mapping[str, IconSet]:
    """Return the sets that are installed, beeprint's own first; BuildError for a damaged archive."""
    folders = {_own_folder(): OWN, **plugins.folders("icons")}
    sets = {package: IconSet(folder, _drawings(folder)) for folder, package in folders.items()}
    for name, package in _PACKAGES.items():
        archive = _archive_of(package.module)
        if archive is not None:
            sets[name] = IconSet(archive, _listed(archive, package.file), package.credit)
    return sets


def extra_installed() -> bool:
    """Return whether a package of the extra `icons` is installed."""
    return not icon_sets().keys().isdisjoint(_PACKAGES)


def own_icon(name: str) -> bytes:
    """Return the drawing of one of beeprint's own icons."""
    return (_own_folder() / f"{name}.svg").read_bytes()


def _own_folder() -> Path:
    return Path(starter.__file__).parent / "icons"


def _drawings(folder: Path) -> dict[str, str]:
    drawings = {path.stem: path.name for path in sorted(folder.glob("*.svg"))}
    if folder != _own_folder():
        return drawings
    return {name: drawings[name] for name in own_words()}  # in the order of the file


def _archive_of(module: str) -> Path | None:
    """Return the archive of an installed package, which is not imported."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    places = spec.submodule_search_locations if spec is not None else None
    archive = Path(places[0], "icons.zip") if places else None
    return archive if archive is not None and archive.is_file() else None


def _listed(archive: Path, pattern: str) -> dict[str, str]:
    """Return the drawings in an archive by their names."""
    try:
        if archive.stat().st_size > _ARCHIVE:
            raise _damaged(archive)
        with zipfile.ZipFile(archive) as opened:
            names = opened.namelist()
    except (zipfile.BadZipFile, OSError) as error:
        raise _damaged(archive) from error
    matches = (re.fullmatch(pattern, name) for name in sorted(names[:_DRAWINGS]))
    return {match[1]: match[0] for match in matches if match}


def _damaged(archive: Path) -> Exception:
    return error_at(Place(str(archive)), "the icons of this package cannot be read", f"install it again: {INSTALL}")


@cache
def own_words() -> Mapping[str, frozenset[str]]:
    """Return the words by which each of beeprint's own icons is found, besides its name."""
    groups = read_yaml((_own_folder() / "words.yaml").read_bytes(), "words.yaml").plain()
    listed = {name: phrases for group in groups.values() for name, phrases in group.items()}
    return {name: frozenset(word for phrase in phrases for word in _words(phrase)) for name, phrases in listed.items()}


# Search ---------------------------------------------------------------------------------------------------------------

#: How well a word meets an icon, the best first: its whole name, a word of it, one of its other words, the beginning of
#: either, or a word of its name that is the name of one of beeprint's icons with that word.
_NAME, _PART, _WORD, _BEGIN, _BEGINS_WORD, _AKIN = range(6)
_MOST_WORDS, _LEAST_BEGIN = 6, 2


def find_icons(query: str) -> list[Icon]:
    """Return the icons that meet all words of a query, the best first; all of beeprint's own for an empty one.

    Those of beeprint that have the words, as names or besides them, come before those of other sets.
    """
    words = list(_words(query))[:_MOST_WORDS]
    if not words:
        return [Icon(OWN, name) for name in icon_sets()[OWN].files] if not query.strip() else []
    akin = {word: _names_of(word) for word in words}
    ranks: dict[Icon, tuple[object, ...]] = {}
    for set_, icons in icon_sets().items():
        for name, tokens in icons.tokens.items():
            more = own_words().get(name, frozenset()) if set_ == OWN else frozenset()
            scores = [_score(word, tokens, more, akin[word]) for word in words]
            if None not in scores:
                known = [score for score in scores if score is not None]
                rank = 0 if [*tokens] == words else sum(known)
                icon = Icon(set_, name, max(known) <= _WORD)
                ranks[icon] = (set_ != OWN or not icon.fits, rank, set_ != OWN, len(name), name)
    return sorted(ranks, key=lambda icon: ranks[icon])


def own_icon_for(words: str) -> str:
    """Return the name of beeprint's own icon that stands for words, such as coin for [money]; empty for none."""
    best = next(iter(find_icons(words)), None)
    return best.name if best is not None and best.fits and best.set == OWN else ""


def _names_of(word: str) -> frozenset[str]:
    """Return the names of beeprint's icons, of one word each, that a word means: coin for money."""
    return frozenset(name for name, words in own_words().items() if word in words and "-" not in name)


def _score(word: str, tokens: tuple[str, ...], more: frozenset[str], akin: frozenset[str]) -> int | None:
    if word in tokens:
        return _NAME if tokens == (word,) else _PART
    if word in more:
        return _WORD
    if len(word) >= _LEAST_BEGIN:
        if any(token.startswith(word) for token in tokens):
            return _BEGIN
        if any(each.startswith(word) for each in more):
            return _BEGINS_WORD
    return None if akin.isdisjoint(tokens) else _AKIN


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text, in small letters and without plurals."""
    for word in re.findall(r"[^\W_]+", text.casefold()):
        yield _single(word)


def _single(word: str) -> str:
    """Return the singular of a word, roughly: berry of berries, box of boxes, coin of coins."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")) else word


def by_name(name: str) -> Icon | None:
    """Return the icon of a name as `full_name` writes it, or of the first set that has it; None for none."""
    set_, _, rest = name.rpartition("/")
    if set_:
        return Icon(set_, rest) if rest in getattr(icon_sets().get(set_), "files", ()) else None
    return next((Icon(each, name) for each, icons in icon_sets().items() if name in icons.files), None)


def add_credit(draft: Draft, set_: str) -> None:
    """Add what is owed for the icons of a set to the credits of game.yaml, once."""
    credit, document = icon_sets()[set_].credit, draft.game_yaml
    credits = document.get(["credits"]) or []
    lines = [credits] if isinstance(credits, str) else credits
    if credit and credit not in lines:
        draft.put(document.set(["credits"], [*lines, credit], game_order()))


def add_icon(game: Game, icon: Icon, existing: str = "", fonts: Fonts | None = None) -> tuple[Edit, DroppedFile]:
    """Return the edit that copies an icon into art/icons, with its credit in game.yaml, and the file that it becomes.

    `existing` and errors are those of `drop_file`.
    """
    file = drop_file(game, f"{icon.name}.svg", icon_sets()[icon.set].read(icon.name), "art/icons", existing, fonts)
    draft = Draft(game)
    draft.take(file.changes)
    if file.changes:
        add_credit(draft, icon.set)
    return draft.edit(f"icon {file.name} added"), file
