# cython: language_level=3, boundscheck=True, wraparound=False
"""How much columns look like titles, and links that say nothing."""

from cpython.tuple cimport PyTuple_GetItem

from pagerows.tidy._places cimport HEADING, LINKING, Place, Places, places_of
from pagerows.tidy._strips cimport ITEMS, KIND, LINK, TEXT, URL, Signs, Strip, agreed, start_of, stop_of
from pagerows.tidy._strips cimport strip_of, strips, with_link

#: Cells of a column that are looked at.
cdef enum: LOOKED_AT = 8
#: Letters of a text, on average, that stands for its record where no title does.
cdef enum: PROSE = 40
#: Elements around a cell of which one may be a heading, and may be called a title, or be a link.
cdef enum: HEADED = 4, CALLED = 3, LINKED = 4
#: Letters of the shortest title.
cdef enum: SHORTEST = 3


cpdef title_of(nodes, columns):
    """Return the number of the column that is the title, or None where there is none."""
    cdef list given = strips(columns)
    cdef Places places = places_of(nodes)
    cdef Strip column
    cdef Py_ssize_t number
    cdef double best = 0.0, score
    found = None
    for number in range(len(given)):
        column = given[number]
        if column.title is None:
            column.title = title_score(places, column)
        score = column.title
        score = score - 0.05 * number if score else 0.0
        if score > best:
            best, found = score, number
    return found


cdef double title_score(Places places, Strip column) except -1:
    """How much a column looks like the title; 0 where it cannot be."""
    cdef list texts = column.texts
    cdef Signs signs
    cdef Py_ssize_t at, looked = min(LOOKED_AT, column.count), headed = 0, called = 0, linked = 0
    cdef double count, length
    if not column.is_speaking() or column.told < column.count:
        texts = [<object>PyTuple_GetItem(cell, TEXT) for cell in column.filled if may_name(cell)]
    count = len(texts)
    if not texts or count < 0.6 * column.size:
        return 0.0
    signs = column.seen() if texts is column.texts else Signs(texts)
    length = signs.length / count
    if not 3 <= length <= 200 or signs.letters < 0.8 * count:
        return 0.0
    if (column.tallied() if texts is column.texts else len(set(texts))) < 0.5 * count:
        return 0.0
    for at in range(looked):
        cell = column.filled[at]
        headed += places.is_within(start_of(cell), HEADING, HEADED)
        called += is_called(places, start_of(cell))
        linked += <object>PyTuple_GetItem(cell, KIND) == "link"
    return 1 + 3 * (headed / <double>looked) + 2 * (called / <double>looked) + linked / <double>looked - (length > 120)


cdef bint may_name(cell) except -1:
    """Whether a cell has a text of its own."""
    if not <object>PyTuple_GetItem(cell, TEXT) or <object>PyTuple_GetItem(cell, ITEMS):
        return False
    return <object>PyTuple_GetItem(cell, KIND) != "image"


cdef bint is_called(Places places, Py_ssize_t row) except -1:
    """Whether the tag path of a row ends in what is called a title."""
    cdef Py_ssize_t code = places.path_of(row), step
    cdef Place *place
    for step in range(CALLED):
        if code < 0:
            break
        place = places.place(code)
        if places.is_titled(place, code):
            return True
        code = place.above
    return False


# -- addresses ----------------------------------------------------------------------------------------------


cpdef list lend_links(nodes, columns):
    """Give the title the addresses of the record's main link where it has none."""
    cdef list found = strips(columns)
    cdef Strip column
    title = title_of(nodes, found)
    if title is None:
        return found
    column = found[title]
    if column.linked >= 0.5 * column.size:
        return found
    urls = lender(found, title)
    if urls is not None:
        found[title] = lent(column, urls)
    return found


cpdef list lend_titles(nodes, columns, list left):
    """Give records without a title, which are built otherwise than most, the first link among what is left out."""
    cdef list found = strips(columns), cells
    cdef Py_ssize_t record
    cdef Strip column
    title = title_of(nodes, found) if left else None
    if title is None:
        return found
    column = found[title]
    if column.count == column.size:
        return found
    cells = list(column.cells)
    for record in range(len(cells)):
        if cells[record] is None:
            for own in left:
                if may_be_title(own[record]):
                    cells[record] = own[record]
                    break
    found[title] = strip_of(cells)
    return found


cdef bint may_be_title(cell) except -1:
    cdef Py_ssize_t letters = 0
    cdef Py_UCS4 sign
    if cell is None or <object>PyTuple_GetItem(cell, KIND) != "link":
        return False
    for sign in <str><object>PyTuple_GetItem(cell, TEXT):
        letters += sign.isalpha()
    return letters >= SHORTEST


cpdef list without_bare(list columns):
    """Leave out links without text; the first that lead where no other column does go to a text that leads nowhere."""
    cdef list kept = [], bare = []
    cdef Strip column
    cdef set known
    for column in columns:
        (bare if column.bare == column.count else kept).append(column)
    borrower = first_borrower(kept) if bare else None
    if borrower is None:
        return kept
    known = {<object>PyTuple_GetItem(cell, URL) for own in kept for cell in (<Strip>own).filled}
    for column in bare:
        urls = addresses(column)
        if urls and known.isdisjoint([url for url in urls if url is not None]):
            kept[borrower] = lent(kept[borrower], urls)
            break
    return kept


cpdef list addresses(Strip column):
    """Return where a column's cells lead, where most of them lead somewhere and to places that differ; else None."""
    cdef list urls = []
    cdef set found = set()
    cdef Py_ssize_t count = 0
    if column.pictures == 0 and column.linked < 0.5 * column.size:
        return None
    for cell in column.cells:
        url = None
        if cell is not None:
            url = <object>PyTuple_GetItem(cell, LINK if <object>PyTuple_GetItem(cell, KIND) == "image" else URL) or None
        urls.append(url)
        if url is not None:
            found.add(url)
            count += 1
    return urls if count >= 0.5 * column.size and len(found) >= 0.8 * count else None


cpdef list lender(list columns, Py_ssize_t title):
    """Return the addresses that most records have and that differ: of links without text first, then of pictures."""
    cdef Strip column
    cdef Py_ssize_t number, own
    cdef double best = 0.0, score
    found = None
    for number in range(len(columns)):
        column = columns[number]
        if number == title:
            continue
        urls = addresses(column)
        if urls is None:
            continue
        own = 3 if column.bare == column.count else 2 if says_little(column) else 1
        score = own + (column.size - urls.count(None)) / <double>column.size
        if score > best:
            best, found = score, urls
    return found


cdef bint says_little(Strip column) except -1:
    return column.pictures * 2 > column.count or column.tallied() <= 0.2 * column.size


cpdef Strip lent(Strip column, list urls):
    """Return a column whose cells without an address lead to given ones."""
    cdef list cells = list(column.cells)
    cdef Py_ssize_t record
    for record in range(min(len(cells), len(urls))):
        cell, url = cells[record], urls[record]
        if cell is not None and url and <object>PyTuple_GetItem(cell, URL) is None:
            cells[record] = with_link(cell, url)
    return strip_of(cells)


cpdef first_borrower(columns):
    """Return the number of the first column that is a longer text of its own in nearly every record and leads nowhere."""
    cdef Strip column
    cdef Py_ssize_t number = -1
    for column in columns:
        number += 1
        if column.linked or not column.is_speaking() or column.told < column.count:
            continue
        if column.seen().length >= PROSE * column.size and column.seen().letters == column.count and are_texts(column):
            if column.tallied() >= 0.8 * column.size:
                return number
    return None


cdef bint are_texts(Strip column) except -1:
    for cell in column.filled:
        if <object>PyTuple_GetItem(cell, KIND) != "text" or <object>PyTuple_GetItem(cell, URL) is not None:
            return False
    return True


# -- pictures -----------------------------------------------------------------------------------------------


cdef bint have_pictures(list columns) except -1:
    """Whether a column is of pictures alone, and some say something."""
    cdef Strip column
    for column in columns:
        if column.told and 0 < column.pictures == column.count:
            return True
    return False


cpdef list repeated_pictures(columns):
    """Return for each column whether it is one picture for all records: a placeholder, an icon."""
    cdef Strip column
    return ["constant" if is_one_picture(column) else None for column in strips(columns)]


cdef bint is_one_picture(Strip column) except -1:
    cdef Py_ssize_t at
    if column.pictures != column.count or column.count < 3:
        return False
    url = <object>PyTuple_GetItem(column.filled[0], URL)
    for at in range(1, column.count):
        if <object>PyTuple_GetItem(column.filled[at], URL) != url:
            return False
    return True


# -- links around rows --------------------------------------------------------------------------------------


def last_links(nodes, Strip column not None, double share, Py_ssize_t most_words):
    """Return the few words of a link that at least a share of the cells end with; empty or None where there are none."""
    cdef Places places = places_of(nodes)
    places.open_ends()
    return agreed((last_link(places, cell, most_words) for cell in column.filled), column.count, share)


cdef str last_link(Places places, cell, Py_ssize_t most_words):
    """The text of the link that a cell ends with, where that is a few words only."""
    cdef Py_ssize_t row = stop_of(cell) - 1, steps = link_above(places, row)
    cdef str text, own = <object>PyTuple_GetItem(cell, TEXT)
    if steps < 0:
        return ""
    for _ in range(steps):
        row = places.parent[row]
    if row <= start_of(cell):
        return ""
    text = places.nodes.text(row)
    return text if 0 < len(text.split()) <= most_words and own.endswith(text) else ""


cdef Py_ssize_t link_above(Places places, Py_ssize_t row) except -2:
    cdef Py_ssize_t code = places.path_of(row) if row >= 0 else -1, step
    cdef Place *place
    for step in range(LINKED):
        if code < 0:
            break
        place = places.place(code)
        if place.tag & LINKING:
            return step
        code = place.above
    return -1


cdef bint end_on_links(Places places, Strip column, double share) except -1:
    """Whether at least a share of the cells end within a link."""
    cdef Py_ssize_t held = column.count
    for cell in column.filled:
        if link_above(places, stop_of(cell) - 1) < 0:
            held -= 1
            if held < share * column.count:
                return False
    return True
