"""Turn the fixes of problems into edits: each kind of recipe is a function that changes a draft of the game's files."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from beeprint.base.problems import BuildError, Fix, FixKind, Place, Problem, error_at
from beeprint.base.words import counted
from beeprint.edit.change import Edit, own_file
from beeprint.edit.declaring import declare, redeclare
from beeprint.edit.draft import Draft
from beeprint.edit.fixed_words import pieces, replace_word, seems_written
from beeprint.edit.moving import move_slot
from beeprint.edit.reducing import reduce_picture
from beeprint.edit.translations import translate
from beeprint.starter.own_icons import own_icon, own_icon_for

_GONE = "look at the problem as it is now"


def fixes_of(problem: Problem) -> tuple[Fix, ...]:
    """Return the fixes of a problem, each with its place."""
    return tuple(fix if fix.place is not None else replace(fix, place=problem.place) for fix in problem.fixes)


def identify(fix: Fix, draft: Draft) -> str:
    """Return a name of a fix, which changes with its recipe, its place and the file there.

    It is empty where that file is not the game's to change.
    """
    place = fix.place or Place("")
    try:
        data = draft.read(draft.path(place)) or b""
    except BuildError:
        return ""
    recipe = json.dumps([fix.title, fix.kind, dict(fix.values), place], sort_keys=True, default=list)
    return hashlib.sha256(recipe.encode("utf-8", "backslashreplace") + hashlib.sha256(data).digest()).hexdigest()[:16]


def listed(draft: Draft, problem: Problem) -> list[tuple[str, Fix]]:
    """Return the fixes of a problem that seem possible, each by its id: only those of files of the game.

    Unlike `offered`, this reads each file once for all problems, and makes no edit.
    """
    fixes = ((identify(fix, draft), fix) for fix in fixes_of(problem))
    return [(name, fix) for name, fix in fixes if name and _seems_possible(draft, fix, fix.place or problem.place)]


def _seems_possible(draft: Draft, fix: Fix, place: Place) -> bool:
    if fix.kind == "make-icon" and not fix.values["icon"]:
        return bool(own_icon_for(str(fix.values["word"])))
    return seems_written(draft, fix, place)


def offered(game: Path, problem: Problem) -> tuple[Fix, ...]:
    """Return the fixes of a problem that can be made in the files as they are now, and only in files of the game."""
    return tuple(fix for fix in fixes_of(problem) if _can_make(game, fix))


def _can_make(game: Path, fix: Fix) -> bool:
    try:
        return bool(make_edit(game, [fix]).changes)
    except BuildError:
        return False


def make_safe_edit(game: Path, problems: Iterable[Problem]) -> tuple[list[tuple[Problem, Fix]], Edit]:
    """Return the edit of all problems that have exactly one safe fix which can be made, and these with their fixes.

    A fix that cannot be made together with others is left out.
    """
    pairs: list[tuple[Problem, Fix]] = []
    for problem in dict.fromkeys(problems):
        safe = [fix for fix in offered(game, problem) if fix.safe]
        if len(safe) == 1:
            pairs.append((problem, safe[0]))
    made, edit = make_together(game, [fix for _, fix in pairs])
    return [pair for pair in pairs if pair[1] in made], edit


def make_together(game: Path, fixes: Sequence[Fix]) -> tuple[Sequence[Fix], Edit]:
    """Return the edit of all fixes that can be made together, and these: one that is refused stops no other."""
    try:
        return fixes, make_edit(game, fixes)
    except BuildError:
        together: list[Fix] = []
        for fix in fixes:
            with contextlib.suppress(BuildError):
                make_edit(game, [*together, fix])
                together.append(fix)
        return together, make_edit(game, together)


def make_edit(game: Path, fixes: Sequence[Fix]) -> Edit:
    """Return the edit that makes fixes, each once; BuildError where one cannot be made in the files as they are.

    Those further down in a file come first, so that the places of the others stay right.
    """
    draft = Draft(game)
    unique = {json.dumps([fix.kind, dict(fix.values), _where(fix)], sort_keys=True, default=list): fix for fix in fixes}
    for fix in sorted(unique.values(), key=lambda fix: fix.place or Place(""), reverse=True):
        place = fix.place or Place("")
        _MAKE[fix.kind](draft, fix, place)
    titles = list(dict.fromkeys(fix.title for fix in fixes))
    title = f"fixed: {titles[0]}" if len(titles) == 1 else f"{counted(len(fixes), 'problem')} fixed"
    return Edit(title, game, draft.changes)


def _where(fix: Fix) -> Place | None:
    """Return where a fix changes something: what becomes of a whole file is the same for all that name it."""
    return None if fix.kind in ("copy", "move") else fix.place


# one kind after the other ---------------------------------------------------------------------------------------------


def _set(draft: Draft, fix: Fix, place: Place) -> None:
    """Set a number of a YAML file by its keys; of several fixes for the same number, `pick` says which counts."""
    path = draft.path(place)
    document, keys, value = draft.yaml(path), tuple(fix.values["keys"]), float(fix.values["value"])
    if document.get(keys[:-1]) is None:
        raise error_at(place, f"{keys[-2]} is not declared in this file", _GONE)
    before = draft.original(path).get(keys)
    held = document.get(keys)
    if held != before:  # by another fix of this edit
        value = (min if fix.values["pick"] == "min" else max)(value, float(held))
    draft.put(document.set(keys, value))


def _remove(draft: Draft, fix: Fix, place: Place) -> None:
    """Remove an item of a list, which begins at the place."""
    document = draft.yaml(draft.path(place))
    items = (
        piece
        for piece in pieces(document.root)
        if piece.path and isinstance(piece.path[-1], int) and (piece.line, piece.column) == (place.line, place.column)
    )
    item = next(items, None)
    if item is None:
        raise error_at(place, "nothing to remove begins here", _GONE)
    draft.put(document.remove(item.path))


def _add_rule(draft: Draft, fix: Fix, place: Place) -> None:
    """Add an entry to the end of a list of rules."""
    document = draft.yaml(draft.path(place))
    keys = tuple(fix.values["keys"])
    listed = document.get(keys)
    draft.put(document.insert(keys, len(listed) if isinstance(listed, list) else 0, fix.values["entry"]))


def _copy(draft: Draft, fix: Fix, place: Place) -> None:
    """Copy a file of the game to another name, unless another file has it."""
    file, target = (draft.folder / str(fix.values[key]) for key in ("file", "to"))
    held = draft.read(target)
    if held is None or held != draft.read(file):
        data, target = _between(draft, fix, place)
        draft.write(target, data)


def _move(draft: Draft, fix: Fix, place: Place) -> None:
    """Give a file of the game another name, unless that exists."""
    data, target = _between(draft, fix, place)
    draft.write(target, data)
    draft.write(draft.folder / str(fix.values["file"]), None)


def _between(draft: Draft, fix: Fix, place: Place) -> tuple[bytes, Path]:
    """Return the bytes of a file of the game, and the path that it is to have."""
    file, target = (draft.folder / str(fix.values[key]) for key in ("file", "to"))
    own_file(file, draft.folder)
    data = draft.read(file)
    if data is None or draft.read(target) is not None:
        words = "the file is not there any more" if data is None else f"{fix.values['to']} is there already"
        raise error_at(place, words, _GONE)
    return data, target


def _make_icon(draft: Draft, fix: Fix, place: Place) -> None:
    """List a word of texts under `icons:` of game.yaml; without a drawing there, copy beeprint's own."""
    document, word = draft.yaml(draft.path(place)), str(fix.values["word"])
    icon = str(fix.values["icon"]) or own_icon_for(word)
    if not icon:
        raise error_at(place, f"beeprint has no icon for {word}", "choose a drawing for it")
    drawing = draft.folder / "art" / "icons" / f"{icon}.svg"
    if not fix.values["icon"] and draft.read(drawing) is None:
        draft.write(drawing, own_icon(icon))
    draft.put(document.set(("icons", word), icon))


def _outline(draft: Draft, fix: Fix, place: Place) -> None:
    """Let a shape follow the outline of its piece: its `shape:` is at the place."""
    document = draft.yaml(draft.path(place))
    keys = next((each.path for each in pieces(document.root) if (each.line, each.column) == place[1:3]), ())
    if keys[-1:] != ("shape",):
        raise error_at(place, "the shape of a slot is not written here", _GONE)
    slot = keys[:-1]
    document = document.set(keys, "outline").set((*slot, "grow"), float(fix.values["grow"]))
    for key in ("box", "corner"):
        if document.get((*slot, key)) is not None:
            document = document.remove((*slot, key))
    draft.put(document)


_MAKE: Mapping[FixKind, Callable[[Draft, Fix, Place], None]] = {
    "replace": replace_word,
    "set": _set,
    "remove": _remove,
    "declare": declare,
    "redeclare": redeclare,
    "add-rule": _add_rule,
    "copy": _copy,
    "move": _move,
    "translate": translate,
    "make-icon": _make_icon,
    "reduce": reduce_picture,
    "move-slot": move_slot,
    "outline-slot": _outline,
}
