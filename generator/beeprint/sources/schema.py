"""Turn located YAML into typed, checked values; unknown keys are refused and each fault has its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from beeprint.base import budget
from beeprint.base.geometry import millimetres, points
from beeprint.base.problems import MAX_PROBLEMS, BuildError, Place, Problem, alike, capped, did_you_mean
from beeprint.base.words import counted, one_line
from beeprint.sources.nodes import Node
from beeprint.sources.yaml_faults import meant


class Model(BaseModel):
    """A value read from YAML: frozen, unknown keys refused, keys written with hyphens.

    `filled_in` lists keys that are removed from the mapping before validation, and may add other keys.
    """

    filled_in: ClassVar[tuple[str, ...]] = ()

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        populate_by_name=True,
        allow_inf_nan=False,
        defer_build=True,  # a game uses some of the rules and shapes, never all
        alias_generator=lambda name: name.rstrip("_").replace("_", "-"),
    )


class Reads(NamedTuple):
    """JSON Schema of the values that a validator accepts: instead of those of its type, or in addition.

    Without a schema, it accepts one item of a list instead of the list.
    """

    schema: Mapping[str, Any] | None
    besides: bool = False


V = TypeVar("V", bound=Callable[..., Any])


def reads(schema: Mapping[str, Any] | None, besides: bool = False) -> Callable[[V], V]:
    """Return a decorator that notes on a validator what it accepts, for the schemas that editors use."""

    def note(validator: V) -> V:
        validator.reads = Reads(schema, besides)  # type: ignore[attr-defined]
        return validator

    return note


#: Any text in JSON Schema: beeprint reads all scalars as text, which editors take for numbers and flags.
TEXT: Mapping[str, Any] = {"type": ["string", "number", "boolean"]}
#: A whole number and a colour in JSON Schema.
INTEGER: Mapping[str, Any] = {"type": ["integer", "string"], "pattern": r"^\s*[+-]?\d{1,9}\s*$"}
COLOUR: Mapping[str, Any] = {"type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}
_DIGITS = r"[+-]?(\d{1,9}(\.\d+)?|\.\d+)"
_MEASURE = _DIGITS + r' ?(mm|cm|in|"|pt)?'


@reads(INTEGER)
def _int(value: Any) -> Any:
    if isinstance(value, str):
        if not re.fullmatch(r"[+-]?\d{1,9}", value.strip()):
            raise ValueError(f"expected a whole number, found {value!r}")
        return int(value)
    return value


@reads({"type": ["number", "string"], "pattern": rf"^\s*{_DIGITS}\s*$"})
def _number(value: Any) -> Any:
    if isinstance(value, str):
        if not re.fullmatch(r"[+-]?(\d{1,9}(\.\d+)?|\.\d+)", value.strip()):
            raise ValueError(f"expected a number, found {value!r}")
        return float(value)
    return value


@reads({"type": ["number", "string"], "pattern": rf"^\s*{_MEASURE}\s*$"})
def _length(value: Any) -> Any:
    return millimetres(value) if isinstance(value, str) else value


@reads({"type": ["number", "string"], "pattern": rf"^\s*{_MEASURE}\s*$"})
def _points(value: Any) -> Any:
    return points(value) if isinstance(value, str) else value


@reads({"enum": ["yes", "no", True, False, "true", "false"]})
def flag(value: Any) -> Any:
    """Parse yes or no, or true or false; ValueError for any other text."""
    if isinstance(value, str):
        parsed = {"yes": True, "true": True, "no": False, "false": False}.get(value.strip().lower())
        if parsed is None:
            raise ValueError(f"expected yes or no, found {value!r}")
        return parsed
    return value


def _form(value: Any) -> str:
    """Return which of two forms a value has: a word, or a number or several."""
    return WORD if isinstance(value, str) and value.strip()[:1].isalpha() else NUMBERS


#: The forms of values that are a word or numbers, which are no keys of a file: they tag the types of a union that
#: `word_or_numbers` tells apart, so that a message names one of the two.
WORD, NUMBERS = "<word>", "<numbers>"
word_or_numbers = Discriminator(_form)
_LEAST_DPI, _MOST_DPI = 72, 2400


@reads({"type": "string", "pattern": r"^\s*\d{1,5} ?dpi\s*$"})
def _resolution(value: Any) -> Any:
    if isinstance(value, str):
        match = re.fullmatch(r"(\d{1,5}) ?dpi", value.strip())
        if not match or not _LEAST_DPI <= int(match[1]) <= _MOST_DPI:
            expected = f"expected a resolution such as 600dpi, from {_LEAST_DPI} to {_MOST_DPI}"
            raise ValueError(f"{expected}; found {value!r}")
        return int(match[1])
    return value


def numbers(*names: str, words: Sequence[str] = ()) -> Any:
    """Return a validator for lengths, as a list or separated by spaces, commas or x; or for one of `words`."""
    expected = ", ".join(names) + (f", or one of {', '.join(words)}" if words else "")
    parted = rf"^\s*{_MEASURE}([\s,x]+{_MEASURE}){{{len(names) - 1}}}\s*$"

    @reads({"type": "string", "pattern": parted}, besides=True)
    def read(value: Any) -> Any:
        if isinstance(value, str) and value in words:
            return value
        parts = re.split(r"[\s,x]+", value.strip()) if isinstance(value, str) else value
        if not isinstance(parts, list | tuple) or len(parts) != len(names):
            raise ValueError(f"expected {expected}; found {written(value)}")
        unit = re.search(r"[a-z\"]+$", value.strip()) if isinstance(value, str) and "x" in value else None
        if unit and not any(re.search(r"[a-z\"]", part) for part in parts[:-1]):
            parts = [*(part + unit[0] for part in parts[:-1]), parts[-1]]  # 2.5x3.5in has two lengths in inches
        return tuple(map(_length, parts))

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


def _called(value: str) -> str:
    if not any(char.isprintable() and not char.isspace() for char in value):
        raise ValueError("expected some words; found nothing that can be seen")
    return value


def matching(pattern: str, expected: str) -> Any:
    """Return a validator for texts of a pattern, which messages call `expected`."""

    @reads({**TEXT, "pattern": f"^({pattern})$"})
    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(f"expected {expected}; found {value!r}")
        return value

    return AfterValidator(check)


@reads(None, besides=True)
def one_or_more(value: Any) -> Any:
    """Return a text or a mapping as a list of one."""
    return [value] if isinstance(value, (str, dict)) else value


@reads({"anyOf": [TEXT, {"type": "array", "items": TEXT, "minItems": 1}]})
def families(value: Any) -> Any:
    """Return a family of fonts, or the families of a list with commas between them; ValueError for anything else."""
    names = value if isinstance(value, list | tuple) else [value]
    if not names or not all(isinstance(name, str) and name.strip() and "," not in name for name in names):
        raise ValueError(f"expected a font family, or a list such as [lato, noto-sans-arabic]; found {written(value)}")
    return ", ".join(name.strip() for name in names)


#: How many words a hint lists although it names the one that is meant.
_FEW = 12
#: Keys that bring others with them.
FILLED_IN = ("style", "extends")


class _Former(NamedTuple):
    """A mapping that uses a former name: its key, the former name and the present name."""

    mapping: dict[str, Any]
    key: str
    old: str
    new: str


def former(keys: Mapping[str, str] | None = None, values: Mapping[str, Mapping[str, str]] | None = None) -> Any:
    """Return a validator that accepts former names of keys, and former values by key.

    `understand` warns of each. A former name is accepted for one version after the change.
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
        for name in used:
            if name.key == name.old:
                present.setdefault(name.new, present.pop(name.old))
            else:
                present[name.key] = name.new
        return present

    rename.former = (keys or {}, values or {})  # type: ignore[attr-defined]
    return model_validator(mode="before")(rename)


#: The former spelling of a value of `align`.
CENTRE = {"align": {"center": "centre"}}

Int = Annotated[int, BeforeValidator(_int)]
Number = Annotated[float, BeforeValidator(_number)]
#: A length in mm, which may be written with another unit.
Mm = Annotated[float, BeforeValidator(_length)]
#: A size of text in points, which may be written with another unit.
Pt = Annotated[float, BeforeValidator(_points)]
#: A place in mm, whose zero may be anywhere; a distance; a side of a thing; and a strip around it.
Position = Annotated[Mm, Field(ge=-2000, le=2000)]
Length = Annotated[Mm, Field(ge=0, le=2000)]
Side = Annotated[Mm, Field(gt=0, le=2000)]
Margin = Annotated[Mm, Field(ge=0, le=50)]
Points = Annotated[Pt, Field(ge=1, le=500)]
#: How many of something; and any whole number that a cell may hold.
Count = Annotated[Int, Field(ge=0, le=1_000_000)]
Value = Annotated[Int, Field(ge=-999_999_999, le=999_999_999)]
Flag = Annotated[bool, BeforeValidator(flag)]
#: Dots per inch at which a picture is flattened to pixels; 0 draws it as it is.
Resolution = Annotated[int, Field(ge=0, le=_MOST_DPI), BeforeValidator(_resolution)]
Words = Annotated[tuple[str, ...], BeforeValidator(one_or_more)]
#: A family of fonts, or several from which letters are taken in this order.
Families = Annotated[str, BeforeValidator(families)]
#: A text that is shown within lines, on the terminal and on sheets: line breaks and runs of spaces become a space.
Line = Annotated[str, AfterValidator(one_line)]
#: Such a text that calls something, so that it may not be empty.
Title = Annotated[Line, AfterValidator(_called)]

M = TypeVar("M", bound=BaseModel)


def understand(model: type[M], node: Node, warnings: list[Problem] | None = None) -> M:
    """Validate a node as a model; BuildError with every fault at its place. Former names are added to `warnings`."""
    used: list[_Former] = []
    try:
        understood = model.model_validate(node.plain(), context=used)
    except ValidationError as error:
        details = error.errors(include_url=False)
        unknown = islice(filter(_unknown, details), MAX_PROBLEMS)  # no more are told
        misspelt = {tuple(detail["loc"][:-1]): _meant(model, node, detail) for detail in unknown}
        told = (detail for detail in details if not _follows(detail, misspelt) and not _short_of_wrong(detail))
        faults = (_problem(model, node, detail) for detail in told)
        raise BuildError(capped(faults)) from error
    if used and warnings is not None:
        warnings += _outdated(node, used)
    return understood


def _outdated(node: Node, used: Sequence[_Former]) -> Iterator[Problem]:
    """Yield a warning for each former name below a node."""
    children = node.value.values() if isinstance(node.value, dict) else node.value
    if isinstance(node.value, dict):
        plain = node.plain()
        for name in {(name.key, name.old, name.new): name for name in used if name.mapping == plain}.values():
            if name.key == name.old:
                place, message = node.keys[name.key], f"the key {name.old} is now called {name.new}"
            else:
                place, message = node.value[name.key].place, f"{name.key}: {name.old} is now spelt {name.new}"
            yield Problem(place, message, "beeprint's next version will not accept the former name", "warning")
    for child in children if not isinstance(children, str) else ():
        yield from _outdated(child, used)


#: What it costs to find the keys that an unknown one may be, in steps.
_COMPARED = 600
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


def _unknown(detail: Any) -> bool:
    return bool(detail["type"] == "extra_forbidden")


def _meant(model: type[BaseModel], node: Node, detail: Any) -> str:
    """Return the key that an unknown key most likely means; empty if none is near."""
    loc = _untagged(node, detail["loc"])
    return meant(str(loc[-1]), _keys_near(model, node, loc))


def _follows(detail: Any, misspelt: Mapping[tuple[str | int, ...], str]) -> bool:
    """Return whether a key is missing only because it, or one that brings others, is misspelt."""
    near = misspelt.get(tuple(detail["loc"][:-1]), "")
    return bool(detail["type"] == "missing" and near in (detail["loc"][-1], *FILLED_IN))


def _short_of_wrong(detail: Any) -> bool:
    """Return whether a list is too short only because pydantic does not count what is wrong in it."""
    return bool(detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"])


def _problem(model: type[BaseModel], node: Node, detail: Any) -> Problem:
    """Translate one of pydantic's errors into a problem in beeprint's own words."""
    loc = _untagged(node, detail["loc"])
    kind, place = detail["type"], node.at(loc)
    # An item of a list is called by the name of the list.
    name = str(next((part for part in reversed(loc) if isinstance(part, str)), ""))
    if kind == "extra_forbidden":
        known = _keys_near(model, node, loc)
        near = meant(name, known)
        hint = f"did you mean {near}?" if near else did_you_mean(name, known)
        return Problem(node.key_at(loc[:-1], name), f"unknown key {name}", hint)
    if kind == "missing":
        return Problem(node.at(loc[:-1]), f"the key {name} is missing")
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return _wrong_kind(model, node, loc, detail)
    if kind == "literal_error":
        expected = re.findall(r"'([^']*)'", str(detail["ctx"]["expected"]))
        return _wrong_word(place, name, detail["input"], expected)
    if kind in _PLAIN:
        value = detail["input"]
        hint = _how_to_quote(name, value) if kind == "string_type" else ""
        return Problem(place, f"{name} is {written(value)}, not {_PLAIN[kind]}", hint)
    if kind in (*_LIMITS, "string_too_short", "too_short", "too_long"):
        return Problem(place, _out_of_bounds(kind, name, detail))
    if kind in ("model_type", "dict_type", "model_attributes_type"):
        return Problem(
            place, f"{name or 'the file'} must be a mapping of keys to values", "write lines such as key: value"
        )
    if kind in ("tuple_type", "list_type"):
        return Problem(place, f"{name} must be a list", "begin each entry with a dash and a space")
    if kind == "value_error" and len(loc) > 1 and name in ("condition", "values") and node.find(loc) is None:
        name = str(loc[-2])  # the last part is pydantic's tag for a kind of condition
    message = re.sub(r"^(Value error|Assertion failed), ", "", str(detail["msg"]))
    return Problem(place, f"{name}: {message}" if name else message)


def _how_to_quote(name: str, given: Any) -> str:
    """Return a hint for a mapping in place of a text, such as {title} without quotes."""
    if not isinstance(given, dict):
        return ""
    (key, value), *others = given.items() if given else [("", "")]
    curly = "\u201c\u201d\u2018\u2019\u201e"
    text = (f"{key}: {value}" if value else key).strip(curly) if value or key[:1] in curly else f"{{{key}}}"
    return "" if others or not isinstance(value, str) else f'put the text between straight quotes: {name}: "{text}"'


def _out_of_bounds(kind: str, name: str, detail: Any) -> str:
    """Return the message for a number, a text or a list that is too large or too small."""
    if kind in _LIMITS:
        (word, limit), number = _LIMITS[kind], detail["input"]
        shown = f"{number:.12g}" if isinstance(number, float) else number
        return f"{name} is {shown}; it must be {limit} {detail['ctx'][word]:g}"
    if kind == "string_too_short":
        return f"{name} is empty"
    least, most = (detail["ctx"].get(f"{word}_length") for word in ("min", "max"))
    limit = f"at least {counted(least, 'value')}" if kind == "too_short" else f"at most {counted(most, 'value')}"
    return f"{name} must list {limit}"


def _wrong_kind(model: type[BaseModel], node: Node, loc: Sequence[str | int], detail: Any) -> Problem:
    """Return the problem of a mapping whose kind is missing or unknown."""
    context = detail["ctx"]
    key = str(context["discriminator"]).strip("'")
    tag = node.find([*loc, key])
    if tag is None:
        kinds = {word for known in _models(model, set()) for word in _words_of(known, key)}
        return Problem(node.at(loc), f"the key {key} is missing", did_you_mean("", kinds))
    tags = [name.strip(" '") for name in str(context["expected_tags"]).split(",")]
    if not isinstance(tag.value, str):
        return _wrong_word(tag.place, key, tag.plain(), tags)
    hint = did_you_mean(tag.value, tags)
    if hint.endswith("?") and len(tags) <= _FEW:
        hint += f" {key} is one of {', '.join(sorted(tags))}"
    return Problem(tag.place, f"unknown {key} {tag.value}", hint)


def _wrong_word(place: Place, name: str, given: Any, expected: Sequence[str]) -> Problem:
    """Return the problem of a value that is not among the expected words."""
    if not isinstance(given, str):
        return Problem(place, f"{name} is {written(given)}, not a single word", did_you_mean("", expected))
    return Problem(place, f"{name} is {given!r}", did_you_mean(given, expected))


def _untagged(node: Node, loc: Sequence[str | int]) -> list[str | int]:
    """Remove the kind of a slot or shape, which pydantic adds, from an error's path; a key may have the same name.

    So are the names in <> of other forms that a value may have, unless a stranger's key is written like one.
    """
    path: list[str | int] = []
    fresh = True
    for part in loc:
        if str(part).startswith("<") and node.find([*path, part]) is None:
            continue
        kind = node.find([*path, "kind"]) if fresh else None
        fresh = kind is None or kind.value != part
        if fresh:
            path.append(part)
    return path


def _keys_near(model: type[BaseModel], node: Node, loc: list[Any]) -> list[str]:
    """Return the keys that a mapping at `loc` may have: those of the model that its kind names, or that match best."""
    budget.spend("problems", _COMPARED, at=lambda: node.place)
    siblings = node
    for part in loc[:-1]:
        step = siblings.find([part])
        siblings = siblings if step is None else step
    entries = siblings.value if isinstance(siblings.value, dict) else {}
    best: list[str] = []
    most = -1_000
    for candidate in _models(model, set()):
        keys = [field.alias or name for name, field in candidate.model_fields.items()]
        keys += getattr(candidate, "filled_in", ())
        # A stranger's mapping may have very many keys; only those that the candidate knows are looked at.
        there = [key for key in set(keys) if key in entries]
        score = len(there) * 10 + 10 * bool(alike(str(loc[-1]), keys)) - len(set(keys) - set(there))
        fixed = (key for key in candidate.model_fields if key in entries)
        score += 1_000 * any(entries[key].value in _words_of(candidate, key) for key in fixed)
        if (not loc[:-1] and candidate is model) or (score > most and (loc[:-1] or candidate is model)):
            best, most = keys, score
    return best


def _words_of(model: type[BaseModel], key: str) -> tuple[str, ...]:
    """Return the words that a key of a model accepts; empty if it accepts other values."""
    field = model.model_fields.get(key)
    return get_args(field.annotation) if field is not None and get_origin(field.annotation) is Literal else ()


def _models(model: type[BaseModel], seen: set[type[BaseModel]]) -> list[type[BaseModel]]:
    """Return the model and every model its fields mention."""
    if model in seen:
        return []
    seen.add(model)
    models = [model]
    for field in model.model_fields.values():
        models += [inner for kind in _mentioned(field.annotation) for inner in _models(kind, seen)]
    return models


def _mentioned(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [kind for part in getattr(annotation, "__args__", ()) for kind in _mentioned(part)]
