"""Find words that beeprint does not use, in names of code and in what people read; `make lint` runs it.

wording.yaml lists files that still have some, and shrinks: a file that lacks a word that it lists is a fault too.

    .venv/bin/python tests/wording.py          # lists each word with what to write instead
    .venv/bin/python tests/wording.py --tidy   # takes what is gone out of wording.yaml
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
EXCEPTIONS = ROOT / "tests" / "wording.yaml"
#: Names of variables, arguments, attributes, functions and modules, each with what to write instead.
NAMES = {
    "found": "what it holds: problems, row, path",
    "one": "the singular of what it runs over: slot, card",
    "mended": "fixed, repaired",
    "parted": "split, pieces",
    "told": "report, messages",
    "said": "text, output, answer",
    "asked": "request, options",
}
#: Words of messages, docstrings, comments and documents.
WORDS = {
    "mended": "fixed",
    "parted": "split",
    "told": "reported, shown",
    "asked for": "requested, wanted",
    "whatever": "any, or the thing's name",
    "wherever": "where, everywhere that",
    "but for": "except",
    "those that": "the thing's name",
    "in passing": "what happens",
    "as it was before": "unchanged, restored",
}
#: Pieces are told apart, as everywhere.
_PHRASES = {word: re.compile(r"\b" + word.replace(" ", r"\s+") + r"\b(?! apart)", re.IGNORECASE) for word in WORDS}
_CODE = ("generator", "tests", "art", "docs", "data")


def bound_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield each name that code binds, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name
            case ast.alias(asname=str(name)):
                yield node.lineno, name


def texts_of_code(source: str, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the strings and comments of code, with the lines where they begin; code inside f-strings is none."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def in_texts(texts: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Yield line, word and what to write instead, for each unwanted word of texts."""
    for start, text in texts:
        for word, phrase in _PHRASES.items():
            for match in phrase.finditer(text):
                yield start + text.count("\n", 0, match.start()), word, WORDS[word]


def in_code(path: Path, source: str, *, texts: bool) -> Iterator[tuple[int, str, str]]:
    """Yield line, word and what to write instead: of names, marked by (name), and on request of texts."""
    tree = ast.parse(source)
    for line, name in (*bound_names(tree), (1, path.stem)):
        if name.strip("_") in NAMES:
            yield line, f"{name.strip('_')} (name)", NAMES[name.strip("_")]
    if texts:
        yield from in_texts(texts_of_code(source, tree))


def hits(root: Path = ROOT) -> Iterator[tuple[str, int, str, str]]:
    """Yield path, line, word and what to write instead; of tests and art only names count."""
    for top in _CODE:
        for path in sorted((root / top).rglob("*.py")):
            source = path.read_text("utf-8")
            for hit in in_code(path, source, texts=top == "generator"):
                yield path.relative_to(root).as_posix(), *hit
    for path in sorted({*root.glob("*.md"), *(root / "docs").glob("*.md")}):
        if path.name != "CHANGELOG.md":  # of past versions
            for hit in in_texts(iter([(1, path.read_text("utf-8"))])):
                yield path.relative_to(root).as_posix(), *hit


def faults(root: Path, exceptions: dict[str, list[str]]) -> list[str]:
    """Return a line for each unwanted word that no exception allows, and each exception without one."""
    seen: set[tuple[str, str]] = set()
    lines = []
    for path, line, word, instead in hits(root):
        seen.add((path, word))
        if word not in exceptions.get(path, ()):
            lines.append(f"{path}:{line}: {word}: write {instead}")
    for path, words in exceptions.items():
        lines += [f"{path}: no more {word}: run wording.py --tidy" for word in words if (path, word) not in seen]
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tidy", action="store_true", help="take what is gone out of wording.yaml")
    text = EXCEPTIONS.read_text("utf-8")
    exceptions: dict[str, list[str]] = yaml.safe_load(text) or {}
    if parser.parse_args().tidy:
        seen = {(path, word) for path, _, word, _ in hits()}
        left = {path: [word for word in words if (path, word) in seen] for path, words in exceptions.items()}
        rows = [f"{path}: [{', '.join(words)}]" for path, words in left.items() if words]
        EXCEPTIONS.write_text("\n".join([text.partition("\n")[0], *rows, ""]), "utf-8")
        return 0
    lines = faults(ROOT, exceptions)
    print("\n".join(lines) or "no unwanted words")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
