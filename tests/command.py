"""Run beeprint as from the command line, within the process."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from click.testing import CliRunner, Result

from beeprint.cli import cli


def call(*arguments: str) -> Result:
    """Return the result of a command, which ends by itself or with an exit code."""
    result = CliRunner().invoke(cli, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def beeprint(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Return what a process of its own would return, without starting Python and loading all modules once more."""
    result = call(*arguments)
    return subprocess.CompletedProcess(arguments, result.exit_code, result.stdout, result.stderr)


def made(*arguments: str) -> None:
    """Run a command that has to succeed."""
    result = call(*arguments)
    assert result.exit_code == 0, result.output


def without_leaflet(game: Path) -> Path:
    """Take the rules of play out of a new game, for tests that do not look at them: they are set at every check."""
    path = game / "game.yaml"
    text, count = re.subn(r"(?m)^# The rules, with .*\nleaflet: .*\n\n", "", path.read_text("utf-8"))
    assert count == 1
    path.write_text(text, "utf-8")
    (game / "rules.md").unlink()
    return game
