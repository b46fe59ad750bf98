"""The compiled kernels of `auto` against plain definitions (`oracle`), on generated, random and dev pages."""

import os
import random
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.lab.bench.generate import PageSpec, generate
from pagerows.measures._columns import range_starts
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import SUMS, columns_of
from pagerows.measures.features import features_of
from pagerows.measures.texts import _RANGE
from pagerows.page.nodes import TEXT
from pagerows.regions.auto.candidates import SOURCES, find_candidates

from .oracle import Facts, features, sources

WORDS = ["Red chair", "12.50 €", "read more", "New", "Über uns", "x" * 70, "long " * 30, "3 of 24", "椅子", "$5", ""]
TAGS = ["div", "ul", "li", "p", "span", "a", "img", "h3", "hr", "b", "table", "nav", "section"]


def wild(seed):
    """A page of random elements, many of them alike."""
    draw = random.Random(seed)

    def element(depth):
        tag = draw.choice(TAGS)
        name = draw.choice(["", " class='a b'", " class='b a1'", " class='c 7'", " hidden", " style='display:none'"])
        where = f" href='/{draw.randrange(4)}/x'" if tag == "a" else ""
        inside = "".join(element(depth + 1) for _ in range(draw.randrange(4))) if depth < 5 else ""
        return f"<{tag}{name}{where}>{draw.choice(WORDS)}{inside}</{tag}>"

    return "<title>Red chairs</title><h1>All</h1>" + "".join(element(0) * draw.randrange(1, 5) for _ in range(6))


def pages():
    for seed in range(12):
        yield pytest.param(lambda seed=seed: wild(seed), id=f"random {seed}")
    for seed in range(4):
        spec = PageSpec(records=4 + seed, seed=seed, noise=seed, optional=2)
        yield pytest.param(lambda spec=spec: generate(spec).html, id=f"generated {seed}")


def dev_pages(every=70):
    found = sorted(Path(os.environ.get("PAGEROWS_CORPORA", "../.corpora")).glob("*/*/page.html"))[::every]
    return [path for path in found if path.stat().st_size < 40_000]


def check(page):
    facts, columns = Facts(page), columns_of(page.nodes, page.title)
    if facts.n < 2:
        return
    whole = facts.held(0, facts.n)
    assert columns.whole == {name: whole[name] for name in SUMS}
    found = find_candidates(columns, least=3, most=10**6)
    spans = [tuple(zip(found.start[a:b].tolist(), found.stop[a:b].tolist(), strict=True))
             for a, b in zip(found.first[:-1], found.first[1:], strict=True)]  # fmt: skip
    known = sources(facts, 3)
    derived = ("without outliers", "with further parts")
    plain = [own for own, source in zip(spans, found.source, strict=True) if SOURCES[source] not in derived]
    assert set(plain) <= known

    def cut(own):
        return tuple(tuple(facts.leaves(*span)) for span in own)

    # Of candidates that cut the same texts and images one is kept, and none is lost.
    assert len(set(map(cut, spans))) == len(spans)
    assert set(map(cut, known)) <= set(map(cut, spans))
    table = features_of(columns, found)
    for number in range(0, len(spans), max(1, len(spans) // 25)):
        wanted = features(facts, spans[number])
        assert {name: table[name][number] for name in wanted} == pytest.approx(wanted, abs=1e-9)
    against_others(spans, table)


def against_others(spans, table):
    """Ranks and nesting, by comparing all with all."""
    if not spans:
        return
    values = table["share_chars"].tolist()
    ordered = sorted(range(len(values)), key=lambda at: -values[at])
    assert [table["rank_share_chars"][at] for at in ordered] == pytest.approx(
        [place / max(1, len(values) - 1) for place in range(len(values))]
    )

    def inside(one, other):
        first, middle, last = spans[one][0], spans[one][(len(spans[one]) - 1) // 2], spans[one][-1]
        held = [any(a <= start and stop <= b for a, b in spans[other]) for start, stop in (first, middle, last)]
        return one != other and sum(held) >= 2

    some = range(0, len(spans), max(1, len(spans) // 15))
    assert [table["containers"][one] for one in some] == [
        sum(inside(one, other) for other in range(len(spans))) for one in some
    ]


@pytest.mark.parametrize("html", list(pages()))
def test_columns_candidates_and_features_are_those_of_the_definitions(html):
    check(pagerows.parse(html()))


@pytest.mark.corpora
@pytest.mark.parametrize("path", dev_pages(), ids=lambda path: "/".join(path.parts[-3:-1]))
def test_they_are_on_dev_pages_too(path):
    check(pagerows.parse(path))


def test_a_table_of_nodes_made_by_hand_is_read_like_a_parsed_one():
    nodes = pagerows.parse(wild(3)).nodes
    from dataclasses import replace

    copy = replace(nodes, data=list(nodes.data), paths=replace(nodes.paths, style=tuple(nodes.paths.style)))
    one, other = columns_of(nodes, "Red"), columns_of(copy, "Red")
    for name in ("sums", "text_id", "link_id", "plain", "step", "leaves", "text_hash", "bits"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@given(
    st.lists(st.text("abcABÖöß\u212a ", min_size=1, max_size=12).filter(str.strip), min_size=1, max_size=8),
    st.lists(st.text("abcöksA", min_size=1, max_size=4), max_size=4),
)
def test_texts_with_a_word_of_the_title_have_it_anywhere(texts, words):
    nodes = pagerows.parse("".join(f"<p>{text}</p>" for text in texts)).nodes
    title = " ".join(words)
    wanted = {word for word in title.casefold().split() if len(word) > 2 or not word.isascii()}
    found = columns_of(nodes, title).each("titled")[nodes.kind == TEXT]
    assert found.tolist() == [any(word in text.casefold() for word in wanted) for text in texts]


FOLDED = [c for c in map(chr, range(0x80, 0x10000)) if not c.isascii() and any(x.isascii() for x in c.casefold())]


@pytest.mark.parametrize("letter", FOLDED)
def test_a_letter_that_folds_to_one_of_ascii_is_found_in_a_word(letter):
    nodes = pagerows.parse(f"<p>xx{letter}yy</p><p>x\u00e4x</p>").nodes
    for word in re.findall("[a-z]{3,}", f"xx{letter}yy".casefold()):
        assert columns_of(nodes, word).each("titled")[nodes.kind == TEXT].tolist() == [1, 0]


@given(st.text("0123456789 -–.,/ofäto\xa0٣", max_size=40), st.integers(0, 3))
def test_a_range_is_looked_for_wherever_it_may_start(text, spread):
    for said in (text, f"{text} 1-24 of 310"[spread:]):
        places = {match.start() for match in _RANGE.finditer(said)}
        assert places <= set(range_starts(said.encode()))
        assert places <= set(range_starts(said.replace(" ", "\0", 1).encode()))


def of_most_records(html):
    """The features of the candidate that has most records, and how many it has."""
    page = pagerows.parse(html)
    columns = columns_of(page.nodes, page.title)
    candidates = find_candidates(columns, least=3, most=60)
    found, most = features_of(columns, candidates), int(candidates.sizes.argmax())
    return {name: float(values[most]) for name, values in found.items()}, int(candidates.sizes[most])


@pytest.mark.parametrize("records", [254, 255, 256, 600])
def test_where_many_records_stand_is_counted_record_by_record(records):
    found, count = of_most_records(f"<nav><ul>{'<li>one' * records}</ul></nav><table><tr><td>x</table>")
    assert (count, found["in_nav"], found["in_table"], found["top_li"]) == (records, 1, 0, 1)


@pytest.mark.parametrize("rows", [40, 4_500])
def test_records_of_many_rows_are_compared_as_small_ones_are(rows):
    page = pagerows.parse(f"<div>{'<b>one</b>' * rows}</div>" * 2 + f"<div>{'<i>one</i>' * rows}</div><p>end")
    columns, nodes = columns_of(page.nodes, page.title), page.nodes
    starts = [row for row in range(len(nodes)) if nodes.tags[nodes.tag[row]] == "div"]
    found = features_of(columns, Candidates(starts[:2], nodes.end[starts[:2]], [0, 2], [0]))
    assert (found["irregularity"].tolist(), found["distinct_shapes"].tolist()) == ([0.0], [0.5])
    found = features_of(columns, Candidates(starts, nodes.end[starts], [0, 3], [0]))
    signs = np.array(
        [2 * (columns.bits[nodes.end[row]] - columns.bits[row]) - (nodes.end[row] - row) for row in starts]
    )
    spread = ((signs - signs.mean(axis=0)) ** 2).sum() / (signs.astype(float) ** 2).sum()
    assert found["irregularity"][0] == pytest.approx(np.sqrt(spread))
