"""What `fonts:` in game.yaml says: stand-ins for families that art names, and the fonts of each language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from beeprint.base.problems import Place, Problem, did_you_mean
from beeprint.drawing.fonts import Fonts, Lending
from beeprint.sources.conversion import written
from beeprint.sources.nodes import Node
from beeprint.sources.records import Before
from beeprint.sources.schema import TEXT, families, reads

_FAMILIES = {"anyOf": [TEXT, {"type": "array", "items": TEXT, "minItems": 1}]}
_LENT = {"anyOf": [*_FAMILIES["anyOf"], {"type": "object", "additionalProperties": _FAMILIES}]}
_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


@reads(_LENT)
def _lent(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: families(inner) for name, inner in value.items()}
    try:
        return families(value)
    except ValueError:
        expected = "expected a font family, a list of them, or a mapping of families to others"
        raise ValueError(f"{expected}; found {written(value)}") from None


#: A family or several with commas between them; or, for a language, those to use for each family of a layout.
LentFonts = Annotated[str | dict[str, str], Before(_lent)]


def stand_ins(fonts: Mapping[str, str | dict[str, str]], languages: Sequence[str]) -> dict[str, str]:
    """Return the families that are set in others where art names them."""
    return {name: lent for name, lent in fonts.items() if name not in languages and isinstance(lent, str)}


def lending(fonts: Mapping[str, str | dict[str, str]], language: str) -> Lending:
    """Return the fonts of a language: a mapping says which come before others, a list which come after all."""
    own = fonts.get(language, "")
    if isinstance(own, str):
        return Lending(after=_split(own))
    return Lending({name: _split(others) for name, others in own.items()})


def _split(names: str) -> tuple[str, ...]:
    return tuple(name for name in names.split(", ") if name)


def faults(
    spec_fonts: Mapping[str, str | dict[str, str]], languages: Sequence[str], node: Node, fonts: Fonts
) -> Iterator[Problem]:
    """Yield a problem for each family under `fonts:` that does not exist, and each language that is not the game's."""

    def unknown(place: Place, names: str) -> Iterator[Problem]:
        for name in _split(names):
            if not fonts.knows(name):
                yield Problem(place, f"there is no font {name}", did_you_mean(name, fonts.families))

    for name, own in spec_fonts.items():
        place = node.at(["fonts", name])
        if name in languages:
            if isinstance(own, str):
                yield from unknown(place, own)
            for family, others in own.items() if isinstance(own, dict) else ():
                if family != "default":
                    yield from unknown(node.key_at(["fonts", name], family), family)
                yield from unknown(node.at(["fonts", name, family]), others)
        elif isinstance(own, dict) or _TAG.fullmatch(name):
            known = f"its languages are {', '.join(languages)}"
            hint = f"{known}; add {name} to languages:, or write the name of a font as art has it"
            yield Problem(node.key_at(["fonts"], name), f"{name} is not a language of the game", hint)
        elif ", " in own:
            hint = "write only the first; a list is for a language"
            yield Problem(place, f"{name} is a font that art names, and one family stands in for it", hint)
        else:
            yield from unknown(place, own)
