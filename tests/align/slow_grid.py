"""Records that are the rows of an HTML table, slowly, as lists of cells: what the kernel is compared with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pagerows.align._grid import GridRows
from pagerows.page.nodes import TEXT
from pagerows.values import Records, Span

SEVERAL, MOST_WORK, RARE, BESIDE = 0.5, 5_000_000, 0.1, 3


def grid_rows(page, records, params, aligner):
    """Return the records' cells by column of the table that they are rows of; None where they are no such rows."""
    grids = _grids(page, records)
    if grids is None:
        return None
    known = {line.row: line.cells for grid in grids for line in grid.lines}
    lines = [known[record.parts[0].start] for record in records]
    work = len(lines[0]) * (records[-1].span.stop - records[0].span.start)
    columns = list(zip(*lines, strict=True))
    plain = aligner.plain(page, columns, params) if aligner.plain and columns else [None] * len(columns)
    others = [column for column, own in zip(columns, plain, strict=True) if own is None]
    singles = [column for column, own in zip(columns, plain, strict=True) if own is not None and any(own)]
    read = [*others, *singles[:BESIDE]] if others else []
    reader = _Reader(page, params, aligner, read, may_cut=work <= MOST_WORK)
    fields = []
    for column, own in zip(columns, plain, strict=True):
        fields += reader.fields(column) if own is None else [own]
    rows = list(map(list, zip(*fields, strict=True))) if fields else [[] for _ in records]
    return GridRows(rows, replace(params, all_columns=True) if all(map(_explained, grids)) else params)


def _explained(grid):
    """Whether it is a data table that says what its columns are."""
    return grid.is_data and any(grid.headers)


def _grids(page, records):
    """The tables that the records are rows of, one row each, where these are regular and built alike."""
    first = _first_row(records)
    if first < 0 or not _may_be_row(page.nodes, first) or page.nodes.grids.table_of(first) < 0:
        return None
    rows, grids = [record.parts[0].start for record in records], page.nodes.grids
    tables = list(dict.fromkeys(map(grids.table_of, rows)))
    if not tables or -1 in tables or any(len(record.parts) > 1 for record in records):
        return None
    found = [grids.at(table) for table in tables]
    if not all(grid is not None and grid.regular for grid in found):
        return None
    known = [grid for grid in found if grid is not None]
    if len({_kind(grid) for grid in known}) > 1:
        return None
    whole = all(record.span.stop <= page.nodes.end[row] for record, row in zip(records, rows, strict=True))
    return known if whole else None


def _first_row(records):
    """Where the first record starts, -1 where there is none; records that nobody looked at are not made for that."""
    if not len(records):
        return -1
    return int(records.starts[0]) if isinstance(records, Records) else records[0].parts[0].start


def _may_be_row(nodes, row):
    """Whether a node is that of a table row by its tag or role: if not, no table of the page need be looked at."""
    return nodes.tag_name(row) == "tr" or (nodes.attribute(row, "role") or "").strip().lower() == "row"


def _kind(grid):
    """What tables of one kind have in common."""
    return grid.width, grid.headers


class _Reader:
    """Table cells -> their items: read together, and again column by column where that is cut into fields."""

    def __init__(self, page, params, aligner, columns, *, may_cut):
        self._page, self._params, self._aligner, self._may_cut = page, params, aligner, may_cut
        cells = _distinct(columns)
        self._known = dict(zip(cells, self._aligned(cells), strict=True))

    def fields(self, cells):
        """A column of the table as one field, or as several where most of its cells hold several items."""
        distinct = _distinct([cells])
        rows = [self._known[cell] for cell in distinct]
        if not any(map(any, rows)) and self._has_content(distinct):
            # By itself: links without text stand where other columns have text, and a script may show it later.
            rows = self._aligned(distinct)
        several = sum(1 for row in rows if _texts(row, 2))
        if self._may_cut and several > SEVERAL * sum(_texts(row, 1) for row in rows):
            found = _knit(self._page.nodes, _merged(self._aligned(distinct)))
        else:
            found = _whole(self._page.nodes, rows)
        place = dict(zip(distinct, range(len(distinct)), strict=True))
        return [[field[place[cell]] if cell >= 0 else None for cell in cells] for field in found]

    def _has_content(self, cells):
        """Whether some of these cells hold an element with a text or a link."""
        nodes = self._page.nodes
        for cell in cells:
            for row in range(cell + 1, int(nodes.end[cell])):
                text = nodes.data[row]
                if nodes.tag_name(row) == "a" or (isinstance(text, str) and text.strip()):
                    return True
        return False

    def _aligned(self, cells):
        starts = np.array(cells, np.int64)
        records = Records(self._page, starts, self._page.nodes.end[starts].astype(np.int64))
        return self._aligner.align(self._page, records, self._params)


def _distinct(columns):
    """The cells of some columns, in order; one that spans several rows or columns once."""
    return sorted({cell for column in columns for cell in column if cell >= 0})


def _texts(row, least):
    """Whether a table cell holds at least so many texts."""
    return sum(1 for item in row if item is not None and item.kind != "image") >= least


def _knit(nodes, fields):
    """The fields, those made one that are parts of one text: few cells have them, or they are woven together."""
    groups = []
    for field in fields:
        parts = [group for group in groups if any(_woven(field, other) for other in group)]
        rare = sum(1 for cell in field if cell) < RARE * len(field)
        if not parts and rare and groups and _are_texts(field) and _are_texts(groups[-1][-1]):
            parts = groups[-1:]
        if parts:
            parts[0] += [other for group in parts[1:] for other in group] + [field]
            groups = [group for group in groups if group not in parts[1:]]
        else:
            groups.append([field])
    return [group[0] if len(group) == 1 else _together(nodes, group) for group in groups]


def _together(nodes, fields):
    rows = ([item for item in row if item is not None] for row in zip(*fields, strict=True))
    return [_joined(nodes, sorted(row, key=lambda item: item.span)) for row in rows]


def _are_texts(field):
    return any(cell is not None and cell.kind != "image" for cell in field)


def _woven(one, other):
    """Whether texts of one field stand between those of the other in most cells that have both."""
    both = [(a.span, b.span) for a, b in zip(one, other, strict=True) if a and b]
    return sum(1 for a, b in both if a.start < b.stop and b.start < a.stop) * 2 > len(both)


def _whole(nodes, rows):
    """All texts of each table cell as one, and its first picture before or behind them, as in most cells."""
    found = [[item for item in row if item is not None] for row in rows]
    texts = [_joined(nodes, [item for item in own if item.kind != "image"]) for own in found]
    pictures = [next((item for item in own if item.kind == "image"), None) for own in found]
    mixed = [own for own, text, picture in zip(found, texts, pictures, strict=True) if text and picture]
    first = sum(1 for own in mixed if own[0].kind == "image") * 2 > len(mixed)
    return [pictures, texts] if first else [texts, pictures]


def _merged(rows):
    """The fields as the aligner has them; neighbours that are never filled together are one."""
    found = []
    for column in zip(*rows, strict=True):
        if found and _apart(found[-1], column):
            found[-1] = [old or new for old, new in zip(found[-1], column, strict=True)]
        else:
            found.append(list(column))
    return found


def _apart(one, other):
    """Whether two columns of text are never filled together."""
    filled = [(a, b) for a, b in zip(one, other, strict=True) if a or b]
    return all((a is None or b is None) and (a or b).kind != "image" for a, b in filled)


def _joined(nodes, items):
    """All texts of a table cell as one, with the first address among them."""
    if len(items) < 2:
        return items[0] if items else None
    linked = next((item for item in items if item.url), items[0])
    text = " ".join(item.text for item in items)
    if any(item.items for item in items):  # the members of a list stand among what is joined with them
        rows = range(items[0].span.start, max(item.span.stop for item in items))
        text = " ".join(" ".join(str(nodes.data[row]) for row in rows if _shown(nodes, row)).split())
    return linked._replace(text=text, span=Span(items[0].span.start, items[-1].span.stop), items=())


def _shown(nodes, row):
    return bool(nodes.kind[row] == TEXT and not nodes.hidden[row])
