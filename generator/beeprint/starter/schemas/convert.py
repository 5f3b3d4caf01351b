"""Turn the models of YAML files into JSON Schema (draft 7), which editors and validators read.

An editor sees the types of YAML where beeprint reads texts, so that a number may be a number or a text with a unit.
"""

from __future__ import annotations

import inspect
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from beeprint.sources.records import Model, keys_of, words_of
from beeprint.sources.schema import TEXT, Reads

Schema = dict[str, Any]
#: The keys of a model and what each means, by the name of the model's class.
Explained = Mapping[str, Mapping[str, str]]

#: What JSON Schema calls the limits that annotations set: of numbers, and of lists, mappings and texts.
_LIMITS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
_SIZES = {"min_length": {"array": "minItems", "object": "minProperties"}, "max_length": {"array": "maxItems"}}

#: The letters from which a part of a schema that occurs again becomes a definition.
_LARGE = 120


class Writer:
    """Write schemas of models; each model becomes a definition, which others refer to."""

    def __init__(self, explained: Explained) -> None:
        self.definitions: Schema = {}
        self._explained = explained

    def refer(self, model: type[Model]) -> Schema:
        """Return a reference to the definition of a model."""
        name = model.__name__.strip("_")
        if name not in self.definitions:
            self.definitions[name] = {}  # a model may mention itself
            self.definitions[name] = self.object(model)
        return {"$ref": f"#/definitions/{name}"}

    def object(self, model: type[Model]) -> Schema:
        """Return the schema of a model's mapping."""
        properties: Schema = {}
        required: list[str] = []
        either: list[Schema] = []
        for key in keys_of(model):
            schema = self._value(key.kind, ())
            if not key.required:
                schema |= _default(key.plain_default(), schema)
            for name in key.names:
                text = self._meaning(model, name)
                properties[name] = {**schema, **({"description": text} if text else {})}
            if key.required and len(key.names) > 1:
                either += [{"anyOf": [{"required": [name]} for name in key.names]}]
            elif key.required:
                required += key.names
        _outdated(model, properties)
        return {
            "description": inspect.cleandoc(model.__doc__ or ""),
            "type": "object",
            "properties": properties,
            **({"required": required} if required else {}),
            **({"allOf": either} if either else {}),
            "additionalProperties": False,
        }

    def kinds(self, key: str, schemas: Mapping[str, Schema], meanings: Mapping[str, str] | None = None) -> Schema:
        """Return the schema of a mapping whose `key` says which of several schemas it follows."""
        return {
            "type": "object",
            "required": [key],
            "properties": {key: words(schemas, meanings or {})},
            "allOf": [when(key, word, schema) for word, schema in schemas.items()],
        }

    def _meaning(self, model: type[Model], key: str) -> str:
        tables = (self._explained.get(base.__name__, {}) for base in model.__mro__)
        return next((table[key] for table in tables if key in table), "")

    def _value(self, kind: Any, marks: Sequence[Any]) -> Schema:
        """Return the schema of a value of a type with its annotations."""
        if get_origin(kind) is Annotated:
            inner, *own = get_args(kind)
            return self._value(inner, [*own, *marks])
        marks = [part for mark in marks for part in (mark, *getattr(mark, "metadata", ()))]
        instead, besides = _read(marks)
        schema = self._plain(kind, marks) if instead is None else dict(instead.schema or {})
        _limit(schema, marks)
        if besides is None:
            return schema
        return any_of([schema["items"] if besides.schema is None else dict(besides.schema), schema])

    def _plain(self, kind: Any, marks: Iterable[Any]) -> Schema:
        """Return the schema of a type's own values."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return self._union([argument for argument in arguments if argument is not type(None)], marks)
        if origin is tuple:
            length = None if arguments[-1] is Ellipsis else len(arguments)
            schema: Schema = {"type": "array", "items": self._value(arguments[0], ())}
            return schema if length is None else {**schema, "minItems": length, "maxItems": length}
        if origin is dict:
            key, value = arguments[0], self._value(arguments[1], ())
            if get_origin(key) is Literal:
                named = dict.fromkeys(get_args(key), value)
                return {"type": "object", "properties": named, "additionalProperties": False}
            return {"type": "object", "additionalProperties": value}
        if isinstance(kind, type) and issubclass(kind, Model):
            return self.refer(kind)
        return dict(TEXT) if kind is str else {}

    def _union(self, members: Sequence[Any], marks: Iterable[Any]) -> Schema:
        key = next(
            (discriminator for mark in marks if isinstance(discriminator := getattr(mark, "discriminator", None), str)),
            "",
        )
        if not key:
            return any_of([self._value(member, ()) for member in members])
        return self.kinds(key, {word: self.refer(model) for model in members for word in words_of(model, key)})


def when(key: str, word: str, schema: Schema) -> Schema:
    """Return the condition that a mapping whose `key` is `word` follows a schema."""
    return {"if": {"required": [key], "properties": {key: {"const": word}}}, "then": schema}


def words(known: Iterable[str], meanings: Mapping[str, str]) -> Schema:
    """Return the schema of one of several words, with what they mean where that is known."""
    quoted = list(known)
    return {"enum": quoted, **({"enumDescriptions": [meanings.get(word, "") for word in quoted]} if meanings else {})}


def any_of(schemas: Iterable[Schema]) -> Schema:
    """Return the schema of values that follow any of several, each given once."""
    flat = [part for schema in schemas for part in (schema["anyOf"] if set(schema) == {"anyOf"} else [schema])]
    once = [part for number, part in enumerate(flat) if part not in flat[:number]]
    return {"anyOf": once} if len(once) > 1 else dict(once[0])


def shared(schema: Schema) -> Schema:
    """Return the same schema with every larger part that it has several times as a definition."""
    counts = Counter(json.dumps(part, sort_keys=True) for part in _parts(schema))
    names: dict[str, str] = {}

    def short(value: Any, top: bool = False) -> Any:
        if isinstance(value, list):
            return [short(part) for part in value]
        if not isinstance(value, dict):
            return value
        text = json.dumps(value, sort_keys=True)
        if not top and counts[text] > 1 and len(text) > _LARGE:
            name = names.setdefault(text, f"shared-{len(names) + 1}")
            return {"$ref": f"#/definitions/{name}"}
        return {key: short(part, key == "definitions" and top) for key, part in value.items()}

    short_schema = short({**schema, "definitions": {}}, top=True)
    given = {name: short(part, top=True) for name, part in schema.get("definitions", {}).items()}
    texts: dict[str, Any] = {}
    while len(texts) < len(names):  # a shared part may hold others, which are named meanwhile
        texts |= {name: short(json.loads(text), top=True) for text, name in tuple(names.items()) if name not in texts}
    return {**short_schema, "definitions": given | texts} if given or texts else schema


def _parts(value: Any) -> Iterator[Schema]:
    """Yield every schema in a schema; a mapping of keys to schemas is none."""
    if isinstance(value, dict):
        if any(not isinstance(value.get(key, {}), dict) for key in ("type", "anyOf", "enum")):
            yield value
        for part in value.values():
            yield from _parts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _parts(part)


def _read(marks: Iterable[Any]) -> tuple[Reads | None, Reads | None]:
    """Return what validators read instead of a type's own values, and besides them."""
    noted = (mark if isinstance(mark, Reads) else getattr(getattr(mark, "func", None), "reads", None) for mark in marks)
    readers = [note for note in noted if isinstance(note, Reads)]
    instead = readers[0] if readers and not readers[0].besides else None
    return instead, next((reader for reader in readers if reader.besides), None)


def _limit(schema: Schema, marks: Iterable[Any]) -> None:
    """Add the limits of numbers, which leave texts with a unit alone, and those of lists and mappings."""
    for mark in marks:
        for name, word in _LIMITS.items():
            limit = getattr(mark, name, None)
            if limit is not None:
                schema[word] = limit
        for name, sizes in _SIZES.items():
            size = getattr(mark, name, None)
            if size is not None and str(schema.get("type")) in sizes:
                schema[sizes[schema["type"]]] = size


def _default(value: Any, schema: Schema) -> Schema:
    """Return the default of a key if it is a word, a number or a flag that a person could write."""
    if isinstance(value, bool):
        return {"default": "yes" if value else "no"}
    if isinstance(value, int | float) and "pattern" in schema and schema["type"] != "string":
        return {"default": value}
    return {"default": value} if isinstance(value, str) and value else {}


def _outdated(model: type[Model], properties: Schema) -> None:
    """Add the former names of keys and of values, which are still accepted, with a warning."""
    for old, new in model._former.keys.items():
        message = f"{old} is now called {new}"
        properties[old] = {**properties[new], "deprecated": True, "deprecationMessage": message}
    for key, names in model._former.values.items():
        schema = properties[key]
        former = [
            {"const": old, "deprecated": True, "deprecationMessage": f"{old} is now spelt {new}"}
            for old, new in names.items()
        ]
        present = {"enum": schema.pop("enum")}
        properties[key] = {"anyOf": [present, *former], **schema}
