"""Cells and spans without the calls that their constructors take: what a tuple with names is made of, put in its places.

The garbage collector is spared them. What is in them was there before them and does not change, so none is in a cycle.
"""

from cpython.ref cimport Py_INCREF

cdef extern from *:
    """
    #ifdef Py_LIMITED_API
    #define put_in_tuple PyTuple_SetItem
    #else
    static inline int put_in_tuple(PyObject *made, Py_ssize_t place, PyObject *value) {
        PyTuple_SET_ITEM(made, place, value);
        return 0;
    }
    #endif
    """
    int put_in_tuple(object made, Py_ssize_t place, object value) except -1

cdef extern from "Python.h":
    object PyType_GenericAlloc(type kind, Py_ssize_t size)
    void PyObject_GC_UnTrack(object made)


cdef inline int put(made, Py_ssize_t place, value) except -1:
    Py_INCREF(value)  # the place takes it over
    return put_in_tuple(made, place, value)


cdef inline object new_span(type kind, Py_ssize_t start, Py_ssize_t stop):
    """A span."""
    made = PyType_GenericAlloc(kind, 2)
    put(made, 0, start)
    put(made, 1, stop)
    PyObject_GC_UnTrack(made)
    return made


cdef inline object new_cell(
    type kind, str text, str name, url, span, Py_ssize_t symbol, exact, tuple items, link
):
    """A cell: its text, what it is, its address, its rows, its symbol, what it is for machines, its members, and where a picture
    leads."""
    made = PyType_GenericAlloc(kind, 9)
    put(made, 0, text)
    put(made, 1, name)
    put(made, 2, url)
    put(made, 3, span)
    put(made, 4, symbol)
    put(made, 5, exact)
    put(made, 6, items)
    put(made, 7, link)
    put(made, 8, "")
    PyObject_GC_UnTrack(made)
    return made
