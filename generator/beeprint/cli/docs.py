"""`beeprint docs` and `beeprint schema`: read the documentation, and write the JSON Schemas of YAML files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from beeprint.base import plugins
from beeprint.base.problems import BuildError, did_you_mean
from beeprint.cli import help
from beeprint.cli.console import Wrong, say, show, write
from beeprint.cli.help import command, option
from beeprint.delivery import replacing
from beeprint.sources.workspace import SHIPPED, shown


@command(
    "docs",
    ("beeprint docs", "List the pages, and where they are"),
    ("beeprint docs text", "Read the page about texts"),
)
@click.argument("page", required=False, default="", metavar="[PAGE]")
def docs(page: str) -> None:
    """Read a page of the documentation, such as game, layouts or text; without PAGE, list all of them."""
    folder = SHIPPED / "docs"
    pages = {path.stem: path for path in sorted(folder.glob("*.md"))}
    name = page.removeprefix("docs/").removesuffix(".md")
    if name:
        if name not in pages:
            raise Wrong(f"there is no page {page}: {did_you_mean(name, pages)}")
        write(pages[name].read_text("utf-8").removesuffix("\n"))
        return
    width = max(map(len, pages))
    for stem, path in pages.items():
        title = path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        say(f"{stem:{width}}  {title}", out=True)
    say(f"the pages are in {shown(folder)}; beeprint docs PAGE prints one")


@command(
    "schema",
    ("beeprint schema layout", "Print the schema of layouts"),
    ("beeprint schema --into my-game/schemas", "Bring the schemas of a game up to date"),
)
@click.argument("kind", required=False, default="", metavar="[KIND]")
@option(
    "--into",
    group=help.MADE,
    default=None,
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the schemas of all kinds, or of KIND, as files into this folder.",
)
def schema(kind: str, into: Path | None) -> None:
    """Print the JSON Schema of a kind of YAML file, by which editors complete, explain and check it.

    KIND is game, translation, palette, set-up, papers, sleeves, sheet, profile, material, laser, leaflet or layout.
    """
    from beeprint.starter import schemas

    if kind not in schemas.KINDS and (kind or into is None):
        raise Wrong(f"there is no schema {kind}".rstrip() + f": {did_you_mean(kind, schemas.KINDS)}")
    try:
        texts = {name: schemas.written(_schema(name)) for name in ([kind] if kind else schemas.KINDS)}
        if into is not None:
            _write_schemas(into, texts)
    except BuildError as error:
        show(error.problems, show_all=True)
        sys.exit(1)
    if into is None:
        write(texts[kind].removesuffix("\n"))


def _write_schemas(folder: Path, texts: dict[str, str]) -> None:
    with replacing.loose(folder / f"{next(iter(texts))}.json") as made:
        for kind, text in texts.items():
            (made / f"{kind}.json").write_text(text, "utf-8", newline="\n")
    for kind in texts:
        say(shown(folder / f"{kind}.json"), out=True)


def _schema(kind: str) -> dict[str, Any]:
    """Return the schema of a kind, with the rules or outputs that installed plug-ins add."""
    from beeprint.starter import schemas

    schema = schemas.load(kind)
    added = dict(_plugin_models(kind))
    if added:
        from beeprint.starter.schemas.convert import Writer

        writer = Writer({})
        more = {word: writer.refer(model) for word, model in added.items()}
        schema.setdefault("definitions", {})
        schema["definitions"] = {**writer.definitions, **schema["definitions"]}
        schemas.add_kinds(schema["definitions"]["Rule"] if kind == "game" else schema, _KEYS[kind], more)
    return schema


#: The key by which mappings of a kind of file say what they are, where plug-ins add more of them.
_KEYS = {"game": "rule", "profile": "output"}


def _plugin_models(kind: str) -> Iterator[tuple[str, Any]]:
    """Yield the models of rules or outputs that plug-ins add, by name."""
    if kind == "game":
        from beeprint.rules.rule import Rule

        yield from ((name, plugin.load(Rule)) for name, plugin in plugins.installed(plugins.RULES).items())
    if kind == "profile":
        from beeprint.outputs.shared import Output

        yield from ((name, plugin.load(Output).profile) for name, plugin in plugins.installed(plugins.OUTPUTS).items())
