/* An HTML parser after the WHATWG standard (section 13.2): UTF-8 bytes -> tree -> table of nodes.
 *
 *   tokens.c      bytes -> tags, texts, comments      references.c  &amp; and its kind
 *   modes.c       tokens -> tree: insertion modes      tree.c        the open elements, and where a node goes
 *   head_modes.c, body_modes.c, table_modes.c: the modes of a part of the page
 *   table.c       tree -> one row per node             names.c, memory.c, search.h
 *
 * Texts and attribute values are spans of the source wherever they need no decoding, so the source must outlive the
 * document. No parse errors are reported, fragments are not parsed, and no script is run. Nothing recurses on depth.
 * Every allocation is checked: what is too large, or has no memory, leaves through one longjmp as an error code.
 */
#ifndef PAGEROWS_HTML_H
#define PAGEROWS_HTML_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "known.h"

typedef enum { HTML_OK, HTML_NO_MEMORY, HTML_TOO_MANY_NODES, HTML_TOO_LONG } HtmlError;

/* Elements open at once; what is nested deeper becomes a sibling. Browsers have the same bound. */
enum { DEPTH_CAP = 512 };

/* Bytes of UTF-8, not ended by NUL; `at` is never NULL in a span with a length. */
typedef struct {
    const uint8_t *at;
    uint32_t length;
} Span;

/* -- memory: blocks that live as long as the document ------------------------------------------------------------- */

typedef struct Block Block;

typedef struct {
    Block *blocks;
    uint8_t *next, *stop; /* what is free in the newest block */
    jmp_buf *out;         /* where failures go */
} Memory;

enum { ALIGNMENT = 16 };

void memory_add_block(Memory *memory, size_t most);
/* Room for at most `most` bytes, of which `memory_keep` keeps those that were written. */
static inline uint8_t *memory_reserve(Memory *memory, size_t most)
{
    size_t left = (size_t)(memory->stop - memory->next);
    if (left < ALIGNMENT || left - ALIGNMENT < most) memory_add_block(memory, most);
    return memory->next;
}
static inline void memory_keep(Memory *memory, size_t written)
{
    memory->next += (written + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}
static inline void *memory_take(Memory *memory, size_t size)
{
    uint8_t *taken = memory_reserve(memory, size);
    memory_keep(memory, size);
    return taken;
}
void memory_free(Memory *memory);
/* Makes room for `needed` items of `size` bytes in an array from malloc; `room` is what it has, in items. */
void memory_widen(Memory *memory, void **items, uint32_t *room, uint64_t needed, size_t size);
static inline void memory_grow(Memory *memory, void **items, uint32_t *room, uint64_t needed, size_t size)
{
    if (needed > *room) memory_widen(memory, items, room, needed, size);
}
_Noreturn void fail(Memory *memory, HtmlError error);

/* -- names: each distinct tag or attribute name has a number ------------------------------------------------------- */

/* A name of up to eight bytes as one number, and which name it is; `word` 0 is none. */
typedef struct {
    uint64_t word;
    uint32_t number;
} ShortName;

typedef struct {
    Span *items;
    uint32_t count, room;
    uint32_t *slots; /* 1 + number, 0 where free */
    uint32_t slot_room, mask;
    uint64_t key;
    ShortName recent[256]; /* short names that were asked for, by a hash of their word: most names of a page */
} Names;

uint64_t hash_bytes(uint64_t seed, const uint8_t *bytes, size_t length);
uint32_t name_number(Memory *memory, Names *names, const uint8_t *bytes, uint32_t length);
/* The number of a name, one past all where nobody has brought it. */
uint32_t name_known(const Names *names, const uint8_t *bytes, uint32_t length);
uint32_t recall_name(Memory *memory, Names *names, ShortName *recent, uint64_t word, uint32_t length);
/* With this factor hardly any two of the names that most pages have take each other's place. */
static inline ShortName *recent_place(Names *names, uint64_t word)
{
    return &names->recent[word * 0x622A4EEFCC35C199u >> 56];
}
/* The same for a name of up to eight bytes, none of them NUL, as one number: the first byte is the lowest. */
static inline uint32_t short_name_number(Memory *memory, Names *names, uint64_t word, uint32_t length)
{
    ShortName *recent = recent_place(names, word);
    return recent->word == word ? recent->number : recall_name(memory, names, recent, word, length);
}
/* Makes the known names, with a key for the hashes of all documents from then on; once, before there is any document. */
bool names_prepare(uint64_t key);
/* Copies of them; false where there is no memory. */
bool names_make(Names *tags, Names *attributes);
void names_free(Names *names);
extern const uint16_t TAG_FLAGS[T_KNOWN];

/* -- characters ---------------------------------------------------------------------------------------------------- */

static inline bool is_space(uint8_t c) { return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r'; }
static inline bool is_alpha(uint8_t c) { return (uint8_t)((c | 32) - 'a') < 26; }
static inline bool is_digit(uint8_t c) { return (uint8_t)(c - '0') < 10; }
static inline uint8_t lower(uint8_t c) { return (uint8_t)(c - 'A') < 26 ? c | 32 : c; }
static inline bool same_bytes(Span a, Span b) { return a.length == b.length && !memcmp(a.at, b.at, a.length); }
bool equal_folded(Span span, const char *text); /* case of ASCII letters aside */
Span decoded(Memory *memory, Span raw, bool references, bool in_attribute, bool nul_replaced);
uint32_t next_character(const uint8_t **at, const uint8_t *end);

/* -- tokens -------------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t name;
    Span value;
} Attribute;

typedef struct {
    Attribute *items;
    uint32_t count, room;
} Attributes;

typedef struct {
    Span name, public_id, system_id;
    bool has_name, has_public, has_system, force_quirks;
} Doctype;

typedef enum { TOKEN_START, TOKEN_END, TOKEN_TEXT, TOKEN_NULS, TOKEN_COMMENT, TOKEN_DOCTYPE, TOKEN_EOF } TokenKind;

typedef struct {
    TokenKind kind;
    uint32_t tag;
    uint32_t attributes, attribute_count; /* a slice of the tokenizer's attributes */
    bool self_closing;
    Span text; /* of texts and comments; of a run of NULs only the length counts */
    Doctype doctype;
} Token;

typedef enum { STATE_DATA, STATE_RCDATA, STATE_RAWTEXT, STATE_SCRIPT, STATE_PLAINTEXT, STATE_CDATA } TokenState;

typedef struct {
    Memory *memory;
    Names *tags, *attribute_names;
    Attributes attributes;
    const uint8_t *at, *end;
    const uint8_t *text_end; /* where the run of text ends that is being cut at its NULs */
    TokenState state;
    uint32_t raw_tag;   /* whose end tag ends RCDATA, RAWTEXT and SCRIPT */
    bool cdata_allowed; /* in svg and math only */
    bool nuls;          /* whether the source has any NUL: few have, and all others are spared the search */
    bool references;    /* whether the text that ends at `text_end` may have any */
    uint32_t *seen;     /* per attribute name, the serial number of the tag that had it last */
    uint32_t seen_room, serial;
} Tokenizer;

void next_token(Tokenizer *tokens, Token *token);

/* -- tree ---------------------------------------------------------------------------------------------------------- */

typedef enum { NODE_ELEMENT, NODE_TEXT, NODE_COMMENT, NODE_DOCTYPE, NODE_DOCUMENT } NodeKind;
typedef enum { SPACE_HTML, SPACE_SVG, SPACE_MATH } Namespace;

typedef struct Node {
    struct Node *parent, *previous, *next;
    union {
        struct {
            struct Node *first, *last; /* of elements: their children */
        };
        Span text; /* of texts and comments */
    };
    uint32_t tag;
    union {
        uint32_t attributes; /* of elements: where theirs start among the tokenizer's */
        uint32_t text_room;  /* of texts: bytes that they may have where they are; 0: a span of the source */
    };
    uint32_t attribute_count;
    uint8_t kind, space;
    bool open;   /* on the stack of open elements */
    bool listed; /* in the list of active formatting elements */
    bool has_shadow;
} Node;

/* Large pages are nodes before all else. */
_Static_assert(sizeof(Node) <= 3 * sizeof(void *) + sizeof(Span) + 24, "a node is small");

typedef struct {
    Node **items;
    uint32_t count, room;
} Nodes;

typedef struct {
    Span *items;
    uint32_t count, room;
} Spans;

typedef enum {
    MODE_INITIAL, MODE_BEFORE_HTML, MODE_BEFORE_HEAD, MODE_IN_HEAD, MODE_IN_HEAD_NOSCRIPT, MODE_AFTER_HEAD,
    MODE_IN_BODY, MODE_TEXT, MODE_IN_TABLE, MODE_IN_TABLE_TEXT, MODE_IN_CAPTION, MODE_IN_COLUMN_GROUP,
    MODE_IN_TABLE_BODY, MODE_IN_ROW, MODE_IN_CELL, MODE_IN_TEMPLATE, MODE_AFTER_BODY, MODE_IN_FRAMESET,
    MODE_AFTER_FRAMESET, MODE_AFTER_AFTER_BODY, MODE_AFTER_AFTER_FRAMESET,
} Mode;

typedef struct {
    uint8_t *items;
    uint32_t count, room;
} Modes;

typedef struct {
    Memory memory;
    Names tags, attribute_names;
    Tokenizer tokens;
    Doctype doctype;
    Node *document, *html, *head, *form;
    Nodes stack;      /* open elements, <html> first */
    Nodes formatting; /* active formatting elements; NULL is a marker */
    Nodes scripts;    /* script elements, in the order of the page */
    Modes templates;
    Spans table_text; /* texts in a table that wait for the one behind them */
    Node *raw;        /* the element that takes the text of MODE_TEXT */
    Mode mode, original_mode;
    uint32_t node_count, node_limit;
    uint32_t open_paragraphs, open_templates;
    bool scripting, quirks, frameset_ok, foster_parenting, skip_newline;
    bool flattened; /* an element was nested too deeply to be opened */
    bool stopped;
    uint8_t *owned; /* the source with its line ends put right, where they had to be */
} Document;

/* What all documents share. `key` makes the hashes of names differ from run to run, so that no page can be written to make them
 * collide. */
bool document_prepare(uint64_t key);
Document *document_new(void);
void document_free(Document *document);
HtmlError document_parse(Document *document, const uint8_t *html, size_t length, bool scripting, uint32_t node_limit);
/* For tests: sets the tokenizer up alone; `last_tag` is the start tag whose end tag ends a raw text. */
HtmlError document_tokenize(Document *document, const uint8_t *html, size_t length, TokenState state, Span last_tag);
HtmlError document_next_token(Document *document, Token *token);

/* tree.c, for modes.c */
Node *node_new(Document *document, NodeKind kind, uint32_t tag);
static inline Node *current(const Document *document) { return document->stack.items[document->stack.count - 1]; }
static inline bool is_html(const Node *node, uint32_t tag) { return node->tag == tag && node->space == SPACE_HTML; }
static inline uint16_t flags_of(const Node *node)
{
    return node->space == SPACE_HTML && node->tag < T_KNOWN ? TAG_FLAGS[node->tag] : 0;
}
void append(Node *parent, Node *node);
void unlink_node(Node *node);
Node *insert_element(Document *document, const Token *token, Namespace space);
Node *insert_void(Document *document, const Token *token);
Node *insert_implied(Document *document, uint32_t tag);
void insert_text(Document *document, Span text);
void insert_comment(Document *document, Node *parent, Span text);
void append_text(Document *document, Node *parent, Node *before, Span text);
void open_element(Document *document, Node *node);
void pop(Document *document);
void pop_until(Document *document, uint32_t tag);
void pop_through(Document *document, const Node *node);
void clear_back_to(Document *document, uint32_t first, uint32_t second, uint32_t third);
void remove_from_stack(Document *document, Node *node);
bool in_scope(const Document *document, uint32_t tag);
bool in_list_item_scope(const Document *document, uint32_t tag);
bool in_button_scope(const Document *document, uint32_t tag);
bool in_table_scope(const Document *document, uint32_t tag);
bool heading_in_scope(const Document *document);
bool node_in_scope(const Document *document, const Node *node);
bool is_special(const Node *node);
bool is_html_integration_point(const Document *document, const Node *node);
bool is_math_text_integration_point(const Node *node);
void imply_end_tags(Document *document, uint32_t except);
void imply_end_tags_thoroughly(Document *document);
void close_paragraph(Document *document);
void note_script(Document *document, Node *node);
void formatting_push(Document *document, Node *node);
void formatting_mark(Document *document);
void formatting_clear(Document *document);
void formatting_remove(Document *document, Node *node);
Node *formatting_find(const Document *document, uint32_t tag);
void reopen_formatting(Document *document);
static inline void reconstruct_formatting(Document *document)
{
    const Nodes *list = &document->formatting;
    if (list->count && list->items[list->count - 1] && !list->items[list->count - 1]->open) reopen_formatting(document);
}
void run_adoption_agency(Document *document, uint32_t tag);
void close_any_other(Document *document, uint32_t tag);
const Attribute *find_attribute(const Document *document, const Node *node, uint32_t name);

/* modes.c */
void build_tree(Document *document);

/* -- table: one row per element and non-blank text from <body> on ---------------------------------------------------- */

typedef struct {
    const Node *node;
    int32_t parent, end, path;
    int32_t texts; /* elements: their texts so far; texts: the position among those, blank ones counted, from 1 */
    bool spaced;   /* texts: whether blank text stood between the one before and this one */
} Row;

typedef struct {
    const Node *node; /* the first with this path */
    int32_t parent, depth;
    int32_t tag;  /* index into the table's tags */
    int32_t text; /* the path of texts below, 0 where there is none yet */
    uint32_t hash;
    int32_t next; /* the path of the element that came behind the last one with this path; 0: none yet */
} Path;

enum { USE_STYLE = 1, USE_WATCHED = 2 };

typedef struct {
    const Span *items;
    uint32_t count;
} NameList;

/* An attribute that is watched for; without a value where `value.at` is NULL: any will do. */
typedef struct {
    Span name, value;
} Watched;

typedef struct {
    const Watched *items;
    uint32_t count;
} WatchList;

typedef struct {
    Document *document;
    Row *rows;
    Path *paths;
    int32_t *watched; /* rows with a watched attribute */
    uint32_t row_count, row_room, path_count, path_room, watched_count, watched_room;
    int32_t *slots; /* of a hash table: 1 + path, 0 where free */
    uint32_t slot_room, mask;
    uint8_t *unread;        /* per tag: whether the element is left out, with all in it */
    uint8_t *attribute_use; /* per attribute name: USE_STYLE, USE_WATCHED */
    uint32_t unread_room, use_room;
    WatchList watch_list;
    uint32_t *tags; /* the tag numbers that paths have, #text first, then by first appearance */
    uint32_t tag_count, tag_room;
    const Node *base, *title;
    Span canonical, og_url; /* the address that the page says is its own, as a link and for others to show */
} Table;

/* Arrays with room for all rows, to be filled. */
typedef struct {
    int32_t *tag, *parent, *depth, *end, *path, *ordinal;
    int8_t *kind, *spaced;
} Columns;


Table *table_new(void);
void table_free(Table *table);
/* Paths tell rows apart by tag and by the attributes in `style`; elements in `unread` are left out. */
HtmlError table_build(Table *table, Document *document, NameList style, WatchList watched, NameList unread);
void table_columns(const Table *table, Columns columns);
/* Characters of each row's text, 0 for elements; on request without white space at the ends. */
void table_text_lengths(const Table *table, bool stripped, int32_t *lengths);
size_t table_folded_text(const Table *table, uint32_t first, uint32_t last, uint8_t *out);

#endif
