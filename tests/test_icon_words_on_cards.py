"""Icons in texts: which colour they have, and which cards look otherwise once a word is one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from beeprint import edit
from beeprint.base.options import ViewOptions
from beeprint.base.store import Store
from beeprint.drawing.drawing import Drawing, Group, Mark, PathMark, Solid, Use
from beeprint.edit.word_icons import make_icon
from beeprint.studio.session import Session
from edits import loaded, put, tiny

COIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="currentColor"/></svg>'
)
OWN = COIN.replace("currentColor", "#C0FFEE")


def opened(folder: Path, text: str) -> Session:
    put(folder, {"art/icons/coin.svg": COIN, "art/icons/own.svg": OWN})
    tiny(folder, card=f"slots:\n  title: {{kind: text, font: fredoka, size: 12, box: [5, 6, 53, 9], {text}}}\n")
    session = Session(folder, ViewOptions(), Store.open())
    session.refresh()
    return session


def fills(marks: tuple[Mark, ...]) -> Iterator[str]:
    """Yield the colours of shapes."""
    for mark in marks:
        if isinstance(mark, Group):
            yield from fills(mark.marks)
        elif isinstance(mark, Use):
            yield from fills(mark.symbol.marks)
        elif isinstance(mark, PathMark) and isinstance(mark.fill, Solid):
            yield mark.fill.colour.hex


def drawing(session: Session, card: str = "A") -> Drawing:
    face = session.now.face("cards", card, "front")
    assert face is not None
    return face.drawing


def test_icons_take_the_colour_of_the_text_or_their_own(tmp_path: Path) -> None:
    colours = 'colour: "#112233", icon-colour: "#FFC845"'
    marked = 'text: ":coin: :own: [#445566: :coin:]"'
    plain = opened(tmp_path, f'{marked}, colour: "#112233"')
    assert list(fills(drawing(plain).marks)) == ["#112233", "#c0ffee", "#445566"]
    gold = opened(tmp_path, f"{marked}, {colours}")
    assert list(fills(drawing(gold).marks)) == ["#ffc845", "#c0ffee", "#445566"]


def test_only_cards_with_the_word_change_when_it_becomes_an_icon(tmp_path: Path) -> None:
    session = opened(tmp_path, 'text: "{title}"')
    before = session.now.faces
    edit.write(make_icon(loaded(tmp_path), ["Drone"], "coin"))
    session.refresh()
    assert [key for key, face in session.now.faces.items() if before[key] is not face] == [("cards", "A", "front")]
    assert list(fills(drawing(session).marks)) == ["#000000"]


def test_an_icon_that_has_no_outlines_is_not_told_to_become_pixels_by_a_key_that_texts_ignore(tmp_path: Path) -> None:
    blurred = COIN.replace(
        "<circle", '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><circle filter="url(#f)"'
    )
    put(tmp_path, {"art/icons/blurred.svg": blurred})
    session = opened(tmp_path, 'text: ":blurred:"')
    hints = [problem.hint for problem in (*session.now.broken, *session.now.problems) if "blurred.svg" in str(problem)]
    assert len(hints) == 1
    assert hints and all("save it as a PNG" in hint and "game.yaml" not in hint for hint in hints)


def test_a_drawing_that_is_a_picture_and_an_icon_is_reported_once_with_advice_for_both(tmp_path: Path) -> None:
    blurred = COIN.replace(
        "<circle", '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><circle filter="url(#f)"'
    )
    put(tmp_path, {"art/icons/blurred.svg": blurred})
    picture = "art: {kind: picture, box: [5, 30, 20, 20], art: icons/blurred}"
    session = opened(tmp_path, f'text: ":blurred:"}}\n  {picture[:-1]}')
    problems = [each for each in (*session.now.broken, *session.now.problems) if "blurred.svg" in str(each)]
    assert len(problems) == len({(each.place, each.message) for each in problems}) > 0
    assert all("save it as a PNG" in each.hint for each in problems)
