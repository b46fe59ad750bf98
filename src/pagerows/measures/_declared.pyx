# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""What a page's markup says of itself to machines: Open Graph, schema.org and link relations, by what stands in its bytes."""

from libc.stdint cimport uint8_t
from libc.string cimport memchr, memcmp, memset, strlen

#: Bytes of markup that may belong to the head where nothing closes it; of a tag behind og:type, and between robots and noindex.
cdef enum: LONGEST_HEAD = 200_000, LONGEST_TAG = 200, LONGEST_ROBOTS = 60

#: Types of schema.org for lists, and for postings; types of Open Graph for groups of products.
cdef list LISTS = [b"ItemList", b"CollectionPage", b"SearchResultsPage", b"OfferCatalog", b"ProductCollection"]
cdef list POSTINGS = [b"BlogPosting", b"LiveBlogPosting", b"Report"]
cdef list GROUPS = [b"product.group", b"product:group"]


cdef class Said:
    """What a page says, as far as it was read; all of it is in these bytes."""

    cdef bytes html
    cdef const uint8_t *start
    cdef const uint8_t *head_end
    cdef const uint8_t *end
    cdef bytes kind  # the first Open Graph type
    cdef bint article, list, published, author, following, no_index, single


def said_of(bytes html not None):
    """Return what the markup, in UTF-8, declares, each 0 or 1, in the order of `DECLARED`."""
    cdef Said said = Said()
    said.html, said.start = html, <const uint8_t *><const char *>html
    said.end, said.kind = said.start + len(html), None
    said.head_end = head_end(said)
    read_head(said)
    read_types(said)
    read_linked(said)
    kind = said.kind or b""
    return [
        float(each) for each in (
            kind == b"article", kind not in (b"", b"article"), said.article, said.list or kind in GROUPS, said.published,
            said.author, said.following, said.no_index, said.single,
        )
    ]


# -- signs -------------------------------------------------------------------------------------------------------------


cdef bint is_word(uint8_t c) noexcept nogil:
    return c'a' <= c <= c'z' or c'A' <= c <= c'Z' or c'0' <= c <= c'9' or c == c'_'


cdef const uint8_t *behind_spaces(const uint8_t *at, const uint8_t *end) noexcept nogil:
    while at < end and (at[0] == c' ' or 0x09 <= at[0] <= 0x0D):
        at += 1
    return at


cdef const uint8_t *behind_word(const uint8_t *at, const uint8_t *end) noexcept nogil:
    while at < end and is_word(at[0]):
        at += 1
    return at


cdef bint stands(const uint8_t *at, const uint8_t *end, const char *word) noexcept nogil:
    cdef Py_ssize_t length = strlen(word)
    return end - at >= length and not memcmp(at, word, length)


cdef const uint8_t *found_in(const uint8_t *at, const uint8_t *end, const char *word, Py_ssize_t sign=0) noexcept nogil:
    """Where a word stands next, or the end. It is found by one of its signs, best one that few pages have, not the last."""
    cdef const uint8_t *found = at + sign
    cdef uint8_t own = <uint8_t>word[sign], behind = <uint8_t>word[sign + 1]
    while end - found > 1:
        found = <const uint8_t *>memchr(found, own, end - found - 1)
        if found is NULL:
            return end
        if found[1] == behind and stands(found - sign, end, word):
            return found - sign
        found += 1
    return end


cdef const uint8_t *skipped_to(const uint8_t *at, const uint8_t *end, const char *word) noexcept nogil:
    """The same for a word whose signs all pages have many of, by Horspool: most signs say how far ahead it can stand at best."""
    cdef uint8_t[256] ahead
    cdef Py_ssize_t length = strlen(word), place, size = end - at, last = length - 1
    cdef uint8_t final = <uint8_t>word[last], step
    memset(ahead, <int>length, sizeof(ahead))
    for place in range(last):
        ahead[<uint8_t>word[place]] = <uint8_t>(last - place)
    step, ahead[final] = ahead[final], 0
    place = last
    while place < size:
        if ahead[at[place]]:
            place += ahead[at[place]]
        elif memcmp(at + place - last, word, length):
            place += step
        else:
            return at + place - last
    return end


cdef bint is_one_of(const uint8_t *at, Py_ssize_t length, list names):
    cdef bytes name
    for name in names:
        if len(name) == length and not memcmp(at, <const char *>name, length):
            return True
    return False


# -- the head ----------------------------------------------------------------------------------------------------------


cdef const uint8_t *head_end(Said said) noexcept:
    """Where the head ends: at its end tag or where the body begins."""
    cdef const uint8_t *at = said.start
    cdef const uint8_t *end = min(said.end, said.start + LONGEST_HEAD)
    while at < end:
        at = <const uint8_t *>memchr(at, c'<', end - at)
        if at is NULL:
            return end
        if stands(at, end, b"</head") or stands(at, end, b"<body"):
            return at
        at += 1
    return end


cdef int read_head(Said said) except -1:
    cdef const uint8_t *end = said.head_end
    cdef const uint8_t *at = found_in(said.start, end, b"og:type", 2)
    if at < end:
        said.kind = open_graph(said, at)
    said.single = found_in(said.start, end, b"json+oembed", 4) < end
    said.published = found_in(said.start, end, b"article:published_time", 7) < end
    read_robots(said)
    at = said.start
    while at < end:
        at = <const uint8_t *>memchr(at, c'=', end - at)
        if at is NULL:
            return 0
        read_relation(said, at)
        at += 1
    return 0


cdef int read_relation(Said said, const uint8_t *at) except -1:
    """Read what stands behind ``rel=`` or ``name=``; `at` is the sign."""
    cdef const uint8_t *value = at + 1
    if value < said.head_end and (value[0] == c'"' or value[0] == c"'"):
        value += 1
    if at - said.start >= 3 and not memcmp(at - 3, b"rel", 3):
        said.following |= is_word_at(value, said.head_end, b"next") or is_word_at(value, said.head_end, b"prev")
        said.single |= is_word_at(value, said.head_end, b"shortlink") or is_word_at(value, said.head_end, b"amphtml")
    elif at - said.start >= 4 and not memcmp(at - 4, b"name", 4):
        said.author |= is_word_at(value, said.head_end, b"author")
    return 0


cdef bint is_word_at(const uint8_t *at, const uint8_t *end, const char *word) noexcept nogil:
    """Whether this word stands here, and not the beginning of another."""
    cdef const uint8_t *behind = at + strlen(word)
    return stands(at, end, word) and (behind == end or not is_word(behind[0]))


cdef int read_robots(Said said) except -1:
    cdef const uint8_t *at = found_in(said.start, said.head_end, b"robots", 2)
    while at < said.head_end and not said.no_index:
        at += 6
        if at < said.head_end and (at[0] == c'"' or at[0] == c"'"):
            said.no_index = is_no_index(at + 1, said.head_end)
        at = found_in(at, said.head_end, b"robots", 2)
    return 0


cdef bint is_no_index(const uint8_t *at, const uint8_t *end) noexcept:
    cdef const uint8_t *first = at
    while at < end and at - first <= LONGEST_ROBOTS:
        if stands(at, end, b"noindex"):
            return True
        if at[0] == c'<' or at[0] == c'>':
            return False
        at += 1
    return False


cdef bytes open_graph(Said said, const uint8_t *at):
    """The Open Graph type; ``content`` stands after ``property``, or before it in the same tag."""
    cdef const uint8_t *stop = at + 7
    cdef const uint8_t *opened = at
    while stop < said.head_end and stop < at + 7 + LONGEST_TAG and stop[0] != c'<' and stop[0] != c'>':
        stop += 1
    cdef bytes found = content(at, stop)
    if found:
        return found
    while opened > said.start and opened[0] != c'<':
        opened -= 1
    return content(opened, at) if opened[0] == c'<' else b""


cdef bytes content(const uint8_t *at, const uint8_t *end):
    """The first value of an attribute ``content``, in small letters, as far as it is one word; empty for none."""
    cdef const uint8_t *first
    while True:
        at = found_in(at, end, b"content=")
        if at == end:
            return b""
        at += 8
        first = at + 1 if at < end and (at[0] == c'"' or at[0] == c"'") else at
        first = at = behind_spaces(first, end)
        while at < end and (is_word(at[0]) or at[0] == c'.' or at[0] == c':' or at[0] == c'-'):
            at += 1
        if at > first:
            return (<bytes>(<const char *>first)[: at - first]).lower()


# -- the whole page ----------------------------------------------------------------------------------------------------


cdef int read_types(Said said) except -1:
    """Read what stands anywhere: types of schema.org, and names of its properties."""
    cdef const uint8_t *stop
    cdef const uint8_t *at = skipped_to(said.start, said.end, b"schema.org/")
    while at < said.end:
        stop = behind_word(at + 11, said.end)
        note_type(said, at + 11, stop)
        at = skipped_to(stop, said.end, b"schema.org/")
    said.article = said.article or found_in(said.start, said.end, b"articleBody", 7) < said.end
    said.published = said.published or found_in(said.start, said.end, b"datePublished", 4) < said.end
    said.author = said.author or skipped_to(said.start, said.end, b'rel="author"') < said.end
    return 0


cdef int note_type(Said said, const uint8_t *at, const uint8_t *stop) except -1:
    cdef Py_ssize_t length = stop - at
    if length >= 7 and not memcmp(stop - 7, b"Article", 7):
        said.article = True
    elif is_one_of(at, length, POSTINGS):
        said.article = True
    elif is_one_of(at, length, LISTS):
        said.list = True
    return 0


cdef int read_linked(Said said) except -1:
    """Read the types that JSON-LD names: from its media type on to the end of the script."""
    cdef const uint8_t *stop
    cdef const uint8_t *at = found_in(said.start, said.end, b"ld+json", 2)
    while at < said.end:
        stop = found_in(at, said.end, b"</script")
        read_typed(said, at, stop)
        at = found_in(stop, said.end, b"ld+json", 2)
    return 0


cdef int read_typed(Said said, const uint8_t *at, const uint8_t *end) except -1:
    """Read the types in a stretch of JSON: ``"@type": "Name"``, or the first of a list."""
    cdef const uint8_t *first
    cdef const uint8_t *stop
    while True:
        at = found_in(at, end, b'"@type"')
        if at == end:
            return 0
        at = behind_spaces(at + 7, end)
        if at < end and at[0] == c':':
            at = behind_spaces(at + 1, end)
            if at < end and at[0] == c'[':
                at = behind_spaces(at + 1, end)
            if at < end and at[0] == c'"':
                first = at + 1
                stop = behind_word(first, end)
                if first < stop < end and stop[0] == c'"':
                    note_type(said, first, stop)
                    at = stop + 1
