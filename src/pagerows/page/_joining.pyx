# cython: language_level=3, boundscheck=True, wraparound=False
"""Links made absolute, many of one page: most need no more than the page's host before them.

What is not plainly so (dots in the path, relative ones, odd characters) is left to the standard library.
"""

from functools import lru_cache
from urllib.parse import urlsplit

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.string cimport memcmp


cdef class Joiner:
    """Makes links absolute as `absolute` does, each once.

    >>> from pagerows import parse
    >>> join = Joiner("http://a.example/b/", parse("", url="http://a.example/b/").absolute)
    >>> join("/c?d=1"), join("e"), join("../f"), join("https://g.example/")
    ('http://a.example/c?d=1', 'http://a.example/b/e', 'http://a.example/f', 'https://g.example/')
    """

    def __init__(self, str base, absolute):
        self.absolute, self.known, self.based = absolute, {}, bool(base)
        self.host, self.folder = places_of(base) if base else ("", "")

    def __call__(self, str link):
        """Return a link as an absolute address where the page's own is known."""
        return self.join(link)

    cpdef str join(self, str link):
        """Return a link as an absolute address where the page's own is known."""
        found = self.known.get(link)
        if found is None:
            found = self.known[link] = self.joined(link)
        return found

    cdef str joined(self, str link):
        cdef Py_ssize_t size = 0, rest
        cdef const unsigned char *signs
        if not self.based:
            return link.strip()
        if not self.host:
            return self.absolute(link)
        try:
            signs = <const unsigned char *>PyUnicode_AsUTF8AndSize(link, &size)
        except UnicodeEncodeError:  # half of a pair
            return self.absolute(link)
        if has_dots(signs, size):
            return self.absolute(link)
        if size and signs[0] == c"/":
            rooted = not (size > 1 and signs[1] == c"/") and is_plain(signs, 0, size)
            return self.host + link if rooted else self.absolute(link)
        rest = behind_host(signs, size)
        if rest:
            return link if is_plain(signs, rest, size) else self.absolute(link)
        if self.folder and is_relative(signs, size):
            return self.folder + link
        return self.absolute(link)


@lru_cache(maxsize=64)
def places_of(str base):
    """Return scheme and host of a page's address, and the folder that it is in; empty where they are not plain."""
    cdef Py_ssize_t size = 0, rest
    cdef const unsigned char *signs
    try:
        parts = urlsplit(base)
    except ValueError:
        return "", ""
    if parts.scheme not in ("http", "https") or not parts.netloc.isascii():
        return "", ""
    whole = f"{parts.scheme}://{parts.netloc}{parts.path[: parts.path.rfind('/') + 1] or '/'}"
    rest = len(parts.scheme) + 3 + len(parts.netloc)
    try:
        signs = <const unsigned char *>PyUnicode_AsUTF8AndSize(whole, &size)
    except UnicodeEncodeError:  # half of a pair
        return "", ""
    if behind_host(signs, size) != rest:
        return "", ""
    plain = is_plain(signs, rest, size) and not has_dots(signs, size) and "//" not in whole[rest:] and "?" not in whole[rest:]
    return whole[:rest], whole if plain else ""


cdef bint has_dots(const unsigned char *signs, Py_ssize_t size) noexcept:
    """Whether a step of a path is one or two dots."""
    cdef Py_ssize_t at, behind
    for at in range(size - 1):
        if signs[at] == c"/" and signs[at + 1] == c".":
            behind = at + 2
            if behind < size and signs[behind] == c".":
                behind += 1
            if behind == size or signs[behind] == c"/" or signs[behind] == c"?" or signs[behind] == c"#":
                return True
    return False


cdef bint is_plain(const unsigned char *signs, Py_ssize_t at, Py_ssize_t size) noexcept:
    """Whether what starts at some place is a path from the root, with a query and a part of the page or without."""
    return at < size and signs[at] == c"/" and is_plain_from(signs, at, size)


cdef bint is_plain_from(const unsigned char *signs, Py_ssize_t at, Py_ssize_t size) noexcept:
    """Whether what goes on at some place of a path is plain."""
    cdef unsigned char sign, part = c"/"
    cdef Py_ssize_t begun = at
    for at in range(at, size):
        sign = signs[at]
        if sign <= 0x20 or sign == 0x7F or (sign == 0xC2 and at + 1 < size and signs[at + 1] <= 0xA0):
            return False  # signs that only control, and spaces
        if part == c"/" and sign == c";":
            return False
        if (sign == c"?" and part == c"/") or (sign == c"#" and part != c"#"):
            if part == c"?" and at == begun + 1:
                return False
            part, begun = sign, at
    return part == c"/" or size > begun + 1


cdef bint is_relative(const unsigned char *signs, Py_ssize_t size) noexcept:
    """Whether a link is the path from a folder on, with a query and a part of the page or without."""
    cdef Py_ssize_t at = 0
    if not size or not (is_of_host(signs[0]) or signs[0] == c"_" or signs[0] == c"%") or signs[0] == c".":
        return False
    while at < size and signs[at] != c"?" and signs[at] != c"#":
        if signs[at] == c":" or signs[at] == c";" or (signs[at] == c"/" and at + 1 < size and signs[at + 1] == c"/"):
            return False
        at += 1
    return is_plain_from(signs, 0, size)


cdef Py_ssize_t behind_host(const unsigned char *signs, Py_ssize_t size) noexcept:
    """Where the path of an address starts; 0 where it has no plain scheme and host."""
    cdef Py_ssize_t at = 7, start, port
    if size > 8 and not memcmp(signs, b"https://", 8):
        at = 8
    elif size <= 7 or memcmp(signs, b"http://", 7):
        return 0
    start = at
    while at < size and is_of_host(signs[at]):
        at += 1
    if at == start:
        return 0
    if at < size and signs[at] == c":":
        port = at + 1
        at = port
        while at < size and c"0" <= signs[at] <= c"9":
            at += 1
        if at == port:
            return 0
    return at if at < size else 0


cdef inline bint is_of_host(unsigned char sign) noexcept:
    return c"a" <= sign <= c"z" or c"A" <= sign <= c"Z" or c"0" <= sign <= c"9" or sign == c"." or sign == c"-"
