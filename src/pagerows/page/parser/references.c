/* Character references, and other characters of a text that stand for something else. */
#include <string.h>

#include "entities.h" /* made by setup.py: ENTITIES, sorted by name */
#include "html.h"

bool equal_folded(Span span, const char *text)
{
    if (span.length != strlen(text)) return false;
    for (uint32_t i = 0; i < span.length; i++)
        if (lower(span.at[i]) != lower((uint8_t)text[i])) return false;
    return true;
}

/* Reads a character of UTF-8; what is broken counts byte by byte. Moves `at` behind it. */
uint32_t next_character(const uint8_t **at, const uint8_t *end)
{
    uint32_t first = *(*at)++;
    if (first < 0xC0) return first;
    uint32_t more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    uint32_t character = first & (0x3F >> more);
    for (; more && *at < end; more--) character = character << 6 | (*(*at)++ & 0x3F);
    return character;
}

static uint8_t *write_character(uint8_t *out, uint32_t c)
{
    if (c < 0x80) {
        *out++ = (uint8_t)c;
    } else if (c < 0x800) {
        *out++ = (uint8_t)(0xC0 | c >> 6);
        *out++ = (uint8_t)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *out++ = (uint8_t)(0xE0 | c >> 12);
        *out++ = (uint8_t)(0x80 | (c >> 6 & 0x3F));
        *out++ = (uint8_t)(0x80 | (c & 0x3F));
    } else {
        *out++ = (uint8_t)(0xF0 | c >> 18);
        *out++ = (uint8_t)(0x80 | (c >> 12 & 0x3F));
        *out++ = (uint8_t)(0x80 | (c >> 6 & 0x3F));
        *out++ = (uint8_t)(0x80 | (c & 0x3F));
    }
    return out;
}

/* What a number stands for: some are windows-1252, some nothing (13.2.5.80). */
static uint32_t numbered(uint32_t c)
{
    static const uint16_t windows_1252[32] = {
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    };
    if (c == 0 || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) return 0xFFFD;
    if (c >= 0x80 && c < 0xA0 && windows_1252[c - 0x80]) return windows_1252[c - 0x80];
    return c;
}

static int digit_value(uint8_t c, bool hexadecimal)
{
    if (is_digit(c)) return c - '0';
    if (hexadecimal && (uint8_t)((c | 32) - 'a') < 6) return (c | 32) - 'a' + 10;
    return -1;
}

/* At "&#": returns where the reference ends, or NULL if it is none. */
static const uint8_t *numeric_reference(const uint8_t *at, const uint8_t *end, uint8_t **out)
{
    const uint8_t *next = at + 2;
    bool hexadecimal = next < end && (*next | 32) == 'x';
    if (hexadecimal) next++;
    const uint8_t *digits = next;
    uint32_t c = 0;
    for (int value; next < end && (value = digit_value(*next, hexadecimal)) >= 0; next++)
        if (c <= 0x10FFFF) c = c * (hexadecimal ? 16 : 10) + (uint32_t)value;
    if (next == digits) return NULL;
    *out = write_character(*out, numbered(c));
    return next < end && *next == ';' ? next + 1 : next;
}

/* The first entry from `low` on whose name has at least this character at place `i`; a name that is over sorts first. */
static const Entity *entity_bound(const Entity *low, const Entity *high, uint32_t i, uint32_t least)
{
    while (low < high) {
        const Entity *middle = low + (high - low) / 2;
        uint32_t c = i < middle->name_length ? (uint8_t)middle->name[i] : 0;
        if (c < least) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The longest name that the bytes start with, by narrowing the sorted table character by character. */
static const Entity *longest_entity(const uint8_t *at, const uint8_t *end)
{
    if (at == end || !is_alpha(*at)) return NULL;
    const Entity *low = ENTITIES + ENTITY_STARTS[*at], *high = ENTITIES + ENTITY_STARTS[*at + 1], *found = NULL;
    for (uint32_t i = 1; at + i < end && at[i]; i++) {
        low = entity_bound(low, high, i, at[i]);
        high = entity_bound(low, high, i, at[i] + 1u);
        if (low == high) break;
        if (low->name_length == i + 1) found = low;
    }
    return found;
}

/* References that most pages have are found without a search. */
static const struct {
    char name[6];
    uint8_t length, text_length;
    char text[3];
} FREQUENT[] = {{"amp;", 4, 1, "&"}, {"nbsp;", 5, 2, "\xC2\xA0"}, {"quot;", 5, 1, "\""}, {"lt;", 3, 1, "<"}, {"gt;", 3, 1, ">"}};

static const uint8_t *frequent_reference(const uint8_t *at, const uint8_t *end, uint8_t **out)
{
    for (size_t i = 0; i < sizeof FREQUENT / sizeof *FREQUENT; i++) {
        size_t length = FREQUENT[i].length;
        if ((size_t)(end - at) <= length || at[1] != (uint8_t)FREQUENT[i].name[0]) continue;
        if (memcmp(at + 1, FREQUENT[i].name, length)) continue;
        memcpy(*out, FREQUENT[i].text, FREQUENT[i].text_length);
        *out += FREQUENT[i].text_length;
        return at + 1 + length;
    }
    return NULL;
}

static const uint8_t *named_reference(const uint8_t *at, const uint8_t *end, bool in_attribute, uint8_t **out)
{
    const uint8_t *next = frequent_reference(at, end, out);
    if (next) return next;
    const Entity *entity = longest_entity(at + 1, end);
    if (!entity) return NULL;
    next = at + 1 + entity->name_length;
    /* In an attribute "&copy=1" and "&copyx" are parts of a query (13.2.5.73). */
    if (in_attribute && next[-1] != ';' && next < end && (*next == '=' || is_alpha(*next) || is_digit(*next))) return NULL;
    memcpy(*out, entity->text, entity->text_length);
    *out += entity->text_length;
    return next;
}

/* The first character from `at` on that stands for something else. With NULs, which are rare, one by one: a search for
 * each of two characters would read the rest again and again. */
static const uint8_t *next_special(const uint8_t *at, const uint8_t *end, bool references, bool nuls)
{
    if (nuls) {
        while (at < end && *at && !(references && *at == '&')) at++;
        return at;
    }
    const uint8_t *found = references ? memchr(at, '&', (size_t)(end - at)) : NULL;
    return found ? found : end;
}

/* Writes what stands for the special character at `at`; returns where the text goes on. */
static const uint8_t *write_special(const uint8_t *at, const uint8_t *end, bool in_attribute, uint8_t **out)
{
    const uint8_t *next = NULL;
    if (*at == 0) {
        *out = write_character(*out, 0xFFFD);
        return at + 1;
    }
    if (at + 1 < end && at[1] == '#') next = numeric_reference(at, end, out);
    else next = named_reference(at, end, in_attribute, out);
    if (next) return next;
    *(*out)++ = *at;
    return at + 1;
}

/* Returns the text with references decoded (or not) and NULs replaced (or kept). */
Span decoded(Memory *memory, Span raw, bool references, bool in_attribute, bool nul_replaced)
{
    const uint8_t *at = raw.at, *end = raw.at + raw.length;
    bool nuls = nul_replaced && memchr(at, 0, raw.length);
    /* A NUL becomes three bytes; no reference becomes longer than twice itself (entities.py checks the table). */
    uint8_t *start = memory_reserve(memory, (size_t)raw.length * (nuls ? 3 : 2) + 8), *out = start;
    while (at < end) {
        const uint8_t *special = next_special(at, end, references, nuls);
        memcpy(out, at, (size_t)(special - at));
        out += special - at;
        at = special < end ? write_special(special, end, in_attribute, &out) : end;
    }
    if (out - start > UINT32_MAX) fail(memory, HTML_TOO_LONG);
    memory_keep(memory, (size_t)(out - start));
    return (Span){start, (uint32_t)(out - start)};
}
