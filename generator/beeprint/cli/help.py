"""The help of a command: what it does, its options in groups, and examples to copy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import click

#: A command line and what it does.
Example = tuple[str, str]

#: The groups of options, in the order in which every command shows them.
GAME, MADE, SHOWN, LASER, MACHINES, PRINTING, SETTINGS, TABLES, PROBLEMS, OTHER = (
    "Which game",
    "What to make",
    "What to show",
    "Material and machine",
    "Machines",
    "Printing",
    "Your printers",
    "Virtual tables",
    "Problems",
    "Other",
)
_ORDER = (GAME, MADE, SHOWN, LASER, MACHINES, PRINTING, SETTINGS, TABLES, PROBLEMS, OTHER)
#: The widest option, in letters, whose explanation stands beside it rather than below.
_WIDEST = 28


class Option(click.Option):
    """An option that the help lists in a group."""

    def __init__(self, *names: Any, group: str = OTHER, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.group = group


class Command(click.Command):
    """A command whose help groups its options and ends with examples."""

    examples: tuple[Example, ...] = ()

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, a section for each group."""
        groups: dict[str, list[tuple[str, str]]] = {title: [] for title in _ORDER}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                groups[parameter.group if isinstance(parameter, Option) else OTHER].append(record)
        every = [name for records in groups.values() for name, _ in records]
        width = max(len(name) for name in every if len(name) <= _WIDEST)
        for title, records in groups.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl([(name.ljust(width), text) for name, text in records], col_max=_WIDEST + 1)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        write_examples(formatter, self.examples)


class Group(click.Group):
    """The commands, each in a module that is loaded when it is asked for, with examples to start from.

    `lazy` has the module of each command, its name there and what it does.
    """

    examples: tuple[Example, ...] = ()
    lazy: Mapping[str, tuple[str, str, str]] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in self.lazy:
            return None
        module, name, _ = self.lazy[cmd_name]
        command = getattr(import_module(f"beeprint.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each command does, without loading it."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.lazy[name][2]) for name in self.list_commands(ctx)])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        write_examples(formatter, self.examples)


def write_examples(formatter: click.HelpFormatter, examples: tuple[Example, ...]) -> None:
    """Write examples as lines to copy, each below a comment that explains it."""
    if examples:
        with formatter.section("Examples"):
            for line, does in examples:
                formatter.write_text(f"# {does}")
                formatter.write(f"{'':{formatter.current_indent}}{line}\n")


def command(name: str, *examples: Example) -> Callable[[Callable[..., None]], Command]:
    """Return a decorator that makes a function a command, with examples."""

    def decorate(function: Callable[..., None]) -> Command:
        made = click.command(name, cls=Command)(function)
        made.examples = examples
        return made

    return decorate


def option(*names: str, group: str, **settings: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return an option of a group."""
    return click.option(*names, cls=Option, group=group, **settings)
