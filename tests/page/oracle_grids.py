"""HTML tables as grids, slowly: row by row and cell by cell. The kernels' answers are compared with these."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from pagerows.page.lines import Line
from pagerows.page.nodes import TEXT

LAYOUT_ROLES = {"presentation", "none"}
TABLE_ROLES = {"table", "grid", "treegrid"}
CELL_ROLES = {"cell", "gridcell", "columnheader", "rowheader"}
TABLE_TAGS = {"table", "tr", "td", "th", "thead", "tbody", "tfoot"}
MOST_COLUMNS = 1000
MOST_PLACES = 2_000_000
SPAN = re.compile(r"\s*\+?(\d{1,9})")


# -- rows and cells ----------------------------------------------------------------------------------------------------


class SlowGrids:
    """The tables of a page."""

    def __init__(self, nodes):
        self.nodes = nodes
        self.roles = {row: self._role(row) for row in range(len(nodes))} if nodes.has_value("role", "row") else {}
        self.table_of, self.line_of = {}, {}
        for row in range(len(nodes)):
            name, role = nodes.tag_name(row), self.roles.get(row)
            if name == "tr":
                self.table_of[row] = self._above(row, lambda up: nodes.tag_name(up) == "table")
            elif name in ("td", "th"):
                self.line_of[row] = int(nodes.parent[row])
            elif role == "row" and (table := self._above(row, lambda up: self.roles[up] == "table")) >= 0:
                self.table_of[row] = table
            elif role == "cell" and (line := self._above(row, lambda up: self.roles[up] == "row")) >= 0:
                self.line_of[row] = line
        self.tables = sorted(set(self.table_of.values()) - {-1})

    def _role(self, row):
        if self.nodes.tag_name(row) in TABLE_TAGS:
            return None
        role = (self.nodes.attribute(row, "role") or "").strip().lower()
        return "table" if role in TABLE_ROLES else "cell" if role in CELL_ROLES else role

    def _above(self, row, wanted):
        return next((up for up in self.nodes.ancestors(row) if wanted(up)), -1)

    def lines(self, table):
        return [line for line, own in self.table_of.items() if own == table]

    def own(self, line):
        return [cell for cell, own in self.line_of.items() if own == line]

    def at(self, table):
        """The grid of a table, None where it has too many places."""
        rows = self.lines(table)
        own = [self.own(row) for row in rows]
        places = placed(self.nodes, rows, own)
        if places is None:
            return None
        cells = columns_of(places, own)
        return SlowGrid(self.nodes, table, told_apart(self.nodes, rows, cells, own))


def span_of(nodes, cell, name):
    """What a cell says of the rows or columns that it covers, as browsers read it; None: nothing."""
    said = nodes.attribute(cell, name) or nodes.attribute(cell, f"aria-{name}")
    match = SPAN.match(said) if said else None
    return int(match[1]) if match else None


def placed(nodes, rows, own):
    """The cell at each column of each row, -1 for gaps; None where there would be too many."""
    found = []
    hanging = {}  # column -> (cell from a row above, rows that it still covers)
    total, group = 0, -1
    for row, cells in zip(rows, own, strict=True):
        if nodes.parent[row] != group:  # no cell reaches from one row group into the next
            hanging, group = {}, int(nodes.parent[row])
        line = []
        for cell in cells:
            while len(line) in hanging:
                line.append(hanging[len(line)][0])
            wide = min(max(1, span_of(nodes, cell, "colspan") or 1), MOST_COLUMNS)
            said = span_of(nodes, cell, "rowspan")
            high = len(rows) if said == 0 else said or 1  # 0: as far as the row group goes
            if high > 1:
                hanging.update((column, (cell, high)) for column in range(len(line), len(line) + wide))
            line += [cell] * wide
        for column in sorted(column for column in hanging if column >= len(line)):
            line += [-1] * (column - len(line)) + [hanging[column][0]]
        hanging = {column: (cell, left - 1) for column, (cell, left) in hanging.items() if left > 1}
        total += len(line) + len(hanging)
        if total > MOST_PLACES:
            return None
        found.append(line)
    return found


def columns_of(places, own):
    """The same with rows of equal length; columns that only repeat the one before in every row are left out.

    Rows of a single cell do not count for that: a heading may say that it spans a hundred columns.
    """
    several = [line for line, cells in zip(places, own, strict=True) if len(cells) > 1] or places
    width = max(map(len, several), default=0)
    kept = {0} if width else set()
    for line in several:
        kept |= {at for at in range(1, len(line)) if line[at] != line[at - 1]}
    return [tuple(line[at] if at < len(line) else -1 for at in sorted(kept)) for line in places]


# -- what each row is for ----------------------------------------------------------------------------------------------


def told_apart(nodes, rows, cells, own):
    """Say of each row what it is for."""
    kinds = list(first_kinds(nodes, rows, cells, own))
    body = [number for number, kind in enumerate(kinds) if kind == "body"]
    if "header" not in kinds:
        for number in body[: leading(nodes, [own[number] for number in body])]:
            kinds[number] = "header"
    heads = {texts_of(nodes, line) for line, kind in zip(cells, kinds, strict=True) if kind == "header"}
    for number, line in enumerate(cells):
        if kinds[number] == "body" and texts_of(nodes, line) in heads:
            kinds[number] = "header"
    last = max((number for number, kind in enumerate(kinds) if kind == "body"), default=-1)
    first_header = kinds.index("header") if "header" in kinds else 0
    for number, kind in enumerate(kinds):
        if kind == "section" and (number > last or number < first_header):
            kinds[number] = "footer"
    return tuple(map(Line, rows, cells, kinds))


def texts_of(nodes, line):
    return tuple(nodes.text(cell) for cell in line if cell >= 0)


def is_filled(nodes, cell):
    inside = range(cell + 1, int(nodes.end[cell]))
    return any(nodes.kind[row] == TEXT or nodes.tag_name(row) == "img" for row in inside)


def first_kinds(nodes, rows, placed, own):
    """What each row says by itself."""
    groups = [nodes.tag_name(int(nodes.parent[row])) for row in rows]
    hidden = [bool(nodes.hidden[row]) for row in rows]
    for line, cells, group, is_hidden in zip(placed, own, groups, hidden, strict=True):
        if not any(is_filled(nodes, cell) for cell in cells) or (is_hidden and not all(hidden)):
            yield "spacer"
        elif group == "tfoot":
            yield "footer"
        elif group == "thead" and set(groups) != {"thead"}:
            yield "header"
        elif len(line) > 1 and full_width(nodes, cells, line):
            yield "section" if len(nodes.text(cells[0])) <= 120 else "footer"
        else:
            yield "body"


def full_width(nodes, cells, line):
    """Whether one cell is all that a row has, and covers it or is a header cell."""
    if len(cells) != 1:
        return False
    return set(line) == {cells[0]} or (nodes.tag_name(cells[0]) == "th" and set(line) == {cells[0], -1})


def leading(nodes, own):
    """How many of the first rows are headers."""
    if len(own) < 2:
        return 0
    found = 0
    while found < min(5, len(own) - 1) and all(is_header(nodes, cell) for cell in own[found]):
        found += 1
    even = sum(len(cells) == len(own[0]) for cells in own) >= 0.8 * len(own)
    if found or not even or not titles(nodes, own[0]):
        return found
    bold = all_bold(nodes, own[0]) and not all_bold(nodes, own[1])
    return int(bold or looks_apart(nodes, own) or above_numbers(nodes, own))


def is_header(nodes, cell):
    name = nodes.tag_name(cell)
    return name == "th" or (name != "td" and nodes.attribute(cell, "role") == "columnheader")


def all_bold(nodes, cells):
    texts = [(cell, row) for cell in cells for row in range(cell, int(nodes.end[cell])) if nodes.kind[row] == TEXT]
    return all(
        any(nodes.tag_name(up) in ("b", "strong") for up in nodes.ancestors(row) if up > cell) for cell, row in texts
    )


def titles(nodes, cells):
    """Short texts without digits, all different, in (nearly) all cells."""
    texts = [nodes.text(cell) for cell in cells]
    filled = [text for text in texts if text]
    return (
        len(filled) > 1
        and len(filled) >= len(texts) - 1
        and len(set(filled)) == len(filled)
        and all(len(text) <= 40 and any(map(str.isalpha, text)) for text in filled)
        and not any(character.isdigit() for text in filled for character in text)
    )


def looks_apart(nodes, own):
    """The first row is styled as no other is, and each other style is met twice: stripes are no headers."""
    if len(own) < 4:
        return False
    styles = [frozenset(nodes.path[cells].tolist()) for cells in own[:31] if cells]
    counts = Counter(styles[1:])
    usual = sum(count for count in counts.values() if count > 1)
    return styles[0] not in counts and usual >= 0.8 * (len(styles) - 1)


def above_numbers(nodes, own):
    """Words above columns that hold nothing but numbers."""
    first, *others = own[:31]
    if len(others) < 3 or any(len(cells) != len(first) for cells in others):
        return False
    columns = zip(*([nodes.text(cell) for cell in cells] for cells in others), strict=True)
    return any(any(column) and all(is_number(text) for text in column if text) for column in columns)


def is_number(text):
    digits = sum(map(str.isdigit, text))
    return digits > 0 and sum(map(str.isalpha, text)) <= min(3, digits)


# -- what tables are ---------------------------------------------------------------------------------------------------


class SlowGrid:
    """A table: its node, and its rows with the cell at each column."""

    def __init__(self, nodes, table, lines):
        self.nodes, self.table, self.lines = nodes, table, lines
        self.body = [line for line in lines if line.kind == "body"]
        self.width = len(lines[0].cells)

    @cached_property
    def headers(self):
        """The text above each column: of several header rows all texts that differ, from the top; "" for none."""
        heads = [line.cells for line in self.lines if line.kind == "header"]
        texts = [[self.nodes.text(cell) if cell >= 0 else "" for cell in cells] for cells in heads]
        columns = zip(*texts, strict=True) if heads else [()] * self.width
        return tuple(" ".join(dict.fromkeys(text for text in column if text)) for column in columns)

    @property
    def regular(self):
        """Whether it has two columns and two body rows at least, and (nearly) all of those fill all columns."""
        full = sum(-1 not in line.cells for line in self.body)
        rows = [line.row for line in self.body]
        over = [line.row for line in self.lines if line.kind in ("section", "footer")]
        between = sum(rows[0] < row < rows[-1] for row in over) if rows else 0
        return self.width > 1 and full >= max(2, 0.8 * len(self.body)) and between * 2 <= len(self.body)

    @property
    def is_data(self):
        """Whether its rows are records and its columns facts; tables also lay out pages, and list one thing's facts."""
        nodes = self.nodes
        if not self.regular or nodes.attribute(self.table, "role") in LAYOUT_ROLES:
            return False
        inside = range(self.table + 1, int(nodes.end[self.table]))
        nested = any(nodes.tag[row] == nodes.tag[self.table] for row in inside)
        heads = [line for line in self.lines if line.kind == "header"]
        if heads:
            return not nested or any(nodes.tag_name(cell) != "td" for line in heads for cell in line.cells if cell >= 0)
        if nested or all(nodes.tag_name(line.cells[0]) in ("th", "dt") for line in self.body if line.cells[0] >= 0):
            return False
        rows = [set(line.cells) - {-1} for line in self.body]
        cells = [cell for row in rows for cell in row]
        filled = sum(sum(bool(nodes.text(cell)) for cell in row) > 1 for row in rows)
        return sum(holds_a_fact(nodes, cell) for cell in cells) >= 0.8 * len(cells) and filled >= 0.8 * len(rows)


def holds_a_fact(nodes, cell):
    """One short text at most, by its nodes."""
    inside = nodes.data[cell + 1 : int(nodes.end[cell])]
    said = [text for text in inside if isinstance(text, str)]
    return len(said) <= 2 and sum(map(len, said)) <= 150 and len(inside) <= 8


def by_pairs(nodes, body):
    """Whether odd and even rows are built of different tags: then two rows are one record."""
    if len(body) < 4:
        return False
    built = [tuple(nodes.tag[line.row : int(nodes.end[line.row])].tolist()) for line in body[:40]]
    return not set(built[::2]) & set(built[1::2])


def data_tables(nodes, least):
    """The page's data tables with at least so many rows, in document order; not those inside of others."""
    grids, found = SlowGrids(nodes), []
    for table in grids.tables:
        grid = grids.at(table)
        if grid is None or len(grid.body) < least or (found and table < nodes.end[found[-1].table]):
            continue
        if grid.is_data and (any(grid.headers) or not by_pairs(nodes, grid.body)):
            found.append(grid)
    return found


class SlowHeaders:
    """The header of any row of a page that is inside of a table's cell."""

    def __init__(self, nodes):
        self.nodes, self.grids = nodes, SlowGrids(nodes)

    def of(self, row):
        """The header text of the column that a row is in, of an outer table where an inner one has none."""
        for cell in (up for up in (row, *self.nodes.ancestors(row)) if up in self.grids.line_of):
            table = self.grids.table_of.get(self.grids.line_of[cell], -1)
            grid = self.grids.at(table) if table >= 0 else None
            places = [pair for line in grid.body for pair in zip(line.cells, grid.headers, strict=True)] if grid else []
            header = next((text for own, text in places if own == cell and text), None)
            if header:
                return header
        return None
