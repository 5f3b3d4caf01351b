"""Folders on disk: find files in a game's and the shipped folders."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from beeprint.base import plugins, regular
from beeprint.base.problems import BuildError, Fix, Hint, Place, did_you_mean, error_at, replacing
from beeprint.sources import fonts, names
from beeprint.sources.data_formats import format_of
from beeprint.sources.fonts import FONTS, OTHER_FONTS, FontFile, FontFolder, font_key, shipped_font, shipped_styles
from beeprint.sources.foreign_files import UNREAD
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.source import list_names, read_bytes

#: The folder that holds data, layouts and fonts: the package when installed, the repository when edited.
SHIPPED = fonts.SHIPPED
#: The file that makes a folder a game.
GAME = "game.yaml"
# The folders of layouts/ that do not hold layouts, and what their files are called.
_GROUPS = {
    "conditions": "printing condition",
    "laser": "laser program",
    "leaflets": "leaflet layout",
    "materials": "material",
    "profiles": "profile",
    "sheets": "sheet",
    "vendors": "vendor",
}
#: The folder that builds write to; within a game it is never read.
OUTPUT = "output"
_ALMOST = ("game.yaml", "game.yml", "game.yaml.txt")


def shown(path: Path) -> str:
    """Format a path for messages: relative if it lies in the working folder, else absolute."""
    try:
        absolute, here = os.path.abspath(path), str(Path.cwd())
    except OSError:  # the working folder has been deleted
        return path.as_posix()
    return (regular.seen_from(here, absolute) or absolute).replace(os.sep, "/")


def built_in_games() -> dict[str, Path]:
    """Find the games that come with beeprint, by id."""
    return {path.parent.name: path.parent for path in sorted((SHIPPED / "data").glob("*/game.yaml"))}


@dataclass(frozen=True)
class Workspace:
    """A game's folder, which is searched first, and the shipped folders."""

    game: Path
    instead: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)  # data not yet in the folder
    _roots: dict[Path, Path] = field(default_factory=dict, init=False, repr=False, compare=False)
    _below: dict[tuple[Path, Path], bool] = field(default_factory=dict, init=False, repr=False, compare=False)
    _kinds: dict[str, tuple[Path, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _yamls: dict[tuple[str, str], Node] = field(default_factory=dict, init=False, repr=False, compare=False)
    _names: dict[tuple[str, ...], list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _listed: dict[Path, dict[str, str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _folded: dict[Path, dict[str, str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _fonts: list[FontFolder] = field(default_factory=list, init=False, repr=False, compare=False)

    def roots(self, kind: str) -> tuple[Path, ...]:
        """Return the folders that may hold a kind of thing (art, layouts, fonts), the game's own first.

        BuildError for one that is a link out of the game.
        """
        if kind in self._kinds:
            return self._kinds[kind]
        own = self.game / kind
        if not self._resolved(own).is_relative_to(self._resolved(self.game)):
            message = f"this is a link to a folder outside the game's folder {shown(self.game)}"
            raise error_at(Place(shown(own)), message, "copy the folder itself into the game")
        self._kinds[kind] = (own, SHIPPED / kind) if kind != "art" else (own,)
        return self._kinds[kind]

    def find(self, kind: str, name: str, suffixes: Iterable[str]) -> Path | None:
        """Find the file of a name without suffix, or None; never one outside its folder."""
        if not names.is_safe(name):
            return None
        endings = tuple(suffixes)
        path = self._find(self.roots(kind), name, endings, titled=kind == "art")
        # Searching plug-ins takes a while, so they come last.
        return path or (self._find(plugins.folders(kind), name, endings) if kind == "layouts" else None)

    def _find(self, roots: Iterable[Path], name: str, suffixes: tuple[str, ...], titled: bool = False) -> Path | None:
        """Find a file in the first of the folders that holds it; one whose name only is alike comes second."""
        folders = tuple(roots)
        ending = next((suffix for suffix in suffixes if name.lower().endswith(suffix)), "")
        files = [name] if ending else []  # a table may name its pictures with their endings
        files += [f"{name}{suffix}" for suffix in suffixes]
        for look in (self._as_written, self._alike, self._in_any_case, *([self._titled] if titled else [])):
            for root in folders:
                for file in files:
                    path = look(root, file)
                    if path is not None and self._is_below(path, root):
                        return path
        return None

    def _is_below(self, path: Path, root: Path) -> bool:
        """Return whether a file lies below a root, links followed; those of folders are followed once."""
        if path.is_symlink():
            return regular.real(path).is_relative_to(self._resolved(root))
        key = (path.parent, root)
        if key not in self._below:
            self._below[key] = regular.real(path.parent).is_relative_to(self._resolved(root))
        return self._below[key]

    def _as_written(self, root: Path, name: str) -> Path | None:
        path = root / name
        try:
            return path if path.is_file() else None
        except OSError:
            return None  # the name is too long

    def _alike(self, root: Path, name: str) -> Path | None:
        """Find a file whose name differs in how accents are encoded, or in the case of its ending."""
        path = root
        for part in name.split("/"):
            entry = self._entries(path).get(names.key(part))
            if entry is None:
                return None
            path /= entry
        return path if path.is_file() else None

    def _in_any_case(self, root: Path, name: str) -> Path | None:
        """Find the only file whose name is the same but for its case, as systems do that tell no case apart."""
        path = root
        for part in name.split("/"):
            if path not in self._folded:
                entries: dict[str, list[str]] = {}
                for key, entry in self._entries(path).items():
                    entries.setdefault(key.casefold(), []).append(entry)
                self._folded[path] = {key: same[0] for key, same in entries.items() if len(same) == 1}
            entry = self._folded[path].get(names.key(part).casefold(), "")
            if not entry:
                return None
            path /= entry
        return path if path.is_file() else None

    def _titled(self, root: Path, name: str) -> Path | None:
        """Find the one file with the letters and digits of a name: `shut-the-gate.svg` for `Shut the Gate!!.svg`."""
        folder, _, file = name.rpartition("/")
        stem, _, ending = names.key(file).rpartition(".")
        wanted = names.bare(stem)
        entries = [
            entry
            for entry in (self._entries(root / folder) if wanted else ())
            if entry.endswith(f".{ending}") and names.bare(entry.removesuffix(f".{ending}")) == wanted
        ]
        path = root / folder / self._entries(root / folder)[entries[0]] if len(entries) == 1 else None
        return path if path is not None and path.is_file() else None

    def _entries(self, folder: Path) -> dict[str, str]:
        """Return the names in a folder by what equal names have in common; cached."""
        entries = self._listed.get(folder)
        if entries is None:
            try:
                listed = sorted((path.name for path in folder.iterdir()), reverse=True)
            except OSError:
                listed = []
            entries = self._listed[folder] = {names.key(entry): entry for entry in listed}
        return entries

    def _resolved(self, root: Path) -> Path:
        """Resolve the links of a root, once."""
        resolved = self._roots.get(root)
        if resolved is None:
            resolved = self._roots[root] = regular.real(root)
        return resolved

    def package(self, kind: str, name: str, suffixes: Iterable[str]) -> str:
        """Find the plug-in package that a file comes from; empty if that is beeprint or the game."""
        path = self.find(kind, name, suffixes)
        homes = ((root, package) for root, package in plugins.folders(kind).items())
        return next((package for root, package in homes if path is not None and path.is_relative_to(root)), "")

    def names(self, kind: str, suffixes: Iterable[str]) -> list[str]:
        """List the names that `find` would find; cached."""
        endings = tuple(suffixes)
        if (kind, *endings) not in self._names:
            stems = {
                normalize("NFC", stem)
                for root in (*self.roots(kind), *(plugins.folders(kind) if kind == "layouts" else ()))
                for stem, ending in map(os.path.splitext, list_names(root))
                if ending.lower() in endings and names.is_safe(f"{stem}{ending}")
            }
            self._names[kind, *endings] = sorted(stems)
        return self._names[kind, *endings]

    def yaml(self, kind: str, name: str, place: Place) -> Node:
        """Read the YAML file of a name, once; BuildError at `place`, where it is mentioned, if there is none."""
        if (kind, name) in self._yamls:
            return self._yamls[kind, name]
        path = self.find(kind, name, [".yaml"])
        if path is None:
            group, _, rest = name.partition("/")
            if kind == "layouts" and group in _GROUPS and rest:
                known = [
                    listed.removeprefix(f"{group}/") for listed in self.names(kind, [".yaml"]) if f"{group}/" in listed
                ]
                raise error_at(place, f"there is no {_GROUPS[group]} {rest}", did_you_mean(rest, known))
            noun, other = kind.removesuffix("s"), self.find(kind, name, [".yml", ".yaml.txt"])
            linked = self._as_written(self.game / kind, f"{name}.yaml") if names.is_safe(name) else None
            if linked is not None:
                message = f"{shown(linked)} is a link to a file outside the game's folder"
                raise error_at(place, message, "copy the file itself into the folder")
            hint = self._renaming(other, name) if other else ""
            own = [
                listed for listed in self.names(kind, [".yaml"]) if self._find((self.game / kind,), listed, (".yaml",))
            ]
            hint = hint or did_you_mean(name.removeprefix(f"{kind}/"), self.names(kind, [".yaml"]), own)
            if kind == "layouts" and "/" not in name and not hint.endswith("?") and not other:
                hint = f"add layouts/{name}.yaml" + (f", or choose from {', '.join(own[:12])}" if own else "")
            raise error_at(place, f"there is no {noun} {name}", hint)
        node = self._yamls[kind, name] = read_yaml(read_bytes(path, shown(path)), shown(path))
        return node

    def _renaming(self, other: Path, name: str) -> str:
        """Return the hint to give a file the ending .yaml, with its fix if it is one of the game's files."""
        plain = f"{PurePosixPath(name).name}.yaml"
        hint = f"rename {shown(other)} to {plain}"
        if not other.is_relative_to(self.game):
            return hint
        values = {"file": other.relative_to(self.game).as_posix()}
        values["to"] = other.with_name(plain).relative_to(self.game).as_posix()
        return Hint(hint, [Fix(f"Rename it {plain}", "move", values, f"Renames {values['file']}.", safe=True)])

    def yamls(self, kind: str, name: str, installed: bool = False) -> list[Node]:
        """Read the YAML files of a name in all folders for a kind of thing, the game's own first.

        With `installed`, those of plug-ins as well, which takes a while.
        """
        roots = (*self.roots(kind), *(plugins.folders(kind) if installed else ()))
        paths = (self._find((root,), name, (".yaml",)) for root in roots)
        return [read_yaml(read_bytes(path, shown(path)), shown(path)) for path in paths if path is not None]

    def read(self, path: Path, limit: int) -> bytes:
        """Read a file that was found, of at most `limit` bytes; BuildError where it leads out of the game's folder."""
        return read_bytes(path, shown(path), limit, self.game)

    def data(self, name: str, place: Place) -> tuple[bytes, str]:
        """Read a data file of the game's folder, and return it with its path for messages."""
        if name in self.instead:
            return self.instead[name], shown(self.game / name)
        path = self.data_file(name, place)
        if path is None and names.is_safe(name) and os.path.isdir(self.game / name):  # noqa: PTH112 - of long names too
            raise _folder_for_a_file(self.game, name, place)
        if path is None:
            raise error_at(place, f"there is no file {name} in {self._here}", self._other_data(name))
        return read_bytes(path, shown(path), within=self.game), shown(path)

    def data_file(self, name: str, place: Place) -> Path | None:
        """Find a data file of the game's folder; None if there is none, BuildError for one that is no part of it."""
        if name.startswith(f"{OUTPUT}/"):
            message = f"{name} lies in {OUTPUT}/, which beeprint writes and never reads"
            raise error_at(place, message, "move the file to another folder of the game")
        path = (self._as_written(self.game, name) or self._alike(self.game, name)) if names.is_safe(name) else None
        if path is not None and not self._is_below(path, self.game):
            message = f"{name} is a link to a file outside the game's folder {shown(self.game)}"
            raise error_at(place, message, "copy the file itself into the folder")
        return path

    def has(self, name: str) -> bool:
        """Return whether the game's folder has a file or a folder of a name."""
        return (self.game / name).exists()

    def data_names(self, start: str, ending: str) -> list[str]:
        """Return the names of files in the game's folder itself that begin and end so, in order."""
        return sorted(
            entry
            for entry in self._entries(self.game).values()
            if entry.startswith(start) and entry.endswith(ending) and (self.game / entry).is_file()
        )

    def folder(self, name: str, ending: str, place: Place) -> list[tuple[bytes, str]]:
        """Read the files with an ending in a folder of the game, in the order of their names, as `data` does."""
        plain = name.rstrip("/")
        path = self.game / plain
        if not names.is_safe(plain) or not os.path.isdir(path):  # noqa: PTH112 - of long names too
            raise error_at(place, f"there is no folder {name} in {self._here}", self._other_data(plain))
        files = sorted(entry.name for entry in path.iterdir() if entry.name.lower().endswith(ending))
        if not files:
            raise _folder_for_a_file(self.game, plain, place)
        return [self.data(f"{plain}/{file}", place) for file in files if not file.startswith(".")]

    @property
    def _here(self) -> str:
        where = shown(self.game)
        return "this folder" if where == "." else where

    def _other_data(self, name: str) -> str:
        """Return a hint for a data file that is missing: the same one in another format, or one with a similar name."""
        wanted = PurePosixPath(name)
        files = [entry for entry in self._entries(self.game).values() if not entry.startswith(".")]
        alike = (file for file in sorted(files) if PurePosixPath(file).stem == wanted.stem)
        other = next((file for file in alike if PurePosixPath(file).suffix != wanted.suffix), None)
        if other is not None and format_of(other) is not None:
            return Hint(f"there is {other}: write data: {other}", [replacing(name, other, safe=True)])
        if other is not None and PurePosixPath(other).suffix.lower() in UNREAD:
            return f"there is {other}: save it as {wanted.stem}.xlsx, and write data: {wanted.stem}.xlsx"
        ending = wanted.suffix.lower() or ".csv"
        others = [file for file in files if file.lower().endswith(ending)]
        if others:
            return did_you_mean(name, others)
        moved = "put the folder back, or open it where it is now"
        return moved if name == GAME else f"put {name} into the folder of {GAME}"

    def own_fonts(self) -> FontFolder:
        """Return the fonts in the game's own folder, read once."""
        if not self._fonts:
            files = ((name, self.find("fonts", name, FONTS)) for name in self.names("fonts", FONTS))
            self._fonts.append(FontFolder((name, path) for name, path in files if path is not None))
        return self._fonts[0]

    def _font(self, key: str) -> FontFile | None:
        """Find a font `family/style`: one of the game's own, or of a package."""
        family, _, style = key.partition("/")
        own = self.own_fonts().find(family, style)
        if own is not None:
            return own
        return shipped_font(family, style)

    def font_file(self, key: str) -> Path | None:
        """Find the file of a font `family/style`, by the names of the game's own files or those in them."""
        font = self._font(key)
        return None if font is None else font.path

    def font(self, key: str) -> Path:
        """Return the file of a font `family/style`; BuildError where there is none."""
        path = self.font_file(key)
        if path is None:
            raise error_at(Place("fonts"), f"there is no font {key}")
        return path

    def font_weight(self, key: str) -> int:
        """Return the weight that a font `family/style` takes from a variable font, 0 for the one it has by itself."""
        font = self._font(key)
        return 0 if font is None else font.weight

    def font_files(self) -> list[Path]:
        """Find every font file: the game's own, and those of the catalogue's packages."""
        own = [self.find("fonts", name, FONTS) for name in self.names("fonts", FONTS)]
        keys = [f"{family}/{style}" for family, styles in shipped_styles().items() for style in styles]
        return [path for path in (*own, *map(self.font_file, keys)) if path is not None]

    def unread_font(self, family: str) -> str:
        """Return the file of the game's own fonts that may hold a family in a format that is not read; or nothing."""
        wanted = font_key(family).replace("-", "")
        for name in self.names("fonts", OTHER_FONTS):
            path = self.find("fonts", name, OTHER_FONTS)
            if path is not None and font_key(name).replace("-", "").startswith(wanted):
                return shown(path)
        return ""

    def font_names(self) -> list[str]:
        """List all font families."""
        return sorted(self.font_styles())

    def font_styles(self) -> dict[str, list[str]]:
        """List the styles of each font family, regular first."""
        families = shipped_styles()
        own = self.own_fonts()
        for family in own.listed:
            styles = dict.fromkeys((*families.get(family, ()), *own.styles(family)))
            families[family] = sorted(styles, key=lambda style: (style != "regular", style))
        return families


def _folder_for_a_file(game: Path, name: str, place: Place) -> BuildError:
    """Return the error for a folder that is named as a data file, with the first table in it."""
    files = sorted(path.name for path in (game / name).iterdir() if format_of(path.name) and path.is_file())
    if not files:
        return error_at(place, f"{name} is a folder", "put the table itself in its place")
    message = f"{name} is a folder of tables; a deck has a single one" if files[1:] else f"{name} is a folder"
    hint = f"write data: {name}/{files[0]}" + (", and a deck for each of the others" if files[1:] else "")
    return error_at(place, message, hint)


def game_here() -> Path | None:
    """Find the game that the working folder belongs to: the nearest folder, from here upwards, that holds game.yaml."""
    with contextlib.suppress(OSError):
        here = Path.cwd()
        for above, folder in enumerate((here, *here.parents)):
            if (folder / GAME).is_file():
                return Path(*[".."] * above)
    return None


def output_of(game: Path) -> Path:
    """Return the folder that builds write to unless told otherwise: output/ in the game one stands in, else here."""
    with contextlib.suppress(OSError):
        if Path.cwd().is_relative_to(regular.real(game)):
            return game / OUTPUT
    return Path(OUTPUT)


def game_folder(name: str) -> tuple[Path, str] | None:
    """Find the folder of a game by path or built-in id, with a note if it could be either; None if there is none.

    The path is that of the folder or of its game.yaml.
    """
    games = built_in_games()
    path = Path(name)
    if path.name == GAME:
        path = path.parent
    try:
        here = (path / GAME).is_file()
    except OSError:
        here = False  # the name is too long, or the folder may not be read
    if here:
        note = f"{name} is both a folder here and a built-in game: using the folder" if name in games else ""
        same = name in games and regular.real(path) == regular.real(games[name])
        return path, "" if same else note
    return (games[name], "") if name in games else None


def misnamed(folder: Path) -> str:
    """Return the name of a file that is called almost like game.yaml; empty if there is none."""
    with contextlib.suppress(OSError):
        files = (path.name for path in sorted(folder.iterdir()) if path.is_file())
        return next((name for name in files if name.lower() in _ALMOST), "")
    return ""
