# cython: language_level=3, boundscheck=True, wraparound=False
"""Center Star alignment of sequences of symbols: see `center_star`."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from rapidfuzz.distance import LCSseq

from pagerows.values import Cell

cdef Py_ssize_t SYMBOL = Cell._fields.index("symbol")
#: Places of the table that two sequences are compared in; longer ones are left to the library, which takes 64 places at a time.
cdef enum: TABLE = 4096
#: Symbols of a sequence that are the bits of a number.
cdef enum: BITS = 64
#: What becomes of a symbol: both sequences have it, the first one alone, the second one alone.
cdef enum: SAME, FIRST, SECOND


#: Some symbols, which others keep.
cdef struct Word:
    const int32_t *at
    Py_ssize_t size


#: A sequence that differs from all others: how many records have it, and the columns of its symbols.
cdef struct Kind:
    Word word
    int64_t count
    int32_t *columns


#: Symbols that stand between two of the centre's, in an order that all sequences agree with; the column of the first of them.
cdef struct Gap:
    int32_t *at
    Py_ssize_t size, column


cdef class Alignment:
    """The columns of the symbols of each sequence, and how many pairs of sequences were compared for the centre."""

    cdef readonly Py_ssize_t compared
    #: All symbols one sequence after another, which are below `symbol_count`; where each sequence begins, with the end; which of
    #: the kinds each is.
    cdef int32_t *symbols
    cdef Py_ssize_t *begin
    cdef int32_t *kind_of
    cdef Py_ssize_t records, symbol_count
    #: The different sequences, the most frequent first, and room for the columns of their symbols.
    cdef Kind *kinds
    cdef Py_ssize_t kind_count
    cdef int32_t *room
    #: How many columns there are.
    cdef Py_ssize_t width
    #: What stands before each symbol of the centre, and behind the last.
    cdef Gap *gaps
    cdef Py_ssize_t gap_count
    #: Where in a sequence each symbol stands, as bits.
    cdef uint64_t *bits
    #: The longest common subsequences of the beginnings of two sequences: row by row, one symbol of the second a row.
    cdef int32_t *table
    #: What becomes of the symbols of two sequences in turn.
    cdef uint8_t *steps
    cdef Py_ssize_t step_count, step_room

    def __init__(self, sequences, Py_ssize_t most_compared):
        cdef dict numbers = {}
        self.read([[numbers.setdefault(symbol, len(numbers)) for symbol in sequence] for sequence in sequences])
        self.align(most_compared)

    def __dealloc__(self):
        cdef Py_ssize_t gap
        for gap in range(self.gap_count):
            free(self.gaps[gap].at)
        free(self.gaps)
        free(self.symbols)
        free(self.begin)
        free(self.kinds)
        free(self.bits)
        free(self.table)
        free(self.steps)

    @property
    def columns(self):
        """The columns of each sequence."""
        return [self.columns_of(record) for record in range(self.records)]

    cdef list columns_of(self, Py_ssize_t record):
        cdef const Kind *kind = &self.kinds[self.kind_of[record]]
        cdef Py_ssize_t at
        return [kind.columns[at] for at in range(kind.word.size)]

    # -- sequences -----------------------------------------------------------------------------------------------------------

    cdef int read(self, list sequences) except -1:
        """Take lists of symbols, which are from 0 on."""
        cdef Py_ssize_t record, at, total = 0
        cdef list own
        cdef int32_t symbol
        self.make_room(sequences)
        for record in range(self.records):
            own = sequences[record]
            for at in range(len(own)):
                symbol = own[at]
                self.add(total, symbol)
                total += 1
        return 0

    cdef int read_cells(self, list cells) except -1:
        """Take the symbols of the cells of each record."""
        cdef Py_ssize_t record, at, total = 0
        cdef list own
        cdef int32_t symbol
        self.make_room(cells)
        for record in range(self.records):
            own = cells[record]
            for at in range(len(own)):
                symbol = (<tuple>own[at])[SYMBOL]
                self.add(total, symbol)
                total += 1
        return 0

    cdef int make_room(self, list sequences) except -1:
        """Make room for sequences of that many symbols."""
        cdef Py_ssize_t record, total = 0
        self.records = len(sequences)
        self.begin = <Py_ssize_t *>malloc((self.records + 1) * (sizeof(Py_ssize_t) + sizeof(int32_t)))
        if self.begin is NULL:
            raise MemoryError
        self.kind_of = <int32_t *>(self.begin + self.records + 1)
        for record in range(self.records):
            self.begin[record] = total
            total += len(<list>sequences[record])
        self.begin[self.records] = total
        self.symbols = <int32_t *>malloc((2 * total + 1) * sizeof(int32_t))
        if self.symbols is NULL:
            raise MemoryError
        self.room = self.symbols + total
        return 0

    cdef int add(self, Py_ssize_t place, int32_t symbol) except -1:
        if symbol < 0:
            raise ValueError("symbols are from 0 on")
        self.symbols[place] = symbol
        self.symbol_count = max(self.symbol_count, <Py_ssize_t>symbol + 1)
        return 0

    cdef int align(self, Py_ssize_t most_compared) except -1:
        """Find the columns: identical records are aligned once."""
        cdef Py_ssize_t number, at
        cdef const Kind *kind
        self.tell_kinds()
        self.make_gaps(self.kinds[self.centre(max(<Py_ssize_t>1, most_compared))].word if self.kind_count else Word(NULL, 0))
        for number in range(self.kind_count):
            kind = &self.kinds[number]
            place(kind, self.gaps)
            for at in range(kind.word.size):
                self.width = max(self.width, <Py_ssize_t>kind.columns[at] + 1)
        return 0

    cdef int tell_kinds(self) except -1:
        """Find the different sequences."""
        cdef dict known = {}
        cdef list counts = [], firsts = []
        cdef Py_ssize_t record, number, columns = 0
        cdef int32_t *places
        for record in range(self.records):
            word = PyBytes_FromStringAndSize(
                <const char *>(self.symbols + self.begin[record]),
                (self.begin[record + 1] - self.begin[record]) * sizeof(int32_t),
            )
            number = known.setdefault(word, len(counts))
            if number == len(counts):
                counts.append(0)
                firsts.append(record)
            counts[number] += 1
            self.kind_of[record] = number
        self.kind_count = len(counts)
        self.kinds = <Kind *>malloc((self.kind_count + 1) * (sizeof(Kind) + sizeof(int32_t)))
        if self.kinds is NULL:
            raise MemoryError
        places = <int32_t *>(self.kinds + self.kind_count + 1)
        order = sorted(range(len(counts)), key=counts.__getitem__, reverse=True) if len(counts) > 1 else range(len(counts))
        for number, old in enumerate(order):
            record = firsts[old]
            places[<Py_ssize_t>old] = number
            self.kinds[number].word = Word(self.symbols + self.begin[record], self.begin[record + 1] - self.begin[record])
            self.kinds[number].count, self.kinds[number].columns = counts[old], self.room + columns
            columns += self.kinds[number].word.size
        for record in range(self.records):
            self.kind_of[record] = places[self.kind_of[record]]
        return 0

    # -- the centre ----------------------------------------------------------------------------------------------------------

    cdef Py_ssize_t centre(self, Py_ssize_t most_compared) except -1:
        """The sequence with the least sum of distances to all others; of equals the first.

        Columns hold one symbol each, so a changed symbol is one taken out and one put in: the insert-delete distance.
        """
        cdef Py_ssize_t one, other, best = 0, count = min(most_compared, self.kind_count)
        cdef int64_t between
        cdef int64_t *sums
        if count == 1:
            return 0
        self.bits = <uint64_t *>malloc(self.symbol_count * sizeof(uint64_t) + count * sizeof(int64_t))
        if self.bits is NULL:
            raise MemoryError
        sums = <int64_t *>(self.bits + self.symbol_count)
        memset(self.bits, 0, self.symbol_count * sizeof(uint64_t) + count * sizeof(int64_t))
        for one in range(count):
            self.mark(self.kinds[one].word)
            for other in range(one):
                between = self.distance(self.kinds[one].word, self.kinds[other].word)
                sums[one] += self.kinds[other].count * between
                sums[other] += self.kinds[one].count * between
                self.compared += 1
            self.unmark(self.kinds[one].word)
        for one in range(count):
            if sums[one] < sums[best]:
                best = one
        return best

    cdef void mark(self, Word word) noexcept:
        """Set the bits of the first symbols of a sequence."""
        cdef Py_ssize_t at
        for at in range(min(word.size, <Py_ssize_t>BITS)):
            self.bits[word.at[at]] |= (<uint64_t>1) << at

    cdef void unmark(self, Word word) noexcept:
        cdef Py_ssize_t at
        for at in range(min(word.size, <Py_ssize_t>BITS)):
            self.bits[word.at[at]] = 0

    cdef int64_t distance(self, Word one, Word other) except -1:
        """How many symbols of two sequences are in no longest common subsequence; the first is marked."""
        if one.size > BITS:
            return one.size + other.size - 2 * <int64_t>LCSseq.similarity(as_list(one), as_list(other))
        return one.size + other.size - 2 * common(self.bits, one.size, other)

    # -- what becomes of symbols ---------------------------------------------------------------------------------------------

    cdef int compare(self, Word one, Word other) except -1:
        """Find how one sequence becomes the other: symbols in turn, those that both have, that the first or the second has alone.

        Of equally short ways that one is taken that puts in as early as it can: as the library does.
        """
        cdef Py_ssize_t head = 0, tail = 0, wide, high, row, shorter = min(one.size, other.size)
        self.need_steps(one.size + other.size)
        while head < shorter and one.at[head] == other.at[head]:
            head += 1
        while tail < shorter - head and one.at[one.size - 1 - tail] == other.at[other.size - 1 - tail]:
            tail += 1
        wide, high = one.size - head - tail, other.size - head - tail
        if (wide + 1) * (high + 1) > TABLE:
            return self.compare_long(one, other)
        self.step_count = 0
        self.add_steps(SAME, head)
        if wide and high:
            self.fill(Word(one.at + head, wide), Word(other.at + head, high))
            self.walk(wide, high)
        else:
            self.add_steps(FIRST, wide)
            self.add_steps(SECOND, high)
        self.add_steps(SAME, tail)
        return 0

    cdef int need_steps(self, Py_ssize_t most) except -1:
        if most > self.step_room:
            more = <uint8_t *>realloc(self.steps, 2 * most)
            if more is NULL:
                raise MemoryError
            self.steps, self.step_room = more, 2 * most
        return 0

    cdef void add_steps(self, uint8_t what, Py_ssize_t count) noexcept:
        """Add so many steps, for which there is room."""
        if count:  # there may be no room at all for none
            memset(self.steps + self.step_count, what, count)
        self.step_count += count

    cdef int fill(self, Word one, Word other) except -1:
        """Fill the table, which is large enough."""
        cdef Py_ssize_t row, at
        cdef int32_t symbol
        cdef int32_t *before
        cdef int32_t *own
        if self.table is NULL:
            self.table = <int32_t *>malloc(TABLE * sizeof(int32_t))
            if self.table is NULL:
                raise MemoryError
        memset(self.table, 0, (one.size + 1) * sizeof(int32_t))
        before = self.table
        for row in range(other.size):
            symbol, own = other.at[row], before + one.size + 1
            own[0] = 0
            for at in range(one.size):
                own[at + 1] = before[at] + 1 if one.at[at] == symbol else max(own[at], before[at + 1])
            before = own
        return 0

    cdef void walk(self, Py_ssize_t wide, Py_ssize_t high) noexcept:
        """Add the steps that the table tells, from its end to its beginning."""
        cdef Py_ssize_t step = wide + 1, first = self.step_count, at
        cdef const int32_t *table = self.table
        while wide and high:
            if table[high * step + wide] == table[high * step + wide - 1]:
                wide -= 1
                self.add_steps(FIRST, 1)
            else:
                high -= 1
                if high and table[high * step + wide] != table[high * step + wide - 1]:
                    self.add_steps(SECOND, 1)
                else:
                    wide -= 1
                    self.add_steps(SAME, 1)
        self.add_steps(FIRST, wide)
        self.add_steps(SECOND, high)
        for at in range((self.step_count - first) // 2):
            self.steps[first + at], self.steps[self.step_count - 1 - at] = self.steps[self.step_count - 1 - at], self.steps[first + at]

    cdef int compare_long(self, Word one, Word other) except -1:
        """The same of long sequences, by the library."""
        cdef Py_ssize_t start, stop, other_start, other_stop
        self.step_count = 0
        for tag, start, stop, other_start, other_stop in LCSseq.opcodes(as_list(one), as_list(other)):
            if not (0 <= stop - start <= self.step_room - self.step_count and other_stop >= other_start):
                raise IndexError("there are more steps than symbols")
            if tag == "equal":
                self.add_steps(SAME, stop - start)
            elif tag == "delete":
                self.add_steps(FIRST, stop - start)
            else:
                self.add_steps(SECOND, min(other_stop - other_start, self.step_room - self.step_count))
        return 0

    # -- gaps ----------------------------------------------------------------------------------------------------------------

    cdef int make_gaps(self, Word centre) except -1:
        """Align every sequence to the centre and merge the gaps: each is as wide as all that falls into it needs.

        What becomes of the symbols of each sequence is noted in its columns: see `cut`.
        """
        cdef Py_ssize_t gap, number
        self.gaps = <Gap *>malloc((centre.size + 1) * sizeof(Gap))
        if self.gaps is NULL:
            raise MemoryError
        memset(self.gaps, 0, (centre.size + 1) * sizeof(Gap))
        self.gap_count = centre.size + 1
        for number in range(self.kind_count):
            self.compare(centre, self.kinds[number].word)
            cut(&self.kinds[number], self.steps, self.step_count)
            self.widen(&self.kinds[number])
        for gap in range(centre.size):
            self.gaps[gap + 1].column = self.gaps[gap].column + self.gaps[gap].size + 1
        return 0

    cdef int widen(self, const Kind *kind) except -1:
        """Let gaps hold what of a sequence falls into them."""
        cdef Py_ssize_t first = 0, last
        while first < kind.word.size:
            last = first + 1
            if not kind.columns[first] & 1:  # not the centre's
                while last < kind.word.size and kind.columns[last] == kind.columns[first]:
                    last += 1
                self.widen_gap(&self.gaps[kind.columns[first] >> 1], Word(kind.word.at + first, last - first))
            first = last
        return 0

    cdef int widen_gap(self, Gap *gap, Word piece) except -1:
        """Let a gap hold a shortest sequence that contains both what it holds and a piece."""
        cdef Py_ssize_t step, at = 0, place = 0
        cdef int32_t *merged
        if gap.size == piece.size and not memcmp(gap.at, piece.at, piece.size * sizeof(int32_t)):
            return 0
        merged = <int32_t *>malloc((gap.size + piece.size) * sizeof(int32_t))
        if merged is NULL:
            raise MemoryError
        try:
            if gap.size:
                self.compare(Word(gap.at, gap.size), piece)
                for step in range(self.step_count):
                    merged[step] = piece.at[place] if self.steps[step] == SECOND else gap.at[at]
                    at += self.steps[step] != SECOND
                    place += self.steps[step] != FIRST
            else:
                memcpy(merged, piece.at, piece.size * sizeof(int32_t))
                self.step_count = piece.size
        except BaseException:
            free(merged)
            raise
        free(gap.at)
        gap.at, gap.size = merged, self.step_count
        return 0


cdef list as_list(Word word):
    cdef Py_ssize_t at
    return [word.at[at] for at in range(word.size)]


cdef int64_t common(const uint64_t *bits, Py_ssize_t size, Word other) noexcept nogil:
    """How many symbols a longest common subsequence has of a sequence whose symbols are marked, and another [Hyyrö 2004]:
    bits that are not set are those of symbols at which it gets longer."""
    cdef uint64_t left = ~(<uint64_t>0), met
    cdef Py_ssize_t at
    cdef int64_t found = 0
    for at in range(other.size):
        met = left & bits[other.at[at]]
        left = (left + met) | (left - met)
    for at in range(size):
        found += not (left >> at) & 1
    return found


cdef void cut(Kind *kind, const uint8_t *steps, Py_ssize_t step_count) noexcept nogil:
    """Cut a sequence at the centre's symbols that it has: note for each of its symbols in which gap it stands, the number doubled,
    or, with one more, before which gap's end it is the centre's."""
    cdef Py_ssize_t step, at = 0, place = 0
    for step in range(step_count):
        if steps[step] != FIRST:
            kind.columns[place] = 2 * at + (steps[step] == SAME)
            place += 1
        at += steps[step] != SECOND


cdef void place(const Kind *kind, const Gap *gaps) noexcept nogil:
    """Put the columns of a sequence in the place of what was noted of its symbols."""
    cdef Py_ssize_t symbol, at = -1
    cdef const Gap *gap = NULL
    for symbol in range(kind.word.size):
        if gap != &gaps[kind.columns[symbol] >> 1]:
            gap, at = &gaps[kind.columns[symbol] >> 1], -1
        if kind.columns[symbol] & 1:
            kind.columns[symbol] = gap.column + gap.size
            continue
        at += 1
        while at + 1 < gap.size and gap.at[at] != kind.word.at[symbol]:  # it is there: the gap holds the whole piece in order
            at += 1
        kind.columns[symbol] = gap.column + at


def cell_columns(list cells, Py_ssize_t most_compared):
    """Return the columns of the cells of each record, by their symbols."""
    return aligned(cells, most_compared).columns


def cell_rows(list cells, Py_ssize_t most_compared, most_columns):
    """Return the cells of each record in their columns, as rows of equal length; None where these would be too many.

    `most_columns` gives how many columns so many records and cells may have.
    """
    cdef Alignment found = aligned(cells, most_compared)
    cdef list rows = [], row, own
    cdef const Kind *kind
    cdef Py_ssize_t record, at
    if found.width > most_columns(found.records, found.begin[found.records]):
        return None
    for record in range(found.records):
        row, own, kind = [None] * found.width, cells[record], &found.kinds[found.kind_of[record]]
        for at in range(kind.word.size):
            row[kind.columns[at]] = own[at]
        rows.append(row)
    return rows


cdef Alignment aligned(list cells, Py_ssize_t most_compared):
    cdef Alignment found = Alignment.__new__(Alignment)
    found.read_cells(cells)
    found.align(most_compared)
    return found
