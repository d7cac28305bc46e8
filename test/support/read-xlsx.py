"""Reads workbooks with openpyxl, and prints their sheets as JSON."""
import json
import sys

import openpyxl
from openpyxl.utils.datetime import from_excel
from openpyxl.worksheet import _reader

# openpyxl rounds times to milliseconds. This keeps the number with the kind that openpyxl recognizes.
_reader.from_excel = lambda value, epoch, timedelta=False: ("time" if timedelta else "date", value)


def value_of(cell):
    value = cell.value
    if isinstance(value, tuple):
        kind, number = value
        shown = {"date": from_excel(number).isoformat()} if kind == "date" else {}
        return {"kind": kind, "number": number, **shown}
    return value


def cell_of(cell):
    if cell.value is None:
        return None
    link = cell.hyperlink.target if cell.hyperlink else None
    return {
        "type": cell.data_type,
        "value": value_of(cell),
        "format": cell.number_format,
        "bold": cell.font.b,
        **({"grey": True} if is_grey(cell.font.color) else {}),
        **({"link": link} if link else {}),
    }


def is_grey(color):
    return color is not None and color.rgb == "FF808080"


def print_of(sheet):
    setup = sheet.page_setup
    fits = sheet.sheet_properties.pageSetUpPr
    return {
        "orientation": setup.orientation,
        "pages": [setup.fitToWidth, setup.fitToHeight] if fits and fits.fitToPage else None,
        "repeated": sheet.print_title_rows,
    }


def sheet_of(sheet):
    return {
        "name": sheet.title,
        "frozen": sheet.freeze_panes,
        "filter": sheet.auto_filter.ref,
        "widths": [sheet.column_dimensions[letter].width for letter in sorted(sheet.column_dimensions, key=lambda l: (len(l), l))],
        "print": print_of(sheet),
        "rows": [[cell_of(cell) for cell in row] for row in sheet.iter_rows()],
    }


def book_of(path):
    book = openpyxl.load_workbook(path)
    return {"active": book.active.title, "sheets": [sheet_of(sheet) for sheet in book]}


json.dump([book_of(path) for path in sys.argv[1:]], sys.stdout)
