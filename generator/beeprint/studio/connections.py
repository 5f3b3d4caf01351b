"""The open connections of a studio: as many as its machine can hold, and no room for those that stay silent."""

from __future__ import annotations

import contextlib
import socket
import threading

#: How many connections are open at once. A browser opens six for all of its tabs, and systems let a process open from
#: 256 files (macOS).
MOST = 100
#: How long a connection may take to send its first request with the token, in seconds.
HEAD = 10.0


class Connections:
    """Sockets that are open; those of strangers, which have not sent the token yet, are closed to make room."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._strangers: dict[socket.socket, float] = {}  # since when, the oldest first
        self._trusted: set[socket.socket] = set()

    def admit(self, connection: socket.socket, now: float) -> bool:
        """Take in a new connection, and close the oldest stranger if there are too many; False if there is none."""
        with self._lock:
            if len(self._strangers) + len(self._trusted) >= MOST:
                if not self._strangers:
                    return False
                self._close(next(iter(self._strangers)))
            self._strangers[connection] = now
            return True

    def trust(self, connection: socket.socket) -> None:
        """Keep a connection that has sent the token for as long as it likes to stay."""
        with self._lock:
            if self._strangers.pop(connection, None) is not None:
                self._trusted.add(connection)

    def forget(self, connection: socket.socket) -> None:
        """Take out a connection that is closed."""
        with self._lock:
            self._strangers.pop(connection, None)
            self._trusted.discard(connection)

    def sweep(self, now: float) -> None:
        """Close the strangers that have had their time; all of them if `now` is infinite."""
        with self._lock:
            for connection, since in list(self._strangers.items()):
                if now - since > HEAD:
                    self._close(connection)

    def _close(self, stranger: socket.socket) -> None:
        """Wake the thread that reads from a stranger, which then gives its socket back."""
        del self._strangers[stranger]
        with contextlib.suppress(OSError):
            stranger.shutdown(socket.SHUT_RDWR)
