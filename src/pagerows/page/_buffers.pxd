"""Where the items of arrays stand, for kernels: a memoryview of a small array takes longer to make than to read."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int32_t, int64_t

from pagerows._arrays cimport Array


cdef inline void *items_of(object array, Py_ssize_t size, Py_ssize_t *count) except? NULL:
    """The items of an array without gaps, each of `size` bytes, and how many there are; as long as the array lives."""
    cdef Py_buffer view
    cdef void *found
    count[0] = 0
    if type(array) is Array:
        if (<Array>array).steps[1] != size:
            raise ValueError("the items have another size")
        count[0] = (<Array>array).size
        return (<Array>array).at
    PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
    found, count[0] = view.buf, view.len // size
    if view.itemsize != size:
        PyBuffer_Release(&view)
        raise ValueError("the items have another size")
    PyBuffer_Release(&view)
    return found


cdef inline int32_t *int32s(object array, Py_ssize_t *count) except? NULL:
    """The same for int32."""
    return <int32_t *>items_of(array, sizeof(int32_t), count)


cdef inline int64_t *int64s(object array, Py_ssize_t *count) except? NULL:
    """The same for int64."""
    return <int64_t *>items_of(array, sizeof(int64_t), count)
