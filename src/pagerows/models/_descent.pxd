from libc.stdint cimport int32_t, uint8_t, uint16_t


#: Where a split sends rows: those above a threshold to a place of its tree, the others to another one.
cdef packed struct Move:
    uint16_t cut
    uint8_t low, high


cdef class Forest:
    """Trees as sets of rows go down them."""

    #: Features that rows have; trees; bytes of working memory.
    cdef readonly Py_ssize_t width, trees, nodes, room
    cdef const int32_t *roots
    cdef const int32_t *feature
    cdef const int32_t *left
    cdef const int32_t *right
    cdef const double *threshold
    cdef const double *value
    cdef tuple columns
    #: Room for the leaves of each tree: a few, or no trees are made of sets.
    cdef Py_ssize_t wide
    cdef Py_ssize_t sets
    cdef void *memory
    cdef double *cuts
    cdef double *leaves
    cdef int32_t *first_cut
    cdef int32_t *first_move
    cdef Move *moves

    cdef int add_leaves(self, const double *rows, Py_ssize_t count, double *sums, void *room) except -1 nogil
