# cython: language_level=3, boundscheck=True, wraparound=False
"""Numbers of the usual forms, read from their bytes, and what they show of the sign before their fraction."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_FromStringAndSize

from pagerows.columns._bytes cimport Text, code_at, digit, number_end, past, sign

cdef extern from "Python.h":
    double PyOS_string_to_double(const char *digits, char **end, object error) except? -1.0

cdef enum:
    #: Most digits that a number has without being a code, and that a float holds.
    MOST = 15


cdef Text bytes_of(str whole) except *:
    cdef Text text
    text.signs = PyUnicode_AsUTF8AndSize(whole, &text.size)
    return text


def is_number(str whole):
    """Tell whether a text is a number and nothing else.

    >>> is_number("1 234,50"), is_number("1.5 kg"), is_number(".5")
    (True, False, False)
    """
    cdef Text text
    if not whole.isascii():
        return False
    text = bytes_of(whole)
    return text.size > 0 and number_end(&text, 0) == text.size


def plain_amount(str whole, symbols):
    """Return the number and the symbol of a currency that a text is, in any order; None where there is more to it.

    >>> plain_amount("$ 1,299", "$€"), plain_amount("5 €", "$€"), plain_amount("from $5", "$€")
    (('1,299', '$'), ('5', '€'), None)
    """
    cdef Text text
    cdef Py_ssize_t start, end, width = 0
    try:
        text = bytes_of(whole)
    except UnicodeEncodeError:  # half of a character
        return None
    end = number_end(&text, 0)
    if end > 0:
        start = past(&text, end, b" ")
        code_at(&text, start, &width)
        if start + width != text.size:
            return None
        symbol, token = PyUnicode_FromStringAndSize(&text.signs[start], width), whole[:end]
    else:
        code_at(&text, 0, &width)
        start = past(&text, width, b" ")
        if start >= text.size or number_end(&text, start) != text.size or not digit(&text, start):
            return None
        symbol = PyUnicode_FromStringAndSize(text.signs, width)
        token = PyUnicode_FromStringAndSize(&text.signs[start], text.size - start)
    return (token, symbol) if symbol in symbols else None


cdef struct Votes:
    # How many tokens show for certain, and how many may show, that a dot or a comma is before their fraction.
    Py_ssize_t dots, commas, open_dots, open_commas


cdef void vote(const Text *token, Votes *votes) noexcept:
    """Count what one token shows; where it leaves it open, the mark that it has."""
    cdef Py_ssize_t at, dots = 0, commas = 0, first = -1, last = -1
    cdef bint apart = False, sure, is_dot
    for at in range(token.size):
        if sign(token, at) in b".,":
            first, last = at if first < 0 else first, at
            dots += sign(token, at) == b"."
            commas += sign(token, at) == b","
        apart = apart or sign(token, at) in b" '"
    if last < 0:
        return
    is_dot = sign(token, last) == b"."
    sure = True
    if (dots and commas) or apart:  # "1.234,5", "1 234,5": the last one is the fraction's
        pass
    elif dots + commas > 1:  # "1.234.567": only thousands come more than once
        is_dot = not is_dot
    else:
        sure = token.size - last - 1 != 3 or sign(token, 0) == b"0" or first > 3
    if sure:
        votes.dots += is_dot
        votes.commas += not is_dot
    else:
        votes.open_dots += is_dot
        votes.open_commas += not is_dot


def votes(tokens):
    """Return how many tokens show for certain that a dot, or a comma, is before fractions, and how many may show it.

    >>> votes(["1.5", "1,234.5", "3.350", "1,299,000", "12"])
    (3, 0, 1, 0)
    """
    cdef Votes found = Votes(0, 0, 0, 0)
    cdef Text token
    for each in tokens:
        token = bytes_of(each)
        vote(&token, &found)
    return found.dots, found.commas, found.open_dots, found.open_commas


cdef bint are_thousands(const Text *token, Py_ssize_t stop) noexcept:
    """Whether the groups of digits before a place are thousands: 1 234 567, or as in India 12 34 567."""
    cdef Py_ssize_t at, start = 0, first = -1, twos = 0, threes = 0, others = 0, last = 0
    for at in range(stop + 1):
        if at < stop and digit(token, at):
            continue
        last = at - start
        start = at + 1
        if first < 0:
            first = last
        elif at < stop:
            twos += last == 2
            threes += last == 3
            others += last not in (2, 3)
    if first == stop:  # no groups at all
        return True
    return 1 <= first <= 3 and last == 3 and others == 0 and (twos == 0 or (threes == 0 and first <= 2))


def read_number(str token, mark):
    """Read a number whose fraction stands behind `mark`; None where it is not written as one.

    >>> read_number("1.234,50", ","), read_number("3,350", "."), read_number("12,34", "."), read_number("1.234", None)
    (1234.5, 3350, None, None)
    """
    cdef Text text
    cdef unsigned char before = 0
    cdef Py_ssize_t at, stop = -1, count = 0
    cdef char digits[MOST + 2]
    cdef long long value = 0
    if not token.isascii():
        return None
    text = bytes_of(token)
    if mark is not None:
        before = ord(mark)
    for at in range(text.size):
        if digit(&text, at):
            if count >= MOST:
                return None
            digits[count + (stop >= 0)] = sign(&text, at)
            value = 10 * value + sign(&text, at) - 48
            count += 1
        elif sign(&text, at) == before:
            if stop >= 0:
                return None  # a second one
            stop = at
            digits[count] = b"."
        elif sign(&text, at) not in b".,' " or stop >= 0 or (mark is None and sign(&text, at) in b".,"):
            return None
    if count == 0 or not are_thousands(&text, text.size if stop < 0 else stop) or stop == text.size - 1:
        return None
    digits[count + (stop >= 0)] = 0
    return value if stop < 0 else PyOS_string_to_double(digits, NULL, None)
