# cython: language_level=3, boundscheck=True, wraparound=False
"""Which scripts of a page may hold data, and where in them: most hold none, and nobody else looks at those.

Where a program may set a variable to a literal is looked for backwards from each ``=``, which are few.
"""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.string cimport memchr, memcmp


cdef enum:
    # Levels of a literal that are looked at, objects of a list, and variables of a program that are read.
    LEVELS = 64
    FEWEST = 3
    VARIABLES = 50


def telling(list scripts, long long most, str push, bint listed=False):
    """Return the scripts that may hold data, of so many characters in all: ``(type, id, text, pushes, settings)`` each.

    `scripts` are attributes and text. `pushes` are the places of `push` in a program; None: it is JSON. A program that begins
    with one has no `settings`: what is pushed may look like a program. `listed`: only literals that may hold a list of objects.

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
            places = [] if pushes and text.lstrip().startswith(push) else settings(text, listed)
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


cpdef list settings(str program, bint listed=False):
    """Return where ``window.a = {``, ``self["a"] = [`` or ``var a = "`` may begin, in order; what is none may be among it.

    `listed`: only what may hold a list of objects, where all variables are read.

    >>> settings("f(a == b); var a = {b: 1}; c = [2]; window['d'] = JSON.parse('3')")
    [11, 36]
    >>> settings("var a = {b: 1}, b = '', c = [{}, {}, {}]; window.d = JSON.parse('3'); var e = [{}]", True)
    [42]
    """
    cdef Py_ssize_t left_out = 0
    cdef list starts = all_settings(program, listed, &left_out)
    return starts if len(starts) + left_out < VARIABLES else all_settings(program, False, &left_out)


cdef list all_settings(str program, bint listed, Py_ssize_t *left_out):
    """The same, and how many were left out."""
    cdef Py_ssize_t size = 0, at = 0, start, characters = 0, counted = 0, end = 0
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
            if start >= 0 and listed and not may_list(text, size, past_space(text, size, at + 1), &end):
                at = end
                left_out[0] += 1
                continue
            if start >= 0:
                while counted < start:  # the characters are asked for, not the bytes
                    characters += not is_further(text[counted])
                    counted += 1
                starts.append(characters)
        at += 1
    return starts


def may_hold_list(str text):
    """Tell whether the literal that a text begins with may hold a list of three objects, or as many in an object.

    >>> may_hold_list('{"a": [{}, {"b": {}}], "c": "{,{,{"}'), may_hold_list(' [{}, {}, {}]'), may_hold_list("x")
    (False, True, True)
    """
    cdef Py_ssize_t size = 0, end = 0
    cdef const char *signs
    try:
        signs = PyUnicode_AsUTF8AndSize(text, &size)
    except UnicodeEncodeError:  # half of a character
        return True
    return may_list(signs, size, past_space(signs, size, 0), &end)


cdef bint may_list(const char *text, Py_ssize_t size, Py_ssize_t at, Py_ssize_t *end) noexcept:
    """Whether the literal at a place may hold a list of objects; where it does not, where it ends.

    What may be read in another way than it is here (comments, patterns, texts that go on) may hold one.
    """
    cdef int[LEVELS] objects
    cdef Py_ssize_t level = 0
    if at < size and text[at] in (c'"', c"'"):
        if at + 1 < size and text[at + 1] in (c"[", c"{", c"\\"):
            return True
        end[0] = behind_text(text, size, at)
        return end[0] < 0
    if at >= size or text[at] not in (c"[", c"{"):
        return True
    while at < size:
        if text[at] in (c'"', c"'"):
            at = behind_text(text, size, at)
            if at < 0:
                return True
            continue
        if text[at] in (c"/", c"`", c"\\"):
            return True
        if text[at] in (c"[", c"{"):
            if text[at] == c"{" and level:
                objects[level - 1] += 1
                if objects[level - 1] >= FEWEST:
                    return True
            if level == LEVELS:
                return True
            objects[level] = 0
            level += 1
        elif text[at] in (c"]", c"}"):
            level -= 1
            if not level:
                end[0] = at + 1
                return False
        at += 1
    return True


cdef Py_ssize_t behind_text(const char *text, Py_ssize_t size, Py_ssize_t at) noexcept:
    """The place behind the text in quotes that begins here; -1 where it does not end in its line."""
    cdef char quote = text[at]
    at += 1
    while at < size and text[at] != c"\n":
        if text[at] == quote:
            return at + 1
        at += 2 if text[at] == c"\\" else 1
    return -1


cdef Py_ssize_t past_space(const char *text, Py_ssize_t size, Py_ssize_t at) noexcept:
    while at < size and is_space(text[at]):
        at += 1
    return at


cdef bint is_literal(const char *text, Py_ssize_t size, Py_ssize_t at) noexcept:
    """Whether a literal may begin here, behind space."""
    at = past_space(text, size, at)
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
