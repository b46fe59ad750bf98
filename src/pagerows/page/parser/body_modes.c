/* The insertion mode of the body, and of raw texts in it (13.2.6.4.7 and 13.2.6.4.8). */
#include "modes.h"

/* -- in the body: start tags --------------------------------------------------------------------------------------- */

bool is_hidden_input(const Document *d, const Token *token)
{
    for (uint32_t i = 0; i < token->attribute_count; i++) {
        Attribute attribute = d->tokens.attributes.items[token->attributes + i];
        if (attribute.name == A_type) return equal_folded(attribute.value, "hidden");
    }
    return false;
}

static void start_frameset(Document *d, const Token *token)
{
    if (!d->frameset_ok || d->stack.count < 2 || !is_html(d->stack.items[1], T_body)) return;
    unlink_node(d->stack.items[1]);
    while (d->stack.count > 1) pop(d);
    enter(d, token, MODE_IN_FRAMESET);
}

static void start_body_again(Document *d, const Token *token)
{
    if (d->stack.count < 2 || !is_html(d->stack.items[1], T_body) || d->open_templates) return;
    d->frameset_ok = false;
    merge_attributes(d, d->stack.items[1], token);
}

static void start_heading(Document *d, const Token *token)
{
    close_paragraph(d);
    if (flags_of(current(d)) & HEADING) pop(d);
    insert_element(d, token, SPACE_HTML);
}

static void start_form(Document *d, const Token *token)
{
    if (d->form && !d->open_templates) return;
    close_paragraph(d);
    Node *node = insert_element(d, token, SPACE_HTML);
    if (!d->open_templates) d->form = node;
}

static bool is_item_of(const Node *node, uint32_t tag)
{
    return tag == T_li ? is_html(node, T_li) : is_html(node, T_dd) || is_html(node, T_dt);
}

/* li, dd, dt: the one before ends here. */
static void start_item(Document *d, const Token *token)
{
    d->frameset_ok = false;
    for (uint32_t i = d->stack.count; i-- > 0;) {
        Node *node = d->stack.items[i];
        if (is_item_of(node, token->tag)) {
            imply_end_tags(d, node->tag);
            pop_through(d, node);
            break;
        }
        if (is_special(node) && !is_html(node, T_address) && !is_html(node, T_div) && !is_html(node, T_p)) break;
    }
    close_paragraph(d);
    insert_element(d, token, SPACE_HTML);
}

static void start_link(Document *d, const Token *token)
{
    Node *before = formatting_find(d, T_a);
    if (before) {
        run_adoption_agency(d, T_a);
        formatting_remove(d, before);
        remove_from_stack(d, before);
    }
    reconstruct_formatting(d);
    formatting_push(d, insert_element(d, token, SPACE_HTML));
}

static void start_nobr(Document *d, const Token *token)
{
    reconstruct_formatting(d);
    if (in_scope(d, T_nobr)) {
        run_adoption_agency(d, T_nobr);
        reconstruct_formatting(d);
    }
    formatting_push(d, insert_element(d, token, SPACE_HTML));
}

static void start_button(Document *d, const Token *token)
{
    if (in_scope(d, T_button)) {
        imply_end_tags(d, T_text);
        pop_until(d, T_button);
    }
    reconstruct_formatting(d);
    insert_element(d, token, SPACE_HTML);
    d->frameset_ok = false;
}

/* applet, marquee, object */
static void start_object(Document *d, const Token *token)
{
    reconstruct_formatting(d);
    if (insert_element(d, token, SPACE_HTML)->open) formatting_mark(d);
    d->frameset_ok = false;
}

static void start_table(Document *d, const Token *token)
{
    if (!d->quirks) close_paragraph(d);
    enter(d, token, MODE_IN_TABLE);
    d->frameset_ok = false;
}

static void start_select(Document *d, const Token *token)
{
    if (in_scope(d, T_select)) {
        pop_until(d, T_select);
        return;
    }
    reconstruct_formatting(d);
    insert_element(d, token, SPACE_HTML);
    d->frameset_ok = false;
}

static void start_option(Document *d, const Token *token)
{
    if (in_scope(d, T_select)) imply_end_tags(d, token->tag == T_option ? T_optgroup : T_text);
    else if (is_html(current(d), T_option)) pop(d);
    reconstruct_formatting(d);
    insert_element(d, token, SPACE_HTML);
}

static void start_input(Document *d, const Token *token)
{
    if (in_scope(d, T_select)) pop_until(d, T_select);
    reconstruct_formatting(d);
    insert_void(d, token);
    if (!is_hidden_input(d, token)) d->frameset_ok = false;
}

static void start_ruby_text(Document *d, const Token *token)
{
    bool base = token->tag == T_rb || token->tag == T_rtc;
    if (in_scope(d, T_ruby)) imply_end_tags(d, base ? T_text : T_rtc);
    insert_element(d, token, SPACE_HTML);
}

static void start_rule(Document *d, const Token *token)
{
    close_paragraph(d);
    if (in_scope(d, T_select)) imply_end_tags(d, T_text);
    insert_void(d, token);
    d->frameset_ok = false;
}

static void start_void(Document *d, const Token *token)
{
    reconstruct_formatting(d);
    insert_void(d, token);
    d->frameset_ok = false;
}

static void start_preformatted(Document *d, const Token *token)
{
    close_paragraph(d);
    insert_element(d, token, SPACE_HTML);
    d->skip_newline = true;
    d->frameset_ok = false;
}

static void start_raw(Document *d, const Token *token)
{
    if (token->tag == T_xmp) {
        close_paragraph(d);
        reconstruct_formatting(d);
    }
    if (token->tag == T_textarea) d->skip_newline = true;
    if (token->tag != T_noembed && token->tag != T_noscript) d->frameset_ok = false;
    enter_raw(d, token, token->tag == T_textarea ? STATE_RCDATA : STATE_RAWTEXT);
}

/* Names of svg and math in their mixed case. */
static void adjust_attributes(Document *d, const Token *token, Namespace space)
{
    for (uint32_t i = 0; i < token->attribute_count; i++) {
        uint32_t *name = &d->tokens.attributes.items[token->attributes + i].name;
        if (*name < A_KNOWN || *name >= A_KNOWN + MIXED_ATTRIBUTE_COUNT) continue;
        if ((*name == A_definitionurl) == (space == SPACE_MATH)) *name += MIXED_ATTRIBUTE_COUNT;
    }
}

void insert_foreign(Document *d, Token *token, Namespace space)
{
    adjust_attributes(d, token, space);
    if (space == SPACE_SVG && token->tag >= T_KNOWN && token->tag < T_KNOWN + MIXED_TAG_COUNT)
        token->tag += MIXED_TAG_COUNT;
    Node *node = insert_element(d, token, space);
    if (token->self_closing && node->open) pop(d);
}

static void start_foreign(Document *d, Token *token, Namespace space)
{
    reconstruct_formatting(d);
    insert_foreign(d, token, space);
}

static void start_other(Document *d, const Token *token)
{
    reconstruct_formatting(d);
    Node *node = insert_element(d, token, SPACE_HTML);
    if (tag_flags(token) & FORMATTING) formatting_push(d, node);
}

static bool start_in_body(Document *d, Token *token)
{
    uint16_t flags = tag_flags(token);
    if (flags & HEAD_CONTENT) return in_head(d, token);
    if (flags & BLOCK) {
        close_paragraph(d);
        insert_element(d, token, SPACE_HTML);
        return true;
    }
    if (flags & HEADING) {
        start_heading(d, token);
        return true;
    }
    switch (token->tag) {
    case T_html: if (!d->open_templates) merge_attributes(d, d->html, token); break;
    case T_body: start_body_again(d, token); break;
    case T_frameset: start_frameset(d, token); break;
    case T_pre: case T_listing: start_preformatted(d, token); break;
    case T_form: start_form(d, token); break;
    case T_li: case T_dd: case T_dt: start_item(d, token); break;
    case T_plaintext:
        close_paragraph(d);
        insert_element(d, token, SPACE_HTML);
        d->tokens.state = STATE_PLAINTEXT;
        break;
    case T_button: start_button(d, token); break;
    case T_a: start_link(d, token); break;
    case T_nobr: start_nobr(d, token); break;
    case T_applet: case T_marquee: case T_object: start_object(d, token); break;
    case T_table: start_table(d, token); break;
    case T_image: token->tag = T_img; start_void(d, token); break;
    case T_area: case T_br: case T_embed: case T_img: case T_keygen: case T_wbr: start_void(d, token); break;
    case T_input: start_input(d, token); break;
    case T_param: case T_source: case T_track: insert_void(d, token); break;
    case T_hr: start_rule(d, token); break;
    case T_textarea: case T_xmp: case T_iframe: case T_noembed: start_raw(d, token); break;
    case T_noscript:
        if (d->scripting) start_raw(d, token);
        else start_other(d, token);
        break;
    case T_select: start_select(d, token); break;
    case T_option: case T_optgroup: start_option(d, token); break;
    case T_rb: case T_rtc: case T_rp: case T_rt: start_ruby_text(d, token); break;
    case T_math: start_foreign(d, token, SPACE_MATH); break;
    case T_svg: start_foreign(d, token, SPACE_SVG); break;
    case T_frame: case T_head: break;
    default:
        if (!(flags & TABLE_PART)) start_other(d, token);
    }
    return true;
}

/* -- in the body: end tags and texts ------------------------------------------------------------------------------- */

static void end_paragraph(Document *d)
{
    if (!in_button_scope(d, T_p)) insert_implied(d, T_p);
    close_paragraph(d);
}

static void end_heading(Document *d)
{
    if (!heading_in_scope(d)) return;
    imply_end_tags(d, T_text);
    bool found = false;
    while (!found) {
        found = flags_of(current(d)) & HEADING;
        pop(d);
    }
}

static void end_form(Document *d)
{
    if (d->open_templates) {
        if (!in_scope(d, T_form)) return;
        imply_end_tags(d, T_text);
        pop_until(d, T_form);
        return;
    }
    Node *form = d->form;
    d->form = NULL;
    if (!form || !node_in_scope(d, form)) return;
    imply_end_tags(d, T_text);
    remove_from_stack(d, form);
}

void end_in_scope(Document *d, uint32_t tag, uint32_t except)
{
    imply_end_tags(d, except);
    pop_until(d, tag);
}

static bool end_in_body(Document *d, Token *token)
{
    uint16_t flags = tag_flags(token);
    uint32_t tag = token->tag;
    if (flags & BLOCK_END) {
        if (in_scope(d, tag)) end_in_scope(d, tag, T_text);
        return true;
    }
    if (flags & FORMATTING) {
        run_adoption_agency(d, tag);
        return true;
    }
    if (flags & HEADING) {
        end_heading(d);
        return true;
    }
    switch (tag) {
    case T_p: end_paragraph(d); break;
    case T_li: if (in_list_item_scope(d, T_li)) end_in_scope(d, T_li, T_li); break;
    case T_dd: case T_dt: if (in_scope(d, tag)) end_in_scope(d, tag, tag); break;
    case T_template: end_template(d); break;
    case T_body: case T_html:
        if (!in_scope(d, T_body)) break;
        d->mode = MODE_AFTER_BODY;
        return tag == T_body;
    case T_form: end_form(d); break;
    case T_applet: case T_marquee: case T_object:
        if (!in_scope(d, tag)) break;
        end_in_scope(d, tag, T_text);
        formatting_clear(d);
        break;
    case T_br: {
        Token start = {.kind = TOKEN_START, .tag = T_br};
        start_void(d, &start);
        break;
    }
    default: close_any_other(d, tag);
    }
    return true;
}

bool in_body(Document *d, Token *token)
{
    switch (token->kind) {
    case TOKEN_TEXT:
        reconstruct_formatting(d);
        insert_text(d, token->text);
        if (d->frameset_ok && !is_blank(token->text)) d->frameset_ok = false;
        return true;
    case TOKEN_COMMENT: insert_comment(d, NULL, token->text); return true;
    case TOKEN_START: return start_in_body(d, token);
    case TOKEN_END: return end_in_body(d, token);
    case TOKEN_EOF: return d->templates.count ? in_template(d, token) : stop(d);
    default: return true;
    }
}

/* In a raw element: its text, and then its end. */
bool in_text(Document *d, Token *token)
{
    if (token->kind == TOKEN_TEXT) {
        append_text(d, d->raw, NULL, token->text);
        return true;
    }
    if (d->raw->open) pop_through(d, d->raw);
    d->mode = d->original_mode;
    return token->kind != TOKEN_EOF;
}
