"""What the verdict reads, and styles that take turns: the kernels against plain definitions."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import log2, sqrt
from statistics import fmean

import numpy as np
import pytest

import pagerows
from pagerows.measures._blocks import LEAD, verdict_numbers
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import columns_of
from pagerows.measures.context import Context, context_of, page_features
from pagerows.page.grids import Grids
from pagerows.regions.auto._stripes import alike, turns
from pagerows.regions.auto.stripes import without_stripes

INLINE = {"a", "b", "span", "em"}
WORDS = ["word", "some words", "sentence of text " * 8, "long paragraph of text " * 15]


def page_of(seed):
    draw = random.Random(seed)

    def element(depth):
        tag = draw.choice(["div", "p", "ul", "li", "a", "b", "span", "em", "section"])
        kind = draw.choice(["", " class=x", " class='x y'", " class=z", " hidden"])
        where = " href=/x" if tag == "a" else ""
        inside = "".join(element(depth + 1) for _ in range(draw.randrange(4))) if depth < 4 else ""
        return f"<{tag}{kind}{where}>{draw.choice(WORDS) if draw.random() < 0.6 else ''}{inside}</{tag}>"

    return pagerows.parse("".join(element(0) for _ in range(8)))


def visible(nodes):
    return [row for row in range(len(nodes)) if nodes.kind[row] and not nodes.hidden[row]]


def in_link(nodes, row):
    return any(nodes.tag_name(above) == "a" and nodes.attribute(above, "href") for above in nodes.ancestors(row))


@pytest.mark.parametrize("seed", range(15))
def test_blocks_of_text_are_held_by_what_is_not_inside_of_a_line(seed):
    page = page_of(seed)
    nodes = page.nodes
    held, linked = {}, {}
    for row in visible(nodes):
        holder = next(above for above in nodes.ancestors(row) if above == 0 or nodes.tag_name(above) not in INLINE)
        length = len(nodes.data[row].strip())
        held[holder] = held.get(holder, 0) + length
        linked[holder] = linked.get(holder, 0) + length * in_link(nodes, row)
    found = context_of(page, columns_of(nodes))
    assert dict(zip(found.row.tolist(), found.chars.tolist(), strict=True)) == held
    assert found.row.tolist() == sorted(held)
    assert found.prose.tolist() == [held[row] >= 100 and linked[row] < 0.4 * held[row] for row in sorted(held)]
    assert found.paragraph.tolist() == [nodes.tag_name(row) == "p" for row in sorted(held)]


def together(nodes, chosen):
    """Most characters of blocks right below one element, the most blocks below one, and the first element with most."""
    sums, counts = {}, {}
    for row, chars in chosen:
        above = max(int(nodes.parent[row]), 0)
        sums[above], counts[above] = sums.get(above, 0) + chars, counts.get(above, 0) + 1
    most = max(sums.values(), default=0)
    return most, max(counts.values(), default=0), min((top for top in sums if sums[top] == most), default=0)


def mean_length(blocks):
    return log2(1 + sum(chars * chars for _, chars in blocks) / max(1, sum(chars for _, chars in blocks)))


@pytest.mark.parametrize("seed", range(25))
def test_prose_is_told_by_where_it_stands(seed):
    page = page_of(seed)
    nodes, draw = page.nodes, random.Random(seed)
    context = context_of(page, columns_of(nodes))
    edges = sorted(draw.sample(range(1, len(nodes) + 1), 6))
    records = list(zip(edges[::2], edges[1::2], strict=True))
    blocks = list(zip(context.row.tolist(), context.chars.tolist(), strict=True))
    prose = [block for block, yes in zip(blocks, context.prose, strict=True) if yes]
    paragraphs = [block for block, yes in zip(blocks, context.paragraph, strict=True) if yes]
    outside = {row for row, _ in blocks if not any(start <= row < stop for start, stop in records)}

    def chars(some, rest=False):
        return sum(count for row, count in some if not rest or row in outside)

    long = [block for block in prose if block[1] >= 250]
    rest = [block for block in blocks if block[0] in outside]
    most, count, top = together(nodes, prose)
    most_rest, count_rest, _ = together(nodes, [block for block in prose if block[0] in outside])
    whole = max(1, chars(blocks))
    wanted = {
        "block_share": most / whole, "block_chars": log2(1 + most), "block_count": log2(1 + count),
        "block_inside": float(most > 0 and any(start <= top < stop for start, stop in records)),
        "block_around": float(most > 0 and top <= edges[0] and nodes.end[top] >= edges[-1]),
        "rest_share": most_rest / whole, "rest_chars": log2(1 + most_rest), "rest_count": log2(1 + count_rest),
        "prose": chars(prose) / whole, "prose_rest": chars(prose, rest=True) / whole,
        "long": chars(long) / whole, "long_count": log2(1 + len(long)),
        "long_rest": log2(1 + sum(row in outside for row, _ in long)),
        "paragraphs": chars(paragraphs) / whole, "paragraphs_rest": chars(paragraphs, rest=True) / whole,
        "length": mean_length(blocks), "length_inside": mean_length([b for b in blocks if b[0] not in outside]),
        "length_rest": mean_length(rest),
    }  # fmt: skip
    scores = [draw.random() for _ in range(draw.randrange(7))] + [1.5]  # the last candidate is the best
    single = [(0, 1)] * (len(scores) - 1)
    start, stop = (np.array(side) for side in zip(*single, *records, strict=True))
    found = Candidates(start, stop, [*range(len(scores)), len(start)], np.zeros(len(scores)))
    ordered = sorted(scores, reverse=True)
    wanted |= {
        "score": 1.5, "margin": ordered[0] - ordered[1] if len(ordered) > 1 else 1.5, "top_five": fmean(ordered[:5]),
        "high": sum(score > 0.4 for score in scores), "mean_score": fmean(scores), "sure": 0.9,
        "prose_if_sure": 1.5 * wanted["prose"], "rest_if_sure": 1.5 * wanted["prose_rest"],
    }  # fmt: skip
    assert page_features(context, found, np.array(scores)) == pytest.approx(wanted | context.whole)


@pytest.mark.parametrize("seed", range(10))
def test_what_leads_to_a_list_is_prose_behind_the_heading(seed):
    page = page_of(seed)
    nodes, context = page.nodes, context_of(page, columns_of(page.nodes))
    rows = nodes.rows_with_tag("section").tolist()
    nodes = replace(nodes, tags=tuple("h1" if tag == "section" else tag for tag in nodes.tags))
    context = Context(nodes, context.row, context.chars, context.prose, context.paragraph, context.numbers)
    blocks = list(zip(context.row.tolist(), context.chars.tolist(), context.prose.tolist(), strict=True))
    for first in range(1, len(nodes), 7):
        title = max((row for row in rows if row < first), default=0)
        before = [(row, chars) for row, chars, prose in blocks if prose and row < first]
        behind = [chars for row, chars in before if row > title]
        one = Candidates([first], [first + 1], [0, 1], [0])
        found = verdict_numbers(context, one, np.array([0.5]), np.full((1, 5), 0.5), np.arange(5))
        asked = dict(zip(LEAD, found[-len(LEAD) :].tolist(), strict=True))
        assert asked["lead_chars"] == pytest.approx(log2(1 + sum(behind)))
        assert asked["lead_blocks"] == pytest.approx(log2(1 + len(behind)))
        assert asked["lead_before"] == pytest.approx(log2(1 + len(before)))


@pytest.mark.parametrize("seed", range(10))
def test_styles_change_to_and_fro_between_neighbours_of_one_tag(seed):
    nodes = page_of(seed).nodes
    often, ways = Counter(), {}
    for parent in range(len(nodes)):
        elements = [row for row in nodes.children(parent).tolist() if not nodes.kind[row]]
        pairs = [
            (int(nodes.path[a]), int(nodes.path[b])) for a, b in pairwise(elements) if nodes.tag[a] == nodes.tag[b]
        ]
        if {a < b for a, b in pairs if a != b} == {True, False}:
            often.update(tuple(sorted(pair)) for pair in pairs if pair[0] != pair[1])
            for a, b in pairs:
                ways.setdefault((parent, *sorted((a, b))), set()).add(a < b)
    both = sorted({(a, b) for (_, a, b), way in ways.items() if len(way) == 2})
    found = turns(nodes.path, nodes.tag, nodes.kind, nodes.end)
    assert found == [(a, b, often[a, b]) for a, b in both]


def near(one, other, least):
    return min(one, other) >= least * max(one, other)


@pytest.mark.parametrize("seed", range(10))
def test_two_styles_hold_the_same_by_tags_nodes_and_text(seed):
    nodes = page_of(seed).nodes

    def held(path):
        rows = np.flatnonzero(nodes.path == path)[:3].tolist()
        inside = [row for top in rows for row in range(top, int(nodes.end[top]))]
        tags = np.bincount(nodes.tag[inside], minlength=len(nodes.tags)).tolist()
        return tags, len(inside) / len(rows), 1 + sum(int(nodes.text_length[row]) for row in inside) / len(rows)

    for one in range(0, len(nodes.paths), 3):
        for other in range(1, len(nodes.paths), 3):
            (a, size, text), (b, other_size, other_text) = held(one), held(other)
            dot = sum(x * y for x, y in zip(a, b, strict=True))
            cosine = dot / sqrt(sum(x * x for x in a) * sum(y * y for y in b))
            wanted = cosine >= 0.8 and near(size, other_size, 0.5) and near(text, other_text, 0.4)
            columns = nodes.path, nodes.tag, nodes.end, nodes.text_length
            assert alike(*columns, len(nodes.tags), one, other, 3, 0.8, 0.5, 0.4) == wanted


def test_paths_that_are_one_keep_the_style_of_the_first():
    rows = "<tr class=odd><td class=n>1</td><td>a</td></tr><tr class=even><td class=n>2</td><td>b</td></tr>" * 3
    nodes = without_stripes(pagerows.parse(f"<table>{rows}</table>").nodes)
    assert len({*nodes.path[nodes.rows_with_tag("tr")].tolist()}) == 1
    assert [nodes.paths.string(code) for code in range(len(nodes.paths))] == [
        "body", "body/table", "body/table/tbody", "body/table/tbody/tr.odd", "body/table/tbody/tr.odd/td.n",
        "body/table/tbody/tr.odd/td.n/#text", "body/table/tbody/tr.odd/td", "body/table/tbody/tr.odd/td/#text",
    ]  # fmt: skip
    classes = nodes.paths.strings("class")
    assert [classes.text(code) for code in range(len(nodes.paths))] == ["", "", "", "odd", "n", "", "", ""]


@pytest.mark.parametrize(
    ("table", "lays_out"),
    [
        ("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", True),
        ("<table><tr><td><table><tr><td>x</table><td>b<tr><td>c<td>d</table>", True),
        ("<table><tr><th>A<th>B<tr><td><table><tr><td>x</table><td>b</table>", False),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", False),
    ],
    ids=["says so", "holds another", "has headers", "plain"],
)
def test_tables_that_lay_out_a_page_are_told_without_reading_them(table, lays_out):
    grids = Grids(pagerows.parse(table).nodes)
    first = grids.tables[0]
    assert grids.lays_out(first) == lays_out
    assert not (lays_out and grids.at(first).is_data)
