"""Bring files into a game: pictures, icons and fonts, under safe names, once the readers of the project accept them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.temporary import temporary_folder
from beeprint.drawing import svg
from beeprint.drawing.fonts import Font, Fonts
from beeprint.drawing.picture_formats import ENDINGS, OTHERS, SUFFIXES
from beeprint.edit.change import Change, Edit
from beeprint.edit.draft import Draft
from beeprint.game.model import Game
from beeprint.sources.fonts import FONTS, FontFolder, read_font_name
from beeprint.sources.names import slug
from beeprint.sources.source import check_contents, read_bytes
from beeprint.sources.workspace import shown

#: The folders that take files, each with the endings of its files.
FOLDERS = {"art": SUFFIXES, "art/icons": SUFFIXES, "fonts": FONTS}
#: Other words for these folders.
_WORDS = {"icons": "art/icons", "icon": "art/icons", "picture": "art", "font": "fonts"}


class ExistsError(BuildError):
    """Raised where the game has another file of that name: the caller asks whether to replace it or to keep both."""


class InexactError(BuildError):
    """Raised for a drawing that has no exact outlines, but can be drawn as pixels: `raster:`."""


class DroppedFile(Struct, frozen=True):
    """A file that is brought into a game: its changes, none if the game has it, and the name that cells and slots use.

    `warnings` are those of the reader, `raster` says that the drawing is drawn as pixels.
    """

    name: str
    path: Path
    changes: tuple[Change, ...]
    warnings: tuple[Problem, ...] = ()
    raster: bool = False


def safe_name(name: str, endings: Sequence[str]) -> str:
    """Return a file name of lower-case letters, digits and hyphens with its ending; BuildError for another format."""
    path = PurePosixPath(name.replace("\\", "/").rpartition("/")[2])
    ending = path.suffix.lower()
    if ending not in endings:
        foreign = OTHERS.get(ending)
        why = (
            f"this is {foreign.name}; it {foreign.why}"
            if foreign
            else f"{ending or 'a file without ending'} is not read"
        )
        hint = f"save it as {foreign.save_as}" if foreign else f"use one of {', '.join(endings)}"
        raise error_at(Place(path.name), why, hint)
    stem = slug(path.stem).lower().replace("_", "-").replace(".", "-").strip("-") or "x"
    return f"{stem}{ending}"


def drop_file(
    game: Game,
    name: str,
    data: bytes,
    folder: str,
    existing: str = "",
    fonts: Fonts | None = None,
    raster: bool = False,
) -> DroppedFile:
    """Return what brings a file into `art`, `art/icons` or `fonts` of a game.

    Where another file has its name, `existing` says what to do: "replace" or "both", and ExistsError if it is empty.
    With `raster`, a drawing that has no exact outlines is accepted if pixels show it; InexactError without.
    BuildError, in the reader's words, for what is not a picture or a font.
    """
    folder = _WORDS.get(folder, folder)
    if folder not in FOLDERS:
        raise error_at(Place(folder), f"files are not dropped into {folder}", f"choose from {', '.join(FOLDERS)}")
    file = safe_name(name, FOLDERS[folder])
    home = game.workspace.game / folder
    warnings: list[Problem] = []
    flat = _check_font(data, file) if folder == "fonts" else _check_picture(data, file, fonts, raster, warnings)
    same = _same_file(home, file, data)
    if same is not None:
        return DroppedFile(_reference(same, folder, data), same, (), tuple(warnings), flat)
    path = home / file
    before = read_bytes(path, shown(path)) if path.exists() else None
    # A picture is found by its name without ending, so that another ending is in its way too.
    rival = path if before is not None else next((each for each in _rivals(home, file)), None)
    if rival is not None and existing == "both":
        path, before = _free(home, file), None
    elif rival is not None and existing != "replace":
        message = f"the game has another {folder}/{rival.name}"
        raise ExistsError([Problem(Place(shown(rival)), message, "replace it, or keep both")])
    draft = Draft(game)
    draft.write(path, data)
    if rival is not None and rival != path and existing == "replace":
        draft.write(rival, None)
    return DroppedFile(_reference(path, folder, data), path, draft.changes, tuple(warnings), flat)


def drop(
    game: Game,
    name: str,
    data: bytes,
    folder: str,
    existing: str = "",
    fonts: Fonts | None = None,
    raster: bool = False,
) -> tuple[Edit, DroppedFile]:
    """Return the edit that brings a file into a game, and what it is called there.

    A drawing that is drawn as pixels gets its resolution in `raster:` of game.yaml.
    """
    file = drop_file(game, name, data, folder, existing, fonts, raster)
    draft = Draft(game)
    draft.take(file.changes)
    if file.raster:
        document = draft.game_yaml
        whole = document.get(["raster"])
        key = file.path.relative_to(game.workspace.game / "art").with_suffix("").as_posix()
        if isinstance(whole, dict) or whole is None:
            draft.put(document.set(["raster", key], "600dpi"))
    edit = draft.edit(f"{file.path.name} into {file.path.parent.name}")
    return Edit(edit.title, edit.game, edit.changes, (*file.warnings, *edit.warnings)), file


def _reference(path: Path, folder: str, data: bytes) -> str:
    """Return the name by which a cell or slot refers to a file: of a picture without ending, of a font its family."""
    if folder != "fonts":
        return path.stem
    with temporary_folder() as work:
        copy = work / path.name
        copy.write_bytes(data)
        listed = FontFolder([(path.stem, copy)]).listed
        names = read_font_name(copy)
    return listed[0] if listed else slug(names.family).lower() if names else path.stem


def _same_file(home: Path, file: str, data: bytes) -> Path | None:
    """Return a file of a folder that has the name, or the name with a number, and the same bytes."""
    stem, ending = PurePosixPath(file).stem, PurePosixPath(file).suffix
    for path in sorted(home.glob(f"{stem}*{ending}")):
        if path.is_file() and path.stat().st_size == len(data) and read_bytes(path, shown(path)) == data:
            return path
    return None


def _rivals(home: Path, file: str) -> list[Path]:
    """Return the files of a folder that the same name without ending, or in another case, means."""
    stem = PurePosixPath(file).stem.casefold()
    known = {*SUFFIXES, *FONTS}
    return [
        path for path in (sorted(home.iterdir()) if home.is_dir() else ())
        if path.stem.casefold() == stem and path.suffix.lower() in known
    ]  # fmt: skip


def _free(home: Path, file: str) -> Path:
    """Return a path with a number that no file has."""
    stem, ending, number = PurePosixPath(file).stem, PurePosixPath(file).suffix, 2
    while _rivals(home, f"{stem}-{number}{ending}"):
        number += 1
    return home / f"{stem}-{number}{ending}"


def _check_picture(data: bytes, file: str, fonts: Fonts | None, raster: bool, warnings: list[Problem]) -> bool:
    """Read a picture; return whether it is drawn as pixels. BuildError where it cannot be drawn."""
    check_contents(data, file)
    if PurePosixPath(file).suffix in ENDINGS:
        from beeprint.drawing import bitmap  # and with it Pillow

        try:
            bitmap.normal(data)
        except (ValueError, OSError) as error:
            raise error_at(Place(file), f"this picture cannot be read: {error}", "save it as PNG") from error
        return False
    try:
        svg.read(data, file, fonts=fonts, warnings=warnings)
    except BuildError as error:
        if not svg.suits_pixels(error):
            raise
        if not raster:
            raise InexactError(error.problems) from error
        return True
    return False


def _check_font(data: bytes, file: str) -> bool:
    """Read a font; BuildError for what is not one."""
    with temporary_folder() as work:
        copy = work / file
        copy.write_bytes(data)
        font = Font(PurePosixPath(file).stem, copy)
        if not font.characters:
            raise error_at(Place(file), f"{file} has no letters", "use another file of the font")
    return False
