"""Scanners read each character once: the inputs are of a size at which a quadratic one would need hours."""

import gzip
import zlib

import pytest

from pagerows.export.report.page import _page_styles
from pagerows.measures.declared import declared
from pagerows.page import _markup, _prescan, _unpack

MILLION = 1_000_000

LINEAR = {
    "spaces behind a type of JSON-LD": (
        declared,
        b'<script type="application/ld+json">"@type":' + b" " * MILLION,
        dict,
    ),
    "declarations that never end": (
        declared,
        b'<meta property="og:type ' * MILLION + b'application/ld+json "@type":[' * MILLION,
        dict,
    ),
    "noscripts whose tags never end": (_markup.without_noscript, "<noscript </noscript " * 400_000, str),
    "addresses in styles that never end": (_page_styles, "<style>" + "url(" * (MILLION // 11), str),
    "fonts in styles that never end": (_page_styles, "<style>" + "@font-face{" * (MILLION // 30), str),
    "style tags that never end": (_page_styles, "<style " * MILLION, str),
    "encodings in an XML declaration that never ends": (
        _prescan.prescan,
        b"<?xml " + b'encoding="" ' * MILLION,
        type(None),
    ),
}


@pytest.mark.parametrize("case", LINEAR)
def test_what_never_ends_is_read_once(case):
    scan, text, kinds = LINEAR[case]
    assert isinstance(scan(text), kinds)


def test_a_type_is_read_behind_any_space():
    page = b'<script type="application/ld+json">{"@type" \n : [ "ItemList", "Thing"]}</script>'
    assert declared(page)["is_list"] == 1


def test_the_noscripts_before_a_tag_that_never_ends_are_cut_out():
    page = "<noscript>a</noscript>b<noscript>c</noscript>d<noscript </noscript"
    assert _markup.without_noscript(page) == "<noscript></noscript>b<noscript></noscript>d<noscript </noscript"


@pytest.mark.parametrize(
    ("sheet", "shown"),
    [
        ("<style>a{background:url(x.png)}</style>b", "<style>a{background:none}</style>"),
        ("<STYLE media=all>@import 'x';a{}</STYLE><style>b{}", "<style>a{}</style><style>b{}</style>"),
        ("<style>@font-face {src:url(x)} a{}</style>", "<style> a{}</style>"),
        ("<style>a{} b{background:url(", "<style>a{} b{background:none</style>"),
        ("<p>no styles", ""),
    ],
    ids=["address", "import, and one that is not closed", "font", "address that is not closed", "none"],
)
def test_styles_are_shown_without_what_loads_something(sheet, shown):
    assert _page_styles(sheet) == shown


def test_an_xml_declaration_names_the_encoding_and_what_follows_it_does_not():
    assert _prescan.prescan(b'<?xml version="1.0" encoding = "koi8-r"?>') == "KOI8-R"
    assert _prescan.prescan(b'<?xml version="1.0"?> encoding="koi8-r">') is None


# -- gzip: files joined to one ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(0,), (5,), (100_000,), (1, 0, 70_000, 300, 0), (0,) * 1000])
def test_joined_gzip_files_are_unpacked_to_what_was_packed(sizes):
    parts = [bytes((n * 7 + size) % 251 for n in range(size)) for size in sizes]
    packed = b"".join(map(gzip.compress, parts))
    assert _unpack.gunzip(packed, MILLION) == b"".join(parts)
    assert _unpack.gunzip(packed + b"\0padding", MILLION) == b"".join(parts)
    assert len(_unpack.gunzip(packed, 10)) <= 10


def test_many_empty_gzip_files_are_read_once_each_and_too_many_are_damage():
    empty = gzip.compress(b"")
    assert _unpack.gunzip(empty * 50_000 + gzip.compress(b"x"), MILLION) == b"x"
    with pytest.raises(zlib.error, match="100,000 members"):
        _unpack.gunzip(empty * 100_001, MILLION)


@pytest.mark.parametrize("cut", [1, 9, 15])
def test_gzip_data_that_ends_too_early_is_damage(cut):
    with pytest.raises(zlib.error):
        _unpack.gunzip(gzip.compress(b"x" * 999)[:-cut], MILLION)
