# cython: language_level=3, boundscheck=True, wraparound=False
"""What texts, links and objects of data are compared by, and which rows of a page show what an object alone says."""

import html as entities
import re

from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdint cimport uint8_t
from libc.string cimport memset

cdef extern from "Python.h":
    str PyUnicode_DecodeUTF32(const char *signs, Py_ssize_t size, const char *errors, int *order)

cdef object HOST = re.compile(r"(?:[a-z]+:)?//[^/?#]*+", re.IGNORECASE).sub
cdef object TAG = re.compile(r"<[a-zA-Z/][^>]*+>").sub
cdef object ENDING = re.compile(r"\.(?:html?|php|aspx?)$").sub

cdef enum:
    LONGEST = 300  # characters of a text that are compared
    SHORTEST = 4  # letters of a text that tells an object
    MOST_PLACES = 6  # of the page that have it
    FIRST_CODE = 10_000  # from here on numbers are codes, which links have


cdef Py_ssize_t fold(const char *signs, Py_ssize_t size, char *kept) noexcept:
    """Keep the letters and digits of an ASCII text in small letters; return how many there are."""
    cdef Py_ssize_t at, length = 0
    cdef char sign
    for at in range(min(size, <Py_ssize_t>LONGEST)):
        sign = signs[at]
        if c"A" <= sign <= c"Z":
            sign += 32
        if c"a" <= sign <= c"z" or c"0" <= sign <= c"9":
            kept[length] = sign
            length += 1
    return length


cpdef str folded(str text):
    """Return a text's letters and digits in small letters, of its first 300 characters.

    >>> folded("  Tent, 2-person ")
    'tent2person'
    """
    cdef Py_ssize_t size = 0
    cdef const char *signs
    cdef char[LONGEST] kept
    if len(text) > LONGEST:
        text = text[:LONGEST]
    if not text.isascii():
        return letters_of(text.casefold())
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    return PyUnicode_DecodeUTF8(kept, fold(signs, size, kept), NULL)


cdef str letters_of(str text):
    """The letters and digits of a text in any script."""
    cdef Py_UCS4[6 * LONGEST] kept  # casefolding makes up to three of a character
    cdef Py_ssize_t count = 0
    cdef Py_UCS4 sign
    if len(text) > 6 * LONGEST:
        return "".join([each for each in text if each.isalnum()])
    for sign in text:
        if sign.isalnum():
            kept[count] = sign
            count += 1
    return PyUnicode_DecodeUTF32(<const char *>kept, 4 * count, NULL, NULL)  # of letters and digits none marks an order


cpdef str plain_text(str text):
    """Return a text of data without the markup and entities that some have in it, even twice.

    >>> plain_text("<p>Salt &amp; pepper</p>"), plain_text("GTX&amp;reg;")
    ('Salt & pepper', 'GTX®')
    """
    if "<" in text:
        text = TAG(" ", text).strip()
    return entities.unescape(entities.unescape(text)) if "&" in text else text


cpdef str link_key(str url):
    """Return a link without its host, fragment and last slash: what is compared.

    >>> link_key("https://a.example/b/?c=1#d"), link_key("/b/")
    ('/b/?c=1', '/b')
    """
    cdef Py_ssize_t at = url.find("//")
    if at >= 0:
        url = without_host(url, at) if url.isascii() else HOST("", url, 1)
    at = url.find("#")
    if at >= 0:
        url = url[:at]
    return url.rstrip("/")


cdef str without_host(str url, Py_ssize_t slashes):
    """An ASCII address without the host behind its first two slashes, and the scheme before them."""
    cdef Py_ssize_t size = 0, start = slashes, end = slashes + 2, at
    cdef const char *signs = PyUnicode_AsUTF8AndSize(url, &size)
    if slashes and signs[slashes - 1] == c":":
        at = slashes - 1
        while at and (c"a" <= signs[at - 1] <= c"z" or c"A" <= signs[at - 1] <= c"Z"):
            at -= 1
        start = at if at < slashes - 1 else slashes
    while end < size and signs[end] not in (c"/", c"?", c"#"):
        end += 1
    return url[end:] if not start else url[:start] + url[end:]


cdef class PageKeys:
    """The rows of a page's texts and links, by what is compared of them."""

    cdef readonly dict texts, links
    # The lengths of the texts: most values of data are none of them, and need not be looked for.
    cdef uint8_t[LONGEST + 1] lengths
    # What objects say that the page shows; by identity, for several lists may share them.
    cdef dict told

    def __cinit__(self):
        self.texts, self.links, self.told = {}, {}, {}
        memset(self.lengths, 0, sizeof(self.lengths))

    def read_texts(self, list rows, list texts):
        """Read the page's texts, which stand in these rows."""
        cdef Py_ssize_t place
        cdef str key
        for place in range(len(rows)):
            key = folded(texts[place])
            if len(key) >= SHORTEST:
                add(self.texts, key, rows[place])
                self.lengths[min(len(key), <Py_ssize_t>LONGEST)] = 1

    def read_links(self, list rows, list addresses, absolute):
        """Read the page's links: the whole path, the path without a query, and its last step."""
        cdef Py_ssize_t place
        cdef str href, whole, path, last
        for place in range(len(rows)):
            href = (<str>addresses[place]).strip()
            if not href or href.startswith("#"):
                continue
            whole = link_key(href if href.startswith(("http", "/")) else absolute(href))
            path = whole.partition("?")[0]
            last = path.rpartition("/")[2]
            last = (ENDING("", last) if "." in last else last).casefold()
            if len(whole) > 1:
                add(self.links, whole, rows[place])
            if len(path) > 1 and path != whole:
                add(self.links, path, rows[place])
            if len(last) >= SHORTEST and last != path and last != whole:
                add(self.links, last, rows[place])

    def places(self, tuple objects):
        """Return each object's number with each row that shows what it alone says, in order."""
        cdef dict said = {}  # None: several objects say it
        cdef Py_ssize_t number
        cdef list own
        for number in range(len(objects)):
            own = self.told.get(id(objects[number]))
            if own is None:
                own = self.told[id(objects[number])] = self.told_by_object(objects[number])
            for key in own:
                if said.setdefault(key, number) != number:
                    said[key] = None
        return sorted({(one, row) for key, one in said.items() if one is not None for row in self.rows_of(key)})

    cdef list rows_of(self, tuple key):
        """The rows of a text, or (True) of a link."""
        return (self.links if key[0] else self.texts).get(key[1])

    cdef list told_by_object(self, dict fields):
        """What an object says that the page shows, on few places."""
        cdef list found = []
        for name, value in fields.items():
            if (<str>name).startswith("@"):
                continue
            if type(value) is str:
                self.tell_text((<str>value).strip(), found)
            elif isinstance(value, int) and value >= FIRST_CODE:
                self.tell(True, str(value), found)
        return found

    cdef int tell_text(self, str text, list found) except -1:
        """Add what a text may be shown as, where it is."""
        cdef bint is_word = " " not in text
        cdef str step
        if is_word and text.startswith(("http://", "https://", "/")):
            step = link_key(text)
            if len(step) > 1:
                self.tell(True, step, found)
            return 0
        self.tell_folded(plain_text(text), found)
        if is_word and len(text) >= SHORTEST:
            step = text.strip("/")
            if "/" not in step:
                self.tell(True, step.casefold(), found)
        return 0

    cdef int tell_folded(self, str text, list found) except -1:
        cdef Py_ssize_t size = 0, length
        cdef const char *signs
        cdef char[LONGEST] kept
        cdef str key
        if text.isascii():
            signs = PyUnicode_AsUTF8AndSize(text, &size)
            length = fold(signs, size, kept)
            if length < SHORTEST or not self.lengths[length]:
                return 0
            key = PyUnicode_DecodeUTF8(kept, length, NULL)
        else:
            key = folded(text)
            if len(key) < SHORTEST:
                return 0
        if not key.isdecimal():
            self.tell(False, key, found)
        return 0

    cdef int tell(self, bint is_link, str key, list found) except -1:
        rows = (self.links if is_link else self.texts).get(key)
        if rows is not None and len(<list>rows) <= MOST_PLACES:
            found.append((is_link, key))
        return 0


cdef int add(dict found, str key, row) except -1:
    rows = found.get(key)
    if rows is None:
        found[key] = [row]
    else:
        (<list>rows).append(row)
    return 0
