"""HTML tables as grids: which cell stands at each row and column, and what each row is for.

Cells are placed as HTML5 says: ``rowspan`` and ``colspan`` repeat a cell, both bounded; ARIA tables and grids
(``role=row`` and ``role=cell``) are read alike. A table's rows are then told apart: headers, footers, rows that hold
nothing, headings over the full width, and the body, which is what people call the table's rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagerows.page._grids import cells_of, facts_in, grouped, table_parts
from pagerows.page._lines import HeaderReader
from pagerows.page.nodes import TEXT, NodeTable
from pagerows.page.places import ROW_SPANS, SPANS, columns_of, placed

__all__ = ["Grid", "Grids", "Line", "LineKind"]

#: Longest text of a row over the full width that is a heading; longer ones are notes.
LONGEST_HEADING: Final = 120
#: Longest text and most nodes of a cell that holds one fact, and the share of cells that do so in a data table that has
#: no headers; the same share of its rows hold two facts.
LONGEST_FACT: Final = 150
MOST_NODES: Final = 8
PLAIN: Final = 0.8
#: Share of a data table's body rows that fill all of its columns.
REGULAR: Final = 0.8

_TABLE_ROLES: Final = frozenset({"table", "grid", "treegrid"})
_CELL_ROLES: Final = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
_LAYOUT_ROLES: Final = frozenset({"presentation", "none"})

LineKind = Literal["header", "body", "section", "footer", "spacer"]
Ints = NDArray[np.int64]


class Line(NamedTuple):
    """One row of a table."""

    #: The row's node.
    row: int
    #: The node of the cell at each column, repeated where it spans several; -1 where there is none.
    cells: tuple[int, ...]
    kind: LineKind = "body"


@dataclass(frozen=True, eq=False)
class Grid:
    """A table: its node, and its rows with the cell at each column."""

    nodes: NodeTable = field(repr=False)
    table: int
    lines: tuple[Line, ...]

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.lines[0].cells) if self.lines else 0

    @cached_property
    def body(self) -> list[Line]:
        """The rows that people call the table's rows."""
        return [line for line in self.lines if line.kind == "body"]

    @cached_property
    def headers(self) -> tuple[str, ...]:
        """The text above each column: of several header rows all texts that differ, from the top; "" for none."""
        found: list[list[str]] = [[] for _ in range(self.width)]
        for line in self.lines:
            if line.kind == "header":
                for texts, cell in zip(found, line.cells, strict=True):
                    text = self.nodes.text(cell) if cell >= 0 else ""
                    if text and text not in texts:
                        texts.append(text)
        return tuple(" ".join(texts) for texts in found)

    @cached_property
    def sections(self) -> dict[int, int]:
        """The node of each body row -> the cell of the heading over the full width that it stands under."""
        found, heading = {}, -1
        for line in self.lines:
            if line.kind == "section":
                heading = next(cell for cell in line.cells if cell >= 0)
            elif line.kind == "body" and heading >= 0:
                found[line.row] = heading
        return found

    @cached_property
    def regular(self) -> bool:
        """Whether it has two columns and two body rows at least, and (nearly) all of those fill all columns."""
        full = sum(1 for line in self.body if -1 not in line.cells)
        return self.width > 1 and full >= max(2, REGULAR * len(self.body)) and self._between * 2 <= len(self.body)

    @property
    def _between(self) -> int:
        """Rows over the full width among the body's: headings, or notes that belong to single rows."""
        if not self.body:
            return 0
        first, last = self.body[0].row, self.body[-1].row
        return sum(1 for line in self.lines if line.kind in ("section", "footer") and first < line.row < last)

    @cached_property
    def is_data(self) -> bool:
        """Whether its rows are records and its columns facts; tables also lay out pages, and list one thing's facts."""
        nodes = self.nodes
        if not self.regular or nodes.attribute(self.table, "role") in _LAYOUT_ROLES:
            return False
        if any(line.kind == "header" for line in self.lines):
            return self._told or not self._nested
        if self._nested:
            return False
        if all(nodes.tag_name(line.cells[0]) in ("th", "dt") for line in self.body if line.cells[0] >= 0):
            return False  # each row says what it is: the facts of one thing
        return self._plain

    @property
    def _told(self) -> bool:
        """Whether header cells say what the columns are."""
        heads = {cell for line in self.lines if line.kind == "header" for cell in line.cells if cell >= 0}
        return any(self.nodes.tag_name(cell) != "td" for cell in heads)

    @property
    def _nested(self) -> bool:
        return _holds_another(self.nodes, self.table)

    @property
    def _plain(self) -> bool:
        """Whether (nearly) all cells hold one short text at most, and most rows two of them."""
        nodes, lines = self.nodes, [line.cells for line in self.body]
        held = facts_in(lines, nodes.kind, nodes.end, nodes.characters, LONGEST_FACT, MOST_NODES)
        cells, facts, filled = held
        return facts >= PLAIN * cells and filled >= PLAIN * len(lines)


def _holds_another(nodes: NodeTable, table: int) -> bool:
    inside = slice(table + 1, int(nodes.end[table]))
    return bool((nodes.tag[inside] == nodes.tag[table]).any())


class Grids:
    """The tables of a page, each read when it is asked for."""

    def __init__(self, nodes: NodeTable) -> None:
        self._nodes = nodes
        self._known: dict[int, Grid | None] = {}

    @cached_property
    def _parts(self) -> _Parts:
        return _parts(self._nodes)

    @cached_property
    def _by_role(self) -> bool:
        """Whether some rows and cells are told by their role."""
        return self._nodes.has_value("role", "row")

    @cached_property
    def _lines(self) -> dict[int, list[int]]:
        return grouped(self._parts.tables, self._parts.lines)

    @cached_property
    def _cells(self) -> dict[int, list[int]]:
        return grouped(self._parts.owner, self._parts.cells)

    @cached_property
    def _table(self) -> dict[int, int]:
        return dict(zip(self._parts.lines.tolist(), self._parts.tables.tolist(), strict=True))

    @cached_property
    def _line(self) -> dict[int, int]:
        return dict(zip(self._parts.cells.tolist(), self._parts.owner.tolist(), strict=True))

    @property
    def tables(self) -> list[int]:
        """The nodes of all tables that have rows, in document order."""
        return sorted(self._lines) if "tr" in self._nodes.tags or self._by_role else []

    def height(self, table: int) -> int:
        """How many rows a table has, of all kinds."""
        return len(self._lines.get(table, ()))

    def table_of(self, line: int) -> int:
        """The table that a row's node belongs to, or -1 where that is no table row."""
        return self._table.get(line, -1)

    def line_of(self, cell: int) -> int:
        """The row's node that a cell belongs to, or -1 where that is no cell of a table."""
        return self._line.get(cell, -1)

    def cell_around(self, row: int) -> int:
        """The nearest table cell that a node is in or is, or -1."""
        parent = self._nodes.around.parent
        while row >= 0 and row not in self._line:
            row = parent[row]
        return row

    def at(self, table: int) -> Grid | None:
        """The grid of a table's node, or None where it has no rows or would be out of all bounds."""
        if table not in self._known:
            self._known[table] = self._read(table) if table in self._lines else None
        return self._known[table]

    def lays_out(self, table: int) -> bool:
        """Whether a table surely is no data table, told without reading it.

        It says so by its role, has no two rows of two cells, or holds another table and has no cell that can say what
        its columns are.
        """
        nodes, own, end = self._nodes, self._cells_of(self._lines[table]), int(self._nodes.end[table])
        several = [cells for cells in own if len(cells) > 1]
        if len(several) < 2 and not nodes.rows_having(ROW_SPANS, table, end):
            return True
        if nodes.attribute(table, "role") in _LAYOUT_ROLES:
            return True
        if not _holds_another(nodes, table):
            return False
        plain = nodes.tags.index("td") if "td" in nodes.tags else -1
        return not (nodes.tag[[cell for cells in own for cell in cells]] != plain).any()

    def _cells_of(self, rows: list[int]) -> list[list[int]]:
        """The cells of each of some rows."""
        if self._by_role:
            return [self._cells.get(row, []) for row in rows]
        cell, header = _numbers(self._nodes, "td", "th")
        return cells_of(rows, self._nodes.tag, self._nodes.end, cell, header)

    def _read(self, table: int) -> Grid | None:
        nodes, rows = self._nodes, self._lines[table]
        own = self._cells_of(rows)
        spanning = nodes.rows_having(SPANS, table, int(nodes.end[table]))
        places = placed(nodes, rows, own, frozenset(spanning))
        if places is None:
            return None
        return Grid(nodes, table, _told_apart(nodes, rows, columns_of(places, own), own, self._said))

    def filled(self, cells: Sequence[int]) -> set[int]:
        """The cells that have a text."""
        some = np.array(cells, np.intp)
        found: set[int] = set(some[self.texts_before[self._nodes.end[some]] > self.texts_before[some]].tolist())
        return found

    @cached_property
    def texts_before(self) -> Ints:
        """How many texts stand before each row, and in all."""
        return np.concatenate([[0], np.cumsum(self._nodes.text_length > 0)])

    @cached_property
    def _said(self) -> Ints:
        return _said(self._nodes)


class _Parts(NamedTuple):
    """Rows of tables with the table of each, cells with the row of each."""

    lines: Ints
    tables: Ints
    cells: Ints
    owner: Ints


def _numbers(nodes: NodeTable, *names: str) -> list[int]:
    """The numbers of tags, -1 for those that the page has not."""
    return [nodes.tags.index(name) if name in nodes.tags else -1 for name in names]


def _parts(nodes: NodeTable) -> _Parts:
    found = _Parts(*table_parts(nodes.tag, nodes.parent, *_numbers(nodes, "table", "tr", "td", "th")))
    if not nodes.has_value("role", "row"):
        return found
    return _Parts(*(np.append(own, more) for own, more in zip(found, _aria(nodes), strict=True)))


def _aria(nodes: NodeTable) -> _Parts:
    """Rows and cells by role; those that are table elements anyway are left out."""
    rows = np.flatnonzero(nodes.kind != TEXT)
    table_tags = {"table", "tr", "td", "th", "thead", "tbody", "tfoot"}
    plain = np.array([name not in table_tags for name in nodes.tags])
    roles: dict[str, list[int]] = {"row": [], "table": [], "cell": []}
    for row in rows[plain[nodes.tag[rows]]].tolist():
        role = (nodes.attribute(row, "role") or "").strip().lower()
        kind = "table" if role in _TABLE_ROLES else "cell" if role in _CELL_ROLES else role
        if kind in roles:
            roles[kind].append(row)
    found = {kind: np.array(own, np.intp) for kind, own in roles.items()}
    tables = _climb(nodes, found["row"], _mask(nodes, found["table"]))
    owner = _climb(nodes, found["cell"], _mask(nodes, found["row"]))
    inside, held = tables >= 0, owner >= 0
    return _Parts(found["row"][inside], tables[inside], found["cell"][held], owner[held])


def _mask(nodes: NodeTable, rows: Ints) -> NDArray[np.bool_]:
    mask = np.zeros(len(nodes), bool)
    mask[rows] = True
    return mask


def _climb(nodes: NodeTable, rows: Ints, wanted: NDArray[np.bool_]) -> Ints:
    """The nearest ancestor of each row that is wanted, or -1."""
    above = nodes.parent[rows].astype(np.intp)
    while (on := np.flatnonzero((above >= 0) & ~wanted[above])).size:
        above[on] = nodes.parent[above[on]]
    return above


def _told_apart(
    nodes: NodeTable, rows: Sequence[int], cells: Sequence[tuple[int, ...]], own: Sequence[Sequence[int]], said: Ints
) -> tuple[Line, ...]:
    """Say of each row what it is for; `said` is how many texts and images stand before each of the page's rows."""
    kinds = list(_first_kinds(nodes, rows, cells, own, said))
    body = [number for number, kind in enumerate(kinds) if kind == "body"]
    reader = HeaderReader(nodes, [own[number] for number in body], [rows[number] for number in body])
    told = any(kind == "header" for kind in kinds)
    for number in body[: reader.leading(told=told)]:
        kinds[number] = "header"
    _mark_repeated(nodes, cells, kinds)
    _mark_ends(kinds)
    return tuple(map(Line, rows, cells, kinds))


def _first_kinds(
    nodes: NodeTable, rows: Sequence[int], placed: Sequence[tuple[int, ...]], own: Sequence[Sequence[int]], said: Ints
) -> Iterable[LineKind]:
    """What each row says by itself."""
    places = np.array(rows, np.intp)
    groups = [nodes.tags[tag] for tag in nodes.tag[nodes.parent[places]].tolist()]
    hidden = nodes.hidden[places].tolist()
    only_head = all(group == "thead" for group in groups)
    all_hidden = all(hidden)
    filled = _filled(nodes, own, said)
    for line, cells, group, is_hidden in zip(placed, own, groups, hidden, strict=True):
        if filled.isdisjoint(cells) or (is_hidden and not all_hidden):
            yield "spacer"
        elif group == "tfoot":
            yield "footer"
        elif group == "thead" and not only_head:
            yield "header"
        elif len(line) > 1 and _full_width(nodes, cells, line):
            yield "section" if len(nodes.text(cells[0])) <= LONGEST_HEADING else "footer"
        else:
            yield "body"


def _filled(nodes: NodeTable, own: Sequence[Sequence[int]], said: Ints) -> set[int]:
    """The cells with a text or an image inside."""
    cells = np.array([cell for line in own for cell in line], np.intp)
    found: set[int] = set(cells[said[nodes.end[cells]] > said[cells + 1]].tolist())
    return found


def _said(nodes: NodeTable) -> Ints:
    """How many texts and images stand before each row, and in all."""
    image = nodes.tags.index("img") if "img" in nodes.tags else -1
    return np.concatenate([[0], np.cumsum((nodes.kind == TEXT) | (nodes.tag == image))])


def _full_width(nodes: NodeTable, cells: Sequence[int], line: Sequence[int]) -> bool:
    """Whether one cell is all that a row has, and covers it or is a header cell."""
    if len(cells) != 1:
        return False
    return set(line) == {cells[0]} or (nodes.tag_name(cells[0]) == "th" and set(line) == {cells[0], -1})


def _mark_repeated(nodes: NodeTable, cells: Sequence[tuple[int, ...]], kinds: list[LineKind]) -> None:
    """Rows further down that say what a header row says are headers again."""
    headers = {tuple(_texts(nodes, line)) for line, kind in zip(cells, kinds, strict=True) if kind == "header"}
    if not headers:
        return
    firsts = {next(iter(texts), None) for texts in headers}
    for number, line in enumerate(cells):
        if kinds[number] == "body" and next(_texts(nodes, line), None) in firsts:  # as few do
            kinds[number] = "header" if tuple(_texts(nodes, line)) in headers else "body"


def _texts(nodes: NodeTable, line: Sequence[int]) -> Iterator[str]:
    return (nodes.text(cell) for cell in line if cell >= 0)


def _mark_ends(kinds: list[LineKind]) -> None:
    """Headings above all headers are titles of the table, those below all rows are notes."""
    last = max((number for number, kind in enumerate(kinds) if kind == "body"), default=-1)
    first_header = next((number for number, kind in enumerate(kinds) if kind == "header"), 0)
    for number, kind in enumerate(kinds):
        if kind == "section" and (number > last or number < first_header):
            kinds[number] = "footer"
