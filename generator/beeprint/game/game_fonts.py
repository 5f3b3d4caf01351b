"""The fonts of a game: its own and beeprint's, with what `fonts:` in game.yaml says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from unicodedata import category, name

from beeprint.base.problems import Hint, did_you_mean, error_at, otherwise, replacing
from beeprint.base.store import Store
from beeprint.drawing.fonts import Fonts
from beeprint.game import lent_fonts
from beeprint.game.model import Game
from beeprint.sources.fonts import extra_with, fallback_families, metric_compatible
from beeprint.sources.workspace import Workspace, shown


def fonts_of(loaded: Game, locate: Callable[[str], Path], store: Store | None = None) -> Fonts:
    """Return the fonts of a game, with those that the language of its texts adds; `locate` finds the file of a key."""
    place, spec = loaded.workspace, loaded.spec
    stand_ins = lent_fonts.stand_ins(spec.fonts, spec.languages)
    lending = lent_fonts.lending(spec.fonts, loaded.written_in)
    spares = fallback_families(loaded.written_in)
    return Fonts(locate, place.font_styles, store, stand_ins, metric_compatible, place.font_weight, lending, spares)


def finder(place: Workspace, loaded: Game) -> Callable[[str], Path]:
    """Return what finds the file of a font `family/style`; BuildError, at the game's decks, where there is none."""
    spot = loaded.node.at(["decks"])  # fonts outlive the game that asks for them

    def locate(key: str) -> Path:
        path = place.font_file(key)
        if path is None:
            family, _, style = key.partition("/")
            known = place.font_names()
            if family in known:
                styles = place.font_styles()[family]
                hint = f"its styles are {', '.join(styles)}" if len(styles) > 1 else f"its only style is {styles[0]}"
                fixes = [replacing(style, known_style, title=f"Set it in {known_style}") for known_style in styles]
                raise error_at(spot, f"the font {family} has no style {style}", Hint(hint, fixes))
            raise error_at(spot, f"there is no font {family}", _font_hint(place, family, known))
        return path

    return locate


def _font_hint(place: Workspace, family: str, known: Iterable[str]) -> str:
    """Return a hint for a missing family: a file that is not read, a similar name or width, where to put its file."""
    file = place.unread_font(family)
    if file:
        return f"{file} is there, but beeprint reads TTF and OTF files"
    alike = {name.lower(): key for name, key in metric_compatible().items()}.get(family.lower().replace("-", " "))
    hint = f"{alike} is as wide, letter by letter" if alike else did_you_mean(family, known)
    add = f"put its TTF or OTF file into {shown(place.game / 'fonts')}: fonts of the system are not used"
    return otherwise(hint, add)


def how_to_lend(characters: Sequence[str], game: Game, iconic: bool = True) -> str:
    """Say what to do about characters that a text's fonts lack: install an extra, add a font's file.

    Where the text is `iconic`, symbols may become icons, too.
    """
    if all(category(char)[0] == "C" for char in characters):
        return "delete it: it is a control character, not a letter"
    extras = sorted({extra_with(char) for char in characters})
    them = "it" if len(characters) == 1 else "them"
    if all(extras):
        cure = f'run: pip install "beeprint[{",".join(extras)}]", whose fonts have {them}'
    else:
        file, family = _font_with(next(char for char in characters if not extra_with(char)), them)
        folder, language = shown(game.workspace.game / "fonts"), game.written_in
        cure = f"put {file} into {folder}/, and write in game.yaml: fonts: {{{language}: {family}}}"
    if iconic and any(category(char) == "So" for char in characters):
        icon = next(char for char in characters if category(char) == "So")
        cure += f'; or make it an icon, in game.yaml: icons: {{"{icon}": my-icon}}'
    return cure


def _font_with(char: str, them: str) -> tuple[str, str]:
    """Return the file of a free font that has a letter, by its script's name in Unicode, and its family's key."""
    script = name(char, "").split(" ")[0].title()
    if not char.isalpha() or not script.isalpha():
        return f"a TTF or OTF file that has {them}", "my-font"
    return f"NotoSans{script}-Regular.ttf, or another font that has {them},", f"noto-sans-{script.lower()}"
