"""Whether a page has records at all: what is around the best candidate decides, and what the page says of itself."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

import pagerows
from pagerows.measures.context import context_of, page_features
from pagerows.measures.features import features_of
from pagerows.page import parse
from pagerows.regions.auto import AutoParams, candidates_of
from pagerows.regions.auto.accept import TOLD, alphabetical, told, verdict_features

SENTENCE = "The river rose again in the night and took the lower road with it, as it had done before. "


def teasers(count: int) -> str:
    item = "<li><a href=/t{n}><img src={n}.jpg><h3>Story number {n}</h3></a><span>{n} March</span></li>"
    return "<ul>" + "".join(item.format(n=n) for n in range(1, count + 1)) + "</ul>"


def article(paragraphs: int, head: str = "") -> str:
    prose = "".join(f"<p>{SENTENCE * (2 + n % 3)}</p>" for n in range(paragraphs))
    return f"<head><title>The river</title>{head}</head><article><h1>The river</h1>{prose}</article>"


def chance(html: str) -> float:
    page = pagerows.extract(html, method="auto").regions[0].evidence["page"]
    return page["chance"]


def asked(html: str, top: str) -> dict[str, float]:
    """What is asked about the page if the records are the first candidate whose records start with such a tag."""
    page = parse(html)
    columns, found, _ = candidates_of(page, AutoParams())
    firsts = [page.nodes.tag_name(int(row)) for row in found.start[found.first[:-1]]]
    scores = np.array([float(name == top) for name in firsts])
    return page_features(context_of(page, columns), found, scores)


def of_records(html: str, top: str) -> dict[str, float]:
    """The same with what is asked about the records."""
    page = parse(html)
    columns, found, starts = candidates_of(page, AutoParams())
    firsts = [page.nodes.tag_name(int(row)) for row in found.start[found.first[:-1]]]
    scores = np.array([float(name == top) for name in firsts])
    return verdict_features(context_of(page, columns), found, scores, features_of(columns, found, starts))


def test_related_links_below_an_article_are_not_its_records():
    assert pagerows.extract(article(12) + teasers(6), method="auto").best is None


def test_a_paragraph_above_a_list_does_not_make_it_an_article():
    html = f"<h1>Stories</h1><p>{SENTENCE}</p>" + teasers(24)
    found = pagerows.extract(html, method="auto").best
    assert found is not None
    assert len(found) == 24


def test_more_prose_beside_the_list_lowers_the_chance():
    assert chance(article(2) + teasers(12)) > chance(article(8) + teasers(12)) > chance(article(30) + teasers(12))


@pytest.mark.parametrize("said", ['<meta property="og:type" content="article">', "<link rel='shortlink' href='/?p=1'>"])
def test_a_page_that_calls_itself_an_article_has_less_of_a_chance(said):
    assert chance(article(3, said) + teasers(12)) < chance(article(3) + teasers(12))


def test_a_page_that_calls_itself_a_list_has_more_of_a_chance():
    listed = '<script type="application/ld+json">{"@type": "ItemList"}</script>'
    assert chance(article(3, listed) + teasers(12)) > chance(article(3) + teasers(12))


def test_prose_that_a_reader_meets_before_the_list_speaks_against_it_more_than_prose_below():
    prose = "".join(f"<p>{SENTENCE * 3}</p>" for _ in range(6))
    assert chance(f"<h1>Stories</h1>{teasers(12)}{prose}") > chance(f"<h1>Stories</h1>{prose}{teasers(12)}")


def test_what_leads_to_a_list_begins_with_the_heading_of_the_page():
    found = of_records(f"<p>{SENTENCE * 2}</p><h1>Stories</h1><p>{SENTENCE * 2}</p><p>Short.</p>{teasers(5)}", "li")
    assert found["lead_blocks"] == 1
    assert found["lead_chars"] == pytest.approx(np.log2(1 + len("".join(SENTENCE.split())) * 2), abs=0.5)
    assert found["lead_before"] == pytest.approx(np.log2(3))
    below = of_records(f"<h1>Stories</h1>{teasers(5)}<p>{SENTENCE * 2}</p><h1>More</h1>", "li")
    assert below["lead_blocks"] == below["lead_chars"] == below["lead_before"] == 0


def test_how_much_of_the_records_is_prose_is_asked():
    records = "".join(f"<div><h3>Part {n}</h3><p>{SENTENCE * 2}</p></div>" for n in range(5))
    assert of_records(f"<h1>Parts</h1><section>{records}</section>", "div")["prose_inside"] > 0.9
    assert of_records(f"<h1>Stories</h1>{teasers(5)}<p>{SENTENCE * 2}</p>", "li")["prose_inside"] == 0


def test_prose_inside_of_the_records_is_told_from_prose_outside():
    records = "".join(f"<div><h3>Part {n}</h3><p>{SENTENCE * 2}</p></div>" for n in range(5))
    inside = asked(f"<section>{records}</section>", "div")
    assert inside["prose"] > 0.5
    assert inside["rest_share"] == inside["prose_rest"] == 0
    outside = asked(article(5) + teasers(5), "li")
    assert outside["prose_rest"] > 0.5


def test_a_page_without_text_is_asked_too():
    assert asked("<div>" + "<p><img src=a.png></p>" * 5 + "<b>x</b><b>y</b><b>z</b></div>", "b")["prose"] == 0


def test_the_verdict_explains_itself():
    evidence = pagerows.extract(article(12) + teasers(6), method="auto").regions[0].evidence
    assert evidence["page"]["accepted"] is False
    reasons = evidence["reasons"]
    assert [abs(reason["adds"]) for reason in reasons] == sorted((abs(r["adds"]) for r in reasons), reverse=True)
    assert {reason["feature"] for reason in reasons if reason["adds"] < -0.1} & {
        "prose_rest",
        "rest_count",
        "block_count",
    }


def test_a_best_candidate_below_the_floor_is_no_answer_unless_every_page_is_accepted(monkeypatch):
    from pagerows import models

    def raised(name):
        model = load(name)
        if name != "auto_page":
            return model
        return type(model).from_json(model.to_json() | {"card": model.card | {"floor": 2.0, "threshold": 0.0}})

    load = models.load
    monkeypatch.setattr(models, "load", raised)
    regions = pagerows.extract(f"<h1>Stories</h1>{teasers(24)}", method="auto").regions
    assert regions
    assert not any(region.content for region in regions)
    assert regions[0].evidence["page"]["accepted"] is False
    assert pagerows.extract(f"<h1>Stories</h1>{teasers(24)}", method="auto", threshold=0).best is not None


def test_the_floor_stands_where_pages_with_records_begin():
    pytest.importorskip("scipy")
    from pagerows.lab.train.auto.learn import _floor

    def page(label, has_records=True):
        return SimpleNamespace(labels=np.array([label, 0.0]), has_records=has_records)

    pages = [page(0.0), page(1.0), page(1.0), page(0.0, has_records=False), page(1.0)]
    scores = [np.array([top, 0.0]) for top in (0.12, 0.317, 0.9, 0.2, 0.5)]
    assert _floor(pages, scores) == 0.31
    assert _floor(pages[:1], scores[:1]) == 0


def test_a_page_that_says_how_many_it_shows_has_records_however_long_its_prose():
    silent = pagerows.extract(article(40) + teasers(10), method="auto")
    says = pagerows.extract(article(40) + "<p>Stories 51 - 60 of 323</p>" + teasers(10), method="auto")
    assert silent.best is None
    assert says.best is not None
    assert len(says.best) == 10
    assert says.verdict.reasons == ("the page says that it shows as many",)


def test_a_list_of_definitions_is_records_and_a_few_among_prose_are_not():
    terms = "".join(f"<dt>Term {n}</dt><dd>{SENTENCE}{n}</dd>" for n in range(30))
    glossary = pagerows.extract(f"<h1>Glossary</h1><dl>{terms}</dl>", method="auto")
    assert glossary.best is not None
    assert len(glossary.best) == 30
    few = "".join(f"<dt>Term {n}</dt><dd>{SENTENCE}{n}</dd>" for n in range(4))
    assert pagerows.extract(article(40) + f"<dl>{few}</dl>", method="auto").best is None


#: What a glossary explains, in alphabetical order.
TERMS = re.findall(
    r"\w+",
    "abatement accrual bailiff bequest caveat codicil decree docket easement equity escrow felony garnish habeas "
    "injunction joinder laches lien mandamus novation oath perjury quorum recusal surety tort usury venue waiver writ",
)


def glossary(terms: list[str]) -> str:
    return "<h1>Words</h1>" + "".join(f"<p><b>{term}:</b> {SENTENCE}{term} {SENTENCE}</p>" for term in terms)


def test_records_in_alphabetical_order_are_a_list_however_long_their_prose():
    found = pagerows.extract(article(4) + glossary(TERMS), method="auto")
    assert found.verdict.reasons == ("its records are in alphabetical order",)
    assert len(found.best) == len(TERMS)
    shuffled = pagerows.extract(article(4) + glossary(TERMS[::2] + TERMS[1::2][::-1]), method="auto")
    assert "its records are in alphabetical order" not in shuffled.verdict.reasons


@pytest.mark.parametrize(("share", "expected"), [(0.25, "its records are in alphabetical order"), (0.15, "")])
def test_an_index_of_a_fifth_of_the_text_is_a_list_and_a_menu_in_alphabetical_order_is_none(share, expected):
    features = {name: np.zeros(1) for name in TOLD} | {"count": np.log2([60]), "share_chars": np.array([share])}
    assert told(features, 0, lambda: 1.0, above=False) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["ash", "Beech", "cedar"], 1.0),
        (["\u201cAsh\u201d", "(beech)", "'Cedar'"], 1.0),
        (["ash", "cedar", "beech"], 0.5),
        (["ash", "ash", "ash"], 0.0),
        (["1. Ash", "2. Beech", "3. Cedar"], 0.0),
        (["Step 1", "Step 2", "Step 3"], 0.0),
    ],
)
def test_the_order_of_records_is_that_of_the_words_they_start_with(texts, expected):
    page = parse("<ul>" + "".join(f"<li><i></i><b> {text}</b> more</li>" for text in texts) + "</ul>")
    columns, found, _ = candidates_of(page, AutoParams())
    place = next(i for i in range(len(found)) if found.sizes[i] == len(texts))
    assert alphabetical(columns, found, place) == expected
