"""Run beeprint as from the command line, within the process."""

from __future__ import annotations

import subprocess

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
