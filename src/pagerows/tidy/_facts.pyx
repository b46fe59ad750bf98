# cython: language_level=3, boundscheck=True, wraparound=False
"""Columns whose texts hold two facts, built alike in nearly every record, become two columns; see `tidy.facts`."""

import re

from cpython.tuple cimport PyTuple_GetItem

from pagerows._signs cimport plain_values
from pagerows.tidy._ruled cimport may_be_built_alike, may_hold_facts
from pagerows.tidy._strips cimport EXACT, TEXT, Signs, Strip, strip_of, strips

from pagerows.forms import form, values_in
from pagerows.values import Cell

#: Share of a column's texts that must be built alike, and the same for ranks without a gap.
cdef double MOST = 0.9, COUNTED = 0.5
#: Share of the texts that must have a strong sign, which may part one value from nothing.
cdef double SOME = 0.2
#: Longest text that is looked at, and most characters between values.
cdef enum: LONGEST = 120, MOST_WORDS = 60
#: Most values, or parts.
cdef enum: MOST_VALUES = 4, MOST_PARTS = 5
#: Signs that stand between facts, and signs and a word that also stand within them.
cdef tuple STRONG = (" · ", " • ", " | ", " ∙ ", " ‧ ")
cdef tuple WEAK = (" — ", " – ", " - ", ", ", " on ")
cdef frozenset TYPED = frozenset({"money", "date", "duration", "percent", "rating"})
cdef frozenset DATES = frozenset({"date"})
#: What stands between the two ends of a range.
cdef frozenset BETWEEN = frozenset(
    {"", "-", "–", "—", "to", "bis", "à", "a", "x", "×", "/", "of", "out of", ":", "."}
)
cdef object PLURAL = re.compile(r"s\b").sub
cdef object PARTING = re.compile(r"[(|·•;,]|\s[-–—]\s").search


cpdef list split_facts(columns):
    """Return the columns, those with several facts cut apart."""
    cdef list given = strips(columns), several = may_hold_facts(given), found
    cdef Py_ssize_t at
    if not several:
        return given
    found = []
    for at in range(len(given)):
        if at in several:
            found.extend(parts_of(given[at]))
        else:
            found.append(given[at])
    return found


cpdef list parts_of(Strip column):
    """Return the columns of the parts of a column, itself alone where it has none."""
    cdef Signs signs = column.seen()
    cdef list cuts = None
    cdef double most = MOST * column.count
    if signs.counted >= COUNTED * column.count:
        from pagerows.tidy.facts import ranks

        cuts = ranks(column.texts)
    if cuts is None and signs.rated >= most:
        from pagerows.tidy.facts import ratings

        cuts = ratings(column.texts)
    if cuts is None and signs.several >= most and may_be_built_alike(column):
        cuts = by_values(column.texts)
    if cuts is None and (signs.strong or signs.weak >= most):
        cuts = by_separator(column)
    return [column] if cuts is None else cut(column, cuts)


cdef list cut(Strip column, list cuts):
    """The columns of the parts of each filled cell."""
    cdef Py_ssize_t width = max([len(<list>parts) for parts in cuts]), at = 0, place
    cdef list found = [[] for _ in range(width)], fields, made = [], parts
    for cell in column.cells:
        parts = None
        if cell is not None:
            parts = cuts[at]
            at += 1
        for place in range(width):
            own = None
            if parts is not None and place < len(parts) and parts[place]:
                fields = list(cell)
                fields[EXACT] = exact(cell, parts[place])
                fields[TEXT] = parts[place]
                own = tuple.__new__(Cell, fields)
            (<list>found[place]).append(own)
    for fields in found:
        part = strip_of(fields)
        if part.count:
            made.append(part)
    return made


cdef object exact(cell, str text):
    """What the markup says for machines, which goes with the date."""
    own = <object>PyTuple_GetItem(cell, EXACT)
    if not own:
        return None
    return own if text == <object>PyTuple_GetItem(cell, TEXT) or form(text) == "date" else None


# -- values -------------------------------------------------------------------------------------------------


cpdef list by_values(list texts):
    """Cut where nearly all texts have the same words between two or more values; None where they have not."""
    cdef list read = []
    cdef dict counts = {}
    cdef Py_ssize_t most = 0, left = len(texts), own, number
    cdef double least = MOST * left
    cdef str skeleton = None, text, found = None, before = None
    for number in range(len(texts)):
        text = texts[number]
        if before is None or text != before:
            skeleton = skeleton_of(text)
            if not may_part(skeleton):
                skeleton = None  # which agrees with none
        before = text
        read.append(skeleton)
        own = 1
        if skeleton is not None:
            own = counts.get(skeleton, 0) + 1
            counts[skeleton] = own
        if own > most:
            most, found = own, skeleton
        else:
            left -= 1  # the most frequent one can be no more than these
            if left < least:
                return None
    if found is None or most < least or not (is_parted(found) or are_typed(texts, read, found)):
        return None
    return [values_of(text) if own_skeleton == found else [text] for text, own_skeleton in zip(texts, read, strict=True)]


cdef bint may_part(str skeleton) except -1:
    """Whether a text without its values had some, few words between them, and not the two ends of a range."""
    return len(skeleton) <= MOST_WORDS and 2 <= skeleton.count("\0") <= MOST_VALUES and not is_range(skeleton)


cdef bint is_range(str skeleton) except -1:
    """Two values with a dash or "to" between them are the ends of one."""
    cdef list between = skeleton.split("\0")
    cdef Py_ssize_t at
    for at in range(1, len(between) - 1):
        if (<str>between[at]).strip() in BETWEEN:
            return True
    return False


cdef bint is_parted(str skeleton) except -1:
    """Whether signs stand between the values, not words alone: "5 N.W.3d 680" is one citation."""
    cdef list between = skeleton.split("\0")
    cdef Py_ssize_t at
    for at in range(1, len(between) - 1):
        if PARTING(between[at]) is None:
            return False
    return True


cdef bint are_typed(list texts, list read, str skeleton) except -1:
    """Whether a value of each text is more than a number: money, a share, a date."""
    cdef list values = [values_of(text) for text, own in zip(texts, read, strict=True) if own == skeleton], own_values
    cdef Py_ssize_t place
    for place in range(len(<list>values[0])):
        for own_values in values:
            if form(own_values[place]) not in TYPED:
                break
        else:
            return True
    return False


cdef list spans_of(str text):
    """Where the values of a text start and stop."""
    cdef list found = plain_values(text)
    return values_in(text) if found is None else found


cdef list values_of(str text):
    """The values of a text."""
    return [text[start:stop].strip() for start, stop in spans_of(text)]


cpdef str skeleton_of(str text):
    """Return a text without its values, words in the singular; nothing of a long one."""
    cdef Py_ssize_t at = 0
    cdef str words = ""
    if len(text) > LONGEST:
        return ""
    for start, stop in spans_of(text):
        words += text[at:start] + "\0"
        at = stop
    return PLURAL("", " ".join((words + text[at:]).lower().split()))


# -- signs between facts ------------------------------------------------------------------------------------


cpdef list by_separator(Strip column):
    """Cut at the signs that stand between facts; None where there are none."""
    cdef Signs signs = column.seen()
    cdef list texts = column.texts, cuts
    cdef str sign, text
    cdef Py_ssize_t times
    if signs.strong:
        for sign in STRONG:
            if not any([sign in text for text in texts]):
                continue
            cuts = evenly_cut(texts, sign)
            if cuts is None:
                cuts = typed_end(texts, sign, True, TYPED)
            if cuts is not None:
                return cuts
    if signs.weak:
        for sign in WEAK:
            times = 0
            for text in texts:
                times += text.count(sign)
            if times >= MOST * len(texts):
                # "Posted by Ann Lee on 3 May": words part a date only.
                cuts = typed_end(texts, sign, False, DATES if sign == " on " else TYPED)
                if cuts is not None:
                    return cuts
    return None


cdef list evenly_cut(list texts, str sign):
    """Nearly all texts cut into equally many parts; None where they cannot be."""
    cdef list cuts = [(<str>text).split(sign) for text in texts], own
    cdef dict counts = {}
    cdef Py_ssize_t size = 0, most = 0, times
    for own in cuts:
        counts[len(own)] = counts.get(len(own), 0) + 1
    for number, times in counts.items():
        if times > most:
            size, most = number, times
    if not 2 <= size <= MOST_PARTS or most < MOST * len(texts):
        return None
    return [[part.strip() for part in own] if len(own) == size else [sign.join(own)] for own in cuts]


cdef list typed_end(list texts, str sign, bint some, frozenset kinds):
    """Cut off a value that all texts end or start with; with `some`, texts that are the value alone count, too."""
    cdef double least = (SOME if some else MOST) * len(texts)
    cdef Py_ssize_t held = 0
    cdef str text
    for text in texts:
        held += sign in text
    if held < least:
        return None
    cuts = typed_at(texts, sign, True, some, kinds, least)
    return typed_at(texts, sign, False, some, kinds, least) if cuts is None else cuts


cdef list typed_at(list texts, str sign, bint at_end, bint some, frozenset kinds, double least):
    """The same at one of both ends."""
    cdef list cuts = [], pair
    cdef dict counts = {}
    cdef Py_ssize_t both = 0, other = 0, most = 0
    cdef str text, rest, mark, value, kind, best = ""
    cdef bint typed
    for text in texts:
        if at_end:
            rest, mark, value = text.rpartition(sign)
        else:
            value, mark, rest = text.partition(sign)
        if not mark:
            rest, value = "", text
        typed = (mark or some) and (kind := form(value)) in kinds and not is_end(rest, kind, at_end)
        if typed:
            counts[kind] = counts.get(kind, 0) + 1
            both += len(mark) > 0
            pair = [rest.strip() or None, value.strip()]
            cuts.append(pair if at_end else pair[::-1])
        else:
            other += 1
            if len(texts) - other < MOST * len(texts):
                return None
            cuts.append([text, None])
    for name, times in counts.items():
        if times > most:
            best, most = name, times
    return cuts if best and most >= MOST * len(texts) and both >= least else None


cdef bint is_end(str rest, str kind, bint at_end) except -1:
    """Whether what stands before a value (or behind it) ends on one of its kind: the two are the ends of a range."""
    cdef list spans = spans_of(rest) if len(rest) <= LONGEST else []
    if not spans:
        return False
    start, stop = spans[len(spans) - 1 if at_end else 0]
    return form(rest[start:stop].strip()) == kind
