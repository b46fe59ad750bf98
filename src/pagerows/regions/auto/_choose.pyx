# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Candidates compared with each other: features -> scores, as the best few are after they have agreed and fought."""

from libc.math cimport sqrt, tanh
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free, malloc, qsort

from pagerows._arrays cimport FLOAT64, Array, copied, empty_table, zeros
from pagerows.measures._candidates cimport Candidates
from pagerows.measures._columns cimport Sheet
from pagerows.models._descent cimport Forest
from pagerows.page._buffers cimport items_of
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

#: How two candidates that duel lie, behind the differences of their features.
cdef enum: MORE_SCORE, SCORE, INSIDE, AROUND, STARTS_SHARED, STARTS_OF_OTHER, STARTS_LATER, ENDS_LATER, LIES


def settled(
    Candidates candidates not None, features, Forest trees not None, double base, Forest duels not None, double duel_base,
    Py_ssize_t length, Py_ssize_t irregularity,
):
    """Return the score of each candidate by the trees, the best of those that agree, duel and are whole raised above the others.

    `length` and `irregularity` are where these features stand.
    """
    cdef Array scores = zeros(FLOAT64, candidates.count)
    cdef Table table = table_of(features, candidates.count)
    cdef double *own = scores.floats()
    cdef Py_ssize_t candidate, wide = table.wide + LIES
    cdef double *room
    if table.wide != trees.width or wide != duels.width or not (0 <= length < table.wide and 0 <= irregularity < table.wide):
        raise IndexError(f"rows have {table.wide} numbers, the models ask for {trees.width} and {duels.width}")
    if not candidates.count:
        return scores
    room = <double *>malloc(PAIRS * (wide + 1) * sizeof(double) + max(trees.room, duels.room))
    if room is NULL:
        raise MemoryError
    with nogil:
        trees.add_leaves(table.at, candidates.count, own, room + PAIRS * (wide + 1))
        for candidate in range(candidates.count):
            own[candidate] += base
        agree(candidates, own)
        duel(candidates, &table, own, duels, duel_base, room)
        free(room)
    raise_whole(candidates, &table, own, length, irregularity)
    return scores


#: The features of candidates: so many numbers of each.
cdef struct Table:
    const double *at
    Py_ssize_t wide


cdef Table table_of(features, Py_ssize_t count) except *:
    """The features of so many candidates, as long as who has them keeps them."""
    cdef Table found
    found.at = <const double *>items_of(features, sizeof(double), &found.wide)
    if len(features) != count:
        raise IndexError(f"features of {len(features)} for {count} candidates")
    found.wide = found.wide // max(<Py_ssize_t>1, count)
    return found


cdef const double *scores_of(scores, Py_ssize_t count) except? NULL:
    """The scores of so many candidates, as long as who has them keeps them."""
    cdef Py_ssize_t size
    cdef const double *found = <const double *>items_of(scores, sizeof(double), &size)
    if size != count:
        raise IndexError(f"{size} scores for {count} candidates")
    return found


cdef Py_ssize_t best_few(const double *scores, Py_ssize_t candidates, int64_t *order, Py_ssize_t most) noexcept nogil:
    """List the candidates with the best scores, best first, of equal ones the first; at most so many. Return how many."""
    cdef Py_ssize_t candidate, place, count = 0
    for candidate in range(candidates):
        place = count
        while place and scores[candidate] > scores[order[place - 1]]:
            if place < most:
                order[place] = order[place - 1]
            place -= 1
        if place < most:
            order[place] = candidate
            count = min(count + 1, most)
    return count


cdef void put_first(double *scores, int64_t winner, int64_t best) noexcept nogil:
    """Raise the score of a candidate above the best, unless it is that itself."""
    if winner != best:
        scores[winner] = scores[best] + AHEAD


# -- candidates that agree -----------------------------------------------------------------------------------------------


def agreed(Candidates candidates not None, scores):
    """Put the candidate first that has most support: others with the same records, cut wider or narrower.

    Menus are cut in fewer ways than records with fields are. By site it gains .005 macro F1, and 4 % of all pages are
    right that were nearly right. Trees a third as large gain .013 by it, and are .002 behind then.
    """
    cdef Array found = copied(FLOAT64, scores_of(scores, candidates.count), candidates.count)
    agree(candidates, found.floats())
    return found


cdef void agree(Candidates c, double *scores) noexcept nogil:
    cdef int64_t[VOTERS] order
    cdef double[VOTERS] support
    cdef Py_ssize_t one, other, winner = 0, count = best_few(scores, c.count, order, VOTERS)
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
    if count:
        put_first(scores, order[winner], order[0])


cdef bint nested(Candidates c, int64_t one, int64_t other) noexcept nogil:
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


def duel_table(Candidates candidates not None, features, scores):
    """Return one row for each ordered pair of the best few: see `write_duels`."""
    cdef int64_t[FEW] order
    cdef const double *own = scores_of(scores, candidates.count)
    cdef Table table = table_of(features, candidates.count)
    cdef Py_ssize_t count = best_few(own, candidates.count, order, FEW)
    cdef Array found = empty_table(FLOAT64, count * max(0, count - 1), table.wide + LIES)
    write_duels(candidates, &table, own, order, count, found.floats())
    return found


def crowned(scores, chances):
    """Return the scores, with that of the candidate that wins most duels raised above the others'.

    `chances` are those of each ordered pair of the best few that the first one is better.
    """
    cdef int64_t[FEW] order
    cdef Py_ssize_t size = len(scores), told = len(chances)
    cdef Array found = copied(FLOAT64, scores_of(scores, size), size)
    cdef Py_ssize_t count = best_few(found.floats(), size, order, FEW)
    if told != count * max(0, count - 1):
        raise ValueError(f"{told} chances for {count} candidates")
    crown(found.floats(), order, count, scores_of(chances, told))
    return found


cdef int duel(Candidates c, const Table *features, double *scores, Forest forest, double base, double *room) except -1 nogil:
    """Let the best few fight, two at a time: which of these two is the list? Put the one first that wins most. `room` is for rows
    and chances of pairs, and then for what the forest needs."""
    cdef int64_t[FEW] order
    cdef Py_ssize_t pair, count = best_few(scores, c.count, order, FEW), pairs = count * max(<Py_ssize_t>0, count - 1)
    cdef double *chances = room + PAIRS * forest.width
    if count < 2:
        return 0
    write_duels(c, features, scores, order, count, room)
    for pair in range(PAIRS):
        chances[pair] = 0
    forest.add_leaves(room, pairs, chances, chances + PAIRS)
    for pair in range(pairs):
        chances[pair] = 0.5 * (1.0 + tanh(0.5 * (base + chances[pair])))
    crown(scores, order, count, chances)
    return 0


cdef void crown(double *scores, const int64_t *order, Py_ssize_t count, const double *chances) noexcept nogil:
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
    if count:
        put_first(scores, order[winner], order[0])


cdef void write_duels(
    Candidates c, const Table *features, const double *scores, const int64_t *order, Py_ssize_t count, double *into
) noexcept nogil:
    """Write one row for each ordered pair of some candidates: how much more the first has of each feature and of the score,
    its score, and how the two lie."""
    cdef Py_ssize_t one, other, feature, wide = features.wide
    cdef int64_t a, b
    cdef double[FEW][FEW] inside, shared
    cdef const double *first
    cdef const double *second
    for one in range(count):
        for other in range(count):
            lie(c, order[one], order[other], &inside[one][other], &shared[one][other])
    for one in range(count):
        for other in range(count):
            if one == other:
                continue
            a, b = order[one], order[other]
            first, second = features.at + wide * a, features.at + wide * b
            for feature in range(wide):
                into[feature] = first[feature] - second[feature]
            into += wide
            into[MORE_SCORE], into[SCORE] = scores[a] - scores[b], scores[a]
            into[INSIDE], into[AROUND] = inside[one][other], inside[other][one]
            into[STARTS_SHARED], into[STARTS_OF_OTHER] = shared[one][other], shared[other][one]
            into[STARTS_LATER] = sign(c.starts[c.firsts[a]] - c.starts[c.firsts[b]])
            into[ENDS_LATER] = sign(c.stops[c.firsts[a + 1] - 1] - c.stops[c.firsts[b + 1] - 1])
            into += LIES


cdef int sign(int64_t value) noexcept nogil:
    return (value > 0) - (value < 0)


cdef void lie(Candidates c, int64_t one, int64_t other, double *inside, double *shared) noexcept nogil:
    """Shares of the records of one that lie inside of a record of the other, and that start where one of it does."""
    cdef int64_t record, count = c.firsts[one + 1] - c.firsts[one], last = c.firsts[other + 1] - c.firsts[other] - 1
    cdef int64_t at = 0, held = 0, same = 0
    cdef const int64_t *start = c.starts + c.firsts[one]
    cdef const int64_t *stop = c.stops + c.firsts[one]
    cdef const int64_t *other_start = c.starts + c.firsts[other]
    cdef const int64_t *other_stop = c.stops + c.firsts[other]
    for record in range(count):
        # The last record of the other that starts no later; where all start later, the first.
        while at < last and other_start[at + 1] <= start[record]:
            at += 1
        held += other_start[at] <= start[record] and stop[record] <= other_stop[at]
        same += other_start[at] == start[record]
    inside[0], shared[0] = held / <double>count, same / <double>count


# -- lists of one kind ---------------------------------------------------------------------------------------------------


def same_kind(Sheet sheet not None, Candidates candidates not None, Py_ssize_t one, Py_ssize_t other):
    """Whether two lists hold records of one kind: the same tags in the same styles, about as often."""
    cdef Py_ssize_t record
    for candidate in (one, other):
        if not 0 <= candidate < candidates.count:
            raise IndexError("no such candidate")
    for record in range(candidates.records):
        if not 0 <= candidates.starts[record] <= candidates.stops[record] <= sheet.rows:
            raise IndexError("a record does not lie on the page")
    return (
        are_near(sheet.step, max(sheet.rows, sheet.paths), candidates, one, other, SAME_STYLES)
        and are_near(sheet.tag, len(sheet.numbers), candidates, one, other, SAME_TAGS)
    )


cdef bint are_near(
    const int32_t *codes, Py_ssize_t most, Candidates c, Py_ssize_t one, Py_ssize_t other, double least
) except -1:
    """Whether the cosine of how often each code occurs in the records of one candidate and of another is large enough."""
    cdef int64_t *counts = <int64_t *>calloc(2 * (most + 1), sizeof(int64_t))
    cdef double shared = 0, ones = 0, others = 0
    cdef Py_ssize_t code
    cdef int64_t *second = counts + most + 1
    if counts is NULL:
        raise MemoryError
    with nogil:
        count_codes(codes, c, one, counts)
        count_codes(codes, c, other, second)
        for code in range(most + 1):
            shared += counts[code] * second[code]
            ones += counts[code] * counts[code]
            others += second[code] * second[code]
        free(counts)
    return shared >= least * sqrt(ones * others)


cdef void count_codes(const int32_t *codes, Candidates c, Py_ssize_t candidate, int64_t *counts) noexcept nogil:
    cdef Py_ssize_t record, row
    for record in range(c.firsts[candidate], c.firsts[candidate + 1]):
        for row in range(c.starts[record], c.stops[record]):
            counts[codes[row]] += 1


# -- records cut whole ---------------------------------------------------------------------------------------------------


def prefer_whole(
    Candidates candidates not None, features, scores, Py_ssize_t length, Py_ssize_t irregularity,
):
    """Where the best candidate is unsure (tiny pages), prefer the same records cut whole over one of their fields."""
    cdef Table table = table_of(features, candidates.count)
    cdef Array found = copied(FLOAT64, scores_of(scores, candidates.count), candidates.count)
    if not (0 <= length < table.wide and 0 <= irregularity < table.wide):
        raise IndexError("no such feature")
    raise_whole(candidates, &table, found.floats(), length, irregularity)
    return found


cdef int raise_whole(
    Candidates c, const Table *features, double *scores, Py_ssize_t length, Py_ssize_t irregularity
) except -1:
    cdef int64_t best = 0, records
    cdef Py_ssize_t other, place
    cdef Ranked *order
    for other in range(c.count):
        if scores[other] > scores[best]:
            best = other
    if not c.count or scores[best] >= UNSURE:
        return 0
    order = <Ranked *>malloc(c.count * sizeof(Ranked))
    if order is NULL:
        raise MemoryError
    records = c.firsts[best + 1] - c.firsts[best]
    with nogil:
        for other in range(c.count):
            order[other].value, order[other].candidate = -features.at[features.wide * other + length], other
        qsort(order, c.count, sizeof(Ranked), largest_first)  # the shortest first
        for place in range(c.count):
            other = order[place].candidate
            if other == best or c.firsts[other + 1] - c.firsts[other] != records:
                continue
            if features.at[features.wide * other + irregularity] <= REGULAR and is_around(c, other, best):
                put_first(scores, other, best)
                best = other
        free(order)
    return 0


cdef bint is_around(Candidates c, int64_t outer, int64_t inner) noexcept nogil:
    """Whether each record of one candidate holds the same record of another one, which has as many."""
    cdef Py_ssize_t record, apart = c.firsts[inner] - c.firsts[outer]
    for record in range(c.firsts[outer], c.firsts[outer + 1]):
        if c.starts[record] > c.starts[record + apart] or c.stops[record] < c.stops[record + apart]:
            return False
    return True
