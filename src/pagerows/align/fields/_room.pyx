# cython: language_level=3, boundscheck=True, wraparound=False
"""Memory for the many small columns of numbers that reading some records takes, given back as a whole.

An array of each, with a view of it, takes longer to make than most of them to read. What is taken lives as long as the room,
or until the room is given back as it was when somebody asked how much of it was taken.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

#: Bytes of the first stretch, and what all sizes are multiples of.
cdef enum: FIRST = 16_384, STEP = 16


cdef class Room:
    """Memory that is given back as a whole."""

    def __dealloc__(self):
        self.free_behind(NULL)

    cdef int free_behind(self, Block *last) noexcept:
        """Free the blocks behind one."""
        cdef Block *before
        while self.block is not last:
            before = self.block.before
            free(self.block)
            self.block = before
        return 0

    cdef void *take(self, Py_ssize_t size) except NULL:
        """So many bytes, with whatever is in them."""
        cdef Py_ssize_t most = FIRST
        cdef Block *block = self.block
        if size < 0 or size > <Py_ssize_t>0x3FFFFFFFFFFF:
            raise MemoryError
        size = (size // STEP + 1) * STEP
        if block is NULL or block.size - block.used < size:
            if block is not NULL:
                most = 2 * block.size
            if most < size:
                most = size
            block = <Block *>malloc(sizeof(Block) + STEP + most)
            if block is NULL:
                raise MemoryError
            block.before, block.size, block.used = self.block, most, 0
            self.block = block
        block.used += size
        return <char *>block + (sizeof(Block) + STEP - 1) // STEP * STEP + block.used - size

    cdef int32_t *numbers(self, Py_ssize_t count) except NULL:
        """Room for so many numbers."""
        return <int32_t *>self.take(count * <Py_ssize_t>sizeof(int32_t))

    cdef int32_t *filled(self, Py_ssize_t count, int32_t number) except NULL:
        """So many numbers that are 0, or -1."""
        cdef int32_t *found = self.numbers(count)
        memset(found, number & 0xFF, count * sizeof(int32_t))
        return found

    cdef uint8_t *marks(self, Py_ssize_t count) except NULL:
        """So many marks, all 0."""
        cdef void *found = self.take(count)
        memset(found, 0, count)
        return <uint8_t *>found

    cdef Taken taken(self) noexcept:
        """How much is taken."""
        cdef Taken found
        found.block, found.used = self.block, 0 if self.block is NULL else self.block.used
        return found

    cdef int give_back(self, Taken taken) noexcept:
        """Give back what was taken since."""
        self.free_behind(taken.block)
        if self.block is not NULL:
            self.block.used = taken.used
        return 0
