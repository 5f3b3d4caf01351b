"""What draws a game, in figures that can be compared: beeprint's code and layouts, fonts, libraries and plug-ins."""

from __future__ import annotations

import hashlib
import re
import sys
import zlib
from collections.abc import Mapping

from beeprint import __version__
from beeprint.base import installed
from beeprint.files.workspace import SHIPPED, Workspace
from beeprint.shelf import contents

#: What is drawn with on a machine: each thing with a word that is the same where it is the same.
Tools = Mapping[str, str]


def here() -> dict[str, str]:
    """Return what draws games on this machine, beeprint and fonts first."""
    found = {"beeprint": __version__, "beeprint's code": installed.own_code(), "layouts": contents.shipped()}
    fonts = Workspace(SHIPPED)
    for family, styles in fonts.font_styles().items():
        for style in styles:
            path = fonts.font_file(f"{family}/{style}")
            data = b"" if path is None else path.read_bytes()
            found[f"font {family} {style}"] = hashlib.sha256(data).hexdigest()
    found["Python"] = f"{sys.version_info.major}.{sys.version_info.minor}"
    found["zlib"] = zlib.ZLIB_RUNTIME_VERSION  # the system's or Python's own; PDFs and pictures are packed with it
    for one in installed.needed(installed.distributions(installed.folders(sys.path))):
        version = re.search(r"^Version: *(.+)$", one.head, re.MULTILINE)
        found.setdefault(one.name, version[1].strip() if version else "")
        for name, code in installed.plugin_code(one).items():
            found[f"plug-in {name}"] = code
    return found


def differences(ours: Tools, theirs: Tools) -> list[str]:
    """Say what differs on another machine, in few words each; nothing where it draws the same."""
    said = []
    for name in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(name, ""), theirs.get(name, "")
        if one == other:
            continue
        if not other or not one:
            # Some libraries are needed on some systems only; whatever lacks another one says so itself.
            if name.startswith(("font ", "plug-in ")):
                said.append(f"the {name} is missing {'there' if one else 'here'}")
        elif len(one) == len(other) == 64:
            said.append(f"{'the ' * name.startswith(('font ', 'plug-in '))}{name} is not the same")
        else:
            said.append(f"{name} is {other} there, {one} here")
    # Another beeprint has other code and layouts, which need not be said as well.
    older = any(line.startswith("beeprint is ") for line in said)
    return [line for line in said if not (older and line.startswith(("beeprint's code", "layouts ")))]
