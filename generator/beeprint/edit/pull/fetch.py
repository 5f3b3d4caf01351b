"""Fetch a file from the network, the only module that does: in limited time and size, from public addresses."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import Any
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from msgspec import Struct

from beeprint.edit.pull.address import AddressError, public, split
from beeprint.sources.source import MAX_BYTES

MAX_REDIRECTS = 5
_REDIRECTS = (301, 302, 303, 307, 308)
_SIGN_IN = ("accounts.google.com", "login.microsoftonline.com", "login.live.com")
#: Characters of paths and queries that stay as they are.
_KEPT = "/%:@!$&'()*+,;=~-._?"
_SHARE = "share it with everyone who has the link, or publish it (in Google Sheets: File > Share > Publish to web)"
_WRONG = {
    401: ("the file is not public", _SHARE),
    403: ("the file is not public", _SHARE),
    404: ("there is no such file", "open the address in a browser in which you are not signed in"),
    410: ("the file has been removed", "open the address in a browser in which you are not signed in"),
    429: ("the server is asked too often", "try again in some minutes"),
}


class Limits(Struct, frozen=True):
    """Seconds to wait for the next bytes, seconds for a whole file with all redirects, and the most bytes."""

    silence: float = 15
    whole: float = 60
    size: int = MAX_BYTES


class Fetched(Struct, frozen=True):
    """A fetched file: its bytes, the content type that the server gives, and its final address."""

    data: bytes
    kind: str
    url: str


def fetch(url: str, allow_private: bool = False, limits: Limits | None = None) -> Fetched:
    """Fetch a file over https; every failure is an AddressError.

    Each address on the way is resolved once and checked, and the connection goes to the checked IP address. With
    `allow_private`, http and addresses of the local network are allowed too. Proxies are not used.
    """
    limits = limits or Limits()
    end = time.monotonic() + limits.whole
    seen: list[str] = []
    while True:
        try:
            parts = split(url, allow_private)
            with _connected(parts, allow_private, limits, end) as connection:
                answer = _answer(connection, parts, limits)
        except AddressError as error:
            raise AddressError(f"{error.message}{_on_the_way(url, seen)}", error.hint) from error
        if isinstance(answer, Fetched):
            return answer
        seen.append(url)
        url = _next(url, answer, seen)


def _next(url: str, location: str, seen: list[str]) -> str:
    """Return the address to which a server redirects; AddressError if it leads nowhere."""
    try:
        following = urljoin(url, location)
        host = urlsplit(following).hostname or ""
    except ValueError as error:
        message = f"the address redirects to {location}, which is no address: {error}"
        raise AddressError(message, "look at it in a browser") from error
    if host in _SIGN_IN:
        raise AddressError(f"the file is not public: the address leads to {host}, to sign in", _SHARE)
    if following in seen:
        raise AddressError(f"the address redirects in a circle, by way of {following}", "look at it in a browser")
    if len(seen) > MAX_REDIRECTS:
        raise AddressError(f"the address redirects more than {MAX_REDIRECTS} times", "use the last address itself")
    return following


def _on_the_way(url: str, seen: list[str]) -> str:
    return f" ({url}, to which the address redirects)" if seen else ""


def _addresses(host: str, port: int, seconds: float) -> list[Any]:
    """Resolve a host in limited time; AddressError if it has no address."""
    addresses: list[Any] = []

    def look_up() -> None:
        with contextlib.suppress(OSError, UnicodeError):
            addresses.extend(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))

    # Systems wait for their name servers as long as they like.
    thread = threading.Thread(target=look_up, daemon=True)
    thread.start()
    thread.join(max(0.0, seconds))
    if not addresses:
        raise AddressError(f"no address is known for {host}", "check the address, and the connection to the internet")
    return list(addresses)


@contextlib.contextmanager
def _connected(parts: SplitResult, allow_private: bool, limits: Limits, end: float) -> Iterator[HTTPConnection]:
    """Connect to the host of an address, for at most the time that is left; AddressError where that fails."""
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    late = threading.Event()
    left = end - time.monotonic()
    spots = _addresses(host, parts.port or (443 if secure else 80), min(left, limits.silence))
    private = [spot[4][0] for spot in spots if not public(spot[4][0])]
    if private and not allow_private:
        message = f"{host} is {private[0]}, an address of your own network or machine, which the internet cannot reach"
        raise AddressError(message, "use a public address; --allow-private asks this one too")
    with contextlib.ExitStack() as stack:
        try:
            plain = stack.enter_context(_socket(spots, limits))
            connection: HTTPConnection = HTTPConnection(host, parts.port)
            connection.sock = plain
            if secure:
                context = ssl.create_default_context()
                connection = HTTPSConnection(host, parts.port, context=context)
                connection.sock = stack.enter_context(
                    context.wrap_socket(
                        plain, server_hostname=host, do_handshake_on_connect=False, suppress_ragged_eofs=False
                    )
                )
            stack.callback(connection.close)
            watch = threading.Timer(max(0.1, end - time.monotonic()), _cut, (connection.sock, late))
            watch.daemon = True
            watch.start()
            stack.callback(watch.cancel)
            if isinstance(connection.sock, ssl.SSLSocket):
                connection.sock.do_handshake()
            yield connection
            if late.is_set():  # an end that was brought about looks like the end of the file
                raise AddressError(*_too_long(host, limits))
        except ssl.SSLCertVerificationError as error:
            message = f"the certificate of {host} cannot be trusted: {error.verify_message}"
            raise AddressError(message, "use another address") from error
        except (IncompleteRead, ssl.SSLEOFError) as error:
            raise AddressError(*(_too_long(host, limits) if late.is_set() else _HALF)) from error
        except TimeoutError as error:
            message = f"{host} sends nothing for {limits.silence:g} seconds"
            raise AddressError(message, "try again; if that does not help, use another address") from error
        except (OSError, HTTPException, ValueError) as error:
            what = str(getattr(error, "strerror", "") or error or type(error).__name__)
            fault = (f"the connection to {host} fails: {what}", "check the address, and try again")
            raise AddressError(*(_too_long(host, limits) if late.is_set() else fault)) from error


_HALF = ("the connection ended before the whole file had arrived", "try again")


def _too_long(host: str, limits: Limits) -> tuple[str, str]:
    return f"{host} takes more than {limits.whole:g} seconds to send the file", "try again; the file may be too large"


def _socket(spots: list[Any], limits: Limits) -> socket.socket:
    """Connect to the first IP address that answers; OSError if none does."""
    fault: OSError | None = None
    for family, kind, protocol, _, spot in spots[:6]:
        made = socket.socket(family, kind, protocol)
        made.settimeout(limits.silence)
        try:
            made.connect(spot)
        except OSError as error:
            made.close()
            fault = fault or error
            continue
        return made
    raise fault or OSError("no address")


def _cut(connected: socket.socket, late: threading.Event) -> None:
    """End a connection that another thread still reads from."""
    late.set()
    with contextlib.suppress(OSError):
        # Not the method of an SSLSocket, which would pull its state from under the reader.
        socket.socket.shutdown(connected, socket.SHUT_RDWR)


def _answer(connection: HTTPConnection, parts: SplitResult, limits: Limits) -> Fetched | str:
    """Ask for a file; return it, or the address to which the server redirects."""
    from beeprint import __version__

    query = f"?{quote(parts.query, safe=_KEPT)}" if parts.query else ""
    path = quote(parts.path or "/", safe=_KEPT) + query
    headers = {"User-Agent": f"beeprint/{__version__}", "Accept": "*/*", "Connection": "close"}
    connection.request("GET", path, headers=headers)
    with connection.getresponse() as response:
        status = response.status
        if status in _REDIRECTS and response.headers["Location"]:
            return str(response.headers["Location"])
        if status != 200:
            what, hint = _WRONG.get(status, (f"the server answers {response.reason or 'nothing'}", "try again later"))
            raise AddressError(f"{what} (status {status})", hint)
        return Fetched(_body(response, limits), response.headers.get_content_type(), parts.geturl())


def _body(response: HTTPResponse, limits: Limits) -> bytes:
    """Read a file to its end, unpacked if it is packed; AddressError where it is too large or not whole."""
    coding = (response.headers["Content-Encoding"] or "identity").strip().lower()
    if coding not in ("identity", "gzip", "x-gzip"):
        raise AddressError(f"the server packs the file by {coding}, for which it was not asked", "use another address")
    expected, too_large = (
        response.length,
        AddressError(
            f"the file has more than {limits.size:,} bytes", "delete what the game does not need, or split the file"
        ),
    )
    if expected is not None and expected > limits.size:
        raise too_large
    unpack = zlib.decompressobj(31) if coding != "identity" else None
    got, data = 0, bytearray()
    # Not `read`, which takes a chunk of negative length for all that will ever come.
    while part := response.read1(65_536):
        got += len(part)
        try:
            # A byte more than allowed is enough to know, whatever a packed file would become.
            data += unpack.decompress(part, limits.size + 1 - len(data)) if unpack else part
        except zlib.error as error:
            raise AddressError("the file arrives damaged: it cannot be unpacked", "try again") from error
        if max(got, len(data)) > limits.size:  # what follows the end of a packed file counts too
            raise too_large
    if (expected is not None and got < expected) or (unpack is not None and not unpack.eof):
        raise IncompleteRead(b"")
    return bytes(data)
