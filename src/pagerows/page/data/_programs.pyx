# cython: language_level=3, boundscheck=True, wraparound=False
"""Which scripts and attributes of a page may hold data, and where in them: most hold none, and nobody else looks at those.

They are looked at where they stand in the page's UTF-8; only what may hold data becomes a text. Where a program may set a
variable to a literal is looked for backwards from each ``=``, which are few.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memchr, memcmp

from pagerows.page._parser cimport NODE_TEXT, Attribute, Attributes, Document, Node, NodeData, Span


cdef enum:
    # Levels of a literal that are looked at, objects of a list, and variables of a program that are read.
    LEVELS = 64
    FEWEST = 3
    VARIABLES = 50
    # Fewest characters of an attribute that are data.
    SHORTEST = 20

#: The name of data in which every member is the number of another entry, and what a server sends to a framework in pieces.
cdef bytes FLAT = b"__NUXT_DATA__", PUSH = b"self.__next_f.push("


cdef struct Marks:
    # What the attributes of a page tell: how many are data, how many begin items of microdata or RDFa, and whether there are
    # items that name others.
    Py_ssize_t containers, items
    bint refers


cdef class Carried:
    """What a page may carry of data: scripts, attributes, items of microdata or RDFa.

    Told are ``(name, text, pushes, settings)`` of scripts: `pushes` are the places where a program pushes what a server sends,
    None for JSON (`JSON_LD`: JSON-LD). A program that begins with one has no `settings`: what is pushed may look like a program.
    """

    cdef NodeData rows
    cdef Document *document
    cdef Marks marks
    # Whether only what may hold a list of objects counts.
    cdef readonly bint listed

    def __cinit__(self, NodeData rows, Py_ssize_t most_sets, bint listed):
        self.rows, self.document = rows, rows.source.document
        self.marks = marks_of(rows)
        # Of more pieces than are kept some are left out, whatever they hold.
        self.listed = listed and <Py_ssize_t>self.document.scripts.count + self.marks.containers < most_sets

    @property
    def begins_like_data(self):
        """Whether the document may itself be data: it begins as an array or object of JSON does."""
        cdef Py_ssize_t at = past_space(<const char *>self.rows.source.bytes, self.rows.source.size, 0)
        return at < self.rows.source.size and self.rows.source.bytes[at] in (c"[", c"{")

    @property
    def has_items(self):
        """Whether there are items of microdata or RDFa; of a list so many as it needs."""
        if self.marks.refers:  # one that others refer to may count as several
            return self.marks.items > 0
        return self.marks.items >= (FEWEST if self.listed else 1)

    def scripts(self, long long most):
        """Return the scripts that may hold data, of so many characters in all."""
        cdef list found = []
        cdef uint32_t place, of_type, of_id
        cdef const Node *node
        cdef Span text
        cdef bint single
        if not self.document.scripts.count:
            return found
        of_type, of_id = self.rows.number_of("type"), self.rows.number_of("id")
        counted = all_characters(self.document) <= most  # else each is counted
        single = self.listed and self.json_ld(of_type, most, counted) < FEWEST  # else objects alone may be a list
        for place in range(self.document.scripts.count):
            node = self.document.scripts.items[place]
            text = text_of(node)
            if not counted:
                most -= characters(text)
                if most < 0:
                    continue
            if text.length:
                self.tell(value_of(self.document, node, of_type), value_of(self.document, node, of_id), text, single, found)
        return found

    cdef Py_ssize_t json_ld(self, uint32_t of_type, long long most, bint counted):
        """How many scripts are JSON-LD."""
        cdef uint32_t place
        cdef Py_ssize_t found = 0
        for place in range(self.document.scripts.count):
            if not counted:
                most -= characters(text_of(self.document.scripts.items[place]))
            if most >= 0 or counted:
                found += holds(value_of(self.document, self.document.scripts.items[place], of_type), b"ld+json")
        return found

    cdef int tell(self, Span kind, Span name, Span text, bint single, list found) except -1:
        """Tell of a script, where it may hold data."""
        cdef const char *signs = <const char *>text.at
        cdef bint is_flat, is_ld
        cdef list pushes, places
        cdef str made
        if holds(kind, b"json"):
            is_ld = holds(kind, b"ld+json")
            is_flat = not is_ld and name.length == <uint32_t>len(FLAT) and memcmp(name.at, <const char *>FLAT, name.length) == 0
            if is_flat or (not single if is_ld else not self.listed) or may_hold(signs, text.length):
                found.append((JSON_LD if is_ld else JSON, string(name), string(text), None, None))
        elif not kind.length or holds(kind, b"javascript") or (kind.length == 6 and holds(kind, b"module")):
            pushes = all_places(signs, text.length)
            if pushes:
                made = string(text)
                places = [] if made.lstrip().startswith(PUSH.decode()) else settings_of(signs, text.length, self.listed)
                found.append((PROGRAM, string(name), made, pushes, places))
                return 0
            places = settings_of(signs, text.length, self.listed)
            if places:
                found.append((PROGRAM, string(name), string(text), pushes, places))
        return 0

    def attributes(self):
        """Return name and value of each attribute that may hold data, not too short to do so."""
        cdef const Attributes *every = &self.document.tokens.attributes
        cdef uint32_t count = self.document.attribute_names.count, place, number
        cdef uint32_t *times
        cdef list found = []
        cdef Span value
        if not self.marks.containers:
            return found
        times = <uint32_t *>PyMem_Calloc(count + 1, sizeof(uint32_t))
        if times is NULL:
            raise MemoryError
        try:
            for place in range(every.count):
                times[every.items[place].name] += is_container(self.document, every.items + place)
            for place in range(every.count):
                number, value = every.items[place].name, every.items[place].value
                if not times[number] or value.length < SHORTEST or not is_container(self.document, every.items + place):
                    continue
                if not self.listed or times[number] >= FEWEST or may_hold(<const char *>value.at, value.length):
                    found.append((self.rows.name(number), string(value)))
        finally:
            PyMem_Free(times)
        return found


cdef enum:
    KIND_PROGRAM = 0
    KIND_JSON = 1
    KIND_JSON_LD = 2

PROGRAM, JSON, JSON_LD = KIND_PROGRAM, KIND_JSON, KIND_JSON_LD


cdef Marks marks_of(NodeData rows):
    """What all attributes of a page tell, in one pass."""
    cdef const Attributes *every = &rows.source.document.tokens.attributes
    cdef uint32_t scope = rows.number_of("itemscope"), kind = rows.number_of("typeof"), place, name
    cdef Marks found
    found.containers = found.items = 0
    for place in range(every.count):
        name = every.items[place].name
        found.items += name == scope or name == kind
        found.containers += is_container(rows.source.document, every.items + place)
    found.refers = found.items and rows.has_attribute("itemref")
    return found


cdef inline bint is_container(const Document *document, const Attribute *attribute) noexcept nogil:
    """Whether an attribute is one of data, and begins like an array or object of JSON."""
    cdef Span name
    if not attribute.value.length or attribute.value.at[0] not in (c"[", c"{"):
        return False
    name = document.attribute_names.items[attribute.name]
    return name.length > 5 and memcmp(name.at, b"data-", 5) == 0


cdef Span text_of(const Node *script) noexcept nogil:
    """The text of a script."""
    cdef Span none
    none.at, none.length = NULL, 0
    return none if script.first is NULL or script.first.kind != NODE_TEXT else script.first.text


cdef Span value_of(const Document *document, const Node *node, uint32_t name) noexcept nogil:
    """The value of an attribute, empty where there is none."""
    cdef const Attribute *at = document.tokens.attributes.items + node.attributes
    cdef Span found
    cdef uint32_t place
    found.at, found.length = NULL, 0
    for place in range(node.attribute_count):
        if at[place].name == name:
            found = at[place].value
    return found


cdef bint holds(Span text, bytes word) noexcept:
    """Whether a word in small letters stands in a text of any letters."""
    cdef const uint8_t *wanted = <const uint8_t *><const char *>word
    cdef uint32_t length = <uint32_t>len(word), start = 0, at
    cdef uint8_t sign
    while start + length <= text.length:
        at = 0
        while at < length:
            sign = text.at[start + at]
            if (sign + 32 if c"A" <= sign <= c"Z" else sign) != wanted[at]:
                break
            at += 1
        if at == length:
            return True
        start += 1
    return False


cdef long long all_characters(const Document *document) noexcept nogil:
    """No fewer characters than all scripts have: their bytes."""
    cdef uint32_t place
    cdef long long found = 0
    for place in range(document.scripts.count):
        found += text_of(document.scripts.items[place]).length
    return found


cdef long long characters(Span text) noexcept nogil:
    cdef uint32_t at
    cdef long long found = 0
    for at in range(text.length):
        found += (text.at[at] & 0xC0) != 0x80
    return found


cdef str string(Span span):
    return PyUnicode_DecodeUTF8(<const char *>span.at, span.length, "replace") if span.length else ""


cdef list all_places(const char *text, Py_ssize_t size):
    """Where programs push what a server sends, in characters."""
    cdef const char *push = PUSH
    cdef Py_ssize_t length = len(PUSH), sign = 5, at = 0, counted = 0, found_characters = 0
    cdef const char *found
    cdef list places = []
    while at + length <= size:
        found = <const char *>memchr(text + at + sign, push[sign], size - length - at + 1)
        if found is NULL:
            break
        at = found - text - sign
        if memcmp(text + at, push, length):
            at += 1
            continue
        while counted < at:
            found_characters += not is_further(text[counted])
            counted += 1
        places.append(found_characters)
        at += length
    return places


cpdef list settings(str program, bint listed=False):
    """Return where ``window.a = {``, ``self["a"] = [`` or ``var a = "`` may begin, in order; what is none may be among it.

    `listed`: only what may hold a list of objects, where all variables are read.

    >>> settings("f(a == b); var a = {b: 1}; c = [2]; window['d'] = JSON.parse('3')")
    [11, 36]
    >>> settings("var a = {b: 1}, b = '', c = [{}, {}, {}]; window.d = JSON.parse('3'); var e = [{}]", True)
    [42]
    """
    cdef Py_ssize_t size = 0
    cdef const char *text = PyUnicode_AsUTF8AndSize(program, &size)
    return settings_of(text, size, listed)


cdef list settings_of(const char *text, Py_ssize_t size, bint listed):
    cdef Py_ssize_t left_out = 0
    cdef list starts = all_settings(text, size, listed, &left_out)
    return starts if len(starts) + left_out < VARIABLES else all_settings(text, size, False, &left_out)


cdef list all_settings(const char *text, Py_ssize_t size, bint listed, Py_ssize_t *left_out):
    """The same, and how many were left out."""
    cdef Py_ssize_t at = 0, start, characters = 0, counted = 0, end = 0
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
    cdef Py_ssize_t size = 0
    cdef const char *signs
    try:
        signs = PyUnicode_AsUTF8AndSize(text, &size)
    except UnicodeEncodeError:  # half of a character
        return True
    return may_hold(signs, size)


cdef bint may_hold(const char *signs, Py_ssize_t size) noexcept:
    cdef Py_ssize_t end = 0
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
