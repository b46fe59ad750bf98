# cython: language_level=3, boundscheck=True, wraparound=False
"""Links made absolute where that takes no more than the page's host before them; others are left to the standard library."""

import re
from functools import lru_cache
from urllib.parse import urlsplit

from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdint cimport uint8_t
from libc.string cimport memchr, memcmp, memcpy

#: Bytes of an address that are put together without asking for memory.
cdef enum: USUAL = 512
#: Where in a link we are.
cdef enum: PATH, QUERY, FRAGMENT

cdef object PLAIN_HOST = re.compile(r"[A-Za-z0-9.-]+(?::[0-9]+)?").fullmatch
#: Steps that are neither empty nor dots.
cdef object PLAIN_PATH = re.compile(r"(?:/(?!\.{0,2}(?:/|$))[^\x00-\x20\x7f-\xa0;/]+)*/?").fullmatch


@lru_cache(maxsize=64)
def roots_of(base):
    """Return what stands before links that begin with two slashes, with one and with none: the scheme, the host, the folder of a
    page's address; empty where they are not plain."""
    try:
        parts = urlsplit(base or "")
    except ValueError:
        return b"", b"", b""
    if parts.scheme not in ("http", "https") or not PLAIN_HOST(parts.netloc):
        return b"", b"", b""
    scheme, folder = f"{parts.scheme}:", parts.path.rpartition("/")[0] + "/"
    host = f"{scheme}//{parts.netloc}"
    return scheme.encode(), host.encode(), f"{host}{folder}".encode() if PLAIN_PATH(parts.path) else b""


cdef class Joiner:
    """Makes the links of a page absolute as `absolute` does, given the page's address, None where it is not known.

    >>> from pagerows import parse
    >>> join = Joiner("http://a.example/b/", parse("", url="http://a.example/b/").absolute)
    >>> join("/c?d=1"), join("e"), join("../f"), join("https://g.example/")
    ('http://a.example/c?d=1', 'http://a.example/b/e', 'http://a.example/f', 'https://g.example/')
    """

    def __init__(self, base, absolute):
        self.absolute, self.known, self.based = absolute, {}, bool(base)
        self.scheme, self.host, self.folder = roots_of(base)

    def __call__(self, str link):
        """Return a link as an absolute address where the page's own is known."""
        return self.join(link)

    cpdef str join(self, str link):
        """The same, for kernels."""
        cdef Py_ssize_t size = 0
        cdef const char *at
        try:
            at = PyUnicode_AsUTF8AndSize(link, &size)
        except UnicodeEncodeError:  # half of a pair
            return self.asked(link)
        return self.joined(<const uint8_t *>at, size)

    cdef object joined(self, const uint8_t *link, Py_ssize_t size):
        """The same of a link in UTF-8."""
        if not is_stripped(link, size):
            return self.asked(text_of(link, size))
        if not self.based:
            return text_of(link, size)
        if self.host and size and not has_dots(link, size):
            if is_rooted(link, size):
                return behind(self.host, link, size)
            if is_whole(link, size) or (size > 11 and not memcmp(link, b"javascript:", 11)):
                return text_of(link, size)
            if size > 2 and not memcmp(link, b"//", 2) and is_address(link + 2, size - 2):
                return behind(self.scheme, link, size)
            if self.folder and is_relative(link, size):
                return behind(self.folder, link, size)
        return self.asked(text_of(link, size))

    cdef object asked(self, str link):
        """What the standard library says, asked once."""
        found = self.known.get(link)
        if found is None:
            found = self.known[link] = self.absolute(link)
        return found


cdef object text_of(const uint8_t *link, Py_ssize_t size):
    return PyUnicode_DecodeUTF8(<const char *>link, size, "replace") if size else ""


cdef object behind(bytes root, const uint8_t *link, Py_ssize_t size):
    """A link behind what it is relative to."""
    cdef uint8_t[USUAL] room
    cdef bytes whole
    cdef Py_ssize_t length = len(root)
    if length + size > USUAL:
        whole = root + link[:size]
        return text_of(<const uint8_t *><const char *>whole, len(whole))
    memcpy(room, <const char *>root, length)
    memcpy(room + length, link, size)
    return text_of(room, length + size)


cdef bint is_stripped(const uint8_t *link, Py_ssize_t size) noexcept nogil:
    """Whether a link surely has no white space at its ends: beyond ASCII there may be."""
    return not size or (0x20 < link[0] < 0x7F and 0x20 < link[size - 1] < 0x7F)


cdef bint has_dots(const uint8_t *link, Py_ssize_t size) noexcept nogil:
    """Whether a step of a link is one or two dots."""
    cdef Py_ssize_t at = 0, after
    cdef const void *found
    while at < size:
        found = memchr(link + at, c'/', size - at)
        if found is NULL:
            return False
        at = <const uint8_t *>found - link + 1
        after = at
        while after < size and after < at + 2 and link[after] == c'.':
            after += 1
        if after > at and (after == size or link[after] == c'/' or link[after] == c'?' or link[after] == c'#'):
            return True
    return False


cdef bint is_rooted(const uint8_t *link, Py_ssize_t size) noexcept nogil:
    """Whether a link is a plain path from the host's root on."""
    return link[0] == c'/' and not (size > 1 and link[1] == c'/') and is_rest(link, size)


cdef bint is_whole(const uint8_t *link, Py_ssize_t size) noexcept nogil:
    """Whether a link is a plain address with scheme and host."""
    if size > 7 and not memcmp(link, b"http://", 7):
        return is_address(link + 7, size - 7)
    return size > 8 and not memcmp(link, b"https://", 8) and is_address(link + 8, size - 8)


cdef bint is_address(const uint8_t *link, Py_ssize_t size) noexcept nogil:
    """Whether a host and the rest of a plain address follow."""
    cdef Py_ssize_t at = 0, start
    while at < size and is_of_host(link[at]):
        at += 1
    if at == 0:
        return False
    if at < size and link[at] == c':':
        start = at = at + 1
        while at < size and c'0' <= link[at] <= c'9':
            at += 1
        if at == start:
            return False
    return at < size and link[at] == c'/' and is_rest(link + at, size - at)


cdef bint is_relative(const uint8_t *link, Py_ssize_t size) noexcept nogil:
    """Whether a link is a plain path from the page's folder on: no scheme, no dots, no empty steps."""
    cdef Py_ssize_t at
    for at in range(size):
        if link[at] == c'?' or link[at] == c'#':
            break
        if link[at] == c':' or (link[at] == c'/' and at + 1 < size and link[at + 1] == c'/'):
            return False
    return link[0] != c'.' and link[0] != c'/' and link[0] != c'?' and link[0] != c'#' and is_rest(link, size)


cdef bint is_of_host(uint8_t sign) noexcept nogil:
    return c'a' <= sign <= c'z' or c'A' <= sign <= c'Z' or c'0' <= sign <= c'9' or sign == c'.' or sign == c'-'


cdef bint is_rest(const uint8_t *link, Py_ssize_t size) noexcept nogil:
    """Whether a path, what is asked for and a fragment follow, the latter two with something in them, without control signs,
    white space and parameters."""
    cdef Py_ssize_t at
    cdef int where = PATH
    for at in range(size):
        if link[at] <= 0x20 or link[at] == 0x7F:
            return False
        if link[at] == 0xC2 and at + 1 < size and link[at + 1] <= 0xA0:  # U+0080 to U+00A0
            return False
        if where == PATH and link[at] == c';':
            return False
        if (where == PATH and link[at] == c'?') or (where != FRAGMENT and link[at] == c'#'):
            where = FRAGMENT if link[at] == c'#' else QUERY
            if at + 1 == size or (where == QUERY and link[at + 1] == c'#'):
                return False
    return True
