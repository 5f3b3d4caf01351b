"""Read a game's palette: its inks by name."""

from __future__ import annotations

from beeprint.base.colour import Colour, parse
from beeprint.base.problems import BuildError, Problem, error_at
from beeprint.files.nodes import Node, read_yaml
from beeprint.files.workspace import Workspace


def read_palette(workspace: Workspace, file_name: str, node: Node) -> dict[str, Colour]:
    """Read the game's inks, by name."""
    if (
        "palette" not in (node.value if isinstance(node.value, dict) else ())
        and not (workspace.game / file_name).is_file()
    ):
        return {}
    data, file = workspace.data(file_name, node.at(["palette"]))
    inks = read_yaml(data, file)
    found: dict[str, Colour] = {}
    problems = []
    if not isinstance(inks.value, dict):
        raise error_at(
            inks.place,
            "the palette must be a list of names, each with its colour",
            'write a line for each, such as ink: "#22313A"',
        )
    for name, value in (inks.value if isinstance(inks.value, dict) else {}).items():
        colour = parse(value.value) if isinstance(value.value, str) else None
        if colour is None:
            text = repr(value.value) if isinstance(value.value, str) else "a list or mapping"
            problems.append(
                Problem(
                    value.place, f"ink {name}: {text} is not a colour", 'write a colour in quotes, such as "#3F7D3A"'
                )
            )
        elif colour in found.values():
            twin = next(other for other, known in found.items() if known == colour)
            problems.append(Problem(value.place, f"ink {name} has the same value as {twin}: {colour.hex}"))
        else:
            found[name] = colour
    if problems:
        raise BuildError(problems)
    return found
