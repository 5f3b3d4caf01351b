"""Sets of icons to choose from: beeprint's own, those of plug-ins, and those of the packages of the extra `icons`.

The packages are read as data: none of their code is imported, and what their archives hold is bounded.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from beeprint.base import plugins
from beeprint.base.problems import Place, error_at
from beeprint.drawing.fonts import Fonts
from beeprint.edit.change import Edit
from beeprint.edit.draft import Draft
from beeprint.edit.dropped import DroppedFile, drop_file
from beeprint.edit.game_settings import game_order
from beeprint.game.model import Game
from beeprint.starter.own_icons import Query, own_folder, own_words, words_of

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
        return {name: tuple(words_of(name)) for name in self.files}


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
    folders = {own_folder(): OWN, **plugins.folders("icons")}
    sets = {package: IconSet(folder, _drawings(folder)) for folder, package in folders.items()}
    for name, package in _PACKAGES.items():
        archive = _archive_of(package.module)
        if archive is not None:
            sets[name] = IconSet(archive, _listed(archive, package.file), package.credit)
    return sets


def extra_installed() -> bool:
    """Return whether a package of the extra `icons` is installed."""
    return not icon_sets().keys().isdisjoint(_PACKAGES)


def _drawings(folder: Path) -> dict[str, str]:
    drawings = {path.stem: path.name for path in sorted(folder.glob("*.svg"))}
    if folder != own_folder():
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


# Search ---------------------------------------------------------------------------------------------------------------


def find_icons(query: str) -> list[Icon]:
    """Return the icons that meet all words of a query, the best first; all of beeprint's own for an empty one.

    Those of beeprint that have the words, as names or besides them, come before those of other sets.
    """
    if not query.strip():
        return [Icon(OWN, name) for name in icon_sets()[OWN].files]
    wanted = Query(query)
    ranks: dict[Icon, tuple[object, ...]] = {}
    for set_, icons in icon_sets().items():
        for name, tokens in icons.tokens.items():
            more = own_words().get(name, frozenset()) if set_ == OWN else frozenset()
            match = wanted.match(tokens, more)
            if match is not None:
                is_far = set_ != OWN or not match.fits
                ranks[Icon(set_, name, match.fits)] = (is_far, match.distance, set_ != OWN, len(name), name)
    return sorted(ranks, key=lambda icon: ranks[icon])


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
