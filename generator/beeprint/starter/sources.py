"""What a person gives to make a game of: a table, a script of another program, or a folder; all else is refused."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from beeprint.base.problems import Place, error_at
from beeprint.sources import names
from beeprint.sources.data_formats import FORMATS, SAVE, UNREAD, endings, format_of
from beeprint.sources.source import check_contents
from beeprint.sources.workspace import shown
from beeprint.starter import projects
from beeprint.starter.project_folder import ProjectFolder
from beeprint.starter.projects import Table

#: How many folders deep tables are looked for, and files that hold a program's settings.
_DEEP = 2
_SETTINGS = frozenset(
    (
        "package.json",
        "package-lock.json",
        "composer.json",
        "tsconfig.json",
        "jsconfig.json",
        "manifest.json",
        "app.json",
    )
)
_SCRIPTS = (".rb", ".txt", ".nde")
_COPY = f"copy the table into a spreadsheet; {SAVE}"
_NAMING = "give the table that names the pictures; they may lie beside it"
#: What other files are, by their endings, and what will do.
_KINDS = {
    **dict.fromkeys((".docx", ".doc"), ("a Word document", _COPY)),
    **dict.fromkeys((".odt", ".rtf", ".pages", ".md", ".html", ".htm"), ("a text document", _COPY)),
    **dict.fromkeys((".pptx", ".ppt", ".odp", ".key"), ("a presentation", _COPY)),
    ".pdf": ("a PDF", _COPY),
    **UNREAD,
    **dict.fromkeys((".db", ".sqlite", ".mdb", ".accdb"), ("a database", SAVE)),
    **dict.fromkeys(
        (".zip", ".7z", ".rar", ".gz"), ("an archive", "unpack it, and give the table or the folder in it")
    ),
    **dict.fromkeys(
        (".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".svg", ".psd", ".ai"), ("a picture", _NAMING)
    ),
    **dict.fromkeys((".py", ".js", ".sh", ".bat", ".lua"), ("a script", "give the table that it reads or writes")),
}


def tables(source: Path, folder: ProjectFolder, notes: list[str]) -> list[list[Table]]:
    """Return the tables of a source: itself, those of a script or of a project, or those in the folder.

    Of these lists, the first that makes any deck is the one to take. What is left out is added to `notes`; BuildError
    for a file that is neither.
    """
    if source.is_dir():
        project = projects.tables(folder, notes)
        return [project] if project else _in_folder(folder.files)
    if not source.is_file():
        raise error_at(Place(shown(source)), "there is no such file or folder")
    ending = source.suffix.lower()
    if ending in _SCRIPTS and projects.is_script(source):
        own: list[str] = []
        project_table = projects.tables(folder, own, source.name)
        notes += own
        if project_table:
            return [project_table]
        lost = [note.partition(": left out: ")[2] for note in own if note.endswith("which is not in the folder")]
        message = f"this script names no table that lies in its folder or below{''.join(f'; {name}' for name in lost)}"
        raise error_at(Place(shown(source)), message, "give the folder of the project, or the table itself")
    if source.name.startswith("~$"):
        check_contents(b"", shown(source))
    if format_of(source.name) is not None:
        if not names.is_safe(source.name):
            message = "no file of a game may be called so: the name begins with a dot, or holds what is no text"
            raise error_at(Place(shown(source)), message, "rename the table")
        return [[Table(source.name)]]
    raise _refused(source, ending)


def _in_folder(files: Sequence[str]) -> list[list[Table]]:
    """Return the tables in a folder, then those in folders below it; at each level, YAML comes last."""
    levels: list[list[Table]] = []
    for depth in range(_DEEP + 1):
        here = [file for file in files if file.count("/") == depth and PurePosixPath(file).name not in _SETTINGS]
        for taken in ("always", "alone"):
            levels.append([Table(file) for file in here if PurePosixPath(file).suffix.lower() in endings((taken,))])
    return levels


def _refused(source: Path, ending: str) -> Exception:
    """Return the error for a file that is no table, by its ending."""
    if ending == ".rb":
        message, hint = "this is a Ruby script, but none of Squib", "give the script that makes the deck, or its table"
    elif ending in _KINDS:
        kind, hint = _KINDS[ending]
        message = f"this is {kind}"
    else:
        message = f"files with the ending {ending} are not known" if ending else "the file's name has no ending"
        hint = "if it is a table with commas, semicolons or tabs between its cells, give it the ending .csv"
    *names_, last = [format_.name for format_ in FORMATS if format_.taken == "always"]
    kinds = f"{', '.join(names_)} or {last}"
    message = f"{message}; a game is made of a table, such as {kinds}, or of a folder of these"
    return error_at(Place(shown(source)), message, hint)
