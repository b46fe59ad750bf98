# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Candidates compared with each other: features -> scores, as the best few are after they have agreed and fought."""

import numpy as np

from libc.math cimport sqrt, tanh
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort

from pagerows.measures._candidates cimport Candidates
from pagerows.measures._columns cimport Sheet
from pagerows.models._descent cimport Forest
from pagerows.regions.auto._ranked cimport Ranked, largest_first

#: How many of the best candidates support each other, and fight each other.
cdef enum: VOTERS = 16, FEW = 5, PAIRS = FEW * (FEW - 1)
#: How much the score of one that agrees is worth.
cdef double SUPPORT = 0.08
#: Score below which the best candidate is unsure, and irregularity up to which the same records cut whole are preferred.
cdef double UNSURE = 0.5
cdef double REGULAR = 0.1
#: Cosine of two lists' tags with their styles, and of their tags alone, from which their records are of one kind.
cdef double SAME_STYLES = 0.8
cdef double SAME_TAGS = 0.9
#: How far a score is raised above the best.
cdef double AHEAD = 1e-6

RANKED = np.dtype([("value", np.float64), ("candidate", np.int64)])

#: How two candidates that duel lie, behind the differences of their features.
cdef enum: MORE_SCORE, SCORE, INSIDE, AROUND, STARTS_SHARED, STARTS_OF_OTHER, STARTS_LATER, ENDS_LATER, LIES


def settled(
    Candidates candidates not None, const double[:, ::1] features, Forest trees not None, double base,
    Forest duels not None, double duel_base, Py_ssize_t length, Py_ssize_t irregularity,
):
    """Return the score of each candidate by the trees, the best of those that agree, duel and are whole raised above the others.

    `length` and `irregularity` are where these features stand.
    """
    scores = np.zeros(candidates.count)
    cdef double[::1] in_scores = scores
    cdef double[:, ::1] table = np.empty((PAIRS, features.shape[1] + LIES))
    cdef double[::1] chances = np.empty(PAIRS)
    cdef uint8_t[::1] room = np.empty(max(trees.room, duels.room), np.uint8)
    cdef Py_ssize_t candidate
    if features.shape[1] != trees.width or table.shape[1] != duels.width or features.shape[0] != candidates.count:
        raise IndexError(f"rows have {features.shape[1]} numbers, the model asks for {trees.width}")
    with nogil:
        if candidates.count:
            trees.add_leaves(&features[0, 0], candidates.count, &in_scores[0], &room[0])
        for candidate in range(candidates.count):
            in_scores[candidate] += base
        agree(candidates, in_scores)
        duel(candidates, features, in_scores, duels, duel_base, table, chances, room)
    raise_whole(candidates, features, in_scores, length, irregularity)
    return scores


cdef Py_ssize_t best_few(const double[::1] scores, int64_t *order, Py_ssize_t most) except -1 nogil:
    """List the candidates with the best scores, best first, of equal ones the first; at most so many. Return how many."""
    cdef Py_ssize_t candidate, place, count = 0
    for candidate in range(scores.shape[0]):
        place = count
        while place and scores[candidate] > scores[order[place - 1]]:
            if place < most:
                order[place] = order[place - 1]
            place -= 1
        if place < most:
            order[place] = candidate
            count = min(count + 1, most)
    return count


cdef int put_first(double[::1] scores, int64_t winner, int64_t best) except -1 nogil:
    """Raise the score of a candidate above the best, unless it is that itself."""
    if winner != best:
        scores[winner] = scores[best] + AHEAD
    return 0


# -- candidates that agree -----------------------------------------------------------------------------------------------


def agreed(Candidates candidates not None, const double[::1] scores):
    """Put the candidate first that has most support: others with the same records, cut wider or narrower.

    Menus are cut in fewer ways than records with fields are. By site it gains .005 macro F1, and 4 % of all pages are
    right that were nearly right. Trees a third as large gain .013 by it, and are .002 behind then.
    """
    found = np.array(scores)
    agree(candidates, found)
    return found


cdef int agree(Candidates c, double[::1] scores) except -1 nogil:
    cdef int64_t[VOTERS] order
    cdef double[VOTERS] support
    cdef Py_ssize_t one, other, winner = 0, count = best_few(scores, order, VOTERS)
    for one in range(count):
        support[one] = 0
    for one in range(count):
        for other in range(one + 1, count):
            if nested(c, order[one], order[other]):
                support[one] += max(0.0, scores[order[other]])
                support[other] += max(0.0, scores[order[one]])
    for one in range(count):
        if scores[order[one]] + SUPPORT * support[one] > scores[order[winner]] + SUPPORT * support[winner]:
            winner = one
    return put_first(scores, order[winner], order[0]) if count else 0


cdef bint nested(Candidates c, int64_t one, int64_t other) except -1 nogil:
    """Whether each record of one candidate lies inside of the same record of the other, or the other way round."""
    cdef Py_ssize_t record, apart = c.firsts[other] - c.firsts[one]
    cdef bint inside = True, around = True
    if c.firsts[one + 1] - c.firsts[one] != c.firsts[other + 1] - c.firsts[other]:
        return False
    for record in range(c.firsts[one], c.firsts[one + 1]):
        inside = inside and c.starts[record] >= c.starts[record + apart] and c.stops[record] <= c.stops[record + apart]
        around = around and c.starts[record] <= c.starts[record + apart] and c.stops[record] >= c.stops[record + apart]
    return inside or around


# -- candidates that fight -----------------------------------------------------------------------------------------------


def duel_table(Candidates candidates not None, const double[:, ::1] features, const double[::1] scores):
    """Return one row for each ordered pair of the best few: see `write_duels`."""
    cdef int64_t[FEW] order
    cdef Py_ssize_t count = best_few(scores, order, FEW)
    found = np.empty((count * max(0, count - 1), features.shape[1] + LIES))
    cdef double[:, ::1] table = found
    with nogil:
        write_duels(candidates, features, scores, order, count, table)
    return found


def crowned(const double[::1] scores, const double[::1] chances):
    """Return the scores, with that of the candidate that wins most duels raised above the others'.

    `chances` are those of each ordered pair of the best few that the first one is better.
    """
    cdef int64_t[FEW] order
    cdef Py_ssize_t count = best_few(scores, order, FEW)
    if chances.shape[0] != count * max(0, count - 1):
        raise ValueError(f"{chances.shape[0]} chances for {count} candidates")
    found = np.array(scores)
    crown(found, order, count, chances)
    return found


cdef int duel(
    Candidates c, const double[:, ::1] features, double[::1] scores, Forest forest, double base, double[:, ::1] table,
    double[::1] chances, uint8_t[::1] room,
) except -1 nogil:
    """Let the best few fight, two at a time: which of these two is the list? Put the one first that wins most."""
    cdef int64_t[FEW] order
    cdef Py_ssize_t pair, count = best_few(scores, order, FEW), pairs = count * max(<Py_ssize_t>0, count - 1)
    if count < 2:
        return 0
    write_duels(c, features, scores, order, count, table)
    chances[:] = 0
    forest.add_leaves(&table[0, 0], pairs, &chances[0], &room[0])
    for pair in range(pairs):
        chances[pair] = 0.5 * (1.0 + tanh(0.5 * (base + chances[pair])))
    return crown(scores, order, count, chances)


cdef int crown(double[::1] scores, const int64_t *order, Py_ssize_t count, const double[::1] chances) except -1 nogil:
    """Put the candidate first that wins most, over both orders of each pair."""
    cdef double[FEW] wins
    cdef Py_ssize_t one, other, pair = 0, winner = 0
    for one in range(count):
        wins[one] = 0
    for one in range(count):
        for other in range(count):
            if one != other:
                wins[one] += chances[pair]
                wins[other] += 1 - chances[pair]
                pair += 1
    for one in range(count):
        if wins[one] > wins[winner]:
            winner = one
    return put_first(scores, order[winner], order[0]) if count else 0


cdef int write_duels(
    Candidates c, const double[:, ::1] features, const double[::1] scores, const int64_t *order, Py_ssize_t count,
    double[:, ::1] table,
) except -1 nogil:
    """Write one row for each ordered pair of some candidates: how much more the first has of each feature and of the score,
    its score, and how the two lie."""
    cdef Py_ssize_t one, other, feature, row = 0, wide = features.shape[1]
    cdef int64_t a, b
    cdef double[FEW][FEW] inside, shared
    cdef const double *first
    cdef const double *second
    cdef double *into
    for one in range(count):
        for other in range(count):
            lie(c, order[one], order[other], &inside[one][other], &shared[one][other])
    for one in range(count):
        for other in range(count):
            if one == other:
                continue
            a, b = order[one], order[other]
            first, second, into = &features[a, 0], &features[b, 0], &table[row, 0]
            for feature in range(wide):
                into[feature] = first[feature] - second[feature]
            table[row, wide + MORE_SCORE] = scores[a] - scores[b]
            table[row, wide + SCORE] = scores[a]
            table[row, wide + INSIDE], table[row, wide + AROUND] = inside[one][other], inside[other][one]
            table[row, wide + STARTS_SHARED], table[row, wide + STARTS_OF_OTHER] = shared[one][other], shared[other][one]
            table[row, wide + STARTS_LATER] = sign(c.starts[c.firsts[a]] - c.starts[c.firsts[b]])
            table[row, wide + ENDS_LATER] = sign(c.stops[c.firsts[a + 1] - 1] - c.stops[c.firsts[b + 1] - 1])
            row += 1
    return 0


cdef int sign(int64_t value) noexcept nogil:
    return (value > 0) - (value < 0)


cdef int lie(Candidates c, int64_t one, int64_t other, double *inside, double *shared) except -1 nogil:
    """Shares of the records of one that lie inside of a record of the other, and that start where one of it does."""
    cdef int64_t record, count = c.firsts[one + 1] - c.firsts[one], last = c.firsts[other + 1] - c.firsts[other] - 1
    cdef int64_t at = 0, held = 0, same = 0
    cdef const int64_t *start = &c.starts[c.firsts[one]]
    cdef const int64_t *stop = &c.stops[c.firsts[one]]
    cdef const int64_t *other_start = &c.starts[c.firsts[other]]
    cdef const int64_t *other_stop = &c.stops[c.firsts[other]]
    for record in range(count):
        # The last record of the other that starts no later; where all start later, the first.
        while at < last and other_start[at + 1] <= start[record]:
            at += 1
        held += other_start[at] <= start[record] and stop[record] <= other_stop[at]
        same += other_start[at] == start[record]
    inside[0], shared[0] = held / <double>count, same / <double>count
    return 0


# -- lists of one kind ---------------------------------------------------------------------------------------------------


def same_kind(Sheet sheet not None, Candidates candidates not None, Py_ssize_t one, Py_ssize_t other):
    """Whether two lists hold records of one kind: the same tags in the same styles, about as often."""
    return (
        are_near(sheet.step, sheet.paths, candidates, one, other, SAME_STYLES)
        and are_near(sheet.tag, len(sheet.numbers), candidates, one, other, SAME_TAGS)
    )


cdef bint are_near(
    const int32_t[::1] codes, Py_ssize_t most, Candidates c, Py_ssize_t one, Py_ssize_t other, double least
) except -1:
    """Whether the cosine of how often each code occurs in the records of one candidate and of another is large enough."""
    cdef int64_t[:, ::1] counts = np.zeros((2, most + 1), np.int64)
    cdef double shared = 0, ones = 0, others = 0
    cdef Py_ssize_t code
    with nogil:
        count_codes(codes, c, one, counts[0])
        count_codes(codes, c, other, counts[1])
        for code in range(most + 1):
            shared += counts[0, code] * counts[1, code]
            ones += counts[0, code] * counts[0, code]
            others += counts[1, code] * counts[1, code]
    return shared >= least * sqrt(ones * others)


cdef int count_codes(const int32_t[::1] codes, Candidates c, Py_ssize_t candidate, int64_t[::1] counts) except -1 nogil:
    cdef Py_ssize_t record, row
    for record in range(c.firsts[candidate], c.firsts[candidate + 1]):
        for row in range(c.starts[record], c.stops[record]):
            counts[codes[row]] += 1
    return 0


# -- records cut whole ---------------------------------------------------------------------------------------------------


def prefer_whole(
    Candidates candidates not None, const double[:, ::1] features, const double[::1] scores, Py_ssize_t length,
    Py_ssize_t irregularity,
):
    """Where the best candidate is unsure (tiny pages), prefer the same records cut whole over one of their fields."""
    found = np.array(scores)
    raise_whole(candidates, features, found, length, irregularity)
    return found


cdef int raise_whole(
    Candidates c, const double[:, ::1] features, double[::1] scores, Py_ssize_t length, Py_ssize_t irregularity
) except -1:
    cdef int64_t best = 0, records
    cdef Py_ssize_t other, place
    for other in range(c.count):
        if scores[other] > scores[best]:
            best = other
    if not c.count or scores[best] >= UNSURE:
        return 0
    cdef Ranked[::1] order = np.empty(c.count, RANKED)
    records = c.firsts[best + 1] - c.firsts[best]
    with nogil:
        for other in range(c.count):
            order[other].value, order[other].candidate = -features[other, length], other
        qsort(&order[0], c.count, sizeof(Ranked), largest_first)  # the shortest first
        for place in range(c.count):
            other = order[place].candidate
            if other == best or c.firsts[other + 1] - c.firsts[other] != records or features[other, irregularity] > REGULAR:
                continue
            if is_around(c, other, best):
                put_first(scores, other, best)
                best = other
    return 0


cdef bint is_around(Candidates c, int64_t outer, int64_t inner) except -1 nogil:
    """Whether each record of one candidate holds the same record of another one, which has as many."""
    cdef Py_ssize_t record, apart = c.firsts[inner] - c.firsts[outer]
    for record in range(c.firsts[outer], c.firsts[outer + 1]):
        if c.starts[record] > c.starts[record + apart] or c.stops[record] < c.stops[record + apart]:
            return False
    return True
