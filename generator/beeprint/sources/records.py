"""Models of YAML files: which keys a mapping has, and what each of them may hold.

A model is a frozen Struct. Its type hints are resolved when its first value is converted, so that a model that no file
names costs nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, dataclass_transform, get_args, get_origin

from msgspec import NODEFAULT, Struct, StructMeta


class _ModelMeta(StructMeta):
    """Make models: frozen, all arguments by name; and mixins, whose keys become fields only of what inherits them.

    A mixin has no fields of its own, so that a model may inherit several.
    """

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, mixin: bool = False, frozen: bool = True
    ) -> Any:
        own = dict(namespace.get("__annotations__", {}))
        if mixin:
            defaults = {key: namespace.pop(key) for key in own if key in namespace}
            namespace |= {"__annotations__": {}, "_mixed": (own, defaults)}
        else:
            mixins = [part for base in reversed(bases) for part in reversed(base.__mro__) if "_mixed" in vars(part)]
            inherited = {key for base in bases for key in getattr(base, "__struct_fields__", ())}
            annotations: dict[str, Any] = {}
            for part in mixins:
                keys, defaults = vars(part)["_mixed"]
                fresh = {key: hint for key, hint in keys.items() if key not in inherited and key not in own}
                annotations |= fresh
                namespace = {**{key: defaults[key] for key in fresh if key in defaults}, **namespace}
            namespace["__annotations__"] = annotations | own
        return super().__new__(mcs, name, bases, {**namespace, "_own": own}, frozen=frozen, kw_only=True)


class Former(NamedTuple):
    """The former names of keys, and of values by key, each with the present one; they are accepted with a warning."""

    keys: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Model(Struct, metaclass=_ModelMeta, frozen=True):
    """A value read from YAML: frozen, unknown keys refused, keys written with hyphens.

    `filled_in` lists keys that are removed from the mapping before validation, and may add other keys. A field whose
    name begins with an underscore is no key.
    """

    filled_in: ClassVar[tuple[str, ...]] = ()
    _former: ClassVar[Former] = Former({}, {})

    def validate(self, given: Collection[str]) -> None:
        """Raise ValueError where values contradict each other; `given` are the fields that the file has."""


class Before(NamedTuple):
    """Mark a type: `func` turns another form of a value into one that the type converts; it may raise ValueError."""

    func: Callable[[Any], Any]


class After(NamedTuple):
    """Mark a type: `func` checks or changes a converted value; it may raise ValueError."""

    func: Callable[[Any], Any]


class Called(NamedTuple):
    """Mark a key that has other names; all mean the same."""

    names: tuple[str, ...]


class ByKey(NamedTuple):
    """Mark a union of models, each of which states its words under the key `discriminator`."""

    discriminator: str


class ByForm(NamedTuple):
    """Mark a union: `pick` returns the number of the member that a value has the form of."""

    pick: Callable[[Any], int]


class Key(NamedTuple):
    """A key of a model: its field, its name in YAML, its type, and its default, NODEFAULT where it is required."""

    field: str
    alias: str
    kind: Any
    default: Any

    @property
    def marks(self) -> tuple[Any, ...]:
        """Return what annotates its type."""
        return get_args(self.kind)[1:] if get_origin(self.kind) is Annotated else ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names that it has in files."""
        return next((mark.names for mark in self.marks if isinstance(mark, Called)), (self.alias,))

    @property
    def required(self) -> bool:
        """Return whether a file must have it."""
        return self.default is NODEFAULT

    def plain_default(self) -> Any:
        """Return the value of a mapping without it."""
        return self.default() if callable(self.default) else self.default


@cache
def keys_of(model: type[Model]) -> tuple[Key, ...]:
    """Return the keys of a model, those it inherits first."""
    hints: dict[str, tuple[type, Any]] = {}
    for part in reversed(model.__mro__):
        hints |= {name: (part, hint) for name, hint in vars(part).get("_own", {}).items()}
    fields = model.__struct_fields__
    defaults = dict(zip(reversed(fields), reversed(model.__struct_defaults__), strict=False))
    return tuple(
        Key(name, name.rstrip("_").replace("_", "-"), _hint(*hints[name]), _default(defaults.get(name, NODEFAULT)))
        for name in hints
        if name in fields and not name.startswith("_")
    )


def _hint(owner: type, hint: Any) -> Any:
    """Return the type that an annotation of a class names."""
    return eval(hint, vars(sys.modules[owner.__module__])) if isinstance(hint, str) else hint


def _default(value: Any) -> Any:
    return getattr(value, "factory", value)


def words_of(model: type[Model], field: str) -> tuple[str, ...]:
    """Return the words that a field accepts; empty if it accepts other values."""
    owner = next((part for part in model.__mro__ if field in vars(part).get("_own", {})), None)
    hint = None if owner is None else _hint(owner, vars(owner)["_own"][field])
    return get_args(hint) if get_origin(hint) is Literal else ()
