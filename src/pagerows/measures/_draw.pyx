# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Random bits by a fixed generator: PCG64 (XSL RR 128/64) from the state that NumPy's has for the seed 0.

The bits are those of ``numpy.random.default_rng(0).integers(0, 2, count)``, which the models of `auto` were learned with,
without the import of ``numpy.random``, which takes longer than reading a page.
"""

from libc.stdint cimport uint8_t, uint64_t

from pagerows._arrays cimport UINT8, Array, empty

cdef struct Wide:
    #: A number of 128 bits.
    uint64_t high
    uint64_t low

cdef Wide FACTOR = Wide(2549297995355413924, 4865540595714422341)
cdef Wide STEP = Wide(0x418DDADB3AF71A82, 0x588133BC447873A9)
cdef Wide START = Wide(0x1AA1B5345996452D, 0x9585EB7A69561E3)


cdef Wide product(Wide a, Wide b) noexcept nogil:
    """a * b, the last 128 bits of it, by halves of 32 bits."""
    cdef uint64_t half = <uint64_t>0xFFFFFFFF
    cdef uint64_t a1 = a.low >> 32, a0 = a.low & half, b1 = b.low >> 32, b0 = b.low & half
    cdef uint64_t low = a0 * b0
    cdef uint64_t middle = a1 * b0 + (low >> 32)
    cdef uint64_t other = a0 * b1 + (middle & half)
    cdef Wide found
    found.low = (other << 32) | (low & half)
    found.high = a1 * b1 + (middle >> 32) + (other >> 32) + a.high * b.low + a.low * b.high
    return found


cdef Wide following(Wide state) noexcept nogil:
    cdef Wide found = product(state, FACTOR)
    found.low += STEP.low
    found.high += STEP.high + (found.low < STEP.low)
    return found


cdef uint64_t drawn(Wide state) noexcept nogil:
    """64 random bits: both halves of a state folded, and turned by its first six bits."""
    cdef uint64_t folded = state.high ^ state.low, turn = state.high >> 58
    return (folded >> turn) | (folded << ((64 - turn) & 63))


def random_bits(Py_ssize_t count):
    """Return so many random bits, always the same: the first of each half of what is drawn, the lower half first."""
    cdef Py_ssize_t at
    cdef Wide state = START
    cdef uint64_t number = 0
    cdef Array found = empty(UINT8, count)
    cdef uint8_t *in_found = found.uint8s()
    with nogil:
        for at in range(count):
            if at % 2 == 0:
                state = following(state)
                number = drawn(state)
            in_found[at] = (number >> (63 if at % 2 else 31)) & 1
    return found
