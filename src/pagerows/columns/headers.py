"""The header text above a table cell."""

from __future__ import annotations

from functools import cached_property

from pagerows.page.nodes import NodeTable

__all__ = ["Headers"]


class Headers:
    """Finds the header of any row of a page that is inside of a ``<td>``."""

    def __init__(self, nodes: NodeTable) -> None:
        self._nodes = nodes
        self._known: dict[int, dict[int, str]] = {}
        self._columns: dict[int, dict[int, int]] = {}

    @cached_property
    def _any(self) -> bool:
        return bool(len(self._nodes.rows_with_tag("th")))

    def of(self, row: int) -> str | None:
        """Return the header text of the column that a row is in, or None."""
        if not self._any:
            return None
        nodes, cell = self._nodes, row
        while cell > 0 and nodes.tag_name(cell) not in ("td", "table"):
            cell = int(nodes.parent[cell])
        if cell <= 0 or nodes.tag_name(cell) != "td":
            return None
        line = int(nodes.parent[cell])
        table = next((above for above in nodes.ancestors(line) if nodes.tag_name(above) == "table"), None)
        if table is None:
            return None
        if line not in self._columns:
            self._columns[line] = self._places(line)
        return self._headers(table).get(self._columns[line].get(cell, -1))

    def _places(self, line: int) -> dict[int, int]:
        """The column that each cell of a table row begins in."""
        places, column = {}, 0
        for child in self._nodes.children(line).tolist():
            if self._nodes.tag_name(child) in ("td", "th"):
                places[child] = column
                column += self._span(child)
        return places

    def _span(self, cell: int) -> int:
        text = self._nodes.attribute(cell, "colspan") or "1"
        return min(int(text), 100) if text.isdecimal() and int(text) else 1

    def _headers(self, table: int) -> dict[int, str]:
        """Column -> text, from the last row of a table that has header cells only."""
        if table in self._known:
            return self._known[table]
        nodes, found = self._nodes, {}
        rows = nodes.rows_with_tag("tr")
        for line in rows[(rows > table) & (rows < nodes.end[table])][:5].tolist():
            cells = [child for child in nodes.children(line).tolist() if nodes.tag_name(child) in ("td", "th")]
            if not cells or any(nodes.tag_name(cell) == "td" for cell in cells):
                continue
            for cell, column in self._places(line).items():
                if text := nodes.text(cell):
                    found.update(dict.fromkeys(range(column, column + self._span(cell)), text))
        self._known[table] = found
        return found
