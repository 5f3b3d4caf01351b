"""Files that are dropped on the page, or chosen there: uploaded, then brought into the game and shown in one edit."""

from __future__ import annotations

from typing import Any

from beeprint.base.problems import BuildError, Place, error_at
from beeprint.edit.drop_targets import Choices, OnCell, OnDeck, OnFace, OnSlot, Target, Upload, Whom
from beeprint.edit.placing import place
from beeprint.game import model
from beeprint.sources.workspace import Workspace
from beeprint.studio import views
from beeprint.studio.game_edits import choices_of
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic, only_of
from beeprint.studio.views import Answer, Request, of_json, side_of


class Drops(Topic):
    """Uploads of a page, and what they become in the game."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.actions = {"drop-begin": self._begin, "drop-file": self._upload, "drop-place": self._place}

    def _begin(self, request: Request) -> Answer:
        """Begin to upload files."""
        return of_json({"tray": self.studio.drops.begin()})

    def _upload(self, request: Request) -> Answer:
        """Take in a file of an upload."""
        _, number, *parts = request.parts
        self.studio.drops.put(int(number), "/".join(parts), request.data)
        return of_json({"done": True})

    def _place(self, request: Request) -> Answer:
        """Bring the files of an upload into the game; `exists` and `raster` in an answer are choices to offer."""
        body, now = request.body, self.now(request)
        number = int(body["tray"])
        try:
            uploads = [Upload(name, data) for name, data in self.studio.drops.files(number)]
        except LookupError:
            message = "the files are no longer at hand, since others were dropped meanwhile"
            raise error_at(Place("files"), message, "drop them again") from None
        choices = Choices(str(body.get("existing") or ""), body.get("raster") is True, str(body.get("set") or ""))
        try:  # as the files are now: the game that the page looks at may lack the edit before
            game = model.load(Workspace(self.studio.folder), self.game(request).language)[0]
            placement = place(
                game, uploads, _target(body["to"]), choices, now.fonts, self.studio.view(request.query).boxes_shown
            )
        except BuildError as error:
            return choices_of(error, self.studio.wording)
        self.studio.apply(placement.edit)
        self.studio.drops.close()
        return of_json(
            {
                **self.done(placement.edit),
                "slot": placement.slot,
                "matched": placement.matched,
                "unmatched": list(placement.unmatched),
                "left-out": views.problem_views(placement.left_out, self.studio.wording),
            }
        )


def _target(to: dict[str, Any]) -> Target:
    """Return what files were dropped on, as the page names it; KeyError for a word that it does not use."""
    kind, deck, row = to["kind"], str(to.get("deck") or ""), str(to.get("id") or "")
    words: dict[str, Whom] = {"": "", "card": "card", "all": "all"}
    whom = words[str(to.get("whom") or "")]
    if kind == "slot":
        return OnSlot(deck, side_of(str(to["side"])), row, tuple(str(name) for name in to["path"]), only_of(to), whom)
    if kind == "face":
        x, y = (float(number) for number in to["at"])
        return OnFace(deck, side_of(str(to["side"])), row, (x, y), whom, only=only_of(to))
    if kind == "cell":
        return OnCell(deck, row, str(to["column"]))
    cell = OnCell(deck, row, str(to.get("column") or "")) if row else None
    return {"deck": OnDeck(deck, cell), "game": None}[kind]
