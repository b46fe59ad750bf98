# cython: language_level=3, boundscheck=True, wraparound=False
"""Records as lines of JSON, written as UTF-8 at once: without an object for each name, text and line."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize, PyBytes_Size
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

from datetime import date, datetime
from math import isfinite

from pagerows.values import Money

cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL

cdef char *HEX = b"0123456789abcdef"


cdef class _Room:
    """Bytes that are being written."""

    cdef char *at
    cdef Py_ssize_t size
    cdef Py_ssize_t room

    def __cinit__(self):
        self.size, self.room = 0, 1 << 14
        self.at = <char *>malloc(self.room)
        if self.at == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.at)

    cdef int reserve(self, Py_ssize_t more) except -1:
        """Make room for so many bytes more."""
        cdef char *larger
        if self.size + more > self.room:
            larger = <char *>realloc(self.at, 2 * (self.size + more))
            if larger == NULL:
                raise MemoryError
            self.at, self.room = larger, 2 * (self.size + more)
        return 0

    cdef int put(self, const char *bytes_, Py_ssize_t size) except -1:
        """Write bytes as they are."""
        self.reserve(size)
        memcpy(self.at + self.size, bytes_, size)
        self.size += size
        return 0

    cdef int put_number(self, Py_ssize_t number) except -1:
        """Write a number from 0 on."""
        cdef char digits[20]
        cdef Py_ssize_t first = 20
        while first == 20 or number:
            first -= 1
            digits[first] = <char>(48 + number % 10)
            number //= 10
        return self.put(&digits[first], 20 - first)

    cdef int put_text(self, object text, bint quoted) except -1:
        """Write a text, as it is or as JSON; what UTF-8 has no place for is a question mark."""
        cdef Py_ssize_t size
        cdef const char *at
        cdef object held
        try:
            at = PyUnicode_AsUTF8AndSize(text, &size)
        except UnicodeEncodeError:
            held = text.encode("utf-8", "replace")
            at, size = PyBytes_AsString(held), PyBytes_Size(held)
        return self.put_quoted(at, size) if quoted else self.put(at, size)

    cdef int put_quoted(self, const char *text, Py_ssize_t size) except -1:
        """Write a text as JSON: in quotes, with quotes, backslashes and control characters escaped."""
        cdef char *to
        cdef Py_ssize_t k
        cdef unsigned char byte
        cdef char letter
        self.reserve(6 * size + 2)
        to = self.at + self.size
        to[0] = b'"'
        to += 1
        for k in range(size):
            byte = <unsigned char>text[k]
            if byte >= 0x20 and byte != 0x22 and byte != 0x5C:
                to[0] = <char>byte
                to += 1
                continue
            letter = _short(byte)
            to[0], to[1] = b"\\", letter
            to += 2
            if letter == b"u":
                to[0] = to[1] = b"0"
                to[2], to[3] = HEX[byte >> 4], HEX[byte & 15]
                to += 4
        to[0] = b'"'
        self.size = to + 1 - self.at
        return 0


cdef inline char _short(unsigned char byte) noexcept nogil:
    """The letter that stands behind the backslash for a byte; u where it has none of its own."""
    if byte == 0x22 or byte == 0x5C:
        return <char>byte
    if byte == 0x0A:
        return b"n"
    if byte == 0x09:
        return b"t"
    if byte == 0x0D:
        return b"r"
    if byte == 0x0C:
        return b"f"
    if byte == 0x08:
        return b"b"
    return b"u"


def json_lines(str before, Py_ssize_t first, xpaths, fields, values, told, str after):
    """Return a line for each record: `before`, its number from `first` on, its XPath, texts and values, `after`.

    `fields` and `values` are names with what each record has (None: nothing); `told` gives the JSON of a value.
    """
    cdef _Room room = _Room()
    cdef list keys = _keys(fields), value_keys = _keys(values)
    cdef list paths = list(xpaths), cells = [list(column) for _, column in fields], typed = [list(column) for _, column in values]
    cdef Py_ssize_t row
    for row in range(len(paths)):
        room.put_text(before, False)
        room.put_number(first + row)
        if paths[row] is not None:
            room.put(b', "xpath": ', 11)
            room.put_text(paths[row], True)
        room.put(b', "fields": {', 13)
        _put_fields(room, row, keys, cells)
        room.put(b"}", 1)
        _put_values(room, row, b', "values": {', value_keys, typed, told)
        room.put_text(after, False)
    return PyBytes_FromStringAndSize(room.at, room.size)


def json_values(Py_ssize_t rows, values, told):
    """Return the values of each record as JSON, None where it has none."""
    cdef list keys = _keys(values), typed = [list(column) for _, column in values], found = []
    cdef _Room room
    cdef Py_ssize_t row
    for row in range(rows):
        room = _Room()
        _put_values(room, row, b"{", keys, typed, told)
        found.append((room.at[:room.size]).decode("utf-8") if room.size else None)
    return found


cdef list _keys(columns):
    """The name of each column as JSON, with its colon."""
    cdef _Room room
    cdef list keys = []
    for name, _ in columns:
        room = _Room()
        room.put_text(name, True)
        room.put(b": ", 2)
        keys.append(PyBytes_FromStringAndSize(room.at, room.size))
    return keys


cdef int _put_key(_Room room, bytes key, bint is_first) except -1:
    """Write the name of a member, behind a comma where others stand before it."""
    if not is_first:
        room.put(b", ", 2)
    return room.put(PyBytes_AsString(key), PyBytes_Size(key))


cdef int _put_fields(_Room room, Py_ssize_t row, list keys, list cells) except -1:
    """Write the texts of a record."""
    cdef Py_ssize_t column
    cdef bint is_first = True
    for column in range(len(keys)):
        cell = (<list>cells[column])[row]
        if cell is not None:
            _put_key(room, keys[column], is_first)
            room.put_text(cell if isinstance(cell, str) else str(cell), True)
            is_first = False
    return 0


cdef int _put_values(_Room room, Py_ssize_t row, bytes before, list keys, list typed, object told) except -1:
    """Write the values of a record, where it has any, behind what stands before them."""
    cdef Py_ssize_t column
    cdef bint is_first = True
    for column in range(len(keys)):
        value = (<list>typed[column])[row]
        if value is not None:
            if is_first:
                room.put(PyBytes_AsString(before), PyBytes_Size(before))
            _put_key(room, keys[column], is_first)
            _put_value(room, value, told)
            is_first = False
    return 0 if is_first else room.put(b"}", 1)


cdef int _put_value(_Room room, object value, object told) except -1:
    """Write a value; the usual kinds without asking the encoder, who takes ten times as long."""
    kind = type(value)
    if kind is int or (kind is float and isfinite(value)):
        room.put(b'{"value": ', 10)
        room.put_text(repr(value), False)
        return room.put(b"}", 1)
    if kind is date or kind is datetime:
        room.put(b'{"value": "', 11)
        room.put_text(value.isoformat(), False)
        return room.put(b'"}', 2)
    if kind is Money and value[2] is None and value[1] and isfinite(value[0]):
        room.put(b'{"value": ', 10)
        room.put_text(repr(float(value[0])), False)
        room.put(b', "currency": ', 14)
        room.put_text(value[1], True)
        return room.put(b"}", 1)
    return room.put_text(told(value), False)


def texts_and_urls(tuple cells):
    """Return the texts of a column's cells and their addresses, and whether there is one; None where a cell is none."""
    cdef list texts = [], urls = []
    cdef bint is_linked = False
    for cell in cells:
        if cell is None:
            texts.append(None)
            urls.append(None)
            continue
        url = (<tuple>cell)[2]
        texts.append((<tuple>cell)[0])
        urls.append(url)
        is_linked = is_linked or bool(url)
    return tuple(texts), tuple(urls), is_linked
