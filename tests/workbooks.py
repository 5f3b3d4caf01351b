"""Workbooks for tests: XLSX and ODS written part by part, so that what is in them is known to the byte."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from openpyxl import Workbook

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


_HIDDEN = (
    "<office:automatic-styles><style:style xmlns:style='s' style:name='gone'>"
    "<style:table-properties table:display='false'/></style:style></office:automatic-styles>"
)


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """Pack parts into a ZIP archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as written:
        for name, data in parts.items():
            written.writestr(name, data)
    return file.getvalue()


def xlsx(rows: str, formats: Sequence[str] = (), more: str = "", doctype: str = "") -> bytes:
    """Write an Excel workbook whose only sheet, Bees, holds these `<row>` elements; style N has the Nth format."""
    styles = "".join(f'<numFmt numFmtId="{200 + n}" formatCode={quoteattr(code)}/>' for n, code in enumerate(formats))
    used = "".join(f'<xf numFmtId="{200 + number}"/>' for number in range(len(formats)))
    return archive(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
            "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r1" Type="{_RELATED}/officeDocument" '
            'Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{_RELATED}"><sheets>'
            '<sheet name="Bees" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r1" Type="{_RELATED}'
            f'/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="{_RELATED}/styles" '
            'Target="styles.xml"/></Relationships>',
            "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><numFmts>{styles}</numFmts><cellXfs><xf numFmtId="0"/>{used}'
            "</cellXfs></styleSheet>",
            "xl/worksheets/sheet1.xml": f'{doctype}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{more}'
            "</worksheet>",
        }
    )


def words(*texts: str) -> str:
    """Write a row of texts as XLSX has them."""
    cells = "".join(f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>' for text in texts)
    return f"<row>{cells}</row>"


def ods(rows: str, sheets: str = "") -> bytes:
    """Write an OpenDocument spreadsheet whose sheet Bees holds these `<table:table-row>` elements."""
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    return archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f"<office:document-content {spaces}>{_HIDDEN}<office:body><office:spreadsheet>"
            f'<table:table table:name="Bees">{rows}</table:table>{sheets}'
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )


def line(*texts: str, repeat: int = 1) -> str:
    """Write a row of texts as ODS has them."""
    cells = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{escape(text)}</text:p></table:table-cell>'
        for text in texts
    )
    return f'<table:table-row table:number-rows-repeated="{repeat}">{cells}</table:table-row>'


def saved(book: Workbook) -> bytes:
    """Return the bytes of a workbook of openpyxl."""
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    """Return the parts of a ZIP archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}
