"""Put what a person changed in a view of a game back into its files, and change nothing else in them.

Look, decide, write:

    written = edit.find_box(game, "cards", "front", ["title"], row="C07")   # a snapshot of the files concerned
    change = edit.set_box(written, (5, 6, 53, 9), where="here", seen=written.seen)
    history = edit.History()
    history.apply(change)                                                 # the only step that writes
    history.undo(); history.redo()

    cell = edit.find_cell(game, "cards", "C07", "title", language="")
    history.apply(edit.set_cell(cell, "Queen Bee", seen=cell.seen))

- `find_box(game, deck, side, slot, row="") -> BoxSource` says where the box of a slot is written. `slot` is its path:
  the names of the grids it is in and its own, or the keys of the layout, `("board", "each", "petal", "choose", "sun")`.
  Without a case, a slot with `choose:` is that of the row. A BoxSource has
  `kind`     "numbers", "word" (trim, bleed, safe), "frame" (a rectangle in the frame's drawing) or "none" (an outline);
  `values`   x, y, width, height in mm, None for words and outlines: what a person dragged is added to them, since a
             slot that is repeated, moves with another or is in a grid is drawn elsewhere;
  `places`   where each of the four numbers stands, else the place of the word or the rectangle;
  `own`      whether the slot's own entry in the layout of this piece says all of that: "here" and "source" agree;
  `shared`   the other slots (`Use(layout, slot)`) that move too if it is changed at its source: ask before that;
  `seen`     a digest by file, to send with the edit.
- `set_box(written, box, where, seen, replace_word=False) -> Edit`. `where="here"` changes this slot in its layout, and
  in those that inherit it from there; it adds an override to the file where a parent, a style or the slot around a case
  holds the box. `where="source"` changes the numbers where they are written, for all that share them. `replace_word`
  allows a box in place of a word.
- `find_cell(game, name, row, column, language="") -> Cell` finds a cell of a deck or table by the id or the line of its
  row; `text` is what it holds, braces and all, and `place` where. With `language`, a text is that of the translation.
- `set_cell(cell, text, seen) -> Edit`. The game is read with the new cell in memory first; problems that it brings are
  raised as the reader reports them, warnings are in `Edit.warnings`.
- `Edit(title, changes, warnings)` holds a `Change(path, before, after)` for each file, most often one.
- `write(edit)` writes an edit by itself; `History` keeps those it wrote, for `undo` and `redo`: the edits that these
  would take are `past.can_undo` and `past.can_redo`.

Everything that cannot be done exactly is refused by a BuildError with its Place, and leaves all files as they were: a
file that changed since it was `seen`, one outside the game's folder, a full disk, a form that is not understood. After
a change the file is read again in memory, and must differ in the wanted values only, before an Edit is returned.
"""

from beeprint.edit.boxes import BoxSource, find_box, set_box
from beeprint.edit.cells import Cell, find_cell, set_cell
from beeprint.edit.change import NO_PAST, Change, Edit, History, write
from beeprint.edit.document import Document
from beeprint.edit.snapshot import Use
from beeprint.edit.table_cells import set_cells
from beeprint.edit.table_columns import add_column, delete_column, rename_column
from beeprint.edit.tables import (
    Table,
    TableColumn,
    add_row,
    delete_rows,
    duplicate_rows,
    find_table,
    move_rows,
)

__all__ = [
    "NO_PAST",
    "BoxSource",
    "Cell",
    "Change",
    "Document",
    "Edit",
    "History",
    "Table",
    "TableColumn",
    "Use",
    "add_column",
    "add_row",
    "delete_column",
    "delete_rows",
    "duplicate_rows",
    "find_box",
    "find_cell",
    "find_table",
    "move_rows",
    "rename_column",
    "set_box",
    "set_cell",
    "set_cells",
    "write",
]
