/* Tokens -> tree: which insertion mode looks at a token (13.2.6), what modes share, and those that are no other file's. */
#include "modes.h"

/* -- what modes share ----------------------------------------------------------------------------------------------- */

/* Cuts the white space off the front of a text token. */
Span take_space(Token *token)
{
    Span space = {token->text.at, 0};
    if (token->kind != TOKEN_TEXT) return space;
    while (space.length < token->text.length && is_space(token->text.at[space.length])) space.length++;
    token->text.at += space.length;
    token->text.length -= space.length;
    return space;
}

bool is_blank(Span text)
{
    for (uint32_t i = 0; i < text.length; i++)
        if (!is_space(text.at[i])) return false;
    return true;
}

bool stop(Document *d)
{
    d->stopped = true;
    return true;
}

bool reprocess_in(Document *d, Mode mode)
{
    d->mode = mode;
    return false;
}

/* Inserts an element and goes into the mode of its content; not where it is nested too deeply to be opened. */
Node *enter(Document *d, const Token *token, Mode mode)
{
    Node *node = insert_element(d, token, SPACE_HTML);
    if (node->open) d->mode = mode;
    return node;
}

/* The same with an element that the page left out; the token is done with where there is no depth for it. */
bool enter_implied(Document *d, Token *token, uint32_t tag, Mode mode)
{
    Node *node = insert_implied(d, tag);
    if (node->open) return reprocess_in(d, mode);
    insert_void(d, token);
    return true;
}

Node *enter_raw(Document *d, const Token *token, TokenState state)
{
    d->raw = insert_element(d, token, SPACE_HTML);
    d->tokens.state = state;
    d->tokens.raw_tag = token->tag;
    d->original_mode = d->mode;
    d->mode = MODE_TEXT;
    return d->raw;
}

void merge_attributes(Document *d, Node *node, const Token *token)
{
    Attributes *all = &d->tokens.attributes;
    uint32_t first = all->count;
    uint64_t most = (uint64_t)all->count + node->attribute_count + token->attribute_count;
    if (!token->attribute_count) return;
    memory_grow(&d->memory, (void **)&all->items, &all->room, most, sizeof(Attribute));
    memcpy(all->items + first, all->items + node->attributes, node->attribute_count * sizeof(Attribute));
    all->count += node->attribute_count;
    for (uint32_t i = 0; i < token->attribute_count; i++) {
        Attribute added = all->items[token->attributes + i];
        if (!find_attribute(d, node, added.name)) all->items[all->count++] = added;
    }
    node->attributes = first;
    node->attribute_count = all->count - first;
}

void push_template_mode(Document *d, Mode mode)
{
    memory_grow(&d->memory, (void **)&d->templates.items, &d->templates.room, (uint64_t)d->templates.count + 1, 1);
    d->templates.items[d->templates.count++] = (uint8_t)mode;
}

static Mode mode_of(const Document *d, const Node *node)
{
    switch (node->tag) {
    case T_td: case T_th: return MODE_IN_CELL;
    case T_tr: return MODE_IN_ROW;
    case T_tbody: case T_thead: case T_tfoot: return MODE_IN_TABLE_BODY;
    case T_caption: return MODE_IN_CAPTION;
    case T_colgroup: return MODE_IN_COLUMN_GROUP;
    case T_table: return MODE_IN_TABLE;
    case T_template: return d->templates.count ? (Mode)d->templates.items[d->templates.count - 1] : MODE_IN_BODY;
    case T_head: return MODE_IN_HEAD;
    case T_body: return MODE_IN_BODY;
    case T_frameset: return MODE_IN_FRAMESET;
    case T_html: return d->head ? MODE_AFTER_HEAD : MODE_BEFORE_HEAD;
    default: return MODE_INITIAL;
    }
}

/* "Reset the insertion mode appropriately." */
void reset_mode(Document *d)
{
    for (uint32_t i = d->stack.count; i-- > 0;) {
        const Node *node = d->stack.items[i];
        Mode mode = node->space == SPACE_HTML ? mode_of(d, node) : MODE_INITIAL;
        if (mode == MODE_INITIAL) continue;
        d->mode = mode;
        return;
    }
    d->mode = MODE_IN_BODY;
}

/* -- templates, and behind the body -------------------------------------------------------------------------------- */

static Mode template_mode(uint32_t tag)
{
    switch (tag) {
    case T_caption: case T_colgroup: case T_tbody: case T_tfoot: case T_thead: return MODE_IN_TABLE;
    case T_col: return MODE_IN_COLUMN_GROUP;
    case T_tr: return MODE_IN_TABLE_BODY;
    case T_td: case T_th: return MODE_IN_ROW;
    default: return MODE_IN_BODY;
    }
}

bool in_template(Document *d, Token *token)
{
    if (token->kind == TOKEN_EOF) {
        if (!d->open_templates) return stop(d);
        end_template(d);
        return false;
    }
    if (token->kind == TOKEN_END) return token->tag == T_template ? in_head(d, token) : true;
    if (token->kind != TOKEN_START) return in_body(d, token);
    if (is_head_content(token)) return in_head(d, token);
    d->templates.items[d->templates.count - 1] = (uint8_t)template_mode(token->tag);
    return reprocess_in(d, template_mode(token->tag));
}

static bool after_body(Document *d, Token *token)
{
    Token space = {.kind = TOKEN_TEXT, .text = take_space(token)};
    if (space.text.length) in_body(d, &space);
    if (is_used_up(token) || token->kind == TOKEN_DOCTYPE) return true;
    if (token->kind == TOKEN_COMMENT) {
        insert_comment(d, d->mode == MODE_AFTER_BODY ? d->html : d->document, token->text);
        return true;
    }
    if (is_start(token, T_html)) return in_body(d, token);
    if (token->kind == TOKEN_EOF) return stop(d);
    if (d->mode == MODE_AFTER_BODY && is_end(token, T_html)) {
        d->mode = MODE_AFTER_AFTER_BODY;
        return true;
    }
    return reprocess_in(d, MODE_IN_BODY);
}

/* Of a text between frames only the white space stays. */
static void insert_spaces(Document *d, Span text)
{
    for (uint32_t i = 0; i < text.length; i++)
        if (is_space(text.at[i])) insert_text(d, (Span){text.at + i, 1});
}

static void end_frameset(Document *d)
{
    if (current(d) == d->html) return;
    pop(d);
    if (!is_html(current(d), T_frameset)) d->mode = MODE_AFTER_FRAMESET;
}

/* The three modes of frames; nothing leaves them. */
static bool in_frames(Document *d, Token *token)
{
    bool inside = d->mode == MODE_IN_FRAMESET, last = d->mode == MODE_AFTER_AFTER_FRAMESET;
    switch (token->kind) {
    case TOKEN_TEXT: insert_spaces(d, token->text); break;
    case TOKEN_COMMENT: insert_comment(d, last ? d->document : NULL, token->text); break;
    case TOKEN_START:
        if (token->tag == T_html) return in_body(d, token);
        if (token->tag == T_noframes) return in_head(d, token);
        if (inside && token->tag == T_frameset) insert_element(d, token, SPACE_HTML);
        if (inside && token->tag == T_frame) insert_void(d, token);
        break;
    case TOKEN_END:
        if (inside && token->tag == T_frameset) end_frameset(d);
        if (d->mode == MODE_AFTER_FRAMESET && token->tag == T_html) d->mode = MODE_AFTER_AFTER_FRAMESET;
        break;
    case TOKEN_EOF: return stop(d);
    default: break;
    }
    return true;
}

/* -- svg and math (13.2.6.5) --------------------------------------------------------------------------------------- */

static bool has_attribute(const Document *d, const Token *token, uint32_t name)
{
    for (uint32_t i = 0; i < token->attribute_count; i++)
        if (d->tokens.attributes.items[token->attributes + i].name == name) return true;
    return false;
}

static bool breaks_out(const Document *d, const Token *token)
{
    if (token->kind == TOKEN_END) return token->tag == T_br || token->tag == T_p;
    if (tag_flags(token) & BREAKOUT) return true;
    return token->tag == T_font &&
           (has_attribute(d, token, A_color) || has_attribute(d, token, A_face) || has_attribute(d, token, A_size));
}

static bool leave_foreign(Document *d)
{
    while (current(d)->space != SPACE_HTML && !is_math_text_integration_point(current(d)) &&
           !is_html_integration_point(d, current(d)))
        pop(d);
    return false;
}

static uint32_t small_tag(uint32_t tag)
{
    uint32_t mixed = T_KNOWN + MIXED_TAG_COUNT;
    return tag >= mixed && tag < mixed + MIXED_TAG_COUNT ? tag - MIXED_TAG_COUNT : tag;
}

static bool end_foreign(Document *d, const Token *token)
{
    for (uint32_t i = d->stack.count; i-- > 1;) {
        Node *node = d->stack.items[i];
        if (node->space == SPACE_HTML) return false;
        if (small_tag(node->tag) == token->tag) {
            pop_through(d, node);
            return true;
        }
    }
    return true;
}

/* False: the insertion mode is to look at the token. */
static bool in_foreign(Document *d, Token *token)
{
    static const uint8_t replacement[] = {0xEF, 0xBF, 0xBD};
    switch (token->kind) {
    case TOKEN_TEXT:
        insert_text(d, token->text);
        if (!is_blank(token->text)) d->frameset_ok = false;
        return true;
    case TOKEN_NULS:
        for (uint32_t i = 0; i < token->text.length; i++) insert_text(d, (Span){replacement, sizeof replacement});
        return true;
    case TOKEN_COMMENT: insert_comment(d, NULL, token->text); return true;
    case TOKEN_START:
        if (breaks_out(d, token)) return leave_foreign(d);
        insert_foreign(d, token, current(d)->space);
        return true;
    case TOKEN_END: return breaks_out(d, token) ? leave_foreign(d) : end_foreign(d, token);
    default: return true;
    }
}

/* Whether a token in an svg or math element is to be read by their rules. */
static bool is_foreign(const Document *d, const Token *token)
{
    if (token->kind == TOKEN_EOF) return false;
    const Node *node = current(d);
    bool text = token->kind == TOKEN_TEXT || token->kind == TOKEN_NULS, start = token->kind == TOKEN_START;
    if (is_math_text_integration_point(node) && (text || (start && token->tag != T_mglyph && token->tag != T_malignmark)))
        return false;
    if (node->space == SPACE_MATH && node->tag == T_annotation_xml && is_start(token, T_svg)) return false;
    return !((text || start) && is_html_integration_point(d, node));
}

/* -- the whole ----------------------------------------------------------------------------------------------------- */

static bool process_in_mode(Document *d, Token *token)
{
    switch (d->mode) {
    case MODE_INITIAL: return initial(d, token);
    case MODE_BEFORE_HTML: return before_html(d, token);
    case MODE_BEFORE_HEAD: return before_head(d, token);
    case MODE_IN_HEAD: return in_head(d, token);
    case MODE_IN_HEAD_NOSCRIPT: return in_head_noscript(d, token);
    case MODE_AFTER_HEAD: return after_head(d, token);
    case MODE_IN_BODY: return in_body(d, token);
    case MODE_TEXT: return in_text(d, token);
    case MODE_IN_TABLE: return in_table(d, token);
    case MODE_IN_TABLE_TEXT: return in_table_text(d, token);
    case MODE_IN_CAPTION: return in_caption(d, token);
    case MODE_IN_COLUMN_GROUP: return in_column_group(d, token);
    case MODE_IN_TABLE_BODY: return in_table_body(d, token);
    case MODE_IN_ROW: return in_row(d, token);
    case MODE_IN_CELL: return in_cell(d, token);
    case MODE_IN_TEMPLATE: return in_template(d, token);
    case MODE_AFTER_BODY: case MODE_AFTER_AFTER_BODY: return after_body(d, token);
    case MODE_IN_FRAMESET: case MODE_AFTER_FRAMESET: case MODE_AFTER_AFTER_FRAMESET: return in_frames(d, token);
    }
    return true;
}

/* `foreign`: in an svg or math element. */
static void process(Document *d, Token *token, bool foreign)
{
    if (d->skip_newline) {
        d->skip_newline = false;
        if (token->kind == TOKEN_TEXT && token->text.at[0] == '\n') {
            token->text.at++;
            token->text.length--;
            if (is_used_up(token)) return;
        }
    }
    if (foreign && is_foreign(d, token) && in_foreign(d, token)) return;
    while (!process_in_mode(d, token)) {
    }
}

void build_tree(Document *d)
{
    Token token;
    while (!d->stopped) {
        bool foreign = d->stack.count && current(d)->space != SPACE_HTML;
        d->tokens.cdata_allowed = foreign;
        next_token(&d->tokens, &token);
        process(d, &token, foreign);
    }
}
