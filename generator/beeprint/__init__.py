"""Turn a tabletop game's data into things a person can hold: cards, tiles, tokens, boards, ready to print."""

__version__ = "0.1.0"
