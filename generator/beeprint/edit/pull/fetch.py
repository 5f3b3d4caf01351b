"""Fetch files from addresses on the web, those of the internet only."""

from __future__ import annotations

import contextlib
import re
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import SplitResult, parse_qs, quote, urlencode, urljoin, urlsplit, urlunsplit

from msgspec import Struct

from beeprint.sources.source import MAX_BYTES

# Addresses of data files: turn links to tables into downloads, and refuse addresses that must not be fetched.


MAX_LETTERS = 2_000
_GOOGLE = "docs.google.com"
#: What Google calls the formats in which it gives a sheet, by the endings of files.
_FORMATS = {".csv": "csv", ".tsv": "tsv", ".xlsx": "xlsx", ".ods": "ods"}
#: A Google sheet: whether it is published, its key, and what is shown of it.
_SHEET = re.compile(r"/spreadsheets/(?:u/\d+/)?d/(e/)?([A-Za-z0-9_-]{10,})(?:/([a-z]*))?/?")
_EXAMPLE = "write one that begins with https://, such as https://example.org/cards.csv"
_SHOWN = ("", "edit", "view", "htmlview", "preview", "copy", "pubhtml")
#: What does not belong to the public internet, by IANA's registries of special-purpose addresses (2025) and
#: of multicast. This list is our own because that of Python's ipaddress differs from version to version.
_SPECIAL: list[IPv4Network | IPv6Network] = [
    *map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network: RFC 791
            "10.0.0.0/8",  # private: RFC 1918
            "100.64.0.0/10",  # shared by customers of a provider: RFC 6598
            "127.0.0.0/8",  # this machine: RFC 1122
            "169.254.0.0/16",  # link-local, and where clouds tell secrets: RFC 3927
            "172.16.0.0/12",  # private: RFC 1918
            "192.0.0.0/24",  # protocol assignments: RFC 6890
            "192.0.2.0/24",  # documentation: RFC 5737
            "192.31.196.0/24",  # AS112: RFC 7535
            "192.52.193.0/24",  # AMT: RFC 7450
            "192.88.99.0/24",  # the former 6to4 relays: RFC 7526
            "192.168.0.0/16",  # private: RFC 1918
            "192.175.48.0/24",  # AS112: RFC 7534
            "198.18.0.0/15",  # benchmarks: RFC 2544
            "198.51.100.0/24",  # documentation: RFC 5737
            "203.0.113.0/24",  # documentation: RFC 5737
            "224.0.0.0/4",  # multicast: RFC 5771
            "240.0.0.0/4",  # reserved, and broadcast: RFC 1112
        ),
    ),
    *map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments, Teredo among them: RFC 2928
            "2001:db8::/32",  # documentation: RFC 3849
            "2002::/16",  # 6to4, whose relays are gone: RFC 7526
            "2620:4f:8000::/48",  # AS112: RFC 7534
            "3fff::/20",  # documentation: RFC 9637
        ),
    ),
]
#: The only IPv6 addresses that IANA has given to the public internet: RFC 4291, section 2.4.
_UNICAST = IPv6Network("2000::/3")
#: IPv6 addresses that stand for IPv4 ones, which are their last four bytes: RFC 6052, section 2.1.
_NAT64 = IPv6Network("64:ff9b::/96")


class AddressError(Exception):
    """Raised for an address that is refused; holds a message and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def resolve(source: str, file: str) -> str:
    """Return the address of the file behind a link: for a page that shows a Google sheet, the address of its export.

    The ending of `file` chooses the format of the export; AddressError for a format that Google does not export.
    """
    parts = split(source)
    sheet = _SHEET.fullmatch(parts.path) if (parts.hostname or "").lower() == _GOOGLE else None
    if sheet is None:
        return source
    published, key, action = sheet[1], sheet[2], sheet[3] or ""
    asked = {name: values[-1] for name, values in parse_qs(f"{parts.query}&{parts.fragment}").items()}
    ending = PurePosixPath(file).suffix.lower()
    wanted = _FORMATS.get(ending)
    if wanted is None:
        raise AddressError(f"a Google sheet cannot be had as {ending or 'a folder'}", "call the file .csv or .xlsx")
    named = asked.get("output" if published else "format")
    if named and action not in _SHOWN:
        if named != wanted:
            message = f"the address asks for {named}, but the file is called {file}"
            raise AddressError(message, f"write {wanted} in the address, or give the file the ending .{named}")
        return source
    gid = asked.get("gid", "")
    sheet_id = {"gid": gid} if gid.isdigit() and wanted in ("csv", "tsv") else {}
    if published:
        query = {**sheet_id, **({"single": "true"} if sheet_id else {}), "output": wanted}
        return urlunsplit(("https", _GOOGLE, f"/spreadsheets/d/e/{key}/pub", urlencode(query), ""))
    return urlunsplit(
        ("https", _GOOGLE, f"/spreadsheets/d/{key}/export", urlencode({"format": wanted, **sheet_id}), "")
    )


def split(url: str, allow_private: bool = True) -> SplitResult:
    """Split an address into its parts; AddressError for one that must not be fetched.

    Without `allow_private` it must be https.
    """
    if len(url) > MAX_LETTERS:
        raise AddressError(f"the address has {len(url):,} letters, more than {MAX_LETTERS:,}")
    if any(char.isspace() or not char.isprintable() for char in url):
        raise AddressError("the address holds a space or an invisible character", "write %20 for a space")
    try:
        parts = urlsplit(url)
        _ = parts.port  # ValueError for a port that is none
    except ValueError as error:
        raise AddressError(
            f"this is not an address: {error}", "write one such as https://example.org/cards.csv"
        ) from error
    if parts.scheme not in (("http", "https") if allow_private else ("https",)) or not parts.hostname:
        what = f"the address begins with {parts.scheme}:, not https:" if parts.scheme else "this is not an address"
        raise AddressError(what, _EXAMPLE)
    if parts.username is not None or parts.password is not None:
        raise AddressError("the address holds a user name or a password", "publish it under an address of its own")
    return parts


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the public internet, and so does the IPv4 address inside it, if any."""
    asked = ip_address(address.partition("%")[0])
    if isinstance(asked, IPv6Address):
        inside = asked.ipv4_mapped or (IPv4Address(int(asked) & 0xFFFFFFFF) if asked in _NAT64 else None)
        if inside is not None:
            asked = inside
        elif asked not in _UNICAST:
            return False
    return not any(asked in network for network in _SPECIAL)


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
            with _connect(parts, allow_private, limits, end) as connection:
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
def _connect(parts: SplitResult, allow_private: bool, limits: Limits, end: float) -> Iterator[HTTPConnection]:
    """Connect to the host of an address, for at most the time that is left; AddressError where that fails."""
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    late = threading.Event()
    left = end - time.monotonic()
    spots = _addresses(host, parts.port or (443 if secure else 80), min(left, limits.silence))
    private = [spot[4][0] for spot in spots if not is_public(spot[4][0])]
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
