/* Tokens -> tree: the insertion modes (13.2.6.4). Each mode is a function that gives true when it is done with a token,
 * and false when it has changed the mode and the token is to be looked at again. */
#include <stdlib.h>
#include <string.h>

#include "html.h"

static bool in_body(Document *d, Token *token);
static bool in_head(Document *d, Token *token);
static bool in_table(Document *d, Token *token);
static bool process_in_mode(Document *d, Token *token);

static bool is_start(const Token *token, uint32_t tag) { return token->kind == TOKEN_START && token->tag == tag; }
static bool is_end(const Token *token, uint32_t tag) { return token->kind == TOKEN_END && token->tag == tag; }
static uint16_t tag_flags(const Token *token) { return token->tag < T_KNOWN ? TAG_FLAGS[token->tag] : 0; }
static bool is_head_content(const Token *token) { return tag_flags(token) & HEAD_CONTENT; }

/* Cuts the white space off the front of a text token. */
static Span take_space(Token *token)
{
    Span space = {token->text.at, 0};
    if (token->kind != TOKEN_TEXT) return space;
    while (space.length < token->text.length && is_space(token->text.at[space.length])) space.length++;
    token->text.at += space.length;
    token->text.length -= space.length;
    return space;
}

static bool is_used_up(const Token *token) { return token->kind == TOKEN_TEXT && !token->text.length; }

static bool is_blank(Span text)
{
    for (uint32_t i = 0; i < text.length; i++)
        if (!is_space(text.at[i])) return false;
    return true;
}

static bool stop(Document *d)
{
    d->stopped = true;
    return true;
}

static bool reprocess_in(Document *d, Mode mode)
{
    d->mode = mode;
    return false;
}

/* Inserts an element and goes into the mode of its content; not where it is nested too deeply to be opened. */
static Node *enter(Document *d, const Token *token, Mode mode)
{
    Node *node = insert_element(d, token, SPACE_HTML);
    if (node->open) d->mode = mode;
    return node;
}

/* The same with an element that the page left out; the token is done with where there is no depth for it. */
static bool enter_implied(Document *d, Token *token, uint32_t tag, Mode mode)
{
    Node *node = insert_implied(d, tag);
    if (node->open) return reprocess_in(d, mode);
    insert_void(d, token);
    return true;
}

static Node *enter_raw(Document *d, const Token *token, TokenState state)
{
    d->raw = insert_element(d, token, SPACE_HTML);
    d->tokens.state = state;
    d->tokens.raw_tag = token->tag;
    d->original_mode = d->mode;
    d->mode = MODE_TEXT;
    return d->raw;
}

static void merge_attributes(Document *d, Node *node, const Token *token)
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

static void push_template_mode(Document *d, Mode mode)
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
static void reset_mode(Document *d)
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

/* -- before the body ----------------------------------------------------------------------------------------------- */

static bool has_prefix(Span text, const char *prefix)
{
    size_t length = strlen(prefix);
    return text.length >= length && equal_folded((Span){text.at, (uint32_t)length}, prefix);
}

static const char *const QUIRKY_PREFIXES[] = {
    "+//Silmaril//dtd html Pro v0r11 19970101//", "-//AS//DTD HTML 3.0 asWedit + extensions//",
    "-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//", "-//IETF//DTD HTML 2.0 Level 1//",
    "-//IETF//DTD HTML 2.0 Level 2//", "-//IETF//DTD HTML 2.0 Strict Level 1//", "-//IETF//DTD HTML 2.0 Strict Level 2//",
    "-//IETF//DTD HTML 2.0 Strict//", "-//IETF//DTD HTML 2.0//", "-//IETF//DTD HTML 2.1E//", "-//IETF//DTD HTML 3.0//",
    "-//IETF//DTD HTML 3.2 Final//", "-//IETF//DTD HTML 3.2//", "-//IETF//DTD HTML 3//", "-//IETF//DTD HTML Level 0//",
    "-//IETF//DTD HTML Level 1//", "-//IETF//DTD HTML Level 2//", "-//IETF//DTD HTML Level 3//",
    "-//IETF//DTD HTML Strict Level 0//", "-//IETF//DTD HTML Strict Level 1//", "-//IETF//DTD HTML Strict Level 2//",
    "-//IETF//DTD HTML Strict Level 3//", "-//IETF//DTD HTML Strict//", "-//IETF//DTD HTML//",
    "-//Metrius//DTD Metrius Presentational//", "-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML//", "-//Microsoft//DTD Internet Explorer 2.0 Tables//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//", "-//Microsoft//DTD Internet Explorer 3.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 3.0 Tables//", "-//Netscape Comm. Corp.//DTD HTML//",
    "-//Netscape Comm. Corp.//DTD Strict HTML//", "-//O'Reilly and Associates//DTD HTML 2.0//",
    "-//O'Reilly and Associates//DTD HTML Extended 1.0//", "-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//",
    "-//SQ//DTD HTML 2.0 HoTMetaL + extensions//", "-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//",
    "-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//", "-//Spyglass//DTD HTML 2.0 Extended//",
    "-//Sun Microsystems Corp.//DTD HotJava HTML//", "-//Sun Microsystems Corp.//DTD HotJava Strict HTML//",
    "-//W3C//DTD HTML 3 1995-03-24//", "-//W3C//DTD HTML 3.2 Draft//", "-//W3C//DTD HTML 3.2 Final//",
    "-//W3C//DTD HTML 3.2//", "-//W3C//DTD HTML 3.2S Draft//", "-//W3C//DTD HTML 4.0 Frameset//",
    "-//W3C//DTD HTML 4.0 Transitional//", "-//W3C//DTD HTML Experimental 19960712//",
    "-//W3C//DTD HTML Experimental 970421//", "-//W3C//DTD W3 HTML//", "-//W3O//DTD W3 HTML 3.0//",
    "-//WebTechs//DTD Mozilla HTML 2.0//", "-//WebTechs//DTD Mozilla HTML//",
};

static bool is_quirky(const Doctype *doctype)
{
    Span id = doctype->public_id;
    if (doctype->force_quirks || !equal_folded(doctype->name, "html")) return true;
    if (doctype->has_system &&
        equal_folded(doctype->system_id, "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"))
        return true;
    if (!doctype->has_public) return false;
    if (equal_folded(id, "-//W3O//DTD W3 HTML Strict 3.0//EN//") || equal_folded(id, "-/W3C/DTD HTML 4.0 Transitional/EN") ||
        equal_folded(id, "HTML"))
        return true;
    for (size_t i = 0; i < sizeof QUIRKY_PREFIXES / sizeof *QUIRKY_PREFIXES; i++)
        if (has_prefix(id, QUIRKY_PREFIXES[i])) return true;
    return !doctype->has_system && (has_prefix(id, "-//W3C//DTD HTML 4.01 Frameset//") ||
                                    has_prefix(id, "-//W3C//DTD HTML 4.01 Transitional//"));
}

static bool initial(Document *d, Token *token)
{
    take_space(token);
    if (is_used_up(token)) return true;
    if (token->kind == TOKEN_COMMENT) {
        insert_comment(d, d->document, token->text);
        return true;
    }
    d->mode = MODE_BEFORE_HTML;
    if (token->kind != TOKEN_DOCTYPE) {
        d->quirks = true;
        return false;
    }
    d->doctype = token->doctype;
    d->quirks = is_quirky(&token->doctype);
    append(d->document, node_new(d, NODE_DOCTYPE, T_text));
    return true;
}

/* End tags that open what is missing, where all others are ignored. */
static bool is_ignored_end(const Token *token)
{
    uint32_t tag = token->tag;
    return token->kind == TOKEN_END && tag != T_head && tag != T_body && tag != T_html && tag != T_br;
}

static void open_root(Document *d, const Token *token)
{
    d->html = node_new(d, NODE_ELEMENT, T_html);
    d->html->attributes = token->attributes;
    d->html->attribute_count = token->attribute_count;
    append(d->document, d->html);
    open_element(d, d->html);
    d->mode = MODE_BEFORE_HEAD;
}

static bool before_html(Document *d, Token *token)
{
    take_space(token);
    if (is_used_up(token) || token->kind == TOKEN_DOCTYPE || is_ignored_end(token)) return true;
    if (token->kind == TOKEN_COMMENT) {
        insert_comment(d, d->document, token->text);
        return true;
    }
    if (is_start(token, T_html)) {
        open_root(d, token);
        return true;
    }
    Token implied = {.kind = TOKEN_START, .tag = T_html};
    open_root(d, &implied);
    return false;
}

static bool before_head(Document *d, Token *token)
{
    take_space(token);
    if (is_used_up(token) || token->kind == TOKEN_DOCTYPE || is_ignored_end(token)) return true;
    if (token->kind == TOKEN_COMMENT) {
        insert_comment(d, NULL, token->text);
        return true;
    }
    if (is_start(token, T_html)) return in_body(d, token);
    if (is_start(token, T_head)) {
        d->head = enter(d, token, MODE_IN_HEAD);
        return true;
    }
    d->head = insert_implied(d, T_head);
    return reprocess_in(d, MODE_IN_HEAD);
}

/* Some elements, and those with names of an author's own. */
static bool may_have_shadow(const Document *d, const Node *node)
{
    static const uint8_t hosts[] = {T_article, T_aside, T_blockquote, T_body, T_div, T_footer, T_h1, T_h2, T_h3,
                                    T_h4, T_h5, T_h6, T_header, T_main, T_nav, T_p, T_section, T_span};
    Span name = d->tags.items[node->tag];
    if (node->space != SPACE_HTML) return false;
    if (node->tag < T_KNOWN) return memchr(hosts, (int)node->tag, sizeof hosts) != NULL;
    return memchr(name.at, '-', name.length) != NULL;
}

/* Whether the template is the shadow root of the element that it stands in. */
static bool is_shadow_root(const Document *d, const Token *token)
{
    const Node *host = current(d);
    if (host == d->html || host->has_shadow || !may_have_shadow(d, host)) return false;
    for (uint32_t i = 0; i < token->attribute_count; i++) {
        Attribute attribute = d->tokens.attributes.items[token->attributes + i];
        if (attribute.name == A_shadowrootmode)
            return equal_folded(attribute.value, "open") || equal_folded(attribute.value, "closed");
    }
    return false;
}

static void start_template(Document *d, const Token *token)
{
    bool shadow = is_shadow_root(d, token);
    Node *host = current(d), *node = enter(d, token, MODE_IN_TEMPLATE);
    if (shadow) { /* what is in it is no part of this tree */
        unlink_node(node);
        host->has_shadow = true;
    }
    if (!node->open) return;
    formatting_mark(d);
    d->frameset_ok = false;
    push_template_mode(d, MODE_IN_TEMPLATE);
}

static void end_template(Document *d)
{
    if (!d->open_templates) return;
    imply_end_tags_thoroughly(d);
    pop_until(d, T_template);
    formatting_clear(d);
    if (d->templates.count) d->templates.count--;
    reset_mode(d);
}

/* False: it is not for the head. */
static bool start_in_head(Document *d, Token *token)
{
    switch (token->tag) {
    case T_html: return in_body(d, token);
    case T_base: case T_basefont: case T_bgsound: case T_link: case T_meta: insert_void(d, token); return true;
    case T_title: enter_raw(d, token, STATE_RCDATA); return true;
    case T_noscript:
        if (d->scripting) enter_raw(d, token, STATE_RAWTEXT);
        else enter(d, token, MODE_IN_HEAD_NOSCRIPT);
        return true;
    case T_noframes: case T_style: enter_raw(d, token, STATE_RAWTEXT); return true;
    case T_script: enter_raw(d, token, STATE_SCRIPT); return true;
    case T_template: start_template(d, token); return true;
    case T_head: return true;
    default: return false;
    }
}

static bool in_head(Document *d, Token *token)
{
    switch (token->kind) {
    case TOKEN_TEXT: {
        Span space = take_space(token);
        insert_text(d, space);
        if (is_used_up(token)) return true;
        break;
    }
    case TOKEN_COMMENT: insert_comment(d, NULL, token->text); return true;
    case TOKEN_DOCTYPE: return true;
    case TOKEN_START:
        if (start_in_head(d, token)) return true;
        break;
    case TOKEN_END:
        if (token->tag == T_template) end_template(d);
        if (token->tag == T_head) {
            pop(d);
            d->mode = MODE_AFTER_HEAD;
            return true;
        }
        if (is_ignored_end(token)) return true;
        break;
    default: break;
    }
    pop(d);
    return reprocess_in(d, MODE_AFTER_HEAD);
}

static bool in_head_noscript(Document *d, Token *token)
{
    uint32_t tag = token->tag;
    if (token->kind == TOKEN_DOCTYPE) return true;
    if (token->kind == TOKEN_COMMENT || (token->kind == TOKEN_TEXT && is_blank(token->text))) return in_head(d, token);
    if (is_start(token, T_html)) return in_body(d, token);
    if (is_end(token, T_noscript)) {
        pop(d);
        d->mode = MODE_IN_HEAD;
        return true;
    }
    if (token->kind == TOKEN_START) {
        if (tag == T_basefont || tag == T_bgsound || tag == T_link || tag == T_meta || tag == T_noframes || tag == T_style)
            return in_head(d, token);
        if (tag == T_head || tag == T_noscript) return true;
    }
    if (token->kind == TOKEN_END && tag != T_br) return true;
    Span space = take_space(token);
    insert_text(d, space);
    pop(d);
    return reprocess_in(d, MODE_IN_HEAD);
}

/* Content for the head that comes too late goes there all the same. */
static bool late_head(Document *d, Token *token)
{
    open_element(d, d->head);
    bool done = in_head(d, token);
    remove_from_stack(d, d->head);
    return done;
}

static bool after_head(Document *d, Token *token)
{
    if (token->kind == TOKEN_DOCTYPE) return true;
    if (token->kind == TOKEN_COMMENT) {
        insert_comment(d, NULL, token->text);
        return true;
    }
    Span space = take_space(token);
    insert_text(d, space);
    if (is_used_up(token)) return true;
    if (token->kind == TOKEN_START) {
        if (token->tag == T_html) return in_body(d, token);
        if (token->tag == T_head) return true;
        if (is_head_content(token)) return late_head(d, token);
        if (token->tag == T_frameset) {
            enter(d, token, MODE_IN_FRAMESET);
            return true;
        }
        if (token->tag == T_body) {
            enter(d, token, MODE_IN_BODY);
            d->frameset_ok = false;
            return true;
        }
    } else if (token->kind == TOKEN_END) {
        if (token->tag == T_template) return in_head(d, token);
        if (token->tag == T_head || is_ignored_end(token)) return true;
    }
    insert_implied(d, T_body);
    return reprocess_in(d, MODE_IN_BODY);
}

/* -- in the body: start tags --------------------------------------------------------------------------------------- */

static bool is_hidden_input(const Document *d, const Token *token)
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

static void insert_foreign(Document *d, Token *token, Namespace space)
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

static void end_in_scope(Document *d, uint32_t tag, uint32_t except)
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

static bool in_template(Document *d, Token *token);

static bool in_body(Document *d, Token *token)
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
static bool in_text(Document *d, Token *token)
{
    if (token->kind == TOKEN_TEXT) {
        append_text(d, d->raw, NULL, token->text);
        return true;
    }
    if (d->raw->open) pop_through(d, d->raw);
    d->mode = d->original_mode;
    return token->kind != TOKEN_EOF;
}

/* -- tables -------------------------------------------------------------------------------------------------------- */

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
static bool in_table_text(Document *d, Token *token)
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

static bool in_table(Document *d, Token *token)
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

static bool in_caption(Document *d, Token *token)
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

static bool in_column_group(Document *d, Token *token)
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

static bool in_table_body(Document *d, Token *token)
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

static bool in_row(Document *d, Token *token)
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

static bool in_cell(Document *d, Token *token)
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

static bool in_template(Document *d, Token *token)
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

static bool is_foreign(const Document *d, const Token *token)
{
    if (!d->stack.count || current(d)->space == SPACE_HTML || token->kind == TOKEN_EOF) return false;
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

static void process(Document *d, Token *token)
{
    if (d->skip_newline) {
        d->skip_newline = false;
        if (token->kind == TOKEN_TEXT && token->text.at[0] == '\n') {
            token->text.at++;
            token->text.length--;
            if (is_used_up(token)) return;
        }
    }
    if (is_foreign(d, token) && in_foreign(d, token)) return;
    while (!process_in_mode(d, token)) {
    }
}

void build_tree(Document *d)
{
    Token token;
    while (!d->stopped) {
        d->tokens.cdata_allowed = d->stack.count && current(d)->space != SPACE_HTML;
        memset(&token, 0, sizeof token);
        next_token(&d->tokens, &token);
        process(d, &token);
    }
}
