"""The parser's tree and table of a page, for kernels that read texts and attributes where they stand."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t


cdef extern from "parser/html.h" nogil:
    ctypedef enum HtmlError:
        HTML_OK, HTML_NO_MEMORY, HTML_TOO_MANY_NODES, HTML_TOO_LONG
    ctypedef enum NodeKind:
        NODE_ELEMENT, NODE_TEXT, NODE_COMMENT, NODE_DOCTYPE, NODE_DOCUMENT
    ctypedef enum TokenKind:
        TOKEN_START, TOKEN_END, TOKEN_TEXT, TOKEN_NULS, TOKEN_COMMENT, TOKEN_DOCTYPE, TOKEN_EOF
    ctypedef enum TokenState:
        STATE_DATA
    ctypedef struct Span:
        const uint8_t *at
        uint32_t length
    ctypedef struct Names:
        Span *items
        uint32_t count
    ctypedef struct Attribute:
        uint32_t name
        Span value
    ctypedef struct Attributes:
        Attribute *items
        uint32_t count
    ctypedef struct Doctype:
        Span name, public_id, system_id
        bint has_name, has_public, has_system, force_quirks
    ctypedef struct Token:
        TokenKind kind
        uint32_t tag, attributes, attribute_count
        bint self_closing
        Span text
        Doctype doctype
    ctypedef struct Tokenizer:
        Attributes attributes
    ctypedef struct Node:
        Node *parent
        Node *first
        Node *next
        Span text
        uint32_t tag, attributes, attribute_count
        uint8_t kind, space
    ctypedef struct Nodes:
        Node **items
        uint32_t count
    ctypedef struct Document:
        Names tags, attribute_names
        Nodes scripts
        Tokenizer tokens
        Doctype doctype
        Node *document
        Node *html
        bint flattened
    ctypedef struct Row:
        const Node *node
        int32_t path
    ctypedef struct Path:
        const Node *node
        int32_t parent, tag
    ctypedef struct Table:
        Row *rows
        Path *paths
        int32_t *watched
        uint32_t *tags
        uint8_t *attribute_use
        uint32_t row_count, path_count, watched_count, tag_count
        const Node *base
        const Node *title
        Span canonical, og_url
    ctypedef struct NameList:
        const Span *items
        uint32_t count
    ctypedef struct Watched:
        Span name, value
    ctypedef struct WatchList:
        const Watched *items
        uint32_t count
    ctypedef struct Columns:
        int32_t *tag
        int32_t *parent
        int32_t *depth
        int32_t *end
        int32_t *path
        int32_t *ordinal
        int8_t *kind
        int8_t *spaced
    enum: T_text, T_template, A_href, A_lang, USE_STYLE
    bint document_prepare(uint64_t key)
    Document *document_new()
    void document_free(Document *)
    uint32_t name_known(const Names *, const uint8_t *, uint32_t length)
    HtmlError document_parse(Document *, const uint8_t *, size_t, bint scripting, uint32_t node_limit)
    HtmlError document_tokenize(Document *, const uint8_t *, size_t, TokenState, Span last_tag)
    HtmlError document_next_token(Document *, Token *)
    const Attribute *find_attribute(const Document *, const Node *, uint32_t name)
    bint same_bytes(Span, Span)
    Table *table_new()
    void table_free(Table *)
    HtmlError table_build(Table *, Document *, NameList style, WatchList watched, NameList unread)
    void table_columns(const Table *, Columns)
    void table_text_lengths(const Table *, bint stripped, int32_t *)
    size_t table_folded_text(const Table *, uint32_t first, uint32_t last, uint8_t *)


cdef class Reading:
    cdef list kept
    cdef Span *spans
    cdef Watched *watches
    cdef NameList style, unread
    cdef WatchList watched

    cdef Span span(self, str text)


cdef class _Source:
    cdef Document *document
    cdef object kept
    cdef const uint8_t *bytes
    cdef Py_ssize_t size

    cdef parse(self, bint scripting, uint32_t limit)


cdef class NodeData:
    cdef _Source source
    cdef Reading reading
    cdef Table *table
    cdef list made, names, styles
    cdef tuple tag_names

    cdef const Node *node_at(self, Py_ssize_t row) except NULL
    cdef object item(self, Py_ssize_t row)
    cdef object make(self, Py_ssize_t row)
    cdef object style(self, Py_ssize_t path)
    cdef tuple pairs(self, const Node *node, bint style_alone)
    cdef str name(self, uint32_t number)
    cdef Span span(self, const Node *node, bint text, uint32_t name) noexcept nogil
    cdef uint32_t number_of(self, str name) except? 0xFFFFFFFF
    cdef object attribute_of(self, const Node *node, uint32_t name)


cdef class PathStyles:
    cdef NodeData rows

    cdef tuple gathered(self, NodeData rows, list wanted, bint named=*)


#: Instead of an attribute's number: the text of a row.
cdef enum: TEXTS = 0x7FFFFFFF

#: Some UTF-8 of a page, which lives as long as the page's rows do.
cdef struct Utf8:
    const uint8_t *at
    Py_ssize_t size

cdef bint is_compiled(object data)
cdef Utf8 utf8_of(object data, Py_ssize_t row, uint32_t name) except *
cdef uint32_t attribute_number(object data, str name) except? 0
