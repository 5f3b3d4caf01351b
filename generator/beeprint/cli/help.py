"""The help of a command: what it does, its options in groups, and examples to copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

#: A command line and what it does.
Example = tuple[str, str]

#: The groups of options, in the order in which every command shows them.
GAME, MADE, SHOWN, LASER, PRINTING, TABLES, PROBLEMS, OTHER = (
    "Which game",
    "What to make",
    "What to show",
    "Material and machine",
    "Printing",
    "Virtual tables",
    "Problems",
    "Other",
)
_ORDER = (GAME, MADE, SHOWN, LASER, PRINTING, TABLES, PROBLEMS, OTHER)
#: Letters of the widest option that its explanation stands beside, not below.
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
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx) if isinstance(one, click.Option) else None
            if record is not None:
                groups[one.group if isinstance(one, Option) else OTHER].append(record)
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
    """The commands, with examples to start from."""

    examples: tuple[Example, ...] = ()

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        write_examples(formatter, self.examples)


def write_examples(formatter: click.HelpFormatter, examples: tuple[Example, ...]) -> None:
    """Write examples as lines that can be copied, each under what it does."""
    if examples:
        with formatter.section("Examples"):
            for line, does in examples:
                formatter.write_text(f"# {does}")
                formatter.write(f"{'':{formatter.current_indent}}{line}\n")


def command(name: str, does: str, *examples: Example) -> Callable[[Callable[..., None]], Command]:
    """Return what makes a function a command: what it does in a few words, and examples."""

    def made(function: Callable[..., None]) -> Command:
        found = click.command(name, cls=Command, short_help=does)(function)
        found.examples = examples
        return found

    return made


def option(*names: str, group: str, **settings: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return an option of a group."""
    return click.option(*names, cls=Option, group=group, **settings)
