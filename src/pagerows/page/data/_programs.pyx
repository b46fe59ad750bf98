# cython: language_level=3, boundscheck=True, wraparound=False
"""Which scripts of a page may hold data, and where in them: most hold none, and nobody else looks at those.

Where a program may set a variable to a literal is looked for backwards from each ``=``, which are few.
"""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.string cimport memchr, memcmp


def telling(list scripts, long long most, str push):
    """Return the scripts that may hold data, of so many characters in all: ``(type, id, text, pushes, settings)`` each.

    `scripts` are attributes and text. `pushes` are the places of `push` in a program; None: it is JSON. A program that begins
    with one has no `settings`: what is pushed may look like a program.

    >>> telling([((("type", "application/json"),), "[1]"), ((), "f()"), ((), "let a = [2]")], 100, "push(")
    [('application/json', '', '[1]', None, []), ('', '', 'let a = [2]', [], [0])]
    """
    cdef list found = [], pushes, places
    cdef str text, kind, name
    for attributes, text in scripts:
        most -= len(text)
        if most < 0:
            continue
        kind, name = of_script(attributes, "type").lower(), of_script(attributes, "id")
        if "json" in kind:
            found.append((kind, name, text, None, []))
        elif not kind or "javascript" in kind or kind == "module":
            pushes = all_places(text, push)
            places = [] if pushes and text.lstrip().startswith(push) else settings(text)
            if pushes or places:
                found.append((kind, name, text, pushes, places))
    return found


cdef str of_script(attributes, str wanted):
    """The value of an attribute, empty where there is none."""
    found = ""
    for name, value in attributes:
        if name == wanted:
            found = value or ""
    return found


cdef list all_places(str text, str word):
    """Where a word stands in a text, whatever is around it."""
    cdef list found = []
    cdef Py_ssize_t at = text.find(word)
    while at >= 0:
        found.append(at)
        at = text.find(word, at + len(word))
    return found


cpdef list settings(str program):
    """Return where ``window.a = {``, ``self["a"] = [`` or ``var a = "`` may begin, in order; what is none may be among it.

    >>> settings("f(a == b); var a = {b: 1}; c = [2]; window['d'] = JSON.parse('3')")
    [11, 36]
    """
    cdef Py_ssize_t size = 0, at = 0, start, characters = 0, counted = 0
    cdef const char *text = PyUnicode_AsUTF8AndSize(program, &size)
    cdef const char *found
    cdef list starts = []
    while at < size:
        found = <const char *>memchr(text + at, c"=", size - at)
        if found is NULL:
            break
        at = found - text
        if is_literal(text, size, at + 1):
            start = beginning(text, at)
            if start >= 0:
                while counted < start:  # the characters are asked for, not the bytes
                    characters += not is_further(text[counted])
                    counted += 1
                starts.append(characters)
        at += 1
    return starts


cdef bint is_literal(const char *text, Py_ssize_t size, Py_ssize_t at) noexcept:
    """Whether a literal may begin here, behind space."""
    while at < size and is_space(text[at]):
        at += 1
    if at == size:
        return False
    return text[at] in (c"[", c"{", c"(", c'"', c"'") or (size - at > 10 and memcmp(text + at, b"JSON.parse(", 11) == 0)


cdef Py_ssize_t beginning(const char *text, Py_ssize_t end) noexcept:
    """Where the variable begins that ends here; -1 where none does."""
    cdef Py_ssize_t name = before_space(text, end), start = name
    if name and text[name - 1] == c"]":
        return before_brackets(text, name - 1)
    while start and is_named(text[start - 1]):
        start -= 1
    if start == name or start == 0:
        return -1
    name = before_space(text, start)
    if name < start:
        for word in (b"var", b"let", b"const"):
            if ends_with(text, name, word):
                return name - len(word)
    if name and text[name - 1] == c".":
        return before_window(text, name - 1)
    return -1


cdef Py_ssize_t before_brackets(const char *text, Py_ssize_t end) noexcept:
    """The same for a variable whose name stands in quotes and brackets, of which the last ends here."""
    cdef Py_ssize_t at = before_space(text, end)
    if not at or not is_quote(text[at - 1]):
        return -1
    at -= 1
    while at and not is_quote(text[at - 1]):
        at -= 1
    at = before_space(text, at - 1) if at else 0
    return before_window(text, at - 1) if at and text[at - 1] == c"[" else -1


cdef Py_ssize_t before_window(const char *text, Py_ssize_t end) noexcept:
    """Where the word for what holds all variables begins that ends here, space aside; -1 where none does."""
    cdef Py_ssize_t at = before_space(text, end)
    for word in (b"window", b"self", b"globalThis"):
        if ends_with(text, at, word):
            return at - len(word)
    return -1


cdef Py_ssize_t before_space(const char *text, Py_ssize_t end) noexcept:
    while end and is_space(text[end - 1]):
        end -= 1
    return end


cdef bint ends_with(const char *text, Py_ssize_t end, bytes word) noexcept:
    cdef Py_ssize_t length = len(word)
    return end >= length and memcmp(text + end - length, <const char *>word, length) == 0


cdef bint is_space(char sign) noexcept nogil:
    return sign == c" " or 9 <= sign <= 13


cdef bint is_named(char sign) noexcept nogil:
    """Whether a byte may be part of a name."""
    return (
        c"a" <= sign <= c"z" or c"A" <= sign <= c"Z" or c"0" <= sign <= c"9" or sign == c"_" or sign == c"$" or sign < 0
    )


cdef bint is_quote(char sign) noexcept nogil:
    return sign == c'"' or sign == c"'"


cdef bint is_further(char sign) noexcept nogil:
    """Whether a byte of UTF-8 goes on with a character."""
    return (sign & 0xC0) == 0x80
