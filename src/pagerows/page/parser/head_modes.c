/* Insertion modes up to the body (13.2.6.4.1 to 13.2.6.4.6). */
#include "modes.h"

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

bool initial(Document *d, Token *token)
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

bool before_html(Document *d, Token *token)
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

bool before_head(Document *d, Token *token)
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

void end_template(Document *d)
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
    case T_script: note_script(d, enter_raw(d, token, STATE_SCRIPT)); return true;
    case T_template: start_template(d, token); return true;
    case T_head: return true;
    default: return false;
    }
}

bool in_head(Document *d, Token *token)
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

bool in_head_noscript(Document *d, Token *token)
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

bool after_head(Document *d, Token *token)
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
