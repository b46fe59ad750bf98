# cython: language_level=3, boundscheck=True, wraparound=False
"""Center Star alignment of sequences of symbols: see `center_star`."""

from libc.stdint cimport int32_t

from rapidfuzz.distance import LCSseq

from pagerows.values import Cell

cdef Py_ssize_t SYMBOL = Cell._fields.index("symbol")
#: Places of the table that two sequences are compared in; longer ones are left to the library, which takes 64 places at a time.
cdef enum: TABLE = 4096
#: What becomes of a symbol: both sequences have it, the first one alone, the second one alone.
cdef enum: SAME, FIRST, SECOND


cdef class Alignment:
    """The columns of the symbols of each sequence, and how many pairs of sequences were compared for the centre."""

    cdef readonly list columns
    cdef readonly Py_ssize_t compared
    #: The different sequences as tuples, the most frequent first, and how many there are of each.
    cdef list words, counts
    #: The longest common subsequences of the beginnings of two sequences: row by row, one symbol of the second a row.
    cdef int32_t[TABLE] table

    def __init__(self, sequences, Py_ssize_t most_compared):
        self.columns = self.aligned([tuple(sequence) for sequence in sequences], most_compared)

    cdef list aligned(self, list read, Py_ssize_t most_compared):
        """The columns of sequences that are tuples."""
        cdef dict counts = {}, places
        for word in read:  # identical records are aligned once
            counts[word] = counts.get(word, 0) + 1
        self.words = sorted(counts, key=counts.__getitem__, reverse=True) if len(counts) > 1 else list(counts)
        self.counts = [counts[word] for word in self.words]
        places = self.placed(self.centre(max(1, most_compared))) if len(counts) > 1 else one_word(self.words)
        return [places[word] for word in read]

    cdef tuple centre(self, Py_ssize_t most_compared):
        """The sequence with the least sum of distances to all others; of equals the first.

        Columns hold one symbol each, so a changed symbol is one taken out and one put in: the insert-delete distance.
        """
        cdef Py_ssize_t one, other, between, count = min(most_compared, <Py_ssize_t>len(self.words))
        cdef list sums = [0] * count
        for one in range(count):
            for other in range(one):
                between = self.distance(self.words[one], self.words[other])
                sums[one] += <Py_ssize_t>self.counts[other] * between
                sums[other] += <Py_ssize_t>self.counts[one] * between
                self.compared += 1
        return self.words[sums.index(min(sums))]

    cdef dict placed(self, tuple centre):
        """Align every sequence to the centre and merge the gaps: each is as wide as all that falls into it needs."""
        cdef list gaps = [()] * (len(centre) + 1)  # what stands before each symbol of the centre, and behind the last
        cdef list cuts = [self.cut(centre, word) for word in self.words]
        cdef list first = [0] * (len(centre) + 1)
        cdef Py_ssize_t gap
        for pieces, _ in cuts:
            for gap in range(len(gaps)):
                if (<list>pieces)[gap]:
                    gaps[gap] = self.supersequence(gaps[gap], tuple((<list>pieces)[gap]))
        for gap in range(len(centre)):
            first[gap + 1] = <Py_ssize_t>first[gap] + len(<tuple>gaps[gap]) + 1
        return {word: in_gaps(cut[0], cut[1], gaps, first) for word, cut in zip(self.words, cuts)}

    cdef tuple cut(self, tuple centre, tuple word):
        """Cut a sequence at the centre's symbols that it has: what is in each gap, and which symbols are matched."""
        cdef list pieces = [[] for _ in range(len(centre) + 1)], matched = [False] * len(centre)
        cdef Py_ssize_t at = 0, place = 0
        for what in self.steps(centre, word):
            if what == SECOND:
                (<list>pieces[at]).append(word[place])
                place += 1
            else:
                matched[at] = what == SAME
                at += 1
                place += what == SAME
        return pieces, matched

    cdef tuple supersequence(self, tuple one, tuple other):
        """A shortest sequence that contains both."""
        cdef list merged = []
        cdef Py_ssize_t at = 0, place = 0
        if not one or one == other:
            return other
        for what in self.steps(one, other):
            merged.append(other[place] if what == SECOND else one[at])
            at += what != SECOND
            place += what != FIRST
        return tuple(merged)

    cdef Py_ssize_t distance(self, tuple one, tuple other) except -1:
        """How many symbols of two sequences are in no longest common subsequence."""
        cdef Py_ssize_t wide = len(one), high = len(other)
        if (wide + 1) * (high + 1) > TABLE:
            return wide + high - 2 * <Py_ssize_t>LCSseq.similarity(one, other)
        self.fill(one, other, 0, wide, high)
        return wide + high - 2 * self.table[high * (wide + 1) + wide]

    cdef int fill(self, tuple one, tuple other, Py_ssize_t skipped, Py_ssize_t wide, Py_ssize_t high) except -1:
        """Fill the table for so many symbols of each, behind some that are skipped."""
        cdef Py_ssize_t row, at
        cdef int32_t symbol
        cdef int32_t[TABLE] symbols
        cdef int32_t *before
        cdef int32_t *own
        for at in range(wide):
            symbols[at] = one[skipped + at]
        for at in range(wide + 1):
            self.table[at] = 0
        for row in range(high):
            symbol, before, own = other[skipped + row], &self.table[row * (wide + 1)], &self.table[(row + 1) * (wide + 1)]
            own[0] = 0
            for at in range(wide):
                own[at + 1] = before[at] + 1 if symbols[at] == symbol else max(own[at], before[at + 1])
        return 0

    cdef list steps(self, tuple one, tuple other):
        """How one sequence becomes the other: symbols in turn, those that both have, that the first or the second has alone.

        Of equally short ways that one is taken that puts in as early as it can: as the library does.
        """
        cdef Py_ssize_t head = 0, tail = 0, wide, high, step
        cdef Py_ssize_t shorter = min(len(one), len(other))
        while head < shorter and one[head] == other[head]:
            head += 1
        while tail < shorter - head and one[<Py_ssize_t>len(one) - 1 - tail] == other[<Py_ssize_t>len(other) - 1 - tail]:
            tail += 1
        wide, high = <Py_ssize_t>len(one) - head - tail, <Py_ssize_t>len(other) - head - tail
        if (wide + 1) * (high + 1) > TABLE:
            return steps_of_long(one, other)
        self.fill(one, other, head, wide, high)
        cdef list found = [SAME] * tail
        step = wide + 1
        while wide and high:
            if self.table[high * step + wide] == self.table[high * step + wide - 1]:
                wide -= 1
                found.append(FIRST)
            else:
                high -= 1
                if high and self.table[high * step + wide] != self.table[high * step + wide - 1]:
                    found.append(SECOND)
                else:
                    wide -= 1
                    found.append(SAME)
        found += [FIRST] * wide + [SECOND] * high + [SAME] * head
        found.reverse()
        return found


def cell_columns(list cells, Py_ssize_t most_compared):
    """Return the columns of the cells of each record, by their symbols."""
    cdef Alignment alignment = Alignment.__new__(Alignment)
    cdef list words = [], word
    for row in cells:
        word = []
        for cell in <list>row:
            word.append((<tuple>cell)[SYMBOL])
        words.append(tuple(word))
    return alignment.aligned(words, most_compared)


cdef dict one_word(list words):
    """The columns where all sequences are the same, or there is none."""
    return {word: list(range(len(word))) for word in words}


cdef list steps_of_long(tuple one, tuple other):
    """The same of long sequences, by the library."""
    cdef list found = []
    for tag, start, stop, other_start, other_stop in LCSseq.opcodes(one, other):
        if tag == "equal":
            found += [SAME] * (stop - start)
        elif tag == "delete":
            found += [FIRST] * (stop - start)
        else:
            found += [SECOND] * (other_stop - other_start)
    return found


cdef list in_gaps(list pieces, list matched, list gaps, list first):
    """The columns of a sequence that was cut."""
    cdef list places = []
    cdef Py_ssize_t gap, at
    cdef tuple wide
    for gap in range(len(pieces)):
        at, wide = -1, gaps[gap]
        for symbol in <list>pieces[gap]:
            at = wide.index(symbol, at + 1)
            places.append(<Py_ssize_t>first[gap] + at)
        if gap < <Py_ssize_t>len(matched) and matched[gap]:
            places.append(<Py_ssize_t>first[gap] + len(wide))
    return places
