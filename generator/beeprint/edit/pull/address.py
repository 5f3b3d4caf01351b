"""Addresses of data files: turn links to tables into downloads, and refuse addresses that must not be fetched."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import PurePosixPath
from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit, urlunsplit

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


def meant(source: str, file: str) -> str:
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


def public(address: str) -> bool:
    """Return whether an IP address belongs to the public internet, and so does the IPv4 address inside it, if any."""
    asked = ip_address(address.partition("%")[0])
    if isinstance(asked, IPv6Address):
        inside = asked.ipv4_mapped or (IPv4Address(int(asked) & 0xFFFFFFFF) if asked in _NAT64 else None)
        if inside is not None:
            asked = inside
        elif asked not in _UNICAST:
            return False
    return not any(asked in network for network in _SPECIAL)
