/* The tree as a table: one row per element and non-blank text from <body> on, in document order. */
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "search.h"

/* -- characters that Python takes for white space ------------------------------------------------------------------- */

static bool is_unicode_space(uint32_t c)
{
    if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

static bool is_blank(Span text)
{
    const uint8_t *at = text.at, *end = text.at + text.length;
    if (at < end && *at > ' ' && *at < 0x80) return false; /* as nearly all texts */
    for (;;) {
        at = behind_blanks(at, end); /* as nearly all white space is */
        if (at == end) return true;
        if (*at > ' ' && *at < 0x80) return false;
        if (!is_unicode_space(next_character(&at, end))) return false;
    }
}

/* -- paths: the tags and styles from <body> down --------------------------------------------------------------------- */

typedef struct {
    const Attribute *at, *end;
} AttributeRange;

static AttributeRange attributes_of(const Table *t, const Node *node)
{
    const Attribute *first = t->document->tokens.attributes.items + node->attributes;
    return (AttributeRange){first, first + node->attribute_count};
}

static const Attribute *next_style(const Table *t, AttributeRange *range)
{
    while (range->at < range->end && !(t->attribute_use[range->at->name] & USE_STYLE)) range->at++;
    return range->at < range->end ? range->at++ : NULL;
}

static bool same_style(const Table *t, const Node *a, const Node *b)
{
    AttributeRange in_a = attributes_of(t, a), in_b = attributes_of(t, b);
    for (;;) {
        const Attribute *x = next_style(t, &in_a), *y = next_style(t, &in_b);
        if (!x || !y) return !x && !y;
        if (x->name != y->name || !same_bytes(x->value, y->value)) return false;
    }
}

static uint32_t path_hash(const Table *t, int32_t parent, const Node *node)
{
    uint32_t step[2] = {(uint32_t)parent, node->tag};
    uint64_t hash = hash_bytes(t->document->tags.key, (const uint8_t *)step, sizeof step);
    AttributeRange range = attributes_of(t, node);
    for (const Attribute *style; (style = next_style(t, &range));)
        hash = hash_bytes(hash + style->name, style->value.at, style->value.length);
    return (uint32_t)(hash >> 32);
}

static bool is_path(const Table *t, const Path *path, int32_t parent, const Node *node)
{
    return path->parent == parent && path->node->tag == node->tag && same_style(t, path->node, node);
}

static void widen_slots(Table *t)
{
    uint32_t size = t->slots ? (t->mask + 1) * 2 : 512;
    memory_grow(&t->document->memory, (void **)&t->slots, &t->slot_room, size, sizeof(int32_t));
    memset(t->slots, 0, size * sizeof(int32_t));
    t->mask = size - 1;
    for (uint32_t code = 0; code < t->path_count; code++) {
        uint32_t slot = t->paths[code].hash & t->mask;
        while (t->slots[slot]) slot = (slot + 1) & t->mask;
        t->slots[slot] = (int32_t)code + 1;
    }
}

/* The code of a path: codes ascend by first appearance. */
static int32_t path_code(Table *t, int32_t parent, const Node *node)
{
    uint32_t hash = path_hash(t, parent, node);
    if (!t->slots || t->path_count >= t->mask / 2) widen_slots(t);
    uint32_t slot = hash & t->mask;
    while (t->slots[slot]) {
        int32_t code = t->slots[slot] - 1;
        if (t->paths[code].hash == hash && is_path(t, &t->paths[code], parent, node)) return code;
        slot = (slot + 1) & t->mask;
    }
    memory_grow(&t->document->memory, (void **)&t->paths, &t->path_room, (uint64_t)t->path_count + 1, sizeof(Path));
    int32_t depth = parent < 0 ? 0 : t->paths[parent].depth + 1;
    t->paths[t->path_count++] = (Path){.node = node, .parent = parent, .depth = depth, .hash = hash};
    t->slots[slot] = (int32_t)t->path_count;
    return (int32_t)t->path_count - 1;
}

/* The same for an element behind one of path `last`. Records are alike: first it is tried what came behind that path before. */
static int32_t element_path(Table *t, int32_t parent, const Node *node, int32_t last)
{
    int32_t code = last < 0 ? 0 : t->paths[last].next;
    if (code && is_path(t, &t->paths[code], parent, node)) return code;
    code = path_code(t, parent, node);
    if (last >= 0) t->paths[last].next = code;
    return code;
}

static int32_t text_path(Table *t, int32_t parent, const Node *node)
{
    if (!t->paths[parent].text) {
        int32_t code = path_code(t, parent, node);
        t->paths[parent].text = code;
    }
    return t->paths[parent].text;
}

/* -- rows ------------------------------------------------------------------------------------------------------------ */

static Row *add_row(Table *t, const Node *node, int32_t parent, int32_t path)
{
    memory_grow(&t->document->memory, (void **)&t->rows, &t->row_room, (uint64_t)t->row_count + 1, sizeof(Row));
    Row *row = &t->rows[t->row_count++];
    row->node = node;
    row->parent = parent;
    row->end = (int32_t)t->row_count;
    row->path = path;
    row->texts = 0;
    row->spaced = false;
    return row;
}

static bool is_watched(const Table *t, Attribute attribute)
{
    Span name = t->document->attribute_names.items[attribute.name];
    for (uint32_t i = 0; i < t->watch_list.count; i++) {
        Watched wanted = t->watch_list.items[i];
        if (!same_bytes(name, wanted.name)) continue;
        return !wanted.value.at || same_bytes(attribute.value, wanted.value);
    }
    return false;
}

static void add_watched(Table *t)
{
    memory_grow(&t->document->memory, (void **)&t->watched, &t->watched_room, (uint64_t)t->watched_count + 1,
                sizeof(int32_t));
    t->watched[t->watched_count++] = (int32_t)t->row_count;
}

static inline void watch(Table *t, const Node *node)
{
    const uint8_t *use = t->attribute_use;
    for (AttributeRange range = attributes_of(t, node); range.at < range.end; range.at++) {
        if (!(use[range.at->name] & USE_WATCHED) || !is_watched(t, *range.at)) continue;
        add_watched(t);
        return;
    }
}

/* Returns the path of the element; `last` is that of the element before it. */
static int32_t add_element(Table *t, int32_t parent, const Node *node, int32_t last)
{
    watch(t, node);
    int32_t path = element_path(t, parent < 0 ? -1 : t->rows[parent].path, node, last);
    add_row(t, node, parent, path);
    return path;
}

/* Returns whether blank text now stands in front of the next one. */
static bool add_text(Table *t, int32_t parent, const Node *node, bool spaced)
{
    int32_t ordinal = ++t->rows[parent].texts;
    if (is_blank(node->text)) return true;
    int32_t path = text_path(t, t->rows[parent].path, node);
    Row *row = add_row(t, node, parent, path);
    row->texts = ordinal;
    row->spaced = spaced;
    return false;
}

/* -- what a page says of itself: its base, and its own address --------------------------------------------------------- */

/* Whether one of the words of an attribute is this one, small and capital letters alike. */
static bool says(const Table *t, const Node *node, uint32_t name, const char *word)
{
    const Attribute *found = find_attribute(t->document, node, name);
    if (!found) return false;
    const uint8_t *at = found->value.at, *end = at + found->value.length;
    while (at < end) {
        while (at < end && is_space(*at)) at++;
        const uint8_t *first = at;
        while (at < end && !is_space(*at)) at++;
        if (equal_folded((Span){first, (uint32_t)(at - first)}, word)) return true;
    }
    return false;
}

static bool starts(Span text, const char *with)
{
    size_t length = strlen(with);
    return text.length >= length && !memcmp(text.at, with, length);
}

/* A whole address, white space around it left out; of no length where an attribute holds none. */
static Span address(const Table *t, const Node *node, uint32_t name)
{
    const Attribute *found = find_attribute(t->document, node, name);
    Span text = found ? found->value : (Span){NULL, 0};
    while (text.length && is_space(*text.at)) text.at++, text.length--;
    while (text.length && is_space(text.at[text.length - 1])) text.length--;
    return starts(text, "http://") || starts(text, "https://") ? text : (Span){NULL, 0};
}

static bool is_noted(const Node *node) { return node->tag == T_base || node->tag == T_link || node->tag == T_meta; }

static void note(Table *t, const Node *node)
{
    if (!t->base && is_html(node, T_base) && find_attribute(t->document, node, A_href)) t->base = node;
    if (!t->canonical.length && is_html(node, T_link) && says(t, node, A_rel, "canonical"))
        t->canonical = address(t, node, A_href);
    if (!t->og_url.length && is_html(node, T_meta) && says(t, node, A_property, "og:url"))
        t->og_url = address(t, node, A_content);
}

/* `row` is the open element, `node` its next child: no stack is needed, since rows know their parents. */
static void walk(Table *t, const Node *body)
{
    bool spaced = false;
    memory_grow(&t->document->memory, (void **)&t->paths, &t->path_room, 256, sizeof(Path));
    memory_grow(&t->document->memory, (void **)&t->rows, &t->row_room, t->document->node_count, sizeof(Row));
    int32_t row = 0, last = add_element(t, -1, body, -1);
    const Node *node = body->first;
    while (row >= 0) {
        if (!node) {
            t->rows[row].end = (int32_t)t->row_count;
            node = t->rows[row].node->next;
            row = t->rows[row].parent;
        } else if (node->kind == NODE_ELEMENT && !t->unread[node->tag]) {
            if (is_noted(node)) note(t, node);
            last = add_element(t, row, node, last);
            row = (int32_t)t->row_count - 1;
            node = node->first;
        } else {
            if (node->kind == NODE_TEXT) spaced = add_text(t, row, node, spaced);
            node = node->next;
        }
    }
}

static void read_head(Table *t)
{
    if (!t->document->head) return;
    for (const Node *node = t->document->head->first; node; node = node->next) {
        if (is_noted(node)) note(t, node);
        if (!t->title && is_html(node, T_title)) t->title = node;
    }
}

static const Node *body_of(const Document *d)
{
    for (const Node *node = d->html->first; node; node = node->next)
        if (node->kind == NODE_ELEMENT && is_html(node, T_body)) return node;
    return NULL;
}

/* -- the whole ------------------------------------------------------------------------------------------------------- */

static uint32_t tag_number(Document *d, Span name) { return name_number(&d->memory, &d->tags, name.at, name.length); }

static uint32_t attribute_number(Document *d, Span name)
{
    return name_number(&d->memory, &d->attribute_names, name.at, name.length);
}

static void set_unread(Table *t, NameList unread)
{
    Document *d = t->document;
    for (uint32_t i = 0; i < unread.count; i++) tag_number(d, unread.items[i]);
    memory_grow(&d->memory, (void **)&t->unread, &t->unread_room, d->tags.count, 1);
    memset(t->unread, 0, t->unread_room);
    for (uint32_t i = 0; i < unread.count; i++) t->unread[tag_number(d, unread.items[i])] = 1;
}

static void set_uses(Table *t, NameList style, WatchList watched)
{
    Document *d = t->document;
    for (uint32_t i = 0; i < style.count; i++) attribute_number(d, style.items[i]);
    for (uint32_t i = 0; i < watched.count; i++) attribute_number(d, watched.items[i].name);
    memory_grow(&d->memory, (void **)&t->attribute_use, &t->use_room, d->attribute_names.count, 1);
    memset(t->attribute_use, 0, t->use_room);
    for (uint32_t i = 0; i < style.count; i++) t->attribute_use[attribute_number(d, style.items[i])] |= USE_STYLE;
    for (uint32_t i = 0; i < watched.count; i++)
        t->attribute_use[attribute_number(d, watched.items[i].name)] |= USE_WATCHED;
    t->watch_list = watched;
}

/* Numbers the tags that paths have. */
static void number_tags(Table *t)
{
    Document *d = t->document;
    int32_t *numbers = memory_take(&d->memory, d->tags.count * sizeof(int32_t));
    memset(numbers, 0, d->tags.count * sizeof(int32_t));
    memory_grow(&d->memory, (void **)&t->tags, &t->tag_room, (uint64_t)d->tags.count + 1, sizeof(uint32_t));
    t->tags[t->tag_count++] = T_text;
    for (uint32_t code = 0; code < t->path_count; code++) {
        uint32_t tag = t->paths[code].node->tag;
        if (tag != T_text && !numbers[tag]) {
            numbers[tag] = (int32_t)t->tag_count;
            t->tags[t->tag_count++] = tag;
        }
        t->paths[code].tag = numbers[tag];
    }
}

void table_columns(const Table *t, Columns columns)
{
    for (uint32_t i = 0; i < t->row_count; i++) {
        const Row *row = &t->rows[i];
        const Path *path = &t->paths[row->path];
        columns.tag[i] = path->tag;
        columns.parent[i] = row->parent;
        columns.depth[i] = path->depth;
        columns.end[i] = row->end;
        columns.path[i] = row->path;
        columns.kind[i] = row->node->kind == NODE_TEXT;
        columns.ordinal[i] = columns.kind[i] ? row->texts : 0;
        columns.spaced[i] = row->spaced;
    }
}

static Span without_space_before(Span text)
{
    const uint8_t *at = text.at, *end = text.at + text.length, *next = at;
    while (at < end && is_unicode_space(next_character(&next, end))) at = next;
    return (Span){at, (uint32_t)(end - at)};
}

static bool continues(uint8_t c) { return (c & 0xC0) == 0x80; } /* no first byte of a character */

static Span without_space_behind(Span text)
{
    while (text.length) {
        uint32_t last = text.length - 1;
        while (last && continues(text.at[last])) last--;
        const uint8_t *at = text.at + last;
        if (!is_unicode_space(next_character(&at, text.at + text.length))) break;
        text.length = last;
    }
    return text;
}

/* Characters of a text; on request without white space at its ends. */
static int32_t text_length(Span text, bool stripped)
{
    int32_t count = 0;
    if (stripped) text = without_space_behind(without_space_before(text));
    for (uint32_t i = 0; i < text.length; i++) count += !continues(text.at[i]);
    return count;
}

void table_text_lengths(const Table *t, bool stripped, int32_t *lengths)
{
    for (uint32_t i = 0; i < t->row_count; i++)
        lengths[i] = t->rows[i].node->kind == NODE_TEXT ? text_length(t->rows[i].node->text, stripped) : 0;
}

/* The texts of some rows in one, a space for each run of white space and between two texts, none at the ends. Returns how many
 * bytes were written, at most those of the texts and one for each. */
size_t table_folded_text(const Table *t, uint32_t first, uint32_t last, uint8_t *out)
{
    uint8_t *start = out;
    for (uint32_t i = first; i < last; i++) {
        const Node *node = t->rows[i].node;
        if (node->kind != NODE_TEXT) continue;
        const uint8_t *at = node->text.at, *end = at + node->text.length;
        bool behind_space = true;
        while (at < end) {
            const uint8_t *character = at;
            bool space = *at > ' ' && *at < 0x80 ? (at++, false) : is_unicode_space(next_character(&at, end));
            if (space) {
                behind_space = true;
                continue;
            }
            if (behind_space && out > start) *out++ = ' ';
            behind_space = false;
            while (character < at) *out++ = *character++;
        }
    }
    return (size_t)(out - start);
}

HtmlError table_build(Table *t, Document *d, NameList style, WatchList watched, NameList unread)
{
    jmp_buf out;
    t->document = d;
    d->memory.out = &out;
    int failed = setjmp(out);
    if (failed) return (HtmlError)failed;
    set_unread(t, unread);
    set_uses(t, style, watched);
    read_head(t);
    const Node *body = body_of(d);
    if (body) walk(t, body);
    number_tags(t);
    return HTML_OK;
}

Table *table_new(void) { return calloc(1, sizeof(Table)); }

void table_free(Table *t)
{
    if (!t) return;
    free(t->rows);
    free(t->paths);
    free(t->watched);
    free(t->slots);
    free(t->tags);
    free(t->unread);
    free(t->attribute_use);
    free(t);
}
