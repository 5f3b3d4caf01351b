"""Bring files into a game: pictures, icons and fonts, under safe names, once the readers of the project accept them."""

from __future__ import annotations

import glob
from collections.abc import Collection, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from beeprint.base.problems import BuildError, Place, Problem, error_at
from beeprint.base.temporary import temporary_folder
from beeprint.drawing import svg
from beeprint.drawing.fonts import MAX_BYTES as FONT_BYTES
from beeprint.drawing.fonts import Font, Fonts
from beeprint.drawing.picture_formats import ENDINGS, OTHERS, SUFFIXES
from beeprint.edit.change import Change, Edit
from beeprint.edit.draft import Draft
from beeprint.face.picture import MAX_PICTURE_BYTES
from beeprint.game.model import Game
from beeprint.sources.data_formats import format_of
from beeprint.sources.fonts import FONTS, FontFolder, read_font_name
from beeprint.sources.foreign_files import foreign_file
from beeprint.sources.names import is_safe, slug
from beeprint.sources.source import check_contents, read_bytes
from beeprint.sources.workspace import shown

#: The folders that take files, each with the endings of its files; those of pictures have subfolders.
FOLDERS = {"art/icons": SUFFIXES, "art": SUFFIXES, "fonts": FONTS}
#: What people bring into a game.
_READ = "beeprint reads tables (XLSX, ODS, CSV), pictures and icons (SVG, PNG, JPEG), fonts, and folders of these"
#: Other words for these folders.
_WORDS = {"icons": "art/icons", "icon": "art/icons", "picture": "art", "font": "fonts"}


class ExistsError(BuildError):
    """Raised where the game has another file of that name: the caller asks which of `choices` is meant.

    "use" takes the file that is there, "replace" the new one, "both" gives the new one a number.
    """

    choices: tuple[str, ...] = ("use", "replace", "both")


class InexactError(BuildError):
    """Raised for a drawing that has no exact outlines, but can be drawn as pixels: `raster:`."""


class DroppedFile(Struct, frozen=True):
    """A file that is brought into a game, and the name that cells and slots use.

    `changes` are empty if the game has the file. `warnings` are those of the reader, `raster` says that the drawing is
    drawn as pixels. `size` is the width and height of a picture, in any unit; None where nothing is known of it.
    """

    name: str
    path: Path
    changes: tuple[Change, ...]
    warnings: tuple[Problem, ...] = ()
    raster: bool = False
    size: tuple[float, float] | None = None


def safe_name(name: str, endings: Sequence[str]) -> str:
    """Return a file name of lower-case letters, digits and hyphens with its ending; BuildError for another format."""
    path = PurePosixPath(name.replace("\\", "/").rpartition("/")[2])
    ending = path.suffix.lower()
    if ending not in endings:
        raise error_at(Place(path.name), *_why_not(path.name, ending, endings))
    stem = slug(path.stem).lower().replace("_", "-").replace(".", "-").strip("-") or "x"
    return f"{stem}{ending}"


def _why_not(name: str, ending: str, endings: Sequence[str]) -> tuple[str, str]:
    """Return what a file is that goes into no folder, and what to do with it."""
    if foreign := OTHERS.get(ending):
        return f"this is {foreign.name}; it {foreign.why}", f"save it as {foreign.save_as}"
    if ending in (*SUFFIXES, *FONTS):
        return f"{ending} is not read here", f"use one of {', '.join(endings)}"
    if format_of(name):
        hint = "drop it on Cards to compare it with the table of a deck, or on Game to make a deck of it"
        return f"this is {'a text file' if ending == '.txt' else 'a table'}, not a picture or a font", hint
    other = foreign_file(name)
    what = f"this is {other.name}" if other else f"files with the ending {ending} are not read"
    hint = other.cure if other else "save it as XLSX or CSV if it is a table, or as PNG or SVG if it is a picture"
    return f"{what if ending else 'the name of the file has no ending'}; {_READ}", hint


def drop_file(
    game: Game,
    name: str,
    data: bytes,
    folder: str,
    existing: str = "",
    fonts: Fonts | None = None,
    raster: bool = False,
    stem: str = "",
    taken: Collection[Path] = (),
) -> DroppedFile:
    """Return what brings a file into `fonts`, or into `art`, `art/icons` or a folder of these.

    Where another file has its name, `existing` says what to do, and ExistsError is raised if that is empty; `taken` are
    files that the same edit brings, which stay. `stem` is the name that the file must have, without its ending. With
    `raster`, a drawing that has no exact outlines is accepted if pixels show it; InexactError without. BuildError, in
    the reader's words, for what is not a picture or a font.
    """
    folder, kind = _known_folder(folder)
    file = safe_name(name, FOLDERS[kind])
    home, root = game.workspace.game / folder, game.workspace.game / kind
    warnings: list[Problem] = []
    flat, size = _check_font(data, file) if kind == "fonts" else _check_picture(data, file, fonts, raster, warnings)
    file = f"{stem}{PurePosixPath(file).suffix}" if stem else file

    def brought(path: Path, draft: Draft | None = None) -> DroppedFile:
        changes = draft.changes if draft else ()
        return DroppedFile(_reference(path, root, data), path, changes, tuple(warnings), flat, size)

    same = _same_file(home, file, data, bool(stem))
    if same is not None and same not in taken:
        return brought(same)
    # A picture is found by its name without ending, so that another ending is in its way too.
    rivals = [rival for rival in _rivals(home, file) if rival not in taken]
    if rivals and existing == "use":
        return brought(rivals[0])
    path = home / file
    if path in taken or (rivals and existing == "both" and not stem):
        path, rivals = _free(home, file, taken), []
    if rivals and existing != "replace":
        raise _existing(rivals[0], folder, bool(stem))
    draft = Draft(game)
    draft.write(path, data)
    for rival in rivals:
        if rival != path:
            draft.write(rival, None)
    return brought(path, draft)


def _known_folder(folder: str) -> tuple[str, str]:
    """Return the folder that a word stands for, and the one of FOLDERS that it is in; BuildError for any other."""
    folder = _WORDS.get(folder, folder)
    kind = next((each for each in FOLDERS if folder == each or folder.startswith(f"{each}/")), "")
    if not kind or not is_safe(folder) or (kind == "fonts" and folder != kind):
        raise error_at(Place(folder), f"files are not dropped into {folder}", f"choose from {', '.join(FOLDERS)}")
    return folder, kind


def _existing(rival: Path, folder: str, must_have_name: bool) -> ExistsError:
    message = f"the game has another {folder}/{rival.name}"
    hint = "replace it" if must_have_name else "use it, replace it, or keep both"
    error = ExistsError([Problem(Place(shown(rival)), message, hint)])
    error.choices = ("replace",) if must_have_name else error.choices
    return error


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
    note_pixels(draft, file)
    edit = draft.edit(f"{file.path.name} added")
    return Edit(edit.title, edit.game, edit.changes, (*file.warnings, *edit.warnings)), file


def note_pixels(draft: Draft, file: DroppedFile) -> None:
    """Give a drawing that is drawn as pixels its resolution in `raster:` of game.yaml."""
    document = draft.game_yaml
    whole = document.get(["raster"])
    if file.raster and (isinstance(whole, dict) or whole is None):
        key = file.path.relative_to(draft.folder / "art").with_suffix("").as_posix()
        draft.put(document.set(["raster", key], "600dpi"))


def _reference(path: Path, root: Path, data: bytes) -> str:
    """Return the name by which a cell or slot refers to a file: of a picture without ending, of a font its family."""
    if root.name != "fonts":
        return path.relative_to(root).with_suffix("").as_posix()
    with temporary_folder() as work:
        copy = work / path.name
        copy.write_bytes(data)
        listed = FontFolder([(path.stem, copy)]).listed
        names = read_font_name(copy)
    return listed[0] if listed else slug(names.family).lower() if names else path.stem


def _same_file(home: Path, file: str, data: bytes, exactly: bool) -> Path | None:
    """Return a file of a folder that has the name, or the name with a number unless `exactly`, and the same bytes."""
    stem, ending = PurePosixPath(file).stem, PurePosixPath(file).suffix
    for path in sorted(home.glob(f"{glob.escape(stem)}{'' if exactly else '*'}{ending}")):
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


def _free(home: Path, file: str, taken: Collection[Path]) -> Path:
    """Return a path with a number that no file has."""
    stem, ending, number = PurePosixPath(file).stem, PurePosixPath(file).suffix, 2
    while _rivals(home, f"{stem}-{number}{ending}") or home / f"{stem}-{number}{ending}" in taken:
        number += 1
    return home / f"{stem}-{number}{ending}"


def _check_size(data: bytes, file: str, most: int) -> None:
    if len(data) > most:
        message = f"{file} has {len(data) / 1e6:,.1f} MB; at most {most / 1e6:g} MB are read"
        raise error_at(Place(file), message, "save it smaller")


def _check_picture(
    data: bytes, file: str, fonts: Fonts | None, raster: bool, warnings: list[Problem]
) -> tuple[bool, tuple[float, float] | None]:
    """Read a picture; return whether it is drawn as pixels, and its size. BuildError where it cannot be drawn."""
    _check_size(data, file, MAX_PICTURE_BYTES)
    check_contents(data, file)
    if PurePosixPath(file).suffix in ENDINGS:
        from beeprint.drawing import bitmap  # and with it Pillow

        try:
            picture = bitmap.normal(data)
        except (ValueError, OSError) as error:
            raise error_at(Place(file), f"this picture cannot be read: {error}", "save it as PNG") from error
        return False, (picture.width, picture.height)
    try:
        box = svg.read(data, file, fonts=fonts, warnings=warnings).box
    except BuildError as error:
        if not svg.suits_pixels(error):
            raise
        if not raster:
            raise InexactError(error.problems) from error
        return True, None
    return False, (box.width, box.height)


def _check_font(data: bytes, file: str) -> tuple[bool, None]:
    """Read a font; BuildError for what is not one."""
    _check_size(data, file, FONT_BYTES)
    with temporary_folder() as work:
        copy = work / file
        copy.write_bytes(data)
        font = Font(PurePosixPath(file).stem, copy)
        if not font.characters:
            raise error_at(Place(file), f"{file} has no letters", "use another file of the font")
    return False, None
