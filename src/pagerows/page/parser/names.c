/* Numbers for tag and attribute names: the known ones first, in the order of known.h, then as a page brings them. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

#define TAG_FLAG(identifier, name, flags) flags,
const uint16_t TAG_FLAGS[T_KNOWN] = {0, KNOWN_TAGS(TAG_FLAG)};

#define TAG_NAME(identifier, name, flags) name,
static const char *const TAG_NAMES[] = {"#text", KNOWN_TAGS(TAG_NAME)};
#define ATTRIBUTE_NAME(identifier) #identifier,
static const char *const ATTRIBUTE_NAMES[] = {KNOWN_ATTRIBUTES(ATTRIBUTE_NAME)};
#define LISTED(name) name,
static const char *const MIXED_TAG_NAMES[] = {MIXED_TAGS(LISTED)};
static const char *const MIXED_ATTRIBUTE_NAMES[] = {MIXED_ATTRIBUTES(LISTED)};

/* Fewer than eight bytes as one number. */
static uint64_t short_word(const uint8_t *bytes, size_t length)
{
    if (length >= 4) {
        uint32_t first, last;
        memcpy(&first, bytes, 4);
        memcpy(&last, bytes + length - 4, 4);
        return (uint64_t)last << 32 | first;
    }
    return length ? bytes[0] | (uint64_t)bytes[length / 2] << 8 | (uint64_t)bytes[length - 1] << 16 : 0;
}

static uint64_t mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

uint64_t hash_bytes(uint64_t seed, const uint8_t *bytes, size_t length)
{
    uint64_t hash = seed + length;
    for (; length >= 8; bytes += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        hash = mixed(hash, word);
    }
    return mixed(mixed(hash, short_word(bytes, length)), seed);
}

static bool same(Span name, const uint8_t *bytes, uint32_t length)
{
    return name.length == length && !memcmp(name.at, bytes, length);
}

static uint32_t free_slot(const Names *names, const uint8_t *bytes, uint32_t length)
{
    uint32_t slot = (uint32_t)hash_bytes(names->key, bytes, length) & names->mask;
    while (names->slots[slot] && !same(names->items[names->slots[slot] - 1], bytes, length))
        slot = (slot + 1) & names->mask;
    return slot;
}

static void widen(Memory *memory, Names *names)
{
    uint32_t size = names->slots ? (names->mask + 1) * 2 : 1024;
    memory_grow(memory, (void **)&names->slots, &names->slot_room, size, sizeof(uint32_t));
    names->mask = size - 1;
    memset(names->slots, 0, size * sizeof(uint32_t));
    for (uint32_t number = 0; number < names->count; number++)
        names->slots[free_slot(names, names->items[number].at, names->items[number].length)] = number + 1;
}

/* Adds a name that lives long enough. */
static uint32_t add(Memory *memory, Names *names, Span name)
{
    memory_grow(memory, (void **)&names->items, &names->room, (uint64_t)names->count + 1, sizeof(Span));
    if (!names->slots || names->count >= names->mask / 2) widen(memory, names);
    names->slots[free_slot(names, name.at, name.length)] = names->count + 1;
    names->items[names->count] = name;
    return names->count++;
}

uint32_t name_number(Memory *memory, Names *names, const uint8_t *bytes, uint32_t length)
{
    uint32_t slot = free_slot(names, bytes, length);
    if (names->slots[slot]) return names->slots[slot] - 1;
    uint8_t *copy = memory_take(memory, length + 1);
    memcpy(copy, bytes, length);
    return add(memory, names, (Span){copy, length});
}

uint32_t name_known(const Names *names, const uint8_t *bytes, uint32_t length)
{
    uint32_t slot = free_slot(names, bytes, length);
    return names->slots[slot] ? names->slots[slot] - 1 : names->count;
}

uint32_t recall_name(Memory *memory, Names *names, ShortName *recent, uint64_t word, uint32_t length)
{
    uint8_t bytes[8];
    for (uint32_t i = 0; i < length; i++) bytes[i] = (uint8_t)(word >> 8 * i);
    *recent = (ShortName){word, name_number(memory, names, bytes, length)};
    return recent->number;
}

/* The known names, as each document begins with them. */
static Memory known_memory;
static Names known_tags, known_attributes;

/* Adds a name, and has it found quickly where it is short. */
static void add_known(Names *names, const char *name)
{
    uint32_t length = (uint32_t)strlen(name), number = add(&known_memory, names, (Span){(const uint8_t *)name, length});
    uint64_t word = 0;
    if (length > 8) return;
    for (uint32_t i = 0; i < length; i++) word |= (uint64_t)(uint8_t)name[i] << 8 * i;
    *recent_place(names, word) = (ShortName){word, number};
}

static void add_all(Names *names, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) add_known(names, list[i]);
}

static void add_mixed(Names *names, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(list[i]);
        char *small = memory_take(&known_memory, length + 1);
        for (size_t k = 0; k <= length; k++) small[k] = (char)lower((uint8_t)list[i][k]);
        add_known(names, small);
    }
    add_all(names, list, count);
}

bool names_prepare(uint64_t key)
{
    jmp_buf out;
    known_memory.out = &out;
    if (setjmp(out)) return false;
    known_tags.key = known_attributes.key = key;
    add_all(&known_tags, TAG_NAMES, T_KNOWN);
    add_mixed(&known_tags, MIXED_TAG_NAMES, MIXED_TAG_COUNT);
    add_all(&known_attributes, ATTRIBUTE_NAMES, A_KNOWN);
    add_mixed(&known_attributes, MIXED_ATTRIBUTE_NAMES, MIXED_ATTRIBUTE_COUNT);
    return true;
}

static bool copy_names(Names *names, const Names *known)
{
    *names = *known;
    names->items = malloc(names->room * sizeof(Span));
    names->slots = malloc(names->slot_room * sizeof(uint32_t));
    if (!names->items || !names->slots) return false;
    memcpy(names->items, known->items, names->count * sizeof(Span));
    memcpy(names->slots, known->slots, ((size_t)names->mask + 1) * sizeof(uint32_t));
    return true;
}

bool names_make(Names *tags, Names *attributes)
{
    return copy_names(tags, &known_tags) && copy_names(attributes, &known_attributes);
}

_Static_assert(sizeof(TAG_NAMES) / sizeof(*TAG_NAMES) == T_KNOWN, "one name for each tag");
_Static_assert(sizeof(MIXED_TAG_NAMES) / sizeof(*MIXED_TAG_NAMES) == MIXED_TAG_COUNT, "one name for each mixed tag");

void names_free(Names *names)
{
    free(names->items);
    free(names->slots);
}
