"""The game itself, set up in the page: inks, fonts, icons for words, and files that are dropped on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from beeprint.base.colour import BLACK
from beeprint.base.geometry import PT_PER_MM, Rect
from beeprint.base.problems import BuildError, Place
from beeprint.drawing import svg
from beeprint.drawing.drawing import Drawing, Use
from beeprint.drawing.fonts import Fonts
from beeprint.drawing.text import Style, line_run, text_width
from beeprint.edit import Edit, dropped, icon_sets, own_fonts, palette, word_icons
from beeprint.face.picture import Pictures
from beeprint.studio import prints, views
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic
from beeprint.studio.views import Answer, Request, of_json, refused
from beeprint.studio.wording import Wording

#: The text of a sample, and its size in points.
_SAMPLE, _POINTS, _LONGEST = "Queen Bee 123", 18.0, 80
#: How many icons a search shows.
_MOST_ICONS = 150


class GameEdits(Topic):
    """Inks, fonts, words as icons, and dropped files."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.questions = {
            "inks": self._inks,
            "fonts": self._fonts,
            "font-sample": self._font_sample,
            "font-file": self._font_file,
            "icon-words": self._icon_words,
            "icon-search": self._icon_search,
            "icon-picture": self._icon_picture,
            "set-picture": self._set_picture,
        }
        self.actions = {
            "ink": self._ink,
            "remove-font": self._remove_font,
            "icon-word": self._icon_word,
            "drop": self._drop,
        }

    def _done(self, change: Edit, **more: Any) -> Answer:
        """Write an edit, and return what it did, with its warnings and what else the page wants to know."""
        self.studio.apply(change)
        warnings = views.problem_views(change.warnings, self.studio.wording)
        undoable = self.studio.undoable()
        return of_json({"done": True, "title": change.words, "warnings": warnings, **undoable, **more})

    def _inks(self, request: Request) -> Answer:
        """List the inks with their colours, and how often, where and on how many decks each is used."""
        game = self.game(request)
        uses, places = palette.ink_uses(game), self.studio.wording.places
        counts = Counter(use.ink for use in uses)
        where: dict[str, dict[str, None]] = {}
        decks: dict[str, set[str]] = {}
        for use in uses:
            where.setdefault(use.ink, {})[places.words_of_use(use)] = None
            decks.setdefault(use.ink, set()).update(places.decks_of_use(use))
        return of_json(
            [
                {
                    "name": name,
                    "colour": colour.hex,
                    "uses": counts[name],
                    "where": list(where.get(name, ())),
                    "decks": len(decks.get(name, ())),
                }
                for name, colour in game.palette.items()
            ]
        )

    def _ink(self, request: Request) -> Answer:
        body, game = request.body, self.game(request)
        name, act = str(body["name"]), body["do"]
        if act == "rename":
            return self._done(palette.rename_ink(game, name, str(body["to"])))
        if act == "delete":
            return self._done(palette.delete_ink(game, name))
        return self._done({"add": palette.add_ink, "set": palette.set_ink}[act](game, name, str(body["colour"])))

    def _fonts(self, request: Request) -> Answer:
        """List the families that the game can use, each with the address of a sample."""
        families = own_fonts.font_families(self.game(request))
        return of_json(
            [{**each._asdict(), "sample": f"font-sample/{quote(each.family, safe='')}"} for each in families]
        )

    def _font_sample(self, request: Request) -> Answer:
        """Set a line of text in a family, as cards would."""
        fonts, family = self._known_fonts(request), request.parts[1]
        text = " ".join(request.query.get("text", "").split())[:_LONGEST] or _SAMPLE
        styles = fonts.families.get(family)
        if not styles:
            return refused(HTTPStatus.NOT_FOUND)
        style = Style(family, request.query.get("style") or styles[0], _POINTS)
        size = _POINTS / PT_PER_MM
        box = Rect(0, 0, text_width(fonts, text, style) + 1, 1.5 * size)
        drawing = Drawing(box, (line_run(fonts, text, style, 0.5, 1.1 * size),))
        return Answer(HTTPStatus.OK, prints.as_svg(drawing, fonts), "image/svg+xml")

    def _font_file(self, request: Request) -> Answer:
        """Return the file of a font that a face is set in, as the page sets texts that are edited in place."""
        fonts, (_, family, style) = self._known_fonts(request), request.parts
        if style not in fonts.families.get(family, ()):
            return refused(HTTPStatus.NOT_FOUND)
        return Answer(HTTPStatus.OK, fonts[f"{family}/{style}"].data, "font/sfnt")

    def _known_fonts(self, request: Request) -> Fonts:
        fonts = self.now(request).fonts
        if fonts is None:
            raise LookupError
        return fonts

    def _remove_font(self, request: Request) -> Answer:
        return self._done(own_fonts.remove_font(self.game(request), str(request.body["family"])))

    def _icon_words(self, request: Request) -> Answer:
        """List words that could be icons, words that are icons already, and the icons of the game."""
        game = self.game(request)
        words = [word._asdict() for word in word_icons.icon_words(game)]
        made = [{"word": word, "icon": icon} for word, icon in game.spec.icons.items()]
        return of_json({"words": words, "made": made, "icons": word_icons.icons(game)})

    def _icon_search(self, request: Request) -> Answer:
        """Search the installed sets of icons; an empty query lists the icons of beeprint."""
        icons = icon_sets.find_icons(request.query.get("words", "")[:_LONGEST])
        shown = [icon._asdict() for icon in icons[:_MOST_ICONS]]
        return of_json({"icons": shown, "more": len(icons) - len(shown)})

    def _icon_picture(self, request: Request) -> Answer:
        """Return a drawing of art/icons as the game's reader draws it."""
        game, fonts = self.game(request), self._known_fonts(request)
        name = f"icons/{request.parts[1]}"
        picture = Pictures(game.workspace, fonts).get(name, BLACK, Place(name), "")
        drawing = Drawing(picture.box, (Use(picture.symbol),))
        return Answer(HTTPStatus.OK, prints.as_svg(drawing, fonts), "image/svg+xml")

    def _set_picture(self, request: Request) -> Answer:
        """Return a drawing of a set of icons, which the game's reader accepts."""
        _, package, name = request.parts
        drawing = icon_sets.icon_sets()[package].read(name)
        svg.read(drawing, name)
        return Answer(HTTPStatus.OK, drawing, "image/svg+xml")

    def _icon_word(self, request: Request) -> Answer:
        """Make a word an icon: one of the game's, one of a set, or one whose bytes are sent; or a word again."""
        game, body = self.game(request), request.body
        if body.get("do") == "remove":
            return self._done(word_icons.remove_word(game, str(body["word"])))
        if not request.data and not body.get("set"):
            return self._done(word_icons.make_icon(game, _words_in(body), str(body["icon"])))
        sent = self._sent(request, "art/icons") if request.data else self._of_set(request)
        try:
            file = dropped.drop_file(game, *sent)
        except BuildError as error:
            return choices_of(error, self.studio.wording)
        words = _words_in(request.query if request.data else body)
        return self._done(word_icons.make_icon(game, words, file.name, file.changes, str(body.get("set") or "")))

    def _of_set(self, request: Request) -> tuple[str, bytes, str, str, Fonts | None, bool]:
        """Return a drawing of a set as if it had been sent."""
        body = request.body
        icon = str(body["icon"])
        return (
            f"{icon}.svg",
            icon_sets.icon_sets()[str(body["set"])].read(icon),
            "art/icons",
            str(body.get("existing") or ""),
            self.now(request).fonts,
            False,
        )

    def _drop(self, request: Request) -> Answer:
        """Bring a file into the game; `exists` and `raster` in an answer are choices that the page offers."""
        try:
            edit, file = dropped.drop(self.game(request), *self._sent(request, request.query["to"]))
        except BuildError as error:
            return choices_of(error, self.studio.wording)
        return self._done(edit, name=file.name, file=file.path.name, known=not file.changes)

    def _sent(self, request: Request, folder: str) -> tuple[str, bytes, str, str, Fonts | None, bool]:
        query = request.query
        fonts = self.now(request).fonts
        return query["name"], request.data, folder, query.get("existing", ""), fonts, query.get("raster") == "yes"


def _words_in(sent: Mapping[str, Any]) -> list[str]:
    """Return a word that becomes an icon, and its plural if it becomes one too."""
    return [str(sent["word"]), *([str(sent["plural"])] if sent.get("plural") else [])]


def choices_of(error: BuildError, wording: Wording) -> Answer:
    """Return why a file is not brought in, with what the page may offer."""
    answer: dict[str, Any] = {
        "done": False,
        "problems": views.problem_views(error.problems, wording),
    }
    if isinstance(error, dropped.ExistsError):
        answer["exists"] = list(error.choices)
    if isinstance(error, dropped.InexactError):
        answer["raster"] = True
    return of_json(answer)
