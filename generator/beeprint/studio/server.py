"""Serve a studio on this machine only: who may ask, over HTTP and as server-sent events, on how many connections.

Every address is below a token that nobody else knows. A request with another host's name, from another page or
without the token is refused before its body is read, and what a game holds reaches the page as pictures and text only:
nothing of it runs.
"""

from __future__ import annotations

import contextlib
import json
import math
import queue
import secrets
import socket
import threading
import time
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from beeprint.base import regular
from beeprint.base.problems import BuildError
from beeprint.game.edition import UnknownError
from beeprint.studio.desk import Desk
from beeprint.studio.presence import Presence
from beeprint.studio.start import Start
from beeprint.studio.studio import Event, Studio
from beeprint.studio.views import Answer, Request, json_of, refused

#: How many connections are open at once. A browser opens six for all of its tabs, and systems let a process open from
#: 256 files (macOS).
MOST = 100
#: How long a connection may take to send its first request with the token, in seconds.
HEAD = 10.0


class Connections:
    """Open sockets; strangers, which have not sent the token yet, are closed to make room."""

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


_POLICY = (
    "default-src 'none'; img-src 'self' blob:; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
#: What a connection gets for which there is no room: all others belong to pages.
_BUSY = (
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n"
    + "".join(f"{name}: {value}\r\n" for name, value in _HEADERS.items())
    + "\r\n"
).encode()
#: How often a quiet connection gets a sign of life, in seconds.
_PULSE = 15.0
#: What a page hears first: to come back 1 s after its stream ends, since another game is open then.
_COME_BACK = b"retry: 1000\n\n"
#: How long a page may keep silent in the midst of a request, or between two, in seconds.
_SILENCE = 60.0
#: How long to wait for a file to be closed where the system lets this process open no more, in seconds.
_BREATH = 0.1
#: The most bytes that a page sends: an edit, such as cells that were pasted, and a file that was dropped on it.
_MOST_BYTES, _MOST_DROPPED = 8_000_000, regular.MAX_BYTES
_DROPPED = "application/octet-stream"


class Server:
    """A desk, or a studio on a desk of its own, served on 127.0.0.1 on `port` or a free one, at `address`.

    With `until_closed`, it ends some time after its last page is closed, or when a page asks for it.
    """

    def __init__(self, home: Desk | Studio, port: int = 0, *, until_closed: bool = False) -> None:
        self.desk = home if isinstance(home, Desk) else Desk(home.store, read_only=home.read_only, studio=home)
        self.start = Start(self.desk, quits=until_closed)
        self._presence = Presence(self.desk.close) if until_closed else None
        self.token = secrets.token_urlsafe(24)
        self._http = _Http(("127.0.0.1", port), partial(_Handler, self))
        self.port = int(self._http.server_address[1])
        self.hosts = frozenset({f"127.0.0.1:{self.port}", f"localhost:{self.port}"})
        self.address = f"http://127.0.0.1:{self.port}/{self.token}/"

    @property
    def studio(self) -> Studio:
        """Return the studio of the game that is open; LookupError where there is none."""
        if self.desk.studio is None:
            raise LookupError
        return self.desk.studio

    def trust(self, connection: socket.socket) -> None:
        """Keep a connection that has sent the token."""
        self._http.connections.trust(connection)

    @property
    def presence(self) -> contextlib.AbstractContextManager[None]:
        """Return what takes note of a page for as long as it is open."""
        return self._presence or contextlib.nullcontext()

    def run(self) -> None:
        """Serve, and keep the game true, until the process is interrupted."""
        threading.Thread(target=self._http.serve_forever, name="http", daemon=True).start()
        try:
            self.desk.follow()
        finally:
            self.close()

    def close(self) -> None:
        """Stop serving, and tell open pages."""
        self.desk.close()
        self.start.close()
        if self._presence is not None:
            self._presence.close()
        self._http.shutdown()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, *args: Any) -> None:
        self.connections = Connections()
        super().__init__(*args)

    def get_request(self) -> tuple[socket.socket, Any]:
        """Accept a connection; where the system has no room for it, close those of strangers, and try again later."""
        try:
            return super().get_request()
        except OSError:
            self.connections.sweep(math.inf)
            time.sleep(_BREATH)  # the connection still waits, so that `serve_forever` would ask at once
            raise

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Admit a connection."""
        if self.connections.admit(request, time.monotonic()):
            return True
        with contextlib.suppress(OSError):
            request.sendall(_BUSY)
        return False

    def service_actions(self) -> None:
        """Close silent connections; called about twice a second."""
        self.connections.sweep(time.monotonic())

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self.connections.forget(request)
        super().shutdown_request(request)

    def handle_error(self, request: object, client_address: object) -> None:
        """Log nothing: pages come and go."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.0"  # an answer to HTTP/0.9 would have no headers
    server_version, sys_version = "beeprint", ""
    disable_nagle_algorithm = True
    timeout = _SILENCE

    def __init__(self, home: Server, *args: Any) -> None:
        self._home = home
        super().__init__(*args)

    def do_GET(self) -> None:
        """Answer a question."""
        request = self._read_request()
        if request is None:
            self.send_error(HTTPStatus.FORBIDDEN)
        elif request.parts == ("events",):
            with self._home.presence:
                self._events(request)
        elif request.parts == ("here",):
            with self._home.presence:
                self._here()
        else:
            self._send(self._home.desk.get(request))

    def do_POST(self) -> None:
        """Do what a page asks for; a form of another page cannot send the header that this takes."""
        request, length = self._read_request(), self.headers.get("Content-Length", "")
        is_file = self.headers.get("Content-Type") == _DROPPED
        most = _MOST_DROPPED if is_file else _MOST_BYTES
        if request is None or self.headers.get("X-Beeprint") != "1":
            self.send_error(HTTPStatus.FORBIDDEN)
        elif not length.isdecimal() or len(length) > len(str(most)) or int(length) > most:
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            data = self.rfile.read(int(length))
            request = request._replace(data=data) if is_file else request._replace(body=_object(data))
            self._send(self._home.desk.post(request))

    def handle_expect_100(self) -> bool:
        """Let only allowed requests send their body."""
        if self._read_request() is None:
            self.send_error(HTTPStatus.FORBIDDEN)
            return False
        return super().handle_expect_100()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse a request in the fewest words, and close the connection: what it sends besides is not read."""
        self.close_connection = True
        self._send(refused(HTTPStatus(code)))

    def _read_request(self) -> Request | None:
        """Read a request without its body; None where it is not allowed."""
        home, origin = self._home, self.headers.get("Origin")
        try:
            split, asking = urlsplit(self.path), origin and urlsplit(origin).netloc
        except ValueError:  # no address, such as http://[
            return None
        token, _, path = split.path.removeprefix("/").partition("/")
        if (
            self.headers.get("Host") not in home.hosts
            or (asking is not None and asking not in home.hosts)
            or self.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none")
            or not secrets.compare_digest(token.encode(), home.token.encode())
        ):
            return None
        home.trust(self.connection)
        return Request(tuple(map(unquote, path.split("/"))), dict(parse_qsl(split.query)), {})

    def _events(self, request: Request) -> None:
        """Send the state, then an event for whatever happens, until the page goes."""
        try:
            studio = self._home.studio
            session = studio.view(request.query)
        except (BuildError, UnknownError, ValueError, LookupError):
            self._send(refused(HTTPStatus.NOT_FOUND))
            return
        page = studio.listen(session)
        self.close_connection = True
        try:
            self._head(HTTPStatus.OK, "text/event-stream", "no-store", None)
            self.wfile.write(_COME_BACK)
            while True:
                try:
                    event = page.get(timeout=_PULSE)
                except queue.Empty:
                    self.wfile.write(b":\n\n")
                    continue
                if event is None:
                    return
                self.wfile.write(_as_event(event))
        except OSError:
            pass  # the page has gone
        finally:
            studio.leave(page)

    def _here(self) -> None:
        """Send signs of life to a page without a game, until the page goes."""
        self.close_connection = True
        with contextlib.suppress(OSError):
            self._head(HTTPStatus.OK, "text/event-stream", "no-store", None)
            while True:
                self.wfile.write(b":\n\n")
                time.sleep(_PULSE)

    def _send(self, answer: Answer) -> None:
        self._head(answer.status, answer.kind, answer.cache, len(answer.body), answer.policy)
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def _head(self, status: HTTPStatus, kind: str, cache: str, length: int | None, policy: str | None = None) -> None:
        self.send_response(status)
        own = {} if policy is None else {"Content-Security-Policy": policy}
        for name, value in {**_HEADERS, **own}.items():
            if value:
                self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", cache)
        if length is not None:
            self.send_header("Content-Length", str(length))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: pages ask all the time."""


def _object(data: bytes) -> dict[str, Any]:
    """Read an object in JSON; empty for anything else."""
    try:
        body = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _as_event(event: Event) -> bytes:
    return f"event: {event.name}\ndata: ".encode() + json_of(event.value) + b"\n\n"
