"""The folder of a stranger's project: files by the names that scripts call them, read only where they lie within it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath

from beeprint.base import regular
from beeprint.files.font_folder import FONTS, FontFolder, font_key
from beeprint.files.names import is_safe
from beeprint.starter.pictures import by_name

MAX_SCRIPT = 1_000_000


class ProjectFolder:
    """A folder and the names of the files below it."""

    def __init__(self, home: Path, files: Sequence[str]) -> None:
        self.home, self.files = home, files

    def read(self, file: str, most: int = MAX_SCRIPT) -> bytes:
        """Read a file; OSError for a larger one, and for a link that leads out of the folder."""
        return regular.read(self.home / file, most, within=self.home)

    def text(self, file: str) -> str:
        """Read a text; empty where it cannot be read."""
        try:
            return self.read(file).decode("utf-8-sig", "replace")
        except OSError:
            return ""

    def named(self, name: str, near: str = "") -> str:
        """Return the file of a name, from where another one is, from any folder above it, or from the top."""
        parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
        for folder in (*PurePosixPath(near).parents, PurePosixPath(".")):
            path = list(folder.parts)
            for part in parts:
                path = path[:-1] if part == ".." else [*path, part]
            file = "/".join(path)
            if file in self._known and is_safe(file):
                return file
        return ""

    def picture(self, name: str, near: str = "") -> str:
        """Return the picture of a name, as `named`, else by its name alone; empty for a link that leads out."""
        plain = PurePosixPath(name.replace("\\", "/"))
        keys = [key for key in (str(plain).casefold(), plain.name.casefold()) if key in self._pictures]
        file = self.named(name, near) or (self._pictures[keys[0]] if keys else "")
        return file if plain.name and file and self._holds(file) else ""

    def _holds(self, file: str) -> bool:
        """Return whether a file lies in the folder, with all links followed."""
        return bool(regular.seen_from(self._top, str(regular.real(self.home / file))))

    @cached_property
    def _top(self) -> str:
        return str(regular.real(self.home))

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.files)

    @cached_property
    def _pictures(self) -> dict[str, str]:
        return by_name(self.files)

    @cached_property
    def fonts(self) -> FontFolder:
        """Return the fonts that lie in the folder, by their families and styles."""
        fonts = [file for file in self.files if PurePosixPath(file).suffix.lower() in FONTS and self._holds(file)]
        return FontFolder([(font_key(PurePosixPath(file).stem), self.home / file) for file in fonts])
