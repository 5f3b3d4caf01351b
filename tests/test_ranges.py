"""Every number that a file may hold has a range, and nothing that stands in its place does harm."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, get_args, get_origin

import pytest
from msgspec.structs import replace

import beeprint
from beeprint.base.problems import BuildError, Problem
from beeprint.face.template.slots import ShapeSlot
from beeprint.sheet.spec import SheetSpec
from beeprint.sources.conversion import understand
from beeprint.sources.nodes import Node, read_yaml
from beeprint.sources.records import Model, keys_of

LOWER, UPPER = ("ge", "gt"), ("le", "lt")
#: What may stand where a number should.
ODD: Mapping[str, str] = {
    **{
        word: word for word in (".nan", ".inf", "-.inf", "nan", "0", "-1", "1e-9", "1e9", "-1000000000", "0x10", "null")
    },
    **{"a list": "[1, [2, [3]]]", "a mapping": "{a: {b: 1}}", "two numbers": "[0, -1]", "nothing": '""'},
    **{"a megabyte": "9" * 1_000_000, "a megabyte of words": "x" * 1_000_000, "many numbers": f"[{'1, ' * 20_000}1]"},
}
#: Those of them that no number means.
REFUSED = frozenset(ODD) - {"0", "-1", "1e-9"}


@cache
def models() -> tuple[type[Model], ...]:
    """Return all models of files, from all modules."""
    for module in pkgutil.walk_packages(beeprint.__path__, "beeprint."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    models = {model for model in below(Model) if model.__module__.startswith("beeprint.")}
    return tuple(sorted(models, key=lambda model: (model.__module__, model.__name__)))


def below(model: type[Model]) -> Iterator[type[Model]]:
    for inner in model.__subclasses__():
        yield inner
        yield from below(inner)


def numbers_of(kind: Any, limits: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the limits of each number in an annotation; those of a list are none of its items'."""
    if get_origin(kind) is Annotated:
        inner, *more = get_args(kind)
        yield from numbers_of(inner, (*limits, *more))
    elif kind in (int, float):
        yield limits
    else:
        parts = () if get_origin(kind) in (tuple, list, dict) else limits
        for inner in get_args(kind):
            yield from numbers_of(inner, parts)


def has(limits: tuple[Any, ...], kinds: tuple[str, ...]) -> bool:
    return any(getattr(limit, kind, None) is not None for limit in limits for kind in kinds)


def fields() -> Iterator[tuple[type[Model], str, tuple[Any, ...]]]:
    for model in models():
        for key in keys_of(model):
            for limits in numbers_of(key.kind, ()):
                yield model, key.alias, limits


def test_every_number_of_every_model_has_a_range() -> None:
    numbers = list(fields())
    assert len(numbers) > 150
    bare = {
        f"{model.__name__}.{name}" for model, name, limit in numbers if not (has(limit, LOWER) and has(limit, UPPER))
    }
    assert bare == {"SheetSpec.paper"}  # a name or a size, whose sides `papers.find` checks


@pytest.mark.parametrize(
    ("model", "text", "message"),
    [
        (SheetSpec, "paper: a4\nspacing: -60\n", "2:10: error: spacing is -60; it must be at least 0"),
        (SheetSpec, "paper: a4\nmargin: -5\n", "2:9: error: margin is -5; it must be at least 0"),
        (
            ShapeSlot,
            "kind: shape\nshape: line\nbox: [0, 0, 30, 5]\ndash: [-1, 2]\n",
            "4:8: error: dash is -1; it must be at least 0",
        ),
        (SheetSpec, "paper: a4\nspacing: touchng\n", "2:10: error: spacing is 'touchng'"),
        (
            ShapeSlot,
            "kind: shape\nshape: line\nbox: [0, 0, 3000, 5]\n",
            "3:13: error: box is 3000; it must be at most 2000",
        ),
    ],
)
def test_a_message_speaks_of_the_form_that_was_meant(model: type[Model], text: str, message: str) -> None:
    """A value may be a word or numbers: it is not refused as both."""
    problems = _refused(model, read_yaml(text.encode(), "file.yaml"))
    assert [str(problem).partition("\n")[0] for problem in problems] == [f"file.yaml:{message}"]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.slow
def test_whatever_stands_in_a_field_is_taken_or_refused_in_words(odd: str) -> None:
    """Each key of each model holds it once. What no number means is refused where it stands."""
    held = read_yaml(f"key: {ODD[odd]}\n".encode(), "file.yaml")
    plain = {(model, name) for model, name in numbers()}
    checked = 0
    for model in models():
        for key in (key.alias for key in keys_of(model)):
            assert isinstance(held.value, dict)
            node = replace(held, value={key: held.value["key"]}, keys={key: held.keys["key"]})
            problems = _refused(model, node)
            assert sum(len(str(problem)) for problem in problems) < 120_000, (model, key)
            if odd in REFUSED and (model, key) in plain:
                checked += 1
                assert any(problem.place.column > 1 for problem in problems), (model, key, problems)
    assert checked == len(plain) * (odd in REFUSED)


def _refused(model: type[Model], node: Node) -> list[Problem]:
    try:
        understand(model, node)
    except BuildError as error:
        return list(error.problems)
    return []


def numbers() -> Iterator[tuple[type[Model], str]]:
    """Yield the fields that hold a number and nothing else, besides none."""
    for model, name, _ in fields():
        kind = next(key.kind for key in keys_of(model) if key.alias == name)
        kind = get_args(kind)[0] if get_origin(kind) is Annotated else kind
        inner = [part for part in get_args(kind) if part is not type(None)] or [kind]
        inner = [get_args(part)[0] if get_origin(part) is Annotated else part for part in inner]
        if len(inner) == 1 and inner[0] in (int, float):
            yield model, name
