"""Records as a workbook: one sheet per site or page (and region), texts as texts, values as numbers and dates."""

from __future__ import annotations

import io
import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from typing import IO, Any, Final
from urllib.parse import urlsplit

from pagerows.errors import MissingExtra
from pagerows.export._writer import SpooledWriter, WriteOptions, cells_by_name
from pagerows.export.sheets import PageResult, Sheet, SheetColumn, joined

__all__ = ["WRITER", "XlsxWriter"]

#: What a cell and a sheet can hold.
LONGEST: Final = 32_767
MOST_ROWS: Final = 1_048_576
#: The same records give the same bytes, so the file does not say when it was made.
_CREATED: Final = datetime(1980, 1, 1)
#: Links that a sheet may have, and characters of one.
MOST_LINKS: Final = 65_000
LONGEST_URL: Final = 2_000
_UNWRITABLE: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_FORBIDDEN: Final = re.compile(r"[\[\]:*?/\\]")


class XlsxWriter(SpooledWriter):
    """Writes one sheet for the pages of a site, or one per region where every region is asked for."""

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        try:
            import xlsxwriter  # noqa: F401 - say now, not after the work, that it is missing
        except ImportError as error:
            raise MissingExtra("the xlsx format", "formats") from error
        super().__init__(options)
        self._stream = stream
        self._names: set[str] = set()

    def finish(self) -> None:
        """Write the workbook: the zip file is made in memory, since one on a full disk could not even be closed."""
        import xlsxwriter

        # A text that looks like a formula, link or number stays a text; the guard can be turned off.
        settings = {"strings_to_formulas": not self._options.guard, "strings_to_urls": False}
        packed = io.BytesIO()
        with xlsxwriter.Workbook(packed, {**settings, "strings_to_numbers": False, "in_memory": True}) as book:
            book.set_properties({"created": _CREATED})
            self._book = book
            self._bold = book.add_format({"bold": True})
            self._date = book.add_format({"num_format": "yyyy-mm-dd"})
            self._moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
            self._time = book.add_format({"num_format": "hh:mm:ss"})
            for page, sheet in self._sheets():
                self._sheet(page, sheet)
            if not self._names:
                book.add_worksheet("no records")
        self._stream.write(packed.getbuffer())

    def _sheets(self) -> Iterable[tuple[PageResult, Sheet]]:
        if self._options.regions:
            return ((page, sheet) for page in self._pages for sheet in page.sheets)
        groups: dict[Hashable, list[tuple[PageResult, Sheet]]] = {}
        for page in self._pages:
            for sheet in page.sheets:
                groups.setdefault(_site(page, sheet), []).append((page, sheet))
        return map(_together, groups.values())

    def _sheet(self, page: PageResult, sheet: Sheet) -> None:
        wanted = page.title or page.source.rpartition("/")[2]
        made = self._book.add_worksheet(self._name(f"{sheet.region} {wanted}" if self._options.regions else wanted))
        columns = cells_by_name(sheet, WriteOptions(), values=self._options.values is not False)
        links = {column.name: column.urls for column in sheet.columns if column.urls}
        shapes = self._shapes(sheet)
        made.freeze_panes(1, 0)
        if columns:
            made.autofilter(0, 0, min(len(sheet), MOST_ROWS - 1), len(columns) - 1)
        # Rows go out one by one, so the widths come first.
        for number, (name, cells) in enumerate(columns.items()):
            longest = max((len(str(cell)) for cell in cells if cell is not None), default=0)
            made.set_column(number, number, min(60, 2 + max(len(name), longest)))
        for number, name in enumerate(columns):
            made.write_string(0, number, _encodable(name), self._bold)
        for row in range(min(len(sheet), MOST_ROWS - 1)):
            for number, (name, cells) in enumerate(columns.items()):
                if cells[row] is not None:
                    url = links[name][row] if name in links and row * len(links) < MOST_LINKS else None
                    if not (url and self._link(made, row + 1, number, url, cells[row])):
                        self._cell(made, row + 1, number, cells[row], shapes.get(name))

    def _shapes(self, sheet: Sheet) -> dict[str, Any]:
        """How numbers are shown: money with its currency, percentages with their sign, thousands apart."""
        shapes: dict[str, Any] = {}
        for column in sheet.columns:
            # The unit may come from the page only where it is a code that cannot be anything else.
            code = f' "{column.unit}"' if column.unit and column.unit.isalpha() else ""
            shape = {"money": f"#,##0.00{code}", "percentage": '0.##"%"', "integer": "#,##0"}.get(column.type)
            if shape:
                made = self._book.add_format({"num_format": shape})
                shapes |= {f"{column.name}_value": made, f"{column.name}_until": made}
        return shapes

    def _link(self, made: Any, row: int, column: int, url: str, text: str) -> bool:
        """Write a text that can be clicked; False where a workbook cannot hold the address."""
        if not url.lower().startswith(("http://", "https://")) or len(url) > LONGEST_URL or not text:
            return False
        if not self._options.guard and text.startswith("="):
            return False
        return bool(made.write_url(row, column, _encodable(url), None, _encodable(text)) == 0)

    def _cell(self, made: Any, row: int, column: int, value: Any, shape: Any = None) -> None:
        match value:
            case str() if self._options.guard:
                made.write_string(row, column, _encodable(value))
            case str():
                made.write(row, column, _encodable(value))
            case date() if value.year < 1900:  # a workbook's days begin there
                made.write_string(row, column, value.isoformat())
            case datetime():
                made.write_datetime(row, column, value.replace(tzinfo=None), self._moment)
            case date():
                made.write_datetime(row, column, value, self._date)
            case time():
                made.write_datetime(row, column, value.replace(tzinfo=None), self._time)
            case bool():
                made.write_boolean(row, column, value)
            case tuple():
                made.write_string(row, column, _encodable("; ".join(map(str, value))))
            case _:
                made.write_number(row, column, value, shape)

    def _name(self, wanted: str) -> str:
        """A sheet's name: at most 31 characters, none forbidden, unique whatever the case."""
        plain = _short(_FORBIDDEN.sub(" ", _encodable(wanted)).strip(" '"), 31).strip(" '") or "page"
        if plain.lower() == "history":  # Excel keeps that one for itself
            plain = "history_"
        name, number = plain, 2
        while name.lower() in self._names:
            end = f" {number}"
            name, number = _short(plain, 31 - len(end)) + end, number + 1
        self._names.add(name.lower())
        return name


def _site(page: PageResult, sheet: Sheet) -> Hashable:
    """What pages of one sheet have in common: their host; of files without an address the folder, and all columns."""
    host = urlsplit(page.url or "").hostname
    return host or (page.source.rpartition("/")[0], tuple(column.name for column in sheet.columns))


def _together(group: Sequence[tuple[PageResult, Sheet]]) -> tuple[PageResult, Sheet]:
    """The rows of several pages as one sheet, which says where each is from; that of one page as it is."""
    page, sheet = group[0]
    if len(group) == 1:
        return page, sheet
    sources = tuple(one.source for one, own in group for _ in range(len(own)))
    lead = SheetColumn("source", "text", "text", sources)
    rows = joined([own for _, own in group])
    host = urlsplit(page.url or "").hostname
    return replace(page, title=host or page.title), replace(rows, columns=(lead, *rows.columns))


def _short(text: str, most: int) -> str:
    """At most so many characters as workbooks count them: those beyond the first 65,536 are two."""
    while len(text.encode("utf-16-le", "replace")) > 2 * most:
        text = text[:-1]
    return text


def _encodable(text: str) -> str:
    """What XML can hold: no lone surrogates, no control characters."""
    return _UNWRITABLE.sub("", text[:LONGEST].encode("utf-8", "replace").decode())


WRITER: Final = XlsxWriter
