"""The drawings of a game's icons, and the fix that prints a word of its texts as an icon."""

from __future__ import annotations

from functools import cached_property

from beeprint.base.problems import Fix, Place
from beeprint.drawing.picture_formats import SUFFIXES
from beeprint.sources.workspace import Workspace

_ICONS = "icons/"


def icon_drawings(workspace: Workspace) -> dict[str, str]:
    """Return the names of the drawings in art/icons by the last part of each in small letters, the shortest first."""
    names = [name.removeprefix(_ICONS) for name in workspace.names("art", SUFFIXES) if name.startswith(_ICONS)]
    drawings: dict[str, str] = {}
    for name in sorted(names, key=lambda name: (name.count("/"), name)):
        drawings.setdefault(name.rpartition("/")[2].casefold(), name)
    return drawings


class IconFixes:
    """Offers to make words between marks, such as [coin], icons; `place` is that of game.yaml."""

    def __init__(self, workspace: Workspace, place: Place) -> None:
        self._workspace, self._place = workspace, place

    @cached_property
    def _drawings(self) -> dict[str, str]:
        return icon_drawings(self._workspace)

    def icon(self, word: str) -> str:
        """Return the drawing that has a word's name, empty where there is none."""
        return self._drawings.get(word[1:-1].strip().casefold(), "")

    def __call__(self, word: str) -> tuple[Fix, ...]:
        """Return the fix that makes a word an icon; none where no drawing has its name."""
        icon = self.icon(word)
        if not icon:
            return ()
        does = f"Texts show art/icons/{icon} in place of {word}, by a line under icons: in game.yaml."
        return (self._fix(word, icon, does),)

    def of_any_drawing(self, word: str) -> tuple[Fix, ...]:
        """Return the fix that makes a word an icon by the drawing of beeprint that stands for it, which it copies."""
        does = f"Texts show the icon of beeprint that stands for {word}. It is copied into art/icons."
        return (self._fix(word, "", does),)

    def _fix(self, word: str, icon: str, does: str) -> Fix:
        return Fix(f"Make {word} an icon", "make-icon", {"word": word, "icon": icon}, does, place=self._place)
