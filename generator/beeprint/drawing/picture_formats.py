"""Tell a picture's format from its first bytes, whatever its file is called."""

from __future__ import annotations

import re
from typing import NamedTuple

#: How many bytes tell the format.
HEAD = 512
#: The formats that are read, by Pillow's names for them, each as messages have it.
READ = {"PNG": "PNG", "JPEG": "JPEG", "WEBP": "WebP", "AVIF": "AVIF", "TIFF": "TIFF", "BMP": "BMP", "GIF": "GIF"}
#: The endings of their files.
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".tif", ".tiff", ".bmp", ".gif", ".jfif")
#: The endings of all files that are pictures, the first that counts first.
SUFFIXES = (".svg", *ENDINGS)
#: The module of Pillow for each format that it does not know from the start, so that no other one is loaded for it.
PLUGINS = {"WEBP": "WebPImagePlugin", "AVIF": "AvifImagePlugin", "TIFF": "TiffImagePlugin"}
_WORKING, _DRAWING, _CODEC = (
    "is a program's working file",
    "is not an SVG drawing",
    "needs a decoder that beeprint does not have",
)


class Foreign(NamedTuple):
    """A format that is not read: its name, why, and as what to save the picture."""

    name: str
    why: str
    save_as: str


_PSD = Foreign("a Photoshop document", _WORKING, "PNG")
_GIMP = Foreign("a GIMP image", _WORKING, "PNG")
_PDF = Foreign("a PDF or Illustrator document", _DRAWING, "SVG")
_EPS = Foreign("a PostScript drawing", _DRAWING, "SVG")
_SVGZ = Foreign("a compressed file", "is not plain SVG", "SVG, not compressed")
_HEIC = Foreign("an HEIC photo", _CODEC, "PNG or JPEG")
_JXL = Foreign("a JPEG XL picture", _CODEC, "PNG")
_JP2 = Foreign("a JPEG 2000 picture", _CODEC, "PNG")
_ICON = Foreign("a Windows icon", "holds one picture in several sizes", "PNG")
_SVG = Foreign("an SVG drawing", "has the ending of another format", "a file that ends in .svg")
_ZIP = Foreign("a document of a drawing program, or an archive", _WORKING, "PNG")
_META = Foreign("a Windows metafile", _DRAWING, "SVG")
_AFFINITY = Foreign("an Affinity document", _WORKING, "SVG or PNG")
_COREL = Foreign("a CorelDRAW document", _WORKING, "SVG")
_HTML = Foreign("a web page", "is not a picture: the download went wrong", "the picture itself")
_TARGA = Foreign("a Targa picture", "does not say in itself what it is", "PNG")
#: What files with other endings are.
OTHERS = {
    **{".psd": _PSD, ".psb": _PSD, ".xcf": _GIMP, ".kra": Foreign("a Krita document", _WORKING, "PNG")},
    **{".ai": _PDF, ".pdf": _PDF, ".eps": _EPS, ".ps": _EPS, ".svgz": _SVGZ, ".cdr": _COREL},
    **{".afdesign": _AFFINITY, ".afphoto": _AFFINITY, ".emf": _META, ".wmf": _META, ".ico": _ICON, ".tga": _TARGA},
    **{".heic": _HEIC, ".heif": _HEIC, ".jxl": _JXL, ".jp2": _JP2},
}
_MAGIC: tuple[tuple[bytes, str | Foreign], ...] = (
    (rb"\x89PNG\r\n\x1a\n", "PNG"),
    (rb"\xff\xd8\xff", "JPEG"),
    (rb"GIF8[79]a", "GIF"),
    (rb"RIFF....WEBP", "WEBP"),
    (rb"RIFF....CDR", _COREL),
    (rb"BM.{8}[\x00-\xff]{4}[\x0c-\x7c]\x00\x00\x00", "BMP"),
    (rb"II[*+]\x00|MM\x00[*+]", "TIFF"),
    (rb"....ftyp(?:avif|avis)", "AVIF"),
    (rb"....ftyp(?:mif1|msf1|miaf).{4}(?:....)*?(?:avif|avis)", "AVIF"),
    (rb"....ftyp(?:hei|hev|mif1|msf1)", _HEIC),
    (rb"8BPS", _PSD),
    (rb"gimp xcf", _GIMP),
    (rb"%PDF", _PDF),
    (rb"%!PS|\xc5\xd0\xd3\xc6", _EPS),
    (rb"\x1f\x8b", _SVGZ),
    (rb"\xff\x0a|\x00\x00\x00\x0cJXL ", _JXL),
    (rb"\x00\x00\x00\x0cjP  |\xff\x4f\xff\x51", _JP2),
    (rb"\x00\x00\x01\x00", _ICON),
    (rb"PK\x03\x04", _ZIP),
    (rb"\x00\xffKA", _AFFINITY),
    (rb"\xd7\xcd\xc6\x9a|\x01\x00\x00\x00.{36} EMF", _META),
    (rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype )?html", _HTML),
    (rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|svg|!DOCTYPE svg|!--)", _SVG),
)
_FORMATS = tuple((re.compile(pattern, re.DOTALL | re.IGNORECASE), known_format) for pattern, known_format in _MAGIC)


def format_of(data: bytes) -> str | Foreign | None:
    """Return the format of a file: one of READ, or another one; None where nothing tells it."""
    head = data[:HEAD]
    return next((known_format for pattern, known_format in _FORMATS if pattern.match(head)), None)


def webp_size(data: bytes) -> tuple[int, int] | None:
    """Return the size that a WebP file declares: its decoder makes room for all pixels before it can be asked."""
    kind, body = data[12:16], data[20:30]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF
