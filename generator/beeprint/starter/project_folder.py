"""The folder of a stranger's project: its files by the names that scripts call them."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path, PurePosixPath

from beeprint.base import regular
from beeprint.base.problems import BuildError
from beeprint.sources.fonts import FONTS, FontFolder, font_key
from beeprint.sources.names import is_safe
from beeprint.starter.folder import Folder
from beeprint.starter.pictures import by_name

MAX_SCRIPT = 1_000_000


class ProjectFolder(Folder, frozen=True, dict=True):
    """A folder in which scripts name files as they like."""

    def text(self, file: str) -> str:
        """Read a text of at most MAX_SCRIPT bytes; empty where it cannot be read."""
        try:
            return self.read(file, MAX_SCRIPT).decode("utf-8-sig", "replace")
        except BuildError:
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
        """Return the picture of a name, as `named`, else by its name alone, with or without its ending."""
        plain = PurePosixPath(name.replace("\\", "/"))
        if not plain.name:
            return ""
        return self.named(name, near) or next(
            (self._pictures[key] for key in (str(plain).casefold(), plain.name.casefold()) if key in self._pictures), ""
        )

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.files)

    @cached_property
    def _pictures(self) -> dict[str, str]:
        return by_name(self.files)

    @cached_property
    def fonts(self) -> FontFolder:
        """Return the fonts in the folder, by their families and styles."""
        fonts: list[tuple[str, Path]] = []
        for file in self.files:
            path = self.home / file
            if path.suffix.lower() in FONTS and regular.seen_from(
                str(regular.real(self.home)), str(regular.real(path))
            ):
                fonts.append((font_key(path.stem), path))
        return FontFolder(fonts)
