"""Turn located YAML into typed, checked values; unknown keys are refused and each fault has its place."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from beeprint.base.problems import BuildError, Place, Problem, capped, did_you_mean
from beeprint.base.words import counted, one_line
from beeprint.files.nodes import Node


class Model(BaseModel):
    """A value read from YAML: frozen, unknown keys refused, keys written with hyphens."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        populate_by_name=True,
        allow_inf_nan=False,
        defer_build=True,  # a game uses some of the rules and shapes, never all
        alias_generator=lambda name: name.rstrip("_").replace("_", "-"),
    )


def _int(value: Any) -> Any:
    if isinstance(value, str):
        if not re.fullmatch(r"[+-]?\d{1,9}", value.strip()):
            raise ValueError(f"expected a whole number, found {value!r}")
        return int(value)
    return value


def _number(value: Any) -> Any:
    if isinstance(value, str):
        if not re.fullmatch(r"[+-]?(\d{1,9}(\.\d+)?|\.\d+)", value.strip()):
            raise ValueError(f"expected a number, found {value!r}")
        return float(value)
    return value


def flag(value: Any) -> Any:
    """Parse yes or no, or true or false; ValueError for any other text."""
    if isinstance(value, str):
        found = {"yes": True, "true": True, "no": False, "false": False}.get(value.strip().lower())
        if found is None:
            raise ValueError(f"expected yes or no, found {value!r}")
        return found
    return value


_LEAST_DPI, _MOST_DPI = 72, 2400


def _resolution(value: Any) -> Any:
    if isinstance(value, str):
        match = re.fullmatch(r"(\d{1,5}) ?dpi", value.strip())
        if not match or not _LEAST_DPI <= int(match[1]) <= _MOST_DPI:
            expected = f"expected a resolution such as 600dpi, from {_LEAST_DPI} to {_MOST_DPI}"
            raise ValueError(f"{expected}; found {value!r}")
        return int(match[1])
    return value


def numbers(*names: str, words: Sequence[str] = ()) -> Any:
    """Return a validator for these numbers, as a list or separated by spaces, commas or x; or for one of `words`."""
    expected = ", ".join(names) + (f", or one of {', '.join(words)}" if words else "")

    def read(value: Any) -> Any:
        if isinstance(value, str) and value in words:
            return value
        parts = re.split(r"[\s,x]+", value.strip()) if isinstance(value, str) else value
        if not isinstance(parts, list | tuple) or len(parts) != len(names):
            raise ValueError(f"expected {expected}; found {written(value)}")
        return tuple(map(_number, parts))

    return BeforeValidator(read)


def written(value: Any) -> str:
    """Write a value for messages: text in quotes, lists and mappings as YAML has them."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_inside(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inside, value))}]"
    return repr(value)


def _inside(value: Any) -> str:
    return value if isinstance(value, str) else written(value)


def matching(pattern: str, expected: str) -> Any:
    """Return a validator for texts of a pattern, which messages call `expected`."""

    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(f"expected {expected}; found {value!r}")
        return value

    return AfterValidator(check)


def _one_or_more(value: Any) -> Any:
    return [value] if isinstance(value, (str, dict)) else value


class _Former(NamedTuple):
    """A mapping that uses a former name: the key it stands at, the former and the present name."""

    mapping: dict[str, Any]
    key: str
    old: str
    new: str


def former(keys: Mapping[str, str] | None = None, values: Mapping[str, Mapping[str, str]] | None = None) -> Any:
    """Return a validator by which a model still accepts former names of keys, and of values by key.

    `understand` reports each as a warning. A name is accepted for one version after it has changed.
    """

    def rename(value: Any, info: ValidationInfo) -> Any:
        if not isinstance(value, dict):
            return value
        used = [_Former(value, old, old, new) for old, new in (keys or {}).items() if old in value]
        for key, names in (values or {}).items():
            old = value.get(key)
            if isinstance(old, str) and old in names:
                used.append(_Former(value, key, old, names[old]))
        if not used:
            return value
        if isinstance(info.context, list):
            info.context.extend(used)
        present = dict(value)
        for one in used:
            if one.key == one.old:
                present.setdefault(one.new, present.pop(one.old))
            else:
                present[one.key] = one.new
        return present

    return model_validator(mode="before")(rename)


#: The former spelling of a value of `align`.
CENTRE = {"align": {"center": "centre"}}

Int = Annotated[int, BeforeValidator(_int)]
Number = Annotated[float, BeforeValidator(_number)]
Flag = Annotated[bool, BeforeValidator(flag)]
#: Dots per inch at which a picture is flattened to pixels; 0 draws it as it is.
Resolution = Annotated[int, BeforeValidator(_resolution)]
Words = Annotated[tuple[str, ...], BeforeValidator(_one_or_more)]
#: A text that is shown within lines, on the terminal and on sheets: line breaks and runs of spaces become a space.
Line = Annotated[str, AfterValidator(one_line)]

M = TypeVar("M", bound=BaseModel)


def understand(model: type[M], node: Node, warnings: list[Problem] | None = None) -> M:
    """Validate a node as a model; BuildError with every fault at its place. Former names are added to `warnings`."""
    used: list[_Former] = []
    try:
        understood = model.model_validate(node.plain(), context=used)
    except ValidationError as error:
        faults = (_problem(model, node, detail) for detail in error.errors(include_url=False))
        raise BuildError(capped(faults)) from error
    if used and warnings is not None:
        warnings += _outdated(node, used)
    return understood


def _outdated(node: Node, used: Sequence[_Former]) -> Iterator[Problem]:
    """Yield a warning for each former name below a node."""
    children = node.value.values() if isinstance(node.value, dict) else node.value
    if isinstance(node.value, dict):
        plain = node.plain()
        for one in {(one.key, one.old, one.new): one for one in used if one.mapping == plain}.values():
            if one.key == one.old:
                place, message = node.keys[one.key], f"the key {one.old} is now called {one.new}"
            else:
                place, message = node.value[one.key].place, f"{one.key}: {one.old} is now spelt {one.new}"
            yield Problem(place, message, "beeprint's next version will not accept the former name", "warning")
    for child in children if not isinstance(children, str) else ():
        yield from _outdated(child, used)


#: The bounds of numbers, by the kind of pydantic's error: where the bound is, and words for it.
_LIMITS = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "greater_than": ("gt", "more than"),
    "less_than": ("lt", "less than"),
}
#: What pydantic expects where a list or a mapping stands, by the kind of its error.
_PLAIN = {
    "string_type": "text",
    "float_type": "a number",
    "int_type": "a whole number",
    "bool_type": "yes or no",
}


def _problem(model: type[BaseModel], node: Node, detail: Any) -> Problem:
    """Translate one of pydantic's errors into a problem in beeprint's own words."""
    loc = _untagged(node, detail["loc"])
    kind, place = detail["type"], node.at(loc)
    # An item of a list is called by the name of the list.
    name = str(next((part for part in reversed(loc) if isinstance(part, str)), ""))
    if kind == "extra_forbidden":
        known = _keys_near(model, node, loc)
        return Problem(node.key_at(loc[:-1], name), f"unknown key {name}", did_you_mean(name, known))
    if kind == "missing":
        return Problem(node.at(loc[:-1]), f"the key {name} is missing")
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return _wrong_kind(node, loc, detail)
    if kind == "literal_error":
        expected = re.findall(r"'([^']*)'", str(detail["ctx"]["expected"]))
        return _wrong_word(place, name, detail["input"], expected)
    if kind in _PLAIN:
        return Problem(place, f"{name} is {written(detail['input'])}, not {_PLAIN[kind]}")
    if kind in _LIMITS:
        word, limit = _LIMITS[kind]
        return Problem(place, f"{name} is {detail['input']}; it must be {limit} {detail['ctx'][word]:g}")
    if kind in ("too_short", "too_long"):
        least, most = (detail["ctx"].get(f"{word}_length") for word in ("min", "max"))
        limit = f"at least {counted(least, 'value')}" if kind == "too_short" else f"at most {counted(most, 'value')}"
        return Problem(place, f"{name} must list {limit}")
    if kind in ("model_type", "dict_type", "model_attributes_type"):
        return Problem(place, f"{name or 'the file'} must be a mapping of keys to values")
    if kind in ("tuple_type", "list_type"):
        return Problem(place, f"{name} must be a list")
    if kind == "value_error" and len(loc) > 1 and name in ("condition", "values") and node.find(loc) is None:
        name = str(loc[-2])  # the last part is pydantic's tag for a kind of condition
    message = re.sub(r"^(Value error|Assertion failed), ", "", str(detail["msg"]))
    return Problem(place, f"{name}: {message}" if name else message)


def _wrong_kind(node: Node, loc: Sequence[str | int], detail: Any) -> Problem:
    """Return the problem of a mapping whose kind is missing or unknown."""
    context = detail["ctx"]
    key = str(context["discriminator"]).strip("'")
    found = node.find([*loc, key])
    if found is None:
        return Problem(node.at(loc), f"the key {key} is missing")
    tags = [tag.strip(" '") for tag in str(context["expected_tags"]).split(",")]
    if not isinstance(found.value, str):
        return _wrong_word(found.place, key, found.plain(), tags)
    return Problem(found.place, f"unknown {key} {found.value}", did_you_mean(found.value, tags))


def _wrong_word(place: Place, name: str, found: Any, expected: Sequence[str]) -> Problem:
    """Return the problem of a value that is none of the words expected."""
    if not isinstance(found, str):
        return Problem(place, f"{name} is {written(found)}, not a single word", did_you_mean("", expected))
    return Problem(place, f"{name} is {found!r}", did_you_mean(found, expected))


def _untagged(node: Node, loc: Sequence[str | int]) -> list[str | int]:
    """Remove the kind of a slot or shape, which pydantic adds, from an error's path; a key may have the same name."""
    path: list[str | int] = []
    fresh = True
    for part in loc:
        kind = node.find([*path, "kind"]) if fresh else None
        fresh = kind is None or kind.value != part
        if fresh:
            path.append(part)
    return path


def _keys_near(model: type[BaseModel], node: Node, loc: list[Any]) -> list[str]:
    """Return the keys that a mapping at `loc` may have: those of the model whose fields match best."""
    siblings = node
    for part in loc[:-1]:
        step = siblings.find([part])
        siblings = siblings if step is None else step
    written = set(siblings.value) if isinstance(siblings.value, dict) else set()
    best: list[str] = []
    most = -1_000
    for candidate in _models(model, set()):
        keys = [field.alias or name for name, field in candidate.model_fields.items()]
        near = difflib.get_close_matches(str(loc[-1]), keys, n=1)
        score = len(written & set(keys)) * 10 + len(near) * 10 - len(set(keys) - written)
        if (not loc[:-1] and candidate is model) or (score > most and (loc[:-1] or candidate is model)):
            best, most = keys, score
    return best


def _models(model: type[BaseModel], seen: set[type[BaseModel]]) -> list[type[BaseModel]]:
    """Return the model and every model its fields mention."""
    if model in seen:
        return []
    seen.add(model)
    found = [model]
    for field in model.model_fields.values():
        found += [inner for kind in _mentioned(field.annotation) for inner in _models(kind, seen)]
    return found


def _mentioned(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [kind for part in getattr(annotation, "__args__", ()) for kind in _mentioned(part)]
