# cython: language_level=3, boundscheck=True, wraparound=False
"""What cells stand in: the elements of their tag paths, each looked at once for a page, and which elements are there to be
pressed or say what they are for.
"""

import re

import numpy as np

from pagerows.page.nodes import TEXT

#: Elements to act with.
CONTROLS = frozenset({"button", "select", "option", "optgroup", "textarea", "input", "label", "fieldset", "form"})
ROLES = frozenset(
    {"button", "option", "listbox", "combobox", "menu", "menuitem", "tooltip", "dialog", "tab", "checkbox", "radio"}
)
#: Attributes that say what an element is for.
ATTRIBUTES = ("itemprop", "role", "aria-hidden", "aria-label", "title")
cdef frozenset LINKS = frozenset({"a", "button"})
cdef frozenset HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
cdef frozenset MENUS = frozenset({"select", "option", "textarea"})
cdef object TITLE = re.compile(r"title|headline|heading|(?:^|[-_\s])name", re.IGNORECASE).search


cdef class Place:
    """The last element of a tag path: its tag and classes, and the number of the path that it continues."""

    cdef bint is_titled(self) except -1:
        """Whether it is called a title."""
        if self.titled < 0:
            self.titled = says_title(self.classes)
        return self.titled


cdef bint says_title(str classes) except -1:
    """Whether classes have a word for a title; "name" counts where a word starts with it."""
    cdef Py_ssize_t at = 0
    cdef str folded
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

    def __init__(self, nodes):
        self.nodes, self.data = nodes, nodes.data
        paths, around = nodes.paths, nodes.around
        self.parent, self.path = around.parent, around.path
        self.path_above, self.path_tag, self.path_style = np.ascontiguousarray(paths.parent), paths.tag, paths.style
        self.tags, self.known, self.outside = nodes.tags, {}, {}
        self.high = -1  # no stretch is covered

    cdef int open_ends(self) except -1:
        """Get the ends and the kinds of rows, which few tables need."""
        if not self.has_ends:
            self.has_ends = True
            self.end, self.kind = self.nodes.around.end, np.ascontiguousarray(self.nodes.kind)
        return 0

    cdef Place place(self, Py_ssize_t code):
        """The last element of a path."""
        cdef Place found = <Place>self.known.get(code)
        if found is None:
            found = Place()
            found.above, found.tag, found.classes, found.titled = self.path_above[code], self.path_tag[code], "", -1
            for name, value in self.path_style[code]:
                if name == "class":
                    found.classes = value or ""
                    break
            found.heading, found.menu = found.tag in HEADINGS, found.tag in MENUS
            self.known[code] = found
        return found

    cdef int cover(self, Py_ssize_t low, Py_ssize_t high) except -1:
        """Find the marks of a stretch of rows."""
        cdef Py_ssize_t row
        if self.low <= low and high <= self.high:
            return 0
        if not self.has_tags:
            self.has_tags = True
            self.tag = np.ascontiguousarray(self.nodes.tag)
            self.tag_marks = bytes([CONTROL * (tag in CONTROLS) + PRESSED * (tag in LINKS) for tag in self.tags])
        self.low, self.high = low, high
        self.marks = bytearray(high - low + 1)
        for row in range(low, high):
            self.marks[row - low] = self.tag_marks[self.tag[row]]
        for row in self.nodes.rows_having(ATTRIBUTES, low, high):
            self.marks[row - low] |= SAID
        for row in self.nodes.rows_having(("role",), low, high):
            self.marks[row - low] |= ROLE * (self.nodes.attribute(row, "role") in ROLES)
        return 0

    cdef int mark(self, Py_ssize_t row) except -1:
        """The marks of a row, as bits."""
        cdef int found
        if self.low <= row < self.high:
            return self.marks[row - self.low]
        known = self.outside.get(row)
        if known is not None:
            return known
        found = self.tag_marks[self.tag[row]]
        own = self.data[row]
        for name, _ in () if isinstance(own, str) else own:
            found |= SAID * (name in ATTRIBUTES)
        if found & SAID and self.nodes.attribute(row, "role") in ROLES:
            found |= ROLE
        self.outside[row] = found
        return found

    cdef list marked_above(self, Py_ssize_t row, int wanted, Py_ssize_t most):
        """The rows with a wanted mark among a row and what it stands in, nearest first.

        ``<body>`` is left out, and so many rows are looked at.
        """
        cdef list found = []
        cdef Py_ssize_t step
        for step in range(most):
            if row <= 0:
                break
            if self.mark(row) & wanted:
                found.append(row)
            row = self.parent[row]
        return found


cdef Places places_of(nodes):
    """The places of a page, found once."""
    return nodes.around.noted(Places)


def marked_above(nodes, Py_ssize_t low, Py_ssize_t high, int wanted, Py_ssize_t row, Py_ssize_t most):
    """Return the same for a row, where a stretch of rows is looked at as a whole: for tests."""
    cdef Places places = places_of(nodes)
    places.cover(low, high)
    return places.marked_above(row, wanted, most)
