"""Open a file at a line in the editor of whoever sits at this machine."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

#: How editors that have windows of their own are told a line; others, such as vim, need a terminal, which is elsewhere.
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


def command(file: Path, line: int, column: int) -> list[str]:
    """Return what opens a file in the editor that $VISUAL or $EDITOR names, or VS Code; empty if neither can be."""
    for asked in (os.environ.get("VISUAL", ""), os.environ.get("EDITOR", ""), "code"):
        words = shlex.split(asked)
        name = Path(words[0]).stem.lower() if words else ""
        program = shutil.which(words[0]) if words else None
        if program is not None and name in _AT_LINE:
            places = {"file": str(file), "line": str(max(1, line)), "column": str(max(1, column))}
            wait = {"-w", "--wait"}  # the studio does not wait
            own = [word for word in words[1:] if word not in wait]
            return [program, *own, *(part.format(**places) for part in _AT_LINE[name])]
    return []


def link(file: Path, line: int, column: int) -> str:
    """Return an address that a browser hands to the editor, VS Code unless another one is named that has addresses."""
    asked = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "code")
    name = Path(asked[0]).stem.lower() if asked else ""
    scheme, form = _ADDRESSES.get(name, _ADDRESSES["code"])
    path = quote(os.fsencode(file.as_posix().lstrip("/")))
    return form.format(scheme=scheme, file=path, line=max(1, line), column=max(1, column))


def open_at(file: Path, line: int, column: int) -> list[str]:
    """Open a file, and return the command; empty where no editor was started."""
    words = command(file, line, column)
    return words if words and _started(words) else []


def show(folder: Path) -> bool:
    """Show a folder in the system's file manager; return whether one was started."""
    if sys.platform == "win32":
        os.startfile(folder)
        return True
    program = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    return program is not None and _started([program, str(folder)])


def _started(words: list[str]) -> bool:
    """Start a program that goes on by itself; return whether there is such a program."""
    nothing = subprocess.DEVNULL
    try:
        subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
    except OSError:
        return False
    return True
