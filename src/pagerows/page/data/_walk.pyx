# cython: language_level=3, boundscheck=True, wraparound=False
"""Lists of objects in data, and objects as flat mappings: what is asked of every member of a page's data.

Data are Python's own dicts and lists, as its JSON reader makes them.
"""

from cpython.dict cimport PyDict_Next
from cpython.ref cimport PyObject


def arrays(object name, object value, Py_ssize_t fewest, Py_ssize_t fewest_stored, long long most):
    """Return every list of so many objects in some data with where it stands, and how many members are left of `most`.

    So many objects of one type in a store that keeps them by name are a list, too. A place is ``(place above, step)``.
    """
    cdef list found = [], stack = [((None, name), value)], inner, objects
    cdef object where, one
    while stack and most > 0:
        where, value = stack.pop()
        most -= 1
        if isinstance(value, list):
            inner, objects = members(<list>value)
            if len(objects) >= fewest and len(objects) > 1 and 2 * len(objects) > len(<list>value):
                found.append((where, [unwrapped(<dict>one) for one in objects]))
        elif isinstance(value, dict):
            inner = containers(<dict>value)
            found.extend(stored(where, inner, fewest_stored))
        else:
            continue
        for step, one in inner:
            stack.append(((where, step), one))
    return found, most


cdef tuple members(list value):
    """The containers of a list with their places, and the objects among them."""
    cdef list inner = [], objects = []
    cdef Py_ssize_t at
    for at in range(len(value)):
        one = value[at]
        if isinstance(one, dict):
            objects.append(one)
            inner.append((at, one))
        elif isinstance(one, list):
            inner.append((at, one))
    return inner, objects


cdef list containers(dict value):
    """The members of an object that hold others, with their names."""
    cdef list inner = []
    cdef PyObject *key = NULL
    cdef PyObject *one = NULL
    cdef Py_ssize_t at = 0
    while PyDict_Next(value, &at, &key, &one):
        if isinstance(<object>one, dict) or isinstance(<object>one, list):
            inner.append((<object>key, <object>one))
    return inner


cdef list stored(object where, list inner, Py_ssize_t fewest):
    """The objects of each type in a store: ``{"Product:1": {...}, "Product:2": {...}}``."""
    cdef dict kinds = {}
    cdef list objects
    if len(inner) < fewest:
        return []
    for key, one in inner:
        if isinstance(one, dict):
            kind = str((<dict>one).get("__typename") or str(key).partition(":")[0])
            objects = kinds.setdefault(kind, [])
            objects.append(one)
    return [((where, kind), objects) for kind, objects in kinds.items() if len(objects) >= fewest]


cdef dict unwrapped(dict one):
    """What an entry of a list is about: ``{"@type": "ListItem", "item": {...}}``, ``{"node": {...}}``."""
    for key in ("item", "node"):
        inner = one.get(key)
        if isinstance(inner, dict) and len(<dict>inner) > 1:
            own = {k: v for k, v in one.items() if k != key and not isinstance(v, (dict, list))}
            own.update(inner)
            return own
    return one


def flattened(object one, int levels, Py_ssize_t most):
    """Scalars and lists of scalars of an object and of those inside of it, under joined names.

    >>> flattened({"name": "Tent", "offers": [{"price": 9}], "tags": ["a", "b"], "empty": ""}, 3, 1000)
    {'name': 'Tent', 'offers.price': 9, 'tags': ('a', 'b')}
    """
    cdef dict flat = {}
    flatten(one, "", 1, levels, most, flat)
    return flat


cdef int flatten(dict members, str before, int level, int levels, Py_ssize_t most, dict flat) except -1:
    """Add an object's members, with what stands before their names; no deeper than `levels`."""
    cdef PyObject *key = NULL
    cdef PyObject *found = NULL
    cdef Py_ssize_t at = 0, count = 0
    while count < most and len(flat) < most and PyDict_Next(members, &at, &key, &found):
        count += 1
        value = <object>found
        name = before + str(<object>key)
        if isinstance(value, list):
            if holds_scalars(<list>value):
                flat[name] = tuple([member for member in <list>value if member is not None])
                continue
            value = (<list>value)[0] if len(<list>value) == 1 and isinstance((<list>value)[0], dict) else None
        if isinstance(value, dict):
            if level < levels:
                flatten(value, name + "." if name else "", level + 1, levels, most, flat)
        elif value is not None and not (isinstance(value, str) and not value):
            flat[name] = value
    return 0


cdef bint holds_scalars(list value):
    """Whether a list has members, and none that hold others."""
    for member in value:
        if isinstance(member, dict) or isinstance(member, list):
            return False
    return len(value) > 0
