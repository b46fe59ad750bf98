"""The whole method: records where a person sees them, and nothing worse than an empty result for bad input."""

import random
from dataclasses import replace
from itertools import pairwise
from math import prod
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pagerows
from pagerows.content.kmeans import PAPER_FEATURES
from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate, mutate
from pagerows.lab.speed.signal import chained, looked_up, repeated
from pagerows.measures.sequence import signal_features
from pagerows.regions.signal import METHOD, SignalParams, find_regions, mark_regions
from pagerows.regions.signal._marking import disjoint
from pagerows.regions.signal.contour import region_bounds
from pagerows.regions.signal.records import record_starts
from pagerows.regions.signal.sequence import tag_path_sequence

ITEM = "<li class='item'><h3><a href='/{n}'>Item {n}</a></h3><p>Words about it {n}</p><b>{n}.50</b></li>"


def items(count, first=0):
    return "".join(ITEM.format(n=n) for n in range(first, first + count))


def rows(html, **params):
    return pagerows.extract(html, method="signal", **params).table.rows


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("optional", [0, 2])
def test_generated_pages_give_their_rows_back(layout, optional):
    page = generate(PageSpec(layout=layout, records=20, optional=optional, seed=3))
    found = [[cell for cell in row if cell is not None] for row in rows(page.html)]
    assert len(found) == len(page.records)
    hits = sum(one == other for one, other in zip(found, page.records, strict=True))
    assert hits >= 0.9 * len(found)


@pytest.mark.parametrize("spectrum", ["full", "lazy"])
def test_both_spectra_find_the_same_records(spectrum):
    page = generate(PageSpec(records=25, optional=1, seed=5))
    assert len(rows(page.html, spectrum=spectrum)) == 25


def test_the_last_record_neither_swallows_what_follows_nor_is_cut():
    html = f"<body><h1>Shop</h1><div>{'<h3>Name</h3><p>Text</p><i>9.99</i>' * 8}<p>Next page</p><p>Imprint</p></div>"
    found = pagerows.extract(html, method="signal").best
    assert [record.text for record in found.records] == ["Name Text 9.99"] * 8


def test_records_start_and_end_with_their_nodes():
    found = pagerows.extract(f"<body><ul>{items(9)}</ul><p>End", method="signal").best
    assert [record.xpath for record in found.records][:2] == ["/html/body/ul[1]/li[1]", "/html/body/ul[1]/li[2]"]
    assert found.records[-1].text == "Item 8 Words about it 8 8.50"


def test_records_in_rows_of_a_grid_are_taken_out_of_their_rows():
    cell = "<td><img src=a.png><h4><a href=x>Thing {n}</a></h4><p>Text {n}</p><span>{n}.99</span></td>"
    grid = "".join("<tr>" + "".join(cell.format(n=3 * r + c) for c in range(3)) + "</tr>" for r in range(6))
    assert len(rows(f"<body><table>{grid}</table>")) == 18


@pytest.mark.parametrize(
    ("text", "count"),
    [("A longer text about the thing that one reads here", 32), ("9.99", 8)],
)
def test_sections_are_split_into_their_records_but_not_records_into_their_parts(text, count):
    part = "<li><a href='/{n}'>Name {n}</a><p>{text}</p></li>"
    parts = ["".join(part.format(n=4 * group + n, text=text) for n in range(4)) for group in range(8)]
    html = "".join(f"<section><h2>Group {group}</h2><ul>{inner}</ul></section>" for group, inner in enumerate(parts))
    assert len(rows(f"<body><h1>Title</h1><main>{html}</main>")) == count
    assert len(rows(f"<body><h1>Title</h1><main>{html}</main>", section_text=0)) == 8


def test_a_record_of_several_table_rows_is_one_record():
    record = (
        "<tr><td><a href=x>Title {n}</a></td><td>{n}</td></tr><tr><td colspan=2><p>Summary <i>{n}</i></p></td></tr>"
    )
    table = "".join(record.format(n=n) for n in range(12))
    found = pagerows.extract(f"<body><table>{table}</table>", method="signal").best
    assert [len(found.records), found.records[3].text] == [12, "Title 3 3 Summary 3"]


@pytest.mark.parametrize(
    "mark",
    [
        lambda n: "odd" if n % 2 else "even",
        lambda n: "last" if n % 4 == 3 else "",
        lambda n: "sale" if n in (3, 8, 9) else "plain",
    ],
    ids=["zebra", "last of a row", "some marked"],
)
def test_records_whose_class_differs_are_completed(mark):
    html = "".join(ITEM.format(n=n).replace("'item'", f"'{mark(n)}'") for n in range(16))
    assert len(rows(f"<body><ul>{html}</ul>")) == 16


def test_first_records_with_fields_of_their_own_are_completed():
    first = ITEM.format(n=0).replace("</li>", "<div class='ad'><em>Sponsored</em></div></li>")
    assert len(rows(f"<body><ul>{first}{items(9, 1)}</ul>")) == 10


def test_records_of_many_optional_fields_are_found_though_their_peak_is_low():
    rng = random.Random(2)
    item = (
        "<div class=item><a><span class=picture><img>{sale}{new}</span><span class=name>Thing {n}</span></a>"
        "<div class=prices><span class=price>{n} €</span>{before}</div></div>"
    )
    fields = {"sale": "<i class=sale>Sale</i>", "new": "<u>new</u>", "before": "<span class=before>99 €</span>"}
    found = [item.format(n=n, **{k: v * rng.randint(0, 1) for k, v in fields.items()}) for n in range(27)]
    html = f"<div class=menu>{'<a>menu</a>' * 5}</div><div class=list>{''.join(found)}</div>"
    assert not rows(html, weak_peak=1)
    assert len(rows(html)) == 27


def test_regions_have_features_and_evidence():
    region = pagerows.extract(f"<body><ul>{items(12)}</ul>", method="signal").best
    assert {"size", "center", "horizontal", "vertical", "range", "record", "angle"} <= set(region.features)
    assert all(0 <= region.features[name] <= 1 for name in ("size", "center", "horizontal", "vertical", "range"))
    evidence = region.evidence
    assert len(evidence["sequence"]) == len(evidence["contour"])
    assert len(evidence["boundaries"]) == 12
    assert evidence["spectrum"].values.max() > 0


def test_results_of_long_texts_come_before_a_longer_list_of_filters():
    filters = "".join(f"<li><a href='/f/{n}'>Make {n % 7}</a> <b>({n})</b> <i>new</i></li>" for n in range(40))
    results = "".join(
        f"<div class='hit'><h3><a href='/{n}'>Report {n} on things</a></h3>"
        f"<p>A sentence of some length that says in plain words what report {n} is about, as results do.</p></div>"
        for n in range(10)
    )
    html = f"<body><ul class='filter'>{filters}</ul><div id='hits'>{results}</div>"
    assert len(rows(html)) == 10
    menus_win = pagerows.extract(html, method="signal", score_features=PAPER_FEATURES).table
    assert len(menus_win) == 40


def test_regions_that_overlap_a_better_one_are_left_out():
    def region(start, stop, score):
        return SimpleNamespace(reach=(start, stop), score=score)

    spans = [(20, 30), (29, 40), (0, 20), (30, 31), (5, 6), (10, 50)]
    chosen = [region(*span, -place) for place, span in enumerate(spans)]
    for regions in (chosen, chosen[::-1]):
        assert [each.reach for each in disjoint(regions)] == [spans[at] for at in (0, 2, 3)]


def step_by_step(page, params):
    """What is marked on a page, by the steps that stand alone: where records are stretches up to the next start."""
    codes = tag_path_sequence(page.nodes, params.style)
    starts, stops = region_bounds(codes, params)
    empty = np.array([page.nodes.kind[row] == 0 and page.nodes.end[row] == row + 1 for row in range(len(page.nodes))])
    found, _ = record_starts(codes, starts, stops, params, empty)
    marked = {}
    for each, start, stop in zip(found, starts.tolist(), stops.tolist(), strict=True):
        if each is not None:
            own = each.starts.tolist()
            last = min(stop, own[-1] + max(1, round((own[-1] - own[0]) / (len(own) - 1))))
            features = signal_features(codes, start, stop, len(own), int(codes.max()))
            marked[start, stop] = (own, [*own[1:], last], each.symbol, each.cv, each.peak, each.looked_up, features)
    return marked


@pytest.mark.parametrize(
    "params",
    [replace(SignalParams(), fit_tree=False), SignalParams.paper(), replace(SignalParams.paper(), spectrum="lazy")],
    ids=["ours", "the paper's", "the paper's, lazy"],
)
@given(st.integers(0, 10**6))
@settings(max_examples=15)
def test_all_in_one_call_is_what_the_steps_give(params, seed):
    spec = PageSpec(layout=LAYOUTS[seed % len(LAYOUTS)], records=3 + seed % 17, optional=seed % 3, noise=3, seed=seed)
    page = pagerows.parse(generate(spec).html)
    marking, wanted = mark_regions(page.nodes, params), step_by_step(page, params)
    assert (
        marking.text
        == sum(len(page.nodes.data[row]) for row in np.flatnonzero(page.nodes.kind == 1) if not page.nodes.hidden[row])
        or not wanted
    )
    assert len(marking.regions) == len(wanted)  # stretches between starts never overlap
    for each in marking.regions:
        own = (each.starts.tolist(), each.stops.tolist(), each.symbol, each.cv, each.peak, each.looked_up)
        features = each.features(marking.text, params.prose)
        assert (*own, {name: features[name] for name in PAPER_FEATURES}) == wanted[each.bounds]
        assert each.boundaries.tolist() == each.starts.tolist()
        assert each.score == prod(features[name] for name in PAPER_FEATURES)
    scores = [each.score for each in marking.regions]
    assert scores == sorted(scores, reverse=True)


def test_the_papers_own_setting_runs_and_finds_the_list():
    page = pagerows.parse(f"<body><div><p>Intro</p></div><ul>{items(20)}</ul>")
    best = find_regions(page, SignalParams.paper())[0]
    assert 18 <= len(best.records) <= 20


BAD = {
    "nothing": "",
    "no body": "<frameset><frame src=a></frameset>",
    "one node": "<body></body>",
    "no text": "<body>" + "<div><p></p><p></p><i></i></div>" * 20,
    "only text": "<body>" + "word " * 500,
    "identical symbols": "<body>" + "<br>" * 500,
    "records of one node": "<body><div>" + "<img src=a.png>" * 300 + "</div>",
    "nested deeply": "<body>" + "<div>" * 3000 + "deep",
    "nul and junk": "<body>\x00<li\x00>\ud7ff<<<>>&#0;" * 50,
    "two records": f"<body><ul>{items(2)}</ul>",
}


@pytest.mark.parametrize("html", BAD.values(), ids=BAD.keys())
def test_bad_input_gives_an_empty_or_correct_result(html):
    found = pagerows.extract(html, method="signal")
    assert all(len(row) == len(found.table.rows[0]) for row in found.table.rows)


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_broken_pages_never_raise(seed):
    page = generate(PageSpec(records=8, seed=seed % 50, damage=0.3))
    found = pagerows.extract(mutate(page.html.encode(), seed=seed), method="signal")
    for region in found.regions:
        assert len(region.table.rows) in (0, len(region.records))


@settings(max_examples=20)
@given(st.integers(0, 40), st.sampled_from(LAYOUTS), st.floats(0, 0.5))
def test_records_are_disjoint_inside_the_page_and_the_same_every_time(seed, layout, missing):
    page = pagerows.parse(generate(PageSpec(seed=seed, layout=layout, optional=2, missing=missing)).html)
    regions = find_regions(page, SignalParams())
    assert regions == find_regions(page, SignalParams())
    taken = sorted(part for region in regions for record in region.records for part in record.parts)
    assert all(0 < a < b <= len(page.nodes) for a, b in taken)
    assert all(one[1] <= two[0] for one, two in pairwise(taken))


def test_the_number_of_coefficients_does_not_grow_with_the_page():
    assert looked_up(pagerows.parse(repeated(1_000))) == looked_up(pagerows.parse(repeated(50_000)))
    assert looked_up(pagerows.parse(chained(50_000))) <= 400


def test_work_and_memory_do_not_grow_quadratically(calls, peak):
    def run(page):
        assert pagerows.extract(page, method="signal").table.rows

    small, large = (pagerows.parse(repeated(nodes)) for nodes in (4_000, 16_000))
    run(small)
    assert calls(run, large) < 6 * calls(run, small)  # quadratic would be 16, linear 4
    assert peak(run, large) < 6 * peak(run, small)


@pytest.mark.slow
def test_a_million_records_are_found():
    page = pagerows.parse("<body><ul>" + "<li><a href=x>a</a>" * 1_000_000 + "</ul>")
    assert len(pagerows.extract(page, method="signal").best.records) == 1_000_000


def test_the_method_names_its_paper():
    assert METHOD.paper == "[V20]"
