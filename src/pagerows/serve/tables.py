"""Tables of runs as people have edited them, read once and kept for a while: scrolling asks for the same one often."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from pagerows.columns.reading import Context
from pagerows.edits import Edit, EditedColumn, edited
from pagerows.errors import ParameterError
from pagerows.export.sheets import PageResult, Sheet
from pagerows.follow.reader import kept
from pagerows.serve.errors import Problem
from pagerows.serve.rows import Query, rows_of, selected
from pagerows.serve.store.runs import Run, Runs
from pagerows.serve.store.sheets import Kept, unpack

__all__ = ["OpenTable", "Tables"]

#: Cells of the tables that are kept ready.
MOST_CELLS: Final = 4_000_000


@dataclass(slots=True)
class OpenTable:
    """A list's table with its edits done."""

    run: Run
    number: int
    kept: Kept
    edits: list[dict[str, Any]]
    columns: list[EditedColumn]
    #: The rows of the last question: scrolling asks it again.
    _last: tuple[Query, list[int]] | None = field(default=None)

    def __len__(self) -> int:
        return len(self.kept.sheet)

    def head(self) -> dict[str, Any]:
        """The table without its rows, as plain values."""
        return {
            "run": self.run.id,
            "list": self.number,
            "rows": len(self),
            "columns": [_column(each) for each in self.columns],
            "edits": self.edits,
            "left_out": [{"reason": reason, "text": text} for reason, text in self.kept.sheet.left_out],
        }

    def rows(self, query: Query, offset: int, limit: int, find: int | None = None) -> dict[str, Any]:
        """Some rows, as plain values; `place` says where the row `find` stands among those that are asked for."""
        places = self.selected(query)
        rows = rows_of(self.columns, places[offset : offset + limit])
        place = places.index(find) if find in places else None
        return {"total": len(self), "matching": len(places), "offset": offset, "place": place, "rows": rows}

    def selected(self, query: Query) -> list[int]:
        """The places of the rows that are asked for."""
        if self._last is None or self._last[0] != query:
            self._last = query, selected(self.columns, len(self), query)
        return self._last[1]

    def records(self, offset: int, limit: int, boxes: Sequence[Any] | None = None) -> dict[str, Any]:
        """Where records are on the page, as plain values."""
        sheet, tops = self.kept.sheet, self.kept.tops
        known = self.kept.boxes or boxes or ()
        found = [
            {
                "row": row,
                "xpath": sheet.xpaths[row],
                "xpaths": list(tops[row]) if row < len(tops) else [],
                "box": known[row] if row < len(known) else None,
            }
            for row in range(offset, min(offset + limit, len(self)))
        ]
        return {"total": len(self), "records": found}

    def result(self, query: Query | None = None) -> PageResult:
        """The table as it is written to files: shown columns, the rows that are asked for."""
        run = self.run
        sheet = replace(self.kept.sheet, columns=tuple(each.column for each in self.columns if not each.hidden))
        if query is not None and query != Query():
            sheet = kept(sheet, self.selected(query))
        return PageResult(
            source=run.source,
            method=run.method,
            sheets=(sheet,),
            url=run.url,
            title=run.title,
            lang=run.head.get("lang"),
            found=run.head.get("regions_found", 1),
            now=_moment(run.head.get("now")),
        )


class Tables:
    """Opens tables; the last ones stay ready."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        self._ready: OrderedDict[tuple[str, int], tuple[str, OpenTable]] = OrderedDict()
        self._lock = threading.Lock()

    def run(self, run: str) -> Run:
        """Return a run; a Problem where there is none."""
        found = self._runs.get(run)
        if found is None:
            raise Problem(404, "not_found", f"there is no run {run}: it may have been deleted")
        return found

    def open(self, run: str, number: int) -> OpenTable:
        """Return a list's table as it is now."""
        known = self.run(run)
        found = self._runs.table(run, number)
        if found is None:
            raise Problem(404, "not_found", f"run {run} has no list {number}")
        data, edits = found
        mark = f"{len(data)} {hash(data)} {json.dumps(edits)} {known.chosen}"
        with self._lock:
            ready = self._ready.get((run, number))
            if ready is not None and ready[0] == mark:
                self._ready.move_to_end((run, number))
                return ready[1]
        own = unpack(data)
        table = OpenTable(known, number, own, edits, self._edited(known, own.sheet, edits))
        self._keep((run, number), mark, table)
        return table

    def edit(self, run: str, number: int, edits: Sequence[Mapping[str, Any]]) -> OpenTable:
        """Replace the edits of a table; bad ones change nothing."""
        table = self.open(run, number)
        # Edits that came with a wrapper may speak of columns that this page lacks; those of a person may not.
        edited(table.kept.sheet, edits, context_of(table.run))
        self._runs.edit(run, number, edits)
        return self.open(run, number)

    @staticmethod
    def _edited(run: Run, sheet: Sheet, edits: Sequence[Edit]) -> list[EditedColumn]:
        try:
            return edited(sheet, edits, context_of(run), strict=False)
        except ParameterError:  # a job's table has grown columns that edits clash with
            return edited(sheet, (), context_of(run))

    def _keep(self, key: tuple[str, int], mark: str, table: OpenTable) -> None:
        with self._lock:
            self._ready[key] = mark, table
            self._ready.move_to_end(key)
            while len(self._ready) > 1 and sum(map(_cells, self._ready.values())) > MOST_CELLS:
                self._ready.popitem(last=False)


def context_of(run: Run) -> Context:
    """What a run's page says of how its texts are to be read."""
    return Context.of(run.head.get("lang"), run.url, _moment(run.head.get("now")))


def _cells(ready: tuple[str, OpenTable]) -> int:
    return len(ready[1]) * len(ready[1].columns)


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _column(each: EditedColumn) -> dict[str, Any]:
    column = each.column
    said = {name: getattr(column, name) for name in ("name", "kind", "type", "role", "unit", "confidence", "doubt")}
    cells = column.urls if column.kind == "image" and column.urls else column.texts
    return {
        "key": each.key,
        **said,
        "hidden": each.hidden,
        "filled": sum(cell is not None for cell in cells),
        "has_urls": column.urls is not None,
        "has_values": column.values is not None,
        "edited": list(each.changed),
    }
