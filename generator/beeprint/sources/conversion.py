"""Convert located YAML to models: all that is wrong is collected, each fault with its place."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from msgspec import Meta

from beeprint.base.problems import (
    MAX_PROBLEMS,
    BuildError,
    Place,
    Problem,
    capped,
    did_you_mean,
    replacing,
    reworded,
    suggestion,
)
from beeprint.base.words import counted
from beeprint.sources.nodes import Node
from beeprint.sources.records import After, Before, ByForm, ByKey, Former, Key, Model, keys_of, words_of
from beeprint.sources.yaml_faults import meant

#: The keys of a value, from the root of its file, and a function that converts a plain value at such a path.
Path = tuple[str | int, ...]
Convert = Callable[[Any, Path, "Reading"], Any]

#: What a conversion returns for a value that is wrong; its problems are noted.
WRONG: Any = object()


class Reading:
    """The conversion of a file: its root, what is wrong with it, and the former names that it uses."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.problems: list[Problem] = []
        self.outdated: list[Problem] = []

    def fault(self, path: Path, message: str, hint: str = "", named: bool = True) -> Any:
        """Note what is wrong with a value, called by the last key of its path, and return WRONG."""
        name = _name(path) if named else ""
        self.problems.append(Problem(self.node.at(path), f"{name}: {message}" if name else message, hint))
        return WRONG


def _name(path: Path) -> str:
    """Return what messages call a value: its key, or that of the list it is in."""
    return next((part for part in reversed(path) if isinstance(part, str)), "")


M = TypeVar("M", bound=Model)


def understand(model: type[M], node: Node, warnings: list[Problem] | None = None) -> M:
    """Convert a node to a model; BuildError with every fault at its place. Former names are added to `warnings`."""
    return _understood(_converter(model), node, warnings)  # type: ignore[no-any-return]


def understand_each(model: type[M], node: Node) -> dict[str, M]:
    """Convert each value of a mapping to a model; BuildError with every fault at its place."""
    return _understood(_mapping(_converter(str), _converter(model)), node, None)  # type: ignore[no-any-return]


def convert(kind: Any, value: Any) -> Any:
    """Convert a plain value to a type; ValueError with the first fault."""
    try:
        return _understood(_converter(kind), Node("", Place("")), None, value)
    except BuildError as error:
        raise ValueError(error.problems[0].message) from error


def _understood(convert: Convert, node: Node, warnings: list[Problem] | None, value: Any = None) -> Any:
    reading = Reading(node)
    understood = convert(node.plain() if value is None else value, (), reading)
    if reading.problems:
        raise BuildError(capped(reading.problems))
    if warnings is not None:
        warnings += sorted(reading.outdated, key=lambda problem: (problem.place.line, problem.place.column))
    return understood


def _converter(kind: Any) -> Convert:
    """Return the function that converts plain values to a type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        inner, *marks = arguments
        form = next((mark for mark in marks if isinstance(mark, ByKey | ByForm)), None)
        convert = _converter(inner) if form is None else _union(get_args(inner), form)
        for mark in marks:
            wrap = _WRAPS.get(type(mark))
            convert = convert if wrap is None else wrap(mark, convert)
        return convert
    if origin is Literal:
        return _word(arguments)
    if origin in (Union, UnionType):
        members = [member for member in arguments if member is not type(None)]
        return _converter(members[0]) if len(members) == 1 else _by_type(members)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return _list(_converter(arguments[0]))
        return _fixed([_converter(argument) for argument in arguments])
    if origin is dict:
        return _mapping(*map(_converter, arguments))
    if isinstance(kind, type) and issubclass(kind, Model):
        return _model(kind)
    return _scalar(kind) if kind in _SCALARS else lambda value, path, reading: value


#: What messages call the types of single values, and the types that each accepts.
_SCALARS: dict[Any, tuple[str, tuple[type, ...]]] = {
    str: ("text", (str,)),
    float: ("a number", (float, int)),
    int: ("a whole number", (int,)),
    bool: ("yes or no", (bool,)),
}


def _scalar(kind: type) -> Convert:
    noun, accepted = _SCALARS[kind]

    def convert(value: Any, path: Path, reading: Reading) -> Any:
        if type(value) in accepted and (kind is not float or math.isfinite(value)):
            return kind(value)
        name = _name(path)
        hint = _how_to_quote(name, value) if kind is str else ""
        return reading.fault(path, f"{name} is {written(value)}, not {noun}", hint, named=False)

    return convert


def _word(words: Sequence[Any]) -> Convert:
    def convert(value: Any, path: Path, reading: Reading) -> Any:
        return value if value in words else _wrong_word(path, value, words, reading)

    return convert


def _list(item: Convert) -> Convert:
    def convert(value: Any, path: Path, reading: Reading) -> Any:
        if not isinstance(value, list | tuple):
            return _no_list(path, reading)
        items = tuple([item(part, (*path, number), reading) for number, part in enumerate(value)])
        return WRONG if WRONG in items else items

    return convert


def _fixed(items: Sequence[Convert]) -> Convert:
    def convert(value: Any, path: Path, reading: Reading) -> Any:
        if not isinstance(value, list | tuple):
            return _no_list(path, reading)
        if len(value) != len(items):
            return reading.fault(path, f"{_name(path)} must list {counted(len(items), 'value')}", named=False)
        parts = tuple(
            [item(part, (*path, n), reading) for n, (item, part) in enumerate(zip(items, value, strict=True))]
        )
        return WRONG if WRONG in parts else parts

    return convert


def _mapping(key: Convert, item: Convert) -> Convert:
    def convert(value: Any, path: Path, reading: Reading) -> Any:
        if not isinstance(value, dict):
            return _no_mapping(path, reading)
        entries = {
            key(name, (*path, name), reading): item(part, (*path, name), reading) for name, part in value.items()
        }
        return WRONG if WRONG in entries or WRONG in entries.values() else entries

    return convert


def _by_type(members: Sequence[Any]) -> Convert:
    """Return the converter of a union whose members differ in the types of plain values they accept."""
    converts = [(_accepted(member), _converter(member)) for member in members]

    def convert(value: Any, path: Path, reading: Reading) -> Any:
        fitting = (convert for accepted, convert in converts if isinstance(value, accepted))
        return next(fitting, converts[0][1])(value, path, reading)

    return convert


def _accepted(kind: Any) -> tuple[type, ...]:
    origin = get_origin(kind)
    if origin is Annotated:
        return _accepted(get_args(kind)[0])
    if origin is tuple:
        return (list, tuple)
    if origin is Literal:
        return (str,)
    return _SCALARS[kind][1] if kind in _SCALARS else (dict,)


def _union(members: Sequence[Any], form: ByKey | ByForm) -> Convert:
    """Return the converter of a union whose members a key or the form of the value tells apart."""
    if isinstance(form, ByForm):
        converts = [_converter(member) for member in members]
        return lambda value, path, reading: converts[form.pick(value)](value, path, reading)
    key = form.discriminator
    models = {word: _converter(model) for model in members for word in words_of(model, key)}

    def convert(value: Any, path: Path, reading: Reading) -> Any:
        if isinstance(value, tuple(members)):
            return value
        if not isinstance(value, dict):
            return _no_mapping(path, reading)
        if key not in value:
            return reading.fault(path, f"the key {key} is missing", did_you_mean("", models), named=False)
        word = value[key]
        if isinstance(word, str) and word in models:
            return models[word](value, path, reading)
        return _wrong_kind((*path, key), word, tuple(models), reading)

    return convert


class _Table(NamedTuple):
    """What the conversion to a model needs: its keys, each with its names and converter, and the names to suggest."""

    keys: tuple[tuple[Key, tuple[str, ...], Convert], ...]
    names: tuple[str, ...]


@cache
def _table(model: type[Model]) -> _Table:
    keys = keys_of(model)
    entries = tuple((key, tuple(dict.fromkeys((*key.names, key.field))), _converter(key.kind)) for key in keys)
    return _Table(entries, (*(key.alias for key in keys), *model.filled_in))


def _model(model: type[Model]) -> Convert:
    def convert(value: Any, path: Path, reading: Reading) -> Any:
        if isinstance(value, model):
            return value
        if not isinstance(value, dict):
            return _no_mapping(path, reading)
        return _struct(model, value, path, reading)

    return convert


#: Keys that bring others with them.
FILLED_IN = ("style", "extends")


def _struct(model: type[Model], entries: dict[str, Any], path: Path, reading: Reading) -> Any:
    """Convert a mapping to a model."""
    table, faults = _table(model), len(reading.problems)
    if any(model._former):
        entries = _renamed(model._former, entries, path, reading)
    given = [next((name for name in names if name in entries), None) for _, names, _ in table.keys]
    unknown = [name for name in entries if name not in given]
    nears = {name: meant(name, table.names) for name in unknown[:MAX_PROBLEMS]}
    values: dict[str, Any] = {}
    for (key, names, convert), name in zip(table.keys, given, strict=True):
        if name is not None:
            values[key.field] = convert(entries[name], (*path, name), reading)
        elif key.required and not {*nears.values()} & {names[0], *FILLED_IN}:  # else misspelt, or brought by a style
            reading.fault(path, f"the key {names[0]} is missing", named=False)
    for name in unknown:
        near = nears.get(name, "")
        hint = suggestion(name, near, table.names) if near else did_you_mean(name, table.names)
        reading.problems.append(Problem(reading.node.key_at(path, name), f"unknown key {name}", hint))
        if len(reading.problems) > MAX_PROBLEMS:
            break
    if len(reading.problems) > faults:
        return WRONG
    made = model(**values)
    try:
        made.validate(values)
    except ValueError as error:
        return reading.fault(path, str(error))
    return made


def _renamed(former: Former, entries: dict[str, Any], path: Path, reading: Reading) -> dict[str, Any]:
    """Return the entries of a mapping by their present names, and with present values; note the former ones."""
    hint = "beeprint's next version will not accept the former name"
    present = dict(entries)
    for old, new in former.keys.items():
        if old in present:
            value = present.pop(old)
            present.setdefault(new, value)
            message = f"the key {old} is now called {new}"
            fix = replacing(old, new, safe=new not in entries, title=f"Call it {new}")
            reading.outdated.append(Problem(reading.node.key_at(path, old), message, hint, "warning", fixes=(fix,)))
    for key, names in former.values.items():
        word = present.get(key)
        if isinstance(word, str) and word in names:
            present[key] = names[word]
            message = f"{key}: {word} is now spelt {names[word]}"
            fix = replacing(word, names[word], safe=True, title=f"Spell it {names[word]}")
            reading.outdated.append(Problem(reading.node.at((*path, key)), message, hint, "warning", fixes=(fix,)))
    return present


# marks ----------------------------------------------------------------------------------------------------------------


def _before(mark: Before, inner: Convert) -> Convert:
    def convert(value: Any, path: Path, reading: Reading) -> Any:
        try:
            value = mark.func(value)
        except ValueError as error:
            return reading.fault(path, str(error))
        return inner(value, path, reading)

    return convert


def _after(mark: After, inner: Convert) -> Convert:
    def convert(value: Any, path: Path, reading: Reading) -> Any:
        value = inner(value, path, reading)
        try:
            return value if value is WRONG else mark.func(value)
        except ValueError as error:
            return reading.fault(path, str(error))

    return convert


def _limited(mark: Meta, inner: Convert) -> Convert:
    """Return the converter that checks the bounds of a number, or how much a list, a mapping or a text holds."""
    sized = mark.min_length is not None or mark.max_length is not None

    def convert(value: Any, path: Path, reading: Reading) -> Any:
        most = mark.max_length
        if most is not None and isinstance(value, list) and len(value) > most:
            return reading.fault(path, f"{_name(path)} must list at most {counted(most, 'value')}", named=False)
        value = inner(value, path, reading)
        if value is WRONG:
            return WRONG
        message = _wrong_length(value, mark) if sized else _out_of_bounds(value, mark)
        return reading.fault(path, f"{_name(path)} {message}", named=False) if message else value

    return convert


def _wrong_length(value: Any, mark: Meta) -> str:
    least, most = mark.min_length or 0, mark.max_length
    if len(value) < least:
        return "is empty" if isinstance(value, str) else f"must list at least {counted(least, 'value')}"
    return f"must list at most {counted(most, 'value')}" if most is not None and len(value) > most else ""


def _out_of_bounds(value: float, mark: Meta) -> str:
    for limit, wrong, words in (
        (mark.ge, operator.lt, "at least"),
        (mark.le, operator.gt, "at most"),
        (mark.gt, operator.le, "more than"),
        (mark.lt, operator.ge, "less than"),
    ):
        if limit is not None and wrong(value, limit):
            shown = f"{value:.12f}".rstrip("0").rstrip(".") if isinstance(value, float) and abs(value) < 1e12 else value
            return f"is {shown}; it must be {words} {limit:g}"
    return ""


_WRAPS: Mapping[type, Callable[[Any, Convert], Convert]] = {Before: _before, After: _after, Meta: _limited}


# problems -------------------------------------------------------------------------------------------------------------

#: How many words a hint lists although it names the one that is meant.
_FEW = 12


def written(value: Any) -> str:
    """Write a value for messages: text in quotes, lists and mappings as YAML has them."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_inside(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inside, value))}]"
    return repr(value)


def _inside(value: Any) -> str:
    return value if isinstance(value, str) else written(value)


def _no_mapping(path: Path, reading: Reading) -> Any:
    message = f"{_name(path) or 'the file'} must be a mapping of keys to values"
    return reading.fault(path, message, "write lines such as key: value", named=False)


def _no_list(path: Path, reading: Reading) -> Any:
    return reading.fault(path, f"{_name(path)} must be a list", "begin each entry with a dash and a space", named=False)


def _how_to_quote(name: str, given: Any) -> str:
    """Return a hint for a mapping in place of a text, such as {title} without quotes."""
    if not isinstance(given, dict):
        return ""
    (key, value), *others = given.items() if given else [("", "")]
    curly = "\u201c\u201d\u2018\u2019\u201e"
    text = (f"{key}: {value}" if value else key).strip(curly) if value or key[:1] in curly else f"{{{key}}}"
    return "" if others or not isinstance(value, str) else f'put the text between straight quotes: {name}: "{text}"'


def _wrong_word(path: Path, given: Any, words: Sequence[Any], reading: Reading) -> Any:
    """Note a value that is not among the expected words."""
    name = _name(path)
    if not isinstance(given, str):
        message = f"{name} is {written(given)}, not a single word"
        return reading.fault(path, message, did_you_mean("", words), named=False)
    return reading.fault(path, f"{name} is {given!r}", did_you_mean(given, words), named=False)


def _wrong_kind(path: Path, given: Any, kinds: Sequence[str], reading: Reading) -> Any:
    """Note a mapping of an unknown kind."""
    if not isinstance(given, str):
        return _wrong_word(path, given, kinds, reading)
    hint, key = did_you_mean(given, kinds), _name(path)
    if hint.endswith("?") and len(kinds) <= _FEW:
        hint = reworded(hint, f"{hint} {key} is one of {', '.join(sorted(kinds))}")
    return reading.fault(path, f"unknown {key} {given}", hint, named=False)
