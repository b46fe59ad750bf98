"""Links made absolute by the quick way are those of the standard library."""

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.page.joining import Joiner

BASES = [
    "http://a.example/b/c?d",
    "https://a.example",
    "https://a.example/a//b/c",
    "https://a.example/a/../c/d",
    "https://a.example/a;b/c/d",
    "https://a.example/\u00e9/x/d;e?f/g",
    "https://u@a.example:80/x/",
    "http://a.example/b//c/d",
    "http://a.example/b/../c/d;e?f#g",
    "HTTPS://A.example/é/b.html?c=/d/e",
    "https://a.example/./",
    "file:///tmp/x.html",
    "a/b",
    "",
    None,
]
PIECES = st.sampled_from(
    [
        "/",
        "//",
        "http:",
        "https:",
        "HTTP:",
        "a.example",
        ".",
        "..",
        "?",
        "#",
        ";",
        "_",
        "-",
        "x",
        "é",
        "%20",
        " ",
        ":8",
        "a/b",
        "p.html",
        "x:y",
        "javascript:",
        "@",
        "[",
        "\t",
    ]
)


@pytest.mark.parametrize("base", BASES)
@given(pieces=st.lists(PIECES, max_size=8))
def test_a_joined_link_is_what_the_standard_library_makes_of_it(base, pieces):
    link = "".join(pieces)
    absolute = pagerows.parse("", url=base).absolute if base else (lambda text: text.strip())
    assert Joiner(base, absolute)(link) == absolute(link)


@pytest.mark.parametrize(
    "link",
    [
        "p/q.html?a=b:c#d",
        "p//q",
        ".p",
        "p/./q",
        "p:q",
        "p;q",
        "?p",
        "#p",
        "",
        "p/",
        "//b.example",
        "/p/1?q=2#r",
        "https://b.example/p",
        "//b.example/p",
        "p",
        "/a/../b",
        "/a;",
        "/a?",
        "/a#",
    ],
)
def test_links_of_pages_are_joined(link):
    base = "https://a.example/x/y"
    assert Joiner(base, pagerows.parse("", url=base).absolute)(link) == urljoin(base, link)
