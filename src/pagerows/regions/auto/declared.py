"""What a page says of itself to machines: one article, or a list of things?

Open Graph, schema.org and link relations are the web's own vocabulary, the same on every site and in every language.
Many pages say nothing, and some say wrong things, so these are features among others, never a rule.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["declared"]

#: Characters of markup that may belong to the head where nothing closes it.
_LONGEST_HEAD: Final = 200_000
_OPEN_GRAPH: Final = re.compile(r"og:type[^<>]{0,200}")
_CONTENT: Final = re.compile(r"""content=["']?\s*([\w.:-]+)""")
_NEXT: Final = re.compile(r"""rel=["']?(?:next|prev)\b""")
_NO_INDEX: Final = re.compile(r"""robots["'][^<>]{0,60}noindex""")
_SINGLE: Final = re.compile(r"""rel=["']?(?:shortlink|amphtml)\b""")
_AUTHOR: Final = re.compile(r"""name=["']?author\b""")
_SCHEMA: Final = re.compile(r"schema\.org/(\w+)")
#: Possessive: a run of spaces is read once, however long it is.
_TYPED: Final = re.compile(r'"@type"\s*+:\s*+(?:\[\s*+)?"(\w++)"')
_LISTS: Final = frozenset({"ItemList", "CollectionPage", "SearchResultsPage", "OfferCatalog", "ProductCollection"})
_POSTINGS: Final = frozenset({"BlogPosting", "LiveBlogPosting", "Report"})
_GROUPS: Final = frozenset({"product.group", "product:group"})


def declared(html: str) -> dict[str, float]:
    """Return what the markup declares, each 0 or 1.

    >>> said = declared('<meta property="og:type" content="article"><link rel="shortlink" href="/?p=1">')
    >>> [name for name, value in said.items() if value]
    ['says_article', 'says_single']
    """
    head = _head(html)
    kind = _open_graph(head)
    types = _types(html)
    found = {
        "says_article": kind == "article",
        "says_other": kind not in ("", "article"),
        "is_article": any(name.endswith("Article") or name in _POSTINGS for name in types) or "articleBody" in html,
        "is_list": not _LISTS.isdisjoint(types) or kind in _GROUPS,
        "says_published": "article:published_time" in head or "datePublished" in html,
        "says_author": _AUTHOR.search(head) is not None or 'rel="author"' in html,
        "says_next": _NEXT.search(head) is not None,
        "says_no_index": _NO_INDEX.search(head) is not None,
        "says_single": "json+oembed" in head or _SINGLE.search(head) is not None,
    }
    return {name: float(value) for name, value in found.items()}


def _head(html: str) -> str:
    ends = [at for at in (html.find("</head"), html.find("<body")) if at >= 0]
    return html[: min([*ends, _LONGEST_HEAD])]


def _open_graph(head: str) -> str:
    """The first Open Graph type; ``content`` stands after ``property``, or before it in the same tag."""
    said = _OPEN_GRAPH.search(head)
    if said is None:
        return ""
    before = head[head.rfind("<", 0, said.start()) : said.start()]
    content = _CONTENT.search(said[0]) or _CONTENT.search(before)
    return content[1].lower() if content else ""


def _types(html: str) -> set[str]:
    """The types of schema.org that microdata and JSON-LD name."""
    types = set(_SCHEMA.findall(html)) if "schema.org/" in html else set()
    at = html.find("ld+json")
    while at >= 0:
        end = html.find("</script", at)
        types.update(_TYPED.findall(html, at, end if end >= 0 else len(html)))
        at = html.find("ld+json", end) if end >= 0 else -1
    return types
