/* Sums of a fixed number of lanes. */
#ifndef PAGEROWS_SUMS_H
#define PAGEROWS_SUMS_H

#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Adds a row's sixteen bits to the sums, and writes those down. */
static inline void add_sketch(int32_t *sums, const int32_t *own, int32_t *out)
{
#ifdef __SSE2__
    for (int bit = 0; bit < 16; bit += 4) {
        __m128i four = _mm_loadu_si128((const __m128i *)(sums + bit));
        four = _mm_add_epi32(four, _mm_loadu_si128((const __m128i *)(own + bit)));
        _mm_storeu_si128((__m128i *)(sums + bit), four);
        _mm_storeu_si128((__m128i *)(out + bit), four);
    }
#else
    for (int bit = 0; bit < 16; bit++) out[bit] = sums[bit] += own[bit];
#endif
}

#endif
