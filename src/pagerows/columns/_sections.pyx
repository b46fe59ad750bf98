# cython: language_level=3, boundscheck=True, wraparound=False
"""What stands between records, and which of it are the headings of sections."""

from libc.stdint cimport int32_t

from pagerows._arrays cimport Array
from pagerows.page._buffers cimport int32s
from pagerows.page._parser cimport NODE_TEXT, Node, NodeData

from pagerows.later import np
from pagerows.values import Cell, Span

#: Longest heading.
cdef enum: LONGEST = 120
#: Records per section, on average, from which sections are more than titles of single records.
cdef double FEWEST = 2.0
#: Share of the headings that must differ: advertisements repeat themselves.
cdef double DISTINCT = 0.8
#: Share of the stretches between records that have text, which must have a heading; and where nothing marks it as one.
cdef double USUAL = 0.5, UNMARKED = 0.9
#: Fewest headings where none stands before the first record.
cdef enum: UNLED = 5
#: Most nodes between two records that are looked at.
cdef enum: MOST_ROWS = 2000
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "th", "dt", "caption", "legend", "summary"})


cdef class Between:
    """The rows of a page, of which those between records are looked at."""

    cdef object nodes
    cdef NodeData compiled
    cdef const int32_t *end
    cdef const int32_t *path
    cdef const int32_t *tag
    cdef Py_ssize_t rows
    #: What is read by its address; which tags mark headings.
    cdef list kept
    cdef bytes marking

    def __cinit__(self, nodes):
        data = nodes.data
        self.nodes, self.kept = nodes, []
        self.compiled = <NodeData>data if isinstance(data, NodeData) else None
        self.rows = len(nodes)
        self.end, self.path, self.tag = self.column(nodes.end), self.column(nodes.path), self.column(nodes.tag)
        self.marking = bytes([tag in HEADINGS for tag in nodes.tags])

    cdef const int32_t *column(self, array) except NULL:
        """The numbers of a column of the page."""
        cdef Py_ssize_t count = 0
        cdef const int32_t *found
        if not isinstance(array, Array):
            array = np.ascontiguousarray(array, np.int32)
        self.kept.append(array)
        found = int32s(array, &count)
        if count < self.rows or found is NULL:
            raise ValueError("a column of the page is too short")
        return found

    cdef bint is_marked(self, Py_ssize_t row) except -1:
        """Whether an element is one that marks headings."""
        return self.marking[self.tag[row]] != 0

    cdef bint says(self, Py_ssize_t row) except -1:
        """Whether a row has a text."""
        cdef Py_ssize_t inside, at
        cdef const Node *node
        if self.compiled is None:
            return len(<str>self.nodes.text(row)) > 0
        for inside in range(row, min(<Py_ssize_t>self.end[row], self.rows)):
            node = self.compiled.node_at(inside)
            if node.kind != NODE_TEXT:
                continue
            for at in range(node.text.length):
                if node.text.at[at] >= 0x80:
                    return len(<str>self.nodes.text(row)) > 0
                if not is_white(node.text.at[at]):
                    return True
        return False

    cdef bint is_long(self, Py_ssize_t row) except -1:
        """Whether a text is longer than headings are."""
        cdef Py_ssize_t inside, size = 0
        cdef const Node *node
        if self.compiled is not None:
            for inside in range(row, min(<Py_ssize_t>self.end[row], self.rows)):
                node = self.compiled.node_at(inside)
                size += node.text.length + 1 if node.kind == NODE_TEXT else 0
            if size <= LONGEST:
                return False
        return len(<str>self.nodes.text(row)) > LONGEST

    cdef bint is_single(self, Py_ssize_t row) except -1:
        """Whether a row has one text alone."""
        cdef Py_ssize_t inside, count = 0
        if self.compiled is None:
            return len(self.nodes.texts(row, self.end[row])) == 1
        for inside in range(row, min(<Py_ssize_t>self.end[row], self.rows)):
            count += self.compiled.node_at(inside).kind == NODE_TEXT
        return count == 1

    cdef list blocks(self, Py_ssize_t start, Py_ssize_t stop):
        """The nodes between two records that lie there as a whole and say something: headings first of all."""
        cdef list found = []
        cdef Py_ssize_t row = start
        if stop - start > MOST_ROWS:
            return found
        while row < stop:
            if self.end[row] > stop:
                row += 1
                continue
            if self.says(row):
                found.append(self.heading_in(row))
            row = self.end[row]
        return found

    cdef Py_ssize_t heading_in(self, Py_ssize_t row) except -1:
        """The only heading inside of a node, or the node itself."""
        cdef Py_ssize_t inside, found = -1
        for inside in range(row, min(<Py_ssize_t>self.end[row], self.rows)):
            if self.is_marked(inside) and self.says(inside):
                if found >= 0:
                    return row
                found = inside
        return row if found < 0 else found

    cdef Py_ssize_t heading_before(self, Py_ssize_t start, Py_ssize_t path) except -2:
        """The last node with a tag path before the first record, or -1."""
        cdef Py_ssize_t row = start - 1
        while row >= 0 and self.path[row] != path:
            row -= 1
        return row if row >= 0 and self.end[row] <= start and self.says(row) else -1

    cdef list heading_paths(self, list stretches):
        """The tag paths that may be headings', by how often they stand between records: once in most places."""
        cdef dict marked = {}, alone = {}, counts
        cdef list blocks, found
        cdef Py_ssize_t row, path
        for blocks in stretches:
            counts = {}
            for row in blocks:
                counts[self.path[row]] = counts.get(self.path[row], 0) + 1
            for row in blocks:
                path = self.path[row]
                if counts[path] > 1 or self.is_long(row):
                    continue
                if self.is_marked(row):
                    marked[path] = marked.get(path, 0) + 1
                elif len(blocks) == 1 and self.is_single(row):
                    alone[path] = alone.get(path, 0) + 1
        found = often(marked, USUAL * len(stretches))
        found.extend(often(alone, UNMARKED * len(stretches)))
        return found


cdef list often(dict counts, double least):
    """What comes at least so often, the most frequent first."""
    return [path for path, count in sorted(counts.items(), key=by_count) if count >= least]


cdef object by_count(pair):
    return -pair[1]


cdef bint is_white(int sign) noexcept:
    """Whether an ASCII sign is white space, as Python's strings see it."""
    return sign == 32 or 9 <= sign <= 13 or 28 <= sign <= 31


def headings_of(nodes, list spans not None):
    """Return the cells of the headings that records stand under, by their places; None where there are no sections.

    `spans` are where records start and stop, in the order of the page.
    """
    cdef Between rows = Between(nodes)
    cdef list stretches = [], blocks, cells, marks
    cdef Py_ssize_t at, row, first, path, start, stop
    for at in range(len(spans) - 1):
        stop, start = spans[at][1], spans[at + 1][0]
        if not 0 <= stop <= rows.rows or not 0 <= start <= rows.rows:
            raise ValueError("records are not of the page")
        if stop < start:
            blocks = rows.blocks(stop, start)
            if blocks:
                stretches.append(blocks)
    for path in rows.heading_paths(stretches) if stretches else ():
        marks = [row for blocks in stretches for row in blocks if rows.path[row] == path]
        first = rows.heading_before(spans[0][0], path)
        if first < 0 and (nodes.paths.tag[path] not in HEADINGS or len(marks) < UNLED):
            continue  # an advertisement may have a heading, too
        if first >= 0:
            marks.insert(0, first)
        cells = [Cell(nodes.text(row), span=Span(row, <Py_ssize_t>rows.end[row])) for row in marks]
        if are_sound([cell.text for cell in cells], len(spans)):
            return cells
    return None


cdef bint are_sound(list texts, Py_ssize_t records) except -1:
    """Whether headings differ and have several records each."""
    return len(texts) > 1 and records >= FEWEST * len(texts) and len(set(texts)) >= DISTINCT * len(texts)
