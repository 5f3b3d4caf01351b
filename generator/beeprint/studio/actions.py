"""Make files from the page, show them, send the game, and open files in an editor."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote

from beeprint.base import regular
from beeprint.sources.workspace import SHIPPED, shown
from beeprint.starter import packed
from beeprint.studio import prints
from beeprint.studio.exports import output_folder
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic
from beeprint.studio.views import Answer, Request, of_json, refused

#: How to open a line in editors that have windows of their own; others, such as vim, need a terminal.
_AT_LINE = {
    "code": ("--goto", "{file}:{line}:{column}"),
    "code-insiders": ("--goto", "{file}:{line}:{column}"),
    "codium": ("--goto", "{file}:{line}:{column}"),
    "cursor": ("--goto", "{file}:{line}:{column}"),
    "windsurf": ("--goto", "{file}:{line}:{column}"),
    "subl": ("{file}:{line}:{column}",),
    "zed": ("{file}:{line}:{column}",),
    "mate": ("--line", "{line}:{column}", "{file}"),
    "bbedit": ("+{line}:{column}", "{file}"),
    "gedit": ("+{line}:{column}", "{file}"),
    "kate": ("--line", "{line}", "--column", "{column}", "{file}"),
    "idea": ("--line", "{line}", "--column", "{column}", "{file}"),
    "pycharm": ("--line", "{line}", "--column", "{column}", "{file}"),
    "notepad++": ("-n{line}", "-c{column}", "{file}"),
}
_OF_CODE = "{scheme}://file/{file}:{line}:{column}"
_OF_JETBRAINS = "{scheme}://open?file=/{file}&line={line}&column={column}"
#: The schemes of addresses that open a file in an editor, from the browser, and how such an address is written.
_ADDRESSES = {
    "code": ("vscode", _OF_CODE),
    "code-insiders": ("vscode-insiders", _OF_CODE),
    "codium": ("vscodium", _OF_CODE),
    "cursor": ("cursor", _OF_CODE),
    "windsurf": ("windsurf", _OF_CODE),
    "zed": ("zed", _OF_CODE),
    "mate": ("txmt", "{scheme}://open?url=file:///{file}&line={line}&column={column}"),
    "idea": ("idea", _OF_JETBRAINS),
    "pycharm": ("pycharm", _OF_JETBRAINS),
}


class Actions(Topic):
    """Make files, show them, open a file in an editor, and note what a page looks at."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {"to-send": self._to_send, "game-zip": self._zip, "made-zip": self._made_zip}
        self.actions = {"export": self._export, "show": self._show, "open": self._open, "look": self._look}

    def _export(self, request: Request) -> Answer:
        """Begin to make the files of a profile; return the number of the export."""
        game, name = self.game(request), str(request.body["profile"])
        profile = {profile["name"]: profile for profile in prints.profiles(game.workspace)}[name]
        laser, decks = profile["output"] == "laser", prints.decks_of(game, request.body.get("only") or [])
        printer = prints.printer_named(str(request.body.get("printer") or "")) if profile["printer"] else None
        options = self.studio.view(request.query).options
        draft = bool(request.body.get("draft"))
        return of_json({"job": self.studio.exports.start(name, laser, options, decks, printer, draft).job})

    def _to_send(self, request: Request) -> Answer:
        """Say how many files a ZIP of the game has, and how many bytes they are, and what it is called."""
        folder = self.studio.folder
        files = [path.stat().st_size for _, path in packed.files_to_send(folder)]
        return of_json({"name": f"{regular.real(folder).name}.zip", "files": len(files), "size": sum(files)})

    def _zip(self, request: Request) -> Answer:
        """Return the game as a ZIP; its address ends with the name of the file."""
        return Answer(HTTPStatus.OK, packed.pack(self.studio.folder), "application/zip")

    def _made_zip(self, request: Request) -> Answer:
        """Return what an export wrote as a ZIP."""
        _, job, name = request.parts
        folder, files = self.studio.exports.folder(int(job)), self.studio.exports.files(int(job))
        named = ((file.relative_to(folder).as_posix(), file.read_bytes()) for file in files)
        return Answer(HTTPStatus.OK, packed.zip_files(Path(name).stem, named), "application/zip")

    def _show(self, request: Request) -> Answer:
        """Show the folder of an export in the system's file manager; without one, the folder of all."""
        job = request.body.get("job")
        folder = self.studio.exports.folder(int(job)) if job else output_folder(self.studio.folder)
        return of_json({"opened": show_folder(folder if folder.is_dir() else self.studio.folder)})

    def _open(self, request: Request) -> Answer:
        """Open a file of the game in the user's editor."""
        wanted = Path(str(request.body["file"]))
        line, column = (int(request.body.get(key) or 1) for key in ("line", "column"))
        file, homes = regular.real(wanted), (regular.real(self.studio.folder), regular.real(SHIPPED / "layouts"))
        if not any(file.is_relative_to(home) for home in homes) or not file.is_file():
            return refused(HTTPStatus.FORBIDDEN)
        words, link = open_in_editor(file, line, column), editor_link(file, line, column)
        return of_json({"opened": bool(words), "command": " ".join(words), "link": link, "file": shown(file)})

    def _look(self, request: Request) -> Answer:
        """Note which faces a page shows, so that they come first when something changes."""
        faces = [(str(deck), str(piece), str(side)) for deck, piece, side in request.body["faces"]]
        self.studio.view(request.query).wanted = frozenset(faces)
        return of_json({})


def editor_command(file: Path, line: int, column: int) -> list[str]:
    """Return the command that opens a file in the editor of $VISUAL or $EDITOR, else VS Code; empty without either."""
    for editor in (os.environ.get("VISUAL", ""), os.environ.get("EDITOR", ""), "code"):
        words = shlex.split(editor)
        name = Path(words[0]).stem.lower() if words else ""
        program = shutil.which(words[0]) if words else None
        if program is not None and name in _AT_LINE:
            places = {"file": str(file), "line": str(max(1, line)), "column": str(max(1, column))}
            wait = {"-w", "--wait"}  # the studio does not wait
            own = [word for word in words[1:] if word not in wait]
            return [program, *own, *(part.format(**places) for part in _AT_LINE[name])]
    return []


def editor_link(file: Path, line: int, column: int) -> str:
    """Return an address that a browser hands to the editor of $VISUAL or $EDITOR if it has any, else to VS Code."""
    words = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "code")
    name = Path(words[0]).stem.lower() if words else ""
    scheme, form = _ADDRESSES.get(name, _ADDRESSES["code"])
    path = quote(os.fsencode(file.as_posix().lstrip("/")))
    return form.format(scheme=scheme, file=path, line=max(1, line), column=max(1, column))


def open_in_editor(file: Path, line: int, column: int) -> list[str]:
    """Open a file, and return the command; empty where no editor was started."""
    words = editor_command(file, line, column)
    return words if words and _start(words) else []


def show_folder(folder: Path) -> bool:
    """Show a folder in the system's file manager; return whether one was started."""
    if sys.platform == "win32":
        os.startfile(folder)
        return True
    program = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    return program is not None and _start([program, str(folder)])


def _start(words: list[str]) -> bool:
    """Start a program and leave it running; return whether it could be started."""
    nothing = subprocess.DEVNULL
    try:
        subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
    except OSError:
        return False
    return True
