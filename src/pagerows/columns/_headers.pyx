# cython: language_level=3, boundscheck=True, wraparound=False
"""The header text above a table cell."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t

from pagerows.page._grids cimport BODY, Grid, Grids


cdef class Headers:
    """Finds the header of any row of a page that is inside of a table's cell."""

    cdef Grids grids
    #: Of each body cell of the tables that were asked about: the first column that it stands in and that has a header; else -1.
    cdef int32_t *columns
    cdef set tables
    cdef dict found
    #: How often a cell was asked for the header in its own table.
    cdef readonly Py_ssize_t asked

    def __cinit__(self, nodes):
        cdef Py_ssize_t row
        self.grids, self.tables, self.found = nodes.grids, set(), {}
        self.columns = <int32_t *>PyMem_Malloc((self.grids.count + 1) * sizeof(int32_t))
        if self.columns is NULL:
            raise MemoryError
        for row in range(self.grids.count):
            self.columns[row] = -1

    def __dealloc__(self):
        PyMem_Free(self.columns)

    cpdef of(self, int32_t row):
        """Return the header text of the column that a row is in, of an outer table where an inner one has none."""
        cdef int32_t cell = self.grids.cell_around(row)
        cdef list passed = []
        header = None
        while cell >= 0 and header is None and cell not in self.found:
            passed.append(cell)
            header = self.own(cell)
            cell = self.grids.cell_around(self.grids.parent[cell])
        if header is None and cell >= 0:
            header = self.found.get(cell)
        for cell in passed:
            self.found[cell] = header
        return header

    cdef object own(self, int32_t cell):
        """The header of a cell in its own table."""
        cdef int32_t table = self.grids.table_of(self.grids.line_of(cell))
        cdef Grid grid = self.grids.grid(table)
        self.asked += 1
        if grid is None:
            return None
        if table not in self.tables:
            self.read(grid)
            self.tables.add(table)
        return None if self.columns[cell] < 0 else grid.header_texts()[self.columns[cell]]

    cdef int read(self, Grid grid) except -1:
        """Find what stands above each body cell; above one that spans columns, the first of them that has a header."""
        cdef Py_ssize_t line, column
        cdef const int32_t *cells
        cdef bytes named = bytes([bool(text) for text in grid.header_texts()])
        if not any(named):
            return 0
        for line in range(grid.height):
            if grid.kinds[line] != BODY:
                continue
            cells = grid.cells(line)
            for column in range(grid.width):
                if named[column] and cells[column] >= 0 and self.columns[cells[column]] < 0:
                    self.columns[cells[column]] = <int32_t>column
        return 0
