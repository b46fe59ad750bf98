# cython: language_level=3, boundscheck=True, wraparound=False
"""Words that say the same in every record and stand right beside a value only name that value."""

from cpython.tuple cimport PyTuple_GetItem

from pagerows._signs cimport count_letters, has_figure, has_letter
from pagerows._tally cimport tally
from pagerows.page._parser cimport TEXTS, Utf8, utf8_of
from pagerows.tidy._places cimport Places, places_of
from pagerows.tidy._strips cimport ITEMS, KIND, TEXT, URL, WHOLE, Signs, Strip, Text, agreed_of, start_of, stop_of, strips

from pagerows.page.nodes import TEXT as TEXT_ROW

#: Share of the texts of a label that must be the same.
cdef double SAME = 0.95
#: Characters of the longest label.
cdef enum: LONGEST = 30
cdef enum: LOOKED_AT = 6
#: Links that show that all are called the same.
cdef enum: FEWEST = 3
cdef int KIND_OF_TEXT = TEXT_ROW


cpdef list beside_values(nodes, columns):
    """Return for each column whether it only labels a neighbour ("128" and "reviews", "Save" and "$5")."""
    cdef list given = strips(columns), reasons = [None] * len(given)
    cdef list labels = [may_label(column) for column in given]
    cdef Py_ssize_t one
    cdef Places places
    if True not in labels:
        return reasons
    places = places_of(nodes)
    for one in range(len(given) - 1):
        for label, value in ((one, one + 1), (one + 1, one)):
            if labels[label] and reasons[value] is None and is_label(places, given[label], given[value]):
                reasons[label] = "label"
    return reasons


cpdef list labels_of(nodes, columns, left_out):
    """Return for each column the label that was left out and stands alone with its values, or None.

    Links that are all called the same ("PDF") are their own label: what differs is where they lead.
    """
    cdef list given = strips(columns), labels = [link_label(column) for column in given]
    cdef Places places = None
    cdef Strip label
    cdef Py_ssize_t number
    cdef str text
    for cells, reason in left_out:
        if reason not in ("constant", "label"):
            continue
        label = strips([cells])[0]
        text = most_frequent(label.texts).strip(" :：")
        if not has_letter(text) or len(text) > LONGEST:
            continue
        places = places_of(nodes) if places is None else places
        for number in range(len(given)):
            if labels[number] is None and stands_beside(places, label, given[number]):
                labels[number] = text
                break
    return labels


cdef str most_frequent(list texts):
    """The text that comes most often, the first of equals."""
    cdef Py_ssize_t most = 0
    cdef str found = ""
    for text, count in tally(texts).items():
        if count > most:
            most, found = count, text
    return found


cdef bint stands_beside(Places places, Strip label, Strip values) except -1:
    """Whether the cells of a label stand alone with the values of a column, in most records that are looked at."""
    cdef Py_ssize_t record, number = 0, step = max(1, label.count // LOOKED_AT), held = 0, looked = 0
    looked = (label.count + step - 1) // step
    held = looked
    for record in range(label.size):
        cell = label.cells[record]
        if cell is None:
            continue
        if number % step == 0:
            value = values.cells[record]
            if value is None or not are_alone(places, cell, value):
                held -= 1
                if held < 0.8 * looked:
                    return False
        number += 1
    return held >= 0.8 * looked


cdef str link_label(Strip column):
    """What all links of a column are called, where they lead to different places."""
    cdef list cells = column.filled
    cdef set called, urls
    cdef str text
    if column.count < max(<double>FEWEST, column.size / 2.0):
        return None
    if (
        <object>PyTuple_GetItem(cells[0], KIND) == "link"
        and <object>PyTuple_GetItem(cells[column.count - 1], KIND) == "link"
        and column.texts[0] != column.texts[column.count - 1]
    ):
        return None  # as nearly always
    called = {<object>PyTuple_GetItem(cell, TEXT) for cell in cells if <object>PyTuple_GetItem(cell, KIND) == "link"}
    if len(called) != 1:
        return None
    urls = {<object>PyTuple_GetItem(cell, URL) for cell in cells}
    if len(urls) < column.count:
        return None
    text = called.pop()
    return text if has_letter(text) and len(text) <= LONGEST else None


cdef str singular(str text):
    return text.casefold().rstrip("s:")


cdef bint may_label(Strip column) except -1:
    """Whether a column says one word, or ends on a colon."""
    cdef Py_ssize_t at
    cdef str text
    for at in range(min(LOOKED_AT, column.count)):
        if len(<str>column.texts[at]) > LONGEST:
            return False
        cell = column.filled[at]
        if <object>PyTuple_GetItem(cell, KIND) == "image" or <object>PyTuple_GetItem(cell, ITEMS):
            return False
    if not starts_alike(column.seen()) and not column.texts[0].endswith((":", "：")):
        return False
    text = agreed_of(column.texts, singular, SAME)
    if text is None:
        for each in column.texts:
            if not each.endswith((":", "：")):
                return False
        text = most_frequent([singular(each) for each in column.texts])
    return not has_figure(text)


cdef bint starts_alike(Signs signs) except -1:
    """Whether (nearly) all texts may start with the same letter, case aside; others than ASCII's, and what a word may lose, may
    be any.

    What more than half of the texts start with is left where each text that starts otherwise takes one of them away.
    """
    cdef Py_ssize_t at, votes = 0, held = 0
    cdef int own, most = 0
    for at in range(signs.count):
        own = first_letter(&signs.texts[at])
        if own == 0:
            return True
        if votes == 0:
            most, votes = own, 1
        else:
            votes += 1 if own == most else -1
    for at in range(signs.count):
        held += first_letter(&signs.texts[at]) == most
    return held >= SAME * signs.count


cdef int first_letter(const Text *own) noexcept:
    """The first sign of a text as it is compared; 0 where it may be any."""
    cdef int sign = own.at[0] if own.at is not NULL and own.size else 0
    if 65 <= sign <= 90:
        sign += 32
    return 0 if sign == 115 or sign == 58 else sign  # "s", ":"


cdef bint is_label(Places places, Strip column, Strip values) except -1:
    """Whether a column stands alone with the values of another, nearly always."""
    cdef list pairs = []
    cdef Py_ssize_t record, at, told = 0, step, looked, held
    for record in range(column.size):
        label, value = column.cells[record], values.cells[record]
        if label is not None and value is not None:
            pairs.append((label, value))
            told += has_figure(<object>PyTuple_GetItem(value, TEXT))
    if len(pairs) < 2 or len(pairs) < 0.9 * max(column.count, values.count) or told < 0.8 * len(pairs):
        return False
    step = max(1, len(pairs) // LOOKED_AT)
    held = looked = (len(pairs) + step - 1) // step
    for at in range(0, len(pairs), step):
        label, value = pairs[at]
        if not are_alone(places, label, value):
            held -= 1
            if held < 0.8 * looked:
                return False
    return True


def alone(nodes, label, value):
    """Tell whether the smallest element around both holds no other words."""
    return are_alone(places_of(nodes), label, value)


cdef bint are_alone(Places places, label, value) except -1:
    cdef Py_ssize_t start = min(start_of(label), start_of(value)), stop = max(stop_of(label), stop_of(value))
    cdef Py_ssize_t row = start, inside, left = count_said(label) + count_said(value)
    places.open_ends()
    places.path_of(row)  # it is one of the page
    while row > 0 and (places.end[row] < stop or places.kind[row] == KIND_OF_TEXT):
        row = places.parent[row]
    for inside in range(row, min(<Py_ssize_t>places.end[row], places.rows)):
        if places.kind[inside] == KIND_OF_TEXT:
            left -= letters_in(places, inside)
            if left < 0:
                return False
    return True


cdef Py_ssize_t letters_in(Places places, Py_ssize_t row) except -1:
    """How many letters and digits a row of text has."""
    cdef Utf8 text
    cdef Py_ssize_t at, count = 0
    if places.compiled is None:
        return letters_of(places.data[row])
    text = utf8_of(places.data, row, TEXTS)
    for at in range(text.size):
        if text.at[at] >= 0x80:
            return letters_of(places.data[row])
        count += 48 <= text.at[at] <= 57 or 97 <= (text.at[at] | 32) <= 122
    return count


cdef Py_ssize_t letters_of(str text) except -1:
    """How many letters and digits a text has."""
    cdef Py_ssize_t count = 0
    cdef Py_UCS4 sign
    if text.isascii():
        return count_letters(text)
    for sign in text:
        if sign.isalnum():
            count += 1
    return count


cdef Py_ssize_t count_said(cell) except -1:
    """How many letters and digits a cell has, with the words that were trimmed."""
    cdef str whole = <object>PyTuple_GetItem(cell, WHOLE)
    return letters_of(whole or <object>PyTuple_GetItem(cell, TEXT))
