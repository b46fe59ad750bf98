# cython: language_level=3, boundscheck=False, wraparound=False
"""Arrays of numbers that need no NumPy.

Kernels make them (`empty`, `zeros`, `filled`, `empty_table`, ... of a `Kind`) and reach their items by typed pointers (`array.int32s()`, which
checks the kind). Python reads them as sequences of numbers, and everything that takes buffers takes them without a copy: typed
memoryviews, `memoryview`, `np.asarray`. Whatever else NumPy's arrays can do is answered by NumPy, which is imported then.

>>> ranks = Array("int32", [3, 1, 2])
>>> ranks[0], ranks[1:].tolist(), len(ranks)
(3, [1, 2], 3)
>>> ranks > 1  # by NumPy
array([ True, False,  True])
"""

cimport cython
from cpython.buffer cimport (
    PyBUF_F_CONTIGUOUS, PyBUF_FORMAT, PyBUF_FULL_RO, PyBUF_ND, PyBUF_STRIDES, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from cpython.object cimport PyObject_RichCompare
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from pagerows.later import np

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX
    int PySlice_Unpack(object, Py_ssize_t *, Py_ssize_t *, Py_ssize_t *) except -1
    Py_ssize_t PyNumber_AsSsize_t(object, object) except? -1
    Py_ssize_t PySlice_AdjustIndices(Py_ssize_t, Py_ssize_t *, Py_ssize_t *, Py_ssize_t)
    object PyMemoryView_FromObject(object)
    bint PyObject_CheckBuffer(object)

#: The kinds by their names, which are NumPy's, in the order of `Kind`.
cdef tuple NAMES = ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64", "float64")
cdef Py_ssize_t[8] WIDTHS = [1, 1, 1, 4, 4, 8, 8, 8]
#: The letters of the kinds in buffers: those that NumPy uses for them on this platform.
cdef char[8][2] LETTERS
for number, letter in enumerate(b"?bBiIlLd" if sizeof(long) == 8 else b"?bBiIqQd"):
    LETTERS[number][0], LETTERS[number][1] = letter, 0


@cython.final
@cython.no_gc
cdef class Array:
    """Numbers or truth values in one piece of memory; one dimension or two."""

    def __cinit__(self):
        self.at = NULL
        self.size = self.sizes[0] = self.sizes[1] = self.steps[0] = self.steps[1] = 0
        self.ndim = 1
        self.kind = BOOL
        self.owner = None

    def __init__(self, str kind not None, values):
        """Copy values; the kind is "bool", "int8", "uint8", "int32", "uint32", "int64", "uint64" or "float64"."""
        cdef Py_ssize_t place
        cdef list every = list(values)
        if self.at is not NULL:
            raise TypeError("an array is made once")
        shape(self, kind_named(kind), 1, len(every), 1, False)
        for place in range(self.size):
            self.put(place, every[place])

    def __dealloc__(self):
        if self.owner is None:
            PyMem_Free(self.at)

    # -- as NumPy's arrays are ------------------------------------------------------------------------------

    @property
    def kind_name(self):
        """What the items are, by NumPy's name."""
        return NAMES[<int>self.kind]

    @property
    def shape(self):
        """How many rows and items of a row there are; of one dimension, how many items."""
        if self.ndim == 1:
            return (self.sizes[0],)
        return self.sizes[0], self.sizes[1]

    @property
    def itemsize(self):
        """Bytes of an item."""
        return WIDTHS[<int>self.kind]

    @property
    def nbytes(self):
        """Bytes of all items."""
        return self.size * WIDTHS[<int>self.kind]

    @property
    def data(self):
        """The items as a memoryview, which gives Python's numbers without a look at their kind."""
        return memoryview(self)

    def tolist(self):
        """Return the items as Python's numbers; of two dimensions, a list of rows."""
        cdef Py_ssize_t place, row
        if self.ndim == 1:
            return [self.item(place) for place in range(self.size)]
        return [
            [self.item(row * self.sizes[1] + place) for place in range(self.sizes[1])] for row in range(self.sizes[0])
        ]

    def tobytes(self):
        """Return the items as they stand in memory."""
        return PyBytes_FromStringAndSize(<const char *>self.at, self.size * WIDTHS[<int>self.kind])

    def __len__(self):
        return self.sizes[0]

    def __iter__(self):
        cdef Py_ssize_t row
        if self.ndim == 1:
            return iter(self.tolist())
        return iter([row_of(self, row) for row in range(self.sizes[0])])

    def __getitem__(self, key):
        cdef Py_ssize_t first, last, step
        if type(key) is int:
            first = placed(self, key)
            return self.item(first) if self.ndim == 1 else row_of(self, first)
        if type(key) is slice:
            PySlice_Unpack(key, &first, &last, &step)
            if step == 1:
                PySlice_AdjustIndices(self.sizes[0], &first, &last, step)
                return self.part(first, max(first, last))
        return np.asarray(self)[key]

    def __setitem__(self, key, value):
        if type(key) is int and self.ndim == 1:
            self.put(placed(self, key), value)
        else:
            np.asarray(self)[key] = value

    def __bool__(self):
        if self.size != 1:
            raise ValueError("the truth of an array without or with several items is not clear: use any() or all()")
        return bool(self.item(0))

    def __repr__(self):
        if self.size > 1000:
            return f"<Array of {self.kind_name}, {' x '.join(map(str, self.shape))}>"
        return f"Array({self.kind_name!r}, {self.tolist()})"

    def __reduce__(self):
        return restored, (self.kind_name, self.shape, self.tobytes())

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        if (flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS and self.ndim == 2:
            raise BufferError("the items stand row by row")
        buffer.buf = self.at
        buffer.obj = self
        buffer.itemsize = WIDTHS[<int>self.kind]
        buffer.len = self.size * buffer.itemsize
        buffer.readonly = False
        buffer.ndim = self.ndim
        buffer.format = LETTERS[<int>self.kind] if flags & PyBUF_FORMAT else NULL
        buffer.shape = self.sizes if flags & PyBUF_ND else NULL
        buffer.strides = self.steps if (flags & PyBUF_STRIDES) == PyBUF_STRIDES else NULL
        buffer.suboffsets = NULL
        buffer.internal = NULL

    # -- what NumPy answers ---------------------------------------------------------------------------------

    def __array__(self, dtype=None, copy=None):
        found = np.asarray(memoryview(self))
        if dtype is not None and dtype != found.dtype:
            return found.astype(dtype)
        return found.copy() if copy else found

    def __getattr__(self, str name):
        if name.startswith("__"):  # of protocols that arrays do not have
            raise AttributeError(f"an array has no {name}")
        return getattr(np.asarray(self), name)

    def __richcmp__(self, other, int how):
        return PyObject_RichCompare(np.asarray(self), other, how)

    def __contains__(self, value):
        return value in np.asarray(self)

    def __add__(self, other):
        return np.asarray(self) + other

    def __radd__(self, other):
        return other + np.asarray(self)

    def __sub__(self, other):
        return np.asarray(self) - other

    def __rsub__(self, other):
        return other - np.asarray(self)

    def __mul__(self, other):
        return np.asarray(self) * other

    def __rmul__(self, other):
        return other * np.asarray(self)

    def __matmul__(self, other):
        return np.asarray(self) @ other

    def __rmatmul__(self, other):
        return other @ np.asarray(self)

    def __truediv__(self, other):
        return np.asarray(self) / other

    def __rtruediv__(self, other):
        return other / np.asarray(self)

    def __floordiv__(self, other):
        return np.asarray(self) // other

    def __rfloordiv__(self, other):
        return other // np.asarray(self)

    def __mod__(self, other):
        return np.asarray(self) % other

    def __rmod__(self, other):
        return other % np.asarray(self)

    def __pow__(self, other, modulo):
        return np.asarray(self) ** other

    def __rpow__(self, other, modulo):
        return other ** np.asarray(self)

    def __and__(self, other):
        return np.asarray(self) & other

    def __rand__(self, other):
        return other & np.asarray(self)

    def __or__(self, other):
        return np.asarray(self) | other

    def __ror__(self, other):
        return other | np.asarray(self)

    def __xor__(self, other):
        return np.asarray(self) ^ other

    def __rxor__(self, other):
        return other ^ np.asarray(self)

    def __lshift__(self, other):
        return np.asarray(self) << other

    def __rlshift__(self, other):
        return other << np.asarray(self)

    def __rshift__(self, other):
        return np.asarray(self) >> other

    def __rrshift__(self, other):
        return other >> np.asarray(self)

    def __neg__(self):
        return -np.asarray(self)

    def __pos__(self):
        return +np.asarray(self)

    def __abs__(self):
        return abs(np.asarray(self))

    def __invert__(self):
        return ~np.asarray(self)

    def __iadd__(self, other):
        view = np.asarray(self)
        view += other
        return self

    def __isub__(self, other):
        view = np.asarray(self)
        view -= other
        return self

    def __imul__(self, other):
        view = np.asarray(self)
        view *= other
        return self

    def __itruediv__(self, other):
        view = np.asarray(self)
        view /= other
        return self

    def __ifloordiv__(self, other):
        view = np.asarray(self)
        view //= other
        return self

    def __imod__(self, other):
        view = np.asarray(self)
        view %= other
        return self

    def __iand__(self, other):
        view = np.asarray(self)
        view &= other
        return self

    def __ior__(self, other):
        view = np.asarray(self)
        view |= other
        return self

    def __ixor__(self, other):
        view = np.asarray(self)
        view ^= other
        return self

    def __ilshift__(self, other):
        view = np.asarray(self)
        view <<= other
        return self

    def __irshift__(self, other):
        view = np.asarray(self)
        view >>= other
        return self

    # -- for kernels ----------------------------------------------------------------------------------------

    cdef Array part(self, Py_ssize_t first, Py_ssize_t last):
        """Rows (or items) from one to another, in the same memory."""
        if not 0 <= first <= last <= self.sizes[0]:
            raise IndexError("no such part")
        cdef Array found = Array.__new__(Array)
        found.at = <char *>self.at + first * self.steps[0]
        found.kind, found.ndim = self.kind, self.ndim
        found.sizes[0], found.sizes[1] = last - first, self.sizes[1]
        found.steps[0], found.steps[1] = self.steps[0], self.steps[1]
        found.size = (last - first) * self.sizes[1]
        found.owner = self if self.owner is None else self.owner
        return found

    cdef object item(self, Py_ssize_t place):
        """One item, counted through all rows; the place is right."""
        if self.kind == INT32:
            return (<int32_t *>self.at)[place]
        if self.kind == INT64:
            return (<int64_t *>self.at)[place]
        if self.kind == FLOAT64:
            return (<double *>self.at)[place]
        if self.kind == UINT8:
            return (<uint8_t *>self.at)[place]
        if self.kind == BOOL:
            return (<uint8_t *>self.at)[place] != 0
        if self.kind == INT8:
            return (<int8_t *>self.at)[place]
        if self.kind == UINT32:
            return (<uint32_t *>self.at)[place]
        return (<uint64_t *>self.at)[place]

    cdef int put(self, Py_ssize_t place, object value) except -1:
        """Set one item, counted through all rows; the place is right."""
        if self.kind == INT32:
            (<int32_t *>self.at)[place] = value
        elif self.kind == INT64:
            (<int64_t *>self.at)[place] = value
        elif self.kind == FLOAT64:
            (<double *>self.at)[place] = value
        elif self.kind == UINT8:
            (<uint8_t *>self.at)[place] = value
        elif self.kind == BOOL:
            (<uint8_t *>self.at)[place] = bool(value)
        elif self.kind == INT8:
            (<int8_t *>self.at)[place] = value
        elif self.kind == UINT32:
            (<uint32_t *>self.at)[place] = value
        else:
            (<uint64_t *>self.at)[place] = value
        return 0


cdef void *wrong_kind(Array array) except NULL:
    raise TypeError(f"an array of another kind than {array.kind_name} is needed")


cdef Py_ssize_t width_of(Kind kind) noexcept nogil:
    """Bytes of an item."""
    return WIDTHS[<int>kind]


cdef Kind kind_named(str name) except *:
    """The kind of a name."""
    if name not in NAMES:
        raise ValueError(f"an array has no items of kind {name!r}: it may be one of {', '.join(NAMES)}")
    return <Kind>NAMES.index(name)


cdef Py_ssize_t placed(Array array, object key) except -1:
    """A place as it was asked for, from the end where it is negative."""
    cdef Py_ssize_t place = PyNumber_AsSsize_t(key, IndexError)
    if place < 0:
        place += array.sizes[0]
    if not 0 <= place < array.sizes[0]:
        raise IndexError(f"no item {key}: the array has {array.sizes[0]}")
    return place


cdef Array row_of(Array table, Py_ssize_t row):
    """One row of a table, in the same memory."""
    cdef Array found = table.part(row, row + 1)
    found.ndim = 1
    found.sizes[0], found.steps[0] = found.sizes[1], found.steps[1]
    found.sizes[1] = 1
    return found


cdef int shape(Array found, Kind kind, int ndim, Py_ssize_t rows, Py_ssize_t wide, bint zeroed) except -1:
    """Give an array its memory; of one dimension, each item is a row of one."""
    cdef Py_ssize_t width = WIDTHS[<int>kind]
    if rows < 0 or wide < 0:
        raise ValueError("an array has no fewer items than none")
    if wide and rows > PY_SSIZE_T_MAX // width // wide:
        raise MemoryError
    found.kind, found.ndim, found.size = kind, ndim, rows * wide
    found.sizes[0], found.sizes[1] = rows, wide
    found.steps[0], found.steps[1] = wide * width, width
    found.at = PyMem_Calloc(found.size + 1, width) if zeroed else PyMem_Malloc(max(1, found.size) * width)
    if found.at is NULL:
        raise MemoryError
    return 0


cdef Array empty(Kind kind, Py_ssize_t size):
    """An array whose items are not set yet."""
    cdef Array found = Array.__new__(Array)
    shape(found, kind, 1, size, 1, False)
    return found


cdef Array zeros(Kind kind, Py_ssize_t size):
    """An array of zeros."""
    cdef Array found = Array.__new__(Array)
    shape(found, kind, 1, size, 1, True)
    return found


cdef Array filled(Kind kind, Py_ssize_t size, int64_t value):
    """An array of the same whole number in all places."""
    cdef Array found = empty(kind, size)
    cdef Py_ssize_t place, width = WIDTHS[<int>kind]
    if size:
        found.put(0, value)
        for place in range(1, size):
            memcpy(<char *>found.at + place * width, found.at, width)
    return found


cdef Array empty_table(Kind kind, Py_ssize_t rows, Py_ssize_t wide):
    """An array of two dimensions whose items are not set yet."""
    cdef Array found = Array.__new__(Array)
    shape(found, kind, 2, rows, wide, False)
    return found


cdef Array zeros_table(Kind kind, Py_ssize_t rows, Py_ssize_t wide):
    """An array of zeros of two dimensions."""
    cdef Array found = Array.__new__(Array)
    shape(found, kind, 2, rows, wide, True)
    return found


cdef Array taken(Kind kind, void *room, Py_ssize_t size):
    """An array of the items in a room of `PyMem_Malloc`, which it takes over: freed with the array, or here if there can be none."""
    cdef Array found
    try:
        found = Array.__new__(Array)
    except BaseException:
        PyMem_Free(room)
        raise
    if room is NULL:
        raise MemoryError
    found.at, found.kind, found.size = room, kind, size
    found.sizes[0], found.sizes[1] = size, 1
    found.steps[0] = found.steps[1] = WIDTHS[<int>kind]
    return found


cdef Array copied(Kind kind, const void *items, Py_ssize_t size):
    """An array of items that stand elsewhere."""
    cdef Array found = empty(kind, size)
    memcpy(found.at, items, size * WIDTHS[<int>kind])
    return found


cdef Array array_of(Kind kind, object values):
    """Values as an array of a kind: an array itself, a buffer of the same kind in the same memory (copied where it may not be
    written or has gaps), else all values one by one."""
    cdef Array found
    if type(values) is Array and (<Array>values).kind == kind:
        return values
    if PyObject_CheckBuffer(values):
        found = of_buffer(kind, values)
        if found is not None:
            return found
    values = list(values)
    found = empty(kind, len(values))
    cdef Py_ssize_t place
    for place in range(found.size):
        found.put(place, values[place])
    return found


cdef Array of_buffer(Kind kind, object values):
    """An array over the items of a buffer, or None where they are of another kind."""
    cdef Py_buffer view
    cdef Array found = None
    held = PyMemoryView_FromObject(values)
    PyObject_GetBuffer(held, &view, PyBUF_FULL_RO)
    try:
        if not is_kind(view.format, view.itemsize, kind):
            return None
        if not 1 <= view.ndim <= 2:
            raise ValueError(f"an array has one dimension or two, not {view.ndim}")
        if not held.c_contiguous or view.readonly:
            return restored(NAMES[<int>kind], held.shape, held.tobytes())
        found = Array.__new__(Array)
        found.owner = held
        found.at, found.kind, found.ndim = view.buf, kind, view.ndim
        found.sizes[0], found.sizes[1] = view.shape[0], view.shape[1] if view.ndim == 2 else 1
        found.steps[0], found.steps[1] = found.sizes[1] * view.itemsize, view.itemsize
        found.size = found.sizes[0] * found.sizes[1]
        return found
    finally:
        PyBuffer_Release(&view)


cdef bint is_kind(const char *letters, Py_ssize_t width, Kind kind) noexcept:
    """Whether a buffer's items, by their letter and width, are of a kind."""
    cdef char letter = c"B" if letters is NULL else letters[0]
    if letters is not NULL and letters[0] != 0 and letters[1] != 0:
        if letters[0] != c"@" or letters[2] != 0:  # of another order, or several in one
            return False
        letter = letters[1]
    if width != WIDTHS[<int>kind]:
        return False
    if kind == BOOL:
        return letter == c"?"
    if kind == FLOAT64:
        return letter == c"d"
    if kind in (UINT8, UINT32, UINT64):
        return letter in (c"B", c"I", c"L", c"Q", c"N")
    return letter in (c"b", c"i", c"l", c"q", c"n")


def as_array(str kind not None, values):
    """Return values as an array: itself where it is one of this kind, in the same memory where it is a buffer of this kind."""
    return array_of(kind_named(kind), values)


def restored(str kind, tuple shape_of, bytes items):
    """Return an array of items as `tobytes` gives them."""
    cdef Array found = Array.__new__(Array)
    cdef Py_ssize_t rows = shape_of[0], wide = shape_of[1] if len(shape_of) == 2 else 1
    shape(found, kind_named(kind), len(shape_of), rows, wide, False)
    if found.size * WIDTHS[<int>found.kind] != len(items):
        raise ValueError("the items do not fill the array")
    memcpy(found.at, <const char *>items, len(items))
    return found
