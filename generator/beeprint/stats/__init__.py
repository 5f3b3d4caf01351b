"""How many pieces of which kind a game holds: tables for people and scripts, a chart to look at."""

from beeprint.stats.count import DECK, CountTable, chart, columns, tables

__all__ = ["DECK", "CountTable", "chart", "columns", "tables"]
