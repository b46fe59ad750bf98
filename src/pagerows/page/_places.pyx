# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Where the cells of a table stand: ``rowspan`` and ``colspan`` repeat a cell, as HTML5 says, both bounded."""

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset

from pagerows.page._parts cimport ARIA_COLSPAN, ARIA_ROWSPAN, COLSPAN, ROWSPAN, Parts

#: What HTML5 allows a colspan to be, and the most places of a grid; a table that would have more is no grid.
cdef enum: MOST_COLUMNS = 1000, MOST_PLACES = 2_000_000


cdef class Places:
    """The cell at each column of each row of a table; columns that only repeat the one before in every row are left out."""

    def __cinit__(self, Parts parts, Py_ssize_t first, Py_ssize_t height):
        self.parts, self.first, self.height = parts, first, height
        self.starts = <int32_t *>PyMem_Malloc((height + 1) * sizeof(int32_t))
        if self.starts is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.places)
        PyMem_Free(self.starts)
        PyMem_Free(self.hanging)
        PyMem_Free(self.left)
        PyMem_Free(self.columns)

    cdef bint place(self) except -1:
        """Find the places of all cells; tells whether they are few enough for a grid."""
        cdef Parts parts = self.parts
        cdef Py_ssize_t line, each, total = 0
        cdef int32_t group = -1, row
        cdef bint plain
        for line in range(self.height):
            row = parts.lines[self.first + line]
            if parts.parent[row] != group:  # no cell reaches from one row group into the next
                self.hanging_end = self.hanging_count = 0
                group = parts.parent[row]
            plain = not self.hanging_count
            if plain and parts.has_spans:
                for each in range(parts.own_count(self.first + line)):
                    if parts.covers(parts.own(self.first + line)[each], COLSPAN):
                        plain = False
                        break
            self.starts[line] = <int32_t>self.size
            self.place_line(line, plain)
            total += self.size - self.starts[line] + self.hanging_count
            if total > MOST_PLACES:
                return False
        self.starts[self.height] = <int32_t>self.size
        self.choose()
        return self.width * self.height <= MOST_PLACES

    cdef int place_line(self, Py_ssize_t line, bint plain) except -1:
        """Find the places of a row's cells; `plain`: each has one, and none reaches into the row from above."""
        cdef const int32_t *own = self.parts.own(self.first + line)
        cdef Py_ssize_t each, count = self.parts.own_count(self.first + line), start = self.size
        for each in range(count):
            if plain:
                self.put(own[each], 1)
            else:
                self.place_cell(own[each], start)
            if self.size > MOST_PLACES:
                return 0
        if not plain:
            self.fill(start)
            self.lower()
        return 0

    cdef int place_cell(self, int32_t cell, Py_ssize_t start) except -1:
        """Put a cell at the next free column of the row that starts at a place."""
        cdef Parts parts = self.parts
        cdef Py_ssize_t column = self.size - start
        cdef int32_t wide, high
        while column < self.hanging_end and self.left[column]:
            self.put(self.hanging[column], 1)
            column += 1
        if not (parts.has_spans and parts.covers(cell, COLSPAN)):
            return self.put(cell, 1)
        wide = min(max(1, parts.span(cell, COLSPAN, ARIA_COLSPAN)), MOST_COLUMNS)
        high = parts.span(cell, ROWSPAN, ARIA_ROWSPAN)
        if high == 0:  # as far as the row group goes
            high = <int32_t>self.height
        if high > 1:
            self.hang(cell, column, wide, high)
        return self.put(cell, wide)

    cdef int hang(self, int32_t cell, Py_ssize_t first, Py_ssize_t wide, int32_t high) except -1:
        """Keep a cell for some columns of the rows below."""
        cdef Py_ssize_t column, room = max(2 * self.hanging_room, first + wide)
        if first + wide > self.hanging_room:
            self.hanging = <int32_t *>enlarged(self.hanging, room)
            self.left = <int32_t *>enlarged(self.left, room)
            self.hanging_room = room
        if first + wide > self.hanging_end:
            memset(self.left + self.hanging_end, 0, (first + wide - self.hanging_end) * sizeof(int32_t))
            self.hanging_end = first + wide
        for column in range(first, first + wide):
            self.hanging_count += not self.left[column]
            self.hanging[column], self.left[column] = cell, high
        return 0

    cdef int fill(self, Py_ssize_t start) except -1:
        """Put what hangs into a row behind its last cell."""
        cdef Py_ssize_t column
        for column in range(self.size - start, self.hanging_end):
            self.put(self.hanging[column] if self.left[column] else -1, 1)
        return 0

    cdef int lower(self) noexcept:
        """Go to the next row."""
        cdef Py_ssize_t column, end = 0
        self.hanging_count = 0
        for column in range(self.hanging_end):
            if self.left[column]:
                self.left[column] -= 1
                if self.left[column]:
                    self.hanging_count += 1
                    end = column + 1
        self.hanging_end = end
        return 0

    cdef int put(self, int32_t cell, Py_ssize_t times) except -1:
        if self.size + times > self.most:
            self.most = max(2 * self.most, self.size + times, 64)
            self.places = <int32_t *>enlarged(self.places, self.most)
        while times:
            self.places[self.size] = cell
            self.size += 1
            times -= 1
        return 0

    # -- columns -------------------------------------------------------------------------------------------------------

    cdef bint any_several(self) noexcept:
        """Whether a row has several cells: rows of one do not count for columns, as a heading may say that it spans a hundred."""
        cdef Py_ssize_t line
        for line in range(self.height):
            if self.parts.own_count(self.first + line) > 1:
                return True
        return False

    cdef int choose(self) except -1:
        """Find the columns that differ from the one before in a row."""
        cdef Py_ssize_t line, width = 0, kept = 0, column
        cdef int32_t place
        cdef bint several = self.any_several()
        for line in range(self.height):
            if not several or self.parts.own_count(self.first + line) > 1:
                width = max(width, self.starts[line + 1] - self.starts[line])
        self.columns = <int32_t *>PyMem_Calloc(width + 1, sizeof(int32_t))
        if self.columns is NULL:
            raise MemoryError
        if not width:
            return 0
        self.columns[0] = kept = 1
        for line in range(self.height):
            if kept == width:
                break
            if several and self.parts.own_count(self.first + line) < 2:
                continue
            for place in range(self.starts[line] + 1, self.starts[line + 1]):
                column = place - self.starts[line]
                if not self.columns[column] and self.places[place] != self.places[place - 1]:
                    self.columns[column] = 1
                    kept += 1
        for column in range(width):
            if self.columns[column]:
                self.columns[self.width] = <int32_t>column
                self.width += 1
        return 0

    cdef int32_t *grid(self) except? NULL:
        """The cell at each column of each row, -1 for none; whoever asks frees it."""
        cdef Py_ssize_t line, column, at, size
        cdef int32_t *found = <int32_t *>PyMem_Malloc((self.height * self.width + 1) * sizeof(int32_t))
        if found is NULL:
            raise MemoryError
        for line in range(self.height):
            size = self.starts[line + 1] - self.starts[line]
            for column in range(self.width):
                at = self.columns[column]
                found[line * self.width + column] = self.places[self.starts[line] + at] if at < size else -1
        return found


cdef void *enlarged(void *room, Py_ssize_t count) except NULL:
    cdef void *found = PyMem_Realloc(room, count * sizeof(int32_t))
    if found is NULL:
        raise MemoryError
    return found
