"""The keys of game.yaml that hold entries by name, such as boxes and editions: from the models, as a page shows them.

A new key of a model is a field in the page; what the field is called, and what it offers to choose, may be said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from msgspec.structs import replace

from beeprint.edit.slot_keys import SlotKey, control_of, sentences_of
from beeprint.game.edition import EditionSpec
from beeprint.game.model import GameSpec
from beeprint.sources.records import Before, ByKey, Key, Model, keys_of, words_of

Path = tuple[str, ...]


class EntryKey(NamedTuple):
    """A key of an entry: its control, and the keys that lead to it.

    `kinds` are the words of the kind beside it that have the key, all without any. `each` says that the last but one of
    its keys stands for every deck. `offers` names what is known to choose from.
    """

    key: SlotKey
    path: Path
    kinds: tuple[str, ...] = ()
    each: bool = False
    offers: str = ""


class Group(NamedTuple):
    """A key of game.yaml with entries: its title, what an entry is called, and a sentence about them.

    `named` is the label of the field for the name of a new entry, empty where that is made from its title; `offers`
    names what is known to choose from. `whole` is what an entry without a name is about, empty where each has a name.
    """

    title: str
    noun: str
    sentence: str
    named: str = ""
    offers: str = ""
    whole: str = ""


GROUPS: Mapping[str, Group] = {
    "boxes": Group(
        "Boxes",
        "box",
        "Boxes, trays, bands and dividers to print, fold and glue. Each is made as large as what it holds.",
    ),
    "editions": Group(
        "Editions",
        "edition",
        "Versions of the game that use a part of it, such as a game for children or a first play.",
    ),
    "stocks": Group(
        "Stocks",
        "stock",
        "How thick the pieces of a stock are, and in which sleeves its cards are kept. Boxes are made to fit.",
        "Stock",
        "stocks",
    ),
    "tables": Group(
        "Tables to look things up",
        "table",
        "Tables that print nothing: designs, columns and checks look things up in them.",
    ),
    "fonts": Group(
        "Fonts of languages",
        "font",
        "Fonts that a language needs, and fonts for the texts of pictures whose own are missing.",
        "Language, or a font that pictures name",
        "languages",
    ),
    "icon-names": Group(
        "Names of icons",
        "name of icon",
        "What an icon is called where a text is read aloud, or shown without pictures.",
        "Icon",
        "icons",
    ),
    "raster": Group(
        "Pictures drawn as pixels",
        "fineness",
        "Pictures that cannot be drawn as outlines, such as those with blurs. They are drawn in fine pixels.",
        "Picture or folder",
        "pictures",
        "every picture",
    ),
}
#: The models of entries whose key of game.yaml says no more than that they are some.
_MODELS: Mapping[str, Any] = {"editions": dict[str, EditionSpec]}
#: What other parts of the page set: rules are checks, and columns have their menu in Cards.
_ELSEWHERE = {"rules", "columns"}
#: The keys that are asked of a new entry, besides required keys; all others are folded away.
_USUAL = {"title", "kind", "for", "players", "thickness", "sleeves", "leave-out"}
_OFFERS = {"for": "decks", "front": "designs", "stock": "stocks", "file": "files"}
_LABELS = {
    "kind": "Kind",
    "for": "For the decks",
    "stacks": "Stacks side by side",
    "clearance": "Room to spare",
    "notch": "Notch for a thumb",
    "depth": "Depth of the walls",
    "height": "Height",
    "places": "Places for tabs",
    "place": "Place of the tab",
    "texts": "More texts",
    "front": "Design",
    "legible-text": "Easy to read from",
    "safe": "Safe zone",
    "leave-out": "Leave it out",
    "print-all": "Print all of it",
    "where": "Only some cards",
    "one-sided": "Without backs",
    "file": "Table",
    "head": "Row of the headings",
    "source": "Link of the newest table",
    "ignore": "Columns to leave out",
    "fonts": "Fonts",
    "icon-names": "Name",
    "raster": "Fineness",
}
_TITLES: Mapping[str, Mapping[str, str]] = {
    "kind": {"tuck-box": "box with a lid that tucks in", "sleeve": "band around cards", "tray": "open tray",
             "lid": "lid of a tray", "divider": "dividers with tabs"},
    "bottom": {"tuck": "tucks in", "glue": "is glued"},
    "sleeves": {"none": "none", "thin": "thin ones", "thick": "thick ones"},
}  # fmt: skip
#: Sentences of keys that the documents explain together with another key, or for people who write files.
_SENTENCES = {
    "kind": "",  # where the label says all
    "for": "",
    "title": "",
    "texts": "more texts for its design, a line for each: `tagline: 80 cards full of nectar`",
    "front": "what draws it; without one, the plain or usual design",
    "legible-text": "smaller text is a warning, in points",
    "bleed": "how far art goes beyond the edge",
    "safe": "how far from edges and folds texts must stay",
    "clearance": "room added to width, height and depth, so that everything goes in easily",
    "sleeves": "what its cards are kept in",
    "thickness": "the thickness of one piece: measure a pile and divide it by the number of pieces",
    "leave-out": "this edition has none of it",
    "print-all": "prints the whole of a deck that the game holds back with `print: 0`",
    "where": "takes the cards that meet the conditions",
    "copies": "how many are printed of each",
    "file": "the file that holds it",
    "sheet": "the sheet of a workbook, if it has several",
    "head": "the row that names the columns",
    "source": "the address that the table is read from again",
    "ignore": "columns of the file that the game does not use, a line for each",
    "fonts": "fonts for what others lack, a line for each; or `fredoka: cairo`, which puts cairo before fredoka",
    "icon-names": "the words for the icon",
    "raster": "points per inch; 600 looks like outlines in print",
}


def kind_of_group(group: str) -> Any:
    """Return the type of what game.yaml holds under a key with entries."""
    return _MODELS.get(group) or next(key.kind for key in keys_of(GameSpec) if key.alias == group)


@cache
def keys_of_group(group: str) -> tuple[EntryKey, ...]:
    """Return the keys of the entries of a group, those of all kinds."""
    entry = get_args(bare(kind_of_group(group)))[1]
    if model_of(entry) is not None:
        return tuple(_fields(entry, (), ()))
    key = replace(_control(Key(group, group, entry, ""), ""), usual=True)
    return (EntryKey(key, (), offers="families" if group == "fonts" else ""),)


def _fields(kind: Any, path: Path, kinds: tuple[str, ...], each: bool = False) -> Iterator[EntryKey]:
    """Yield the keys of a model, and of the models in it."""
    union = by_key(kind)
    if union is not None:
        yield from _of_union(union, path)
        return
    model = model_of(kind)
    assert model is not None
    for key in keys_of(model):
        at = (*path, key.alias)
        inner = bare(key.kind)
        if key.alias in _ELSEWHERE:
            continue
        if by_key(key.kind) is not None or model_of(inner) is not None:
            yield from _fields(key.kind if by_key(key.kind) else inner, at, kinds)
        elif get_origin(inner) is dict and model_of(get_args(inner)[1]) is not None:
            yield from _fields(get_args(inner)[1], (*at, "*"), kinds, each=True)
        else:
            control = _control(key, sentences_of("game", model.__name__).get(key.alias, ""))
            yield EntryKey(control, at, kinds, each, _OFFERS.get(key.alias, ""))


def _of_union(union: Mapping[str, type[Model]], path: Path) -> Iterator[EntryKey]:
    """Yield the keys of models that a kind tells apart: the kind, then each key once for the kinds with it."""
    alike: dict[tuple[SlotKey, Path], EntryKey] = {}
    for word, model in union.items():
        for each in _fields(model, path, (word,)):
            is_kind = each.key.name == "kind"
            key = _titled(replace(each.key, words=tuple(union))) if is_kind else each.key
            known = alike.get((key, each.path))
            alike[key, each.path] = each._replace(key=key, kinds=(*known.kinds, word) if known else (word,))
    for each in sorted(alike.values(), key=lambda each: each.key.name != "kind"):
        yield each._replace(kinds=()) if set(each.kinds) == set(union) else each


def _control(key: Key, sentence: str) -> SlotKey:
    sentence = _SENTENCES.get(key.alias, sentence)
    return _titled(control_of(key, sentence, key.required or key.alias in _USUAL, _LABELS.get(key.alias, "")))


def _titled(key: SlotKey) -> SlotKey:
    titles = _TITLES.get(key.name)
    return replace(key, titles=tuple(titles.get(word, word) for word in key.words)) if titles else key


# Types ----------------------------------------------------------------------------------------------------------------


def bare(kind: Any) -> Any:
    """Return a type without its annotations and without None."""
    if get_origin(kind) is Annotated:
        return bare(get_args(kind)[0])
    members = [member for member in get_args(kind) if member is not type(None)]
    is_optional = len(members) == 1 and type(None) in get_args(kind)
    return bare(members[0]) if is_optional else kind


def by_key(kind: Any) -> Mapping[str, type[Model]] | None:
    """Return the models of a union by the words that tell them apart; None for any other type."""
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    mark = next((mark for mark in marks if isinstance(mark, ByKey)), None)
    if mark is None:
        return None
    return {word: model for model in get_args(get_args(kind)[0]) for word in words_of(model, mark.discriminator)}


def model_of(kind: Any) -> type[Model] | None:
    """Return the model that a type is; None for any other type."""
    inner = bare(kind)
    return inner if isinstance(inner, type) and issubclass(inner, Model) else None


def inside(kind: Any, key: str, value: Any) -> Any:
    """Return the type of what a mapping of a type holds under a key; Any where that is not known."""
    union = by_key(kind)
    if union is not None:
        word = str(value.get("kind")) if isinstance(value, Mapping) else ""
        models: Sequence[Any] = [union[word]] if word in union else list(union.values())
        return next((kind for model in models if (kind := inside(model, key, value)) is not Any), Any)
    model = model_of(kind)
    if model is not None:
        return next((each.kind for each in keys_of(model) if each.alias == key), Any)
    return get_args(bare(kind))[1] if get_origin(bare(kind)) is dict else Any


def short_form(kind: Any) -> Callable[[Any], Any] | None:
    """Return what expands the short form of a mapping of a type; None where it has none."""
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    is_mapping = model_of(kind) is not None or get_origin(bare(kind)) is dict
    return next((mark.func for mark in marks if isinstance(mark, Before)), None) if is_mapping else None


def expanded(kind: Any, value: Any) -> Any:
    """Return a plain value with all short forms in it written out."""
    expand = short_form(kind)
    value = expand(value) if expand and value is not None else value
    if not isinstance(value, Mapping):
        return value
    return {key: expanded(inside(kind, key, value), inner) for key, inner in value.items()}


def shortened(kind: Any, value: Any) -> Any:
    """Return a mapping in the short form of its type, where that says the same."""
    expand = short_form(kind)
    if expand is None or not isinstance(value, Mapping) or len(value) != 1:
        return value
    plain = {key: ("yes" if inner else "no") if isinstance(inner, bool) else inner for key, inner in value.items()}
    candidates = (*plain.values(), "no", "yes")
    return next((each for each in candidates if isinstance(each, str) and expand(each) == plain), value)


def order_at(group: str, path: Path) -> tuple[str, ...]:
    """Return the keys of the mapping at some keys of an entry in the order of a file; none where any key may be."""
    kind = get_args(bare(kind_of_group(group)))[1] if path else kind_of_group(group)
    for key in path[1:]:
        kind = inside(kind, key, None)
    union = by_key(kind)
    models: Sequence[type[Model] | None] = list(union.values()) if union else [model_of(kind)]
    named = [key.alias for model in models if model is not None for key in keys_of(model)]
    first = ("kind",) if union else ()
    return tuple(dict.fromkeys((*first, *named)))
