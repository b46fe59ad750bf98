/* Bytes -> tokens (13.2.5). A construct is read by one function each, not state by state: what differs is only the form. */
#include <string.h>

#include "html.h"
#include "search.h"

/* What ends a name: in tags, and in attributes (where the first character may be any). */
enum { ENDS_TAG = 1, ENDS_ATTRIBUTE = 2, ENDS_BOTH = 3, ENDS_VALUE = 4, ENDS_ALL = 7 };
static const uint8_t ENDS[256] = {
    ['\t'] = ENDS_ALL, ['\n'] = ENDS_ALL, ['\f'] = ENDS_ALL, ['\r'] = ENDS_ALL, [' '] = ENDS_ALL, ['>'] = ENDS_ALL,
    ['/'] = ENDS_BOTH, ['='] = ENDS_ATTRIBUTE,
};

static bool starts_with(const Tokenizer *t, const uint8_t *at, const char *word, bool folded)
{
    size_t length = strlen(word);
    if ((size_t)(t->end - at) < length) return false;
    for (size_t i = 0; i < length; i++) {
        uint8_t c = folded ? lower(at[i]) : at[i];
        if (c != (uint8_t)word[i]) return false;
    }
    return true;
}

static bool holds(Span span, uint8_t c) { return find(span.at, span.at + span.length, c) < span.at + span.length; }

static Span between(const uint8_t *start, const uint8_t *end) { return (Span){start, (uint32_t)(end - start)}; }

static inline const uint8_t *behind_space(const Tokenizer *t, const uint8_t *at)
{
    while (at < t->end && is_space(*at)) at++;
    return at;
}

static void skip_space(Tokenizer *t) { t->at = behind_space(t, t->at); }

/* The text with NULs replaced by U+FFFD, and references decoded where they are such. */
static Span without_nuls(Tokenizer *t, Span raw, bool references, bool in_attribute)
{
    if (!(t->nuls && holds(raw, 0)) && !(references && holds(raw, '&'))) return raw;
    return decoded(t->memory, raw, references, in_attribute, true);
}

/* -- tags ---------------------------------------------------------------------------------------------------------- */

static uint32_t any_name(Tokenizer *t, Names *names, Span raw)
{
    uint8_t few[64];
    Span name = without_nuls(t, raw, false, false);
    uint8_t *small = name.length <= sizeof few ? few : memory_take(t->memory, name.length);
    for (uint32_t i = 0; i < name.length; i++) small[i] = lower(name.at[i]);
    return name_number(t->memory, names, small, name.length);
}

/* Reads a name of at least one character, whatever that is; in small letters. Moves `at` behind it. */
static uint32_t read_any_name(Tokenizer *t, Names *names, uint8_t ends, const uint8_t **at)
{
    const uint8_t *start = *at;
    do ++*at;
    while (*at < t->end && !(ENDS[**at] & ends));
    return any_name(t, names, between(start, *at));
}

/* The same, quickly for names of up to eight small letters, as nearly all are. */
static inline uint32_t read_name(Tokenizer *t, Names *names, uint8_t ends, const uint8_t **at)
{
    const uint8_t *start = *at;
    if (t->end - start <= 8) return read_any_name(t, names, ends, at);
    uint64_t word = word_at(start), marks = ~word & EVERY(0x40) & ~(uint64_t)0xFF; /* no letters */
    uint32_t length = marks ? first_marked(marks) : 8;
    if (!(ENDS[start[length]] & ends)) {
        marks = name_ends(word) & ~(uint64_t)0xFF;
        length = marks ? first_marked(marks) : 8;
    }
    if (marks) word &= ((uint64_t)1 << 8 * length) - 1;
    if (!(ENDS[start[length]] & ends) || may_have_capitals(word)) return read_any_name(t, names, ends, at);
    *at = start + length;
    return short_name_number(t->memory, names, word, length);
}

/* A value with its references decoded. */
static inline Span finished(Tokenizer *t, Span raw, bool references)
{
    return references || t->nuls ? without_nuls(t, raw, true, true) : raw;
}

/* From behind a quote on: the value up to the next one, decoded. Moves `from` behind it. */
static inline Span read_quoted(Tokenizer *t, const uint8_t **from, uint8_t quote)
{
    bool references = false;
    const uint8_t *start = *from, *stop = find_noting(start, t->end, quote, &references);
    *from = stop < t->end ? stop + 1 : stop;
    return finished(t, between(start, stop), references);
}

/* Behind the "=": the value up to its end, decoded. Moves `from` behind it. */
static Span read_value(Tokenizer *t, const uint8_t **from)
{
    const uint8_t *start = behind_space(t, *from), *stop = start;
    bool references = false;
    *from = start;
    if (start == t->end || *start == '>') return between(start, start);
    if (*start == '"' || *start == '\'') {
        ++*from;
        return read_quoted(t, from, *start);
    }
    for (; stop < t->end && !(ENDS[*stop] & ENDS_VALUE); stop++) references |= *stop == '&';
    *from = stop;
    return finished(t, between(start, stop), references);
}

static void widen_seen(Tokenizer *t, uint32_t name)
{
    uint32_t room = t->seen_room;
    memory_grow(t->memory, (void **)&t->seen, &t->seen_room, (uint64_t)name + 1, sizeof(uint32_t));
    memset(t->seen + room, 0, (t->seen_room - room) * sizeof(uint32_t));
}

/* Whether the tag that is being read had this attribute before. */
static inline bool is_double(Tokenizer *t, uint32_t name)
{
    if (name >= t->seen_room) widen_seen(t, name);
    bool before = t->seen[name] == t->serial;
    t->seen[name] = t->serial;
    return before;
}

/* Returns where the attribute that starts here ends. */
static inline const uint8_t *read_attribute(Tokenizer *t, const uint8_t *at)
{
    uint32_t name = read_name(t, t->attribute_names, ENDS_ATTRIBUTE, &at);
    Span value = between(at, at);
    if (t->end - at > 2 && at[0] == '=' && at[1] == '"') { /* as nearly all */
        at += 2;
        value = read_quoted(t, &at, '"');
    } else if ((at = behind_space(t, at)) < t->end && *at == '=') {
        at++;
        value = read_value(t, &at);
    }
    if (is_double(t, name)) return at;
    Attributes *all = &t->attributes;
    memory_grow(t->memory, (void **)&all->items, &all->room, (uint64_t)all->count + 1, sizeof(Attribute));
    all->items[all->count++] = (Attribute){name, value};
    return at;
}

/* Reads the rest of a tag, from behind its name; false where the source ends first. */
static inline bool read_attributes(Tokenizer *t, Token *token, const uint8_t *at)
{
    token->attributes = t->attributes.count;
    token->attribute_count = 0;
    token->self_closing = false;
    if (at < t->end && *at == '>') {
        t->at = at + 1;
        return true;
    }
    t->serial++;
    while ((at = behind_space(t, at)) < t->end) {
        if (*at == '>') {
            t->at = at + 1;
            token->attribute_count = t->attributes.count - token->attributes;
            return true;
        }
        if (*at == '/') {
            at++;
            token->self_closing = at < t->end && *at == '>';
        } else {
            at = read_attribute(t, at);
        }
    }
    t->at = t->end;
    t->attributes.count = token->attributes;
    return false;
}

/* At "<a" or "</a"; a tag without end is no token. */
static bool read_tag(Tokenizer *t, Token *token, TokenKind kind)
{
    const uint8_t *at = t->at + (kind == TOKEN_START ? 1 : 2);
    token->kind = kind;
    token->tag = read_name(t, t->tags, ENDS_TAG, &at);
    if (!read_attributes(t, token, at)) return false;
    if (kind == TOKEN_END) {
        t->attributes.count = token->attributes;
        token->attribute_count = 0;
    }
    return true;
}

/* -- comments ------------------------------------------------------------------------------------------------------ */

static void comment_token(Tokenizer *t, Token *token, const uint8_t *start, const uint8_t *stop)
{
    token->kind = TOKEN_COMMENT;
    token->text = without_nuls(t, between(start, stop), false, false);
}

static void bogus_comment(Tokenizer *t, Token *token, const uint8_t *start)
{
    const uint8_t *stop = find(start, t->end, '>');
    t->at = stop < t->end ? stop + 1 : stop;
    comment_token(t, token, start, stop);
}

/* A comment that the source ends in has no dashes at its end. */
static const uint8_t *without_dashes(const Tokenizer *t, const uint8_t *start)
{
    const uint8_t *stop = t->end;
    if (stop - start >= 3 && !memcmp(stop - 3, "--!", 3)) return stop - 3;
    if (stop - start >= 2 && !memcmp(stop - 2, "--", 2)) return stop - 2;
    if (stop - start >= 1 && stop[-1] == '-') return stop - 1;
    return stop;
}

/* At "<!--". */
static void read_comment(Tokenizer *t, Token *token)
{
    const uint8_t *start = t->at + 4;
    const char *abrupt = starts_with(t, start, ">", false) ? ">" : starts_with(t, start, "->", false) ? "->" : NULL;
    if (abrupt) {
        t->at = start + strlen(abrupt);
        comment_token(t, token, start, start);
        return;
    }
    for (const uint8_t *dash = find(start, t->end, '-'); dash < t->end; dash = find(dash + 1, t->end, '-')) {
        size_t length = starts_with(t, dash, "-->", false) ? 3 : starts_with(t, dash, "--!>", false) ? 4 : 0;
        if (length) {
            t->at = dash + length;
            comment_token(t, token, start, dash);
            return;
        }
    }
    t->at = t->end;
    comment_token(t, token, start, without_dashes(t, start));
}

/* -- doctypes ------------------------------------------------------------------------------------------------------ */

static Span doctype_name(Tokenizer *t)
{
    const uint8_t *start = t->at;
    while (t->at < t->end && !is_space(*t->at) && *t->at != '>') t->at++;
    Span name = without_nuls(t, between(start, t->at), false, false);
    uint8_t *small = memory_take(t->memory, name.length);
    for (uint32_t i = 0; i < name.length; i++) small[i] = lower(name.at[i]);
    return (Span){small, name.length};
}

/* A quoted identifier; false where there is none, or where it has no end. */
static bool doctype_identifier(Tokenizer *t, Span *found, bool *has)
{
    skip_space(t);
    if (t->at == t->end || (*t->at != '"' && *t->at != '\'')) return false;
    uint8_t quote = *t->at++;
    const uint8_t *start = t->at;
    while (t->at < t->end && *t->at != quote && *t->at != '>') t->at++;
    *found = without_nuls(t, between(start, t->at), false, false);
    *has = true;
    if (t->at == t->end || *t->at != quote) return false;
    t->at++;
    return true;
}

/* What stands behind the name; false where the page is to be read in quirks mode for it. */
static bool doctype_identifiers(Tokenizer *t, Doctype *doctype)
{
    skip_space(t);
    if (t->at == t->end) return false;
    if (*t->at == '>') return true;
    bool public = starts_with(t, t->at, "public", true);
    if (!public && !starts_with(t, t->at, "system", true)) return false;
    t->at += 6;
    if (public) {
        if (!doctype_identifier(t, &doctype->public_id, &doctype->has_public)) return false;
        skip_space(t);
        if (t->at < t->end && *t->at == '>') return true;
    }
    if (!doctype_identifier(t, &doctype->system_id, &doctype->has_system)) return false;
    skip_space(t);
    return t->at < t->end;
}

/* Behind "<!doctype". */
static void read_doctype(Tokenizer *t, Token *token)
{
    Doctype *doctype = &token->doctype;
    memset(doctype, 0, sizeof *doctype);
    token->kind = TOKEN_DOCTYPE;
    skip_space(t);
    if (t->at < t->end && *t->at != '>') {
        doctype->name = doctype_name(t);
        doctype->has_name = true;
        doctype->force_quirks = !doctype_identifiers(t, doctype);
    } else {
        doctype->force_quirks = true;
    }
    t->at = find(t->at, t->end, '>');
    if (t->at < t->end) t->at++;
}

/* -- texts --------------------------------------------------------------------------------------------------------- */

/* Whether the "<" here starts anything but text. */
static bool opens_markup(const Tokenizer *t, const uint8_t *at)
{
    if (at + 1 >= t->end) return false;
    uint8_t c = at[1];
    return is_alpha(c) || c == '!' || c == '?' || (c == '/' && at + 2 < t->end);
}

/* Finds where the text ends that stands here, and whether it may have references. */
static inline void find_text_end(Tokenizer *t)
{
    t->references = false;
    t->text_end = find_noting(t->at, t->end, '<', &t->references);
    while (t->text_end < t->end && !opens_markup(t, t->text_end))
        t->text_end = find_noting(t->text_end + 1, t->end, '<', &t->references);
}

static const uint8_t *cdata_stop(const Tokenizer *t)
{
    const uint8_t *stop = find(t->at, t->end, ']');
    while (stop < t->end && !starts_with(t, stop, "]]>", false)) stop = find(stop + 1, t->end, ']');
    return stop;
}

/* A run of text up to `t->text_end`, or to its first NUL; or a run of NULs: what they mean is the tree builder's. */
static void read_run(Tokenizer *t, Token *token, bool references)
{
    const uint8_t *start = t->at;
    if (*start == 0) {
        while (t->at < t->text_end && *t->at == 0) t->at++;
        token->kind = TOKEN_NULS;
        token->text = between(start, t->at);
        return;
    }
    t->at = t->nuls ? find(start, t->text_end, 0) : t->text_end;
    token->kind = TOKEN_TEXT;
    token->text = between(start, t->at);
    if (references && t->references) token->text = decoded(t->memory, token->text, true, false, false);
}

static bool read_cdata(Tokenizer *t, Token *token)
{
    if (t->text_end <= t->at) t->text_end = cdata_stop(t);
    if (t->at < t->text_end) {
        read_run(t, token, false);
        return true;
    }
    t->at = t->at < t->end ? t->at + 3 : t->end;
    t->state = STATE_DATA;
    return false;
}

/* Whether "</name" and an end of the name stand here. */
static bool closes_raw(const Tokenizer *t, const uint8_t *at)
{
    Span name = t->tags->items[t->raw_tag];
    if (!name.length || (size_t)(t->end - at) < (size_t)name.length + 3 || at[1] != '/') return false;
    for (uint32_t i = 0; i < name.length; i++)
        if (lower(at[2 + i]) != name.at[i]) return false;
    return ENDS[at[2 + name.length]] & ENDS_TAG;
}

static const uint8_t *raw_stop(const Tokenizer *t)
{
    const uint8_t *stop = find(t->at, t->end, '<');
    while (stop < t->end && !closes_raw(t, stop)) stop = find(stop + 1, t->end, '<');
    return stop;
}

static bool opens_script(const Tokenizer *t, const uint8_t *at)
{
    return starts_with(t, at, "<script", true) && t->end - at > 7 && (ENDS[at[7]] & ENDS_TAG);
}

/* In a script, "<!--" hides a "<script>" with its end tag up to "-->". */
static const uint8_t *script_stop(const Tokenizer *t)
{
    enum { PLAIN, ESCAPED, DOUBLY_ESCAPED } level = PLAIN;
    for (const uint8_t *at = t->at; at < t->end; at++) {
        if (level == PLAIN) {
            at = find(at, t->end, '<');
            if (at == t->end) break;
            if (closes_raw(t, at)) return at;
            if (starts_with(t, at, "<!--", false)) {
                level = ESCAPED;
                at++; /* these dashes may be those of "-->" */
            }
        } else if (*at == '-') {
            if (starts_with(t, at, "-->", false)) level = PLAIN;
        } else if (*at == '<') {
            if (level == ESCAPED && closes_raw(t, at)) return at;
            if (level == ESCAPED && opens_script(t, at)) level = DOUBLY_ESCAPED;
            else if (level == DOUBLY_ESCAPED && closes_raw(t, at)) level = ESCAPED;
        }
    }
    return t->end;
}

/* All text up to the end tag of the raw element, which is then read as any other. */
static bool read_raw(Tokenizer *t, Token *token)
{
    const uint8_t *start = t->at;
    bool references = t->state == STATE_RCDATA;
    t->at = t->state == STATE_PLAINTEXT ? t->end : t->state == STATE_SCRIPT ? script_stop(t) : raw_stop(t);
    t->state = STATE_DATA;
    if (start == t->at) return false;
    token->kind = TOKEN_TEXT;
    token->text = without_nuls(t, between(start, t->at), references, false);
    return true;
}

/* -- what stands next ---------------------------------------------------------------------------------------------- */

/* At "<!". */
static bool read_declaration(Tokenizer *t, Token *token)
{
    if (starts_with(t, t->at, "<!--", false)) {
        read_comment(t, token);
    } else if (starts_with(t, t->at, "<!doctype", true)) {
        t->at += 9;
        read_doctype(t, token);
    } else if (t->cdata_allowed && starts_with(t, t->at, "<![CDATA[", false)) {
        t->at += 9;
        t->state = STATE_CDATA;
        return false;
    } else {
        bogus_comment(t, token, t->at + 2);
    }
    return true;
}

/* At a "<" that opens markup; false where it is no token. */
static bool read_markup(Tokenizer *t, Token *token)
{
    uint8_t c = t->at[1];
    bool end = c == '/' && is_alpha(t->at[2]);
    if (end || is_alpha(c)) return read_tag(t, token, end ? TOKEN_END : TOKEN_START);
    if (c == '!') return read_declaration(t, token);
    if (c == '?') {
        bogus_comment(t, token, t->at + 1);
        return true;
    }
    if (t->at[2] == '>') {
        t->at += 3;
        return false;
    }
    bogus_comment(t, token, t->at + 2);
    return true;
}

static inline bool read_data(Tokenizer *t, Token *token)
{
    if (*t->at == '<' && t->text_end <= t->at && opens_markup(t, t->at)) return read_markup(t, token);
    if (t->text_end <= t->at) find_text_end(t);
    if (t->nuls || t->references) {
        read_run(t, token, true);
        return true;
    }
    token->kind = TOKEN_TEXT;
    token->text = between(t->at, t->text_end);
    t->at = t->text_end;
    return true;
}

void next_token(Tokenizer *t, Token *token)
{
    bool found = false;
    /* The doctype is left as it is: it is large, and read of a doctype alone. */
    token->tag = T_text;
    token->attribute_count = 0;
    token->self_closing = false;
    token->text = (Span){NULL, 0};
    while (!found && t->at < t->end) {
        if (t->state == STATE_DATA) found = read_data(t, token);
        else if (t->state == STATE_CDATA) found = read_cdata(t, token);
        else found = read_raw(t, token);
    }
    if (!found) token->kind = TOKEN_EOF;
}
