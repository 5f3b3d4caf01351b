"""A studio that ends by itself: when, and when not."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from beeprint.base.store import Store
from beeprint.studio import Desk, Server
from beeprint.studio.presence import Presence
from test_start import PATIENCE, Page

LONG, SOON = 3600.0, 0.01
Make = Callable[[threading.Event, float, float], Presence]


@pytest.fixture
def make() -> Iterator[Make]:
    """Return what makes one; none of them waits any longer after the test."""
    made: list[Presence] = []

    def make(gone: threading.Event, away: float, first: float) -> Presence:
        made.append(Presence(gone.set, away, first))
        return made[-1]

    yield make
    for presence in made:
        presence.close()


def test_it_ends_when_the_last_page_is_closed(make: Make) -> None:
    gone = threading.Event()
    presence = make(gone, SOON, LONG)
    with presence:
        with presence:
            pass
        assert not gone.is_set()  # one page is still open
    assert gone.wait(PATIENCE)


def test_a_page_that_is_opened_in_time_keeps_it(make: Make) -> None:
    gone = threading.Event()
    presence = make(gone, LONG, LONG)
    with presence:
        pass
    with presence:
        presence._end()  # as when its time runs out in the moment in which a page is opened
        assert not gone.is_set()
    presence._end()
    assert gone.is_set()


def test_it_ends_where_no_page_is_ever_opened(make: Make) -> None:
    gone = threading.Event()
    make(gone, LONG, SOON)
    assert gone.wait(PATIENCE)


def test_only_a_studio_that_ends_by_itself_is_ended_by_a_page() -> None:
    for quits, status in ((False, 404), (True, 200)):
        server = Server(Desk(Store.open()), until_closed=quits)
        running = threading.Thread(target=server.run, daemon=True)
        running.start()
        page = Page(server)
        assert page.json("games")["quits"] is quits
        assert page.ask("quit", {})[0] == status
        if not quits:
            assert running.is_alive()
            server.close()
        running.join(PATIENCE)
        assert not running.is_alive()
    assert not any(isinstance(each, threading.Timer) for each in threading.enumerate())
