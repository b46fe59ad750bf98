# cython: language_level=3, boundscheck=True, wraparound=False
"""The pictures of some records: which address a person sees, and the cells of them."""

import re

import numpy as np

from libc.stdint cimport int32_t

from pagerows.align.fields._cells cimport Cells
from pagerows.align.fields._look cimport PICTURE
from pagerows.align.fields._reading cimport Shown

#: Attributes of images whose source a script sets later, most certain first.
cdef tuple LAZY = (
    "data-src", "data-lazy-src", "data-original", "data-lazy", "data-image", "data-img", "data-url", "data-hi-res-src",
)
cdef tuple SETS = ("srcset", "data-srcset", "data-lazy-srcset")
cdef object background_in = re.compile(r"background(?:-image)?\s*:[^;]*?url\(\s*['\"]?([^'\")]+)", re.IGNORECASE).search
cdef object waits = re.compile(
    r"placeholder|spacer|blank\.(?:gif|png)|transparent|loading\.(?:gif|svg)|1x1|pixel\.(?:gif|png)", re.IGNORECASE
).search
#: Without one of these no source is that of a picture that waits for another.
cdef tuple WAITING = ("placeholder", "spacer", "blank.", "transparent", "loading.", "1x1", "pixel.")
#: Pictures that have one source, from which on another one that they name is the real one.
cdef enum: REPEATED = 3
#: Pictures of an element that are looked at for a real one.
cdef enum: LOOKED_AT = 3
#: Sources that are no address of a picture.
cdef tuple NO_ADDRESS = ("data:", "blob:", "about:")


cdef class Pictures:
    """Makes the cells of pictures; `spare` gives what browsers without scripts show instead of one, by its row."""

    cdef Shown shown
    cdef Cells cells
    cdef object spare
    #: The sources of the records' images as they stand there, and what they say; how many have each source.
    cdef dict sources, texts, counts
    #: Whether a source may be that of a picture that waits for another.
    cdef bint doubtful
    cdef list rows

    def __init__(self, Shown shown, Cells cells, spare):
        self.shown, self.cells, self.spare = shown, cells, spare

    cdef int read(self) except -1:
        """Look at all images of the records, once."""
        cdef list rows, sources
        cdef str source
        if self.sources is not None:
            return 0
        rows = self.shown.marked(PICTURE)
        at, nodes = np.array(rows, np.int64), self.shown.nodes
        sources = [source.strip() for source in nodes.strings(at, "src").texts()]
        self.sources, self.texts = dict(zip(rows, sources)), dict(zip(rows, nodes.strings(at, "alt").texts()))
        self.counts = {}
        for source in sources:
            self.counts[source] = self.counts.get(source, 0) + 1
        folded = "\n".join(self.counts).casefold()
        for word in WAITING:
            self.doubtful = self.doubtful or word in folded
        return 0

    def cell(self, int32_t row):
        """Return the cell of an image, None where it has no source."""
        self.read()
        source = self.sources.get(row)
        text = self.shown.nodes.attribute(row, "alt") or "" if source is None else self.texts[row]
        if not source or self.counts[source] >= REPEATED or not self.is_plain(source):
            source = self.source(row)
        return self.cells.picture(text, source, row) if source else None

    cdef bint is_plain(self, str source) except -1:
        """Whether a source is what a person sees."""
        return not source.startswith(NO_ADDRESS) and not (self.doubtful and waits(source))

    def first(self, int32_t row):
        """Return the cell of the first real picture in an element."""
        cdef int32_t stop = self.shown.end[row]
        cdef Py_ssize_t at
        if self.rows is None:
            self.rows = self.shown.nodes.rows_with_tag("img").tolist()
        at = bisect(self.rows, row)
        for image in self.rows[at : at + LOOKED_AT]:
            if image >= stop:
                break
            cell = self.cell(image)
            if cell is not None:
                return cell
        return None

    # -- what a person sees ----------------------------------------------------------------------------------------------

    cdef str source(self, int32_t row):
        """The address of the picture that a person sees."""
        cdef dict found = self.shown.nodes.attributes(row)
        cdef str source = found.get("src", "").strip()
        cdef list real, good
        if source and not source.startswith(NO_ADDRESS) and not waits(source):
            return (later(found) if self.counts.get(source, 0) >= REPEATED else "") or source
        real = [source, *[found.get(name, "") for name in LAZY], *[largest(found.get(name, "")) for name in SETS]]
        real = [own.strip() for own in real if own and not own.strip().startswith(NO_ADDRESS)]
        good = [own for own in real if not waits(own)]
        if not good:
            good = self.beside(row) or painted_on(found.get("style", "")) or self.spares(row)
        return (good or real or [""])[0]

    cdef list beside(self, int32_t row):
        """What else a picture may be, as its markup says."""
        cdef list found = []
        cdef int32_t child, parent = self.shown.parent[row]
        nodes = self.shown.nodes
        if nodes.tag_name(parent) == "picture":
            for child in range(parent + 1, self.shown.end[parent]):
                found += [largest(nodes.attribute(child, name) or "") for name in SETS]
        return [own for own in found if own and not own.startswith("data:")]

    cdef list spares(self, int32_t row):
        """What browsers without scripts show instead."""
        found = self.spare(row)
        return [found] if found and not found.startswith(NO_ADDRESS) else []


cdef Py_ssize_t bisect(list rows, int32_t row) except -1:
    """How many of some rows, which ascend, are smaller than one."""
    cdef Py_ssize_t low = 0, high = len(rows), middle
    while low < high:
        middle = (low + high) // 2
        if <int32_t>rows[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


cdef str later(dict found):
    """The source that a script sets later, or nothing."""
    for name in LAZY:
        source = found.get(name, "").strip()
        if source and not source.startswith(NO_ADDRESS):
            return source
    return ""


cdef list painted_on(str style):
    """The background of an image without a source of its own."""
    match = background_in(style) if style else None
    return [match[1]] if match is not None and not match[1].startswith("data:") else []


cdef str largest(str srcset):
    """The first address of a srcset."""
    cdef str first = srcset.strip()
    if "," in first:
        first = first.split(",")[0].strip()
    return first.split()[0] if first else ""
