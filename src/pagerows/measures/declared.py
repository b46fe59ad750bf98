"""What a page says of itself to machines: one article, or a list of things?

Open Graph, schema.org and link relations are the web's own vocabulary, the same on every site and in every language.
Many pages say nothing, and some say wrong things, so these are features among others, never a rule.
"""

from __future__ import annotations

from typing import Final

from pagerows.measures._declared import said_of

__all__ = ["DECLARED", "declared", "said_of"]

#: What a page may declare.
DECLARED: Final = (
    "says_article", "says_other", "is_article", "is_list", "says_published", "says_author", "says_next",
    "says_no_index", "says_single",
)  # fmt: skip


def declared(html: bytes) -> dict[str, float]:
    """Return what the markup, in UTF-8, declares, each 0 or 1.

    >>> said = declared(b'<meta property="og:type" content="article"><link rel="shortlink" href="/?p=1">')
    >>> [name for name, value in said.items() if value]
    ['says_article', 'says_single']
    """
    return dict(zip(DECLARED, said_of(html), strict=True))
