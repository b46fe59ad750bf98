# cython: language_level=3, boundscheck=True, wraparound=False
"""Numbers of the usual forms, read from their bytes, and what they show of the sign before their fraction."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_FromStringAndSize

from pagerows.columns._bytes cimport Text, code_at, digit, digits_end, is_plain_letter, number_end, past, sign

cdef extern from "Python.h":
    double PyOS_string_to_double(const char *digits, char **end, object error) except? -1.0

cdef enum:
    #: Most digits that a number has without being a code, and that a float holds.
    MOST = 15
    #: Most characters behind a number that is counted.
    MOST_BEHIND = 32


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


def plain_count(str whole):
    """Return "(" or nothing, the number behind it and the letters behind a space that a text is; None: there is more to it.

    >>> plain_count("1,204 reviews"), plain_count("(12 new)"), plain_count("(3)"), plain_count("3D"), plain_count("2 x 4")
    (('', '1,204', ' reviews'), ('(', '12', ' new)'), ('(', '3', ')'), None, None)
    """
    cdef Text text
    cdef Py_ssize_t start, end, at
    if not whole.isascii():
        return None
    text = bytes_of(whole)
    start = past(&text, 0, b"(")
    end = number_end(&text, start)
    if end == start or end == text.size or text.size - end > MOST_BEHIND:
        return None
    if sign(&text, end) != 32 and not (sign(&text, end) == 41 and end + 1 == text.size):
        return None
    for at in range(end, text.size):
        if not (is_plain_letter(sign(&text, at)) or sign(&text, at) in b" )"):
            return None
    return whole[:start], whole[start:end], whole[end:]


def plain_amounts(str whole, symbols, signs):
    """Return the number and the sign of an amount that a text is, or of the two ends of a range; None: there is more to it.

    A sign is a symbol before or behind the number, or one of `signs` that has up to three capitals before its symbol.

    >>> plain_amounts("$ 1,299", "$€", ()), plain_amounts("5 € - 7 €", "$€", ()), plain_amounts("from $5", "$€", ())
    ((('1,299', '$'),), (('5', '€'), ('7', '€')), None)
    >>> plain_amounts("US $5-US $7", "$€", ["US $"])
    (('5', 'US $'), ('7', 'US $'))
    """
    cdef Text text
    cdef Py_ssize_t end = 0
    try:
        text = bytes_of(whole)
    except UnicodeEncodeError:  # half of a character
        return None
    first = amount_at(&text, 0, symbols, signs, &end)
    if first is None or end == text.size:
        return None if first is None else (first,)
    end = behind_dash(&text, end)
    last = amount_at(&text, end, symbols, signs, &end) if end > 0 else None
    return (first, last) if last is not None and end == text.size and first[1] == last[1] else None


def plain_prices(list texts, symbols, signs):
    """Return the numbers of texts that all are one amount each, and their signs; None where one of them is not.

    >>> plain_prices(["$5", "7 €"], "$€", ()), plain_prices(["$5", "from $7"], "$€", ())
    ((['5', '7'], ['$', '€']), None)
    """
    cdef list numbers = [], found = []
    for text in texts:
        amounts = plain_amounts(text, symbols, signs)
        if amounts is None or len(<tuple>amounts) > 1:
            return None
        number, sign = (<tuple>amounts)[0]
        numbers.append(number)
        found.append(sign)
    return numbers, found


cdef Py_ssize_t behind_dash(const Text *text, Py_ssize_t at) noexcept:
    """The place behind a dash with a space on both sides, or on none; -1 where there is no such dash."""
    cdef Py_ssize_t width = 0, start = past(text, at, b" ")
    if code_at(text, start, &width) not in (0x2D, 0x2013, 0x2014):
        return -1
    return start + width + (start - at) if (sign(text, start + width) == 32) == (start > at) else -1


cdef tuple amount_at(const Text *text, Py_ssize_t at, symbols, signs, Py_ssize_t *stop):
    """The number and the sign at a place, and where they end; None where there are none."""
    cdef Py_ssize_t start = at, end = number_end(text, at), width = 0
    if end > at:
        start = past(text, end, b" ")
        code_at(text, start, &width)
        stop[0] = start + width
        if start >= text.size:
            return None
        symbol = PyUnicode_FromStringAndSize(&text.signs[start], width)
        return (PyUnicode_FromStringAndSize(&text.signs[at], end - at), symbol) if symbol in symbols else None
    while start - at < 3 and 65 <= sign(text, start) <= 90:
        start += 1
    start = past(text, start, b" ") if start > at else start
    code_at(text, start, &width)
    if start >= text.size:
        return None
    symbol = PyUnicode_FromStringAndSize(&text.signs[start], width)
    if symbol not in symbols:
        return None
    if start > at:
        symbol = PyUnicode_FromStringAndSize(&text.signs[at], start + width - at)
        if symbol not in signs:
            return None
    start = past(text, start + width, b" ")
    end = number_end(text, start)
    stop[0] = end
    return (PyUnicode_FromStringAndSize(&text.signs[start], end - start), symbol) if end > start else None


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


def are_codes(list tokens, bint alike=True):
    """Tell whether one of the numbers is a code (zip, phone, version), or, where asked, all have the same many digits.

    >>> are_codes(["12", "1 234"]), are_codes(["12", "012"]), are_codes(["1.2.3.4"]), are_codes(["123456", "123457", "123458"])
    (False, True, True, True)
    """
    cdef Py_ssize_t size = -1
    cdef Text text
    for token in tokens:
        text = bytes_of(token)
        if is_code(&text):
            return True
        alike = alike and (size == text.size if size >= 0 else digits_end(&text, 0) == text.size)
        size = text.size
    return alike and size > 5 and len(set(tokens)) > 2


cdef bint is_code(const Text *token) noexcept:
    """Whether digits are a code and not an amount."""
    cdef Py_ssize_t at, start = 0, groups = 1, last = 0
    if digits_end(token, 0) == token.size:
        return (token.size > 1 and sign(token, 0) == b"0") or token.size > 12
    for at in range(token.size):
        if not digit(token, at):
            last, start, groups = at - start, at + 1, groups + 1
    return groups > 2 and last not in (2, 3)  # a version or address, not thousands


def are_years(list tokens, int latest):
    """Tell whether all numbers are years of our time."""
    cdef Text text
    for token in tokens:
        text = bytes_of(token)
        if text.size != 4 or digits_end(&text, 0) != 4 or not 1850 <= int(token) <= latest:
            return False
    return True


def read_numbers(list tokens, mark):
    """Return the numbers that texts are, of those that are written as one, and whether all are whole.

    >>> read_numbers(["12", "1.5", "1,5"], ".")
    ({'12': 12, '1.5': 1.5}, False)
    """
    cdef dict found = {}
    cdef bint whole = True
    for token in tokens:
        value = read_number(token, mark)
        if value is not None:
            found[token] = value
            whole = whole and type(value) is int
    return found, whole


cpdef object read_number(str token, mark):
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
