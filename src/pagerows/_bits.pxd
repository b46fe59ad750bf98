"""Numbers as sets of places."""

from libc.stdint cimport uint64_t


cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int lowest_bit(unsigned long long set) { unsigned long at; _BitScanForward64(&at, set); return (int)at; }
    #else
    static inline int lowest_bit(unsigned long long set) { return __builtin_ctzll(set); }
    #endif
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define byte_of(eight) ((eight) ^ 7)
    #else
    #define byte_of(eight) (eight)
    #endif
    """
    #: The first place of a set that is not empty.
    int lowest_bit(uint64_t set) noexcept nogil
    #: Where the byte of eight places of a set stands in memory: of the first eight, the second, and so on.
    int byte_of(Py_ssize_t eight) noexcept nogil
