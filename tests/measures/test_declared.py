"""What pages say of themselves is read from the markup, wherever it stands, and never taken for more than a hint."""

import random
import re
from itertools import chain

import pytest

from pagerows.measures.declared import DECLARED, declared


def said(html: str) -> set[str]:
    return {name for name, value in declared(html.encode()).items() if value}


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("", set()),
        ("<p>og</p>", set()),
        ('<head><meta property="og:type" content="article"></head>', {"says_article"}),
        ("<head><meta content='Article' property='og:type'></head>", {"says_article"}),
        ('<head><meta property="og:type" content="website"></head>', {"says_other"}),
        ('<head><meta property="og:type" content="product.group"></head>', {"says_other", "is_list"}),
        ('<script type="application/ld+json">{"@type": "NewsArticle"}</script>', {"is_article"}),
        ('<script type="application/ld+json">{"@type":["ItemList"]}</script>', {"is_list"}),
        ("<div itemscope itemtype='https://schema.org/BlogPosting'>", {"is_article"}),
        ('<head><link rel="next" href="?page=2"></head>', {"says_next"}),
        ('<head></head><a rel="next" href="?page=2">', set()),
        ('<head><meta name="robots" content="noindex, follow"></head>', {"says_no_index"}),
        ('<head><meta name="author" content="Ann"></head>', {"says_author"}),
        ('<head><meta property="article:published_time" content="2026-01-01"></head>', {"says_published"}),
        ('<head><link rel="shortlink" href="/?p=4"></head>', {"says_single"}),
    ],
    ids=lambda value: value[:60] if isinstance(value, str) else "",
)
def test_the_vocabulary_of_the_web_is_read(html, expected):
    assert said(html) == expected


# -- the same by regular expressions, over pages of random pieces of that vocabulary ---------------------------------

PIECES = [
    *(
        'og:type"',
        "og:type",
        ' content="',
        "content=' Article",
        "content=product.group",
        "article",
        "</head>",
        "<body>",
    ),
    *("<", ">", "<meta ", " ", '"', "'", "robots", "noindex", "rel=", "next", "prevx", 'rel="next"', "rel='amphtml'"),
    *("rel=shortlink", 'rel="author"', "name=author", "name='authors'", "json+oembed", "article:published_time", "+"),
    *("schema.org/", "https://schema.org/ItemList ", "NewsArticle", "Report", "articleBody", "datePublished", "x" * 70),
    *(
        "ld+json",
        '"@type"',
        ":",
        "[",
        '"ItemList"',
        '"@type" : [ "BlogPosting"',
        '"@type":"@type":"Report"',
        "</script>",
    ),
]


def by_patterns(html: bytes) -> dict[str, float]:
    ends = [at for at in (html.find(b"</head"), html.find(b"<body")) if at >= 0]
    head = html[: min([*ends, 200_000, len(html)])]
    kind = b""
    if graph := re.search(rb"og:type[^<>]{0,200}", head):
        opened = head.rfind(b"<", 0, graph.start())
        said = (graph[0], head[opened : graph.start()] if opened >= 0 else b"")
        found = [
            match[1].lower()
            for match in (re.search(rb"""content=["']?\s*([\w.:-]+)""", part) for part in said)
            if match
        ]
        kind = next(iter(found), b"")
    data = [match[0] for match in re.finditer(rb"ld\+json.*?(?=</script|\Z)", html, re.DOTALL)]
    typed = rb'"@type"\s*+:\s*+(?:\[\s*+)?"(\w++)"'
    types = {*re.findall(rb"schema\.org/(\w+)", html), *chain.from_iterable(re.findall(typed, part) for part in data)}
    lists = {b"ItemList", b"CollectionPage", b"SearchResultsPage", b"OfferCatalog", b"ProductCollection"}
    postings = {b"BlogPosting", b"LiveBlogPosting", b"Report"}
    found = (
        kind == b"article",
        kind not in (b"", b"article"),
        any(each.endswith(b"Article") or each in postings for each in types) or b"articleBody" in html,
        bool(lists & types) or kind in (b"product.group", b"product:group"),
        b"article:published_time" in head or b"datePublished" in html,
        re.search(rb"""name=["']?author\b""", head) or b'rel="author"' in html,
        re.search(rb"""rel=["']?(?:next|prev)\b""", head),
        re.search(rb"""robots["'][^<>]{0,60}noindex""", head),
        b"json+oembed" in head or re.search(rb"""rel=["']?(?:shortlink|amphtml)\b""", head),
    )
    return {name: float(bool(value)) for name, value in zip(DECLARED, found, strict=True)}


def test_what_is_read_is_what_the_patterns_say():
    draw = random.Random(5)
    for _ in range(3000):
        html = "".join(draw.choices(PIECES, k=draw.randrange(25))).encode()
        assert declared(html) == by_patterns(html), html
