"""What a page says of itself to machines: one article, or a list of things?

Open Graph, schema.org and link relations are the web's own vocabulary, the same on every site and in every language.
Many pages say nothing, and some say wrong things, so these are features among others, never a rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

from pagerows.page.strings import Words

__all__ = ["DECLARED", "declared"]

#: What a page may declare.
DECLARED: Final = (
    "says_article", "says_other", "is_article", "is_list", "says_published", "says_author", "says_next",
    "says_no_index", "says_single",
)  # fmt: skip

#: Bytes of markup that may belong to the head where nothing closes it.
_LONGEST_HEAD: Final = 200_000
#: What is looked for in the head, and anywhere.
_NEXT_SAID, _SINGLE_SAID, _AUTHOR_SAID = (
    [f"{name}={quote}{value}" for value in values for quote in ("", '"', "'")]
    for name, values in (("rel", ("next", "prev")), ("rel", ("shortlink", "amphtml")), ("name", ("author",)))
)
_IN_HEAD: Final = Words(
    "og:type", "json+oembed", "article:published_time", 'robots"', "robots'", *_NEXT_SAID, *_SINGLE_SAID, *_AUTHOR_SAID
)
_ANYWHERE: Final = Words("schema.org/", "ld+json", "articleBody", "datePublished", 'rel="author"')
#: Where these stand among the words of the head behind the first three.
_PARTS: Final = (slice(0, 2), slice(2, 8), slice(8, 14), slice(14, 17))
_OPEN_GRAPH: Final = re.compile(rb"og:type[^<>]{0,200}")
_CONTENT: Final = re.compile(rb"""content=["']?\s*([\w.:-]+)""")
_NEXT: Final = re.compile(rb"""rel=["']?(?:next|prev)\b""")
_NO_INDEX: Final = re.compile(rb"""robots["'][^<>]{0,60}noindex""")
_SINGLE: Final = re.compile(rb"""rel=["']?(?:shortlink|amphtml)\b""")
_AUTHOR: Final = re.compile(rb"""name=["']?author\b""")
_SCHEMA: Final = re.compile(rb"schema\.org/(\w+)")
#: Possessive: a run of spaces is read once, however long it is.
_TYPED: Final = re.compile(rb'"@type"\s*+:\s*+(?:\[\s*+)?"(\w++)"')
_LISTS: Final = frozenset({b"ItemList", b"CollectionPage", b"SearchResultsPage", b"OfferCatalog", b"ProductCollection"})
_POSTINGS: Final = frozenset({b"BlogPosting", b"LiveBlogPosting", b"Report"})
_GROUPS: Final = frozenset({b"product.group", b"product:group"})


def declared(html: bytes) -> dict[str, float]:
    """Return what the markup, in UTF-8, declares, each 0 or 1.

    >>> said = declared(b'<meta property="og:type" content="article"><link rel="shortlink" href="/?p=1">')
    >>> [name for name, value in said.items() if value]
    ['says_article', 'says_single']
    """
    end = _head_end(html)
    open_graph, oembed, published, *others = _IN_HEAD.places(html, 0, end)
    robots, following, single, name = (list(chain.from_iterable(others[part])) for part in _PARTS)
    schema, data, article, date, author = _ANYWHERE.places(html)
    kind = _open_graph(html, end, open_graph)
    types = {said[1] for said in (_SCHEMA.match(html, at) for at in schema) if said} | _types(html, data)
    found = (
        kind == b"article",
        kind not in (b"", b"article"),
        any(each.endswith(b"Article") or each in _POSTINGS for each in types) or bool(article),
        not _LISTS.isdisjoint(types) or kind in _GROUPS,
        bool(published or date),
        _some(_AUTHOR, html, name, end) or bool(author),
        _some(_NEXT, html, following, end),
        _some(_NO_INDEX, html, robots, end),
        bool(oembed) or _some(_SINGLE, html, single, end),
    )
    return dict(zip(DECLARED, map(float, found), strict=True))


def _head_end(html: bytes) -> int:
    ends = [at for at in (html.find(b"</head", 0, _LONGEST_HEAD), html.find(b"<body", 0, _LONGEST_HEAD)) if at >= 0]
    return min([*ends, _LONGEST_HEAD, len(html)])


def _some(pattern: re.Pattern[bytes], html: bytes, places: Sequence[int], end: int) -> bool:
    """Whether a pattern fits at one of the places in the head."""
    return any(pattern.match(html, at, end) for at in places)


def _open_graph(html: bytes, end: int, places: Sequence[int]) -> bytes:
    """The first Open Graph type; ``content`` stands after ``property``, or before it in the same tag."""
    said = _OPEN_GRAPH.match(html, places[0], end) if places else None
    if said is None:
        return b""
    opened = html.rfind(b"<", 0, said.start())
    content = _CONTENT.search(said[0]) or (_CONTENT.search(html, opened, said.start()) if opened >= 0 else None)
    return content[1].lower() if content else b""


def _types(html: bytes, places: Sequence[int]) -> set[bytes]:
    """The types of schema.org that JSON-LD names; `places` are those of its media type."""
    types: set[bytes] = set()
    end = 0
    for at in places:
        if at >= end:
            end = html.find(b"</script", at)
            end = end if end >= 0 else len(html)
            types.update(_TYPED.findall(html, at, end))
    return types
