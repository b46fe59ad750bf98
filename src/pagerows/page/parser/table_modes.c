/* The insertion modes of tables (13.2.6.4.9 to 13.2.6.4.15). */
#include "modes.h"

static bool in_body_fostered(Document *d, Token *token)
{
    d->foster_parenting = true;
    bool done = in_body(d, token);
    d->foster_parenting = false;
    return done;
}

static bool takes_table_text(const Node *node)
{
    return is_html(node, T_table) || is_html(node, T_tbody) || is_html(node, T_template) || is_html(node, T_tfoot) ||
           is_html(node, T_thead) || is_html(node, T_tr);
}

/* Texts wait for what follows: white space alone stays in the table, all else is moved out of it together. */
bool in_table_text(Document *d, Token *token)
{
    Spans *waiting = &d->table_text;
    if (token->kind == TOKEN_NULS) return true;
    if (token->kind == TOKEN_TEXT) {
        memory_grow(&d->memory, (void **)&waiting->items, &waiting->room, (uint64_t)waiting->count + 1, sizeof(Span));
        waiting->items[waiting->count++] = token->text;
        return true;
    }
    bool blank = true;
    for (uint32_t i = 0; i < waiting->count; i++) blank = blank && is_blank(waiting->items[i]);
    for (uint32_t i = 0; i < waiting->count; i++) {
        Token text = {.kind = TOKEN_TEXT, .text = waiting->items[i]};
        if (blank) insert_text(d, text.text);
        else in_body_fostered(d, &text);
    }
    return reprocess_in(d, d->original_mode);
}

static bool start_table_text(Document *d)
{
    d->table_text.count = 0;
    d->original_mode = d->mode;
    return reprocess_in(d, MODE_IN_TABLE_TEXT);
}

static bool start_in_table(Document *d, Token *token)
{
    switch (token->tag) {
    case T_caption: {
        clear_back_to(d, T_table, T_table, T_table);
        if (enter(d, token, MODE_IN_CAPTION)->open) formatting_mark(d);
        return true;
    }
    case T_colgroup:
        clear_back_to(d, T_table, T_table, T_table);
        enter(d, token, MODE_IN_COLUMN_GROUP);
        return true;
    case T_col:
        clear_back_to(d, T_table, T_table, T_table);
        return enter_implied(d, token, T_colgroup, MODE_IN_COLUMN_GROUP);
    case T_tbody: case T_tfoot: case T_thead:
        clear_back_to(d, T_table, T_table, T_table);
        enter(d, token, MODE_IN_TABLE_BODY);
        return true;
    case T_td: case T_th: case T_tr:
        clear_back_to(d, T_table, T_table, T_table);
        return enter_implied(d, token, T_tbody, MODE_IN_TABLE_BODY);
    case T_table:
        if (!in_table_scope(d, T_table)) return true;
        pop_until(d, T_table);
        reset_mode(d);
        return false;
    case T_style: case T_script: case T_template: return in_head(d, token);
    case T_input:
        if (!is_hidden_input(d, token)) return in_body_fostered(d, token);
        insert_void(d, token);
        return true;
    case T_form:
        if (!d->open_templates && !d->form) d->form = insert_void(d, token);
        return true;
    default: return in_body_fostered(d, token);
    }
}

static bool end_in_table(Document *d, Token *token)
{
    if (token->tag == T_table) {
        if (!in_table_scope(d, T_table)) return true;
        pop_until(d, T_table);
        reset_mode(d);
        return true;
    }
    if (token->tag == T_template) return in_head(d, token);
    if (token->tag == T_body || token->tag == T_html || (tag_flags(token) & TABLE_PART)) return true;
    return in_body_fostered(d, token);
}

bool in_table(Document *d, Token *token)
{
    switch (token->kind) {
    case TOKEN_TEXT: case TOKEN_NULS:
        return takes_table_text(current(d)) ? start_table_text(d) : in_body_fostered(d, token);
    case TOKEN_COMMENT: insert_comment(d, NULL, token->text); return true;
    case TOKEN_DOCTYPE: return true;
    case TOKEN_START: return start_in_table(d, token);
    case TOKEN_END: return end_in_table(d, token);
    default: return in_body(d, token);
    }
}

static bool is_caption_end(const Token *token)
{
    if (token->kind == TOKEN_START) return tag_flags(token) & TABLE_PART;
    return is_end(token, T_caption) || is_end(token, T_table);
}

bool in_caption(Document *d, Token *token)
{
    if (is_caption_end(token)) {
        if (!in_table_scope(d, T_caption)) return true;
        end_in_scope(d, T_caption, T_text);
        formatting_clear(d);
        d->mode = MODE_IN_TABLE;
        return is_end(token, T_caption);
    }
    if (token->kind == TOKEN_END && (token->tag == T_body || token->tag == T_html || (tag_flags(token) & TABLE_PART)))
        return true;
    return in_body(d, token);
}

bool in_column_group(Document *d, Token *token)
{
    Span space = take_space(token);
    insert_text(d, space);
    if (is_used_up(token) || token->kind == TOKEN_DOCTYPE || is_end(token, T_col)) return true;
    if (token->kind == TOKEN_COMMENT) {
        insert_comment(d, NULL, token->text);
        return true;
    }
    if (is_start(token, T_html) || token->kind == TOKEN_EOF) return in_body(d, token);
    if (is_start(token, T_col)) {
        insert_void(d, token);
        return true;
    }
    if (is_start(token, T_template) || is_end(token, T_template)) return in_head(d, token);
    if (!is_html(current(d), T_colgroup)) return true;
    pop(d);
    d->mode = MODE_IN_TABLE;
    return is_end(token, T_colgroup);
}

static bool is_row_group(uint32_t tag) { return tag == T_tbody || tag == T_tfoot || tag == T_thead; }

static bool leave_row_group(Document *d)
{
    clear_back_to(d, T_tbody, T_tfoot, T_thead);
    pop(d);
    return reprocess_in(d, MODE_IN_TABLE);
}

bool in_table_body(Document *d, Token *token)
{
    uint32_t tag = token->tag;
    if (is_start(token, T_tr)) {
        clear_back_to(d, T_tbody, T_tfoot, T_thead);
        enter(d, token, MODE_IN_ROW);
        return true;
    }
    if (is_start(token, T_td) || is_start(token, T_th)) {
        clear_back_to(d, T_tbody, T_tfoot, T_thead);
        return enter_implied(d, token, T_tr, MODE_IN_ROW);
    }
    if (token->kind == TOKEN_END && is_row_group(tag)) {
        if (in_table_scope(d, tag)) leave_row_group(d);
        return true;
    }
    if ((token->kind == TOKEN_START && (tag_flags(token) & TABLE_PART)) || is_end(token, T_table)) {
        if (!in_table_scope(d, T_tbody) && !in_table_scope(d, T_thead) && !in_table_scope(d, T_tfoot)) return true;
        return leave_row_group(d);
    }
    if (token->kind == TOKEN_END && (tag_flags(token) & TABLE_PART)) return true;
    return in_table(d, token);
}

static bool leave_row(Document *d)
{
    if (!in_table_scope(d, T_tr)) return true;
    clear_back_to(d, T_tr, T_tr, T_tr);
    pop(d);
    return reprocess_in(d, MODE_IN_TABLE_BODY);
}

bool in_row(Document *d, Token *token)
{
    uint32_t tag = token->tag;
    bool part = tag_flags(token) & TABLE_PART;
    if (is_start(token, T_td) || is_start(token, T_th)) {
        clear_back_to(d, T_tr, T_tr, T_tr);
        if (enter(d, token, MODE_IN_CELL)->open) formatting_mark(d);
        return true;
    }
    if (is_end(token, T_tr)) {
        leave_row(d);
        return true;
    }
    if ((token->kind == TOKEN_START && part) || is_end(token, T_table)) return leave_row(d);
    if (token->kind == TOKEN_END && is_row_group(tag)) return in_table_scope(d, tag) ? leave_row(d) : true;
    if (token->kind == TOKEN_END && part) return true;
    return in_table(d, token);
}

static bool close_cell(Document *d)
{
    imply_end_tags(d, T_text);
    bool found = false;
    while (!found && d->stack.count > 1) {
        found = is_html(current(d), T_td) || is_html(current(d), T_th);
        pop(d);
    }
    formatting_clear(d);
    return reprocess_in(d, MODE_IN_ROW);
}

bool in_cell(Document *d, Token *token)
{
    uint32_t tag = token->tag;
    if (token->kind == TOKEN_END) {
        if (tag == T_td || tag == T_th) {
            if (!in_table_scope(d, tag)) return true;
            end_in_scope(d, tag, T_text);
            formatting_clear(d);
            d->mode = MODE_IN_ROW;
            return true;
        }
        if (tag == T_body || tag == T_caption || tag == T_col || tag == T_colgroup || tag == T_html) return true;
        if (tag == T_table || is_row_group(tag) || tag == T_tr) return in_table_scope(d, tag) ? close_cell(d) : true;
    } else if (token->kind == TOKEN_START && (tag_flags(token) & TABLE_PART)) {
        if (!in_table_scope(d, T_td) && !in_table_scope(d, T_th)) return true;
        return close_cell(d);
    }
    return in_body(d, token);
}
