"""The header text above a table cell."""

from __future__ import annotations

from pagerows.page.nodes import NodeTable

__all__ = ["Headers"]


class Headers:
    """Finds the header of any row of a page that is inside of a table's cell."""

    def __init__(self, nodes: NodeTable) -> None:
        self._nodes = nodes
        self._known: dict[int, dict[int, str]] = {}
        self._found: dict[int, str | None] = {}
        self._tables = nodes.grids.tables

    def of(self, row: int) -> str | None:
        """Return the header text of the column that a row is in, of an outer table where an inner one has none."""
        cell = self._nodes.grids.cell_around(row) if self._tables else -1
        passed = list[int]()
        header = None
        while cell >= 0 and header is None and cell not in self._found:
            passed.append(cell)
            header = self._own(cell)
            cell = self._nodes.grids.cell_around(int(self._nodes.parent[cell]))
        if header is None:
            header = self._found.get(cell)
        self._found.update(dict.fromkeys(passed, header))
        return header

    def _own(self, cell: int) -> str | None:
        """The header of a cell in its own table."""
        grids = self._nodes.grids
        table = grids.table_of(grids.line_of(cell))
        if table not in self._known:
            self._known[table] = self._headers(table)
        return self._known[table].get(cell)

    def _headers(self, table: int) -> dict[int, str]:
        """The text above each body cell; above one that spans columns, that of its first."""
        grid = self._nodes.grids.at(table)
        if grid is None:
            return {}
        found: dict[int, str] = {}
        for line in grid.body:
            for cell, text in zip(line.cells, grid.headers, strict=True):
                if text:
                    found.setdefault(cell, text)
        return found
