"""Write the JSON Schemas of YAML files from the models, explained by the tables of these pages. Run: make schemas."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from beeprint import outputs, rules
from beeprint.face.template import slots
from beeprint.game import edition, model, titles
from beeprint.game.palette import InkSpec
from beeprint.game.sleeves import SleeveLine
from beeprint.laser import layers, material
from beeprint.leaflet import setter
from beeprint.outputs.scene import SetUp
from beeprint.press import condition, vendor
from beeprint.sheet import spec
from beeprint.sheet.spec import Entry
from beeprint.shelf.plan import ShelfSpec
from beeprint.sources.records import Model, words_of
from beeprint.sources.schema import COLOUR, TEXT
from beeprint.starter import schemas
from beeprint.starter.schemas.convert import Schema, Writer, any_of, shared

DOCS = Path(__file__).parent
#: The section of a page whose table explains the keys of a model; `kind:` sections explain a kind of mapping.
TABLES = {
    "GameSpec": ("game.md", "The game"),
    "DeckSpec": ("game.md", "A deck"),
    "TableSpec": ("game.md", "A deck"),
    "Column": ("game.md", "Data files"),
    "Stock": ("game.md", "Stocks"),
    "BoxSpec": ("boxes.md", "A box"),
    "BoxShape": ("boxes.md", "Shapes of boxes"),
    "PieceShape": ("game.md", "Shapes"),
    "PaperStandee": ("standees.md", "Keys of standees"),
    "Standee": ("standees.md", "Keys of standees"),
    "StandeeBase": ("standees.md", "Keys of standees"),
    "LeafletSpec": ("leaflets.md", ""),
    "LeafletLayout": ("leaflets.md", "The layout"),
    "Look": ("leaflets.md", "The layout"),
    "EditionSpec": ("editions.md", ""),
    "Change": ("editions.md", ""),
    "Slot": ("layouts.md", "Keys of every slot"),
    **{kind.__name__: ("layouts.md", kind.section) for kind in slots.KINDS.values()},
    "Repeat": ("layouts.md", "Loops"),
    "FrameSpec": ("frames.md", ""),
    "Profile": ("sheets.md", "Profiles"),
    "SheetsKeys": ("sheets.md", "Keys of sheets and print-cut"),
    "SheetsProfile": ("sheets.md", "Keys of sheets alone"),
    "PrintCutProfile": ("sheets.md", "Keys of print-cut"),
    "ContactSheetProfile": ("sheets.md", "Keys of pictures"),
    "FoldedProfile": ("sheets.md", "Keys of pictures"),
    "TableKeys": ("sheets.md", "Keys of pictures"),
    "SceneKeys": ("showing.md", "Keys of all of them"),
    "DrawnKeys": ("showing.md", "Keys of drawn pieces"),
    "FanProfile": ("showing.md", "Keys of fan"),
    "ShowcaseProfile": ("showing.md", "Keys of showcase"),
    "PosterProfile": ("showing.md", "Keys of poster"),
    "TableProfile": ("showing.md", "A table"),
    "SetUp": ("showing.md", "A table"),
    "Place": ("showing.md", "A table"),
    "ExportKeys": ("showing.md", "Keys of images"),
    "SleeveLine": ("sleeves.md", "The table of sleeves"),
    "Size": ("sleeves.md", "The table of sleeves"),
    "SheetSpec": ("sheets.md", "Sheets"),
    "Fits": ("sheets.md", "Keys of fits"),
    "Registration": ("sheets.md", "Keys of registration"),
    "Tiles": ("sheets.md", "Keys of tiles"),
    "Entry": ("sheets.md", "Papers"),
    "MaterialSpec": ("sheets.md", "Materials"),
    "LaserProfile": ("sheets.md", "Laser profiles"),
    "LayerStyle": ("sheets.md", "Keys of layers"),
    "PressProfile": ("press.md", "Profiles for a press"),
    "UploadProfile": ("press.md", "Profiles for uploads"),
    "DieCutProfile": ("press.md", "Keys of die-cut"),
    "InkSpec": ("press.md", "Inks"),
    "ConditionSpec": ("press.md", "Printing conditions"),
    "Vendor": ("press.md", "Files of vendors"),
    "ShelfSpec": ("shelf.md", "The file"),
}
SLOTS = tuple(slots.KINDS.values())
NAMES: Schema = any_of([dict(TEXT), {"type": "array", "items": dict(TEXT)}])


def main() -> None:
    """Write all schemas."""
    for kind in schemas.KINDS:
        (Path(schemas.__file__).parent / f"{kind}.json").write_text(
            schemas.written(schema(kind)), "utf-8", newline="\n"
        )


def schema(kind: str) -> Schema:
    """Return the schema of a kind of file."""
    writer = Writer({name: explained(page(file), section) for name, (file, section) in TABLES.items()})
    root = ROOTS[kind](writer)
    if set(root) == {"$ref"}:
        root = writer.definitions.pop(root["$ref"].rpartition("/")[2])
    root = {"$schema": "http://json-schema.org/draft-07/schema#", "title": f"beeprint: {kind}", **root}
    return shared({**root, **({"definitions": writer.definitions} if writer.definitions else {})})


# the tables of the pages ----------------------------------------------------------------------------------------------


def page(name: str) -> str:
    """Return the text of a page."""
    return (DOCS / name).read_text("utf-8")


def explained(text: str, section: str) -> dict[str, str]:
    """Return what the tables of a section say of each key; the first column names one key or several."""
    start = re.search(rf"^##+ {re.escape(section)}$", text, re.MULTILINE) if section else re.match(r"# .*\n", text)
    assert start is not None, section
    body = re.split(r"^##+ ", text[start.end() :], maxsplit=1, flags=re.MULTILINE)[0]
    texts: dict[str, str] = {}
    for first, last in re.findall(r"^\| ([^|]*`[^|]*) \|(?:[^|\n]*\|)*? ([^|\n]+) \|$", body, re.MULTILINE):
        for key in re.findall(r"`([\w-]+)[:`]", first):
            texts.setdefault(key, plain(last))
    return texts


def plain(text: str) -> str:
    """Return a cell of a table without its links."""
    text = re.sub(r" ?\(\[[^]]*\]\([^)]*\)\)|: \[[^]]*\]\([^)]*\)", "", text)
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).strip()


# game.yaml ------------------------------------------------------------------------------------------------------------


def game(writer: Writer) -> Schema:
    """Return the schema of game.yaml, with rules and editions."""
    root = writer.object(model.GameSpec)
    writer.definitions["Rule"] = rule(writer)
    listed = {"type": "array", "items": {"$ref": "#/definitions/Rule"}}
    root["properties"]["rules"] |= listed
    root["properties"]["editions"]["additionalProperties"] = writer.refer(edition.EditionSpec)
    writer.definitions["EditionSpec"]["properties"]["rules"] |= listed
    return root


def rule(writer: Writer) -> Schema:
    """Return the schema of an entry of `rules:`."""
    references = {rule.word(): writer.refer(rule) for rule in rules.RULES}
    meanings = {
        rule.word(): writer.definitions[rule.__name__]["description"].partition("\n\n")[0] for rule in rules.RULES
    }
    return writer.kinds("rule", references, meanings)


def translation(writer: Writer) -> Schema:
    """Return the schema of lang/XX/game.yaml: the texts of game.yaml that may be translated, none of them required."""
    whole = game(writer)
    definitions = dict(writer.definitions)
    writer.definitions.clear()
    kept = translatable(whole, definitions) or {}
    return {**kept, "description": "The texts of game.yaml in another language, under the same keys."}


def translatable(schema: Schema, definitions: Mapping[str, Schema]) -> Schema | None:
    """Return the part of a schema that may be translated, None if there is none."""
    if "$ref" in schema:
        return translatable(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if isinstance(schema.get("additionalProperties"), dict):
        inner = translatable(schema["additionalProperties"], definitions)
        return inner and {"type": "object", "additionalProperties": inner}
    kept: Schema = {}
    for key, value in schema.get("properties", {}).items():
        part = value if key in (*titles.KEYS, *titles.EVERY) else translatable(value, definitions)
        if part is not None:
            kept[key] = part
    return {"type": "object", "properties": kept, "additionalProperties": False} if kept else None


# layouts --------------------------------------------------------------------------------------------------------------


def layout(writer: Writer) -> Schema:
    """Return the schema of a layout."""
    slot, grid, keys = (
        explained(page("layouts.md"), name) for name in ("Keys of every slot", "Grids", "Layouts that inherit")
    )
    below, style = ({"description": slot[key], **TEXT} for key in ("below", "style"))
    known: list[Schema] = []
    for kind in SLOTS:
        fields = changed(writer, kind)
        fields["style"] = style
        for key in ("each", "edges"):
            if key in fields:
                fields[key] = {"description": grid[key], **each("Slot")}
        known.append(fields)
        write_slot(writer, kind.__name__, fields, slot["choose"], below)
    merged = {
        key: same_key([fields[key] for fields in known if key in fields])
        for key in dict.fromkeys(key for fields in known for key in fields)
    }
    words = [word for kind in SLOTS for word in kind_of(kind)]
    merged["kind"] = {"description": slot["kind"], "enum": words}
    write_slot(writer, "AnySlot", merged, slot["choose"], below)
    writer.definitions["Style"] = mapping({key: value for key, value in merged.items() if key != "style"})
    whole = writer.kinds("kind", {word: reference(kind.__name__) for kind in SLOTS for word in kind_of(kind)})
    whole["allOf"].append({"if": {"not": {"required": ["kind"]}}, "then": reference("AnySlot")})
    whole["properties"]["kind"] = merged["kind"]
    writer.definitions["Slot"] = {key: value for key, value in whole.items() if key != "required"}
    schema: dict[str, Schema] = {
        "extends": NAMES,
        "drop": NAMES,
        **changed(writer, slots.DrawnFor),
        "styles": each("Style"),
        "frame": any_of([dict(TEXT), mapping(changed(writer, slots.FrameSpec))]),
        "slots": each("Slot"),
        "note": dict(TEXT),
    }
    explained_keys = {key: {**value, "description": keys[key]} for key, value in schema.items()}
    return {"description": "Where things are on a face: slots, in painting order.", **mapping(explained_keys)}


def write_slot(writer: Writer, name: str, fields: Schema, choose: str, below: Schema) -> None:
    """Define a slot: its keys, and other keys for other values under `choose`.

    No choice is required to say what it goes `by`: a style of the slot may say it.
    """
    writer.definitions[f"{name}Case"] = mapping(fields)
    writer.definitions[f"{name}Choice"] = {
        "type": "object",
        "properties": {
            "by": {**TEXT, "description": 'what the case depends on, such as "{suit}"'},
            "also": {"description": "a further choice, laid over this one", **reference(f"{name}Choice")},
        },
        "additionalProperties": reference(f"{name}Case"),
    }
    cases = {"description": choose, **reference(f"{name}Choice")}
    writer.definitions[name] = mapping({**fields, "below": below, "choose": cases})


def same_key(schemas_of: list[Schema]) -> Schema:
    """Return the schema of a key that several kinds of slots have, explained as in the first."""
    values = [{key: value for key, value in schema.items() if key != "description"} for schema in schemas_of]
    return {**any_of(values), "description": schemas_of[0]["description"]}


def changed(writer: Writer, model: type[Model]) -> Schema:
    """Return the keys of a model of layouts, none of them required: a style, a parent or a child may give it.

    Where there is a box, a mapping may change single numbers of another.
    """
    fields: Schema = writer.object(model)["properties"]
    if "box" in fields:
        number = {"type": ["number", "string"]}
        number["description"] = 'replaces this number of the box; "+5" adds to it'
        numbers = mapping(dict.fromkeys(("x", "y", "width", "height"), number))
        description = fields["box"].pop("description")
        fields["box"] = {"description": description, **any_of([fields["box"], numbers])}
    return fields


def kind_of(model: type[Model]) -> tuple[str, ...]:
    """Return the words that name a kind of slot."""
    return words_of(model, "kind")


def mapping(fields: Schema) -> Schema:
    """Return the schema of a mapping with these keys."""
    return {"type": "object", "properties": fields, "additionalProperties": False}


def each(name: str) -> Schema:
    """Return the schema of a mapping from names to what a definition says."""
    return {"type": "object", "additionalProperties": reference(name)}


def reference(name: str) -> Schema:
    """Return a reference to a definition."""
    return {"$ref": f"#/definitions/{name}"}


# everything else ------------------------------------------------------------------------------------------------------


def profile(writer: Writer) -> Schema:
    """Return the schema of a profile, whose output says which keys it has."""
    made = {word: output for word in outputs.built_in() if (output := outputs.find(word))}
    meanings = explained(page("sheets.md"), "Profiles")
    whole = writer.kinds("output", {word: writer.refer(output.profile) for word, output in made.items()}, meanings)
    whole["properties"]["output"]["description"] = meanings["output"]
    return {"description": "What files a build makes.", **whole}


def leaflet(writer: Writer) -> Schema:
    """Return the schema of a leaflet's layout; what is missing may come from the one that it extends."""
    root = writer.object(setter.LeafletLayout)
    extends = {"description": explained(page("leaflets.md"), "The layout")["extends"], **TEXT}
    root["properties"] = {"extends": extends, **root["properties"]}
    for schema in (root, writer.definitions["Look"]):
        del schema["required"]
    return root


def laser(writer: Writer) -> Schema:
    """Return the schema of a laser profile."""
    root = writer.object(layers.LaserProfile)
    root["properties"]["layers"]["required"] = [word for word in layers.PASSES if word != "guide"]
    return root


def palette(writer: Writer) -> Schema:
    """Return the schema of a palette."""
    ink = writer.object(InkSpec)
    ink["properties"]["srgb"] |= COLOUR
    either = any_of([{"description": "a colour, in quotes", **COLOUR}, ink])
    return {"description": "The inks of a game by name.", "type": "object", "additionalProperties": either}


#: What writes the schema of each kind of file.
ROOTS: dict[str, Callable[[Writer], Schema]] = {
    "game": game,
    "translation": translation,
    "layout": layout,
    "leaflet": leaflet,
    "profile": profile,
    "laser": laser,
    "palette": palette,
    "sheet": lambda writer: writer.object(spec.SheetSpec),
    "material": lambda writer: writer.object(material.MaterialSpec),
    "papers": lambda writer: each_paper(writer),
    "set-up": lambda writer: writer.object(SetUp),
    "sleeves": lambda writer: each_line(writer),
    "condition": lambda writer: writer.object(condition.ConditionSpec),
    "vendor": lambda writer: writer.object(vendor.Vendor),
    "shelf": lambda writer: writer.object(ShelfSpec),
}


def each_paper(writer: Writer) -> Schema:
    """Return the schema of papers.yaml."""
    paper = writer.object(Entry)
    return {"description": "Papers by name.", "type": "object", "additionalProperties": paper}


def each_line(writer: Writer) -> Schema:
    """Return the schema of sleeves.yaml."""
    line = writer.object(SleeveLine)
    return {"description": "Lines of sleeves by name.", "type": "object", "additionalProperties": line}


if __name__ == "__main__":
    main()
