/* What the insertion modes share: modes.c, head_modes.c, body_modes.c, table_modes.c. */
#ifndef PAGEROWS_MODES_H
#define PAGEROWS_MODES_H

#include "html.h"

static inline bool is_start(const Token *token, uint32_t tag) { return token->kind == TOKEN_START && token->tag == tag; }
static inline bool is_end(const Token *token, uint32_t tag) { return token->kind == TOKEN_END && token->tag == tag; }
static inline uint16_t tag_flags(const Token *token) { return token->tag < T_KNOWN ? TAG_FLAGS[token->tag] : 0; }
static inline bool is_head_content(const Token *token) { return tag_flags(token) & HEAD_CONTENT; }
static inline bool is_used_up(const Token *token) { return token->kind == TOKEN_TEXT && !token->text.length; }

/* modes.c */
bool stop(Document *document);
bool reprocess_in(Document *document, Mode mode);
Node *enter(Document *document, const Token *token, Mode mode);
bool enter_implied(Document *document, Token *token, uint32_t tag, Mode mode);
Node *enter_raw(Document *document, const Token *token, TokenState state);
void merge_attributes(Document *document, Node *node, const Token *token);
void push_template_mode(Document *document, Mode mode);
void reset_mode(Document *document);
Span take_space(Token *token);
bool is_blank(Span text);
bool in_template(Document *document, Token *token);

/* Each mode is a function that gives true when it is done with a token, and false when it has changed the mode and the token
 * is to be looked at again. */

/* head_modes.c */
bool initial(Document *document, Token *token);
bool before_html(Document *document, Token *token);
bool before_head(Document *document, Token *token);
bool in_head(Document *document, Token *token);
bool in_head_noscript(Document *document, Token *token);
bool after_head(Document *document, Token *token);
void end_template(Document *document);

/* body_modes.c */
bool in_body(Document *document, Token *token);
bool in_text(Document *document, Token *token);
bool is_hidden_input(const Document *document, const Token *token);
void end_in_scope(Document *document, uint32_t tag, uint32_t except);
void insert_foreign(Document *document, Token *token, Namespace space);

/* table_modes.c */
bool in_table(Document *document, Token *token);
bool in_table_text(Document *document, Token *token);
bool in_caption(Document *document, Token *token);
bool in_column_group(Document *document, Token *token);
bool in_table_body(Document *document, Token *token);
bool in_row(Document *document, Token *token);
bool in_cell(Document *document, Token *token);

#endif
