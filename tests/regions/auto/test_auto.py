"""`auto` chooses the records that a person would, and says why."""

import numpy as np
import pytest

import pagerows
from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate
from pagerows.measures.candidates import Candidates
from pagerows.page import parse
from pagerows.regions.auto import AutoParams, candidates_of, find_regions
from pagerows.regions.auto.choose import agreed, same_kind

WORDS = "amber birch cedar delta ember fjord grove heath inlet jetty knoll larch maple north ocean pearl".split()  # noqa: SIM905


def text(seed, words):
    return " ".join(WORDS[(seed * 7 + n * (seed + 3)) % len(WORDS)] for n in range(words))


def menu(count):
    return "<nav><ul>" + "".join(f"<li><a href=/c{n}>{WORDS[n]}</a></li>" for n in range(count)) + "</ul></nav>"


def shop(count):
    item = "<div class=card><a href=/p/{n}><img src={n}.png><h3>{title}</h3></a><p>{about}</p><b>{n}9.50 EUR</b></div>"
    cards = "".join(item.format(n=n, title=text(n, 4).title(), about=text(n + 1, 12)) for n in range(count))
    return f"<header>{menu(12)}</header><main><h1>Offers</h1><div>{cards}</div></main><footer>{menu(8)}</footer>"


def best(html):
    return pagerows.extract(html, method="auto").best


def test_cards_win_over_menus():
    found = best(shop(12))
    assert found is not None
    assert len(found) == 12
    assert [row[0] for row in found.table.rows] == [text(n, 4).title() for n in range(12)]


def test_a_page_of_prose_has_no_content():
    prose = "".join(f"<p>{text(n, 70).capitalize()}.</p>" for n in range(14))
    assert best(f"{menu(10)}<article><h1>{text(1, 6)}</h1>{prose}</article>") is None


def test_a_record_may_be_a_term_with_its_description():
    terms = "".join(
        f"<dt><a href=/{n}>{n}. {text(n, 5)}</a></dt><dd>{text(n + 2, 25)}<br>{n}8 KB</dd>" for n in range(10)
    )
    found = best(f"{menu(9)}<h1>{text(3, 3)}</h1><dl>{terms}</dl>")
    assert found is not None
    assert len(found) == 10
    assert all(len(record.tops) == 2 for record in found.records)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_generated_pages_give_their_records(layout):
    page = generate(PageSpec(seed=5, records=14, layout=layout, noise=3))
    found = find_regions(parse(page.html), AutoParams())
    assert found
    assert len(found[0]) == 14


def test_regions_share_no_rows_and_come_best_first():
    found = find_regions(parse(shop(15)), AutoParams(threshold=-1))
    assert len(found) > 1
    assert [region.score for region in found] == sorted((region.score for region in found), reverse=True)
    rows = [row for region in found for record in region.records for row in range(*record.span)]
    assert len(rows) == len(set(rows))


def test_the_same_page_gives_the_same_answer():
    assert find_regions(parse(shop(9)), AutoParams()) == find_regions(parse(shop(9)), AutoParams())


@pytest.mark.parametrize("html", ["", "<p>one</p>", "<ul><li>a<li>b</ul>", "<hr><hr><hr><hr>"])
def test_pages_without_groups_give_nothing(html):
    assert find_regions(parse(html), AutoParams()) == []


def test_contributions_explain_the_score():
    region = find_regions(parse(shop(12)), AutoParams())[0]
    from pagerows import models

    added = sum(entry["adds"] for entry in region.evidence["contributions"])
    listed = region.evidence["candidates"]
    assert listed[0]["score"] == pytest.approx(models.load("auto").bias + added)
    assert region.score == pytest.approx(min(1, max(0, listed[0]["score"])))
    assert listed[0]["records"] == len(region)


def candidates(*spans):
    rows = np.array([span for own in spans for span in own])
    first = np.r_[0, np.cumsum([len(own) for own in spans])]
    return Candidates(*rows.T.copy(), first, np.zeros(len(spans), int))


@pytest.mark.parametrize(
    ("scores", "winner"),
    [([0.5, 0.49, 0.4], 1), ([0.6, 0.49, 0.4], 0), ([0.5, 0.3, 0.1], 0)],
    ids=["a close one with support wins", "a clear one wins alone", "support weighs by its score"],
)
def test_candidates_with_the_same_records_support_each_other(scores, winner):
    other = [(30, 35), (35, 40)]
    wide, narrow = [(1, 10), (10, 20)], [(2, 9), (11, 20)]
    found = agreed(candidates(other, wide, narrow), np.array(scores))
    assert found.argmax() == winner
    assert found.max() == pytest.approx(max(scores), abs=1e-5)


def test_overlapping_candidates_that_do_not_nest_give_no_support():
    scores = np.array([0.5, 0.49, 0.45])
    crossing = candidates([(30, 35), (35, 40)], [(1, 10), (10, 20)], [(2, 11), (11, 20)])
    assert agreed(crossing, scores).tolist() == scores.tolist()


def test_lists_of_the_kind_of_the_best_are_content_too_and_other_lists_are_not():
    def cards(names, kind):
        return "".join(f"<div class={kind}><h3>{name}</h3><img src=x><p>All about {name}</p></div>" for name in names)

    more = cards([f"Boat {n}" for n in range(5)], "card")
    menu = "".join(f"<li><a href=/{n}>Part {n}</a></li>" for n in range(5))
    lamps = cards([f"Lamp {n}" for n in range(12)], "card")
    html = f"<main>{lamps}</main><section><div>{more}</div></section><ul>{menu}</ul>"
    page = parse(html)
    columns, candidates, _ = candidates_of(page, AutoParams())
    first = {
        page.nodes.text(int(candidates.start[candidates.first[one]])): one
        for one in range(len(candidates))
        if candidates.sizes[one] in (5, 12)
    }
    one, other = first["Lamp 0 All about Lamp 0"], first["Boat 0 All about Boat 0"]
    assert same_kind(columns.sheet, candidates, one, other)
    assert not same_kind(columns.sheet, candidates, one, first["Part 0"])
