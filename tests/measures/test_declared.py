"""What pages say of themselves is read from the markup, wherever it stands, and never taken for more than a hint."""

import pytest

from pagerows.measures.declared import declared


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
