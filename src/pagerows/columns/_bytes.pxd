# cython: language_level=3
"""A text as its bytes, and what stands at its places: nothing but zeros around it."""

cdef struct Text:
    const char *signs
    Py_ssize_t size


cdef inline unsigned char sign(const Text *text, Py_ssize_t at) noexcept:
    return text.signs[at] if 0 <= at < text.size else 0


cdef inline bint digit(const Text *text, Py_ssize_t at) noexcept:
    return 48 <= sign(text, at) <= 57


cdef inline Py_ssize_t past(const Text *text, Py_ssize_t at, unsigned char wanted) noexcept:
    """The next place where this one has a sign, else this one."""
    return at + (sign(text, at) == wanted)


cdef inline unsigned char small(unsigned char letter) noexcept:
    return letter + 32 if 65 <= letter <= 90 else letter


cdef inline bint is_plain_letter(unsigned char letter) noexcept:
    return 97 <= small(letter) <= 122


cdef inline Py_ssize_t code_at(const Text *text, Py_ssize_t at, Py_ssize_t *width) noexcept:
    """The character whose bytes begin at a place, and how many they are."""
    cdef Py_ssize_t first = sign(text, at), code, more
    width[0] = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    code = first if first < 0x80 else first & (0xFF >> (width[0] + 1))
    for more in range(1, width[0]):
        code = code << 6 | (sign(text, at + more) & 0x3F)
    return code


cdef inline Py_ssize_t digits_end(const Text *text, Py_ssize_t at) noexcept:
    while digit(text, at):
        at += 1
    return at


cdef inline Py_ssize_t number_end(const Text *text, Py_ssize_t at) noexcept:
    """Where the number at a place ends: digits with marks between them, spaces only before three digits."""
    cdef Py_ssize_t end = digits_end(text, at)
    while end > at:
        if sign(text, end) in b".,'" and digit(text, end + 1):
            end = digits_end(text, end + 1)
        elif sign(text, end) == 32 and digits_end(text, end + 1) == end + 4:
            end += 4
        else:
            break
    return end
