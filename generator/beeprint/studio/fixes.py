"""Make the fixes of problems from the page: of one, or equal ones of many as a single edit."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from beeprint.base.problems import Fix, Place, Problem, error_at
from beeprint.edit.draft import Draft
from beeprint.edit.fixes import listed, make_edit, make_together
from beeprint.sources.workspace import GAME, shown
from beeprint.studio.studio import Studio
from beeprint.studio.topic import Topic
from beeprint.studio.views import Answer, Request


class Fixes(Topic):
    """The fixes of the problems that a page shows."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.actions = {"fix": self._fix}

    def _fix(self, request: Request) -> Answer:
        """Make the fixes of these ids; BuildError where a problem or its file is not as the page saw it."""
        wanted = [str(name) for name in request.body["ids"]]
        draft, known = Draft(self.studio.folder), dict[str, Fix]()
        for problem in self._problems(request):
            known |= listed(draft, problem)
        if not wanted or not set(wanted) <= known.keys():
            message = "the problem is gone, or its file has changed meanwhile"
            raise error_at(Place(shown(self.studio.folder / GAME)), message, "look at the problem as it is now")
        text = request.body.get("text")
        fixes = [known[name] if text is None else _written(known[name], str(text)) for name in wanted]
        made, change = make_together(self.studio.folder, fixes)
        return self.apply(change if made else make_edit(self.studio.folder, fixes))  # which says why

    def _problems(self, request: Request) -> Iterator[Problem]:
        now = self.now(request)
        yield from (*now.broken, *now.problems)
        for export in self.studio.exports.latest(self.studio.view(request.query).options):
            yield from export.problems


def _written(fix: Fix, text: str) -> Fix:
    """Return a fix that asks, with what a person wrote."""
    title = f"Change {fix.values['word']} to {text}"
    return replace(fix, title=title, values={**fix.values, "new": text.strip()}) if fix.asks else fix
