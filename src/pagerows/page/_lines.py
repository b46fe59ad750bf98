"""Which of a table's first rows are its headers, where no ``<thead>`` says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pagerows.page.nodes import TEXT, NodeTable

__all__ = ["HeaderReader"]

#: Most header rows, and the longest text of a header that nothing marks as one.
MOST: Final = 5
LONGEST: Final = 40
#: Share of the rows that have as many cells as the first, where that is no row of header cells but looks like headers.
EVEN: Final = 0.8
#: Rows below that are compared with the first.
LOOKED_AT: Final = 30
_BOLD: Final = frozenset({"b", "strong"})
_HEADER_ROLES: Final = frozenset({"columnheader"})


class HeaderReader:
    """Looks at the rows that are neither in a head or foot nor empty nor headings over the full width."""

    def __init__(self, nodes: NodeTable, own: Sequence[Sequence[int]], rows: Sequence[int]) -> None:
        self.nodes = nodes
        self.own = own
        self.rows = rows

    def leading(self, *, told: bool) -> int:
        """How many of the first rows are headers; `told`: a ``<thead>`` has said what the headers are."""
        if len(self.own) < 2 or told:
            return 0
        found = 0
        while found < min(MOST, len(self.own) - 1) and self._all_headers(self.own[found]):
            found += 1
        if found or not self._even():
            return found
        return int(self._bold(self.own[0], self.own[1]) or self._looks_apart() or self._above_numbers())

    def _even(self) -> bool:
        """Whether (nearly) all rows have as many cells as the first."""
        alike = sum(1 for cells in self.own if len(cells) == len(self.own[0]))
        return alike >= EVEN * len(self.own)

    def _all_headers(self, cells: Sequence[int]) -> bool:
        return all(self._is_header(cell) for cell in cells)

    def _is_header(self, cell: int) -> bool:
        name = self.nodes.tag_name(cell)
        return name == "th" or (name != "td" and self.nodes.attribute(cell, "role") in _HEADER_ROLES)

    def _bold(self, first: Sequence[int], second: Sequence[int]) -> bool:
        """All texts of the first row are bold, and not all of the second."""
        return self._titles(first) and self._all_bold(first) and not self._all_bold(second)

    def _all_bold(self, cells: Sequence[int]) -> bool:
        nodes = self.nodes
        for cell in cells:
            for row in range(cell + 1, int(nodes.end[cell])):
                if nodes.kind[row] == TEXT and not self._inside_bold(row, cell):
                    return False
        return True

    def _inside_bold(self, row: int, cell: int) -> bool:
        row = int(self.nodes.parent[row])
        while row > cell:
            if self.nodes.tag_name(row) in _BOLD:
                return True
            row = int(self.nodes.parent[row])
        return False

    def _titles(self, cells: Sequence[int]) -> bool:
        """Short texts without digits, all different, in (nearly) all cells."""
        texts = [self.nodes.text(cell) for cell in cells]
        filled = [text for text in texts if text]
        return (
            len(filled) > 1
            and len(filled) >= len(texts) - 1
            and len(set(filled)) == len(filled)
            and all(len(text) <= LONGEST and any(map(str.isalpha, text)) for text in filled)
            and not any(character.isdigit() for text in filled for character in text)
        )

    def _looks_apart(self) -> bool:
        """The first row is styled as no other is, and each other style is met twice: stripes are no headers."""
        nodes = self.nodes
        if len(self.own) < 4 or not self._titles(self.own[0]):
            return False
        styles = [
            tuple(sorted({int(nodes.path[cell]) for cell in cells})) for cells in self.own[: LOOKED_AT + 1] if cells
        ]
        counts = Counter(styles[1:])
        usual = sum(count for count in counts.values() if count > 1)
        return styles[0] not in counts and usual >= 0.8 * (len(styles) - 1)

    def _above_numbers(self) -> bool:
        """Words above columns that hold nothing but numbers."""
        first, *others = self.own[: LOOKED_AT + 1]
        if len(others) < 3 or not self._titles(first) or any(len(cells) != len(first) for cells in others):
            return False
        texts = [[self.nodes.text(cell) for cell in cells] for cells in others]
        numbers = 0
        for column in zip(*texts, strict=True):
            filled = [text for text in column if text]
            numbers += bool(filled) and all(_is_number(text) for text in filled)
        return bool(numbers) and len({len(cells) for cells in others}) == 1


def _is_number(text: str) -> bool:
    digits = sum(map(str.isdigit, text))
    return digits > 0 and sum(map(str.isalpha, text)) <= min(3, digits)
