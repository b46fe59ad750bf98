"""Nothing that a page can be makes parsing fail, hang or eat the memory: a result, or a PageError that says why."""

import gzip
import io
import random
from pathlib import Path

import numpy as np
import pytest

import pagerows
from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate, mutate
from pagerows.page.html import DEPTH_CAP

NESTED = {
    "div": "<div>" * 100_000 + "x",
    "b": "<b>" * 100_000 + "x",
    "block in inline": "<div><b>" * 50_000 + "x",
    "tables": "<table><tr><td>" * 33_000 + "x",
    "svg": "<svg>" * 100_000 + "x",
    "lists": "<ul><li>" * 50_000 + "x",
    "moved out of a table": "<table>" + "<i>x" * 50_000,
}


@pytest.mark.parametrize("case", NESTED)
def test_100_000_nested_elements_are_flattened_and_the_page_says_so(case):
    page = pagerows.parse(NESTED[case])
    nodes = page.nodes
    assert page.flattened
    assert nodes.depth.max() < DEPTH_CAP
    last = len(nodes) - 1
    assert nodes.find(nodes.xpath(last)) == last
    assert nodes.text(0).endswith("x")


def test_an_ordinary_page_is_not_flattened():
    assert not pagerows.parse("<div>" * 400 + "x").flattened


SMALL = {
    "nothing": b"",
    "one space": b" ",
    "only NULs": bytes(10_000),
    "NULs in text, tags and attributes": b"<p\0 c\0lass='\0'>a\0b</p\0>" * 100,
    "text, then garbage": b"<p>text</p>" * 300 + random.Random(1).randbytes(300_000),
    "garbage that says utf-16": b"\xff\xfe" + random.Random(2).randbytes(100_001),
    "a megabyte attribute": b"<p title='" + b"x" * 1_000_000 + b"' class='" + b"y " * 500_000 + b"'>z",
    "a megabyte attribute without end": b"<p>a<p title='" + b"x" * 1_000_000,
    "50,000 attributes": b"<p " + b" ".join(b"a%d=1" % n for n in range(50_000)) + b">x",
    "a megabyte of tag name": b"<" + b"x" * 1_000_000 + b">",
    "angle brackets": b"<" * 1_000_000,
    "comments that never end": b"<!--" * 200_000,
    "noscripts that never end": b"<noscript>" * 100_000,
    "noscripts that end oddly": b"<noscript></noscript x" * 50_000,
    "references": b"&amp;&#x41;&nosuch;&" * 50_000,
    "formatting that crosses": b"<i><b>x</i></b>" * 20_000,
    "links that cross blocks": b"<a><div>" * 5_000 + b"</a>x" * 5_000,
}


@pytest.mark.parametrize("case", SMALL)
def test_odd_bytes_give_a_page(case):
    page = pagerows.parse(SMALL[case])
    assert len(page.nodes) >= 1
    assert len(page.nodes.xpath(len(page.nodes) - 1)) < 2_100_000


def test_an_empty_file_is_an_empty_page(tmp_path):
    (tmp_path / "empty.html").touch()
    page = pagerows.parse(tmp_path / "empty.html")
    assert (len(page.nodes), page.title, page.flattened) == (1, "", False)


NESTED_PARTS = b"MIME-Version: 1.0\n" + b"".join(
    b"Content-Type: multipart/related; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(5000)
)


def looping_link(folder):
    link = folder / "loop.html"
    link.symlink_to(link)
    return link


def test_what_cannot_be_read_is_a_page_error(tmp_path):
    for source, message in [
        (tmp_path / "none.html", "cannot read .*none.html: No such file"),
        (tmp_path, "cannot read .*: Is a directory"),
        (b"\x1f\x8bdamaged", "the gzip data is damaged"),
        (gzip.compress(b"<p>x" * 999)[:-9], "the gzip data is damaged"),
        (5, "cannot parse a int"),
        (b"%PDF-1.7\n" + bytes(999), "not a web page"),
        (None, "cannot parse a NoneType"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x--", "no HTML part"),
        (NESTED_PARTS, "nested too deeply"),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + b"\xff" * 99, "the gzip data is damaged"),
        (Path("/dev/zero"), "it is a device"),
        (looping_link(tmp_path), "cannot read .*loop"),
    ]:
        with pytest.raises(pagerows.PageError, match=message):
            pagerows.parse(source)


def test_pages_over_the_limits_are_page_errors(monkeypatch):
    monkeypatch.setattr("pagerows.page.MAX_BYTES", 1000)
    for source in (b"x" * 1001, "x" * 1001, gzip.compress(b"x" * 1001), io.BytesIO(b"x" * 1001)):
        with pytest.raises(pagerows.PageError, match="more than the 1,000"):
            pagerows.parse(source)
    assert len(pagerows.parse(b"x" * 1000).nodes) == 2


def test_a_file_is_read_up_to_the_limit_and_no_further(monkeypatch, tmp_path, peak):
    monkeypatch.setattr("pagerows.page.MAX_BYTES", 1000)
    with (tmp_path / "large.html").open("wb") as file:
        file.truncate(50_000_000)

    def refused(source):
        with pytest.raises(pagerows.PageError, match="1,001 bytes, more than the 1,000"):
            pagerows.parse(source)

    refused(tmp_path / "large.html")
    assert peak(refused, tmp_path / "large.html") < 1_000_000
    with (tmp_path / "large.html").open("rb") as file:
        assert peak(refused, file) < 1_000_000


def test_a_page_with_too_many_nodes_is_a_page_error(monkeypatch):
    monkeypatch.setattr("pagerows.page.html.MAX_NODES", 1000)
    with pytest.raises(pagerows.PageError, match="more nodes than the 1,000"):
        pagerows.parse("<p>x" * 600)
    assert len(pagerows.parse("<p>x" * 400).nodes) == 801


def test_formatting_that_would_multiply_is_a_page_error(monkeypatch):
    """600 unclosed fonts are opened again in each of 20,000 blocks: ten million elements from a page of 250 kB."""
    fonts = "".join(f"<font color={n}>" for n in range(600))
    monkeypatch.setattr("pagerows.page.html.MAX_NODES", 200_000)
    with pytest.raises(pagerows.PageError, match="more nodes than the 200,000"):
        pagerows.parse(f"<div>{fonts}</div>" + "<div>x</div>" * 20_000)
    assert len(pagerows.parse(f"<div>{fonts}</div>" + "<div>x</div>" * 20).nodes) > 10_000
    assert len(pagerows.parse("<div><font color=1>x</div>" * 8_000).nodes) > 8_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "rows"),
    [
        (lambda: "<p>x</p>" * 1_000_000, 2_000_001),
        (lambda: "".join(f"<p class=c{n}>x</p>" for n in range(500_000)), 1_000_001),
        (lambda: b"x" * 50_000_000, 2),
        (
            lambda: ("<li class=item><a href='/item'>A thing</a><p>" + "some words " * 13 + "</p></li>") * 250_000,
            1_250_001,
        ),
    ],
    ids=["2 million nodes", "half a million paths", "50 MB of text", "50 MB of records"],
)
def test_huge_pages_are_parsed(make, rows):
    nodes = pagerows.parse(make()).nodes
    assert len(nodes) == rows
    assert nodes.find(nodes.xpath(len(nodes) - 1)) == len(nodes) - 1


def well_formed(nodes) -> bool:
    rows = np.arange(len(nodes))
    return bool(
        len(nodes) == 0
        or (
            (nodes.parent < rows).all()
            and (nodes.end > rows).all()
            and (nodes.end <= len(nodes)).all()
            and (nodes.depth[1:] == nodes.depth[nodes.parent[1:]] + 1).all()
            and (nodes.paths.parent < np.arange(len(nodes.paths))).all()
        )
    )


def mutated(number: int) -> bytes:
    spec = PageSpec(seed=number // 20, layout=LAYOUTS[number % len(LAYOUTS)], records=5, fields=5, optional=2)
    return mutate(generate(spec).html.encode(), number)


def check_mutated(numbers) -> None:
    for number in numbers:
        try:
            page = pagerows.parse(mutated(number))
        except pagerows.PageError:
            continue
        assert well_formed(page.nodes), number


def test_300_mutated_pages_are_parsed():
    check_mutated(range(300))


@pytest.mark.slow
def test_10_000_mutated_pages_are_parsed():
    check_mutated(range(10_000))
