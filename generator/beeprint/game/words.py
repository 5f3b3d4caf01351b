"""The words that beeprint prints itself, beside those of a game, in each language that has them.

To add a language, add its column to every line; a test finds those that are missing.
"""

from __future__ import annotations

from collections.abc import Mapping

#: What is printed where a language has no words.
DEFAULT = "en"
#: By what they are for, then by language. Names in braces are filled in.
WORDS: Mapping[str, Mapping[str, str]] = {
    "version": {
        "en": "version {version}",
        "fr": "version {version}",
        "de": "Version {version}",
        "es": "versión {version}",
        "it": "versione {version}",
    },
    "unofficial": {
        "en": "unofficial",
        "fr": "non officiel",
        "de": "inoffiziell",
        "es": "no oficial",
        "it": "non ufficiale",
    },
    "span": {
        "en": "{least}\u2013{most}",
        "fr": "{least} à {most}",
        "de": "{least}\u2013{most}",
        "es": "{least} a {most}",
        "it": "{least}\u2013{most}",
    },
    "draft": {"en": "DRAFT", "fr": "ÉBAUCHE", "de": "ENTWURF", "es": "BORRADOR", "it": "BOZZA"},
    "sheet": {
        "en": "sheet {number} of {count}",
        "fr": "feuille {number} sur {count}",
        "de": "Bogen {number} von {count}",
        "es": "hoja {number} de {count}",
        "it": "foglio {number} di {count}",
    },
    "page": {
        "en": "page {number}",
        "fr": "page {number}",
        "de": "Seite {number}",
        "es": "página {number}",
        "it": "pagina {number}",
    },
    "back": {"en": "back", "fr": "dos", "de": "Rückseite", "es": "reverso", "it": "retro"},
}


def languages() -> list[str]:
    """Return the languages that have words."""
    return list(WORDS["version"])


def spoken(language: str) -> str:
    """Return the language whose words are printed for one such as fr or fr-CA."""
    known = language.lower().replace("_", "-").partition("-")[0]
    return known if known in languages() else DEFAULT


def say(language: str, what: str, **values: object) -> str:
    """Return the words for something in a language, with the values filled in."""
    return WORDS[what][spoken(language)].format(**values)
