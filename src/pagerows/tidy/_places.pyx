# cython: language_level=3, boundscheck=True, wraparound=False
"""What cells stand in: the elements of their tag paths, each looked at once for a page, and which elements are there to be
pressed or say what they are for.
"""

import re

import numpy as np

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_Calloc, PyMem_Free

from pagerows.page._parser cimport NODE_TEXT, Attribute, Node, NodeData

from pagerows.page.nodes import TEXT

#: Elements to act with.
CONTROLS = frozenset({"button", "select", "option", "optgroup", "textarea", "input", "label", "fieldset", "form"})
ROLES = frozenset(
    {"button", "option", "listbox", "combobox", "menu", "menuitem", "tooltip", "dialog", "tab", "checkbox", "radio"}
)
#: Attributes that say what an element is for.
ATTRIBUTES = ("itemprop", "role", "aria-hidden", "aria-label", "title")
#: The bit of each; that of a role depends on its value.
cdef int BITS[5]
BITS[:] = [PROPERTY, 0, HIDING, LABELLED, TITLED]
cdef enum: ROLE_PLACE = 1
cdef frozenset ROLE_BYTES = frozenset([role.encode() for role in ROLES])
cdef dict TAG_MARKS = {tag: CONTROL for tag in CONTROLS} | {"a": PRESSED, "button": CONTROL | PRESSED}
cdef dict TAGS = {"a": LINKING, "body": BODY, "select": MENU, "option": MENU, "textarea": MENU} | {
    f"h{number}": HEADING for number in range(1, 7)
}
cdef object TITLE = re.compile(r"title|headline|heading|(?:^|[-_\s])name", re.IGNORECASE).search


cdef bint says_title(str classes) except -1:
    """Whether classes have a word for a title; "name" counts where a word starts with it."""
    cdef Py_ssize_t at = 0
    cdef str folded
    if not classes:
        return False
    if not classes.isascii():
        return TITLE(classes) is not None
    folded = classes.lower()
    if "title" in folded or "headline" in folded or "heading" in folded:
        return True
    while True:
        at = folded.find("name", at)
        if at <= 0:
            return at == 0
        if folded[at - 1] in "-_" or folded[at - 1].isspace():
            return True
        at += 1


cdef class Places:
    """The places of a page."""

    def __cinit__(self, nodes):
        paths, around = nodes.paths, nodes.around
        self.nodes, self.data, self.tags = nodes, nodes.data, nodes.tags
        self.path_tag, self.path_style = paths.tag, paths.style
        self.compiled = <NodeData>self.data if isinstance(self.data, NodeData) else None
        self.rows, self.paths = len(around.parent), len(paths.parent)
        self.parent = <const int32_t *>self.hold(around.parent, self.rows * sizeof(int32_t))
        self.path = <const int32_t *>self.hold(around.path, self.rows * sizeof(int32_t))
        self.path_above = <const int32_t *>self.hold(np.ascontiguousarray(paths.parent), self.paths * sizeof(int32_t))
        self.places = <Place *>PyMem_Calloc(self.paths + 1, sizeof(Place))
        if self.places is NULL:
            raise MemoryError

    def __dealloc__(self):
        cdef int number
        for number in range(self.buffers):
            PyBuffer_Release(&self.held[number])
        PyMem_Free(self.places)
        PyMem_Free(self.marks)
        PyMem_Free(self.tag_marks)

    cdef const void *hold(self, array, Py_ssize_t size) except NULL:
        """Where the numbers of an array stand, which are so many bytes and stay there as long as this does."""
        cdef Py_buffer *view = &self.held[self.buffers]
        if self.buffers >= BUFFERS:
            raise ValueError("too many arrays")
        PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS)
        self.buffers += 1
        if view.len < size:
            raise ValueError("an array is too short")
        return view.buf if view.buf is not NULL else <void *>view

    cdef int open_ends(self) except -1:
        """Get the ends and the kinds of rows, which few tables need."""
        if self.end is NULL:
            self.end = <const int32_t *>self.hold(self.nodes.around.end, self.rows * sizeof(int32_t))
            self.kind = <const int8_t *>self.hold(np.ascontiguousarray(self.nodes.kind, np.int8), self.rows)
        return 0

    cdef int open_marks(self) except -1:
        """Get what marks are made of."""
        cdef Py_ssize_t place
        if self.marks is not NULL:
            return 0
        self.tag = <const int32_t *>self.hold(np.ascontiguousarray(self.nodes.tag, np.int32), self.rows * sizeof(int32_t))
        self.tag_marks = <uint8_t *>PyMem_Calloc(len(self.tags) + 1, 1)
        if self.tag_marks is NULL:
            raise MemoryError
        if self.compiled is not None:
            for place in range(5):
                self.names[place] = self.compiled.number_of(ATTRIBUTES[place])
        self.marks = <uint8_t *>PyMem_Calloc(self.rows + 1, 1)
        if self.marks is NULL:
            raise MemoryError
        return 0

    cdef Py_ssize_t path_of(self, Py_ssize_t row) except -1:
        """The number of the tag path of a row."""
        if not 0 <= row < self.rows:
            raise IndexError("no such row")
        return self.path[row]

    cdef Place *place(self, Py_ssize_t code) except NULL:
        """The last element of a path."""
        cdef Place *found
        if not 0 <= code < self.paths:
            raise IndexError("no such path")
        found = &self.places[code]
        if not found.known:
            found.known, found.titled = True, -1
            found.above = self.path_above[code]
            found.tag = TAGS.get(self.path_tag[code], 0)
        return found

    cdef str classes(self, Py_ssize_t code):
        """The classes of the last element of a path."""
        for name, value in self.path_style[code]:
            if name == "class":
                return value or ""
        return ""

    cdef bint is_titled(self, Place *place, Py_ssize_t code) except -1:
        """Whether the last element of a path is called a title."""
        if place.titled < 0:
            place.titled = says_title(self.classes(code))
        return place.titled

    cdef bint is_within(self, Py_ssize_t row, int wanted, Py_ssize_t most) except -1:
        """Whether one of the last elements, so many, of a row's path has a wanted tag."""
        cdef Py_ssize_t code = self.path_of(row), step
        cdef Place *place
        for step in range(most):
            if code < 0:
                break
            place = self.place(code)
            if place.tag & wanted:
                return True
            code = place.above
        return False

    cdef int mark(self, Py_ssize_t row) except -1:
        """The marks of a row, as bits."""
        cdef Py_ssize_t tag
        if not 0 <= row < self.rows:
            raise IndexError("no such row")
        if self.marks[row]:
            return self.marks[row]
        tag = self.tag[row]
        if not 0 <= tag < len(self.tags):
            raise IndexError("no such tag")
        if not self.tag_marks[tag]:
            self.tag_marks[tag] = KNOWN | <int>TAG_MARKS.get(self.tags[tag], 0)
        self.marks[row] = self.tag_marks[tag] | self.said_by(row)
        return self.marks[row]

    cdef int said_by(self, Py_ssize_t row) except -1:
        """The marks that a row has by its attributes."""
        cdef const Node *node
        cdef const Attribute *at
        cdef uint32_t number
        cdef int place, found = 0
        if self.compiled is None:
            own = self.data[row]
            for name, value in () if isinstance(own, str) else own:
                if name == "role":
                    found |= ROLE if value in ROLES else 0
                elif name in ATTRIBUTES:
                    found |= BITS[<int>ATTRIBUTES.index(name)]
            return found
        node = self.compiled.node_at(row)
        if node.kind == NODE_TEXT:
            return 0
        at = self.compiled.source.document.tokens.attributes.items + node.attributes
        for number in range(node.attribute_count):
            for place in range(5):
                if at[number].name == self.names[place]:
                    found |= BITS[place]
                    if place == ROLE_PLACE and (<const char *>at[number].value.at)[: at[number].value.length] in ROLE_BYTES:
                        found |= ROLE
        return found


cdef Places places_of(nodes):
    """The places of a page, found once; who has them gives them in the page's place."""
    return <Places>nodes if isinstance(nodes, Places) else nodes.around.noted(Places)


def marked_above(nodes, int wanted, Py_ssize_t row, Py_ssize_t most):
    """Return the rows with a wanted mark among a row and what it stands in, nearest first: for tests.

    ``<body>`` is left out, and so many rows are looked at.
    """
    cdef Places places = places_of(nodes)
    cdef list found = []
    cdef Py_ssize_t step
    places.open_marks()
    for step in range(most):
        if row <= 0:
            break
        if places.mark(row) & wanted:
            found.append(row)
        row = places.parent[row]
    return found
