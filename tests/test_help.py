"""The help of every command, word by word: 80 columns, options in groups, examples that run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from beeprint.cli import cli

TEXTS = Path(__file__).parent / "help"
COMMANDS = sorted(cli.lazy)


def said(*arguments: str) -> str:
    """Return the help as a terminal of 80 columns shows it."""
    done = CliRunner().invoke(cli, [*arguments, "--help"], prog_name="beeprint", terminal_width=78)
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_says_what_it_should(name: str, pytestconfig: pytest.Config) -> None:
    """With --refresh, the help of today becomes what is expected."""
    path = TEXTS / f"{name or 'beeprint'}.txt"
    if pytestconfig.getoption("--refresh"):
        path.write_text(said(*filter(None, [name])), "utf-8")
    assert said(*filter(None, [name])) == path.read_text("utf-8")


def test_every_help_is_held_and_none_that_is_gone() -> None:
    assert {path.stem for path in TEXTS.glob("*.txt")} == {"beeprint", *COMMANDS}


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_eighty_columns_and_shows_examples(name: str) -> None:
    text = said(*filter(None, [name]))
    assert max(map(len, text.splitlines())) <= 80
    assert "\\b" not in text and "\b" not in text
    examples = re.findall(r"^  (beeprint .*)$", text.partition("Examples:")[2], re.MULTILINE)
    assert examples
    for line in examples:
        # Every word of an example is one that the command takes: it is parsed, and not run.
        _, command, *rest = shlex.split(line)
        subcommand = cli.get_command(click.Context(cli), command)
        assert subcommand is not None
        known = {name for param in subcommand.params for name in param.opts if isinstance(param, click.Option)}
        assert {word for word in rest if word.startswith("--")} <= known


@pytest.mark.parametrize("name", COMMANDS)
def test_options_stand_in_groups(name: str) -> None:
    text = said(name)
    assert not re.search(r"^Options:$", text, re.MULTILINE)
    other = re.search(r"^Other:\n(.*?)\n\n", f"{text}\n\n", re.MULTILINE | re.DOTALL)
    assert other is not None and other[1].split() == ["-h,", "--help", "Show", "this", "message", "and", "exit."]
