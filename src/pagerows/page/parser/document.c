/* A document from its bytes: the way in and out of the parser. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

bool document_prepare(uint64_t key) { return names_prepare(key); }

Document *document_new(void)
{
    Document *document = calloc(1, sizeof(Document));
    if (!document) return NULL;
    if (!names_make(&document->tags, &document->attribute_names)) {
        document_free(document);
        return NULL;
    }
    document->tokens.memory = &document->memory;
    document->tokens.tags = &document->tags;
    document->tokens.attribute_names = &document->attribute_names;
    return document;
}

void document_free(Document *d)
{
    if (!d) return;
    memory_free(&d->memory);
    names_free(&d->tags);
    names_free(&d->attribute_names);
    free(d->tokens.attributes.items);
    free(d->tokens.seen);
    free(d->stack.items);
    free(d->formatting.items);
    free(d->scripts.items);
    free(d->templates.items);
    free(d->table_text.items);
    free(d->owned);
    free(d);
}

/* Line ends as the standard wants them: CR LF and CR become LF (13.2.3.5). */
static size_t with_line_feeds(uint8_t *out, const uint8_t *html, size_t length)
{
    const uint8_t *at = html, *end = html + length;
    uint8_t *start = out;
    while (at < end) {
        const uint8_t *found = memchr(at, '\r', (size_t)(end - at)), *stop = found ? found : end;
        memcpy(out, at, (size_t)(stop - at));
        out += stop - at;
        if (!found) break;
        *out++ = '\n';
        at = found + 1 < end && found[1] == '\n' ? found + 2 : found + 1;
    }
    return (size_t)(out - start);
}

static void set_source(Document *d, const uint8_t *html, size_t length)
{
    if (length > UINT32_MAX / 8) fail(&d->memory, HTML_TOO_LONG);
    if (length && memchr(html, '\r', length)) {
        d->owned = malloc(length);
        if (!d->owned) fail(&d->memory, HTML_NO_MEMORY);
        length = with_line_feeds(d->owned, html, length);
        html = d->owned;
    }
    Attributes *attributes = &d->tokens.attributes;
    memory_grow(&d->memory, (void **)&attributes->items, &attributes->room, length / 64 + 64, sizeof(Attribute));
    d->tokens.at = d->tokens.text_end = html;
    d->tokens.end = html + length;
    d->tokens.nuls = length && memchr(html, 0, length);
}

HtmlError document_parse(Document *d, const uint8_t *html, size_t length, bool scripting, uint32_t node_limit)
{
    jmp_buf out;
    d->memory.out = &out;
    int failed = setjmp(out);
    if (failed) return (HtmlError)failed;
    set_source(d, html, length);
    d->scripting = scripting;
    d->node_limit = node_limit;
    d->frameset_ok = true;
    d->mode = MODE_INITIAL;
    d->document = node_new(d, NODE_DOCUMENT, T_text);
    build_tree(d);
    return HTML_OK;
}

HtmlError document_tokenize(Document *d, const uint8_t *html, size_t length, TokenState state, Span last_tag)
{
    jmp_buf out;
    d->memory.out = &out;
    int failed = setjmp(out);
    if (failed) return (HtmlError)failed;
    set_source(d, html, length);
    d->tokens.state = state;
    d->tokens.cdata_allowed = state == STATE_CDATA;
    d->tokens.raw_tag = name_number(&d->memory, &d->tags, last_tag.at, last_tag.length);
    return HTML_OK;
}

HtmlError document_next_token(Document *d, Token *token)
{
    jmp_buf out;
    d->memory.out = &out;
    int failed = setjmp(out);
    if (failed) return (HtmlError)failed;
    memset(token, 0, sizeof *token);
    next_token(&d->tokens, token);
    return HTML_OK;
}
