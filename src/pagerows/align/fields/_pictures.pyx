# cython: language_level=3, boundscheck=True, wraparound=False
"""The pictures of some records: which address a person sees, and the cells of them."""

import re

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memchr, memcmp

from pagerows._search cimport Plain, smaller
from pagerows.align.fields._cells cimport Cells
from pagerows.align.fields._look cimport PICTURE
from pagerows.align.fields._reading cimport Shown, Wanted, has_one, is_space, want
from pagerows.page._parser cimport NodeData, Span as Signs
from pagerows.page._spans cimport Spans, number_spans, spans_at

#: Attributes of images whose source a script sets later, most certain first.
cdef tuple LAZY = (
    "data-src", "data-lazy-src", "data-original", "data-lazy", "data-image", "data-img", "data-url", "data-hi-res-src",
)
cdef tuple SETS = ("srcset", "data-srcset", "data-lazy-srcset")
cdef object background_in = re.compile(r"background(?:-image)?\s*:[^;]*?url\(\s*['\"]?([^'\")]+)", re.IGNORECASE).search
#: What is in the sources of pictures that wait for another.
cdef tuple WAITING = (
    b"placeholder", b"spacer", b"blank.gif", b"blank.png", b"transparent", b"loading.gif", b"loading.svg", b"1x1",
    b"pixel.gif", b"pixel.png",
)
cdef Wanted waiting
want(&waiting, WAITING)
#: Pictures that have one source, from which on another one that they name is the real one.
cdef enum: REPEATED = 3
#: Pictures of an element that are looked at for a real one.
cdef enum: LOOKED_AT = 3
cdef const char *NOSCRIPT = b"<noscript"
#: Sources that are no address of a picture.
cdef tuple NO_ADDRESS = ("data:", "blob:", "about:")


cdef class Pictures:
    """Makes the cells of pictures; `spare` gives what browsers without scripts show instead of one, by its row."""

    def __init__(self, Shown shown, Cells cells, spare):
        self.shown, self.cells, self.spare = shown, cells, spare

    cdef int read(self) except -1:
        """Look at all images of the records, once."""
        if self.sources is None:
            self.rows = self.shown.marked(PICTURE, &self.count)
            self.sources = self.values("src")
            self.texts = spans_at(self.shown.nodes, self.rows, self.count, "alt")
            self.count_sources()
        return 0

    cdef Spans values(self, str name):
        """What an attribute of each image says, without white space around it."""
        cdef Spans found = spans_at(self.shown.nodes, self.rows, self.count, name)
        found.strip()
        return found

    cdef int count_sources(self) except -1:
        """Count how many images have the source of each."""
        cdef Py_ssize_t place, size = self.count
        cdef int32_t *number = self.shown.memory.numbers(size)
        self.counts = self.shown.memory.filled(size, 0)
        number_spans(self.sources, number)
        for place in range(size):
            self.counts[number[place]] += 1
        for place in range(size):
            number[place] = self.counts[number[place]]
        self.counts = number
        return 0

    cdef int read_others(self) except -1:
        """Look at what else may be the source of images, once."""
        if self.later is None:
            nodes = self.shown.nodes
            self.later = [self.values(name) for name in LAZY if may_have(nodes.data, name)]
            self.sets = [self.values(name) for name in SETS if may_have(nodes.data, name)]
        return 0

    cpdef cell(self, int32_t row):
        """Return the cell of an image of the records, None where it has no source."""
        cdef Py_ssize_t place
        cdef Signs source, other
        self.read()
        place = smaller(<Plain>self.rows, self.count, row)
        if place == self.count or self.rows[place] != row:
            raise IndexError("no such image")
        source = self.sources.items[place]
        if not is_address(source) or has_one(source.at, source.length, &waiting):
            return self.doubtful(place)
        if self.counts[place] >= REPEATED:
            other = self.later_source(place)
            source = other if other.length else source
        return self.drawn(source, place)

    cdef object drawn(self, Signs source, Py_ssize_t place):
        """The cell of an image with a source."""
        return self.cells.drawn(
            self.shown.folded_signs(self.texts.items[place]), self.cells.joined(source), self.rows[place]
        )

    cpdef first(self, int32_t row):
        """Return the cell of the first real picture in an element."""
        cdef int32_t stop = self.shown.end[row]
        cdef Py_ssize_t at, place
        self.read()
        at = smaller(<Plain>self.rows, self.count, row)
        for place in range(at, min(at + LOOKED_AT, self.count)):
            if self.rows[place] >= stop:
                break
            cell = self.cell(self.rows[place])
            if cell is not None:
                return cell
        return None

    # -- what a person sees ----------------------------------------------------------------------------------------------

    cdef Signs later_source(self, Py_ssize_t place) except *:
        """The source that a script sets later, or nothing."""
        cdef Signs found
        cdef Spans own
        self.read_others()
        for own in self.later:
            found = own.items[place]
            if is_address(found):
                return found
        found.at, found.length = NULL, 0
        return found

    cdef Signs best(self, Py_ssize_t place, bint *good) except *:
        """The first address that an image names and that does not wait for another; else the first of all, or nothing."""
        cdef Signs found, first
        cdef Spans own
        cdef Py_ssize_t each, later = len(self.later)
        first.at, first.length = NULL, 0
        good[0] = False
        for each in range(-1, later + len(self.sets)):
            own = self.sources if each < 0 else self.later[each] if each < later else self.sets[each - later]
            found = own.items[place] if each < later else largest(own.items[place])
            if not is_address(found):
                continue
            if not has_one(found.at, found.length, &waiting):
                good[0] = True
                return found
            first = found if not first.length else first
        return first

    cdef object doubtful(self, Py_ssize_t place):
        """The cell of an image whose source is none that a person sees."""
        cdef bint good
        cdef Signs found
        cdef list others
        cdef int32_t row = self.rows[place]
        self.read_others()
        found = self.best(place, &good)
        if not good:
            others = self.beside(row) or painted_on(self.shown.nodes.attribute(row, "style")) or self.spares(row)
            if others:
                return self.cells.picture(self.cells.text_of(self.texts.items[place]), others[0], row)
        return self.drawn(found, place) if found.length else None

    cdef list beside(self, int32_t row):
        """What else a picture may be, as its markup says."""
        cdef list found = []
        cdef int32_t child, parent = self.shown.parent[row]
        nodes = self.shown.nodes
        if nodes.tag_name(parent) == "picture":
            for child in range(parent + 1, self.shown.end[parent]):
                found += [largest_of(nodes.attribute(child, name) or "") for name in SETS]
        return [own for own in found if own and not own.startswith("data:")]

    cdef list spares(self, int32_t row):
        """What browsers without scripts show instead."""
        if self.without_spares is None:
            self.without_spares = not may_have_noscript(self.shown.data)
        found = None if self.without_spares else self.spare(row)
        return [found] if found and not found.startswith(NO_ADDRESS) else []


cdef bint may_have(data, str name) except -1:
    """Whether some element of a page may have an attribute."""
    cdef NodeData own
    if not isinstance(data, NodeData):
        return True
    own = data
    return own.number_of(name) < own.source.document.attribute_names.count


cdef bint may_have_noscript(data) except -1:
    """Whether a page's markup may have a ``<noscript>``."""
    cdef const uint8_t *at
    cdef const uint8_t *stop
    cdef Py_ssize_t same
    if not isinstance(data, NodeData):
        return True
    at = (<NodeData>data).source.bytes
    stop = at + (<NodeData>data).source.size
    while stop - at > 9:
        at = <const uint8_t *>memchr(at, c"<", stop - at - 9)
        if at is NULL:
            return False
        same = 1
        while same < 9 and (at[same] | 32) == <uint8_t>NOSCRIPT[same]:
            same += 1
        if same == 9:
            return True
        at += 1
    return False


cdef bint is_address(Signs source) noexcept nogil:
    """Whether a source may be the address of a picture."""
    if not source.length:
        return False
    if source.length >= 5 and not (memcmp(source.at, b"data:", 5) and memcmp(source.at, b"blob:", 5)):
        return False
    return source.length < 6 or memcmp(source.at, b"about:", 6) != 0


cdef list painted_on(style):
    """The background of an image without a source of its own."""
    match = background_in(style) if style else None
    return [match[1]] if match is not None and not match[1].startswith("data:") else []


cdef Signs largest(Signs srcset) noexcept nogil:
    """The first address of a srcset."""
    cdef uint32_t at
    for at in range(srcset.length):
        if srcset.at[at] == c"," or is_space(srcset.at[at]):
            srcset.length = at
            break
    return srcset


cdef str largest_of(str srcset):
    """The same of a text."""
    cdef str first = srcset.strip()
    if "," in first:
        first = first.split(",")[0].strip()
    return first.split()[0] if first else ""
