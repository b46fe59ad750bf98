# cython: language_level=3, boundscheck=True, wraparound=False
"""Items of microdata and RDFa -> plain values, read from the parser's tree.

What a property says is the standard's (https://html.spec.whatwg.org/multipage/microdata.html, RDFa Lite with prefixes). What stands in
noscript counts, so a page that has one is parsed once more, with its scripts off.
"""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp

from pagerows.page._parser cimport (
    NODE_ELEMENT, NODE_TEXT, A_href, Attribute, Document, Node, NodeData, Span, T_template, _Source,
)

from pagerows.page._parser import TooManyNodes


cdef extern from "parser/html.h" nogil:
    enum:
        T_a, T_area, T_embed, T_iframe, T_img, T_link, T_meta, T_noscript, T_object, T_source, T_track, T_KNOWN
        A_content, A_id, A_itemprop, A_property, A_src, A_value


cdef enum:
    # Items of a page, levels of items in items, bytes of texts and nodes that are walked through for items that refer to others:
    # what is referred to often would be more than the page ever was.
    MOST_ITEMS = 200_000
    LEVELS = 400
    MOST_TEXT = 1 << 25
    MOST_STEPS = 1 << 23

#: The prefixes that every page may use without a word (RDFa 1.1's initial context).
cdef dict PREFIXES = {
    "as": "https://www.w3.org/ns/activitystreams#",
    "csvw": "http://www.w3.org/ns/csvw#",
    "cat": "http://www.w3.org/ns/dcat#",
    "cc": "http://creativecommons.org/ns#",
    "cnt": "http://www.w3.org/2011/content#",
    "ctag": "http://commontag.org/ns#",
    "dc": "http://purl.org/dc/terms/",
    "dc11": "http://purl.org/dc/elements/1.1/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "dctypes": "http://purl.org/dc/dcmitype/",
    "dqv": "http://www.w3.org/ns/dqv#",
    "duv": "https://www.w3.org/ns/duv#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "gr": "http://purl.org/goodrelations/v1#",
    "grddl": "http://www.w3.org/2003/g/data-view#",
    "ht": "http://www.w3.org/2006/http#",
    "ical": "http://www.w3.org/2002/12/cal/icaltzd#",
    "ldp": "http://www.w3.org/ns/ldp#",
    "ma": "http://www.w3.org/ns/ma-ont#",
    "oa": "http://www.w3.org/ns/oa#",
    "og": "http://ogp.me/ns#",
    "org": "http://www.w3.org/ns/org#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "prov": "http://www.w3.org/ns/prov#",
    "qb": "http://purl.org/linked-data/cube#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfa": "http://www.w3.org/ns/rdfa#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "rev": "http://purl.org/stuff/rev#",
    "rif": "http://www.w3.org/2007/rif#",
    "rr": "http://www.w3.org/ns/r2rml#",
    "schema": "http://schema.org/",
    "sd": "http://www.w3.org/ns/sparql-service-description#",
    "sioc": "http://rdfs.org/sioc/ns#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "skosxl": "http://www.w3.org/2008/05/skos-xl#",
    "v": "http://rdf.data-vocabulary.org/#",
    "vcard": "http://www.w3.org/2006/vcard/ns#",
    "void": "http://rdfs.org/ns/void#",
    "wdr": "http://www.w3.org/2007/05/powder#",
    "wdrs": "http://www.w3.org/2007/05/powder-s#",
    "xhv": "http://www.w3.org/1999/xhtml/vocab#",
    "xml": "http://www.w3.org/XML/1998/namespace",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}


def read_items(NodeData rows, Py_ssize_t most):
    """Return a page's items of microdata and those of RDFa, of each so many as are in no other: names and values.

    >>> from pagerows.page.html import parsed_rows
    >>> read_items(parsed_rows("<p itemscope itemtype=T><b itemprop=name>Tent</b><i typeof=U></i>"), 10)
    ([{'@type': 'T', 'name': 'Tent'}], [{'@type': 'U'}])
    """
    cdef Items items = Items(rows.source)
    cdef _Source source
    if items.has_noscript():
        source = _Source(rows.source.kept)
        try:
            source.parse(False, 0xFFFFFFF0)
        except TooManyNodes:
            return [], []
        items = Items(source)
    return items.microdata(most), items.rdfa(most)


cdef class Place:
    """An item whose properties are to be read."""

    cdef const Node *node
    cdef dict found
    # The item that it is part of, and how many it is in.
    cdef Place above
    cdef int level
    # RDFa: what names without a prefix belong to (None: nothing), and what prefixes stand for.
    cdef str vocabulary
    cdef dict prefixes


cdef Place place_of(const Node *node, Place above, str vocabulary=None, dict prefixes=None):
    cdef Place made = Place.__new__(Place)
    made.node, made.found, made.above, made.vocabulary, made.prefixes = node, {}, above, vocabulary, prefixes
    made.level = 0 if above is None else above.level + 1
    return made


cdef class Items:
    """Reads the items of one parsed page."""

    cdef _Source source
    cdef const Document *document
    cdef uint32_t itemscope, itemtype, itemref, typeof, vocab, prefix, resource, datetime, data
    # Items that are still to be read, and what may still be read.
    cdef list pending
    cdef Py_ssize_t items, text, steps
    # Elements by what they are called: asked for by items that refer to others.
    cdef dict ids

    def __cinit__(self, _Source source):
        self.source, self.document = source, source.document
        self.itemscope, self.itemtype = self.number_of(b"itemscope"), self.number_of(b"itemtype")
        self.itemref, self.typeof = self.number_of(b"itemref"), self.number_of(b"typeof")
        self.vocab, self.prefix = self.number_of(b"vocab"), self.number_of(b"prefix")
        self.resource, self.datetime, self.data = (
            self.number_of(b"resource"), self.number_of(b"datetime"), self.number_of(b"data"),
        )
        self.pending = []
        self.items, self.text, self.steps = MOST_ITEMS, MOST_TEXT, MOST_STEPS

    cdef uint32_t number_of(self, bytes name):
        """The number of an attribute's name, one past all where the page has none."""
        cdef uint32_t place, count = self.document.attribute_names.count
        for place in range(count):
            if is_word(self.document.attribute_names.items[place], name):
                return place
        return count

    cdef const Attribute *attribute(self, const Node *node, uint32_t name) noexcept:
        """An attribute of an element, NULL where it has none of that name."""
        cdef const Attribute *at = self.document.tokens.attributes.items + node.attributes
        cdef uint32_t place
        for place in range(node.attribute_count):
            if at[place].name == name:
                return at + place
        return NULL

    cdef Span value(self, const Node *node, uint32_t name) noexcept:
        """The value of an attribute, empty where there is none."""
        cdef const Attribute *found = self.attribute(node, name)
        cdef Span none
        none.at, none.length = NULL, 0
        return none if found is NULL else found.value

    cdef bint has_noscript(self) noexcept:
        """Whether the page has a noscript: what stands in it may have been taken for text."""
        cdef const Node *node = self.document.document
        while node is not NULL:
            if node.kind == NODE_ELEMENT and node.tag == T_noscript:
                return True
            node = following(node, self.document.document)
        return False

    # -- microdata ----------------------------------------------------------------------------------------------------

    cdef list microdata(self, Py_ssize_t most):
        """The items that are no property of another one."""
        cdef list found = []
        cdef const Node *node = self.document.document
        cdef Place item
        if self.itemscope == self.document.attribute_names.count:
            return found
        while node is not NULL and len(found) < most:
            if is_marked(node) and self.attribute(node, self.itemscope) is not NULL and self.attribute(node, A_itemprop) is NULL:
                item = place_of(node, None)
                found.append(item.found)
                self.pending.append(item)
                self.read_pending(False)
            node = following(node, self.document.document)
        return found

    cdef int read_pending(self, bint rdfa) except -1:
        """Read the items that are known, and those in them."""
        cdef Place item
        while self.pending:
            item = self.pending.pop()
            self.items -= 1
            if self.items < 0:
                continue
            if rdfa:
                self.read_resource(item)
            else:
                self.read_item(item)
        return 0

    cdef int read_item(self, Place item) except -1:
        """Read an item's type and properties."""
        cdef Span kind = self.value(item.node, self.itemtype)
        cdef dict named = {}
        cdef const Node *node
        if kind.length:
            item.found["@type"] = string(kind)
        if self.value(item.node, self.itemref).length:
            self.read_referred(item, named)
        else:
            node = self.next_inside(item.node, item.node)
            while node is not NULL:
                self.add_property(node, item, named)
                node = self.next_inside(node, item.node)
        put(item.found, named)
        return 0

    cdef const Node *next_inside(self, const Node *node, const Node *item) noexcept:
        """The next node in an item that belongs to no item inside of it; what templates hold belongs to none."""
        if node.kind == NODE_ELEMENT and node.first is not NULL and not is_template(node):
            if node == item or self.attribute(node, self.itemscope) is NULL:
                return node.first
        while node != item and node.next is NULL:
            node = node.parent
        return NULL if node == item else node.next

    cdef int add_property(self, const Node *node, Place item, dict named) except -1:
        """Add what a node says, if it is a property."""
        cdef Span names
        if not is_marked(node):
            return 0
        names = self.value(node, A_itemprop)
        if not names.length:
            return 0
        value = self.property_value(node, item)
        if value is not None:
            for name in dict.fromkeys(words_of(names)):
                named.setdefault(name, []).append(value)
        return 0

    cdef object property_value(self, const Node *node, Place item):
        """What a property says: an item, an attribute or a text; None for an item that is part of itself."""
        cdef Span moment
        cdef uint32_t name
        if self.attribute(node, self.itemscope) is not NULL:
            return self.inner(place_of(node, item))
        if is_tag(self.document, node, b"time"):
            moment = self.value(node, self.datetime)
            return string(moment) if moment.length else self.text_of(node)
        name = self.saying(node)
        if name == self.document.attribute_names.count + 1:
            return self.text_of(node)
        if name in (A_content, A_value):
            return string(self.value(node, name))
        return string(stripped(self.value(node, name)))

    cdef object inner(self, Place place):
        """The values of an item in another one, which are read later; None where it is part of itself."""
        cdef Place above = place.above
        if place.level >= LEVELS:
            return place.found
        while above is not None:
            if above.node == place.node:
                return None
            above = above.above
        self.pending.append(place)
        return place.found

    cdef uint32_t saying(self, const Node *node):
        """The attribute that is what an element says; two past all where its text is it."""
        if node.tag in (T_a, T_area, T_link):
            return A_href
        if node.tag in (T_embed, T_iframe, T_img, T_source, T_track):
            return A_src
        if node.tag == T_meta:
            return A_content
        if node.tag == T_object:
            return self.data
        if is_tag(self.document, node, b"audio") or is_tag(self.document, node, b"video"):
            return A_src
        if is_tag(self.document, node, b"data") or is_tag(self.document, node, b"meter"):
            return A_value
        return self.document.attribute_names.count + 1

    cdef str text_of(self, const Node *root):
        """All text of an element."""
        cdef const Node *node = following(root, root)
        cdef Py_ssize_t pieces = 0
        cdef str found = ""
        cdef list parts = []
        while node is not NULL:
            if node.kind == NODE_TEXT and self.text >= 0:
                self.text -= node.text.length
                parts.append(string(node.text))
            node = following(node, root)
        return "".join(parts)

    # -- items that refer to elements elsewhere -------------------------------------------------------------------------

    cdef int read_referred(self, Place item, dict named) except -1:
        """Read the properties of an item and of the elements that it names, in the order of the page."""
        cdef set chosen = set()
        cdef const Node *node = item.node.first
        cdef const Node *root
        cdef set seen = {<size_t>item.node}
        cdef list roots = []
        while node is not NULL and not is_template(item.node):
            roots.append(<size_t>node)
            node = node.next
        if self.ids is None:
            self.ids = self.all_ids()
        for name in words_of(self.value(item.node, self.itemref)):
            if name in self.ids:
                roots.append(self.ids[name])
        for one in roots:
            root = <const Node *><size_t>one
            self.choose(root, seen, chosen)
        node = self.document.document
        while node is not NULL and self.steps >= 0 and chosen:
            self.steps -= 1
            if <size_t>node in chosen:
                chosen.discard(<size_t>node)
                self.add_property(node, item, named)
            node = following(node, self.document.document)
        return 0

    cdef int choose(self, const Node *root, set seen, set chosen) except -1:
        """Choose the properties at an element and in it that no item inside of it has."""
        cdef const Node *node = root
        while node is not NULL and self.steps >= 0:
            self.steps -= 1
            if node.kind == NODE_ELEMENT:
                if <size_t>node not in seen:
                    seen.add(<size_t>node)
                    if self.value(node, A_itemprop).length:
                        chosen.add(<size_t>node)
                    if node.first is not NULL and not is_template(node) and self.attribute(node, self.itemscope) is NULL:
                        node = node.first
                        continue
            while node != root and node.next is NULL:
                node = node.parent
            node = NULL if node == root else node.next
        return 0

    cdef dict all_ids(self):
        """The first element of each id."""
        cdef const Node *node = self.document.document
        cdef dict found = {}
        cdef Span name
        while node is not NULL:
            if is_marked(node):
                name = self.value(node, A_id)
                if name.length:
                    found.setdefault(string(name), <size_t>node)
            node = following(node, self.document.document)
        return found

    # -- RDFa -----------------------------------------------------------------------------------------------------------

    cdef list rdfa(self, Py_ssize_t most):
        """The items that are part of no other one."""
        cdef list found = []
        if self.typeof < self.document.attribute_names.count:
            self.walk(place_of(self.document.document, None, None, PREFIXES), None, found, most)
        return found

    cdef int read_resource(self, Place item) except -1:
        """Read an item's types and properties."""
        cdef dict named = {}
        types = [expanded(name, item) for name in words_of(self.value(item.node, self.typeof))]
        if types:
            item.found["@type"] = " ".join(types)
        self.walk(item, named, None, 0)
        put(item.found, named)
        return 0

    cdef int walk(self, Place top, dict named, list found, Py_ssize_t most) except -1:
        """Walk through an element: gather its properties, or (`found`) the items in it. Contexts of open elements are on a stack."""
        cdef list stack = [top]
        cdef const Node *node = NULL if is_template(top.node) else top.node.first
        cdef Place context
        while node is not NULL:
            if node.kind == NODE_ELEMENT:
                context = self.context(node, stack[len(stack) - 1])
                if found is None:
                    self.add_said(node, context, top, named)
                elif len(found) >= most:
                    return 0
                elif self.attribute(node, self.typeof) is not NULL:
                    context = place_of(node, None, context.vocabulary, context.prefixes)
                    found.append(context.found)
                    self.pending.append(context)
                    self.read_pending(True)
                if node.first is not NULL and not is_template(node) and self.attribute(node, self.typeof) is NULL:
                    stack.append(context)
                    node = node.first
                    continue
            while node != top.node and node.next is NULL:
                node = node.parent
                stack.pop()
            node = NULL if node == top.node else node.next
        return 0

    cdef Place context(self, const Node *node, Place outer):
        """What names stand for at an element: its own words for it go before those around it."""
        cdef const Attribute *vocabulary = self.attribute(node, self.vocab)
        cdef Span prefixes = self.value(node, self.prefix)
        cdef Place made
        if vocabulary is NULL and not prefixes.length:
            return outer
        made = place_of(node, None, outer.vocabulary, outer.prefixes)
        if vocabulary is not NULL:
            made.vocabulary = string(vocabulary.value) or None
        if prefixes.length:
            made.prefixes = {**outer.prefixes, **declared(words_of(prefixes))}
        return made

    cdef int add_said(self, const Node *node, Place context, Place item, dict named) except -1:
        """Add what a node says, if it is a property."""
        cdef Span names
        if not is_marked(node):
            return 0
        names = self.value(node, A_property)
        if not names.length:
            return 0
        value = self.said(node, context, item)
        for name in words_of(names):
            named.setdefault(expanded(name, context), []).append(value)
        return 0

    cdef object said(self, const Node *node, Place context, Place item):
        """What a property says: an attribute, an item or a text."""
        cdef const Attribute *found = self.attribute(node, A_content)
        if found is not NULL:
            return string(found.value)
        if self.attribute(node, self.typeof) is not NULL:
            return self.inner(place_of(node, item, context.vocabulary, context.prefixes))
        for name in (self.resource, A_href, A_src):
            found = self.attribute(node, name)
            if found is not NULL:
                return string(stripped(found.value))
        if is_tag(self.document, node, b"time"):
            found = self.attribute(node, self.datetime)
            if found is not NULL and found.value.length:
                return string(found.value)
        return self.text_of(node)


cdef dict declared(list words):
    """Prefixes and what they stand for: ``a: http://a.example/ b: ...``; what is neither is left out."""
    cdef dict found = {}
    cdef str prefix = None
    for word in words:
        if prefix is not None:
            found[prefix] = word
            prefix = None
        elif word.endswith(":"):
            prefix = word[: len(word) - 1]
    return found


cdef str expanded(str name, Place context):
    """The address that a name stands for; the name itself where nothing says what."""
    prefix, colon, rest = name.partition(":")
    if not colon:
        return name if context.vocabulary is None else context.vocabulary + name
    known = context.prefixes.get(prefix)
    return name if known is None else known + rest


cdef int put(dict found, dict named) except -1:
    """Put values under the last words of their names, single ones without a list."""
    for name, values in named.items():
        found[term(name)] = (<list>values)[0] if len(<list>values) == 1 else values
    return 0


cdef str term(str name):
    """The word of a property that is named by an address: ``https://schema.org/price`` is ``price``."""
    if "://" not in name:
        return name
    name = name.rstrip("/#")
    return name[max(name.rfind("/"), name.rfind("#")) + 1 :]


cdef const Node *following(const Node *node, const Node *root) noexcept:
    """The next node of a tree in the order of the page; NULL behind its last one."""
    if node.kind != NODE_TEXT and may_have_children(node) and node.first is not NULL:
        return node.first
    while node != root and node.next is NULL:
        node = node.parent
    return NULL if node == root else node.next


cdef inline bint may_have_children(const Node *node) noexcept:
    """Whether a node is an element or the document; what else has a text in the place of children."""
    return node.kind == NODE_ELEMENT or node.parent is NULL


cdef inline bint is_template(const Node *node) noexcept:
    """Whether what a node holds is no part of the page."""
    return node.kind == NODE_ELEMENT and node.tag == T_template and not node.space


cdef inline bint is_marked(const Node *node) noexcept:
    """Whether a node is an element with attributes."""
    return node.kind == NODE_ELEMENT and node.attribute_count > 0


cdef inline bint is_word(Span text, bytes word) noexcept:
    return text.length == <uint32_t>len(word) and memcmp(text.at, <const char *>word, text.length) == 0


cdef inline bint is_tag(const Document *document, const Node *node, bytes name) noexcept:
    """Whether an element has a name that the parser has no number for."""
    return node.tag >= T_KNOWN and is_word(document.tags.items[node.tag], name)


cdef str string(Span span):
    return PyUnicode_DecodeUTF8(<const char *>span.at, span.length, "replace") if span.length else ""


cdef inline bint is_space(uint8_t sign) noexcept:
    return sign == c" " or sign == c"\n" or sign == c"\t" or sign == c"\f" or sign == c"\r"


cdef Span stripped(Span text) noexcept:
    """A text without white space at its ends."""
    while text.length and is_space(text.at[0]):
        text.at += 1
        text.length -= 1
    while text.length and is_space(text.at[text.length - 1]):
        text.length -= 1
    return text


cdef list words_of(Span text):
    """The words of a text between white space."""
    cdef list found = []
    cdef uint32_t at = 0, start
    cdef Span word
    while at < text.length:
        while at < text.length and is_space(text.at[at]):
            at += 1
        start = at
        while at < text.length and not is_space(text.at[at]):
            at += 1
        if at > start:
            word.at, word.length = text.at + start, at - start
            found.append(string(word))
    return found
