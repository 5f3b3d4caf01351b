"""`beeprint preflight`: check a PDF for the press, whichever program wrote it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from beeprint.base.problems import BuildError, Place, did_you_mean
from beeprint.base.temporary import temporary_folder
from beeprint.cli import arguments, help
from beeprint.cli.console import Wrong, json_of, say, show, write
from beeprint.cli.help import command, option
from beeprint.delivery import replacing
from beeprint.sources.workspace import Workspace, game_here, shown

if TYPE_CHECKING:
    from beeprint.press import pdfcheck


@command(
    "preflight",
    ("beeprint preflight cards.pdf", "Check a PDF against the standard it claims"),
    ("beeprint preflight output/my-game/press-x4/*.pdf", "Check every file for a printer"),
    ("beeprint preflight cards.pdf --profile drivethrucards", "Check it as a printer wants it"),
    ("beeprint preflight cards.pdf --profile x1a --marked faults.pdf", "Check it as PDF/X-1a and mark its faults"),
)
@click.argument("files", metavar="FILE.pdf...", nargs=-1, required=True, type=click.Path(path_type=Path))
@option(
    "--profile",
    group=help.PRINTING,
    default="",
    metavar="NAME",
    help="What it must be: x1a, x1a-2001, x3, x4, pdf, or as a profile asks, such as press-x4 "
    "(default: what it says it is).",
)
@option(
    "--game",
    group=help.PRINTING,
    default="",
    metavar="GAME",
    help="The game whose own profiles count too (default: the game in the current folder).",
)
@option(
    "--format",
    "form",
    group=help.PROBLEMS,
    type=click.Choice(["text", "json"]),
    default="text",
    help="Format of the report (default: text).",
)
@option(
    "--marked",
    group=help.MADE,
    default=None,
    metavar="FILE.pdf",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write the PDF with its faults in numbered boxes, and a list of them.",
)
@option("--all", "show_all", group=help.PROBLEMS, is_flag=True, help="Show every place that is known of a fault.")
def preflight(files: tuple[Path, ...], profile: str, game: str, form: str, marked: Path | None, show_all: bool) -> None:
    """Check PDFs for the press, whichever program wrote them: their structure, fonts, colours, inks and pictures.

    No file is certified by this. Exit code 1 if there is any error, 2 if a file or the profile cannot be read.
    """
    if marked is not None:
        _check_marked(files, marked)
    expected = _expected(profile, game)
    reports: list[pdfcheck.Report] = []
    unread: list[str] = []
    for file in files:
        try:
            report = _report(file, marked, expected)
        except Wrong as error:
            if len(files) == 1:
                raise
            unread.append(str(error))
            say(f"error: {error}")
            continue
        reports.append(report)
        if form == "text":
            # An empty line between reports.
            write("\n".join([*([""] if len(reports) > 1 else []), *report.lines(show_all)]))
    if form == "json":
        entries = [report.json() for report in reports]
        write(json_of(entries[0] if len(files) == 1 else entries))
    if marked is not None:
        say(f"marked: {shown(marked)}")
    if unread:
        raise Wrong(f"{len(unread)} of {len(files)} files cannot be checked")
    if any(report.errors for report in reports):
        sys.exit(1)


def _check_marked(files: tuple[Path, ...], marked: Path) -> None:
    """Check that only one file is to be marked, and that it is not the one that is written; Wrong if not."""
    if len(files) > 1:
        raise Wrong(f"--marked {shown(marked)} takes one file, and there are {len(files)}; mark each by itself")
    if marked.exists() and files[0].exists() and marked.samefile(files[0]):
        raise Wrong(f"--marked {shown(marked)}: this is the file that is checked; give another name")


def _report(file: Path, marked: Path | None, expected: pdfcheck.Expected | None) -> pdfcheck.Report:
    """Return the report of a file; Wrong if it cannot be checked."""
    from beeprint.press import pdfcheck

    if not file.is_file():
        raise Wrong(f"there is no file {shown(file)}")
    try:
        return _check(file, marked, expected)
    except pdfcheck.UnreadableError as error:
        raise Wrong(f"{shown(file)} cannot be checked: {error}") from error


def _expected(profile: str, game: str) -> pdfcheck.Expected | None:
    """Return what a standard or a profile asks of a file; None where neither is named."""
    from beeprint.press import pdfcheck

    if not profile or profile in pdfcheck.STANDARDS:
        return pdfcheck.Expected(profile) if profile else None
    from beeprint import outputs

    workspace = Workspace(arguments.folder(game) if game else game_here() or Path())
    known = outputs.names(workspace)
    if profile not in known:
        hint = did_you_mean(profile, [*pdfcheck.STANDARDS, *known])
        raise Wrong(f"--profile: there is no standard and no profile {profile}: {hint}")
    try:
        wanted = outputs.load(workspace, profile, Place("--profile")).asks(workspace)
    except BuildError as error:
        show(error.problems, show_all=True)
        raise Wrong(f"--profile: {profile} has errors") from error
    if wanted is None:
        raise Wrong(f"--profile: {profile} makes no PDF for a printer, so it asks nothing of one")
    return replace(wanted, profile=profile)


def _check(file: Path, marked: Path | None, expected: pdfcheck.Expected | None) -> pdfcheck.Report:
    """Check a file, and write it with its faults marked, which is put in place when it is whole."""
    from beeprint.press import pdfcheck

    if marked is None:
        return pdfcheck.check(file, shown(file), expected)
    try:
        with temporary_folder() as folder:
            made = folder / "marked.pdf"
            report = pdfcheck.check(file, shown(file), expected, made)
            replacing.write_whole(marked, made.read_bytes())
    except BuildError as error:
        raise Wrong(f"--marked {shown(marked)}: {error.problems[0].message}") from error
    except OSError as error:
        raise Wrong(f"--marked {shown(marked)}: cannot write here: {error.strerror or error}") from error
    return report
