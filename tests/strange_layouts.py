"""Layouts as people write them who never saw one of beeprint's: in styles of their own, all drawn by the tiny game."""

from __future__ import annotations

from pathlib import Path

from edits import GAME, put, tiny

#: Block style, four blanks, comments above and beside entries, an anchor that nothing uses, a tab before a comment.
BLOCK = """\
# Layout of the cards
# (ask Ines before you move the title!)

slots:

    # --- background ---------------------------------
    ground:
        kind: shape
        shape: rectangle
        box: bleed		# tabs before this comment
        fill: "#F4E9D0"

    # --- words --------------------------------------
    # The name of the card.
    title: &title
        kind: text
        font: fredoka          # our house font
        size: 12               # pt
        text: "{title}"
        box:
            - 5
            - 6
            - 53
            - 9

    # Costs stand at the top right, in
    # the colour of the suit.
    "cost":
        kind: text
        'font': fredoka
        size: 9
        text: '{cost}'
        box: 50, 6, 8, 9
        when: {cost: ["1", "2"]}

    note:
        kind: text
        font: fredoka
        size: 7
        text: >-
            A long sentence that is folded
            over three lines, as editors
            fold them.
        box: [5, 60, 53, 20]
        # a comment at the end of the slot
# the end
"""
#: CRLF, one blank, flow style over several lines, comments in the middle, lists with a dash below their key.
FLOW = """\
styles:
 small: { font: fredoka, size: 7,
          align: centre }        # for footers
 big: {font: fredoka, size: 14}

slots: # in the order of painting
 'ground': { kind: shape, shape: outline, grow: 3, fill: '#ffffff' }
 title:  {kind: text,  style: big,  text: '{title}',  box: [ 5, 6, 53, 9 ]}   # centred?
 art:
  kind: shape
  shape: ellipse
  box: 10, 20, 30, 30 # round
  stroke: ink
 footer: {
   kind: text,
   style: small, # see above
   text: "{cost} of {suit}",
   box: [5, 70, 53, 6],
 }
 rules:
  kind: text
  style: small
  text: |
   First line.

   Third line.
  box: [5, 55, 53, 12]
# vim: set ft=yaml:
""".replace("\n", "\r\n")
#: No line end at the end, a document mark, everything at the left edge, quoted keys, a case for each suit.
TIGHT = """\
---
"slots":
  "title": {"kind": "text", "font": "fredoka", "size": "12", "text": "{title}", "box": ["5", "6", "53", "9"]}
  # suits
  "mark":
    "kind": "shape"
    "shape": "rectangle"
    "box": [40, 40, 9, 9]
    "choose":
      "by": "{suit}"
      "sun": {"fill": "#E8A33D"}   # warm
      "rain": {"fill": "#336699"}
      "else": {}
  "line": {kind: shape, shape: line, box: [5, 50, 53, 0], stroke: ink, width: 0.5}"""
STRANGE = {"block": BLOCK, "flow": FLOW, "tight": TIGHT}


def write(folder: Path, name: str) -> Path:
    """Write the tiny game with a strange layout of its cards; return its folder."""
    tiny(folder, card=STRANGE[name])
    put(folder, {"game.yaml": GAME})
    return folder
