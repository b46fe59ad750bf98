/* Searches of bytes, several at a time. */
#ifndef PAGEROWS_SEARCH_H
#define PAGEROWS_SEARCH_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "html.h"

#if defined(__SSE2__) && defined(__GNUC__)
#include <emmintrin.h>
#endif

static inline const uint8_t *find(const uint8_t *at, const uint8_t *end, uint8_t c)
{
    const uint8_t *found = at < end ? memchr(at, c, (size_t)(end - at)) : NULL;
    return found ? found : end;
}

/* Where a character stands first, or `end`; `references` is set where there is a "&" before it. */
static inline const uint8_t *find_noting(const uint8_t *at, const uint8_t *end, uint8_t c, bool *references)
{
#if defined(__SSE2__) && defined(__GNUC__)
    const __m128i wanted = _mm_set1_epi8((char)c), noted = _mm_set1_epi8('&');
    for (; end - at >= 16; at += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)at);
        uint32_t found = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted));
        uint32_t marks = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, noted));
        if (found) {
            *references |= (marks & (found - 1) & ~found) != 0;
            return at + __builtin_ctz(found);
        }
        *references |= marks != 0;
    }
    for (; at < end && *at != c; at++) *references |= *at == '&';
    return at;
#else
    const uint8_t *found = find(at, end, c);
    *references |= found > at && memchr(at, '&', (size_t)(found - at));
    return found;
#endif
}

/* Behind the blanks, tabs, line feeds and other white space of markup that stand here. */
static inline const uint8_t *behind_blanks(const uint8_t *at, const uint8_t *end)
{
#if defined(__SSE2__) && defined(__GNUC__)
    for (; end - at >= 16; at += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)at);
        __m128i blanks = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '));
        __m128i lines = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t')));
        uint32_t others = 0xFFFF & ~(uint32_t)_mm_movemask_epi8(_mm_or_si128(blanks, lines));
        if (!others) continue;
        at += __builtin_ctz(others);
        break;
    }
#endif
    while (at < end && is_space(*at)) at++;
    return at;
}

/* -- eight bytes as one number, the first one lowest ----------------------------------------------------------------- */

#define EVERY(byte) ((uint64_t)(byte) * 0x0101010101010101u)

static inline uint64_t word_at(const uint8_t *at)
{
    uint64_t word = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (uint32_t i = 0; i < 8; i++) word |= (uint64_t)at[i] << 8 * i;
#else
    memcpy(&word, at, 8);
#endif
    return word;
}

/* Marks in their highest bits: the first mark is right, those behind it may be wrong. */
static inline uint64_t marks_below(uint64_t word, uint8_t c) { return (word - EVERY(c)) & ~word & EVERY(0x80); }
static inline uint64_t marks_of(uint64_t word, uint8_t c) { return marks_below(word ^ EVERY(c), 1); }

/* Marks what may end a name: white space and other controls, "/", and from "<" to "?". */
static inline uint64_t name_ends(uint64_t word)
{
    return marks_below(word, ' ' + 1) | marks_of(word, '/') | marks_of(word & EVERY(0xFC), '<');
}

/* Whether there may be capital letters: a few signs, and bytes beyond ASCII, count as such. */
static inline bool may_have_capitals(uint64_t word) { return (word & ~(word << 1) & EVERY(0x40)) != 0; }

static inline uint32_t first_marked(uint64_t marks)
{
#ifdef __GNUC__
    return (uint32_t)__builtin_ctzll(marks) / 8;
#else
    uint32_t place = 0;
    for (; !(marks & 0x80); marks >>= 8) place++;
    return place;
#endif
}

/* Where the first byte beyond ASCII stands, or `end`. */
static inline const uint8_t *behind_ascii(const uint8_t *at, const uint8_t *end)
{
#if defined(__SSE2__) && defined(__GNUC__)
    for (; end - at >= 64; at += 64) {
        __m128i one = _mm_or_si128(_mm_loadu_si128((const __m128i *)at), _mm_loadu_si128((const __m128i *)(at + 16)));
        __m128i two = _mm_or_si128(_mm_loadu_si128((const __m128i *)(at + 32)), _mm_loadu_si128((const __m128i *)(at + 48)));
        if (_mm_movemask_epi8(_mm_or_si128(one, two))) break;
    }
#endif
    for (; end - at >= 8; at += 8) {
        uint64_t marks = word_at(at) & EVERY(0x80);
        if (marks) return at + first_marked(marks);
    }
    while (at < end && *at < 0x80) at++;
    return at;
}

/* Where the first digit stands, or a byte from 0xD9 on: digits beyond ASCII begin with such; or `end`. */
static inline const uint8_t *find_digit(const uint8_t *at, const uint8_t *end)
{
#if defined(__SSE2__) && defined(__GNUC__)
    for (; end - at >= 16; at += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)at);
        __m128i above = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
        __m128i digits = _mm_cmpeq_epi8(_mm_min_epu8(above, _mm_set1_epi8(9)), above);
        __m128i leads = _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8((char)0xD9)), bytes);
        uint32_t found = (uint32_t)_mm_movemask_epi8(_mm_or_si128(digits, leads));
        if (found) return at + __builtin_ctz(found);
    }
#endif
    while (at < end && !is_digit(*at) && *at < 0xD9) at++;
    return at;
}

/* How often a byte occurs. */
static inline size_t count_of(const uint8_t *at, const uint8_t *end, uint8_t c)
{
    size_t count = 0;
#if defined(__SSE2__) && defined(__GNUC__)
    for (; end - at >= 16; at += 16) {
        __m128i same = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)at), _mm_set1_epi8((char)c));
        for (uint32_t marks = (uint32_t)_mm_movemask_epi8(same); marks; marks &= marks - 1) count++;
    }
#endif
    for (; at < end; at++) count += *at == c;
    return count;
}

#endif
