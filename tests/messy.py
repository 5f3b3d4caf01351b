"""Workbooks as designers keep them: sections, totals, money, remarks, hidden columns, all in the sheet of the cards."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from workbooks import archive, parts_of, saved

_MAY = datetime.date(2026, 5, 3)


def worked_out(data: bytes, results: Mapping[str, float], sheet: int = 1) -> bytes:
    """Store the results of formulas by their cells, as a spreadsheet does when it saves."""
    parts = parts_of(data)
    name = f"xl/worksheets/sheet{sheet}.xml"
    text = parts[name].decode()
    for cell, number in results.items():
        text, count = re.subn(rf'(<c r="{cell}"[^>]*><f>[^<]*</f>)<v></v>', rf"\g<1><v>{number}</v>", text)
        assert count == 1, cell
    return archive({**parts, name: text.encode()})


def _sheet(name: str, widths: Sequence[int]) -> tuple[Workbook, Worksheet]:
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = name
    for at, width in enumerate(widths):
        sheet.column_dimensions["ABCDEFGHIJKLMN"[at]].width = width
    return book, sheet


def _put(sheet: Worksheet, *rows: Sequence[Any]) -> None:
    for row in rows:
        sheet.append(list(row) or [None])


def _heading(sheet: Worksheet, text: str, across: str = "", column: int = 1) -> None:
    """Add a row that names the cards below it, merged across columns such as `A:L` if it is."""
    sheet.append([*[None] * (column - 1), text])
    row = sheet.max_row
    cell = sheet.cell(row, column)
    cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="DDDDDD")
    if across:
        first, _, last = across.partition(":")
        sheet.merge_cells(f"{first}{row}:{last}{row}")


def english() -> bytes:
    """Return Harbour Lanterns: 9 cards in 24 pieces, two sections, an unnamed total, dollars, a hidden column."""
    book, sheet = _sheet("Card list", (5, 22, 12, 8, 50, 30, 6, 10, 8, 14, 10, 30))
    _put(sheet, ["HARBOUR LANTERNS - card list v7"], [])
    sheet.merge_cells("A1:L1")
    _put(
        sheet,
        ["#", "Card Name", "Type", "Cost", "Rules Text", "Flavor Text", "Qty", "Sells for", "Done?", "Last changed",
         "Power calc", "Notes"],
    )  # fmt: skip
    _heading(sheet, "HARBOUR CARDS", "A:L")
    _put(
        sheet,
        [1, "Lamplighter", "Crew", 2, "When you light a lantern, draw a card.", "One more before bed.", 3, 2.5, "x",
         _MAY, 0.8, "too strong?"],
        [2, "Night Ferry", "Ship", 3, "Move up to two crew to another pier.", None, 2, 4, "x", _MAY, 1.2, None],
        [3, "Pilot", "Crew", 1, "Look at the top two cards of the fog.", "Left a bit.", 3, 1.25, None, _MAY, 0.5, None],
        [],
        [4, "Fog Bank", "Event", 0, "Nobody lights a lantern this round.", None, 2, 0, "x", _MAY, 0, "art by Kim"],
        [5, "Tug", "Ship", 2, "Pull a ship that lies at the same pier to another one.", None, 2, 3.75, "x", _MAY, 1,
         None],
        [],
    )  # fmt: skip
    _heading(sheet, "Market cards", column=2)
    _put(
        sheet,
        [6, "Oil Seller", "Crew", 2, "Pay $1.50 less for each lantern.", "Fresh oil!", 3, 2, "x", _MAY, 0.9, None],
        [7, "Auction", "Event", 1, "Each player bids once; the highest bid takes the barge.", None, 2, 0, None, _MAY,
         0.4, None],
        [8, "Barge", "Ship", 4, "Holds up to four crates.", "Slow and sure.", 3, 6.5, "x", _MAY, 2, None],
        [9, "Rope Walk", "Event", 1, "Tie up all ships. They stay where they are until the next tide.", None, 4, 0.5,
         "x", _MAY, 0.6, None],
        [],
    )  # fmt: skip
    sheet["G18"] = "=SUM(G5:G16)"
    sheet["H18"] = "=AVERAGE(H5:H16)"
    sheet["A20"] = "printed list, please tell Sam before you change anything"
    for (cell,) in sheet["H4:H18"]:
        cell.number_format = '"$"#,##0.00'
    for (cell,) in sheet["J4:J16"]:
        cell.number_format = "yyyy-mm-dd"
    sheet.column_dimensions["K"].hidden = True
    sheet["B5"].comment = Comment("Was called Watchman.", "Sam")
    log = book.create_sheet("Changes")
    _put(log, ["When", "What"], ["May", "Fog Bank costs nothing"], ["April", "Tug pulls ships"])
    return worked_out(saved(book), {"G18": 24, "H18": 20.5 / 9})


def german() -> bytes:
    """Return Waldlichter: 8 cards in 20 pieces, merged sections, a sum in the column of the texts, euros, counts."""
    book, sheet = _sheet("Karten", (8, 22, 12, 8, 12, 50, 8, 16, 8, 14, 30))
    _put(
        sheet,
        ["lfd. Nr.", "Kartenname", "Art", "Kosten", "Wert in €", "Effekt", "Anzahl", "Bild", "fertig?", "geändert am",
         "Bemerkung"],
    )  # fmt: skip
    _heading(sheet, "Waldkarten", "A:K")
    _put(
        sheet,
        [1, "Glühwürmchen", "Tier", 1, 0.5, "Nimm ein Licht vom Vorrat.", 4, "gluehwuermchen.png", "ja", _MAY, None],
        [2, "Eule", "Tier", 3, 2.5, "Sieh dir die obersten drei Karten an; nimm eine davon.", 2, "eule.png", "ja",
         _MAY, "zu stark?"],
        [3, "Moosbett", "Ort", 2, 1, "Hier ruhen beliebig viele Tiere.", 2, "moosbett.png", "nein", _MAY, None],
        [4, "Hohler Baum", "Ort", 2, 1.75, "Ein Tier darin ist vor Wetter sicher.", 2, "baum.png", "ja", _MAY, None],
    )  # fmt: skip
    _heading(sheet, "Wetterkarten", "A:K")
    _put(
        sheet,
        [5, "Regen", "Wetter", 0, 0, "Alle Lichter im Freien gehen aus.", 3, "regen.png", "ja", _MAY, None],
        [6, "Nebel", "Wetter", 0, 0, "In dieser Runde sieht niemand die Karten der anderen.", 3, "nebel.png", "nein",
         _MAY, "Bild fehlt"],
        [7, "Sturm", "Wetter", 0, 0, "Jedes Tier zieht an einen benachbarten Ort.", 2, "sturm.png", "ja", _MAY, None],
        [8, "Vollmond", "Wetter", 1, 3, "Glühwürmchen leuchten doppelt.", 2, "vollmond.png", "ja", _MAY, None],
        [],
        [None, None, None, None, None, "Summe Karten:", "=SUM(G3:G11)"],
    )  # fmt: skip
    for (cell,) in sheet["E3:E12"]:
        cell.number_format = '#,##0.00\\ "€"'
    for (cell,) in sheet["J3:J12"]:
        cell.number_format = "dd.mm.yyyy"
    counts = book.create_sheet("Statistik")
    _put(counts, ["Art", "Karten"], ["Tier", 6], ["Ort", 4], ["Wetter", 10])
    return worked_out(saved(book), {"G13": 20})


def french() -> bytes:
    """Return Les lanternes du port: 8 cards in 17 pieces, heads again in each section, subtotals, merged families."""
    book, sheet = _sheet("Cartes", (5, 24, 12, 8, 50, 30, 12, 12, 12, 30))
    heads = ["N°", "Nom", "Famille", "Coût", "Effet", "Citation", "Exemplaires", "Prix", "Terminé", "Remarques"]
    _put(sheet, ["Les lanternes du port"], [])
    _heading(sheet, "Cartes du quai", "A:J")
    _put(
        sheet,
        heads,
        [1, "Allumeur", "Équipage", 2, "Piochez une carte à chaque lanterne allumée.", "Encore une !", 3, 1.5, "oui",
         None],
        [2, "Pilote", None, 1, "Regardez les deux premières cartes du brouillard.", None, 2, 0.75, "oui", None],
        [3, "Passeur", None, 3, "Déplacez deux personnages vers un autre quai.", None, 2, 2.2, "non", "à revoir"],
        [4, "Remorqueur", "Bateau", 2, "Déplacez un bateau amarré au même quai.", "Doucement.", 2, 4, "oui", None],
        [None, "Sous-total", None, None, None, None, "=SUM(G5:G8)"],
        [],
    )  # fmt: skip
    sheet.merge_cells("C5:C7")
    _heading(sheet, "Cartes du marché", "A:J")
    _put(
        sheet,
        heads,
        [1, "Marchande", "Équipage", 2, "Chaque lanterne coûte une pièce de moins.", "Huile fraîche !", 2, 2.25, "oui",
         None],
        [2, "Péniche", "Bateau", 4, "Contient jusqu'à quatre caisses.", None, 2, 6.5, "oui", None],
        [3, "Enchères", "Événement", 1, "Chacun annonce une fois ; le plus offrant gagne.", None, 2, 0, "non", None],
        [4, "Brume", "Événement", 0, "Personne n'allume de lanterne ce tour-ci.", None, 2, 0, "oui", None],
        [None, "Sous-total", None, None, None, None, "=SUM(G13:G16)"],
        ["TOTAL GÉNÉRAL", None, None, None, None, None, "=G9+G17"],
    )  # fmt: skip
    sheet.merge_cells("A18:F18")
    for (cell,) in sheet["H5:H17"]:
        cell.number_format = "#,##0.00\\ [$€-40C]"
    rules = book.create_sheet("Règles")
    _put(rules, ["À chaque tour, on allume une lanterne."], [], ["La partie finit à l'aube."])
    return worked_out(saved(book), {"G9": 9, "G17": 8, "G18": 17})
