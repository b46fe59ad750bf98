"""Named tuples made field by field, without a call, for kernels."""

from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_DECREF, Py_INCREF


cdef extern from "Python.h":
    ctypedef PyObject *(*allocfunc)(PyTypeObject *, Py_ssize_t) except NULL
    void *PyType_GetSlot(PyTypeObject *, int)
    int Py_tp_alloc
    void PyObject_GC_UnTrack(PyObject *)
    int PyTuple_SetItem(PyObject *, Py_ssize_t, PyObject *) except -1


cdef inline object blank(object kind, Py_ssize_t size):
    """A tuple of a kind whose fields are still to be put in, which nobody else may see until then."""
    cdef PyTypeObject *own = <PyTypeObject *>kind
    cdef PyObject *made = (<allocfunc>PyType_GetSlot(own, Py_tp_alloc))(own, size)
    found = <object>made
    Py_DECREF(found)
    return found


cdef inline int put(object into, Py_ssize_t place, object what) except -1:
    """Put a field in; it was not there yet."""
    Py_INCREF(what)  # which the tuple takes over
    return PyTuple_SetItem(<PyObject *>into, place, <PyObject *>what)


cdef inline void untracked(object whole) noexcept:
    """Spare the garbage collector a tuple that can be in no cycle: all of its fields are texts, numbers or such tuples."""
    PyObject_GC_UnTrack(<PyObject *>whole)
