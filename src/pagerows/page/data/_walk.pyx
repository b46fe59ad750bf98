# cython: language_level=3, boundscheck=True, wraparound=False
"""Lists of objects in data, and objects as flat mappings: what is asked of every member of a page's data.

Data are Python's own dicts and lists, as its JSON reader makes them.
"""

from cpython.dict cimport PyDict_Next
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.ref cimport PyObject


cdef struct Place:
    # Where a container stands: in which other one (its number; -1: the name of all), under which name (NULL: the index).
    PyObject *value
    PyObject *name
    Py_ssize_t index, above


cdef class Places:
    """The containers of some data that were come upon, and which of them are still to be looked through.

    They and their names live as long as the data do.
    """

    cdef Place *every
    cdef Py_ssize_t *pending
    cdef Py_ssize_t count, room, waiting, pending_room

    def __dealloc__(self):
        PyMem_Free(self.every)
        PyMem_Free(self.pending)

    cdef int add(self, PyObject *value, PyObject *name, Py_ssize_t index, Py_ssize_t above) except -1:
        """Add a container that is to be looked through."""
        if self.count == self.room:
            self.every = <Place *>wider(self.every, &self.room, sizeof(Place))
        if self.waiting == self.pending_room:
            self.pending = <Py_ssize_t *>wider(self.pending, &self.pending_room, sizeof(Py_ssize_t))
        self.every[self.count].value, self.every[self.count].name = value, name
        self.every[self.count].index, self.every[self.count].above = index, above
        self.pending[self.waiting] = self.count
        self.count += 1
        self.waiting += 1
        return 0

    cdef tuple where(self, Py_ssize_t number, object name):
        """Where a container stands, as ``(place above, step)``."""
        cdef list steps = []
        cdef tuple found = (None, name)
        while number > 0:
            steps.append(<object>self.every[number].name if self.every[number].name is not NULL else self.every[number].index)
            number = self.every[number].above
        for step in reversed(steps):
            found = found, step
        return found


cdef void *wider(void *items, Py_ssize_t *room, size_t size) except NULL:
    """The same items with room for twice as many."""
    cdef Py_ssize_t wide = max(<Py_ssize_t>64, 2 * room[0])
    cdef void *found = PyMem_Realloc(items, wide * size)
    if found is NULL:
        raise MemoryError
    room[0] = wide
    return found


def arrays(object name, object value, Py_ssize_t fewest, Py_ssize_t fewest_stored, long long most):
    """Return every list of so many objects in some data with where it stands, and how many members are left of `most`.

    So many objects of one type in a store that keeps them by name are a list, too. A place is ``(place above, step)``.
    """
    cdef list found = [], objects
    cdef Places places = Places()
    cdef Py_ssize_t number, first
    cdef object one
    places.add(<PyObject *>value, NULL, 0, -1)
    while places.waiting and most > 0:
        places.waiting -= 1
        number = places.pending[places.waiting]
        most -= 1
        one = <object>places.every[number].value
        if isinstance(one, list):
            objects = members(<list>one, number, places)
            if len(objects) >= fewest and len(objects) > 1 and 2 * len(objects) > len(<list>one):
                found.append((places.where(number, name), [unwrapped(<dict>each) for each in objects]))
        elif isinstance(one, dict):
            first = places.count
            containers(<dict>one, number, places)
            if places.count - first >= fewest_stored:
                found.extend(stored(number, name, first, places, fewest_stored))
    return found, most


cdef list members(list value, Py_ssize_t number, Places places):
    """Add the containers of a list; return the objects among them."""
    cdef list objects = []
    cdef Py_ssize_t at
    for at in range(len(value)):
        one = value[at]
        if isinstance(one, dict):
            objects.append(one)
            places.add(<PyObject *>one, NULL, at, number)
        elif isinstance(one, list):
            places.add(<PyObject *>one, NULL, at, number)
    return objects


cdef int containers(dict value, Py_ssize_t number, Places places) except -1:
    """Add the members of an object that hold others."""
    cdef PyObject *key = NULL
    cdef PyObject *one = NULL
    cdef Py_ssize_t at = 0
    while PyDict_Next(value, &at, &key, &one):
        if isinstance(<object>one, dict) or isinstance(<object>one, list):
            places.add(one, key, 0, number)
    return 0


cdef list stored(Py_ssize_t number, object name, Py_ssize_t first, Places places, Py_ssize_t fewest):
    """The objects of each type in a store: ``{"Product:1": {...}, "Product:2": {...}}``."""
    cdef dict kinds = {}
    cdef list objects
    cdef Py_ssize_t place
    for place in range(first, places.count):
        one = <object>places.every[place].value
        if isinstance(one, dict):
            kind = str((<dict>one).get("__typename") or str(<object>places.every[place].name).partition(":")[0])
            objects = kinds.setdefault(kind, [])
            objects.append(one)
    return [
        ((places.where(number, name), kind), objects) for kind, objects in kinds.items() if len(objects) >= fewest
    ]


cdef dict unwrapped(dict one):
    """What an entry of a list is about: ``{"@type": "ListItem", "item": {...}}``, ``{"node": {...}}``."""
    for key in ("item", "node"):
        inner = one.get(key)
        if isinstance(inner, dict) and len(<dict>inner) > 1:
            own = {k: v for k, v in one.items() if k != key and not isinstance(v, (dict, list))}
            own.update(inner)
            return own
    return one


def flattened(list objects, int levels, Py_ssize_t most):
    """Return of each object its scalars and lists of scalars, and those of objects inside of it, under joined names.

    >>> flattened([{"name": "Tent", "offers": [{"price": 9}], "tags": ["a", "b"], "empty": ""}], 3, 1000)
    [{'name': 'Tent', 'offers.price': 9, 'tags': ('a', 'b')}]
    """
    cdef list found = []
    cdef dict flat, names = {}
    for one in objects:
        flat = {}
        flatten(<dict?>one, "", 1, levels, most, flat, names)
        found.append(flat)
    return found


cdef int flatten(dict members, str before, int level, int levels, Py_ssize_t most, dict flat, dict names) except -1:
    """Add an object's members, with what stands before their names; no deeper than `levels`.

    `names` are those that were joined, by what stands before: objects of a list have the same.
    """
    cdef PyObject *key = NULL
    cdef PyObject *found = NULL
    cdef Py_ssize_t at = 0, count = 0
    cdef dict known = None
    cdef object name
    if level > 1:
        known = names.get(before)
        if known is None:
            known = names[before] = {}
    while count < most and len(flat) < most and PyDict_Next(members, &at, &key, &found):
        count += 1
        value = <object>found
        name = joined(before, <object>key, known)
        if isinstance(value, list):
            if holds_scalars(<list>value):
                flat[name] = tuple([member for member in <list>value if member is not None])
                continue
            value = (<list>value)[0] if len(<list>value) == 1 and isinstance((<list>value)[0], dict) else None
        if isinstance(value, dict):
            if level < levels:
                flatten(value, name + "." if name else "", level + 1, levels, most, flat, names)
        elif value is not None and not (isinstance(value, str) and not value):
            flat[name] = value
    return 0


cdef object joined(str before, object key, dict known):
    """A name with what stands before it; `known` are those that were joined with the same."""
    if known is None or not before:
        return str(key)
    name = known.get(key)
    if name is None:
        name = known[key] = before + str(key)
    return name


def said_by(list flat, double alike, Py_ssize_t fields):
    """Return how much flat objects say, 0 where they are no records: alike in their keys, different in what stands under them.

    What counts are the letters of fields that differ, more for more of them; `alike` is the share of the common keys that objects
    have on average, `fields` the fewest that differ.
    """
    cdef dict keys = {}, one
    cdef Py_ssize_t count = len(flat), total = 0, common = 0, times, letters = 0, own, different = 0
    for one in flat:
        total += len(one)
        for key in one:
            keys[key] = keys.get(key, 0) + 1
    common = 0
    for key, times in keys.items():
        common += 2 * times >= count and not (<str>key).startswith("@")
    if not common or total < alike * count * common:
        return 0.0
    for key, times in keys.items():
        if 2 * times >= count and times > count // 2 and not (<str>key).startswith("@"):
            own = letters_of_different(flat, key, count // 2)
            different += own >= 0
            letters += max(0, own)
    return letters * <double>different ** 0.5 if different >= fields else 0.0


cdef Py_ssize_t letters_of_different(list flat, key, Py_ssize_t most_alike) except -2:
    """The letters of what stands under a key, up to 200 a text; -1 where no more than so many texts differ."""
    cdef set texts = set()
    cdef Py_ssize_t letters = 0
    cdef dict one
    cdef str text
    for one in flat:
        value = one.get(key, MISSING)
        if value is not MISSING:
            text = value if isinstance(value, str) else value_text(value)
            if len(texts) <= most_alike:  # more than so many differ enough
                texts.add(text)
            letters += min(200, len(text))
    return letters if len(texts) > most_alike else -1


cdef object MISSING = object()


cpdef str value_text(value):
    """A field's value as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "; ".join([value_text(member) for member in <tuple>value])
    return str(value)


cdef bint holds_scalars(list value):
    """Whether a list has members, and none that hold others."""
    for member in value:
        if isinstance(member, dict) or isinstance(member, list):
            return False
    return len(value) > 0
