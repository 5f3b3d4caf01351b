"""Write docs/rules.md from the words in which each rule explains itself. Run: make rules."""

from __future__ import annotations

import inspect
from pathlib import Path

from beeprint.rules import RULES
from beeprint.rules.rule import Rule

PAGE = Path(__file__).with_suffix(".md")
HEAD = """\
# Rules: what has to be true before anything is drawn

A rule is an entry under `rules:` in game.yaml. One that does not hold is an error with the file, line and cell: nothing
is drawn, and what an earlier build wrote stays as it is. `beeprint check GAME` checks without building.

Every rule may say `severity: warning`, which lets a build go on, `note:` for the reader, and `editions: [kid]` for
editions only ([editions.md](editions.md)). `deck:` or `decks:`, or `table:`, names the data; `where:` takes some of its
rows only ([conditions.md](conditions.md)). Copies count: three copies of a card are three cards, unless a rule says
`of: rows`.

`is:` is a number, or bounds: `is: {min: 1, max: 2}`."""


def page() -> str:
    """Return the page."""
    return "\n".join([HEAD, *map(section, RULES)])


def section(rule: type[Rule]) -> str:
    """Return what one rule says of itself: a sentence, examples, and more where there is more."""
    what, examples, *rest = inspect.cleandoc(rule.__doc__ or "").split("\n\n")
    return "\n".join(
        ["", f"## {rule.word()}", "", what, "", "```yaml", examples, "```", *("\n" + text for text in rest)]
    )


def main() -> None:
    """Write the page."""
    PAGE.write_text(page() + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    main()
