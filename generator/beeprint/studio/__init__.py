"""The studio: a game in the browser, kept true while its files change.

`Session` holds a game in memory and reads it again when asked; what it knows at one time is a `Snapshot`, which never
changes. `Studio` has a session for each version of the game that is looked at, and tells open pages what happens to it;
`watch` says when files change. `Desk` holds the studio of the game that is open, and `start` answers the start page,
which opens another. `views` turns snapshots into values that become JSON, `answers` has a function for each
question, `actions` one for each thing that a page may do, and `server` decides who may ask and how many. The page is in
`page/`: plain modules, without a build step or a network.
"""

from beeprint.studio.desk import Desk
from beeprint.studio.server import Server
from beeprint.studio.session import Session, Snapshot
from beeprint.studio.studio import Studio

__all__ = ["Desk", "Server", "Session", "Snapshot", "Studio"]
