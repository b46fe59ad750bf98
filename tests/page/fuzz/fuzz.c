/* Damaged pages through the parser, for a build with AddressSanitizer and UndefinedBehaviorSanitizer (scripts/fuzz).
 *
 *   fuzz COUNT SEED FILE...    parses COUNT damaged copies of the files; the same seed gives the same pages
 *
 * A finding of a sanitizer, a table that is none or texts that are miscounted end it with an error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"

enum { LONGEST = 60000, NODE_LIMIT = 400000 };

static uint64_t state;

static uint32_t random_below(uint32_t bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % bound;
}

/* What upsets tokenizers and tree builders. */
static const char *const PIECES[] = {
    "<table>", "</table>", "<tr>", "<td>", "<caption>", "<colgroup>", "<col>", "<tbody>", "</tr>", "<b>", "</b>", "<a href=x>",
    "</a>", "<i>", "<nobr>", "<font color=1>", "<p>", "</p>", "<div>", "</div>", "<li>", "<dd>", "<h1>", "<button>", "<form>",
    "</form>", "<select>", "<option>", "<optgroup>", "<input type=hidden>", "<svg>", "</svg>", "<math><mi>", "<mglyph>",
    "<foreignObject>", "<annotation-xml encoding=text/html>", "<desc>", "<![CDATA[", "]]>", "<template>", "</template>",
    "<template shadowrootmode=open>", "<script>", "</script>", "<style>", "<title>", "<textarea>", "<noscript>", "<iframe>",
    "<xmp>", "<plaintext>", "<frameset>", "<frame>", "<html lang=x>", "<head>", "</head>", "<body class=y>", "</body>",
    "</html>", "<!doctype html>", "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", "<!--", "-->", "--!>",
    "<!", "<?", "</", "&", "&amp", "&#x110000;", "&#0;", "&#128", "&NotEqualTilde;", "&notit;", "<br/>", "</br>", "<ruby><rt>",
    "<object>", "<marquee>", "<listing>\n", "<pre>\n", "\r\n", "\r", "\0", "\xEF\xBB\xBF", "\xC2\xA0", "\xE2\x80", "\xF0\x9F", "\xFF",
    "<a<b>", "<x-y>", "<p =a b='c", "\"", "'", "=", ">", "<", "/", " ",
};

typedef struct {
    uint8_t *bytes;
    uint32_t length;
} Page;

static void splice(Page *page, uint32_t at, uint32_t removed, const uint8_t *added, uint32_t length)
{
    if (removed > page->length - at) removed = page->length - at;
    if (page->length - removed + length > LONGEST) return;
    uint8_t copy[512];
    if (length > sizeof copy) length = sizeof copy;
    memcpy(copy, added, length);
    memmove(page->bytes + at + length, page->bytes + at + removed, page->length - at - removed);
    memcpy(page->bytes + at, copy, length);
    page->length += length - removed;
}

static void damage(Page *page)
{
    uint32_t at = random_below(page->length + 1), span = random_below(300);
    switch (random_below(6)) {
    case 0: case 1: {
        const char *piece = PIECES[random_below(sizeof PIECES / sizeof *PIECES)];
        uint32_t length = *piece ? (uint32_t)strlen(piece) : 1;
        splice(page, at, 0, (const uint8_t *)piece, length);
        break;
    }
    case 2: splice(page, at, span, (const uint8_t *)"", 0); break;
    case 3: {
        uint32_t from = random_below(page->length + 1);
        if (span > page->length - from) span = page->length - from;
        splice(page, at, 0, page->bytes + from, span);
        break;
    }
    case 4: if (at < page->length) page->bytes[at] = (uint8_t)random_below(256); break;
    default: if (!random_below(10)) page->length = at;
    }
}

/* Touches all that Python would ask for, so that a sanitizer sees it. */
static uint64_t touched(const Table *table, const Document *document)
{
    uint64_t sum = 0;
    for (uint32_t row = 0; row < table->row_count; row++) {
        const Node *node = table->rows[row].node;
        if (node->kind == NODE_TEXT)
            for (uint32_t i = 0; i < node->text.length; i++) sum += node->text.at[i];
        for (uint32_t k = 0; k < node->attribute_count; k++) {
            Attribute attribute = document->tokens.attributes.items[node->attributes + k];
            Span name = document->attribute_names.items[attribute.name];
            for (uint32_t i = 0; i < name.length; i++) sum += name.at[i];
            for (uint32_t i = 0; i < attribute.value.length; i++) sum += attribute.value.at[i];
        }
    }
    return sum;
}

static bool is_table(const Table *table)
{
    for (int32_t row = 0; row < (int32_t)table->row_count; row++) {
        const Row *here = &table->rows[row];
        if (here->parent >= row || here->end <= row || here->end > (int32_t)table->row_count) return false;
        if (row && (here->parent < 0 || here->end > table->rows[here->parent].end)) return false;
        if (here->path < 0 || here->path >= (int32_t)table->path_count) return false;
    }
    return true;
}

/* Characters are counted within each text, and no more of them without the spaces around it. */
static bool counts_characters(const Table *table)
{
    uint32_t rows = table->row_count;
    int32_t *all = malloc((rows ? rows : 1) * sizeof *all), *stripped = malloc((rows ? rows : 1) * sizeof *stripped);
    table_text_lengths(table, false, all);
    table_text_lengths(table, true, stripped);
    bool right = true;
    for (uint32_t row = 0; row < rows; row++) {
        const Node *node = table->rows[row].node;
        int64_t bytes = node->kind == NODE_TEXT ? node->text.length : 0;
        right = right && 0 <= stripped[row] && stripped[row] <= all[row] && all[row] <= bytes;
    }
    free(all);
    free(stripped);
    return right;
}

static NameList names(Span *spans, const char *const *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) spans[i] = (Span){(const uint8_t *)list[i], (uint32_t)strlen(list[i])};
    return (NameList){spans, count};
}

static uint64_t parse(const Page *page)
{
    static const char *const style[] = {"class", "style"}, *const unread[] = {"script", "style"};
    static const Watched watched[] = {{{(const uint8_t *)"hidden", 6}, {NULL, 0}}};
    Span spans[4];
    uint8_t *exact = malloc(page->length ? page->length : 1); /* so that a byte too far is seen */
    memcpy(exact, page->bytes, page->length);
    Document *document = document_new();
    Table *table = table_new();
    HtmlError error = document_parse(document, exact, page->length, random_below(2), NODE_LIMIT);
    if (!error)
        error = table_build(table, document, names(spans, style, 2), (WatchList){watched, 1}, names(spans + 2, unread, 2));
    uint64_t sum = error ? 0 : touched(table, document);
    if (!error && (!is_table(table) || !counts_characters(table))) {
        fprintf(stderr, "the rows are no table, or their texts are miscounted\n");
        fwrite(page->bytes, 1, page->length, stderr);
        exit(1);
    }
    table_free(table);
    document_free(document);
    free(exact);
    return sum;
}

static Page read_page(const char *path)
{
    Page page = {malloc(LONGEST), 0};
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    page.length = (uint32_t)fread(page.bytes, 1, LONGEST, file);
    fclose(file);
    return page;
}

int main(int count, char **arguments)
{
    if (count < 4) {
        fprintf(stderr, "usage: fuzz COUNT SEED FILE...\n");
        return 2;
    }
    uint32_t pages = (uint32_t)atol(arguments[1]), files = (uint32_t)count - 3;
    state = (uint64_t)atoll(arguments[2]) * 0x9E3779B97F4A7C15u | 1;
    Page *sources = malloc(files * sizeof(Page)), copy = {malloc(LONGEST), 0};
    for (uint32_t i = 0; i < files; i++) sources[i] = read_page(arguments[3 + i]);
    if (!document_prepare(state)) return 2;
    uint64_t sum = 0, bytes = 0;
    for (uint32_t i = 0; i < pages; i++) {
        const Page *source = &sources[random_below(files)];
        memcpy(copy.bytes, source->bytes, source->length);
        copy.length = source->length;
        for (uint32_t edits = random_below(40); edits; edits--) damage(&copy);
        sum += parse(&copy);
        bytes += copy.length;
    }
    printf("%u damaged pages, %llu bytes, no finding (%llx)\n", pages, (unsigned long long)bytes, (unsigned long long)sum);
    for (uint32_t i = 0; i < files; i++) free(sources[i].bytes);
    free(sources);
    free(copy.bytes);
    return 0;
}
