/* The tree, the stack of open elements and the list of active formatting elements (13.2.4 and 13.2.6.1). */
#include <string.h>

#include "html.h"

/* -- nodes --------------------------------------------------------------------------------------------------------- */

Node *node_new(Document *d, NodeKind kind, uint32_t tag)
{
    if (d->node_count >= d->node_limit) fail(&d->memory, HTML_TOO_MANY_NODES);
    d->node_count++;
    Node *node = memory_take(&d->memory, sizeof(Node));
    memset(node, 0, sizeof *node);
    node->kind = (uint8_t)kind;
    node->tag = tag;
    return node;
}

static Node *element_for(Document *d, const Token *token, Namespace space)
{
    Node *node = node_new(d, NODE_ELEMENT, token->tag);
    node->space = (uint8_t)space;
    node->attributes = token->attributes;
    node->attribute_count = token->attribute_count;
    return node;
}

static Node *copy_of(Document *d, const Node *node)
{
    Node *copy = node_new(d, NODE_ELEMENT, node->tag);
    copy->space = node->space;
    copy->attributes = node->attributes;
    copy->attribute_count = node->attribute_count;
    return copy;
}

const Attribute *find_attribute(const Document *d, const Node *node, uint32_t name)
{
    const Attribute *all = d->tokens.attributes.items + node->attributes;
    for (uint32_t i = 0; i < node->attribute_count; i++)
        if (all[i].name == name) return &all[i];
    return NULL;
}

/* -- links between nodes ------------------------------------------------------------------------------------------- */

typedef struct {
    Node *parent, *before; /* before NULL: behind all others */
} Place;

static void link_node(Place place, Node *node)
{
    Node *parent = place.parent, *next = place.before;
    Node *previous = next ? next->previous : parent->last;
    node->parent = parent;
    node->previous = previous;
    node->next = next;
    if (previous) previous->next = node;
    else parent->first = node;
    if (next) next->previous = node;
    else parent->last = node;
}

void append(Node *parent, Node *node) { link_node((Place){parent, NULL}, node); }

void unlink_node(Node *node)
{
    if (!node->parent) return;
    if (node->previous) node->previous->next = node->next;
    else node->parent->first = node->next;
    if (node->next) node->next->previous = node->previous;
    else node->parent->last = node->previous;
    node->parent = node->previous = node->next = NULL;
}

static bool moves_out(const Node *target)
{
    return is_html(target, T_table) || is_html(target, T_tbody) || is_html(target, T_tfoot) ||
           is_html(target, T_thead) || is_html(target, T_tr);
}

/* Where misplaced content of a table goes: before the table. */
static Place foster_place(const Document *d)
{
    for (uint32_t i = d->stack.count; i-- > 0;) {
        Node *node = d->stack.items[i];
        if (is_html(node, T_template)) return (Place){node, NULL};
        if (is_html(node, T_table)) {
            if (node->parent) return (Place){node->parent, node};
            return (Place){d->stack.items[i ? i - 1 : 0], NULL};
        }
    }
    return (Place){d->stack.items[0], NULL};
}

static Place place_for(const Document *d, Node *target)
{
    return d->foster_parenting && moves_out(target) ? foster_place(d) : (Place){target, NULL};
}

/* -- insertion ----------------------------------------------------------------------------------------------------- */

static void counted(Document *d, const Node *node, uint32_t change)
{
    if (is_html(node, T_p)) d->open_paragraphs += change;
    else if (is_html(node, T_template)) d->open_templates += change;
}

void open_element(Document *d, Node *node)
{
    if (d->stack.count >= DEPTH_CAP) {
        d->flattened = true;
        return;
    }
    memory_grow(&d->memory, (void **)&d->stack.items, &d->stack.room, (uint64_t)d->stack.count + 1, sizeof(Node *));
    d->stack.items[d->stack.count++] = node;
    node->open = true;
    counted(d, node, 1);
}

Node *insert_element(Document *d, const Token *token, Namespace space)
{
    Node *node = element_for(d, token, space);
    link_node(place_for(d, current(d)), node);
    open_element(d, node);
    return node;
}

Node *insert_void(Document *d, const Token *token)
{
    Node *node = element_for(d, token, SPACE_HTML);
    link_node(place_for(d, current(d)), node);
    return node;
}

Node *insert_implied(Document *d, uint32_t tag)
{
    Token token = {.kind = TOKEN_START, .tag = tag};
    return insert_element(d, &token, SPACE_HTML);
}

/* Adds to a text node; from its second part on it has memory of its own, twice what it needs. */
static void lengthen(Document *d, Node *node, Span text)
{
    uint64_t length = (uint64_t)node->text.length + text.length;
    if (length > UINT32_MAX / 2) fail(&d->memory, HTML_TOO_LONG);
    if (length > node->text_room) {
        uint8_t *copy = memory_take(&d->memory, (size_t)length * 2);
        memcpy(copy, node->text.at, node->text.length);
        node->text.at = copy;
        node->text_room = (uint32_t)length * 2;
    }
    memcpy((uint8_t *)node->text.at + node->text.length, text.at, text.length);
    node->text.length = (uint32_t)length;
}

void append_text(Document *d, Node *parent, Node *before, Span text)
{
    Node *beside = before ? before->previous : parent->last;
    if (!text.length || parent->kind == NODE_DOCUMENT) return;
    if (beside && beside->kind == NODE_TEXT) {
        lengthen(d, beside, text);
        return;
    }
    Node *node = node_new(d, NODE_TEXT, T_text);
    node->text = text;
    link_node((Place){parent, before}, node);
}

void insert_text(Document *d, Span text)
{
    Place place = place_for(d, current(d));
    append_text(d, place.parent, place.before, text);
}

/* `parent` NULL: where any other node would go. */
void insert_comment(Document *d, Node *parent, Span text)
{
    Node *node = node_new(d, NODE_COMMENT, T_text);
    node->text = text;
    link_node(parent ? (Place){parent, NULL} : place_for(d, current(d)), node);
}

/* -- the stack of open elements ------------------------------------------------------------------------------------ */

static void closed(Document *d, Node *node)
{
    node->open = false;
    counted(d, node, (uint32_t)-1);
}

void pop(Document *d) { closed(d, d->stack.items[--d->stack.count]); }

/* The root is never popped by a name: it has none that a tag asks for. */
void pop_until(Document *d, uint32_t tag)
{
    while (d->stack.count > 1) {
        bool last = is_html(current(d), tag);
        pop(d);
        if (last) return;
    }
}

void pop_through(Document *d, const Node *node)
{
    while (node->open && d->stack.count) pop(d);
}

void clear_back_to(Document *d, uint32_t first, uint32_t second, uint32_t third)
{
    for (;;) {
        const Node *node = current(d);
        if (is_html(node, first) || is_html(node, second) || is_html(node, third)) return;
        if (is_html(node, T_html) || is_html(node, T_template)) return;
        pop(d);
    }
}

static uint32_t stack_index(const Document *d, const Node *node)
{
    uint32_t i = d->stack.count - 1;
    while (d->stack.items[i] != node) i--;
    return i;
}

static void remove_at(Nodes *nodes, uint32_t index)
{
    nodes->count--;
    memmove(nodes->items + index, nodes->items + index + 1, (nodes->count - index) * sizeof(Node *));
}

static void insert_at(Document *d, Nodes *nodes, uint32_t index, Node *node)
{
    memory_grow(&d->memory, (void **)&nodes->items, &nodes->room, (uint64_t)nodes->count + 1, sizeof(Node *));
    memmove(nodes->items + index + 1, nodes->items + index, (nodes->count - index) * sizeof(Node *));
    nodes->items[index] = node;
    nodes->count++;
}

void note_script(Document *d, Node *node) { insert_at(d, &d->scripts, d->scripts.count, node); }

void remove_from_stack(Document *d, Node *node)
{
    if (!node->open) return;
    remove_at(&d->stack, stack_index(d, node));
    closed(d, node);
}

/* -- scopes -------------------------------------------------------------------------------------------------------- */

bool is_math_text_integration_point(const Node *node)
{
    uint32_t tag = node->tag;
    return node->space == SPACE_MATH && (tag == T_mi || tag == T_mo || tag == T_mn || tag == T_ms || tag == T_mtext);
}

static bool is_svg_integration_point(const Node *node)
{
    uint32_t tag = node->tag;
    return node->space == SPACE_SVG && (tag == T_foreignObject || tag == T_desc || tag == T_title);
}

bool is_html_integration_point(const Document *d, const Node *node)
{
    if (node->space != SPACE_MATH || node->tag != T_annotation_xml) return is_svg_integration_point(node);
    const Attribute *found = find_attribute(d, node, A_encoding);
    return found && (equal_folded(found->value, "text/html") || equal_folded(found->value, "application/xhtml+xml"));
}

static bool is_foreign_boundary(const Node *node)
{
    if (node->space == SPACE_MATH) return node->tag == T_annotation_xml || is_math_text_integration_point(node);
    return is_svg_integration_point(node);
}

bool is_special(const Node *node)
{
    return node->space == SPACE_HTML ? flags_of(node) & SPECIAL : is_foreign_boundary(node);
}

static bool ends_scope(const Node *node)
{
    return node->space == SPACE_HTML ? flags_of(node) & SCOPE : is_foreign_boundary(node);
}

/* Whether an element with this tag is open before the scope ends, or one of two more tags ends it. */
static bool in_scope_with(const Document *d, uint32_t tag, uint32_t stop, uint32_t other_stop)
{
    for (uint32_t i = d->stack.count; i-- > 0;) {
        const Node *node = d->stack.items[i];
        if (is_html(node, tag)) return true;
        if (ends_scope(node) || is_html(node, stop) || is_html(node, other_stop)) return false;
    }
    return false;
}

bool in_scope(const Document *d, uint32_t tag) { return in_scope_with(d, tag, T_html, T_html); }
bool in_list_item_scope(const Document *d, uint32_t tag) { return in_scope_with(d, tag, T_ol, T_ul); }
bool in_button_scope(const Document *d, uint32_t tag) { return in_scope_with(d, tag, T_button, T_button); }

bool in_table_scope(const Document *d, uint32_t tag)
{
    for (uint32_t i = d->stack.count; i-- > 0;) {
        const Node *node = d->stack.items[i];
        if (is_html(node, tag)) return true;
        if (is_html(node, T_table) || is_html(node, T_template) || is_html(node, T_html)) return false;
    }
    return false;
}

bool heading_in_scope(const Document *d)
{
    for (uint32_t i = d->stack.count; i-- > 0;) {
        const Node *node = d->stack.items[i];
        if (flags_of(node) & HEADING) return true;
        if (ends_scope(node)) return false;
    }
    return false;
}

bool node_in_scope(const Document *d, const Node *wanted)
{
    for (uint32_t i = d->stack.count; i-- > 0;) {
        const Node *node = d->stack.items[i];
        if (node == wanted) return true;
        if (ends_scope(node)) return false;
    }
    return false;
}

/* `except` is a tag that is not popped; T_text is no element's. */
void imply_end_tags(Document *d, uint32_t except)
{
    while ((flags_of(current(d)) & IMPLIED) && current(d)->tag != except) pop(d);
}

void imply_end_tags_thoroughly(Document *d)
{
    while (flags_of(current(d)) & THOROUGH) pop(d);
}

void close_paragraph(Document *d)
{
    if (!d->open_paragraphs || !in_button_scope(d, T_p)) return;
    imply_end_tags(d, T_p);
    pop_until(d, T_p);
}

/* -- the list of active formatting elements ------------------------------------------------------------------------ */

static bool has_equal(const Document *d, const Node *node, Attribute wanted)
{
    const Attribute *found = find_attribute(d, node, wanted.name);
    return found && same_bytes(found->value, wanted.value);
}

static bool same_element(const Document *d, const Node *a, const Node *b)
{
    enum { MANY = 64 }; /* elements with more attributes than anybody writes are taken to differ: bounds the work */
    if (a->tag != b->tag || a->space != b->space || a->attribute_count != b->attribute_count) return false;
    if (a->attribute_count > MANY) return false;
    for (uint32_t i = 0; i < a->attribute_count; i++)
        if (!has_equal(d, b, d->tokens.attributes.items[a->attributes + i])) return false;
    return true;
}

static uint32_t formatting_index(const Document *d, const Node *node)
{
    uint32_t i = d->formatting.count - 1;
    while (d->formatting.items[i] != node) i--;
    return i;
}

void formatting_remove(Document *d, Node *node)
{
    if (!node->listed) return;
    remove_at(&d->formatting, formatting_index(d, node));
    node->listed = false;
}

void formatting_mark(Document *d) { insert_at(d, &d->formatting, d->formatting.count, NULL); }

/* Of equal elements only the last three are kept ("Noah's Ark clause"). */
void formatting_push(Document *d, Node *node)
{
    if (!node->open) return;
    Node *earliest = NULL;
    uint32_t equal = 0;
    for (uint32_t i = d->formatting.count; i-- > 0 && d->formatting.items[i];)
        if (same_element(d, d->formatting.items[i], node)) {
            equal++;
            earliest = d->formatting.items[i];
        }
    if (equal >= 3) formatting_remove(d, earliest);
    insert_at(d, &d->formatting, d->formatting.count, node);
    node->listed = true;
}

void formatting_clear(Document *d)
{
    while (d->formatting.count) {
        Node *node = d->formatting.items[--d->formatting.count];
        if (!node) return;
        node->listed = false;
    }
}

Node *formatting_find(const Document *d, uint32_t tag)
{
    for (uint32_t i = d->formatting.count; i-- > 0 && d->formatting.items[i];)
        if (d->formatting.items[i]->tag == tag) return d->formatting.items[i];
    return NULL;
}

/* Opens the formatting elements again that stand last in the list and are closed: there is one. */
void reopen_formatting(Document *d)
{
    Nodes *list = &d->formatting;
    uint32_t first = list->count;
    while (first && list->items[first - 1] && !list->items[first - 1]->open) first--;
    for (uint32_t i = first; i < list->count; i++) {
        Node *copy = copy_of(d, list->items[i]);
        link_node(place_for(d, current(d)), copy);
        open_element(d, copy);
        list->items[i]->listed = false;
        list->items[i] = copy;
        copy->listed = true;
    }
}

/* -- the adoption agency algorithm (13.2.6.4.7) -------------------------------------------------------------------- */

/* "Any other end tag" in the body. */
void close_any_other(Document *d, uint32_t tag)
{
    for (uint32_t i = d->stack.count; i-- > 0;) {
        Node *node = d->stack.items[i];
        if (is_html(node, tag)) {
            imply_end_tags(d, tag);
            pop_through(d, node);
            return;
        }
        if (is_special(node)) return;
    }
}

static Node *furthest_block(const Document *d, uint32_t below)
{
    for (uint32_t i = below + 1; i < d->stack.count; i++)
        if (is_special(d->stack.items[i])) return d->stack.items[i];
    return NULL;
}

/* Walks up from the block to the formatting element: what lies between is copied or dropped. Returns what ends up on
 * top of the block; `bookmark` is where in the list the copy of the formatting element goes. */
static Node *adopt_between(Document *d, const Node *formatting, Node *block, uint32_t *bookmark)
{
    Node *last = block;
    uint32_t at = stack_index(d, block);
    for (uint32_t turn = 1;; turn++) {
        Node *node = d->stack.items[--at];
        if (node == formatting) return last;
        if (turn > 3 && node->listed) {
            if (formatting_index(d, node) < *bookmark) --*bookmark;
            formatting_remove(d, node);
        }
        if (!node->listed) {
            remove_at(&d->stack, at);
            closed(d, node);
            continue;
        }
        Node *copy = copy_of(d, node);
        uint32_t listed_at = formatting_index(d, node);
        d->formatting.items[listed_at] = copy;
        node->listed = false;
        copy->listed = true;
        d->stack.items[at] = copy;
        node->open = false;
        copy->open = true;
        if (last == block) *bookmark = listed_at + 1;
        unlink_node(last);
        append(copy, last);
        last = copy;
    }
}

static void move_children(Node *from, Node *to)
{
    while (from->first) {
        Node *child = from->first;
        unlink_node(child);
        append(to, child);
    }
}

static void adopt(Document *d, Node *formatting, Node *block)
{
    Node *ancestor = d->stack.items[stack_index(d, formatting) - 1];
    uint32_t bookmark = formatting_index(d, formatting);
    Node *last = adopt_between(d, formatting, block, &bookmark);
    unlink_node(last);
    link_node(place_for(d, ancestor), last);
    Node *copy = copy_of(d, formatting);
    move_children(block, copy);
    append(block, copy);
    if (formatting_index(d, formatting) < bookmark) bookmark--;
    formatting_remove(d, formatting);
    insert_at(d, &d->formatting, bookmark, copy);
    copy->listed = true;
    remove_from_stack(d, formatting);
    insert_at(d, &d->stack, stack_index(d, block) + 1, copy);
    copy->open = true;
}

void run_adoption_agency(Document *d, uint32_t tag)
{
    if (is_html(current(d), tag) && !current(d)->listed) {
        pop(d);
        return;
    }
    for (int turn = 0; turn < 8; turn++) {
        Node *formatting = formatting_find(d, tag);
        if (!formatting) {
            close_any_other(d, tag);
            return;
        }
        if (!formatting->open) {
            formatting_remove(d, formatting);
            return;
        }
        if (!node_in_scope(d, formatting)) return;
        Node *block = furthest_block(d, stack_index(d, formatting));
        if (!block) {
            pop_through(d, formatting);
            formatting_remove(d, formatting);
            return;
        }
        adopt(d, formatting, block);
    }
}
