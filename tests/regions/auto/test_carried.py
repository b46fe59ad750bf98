"""The data that a page carries speak for its records where the page leaves doubt, and are them where it is empty."""

import json

import numpy as np
import pytest

import pagerows
from pagerows.measures.candidates import Candidates
from pagerows.page.data.lists import find_lists
from pagerows.page.data.shown import find_shown
from pagerows.regions.auto.carried import heard

WORDS = ("Amber", "Birch", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Harbor", "Iris", "Juniper")
DATA = [
    {"id": 100 + n, "name": f"{word} stove for two", "url": f"/{word.lower()}", "text": f"All about the {word} stove"}
    for n, word in enumerate(WORDS)
]
SHOWN = "".join(f"<li><a href={one['url']}><h3>{one['name']}</h3></a><p>{one['text']}</p></li>" for one in DATA)
SCRIPT = f'<script type="application/json" id="state">{json.dumps({"goods": DATA})}</script>'


def candidates_of(page, *lists):
    """Candidates of given spans."""
    spans = [span for one in lists for span in one]
    first = np.cumsum([0, *map(len, lists)])
    start, stop = np.array(spans).T
    return Candidates(start, stop, first, np.zeros(len(lists), np.int64))


def spans_of(page, tag):
    rows = page.nodes.rows_with_tag(tag).tolist()
    return [(row, int(page.nodes.end[row])) for row in rows]


def test_of_two_cuts_the_one_whose_records_are_whole_objects_is_first():
    page = pagerows.parse(f"<ul>{SHOWN}</ul>{SCRIPT}")
    found = candidates_of(page, spans_of(page, "h3"), spans_of(page, "li"))
    scores, objects = heard(page, found, np.array([0.55, 0.5]))
    assert scores.argmax() == 1
    assert objects == len(WORDS)


def test_records_that_hold_two_objects_each_have_less_support():
    page = pagerows.parse(f"<ul>{SHOWN}</ul>{SCRIPT}")
    whole = spans_of(page, "li")
    pairs = [(a, d) for (a, _), (_, d) in zip(whole[::2], whole[1::2], strict=True)]
    scores, _ = heard(page, candidates_of(page, pairs, whole), np.array([0.6, 0.5]))
    assert scores.argmax() == 1


def test_records_that_the_data_lack_are_not_taken_from_a_list_that_is_cut_the_same():
    offers = "".join(f"<li><a href=/o{n}><h3>Offer {n}</h3></a><p>Only today</p></li>" for n in range(3))
    page = pagerows.parse(f"<ul>{offers}{SHOWN}</ul>{SCRIPT}")
    every = spans_of(page, "li")
    assert heard(page, candidates_of(page, every, every[3:]), np.array([0.55, 0.5]))[0].argmax() == 0


def test_a_menu_that_the_data_have_does_not_win_against_a_far_better_list():
    page = pagerows.parse(f"<ul>{SHOWN}</ul>{SCRIPT}")
    scores = np.array([0.7, 0.3])
    other = [(0, 1), (1, 2), (2, 3)]
    assert heard(page, candidates_of(page, other, spans_of(page, "li")), scores)[0].argmax() == 0


def test_data_of_which_a_list_has_few_objects_say_nothing_about_it():
    games = "".join(f"<li>Game {n} begins at noon" for n in range(12))
    notes = [*(f"Note {n} on the weather" for n in range(40)), *(one["name"] for one in DATA[:5])]
    page = pagerows.parse(f"<ul>{games}</ul><dl><dd>{'<dd>'.join(notes)}</dl>{SCRIPT}")
    scores, _ = heard(page, candidates_of(page, spans_of(page, "li"), spans_of(page, "dd")), np.array([0.6, 0.59]))
    assert scores.argmax() == 0


def test_a_page_without_data_is_left_alone():
    page = pagerows.parse(f"<ul>{SHOWN}</ul>")
    scores = np.array([0.5])
    assert heard(page, candidates_of(page, spans_of(page, "li")), scores) == (scores, 0)


def test_pairs_are_one_to_one_and_a_draw_is_none():
    page = pagerows.parse(f"<ul>{SHOWN}</ul>{SCRIPT}")
    (shown,) = find_shown(page.nodes, find_lists(page.data.sets), page.absolute)
    starts, stops = map(list, zip(*spans_of(page, "li"), strict=True))
    assert shown.pairs(starts, stops) == {n: n for n in range(len(WORDS))}
    assert shown.pairs(starts[:1], stops[1:2]) == {}  # two objects, shown alike


@pytest.mark.parametrize(
    "shell", ["<div id=root></div>", "<header>Shop</header><div id=app>Loading…</div><footer>©</footer>"]
)
def test_a_page_that_scripts_fill_gives_its_records_without_a_browser(shell):
    found = pagerows.extract(f"<title>Stoves</title>{shell}<noscript>Please enable JavaScript</noscript>{SCRIPT}")
    assert [row[1] for row in found.table.rows] == [one["name"] for one in DATA]
    assert {column.source for column in found.table.all_columns} == {"embedded"}
    assert found.best.records[3].xpath == "state.goods[3]"
    assert "its data have 10 records" in str(found.verdict)


def test_a_page_of_prose_does_not_give_the_data_of_its_frame():
    prose = "".join(f"<p>{'Many words of a story that goes on and on. ' * 12}</p>" for _ in range(8))
    assert pagerows.extract(f"<article><h1>Story</h1>{prose}</article>{SCRIPT}").best is None


def test_a_page_that_shows_its_records_gives_those():
    found = pagerows.extract(f"<ul>{SHOWN}</ul>{SCRIPT}")
    assert found.best.records[0].xpath == "/html/body/ul[1]/li[1]"


EVENTS = {
    "count": 4,
    "events": [{"id": n, "title": f"Meeting {n}", "note": f"<p>About {n}</p><p>Room {n}</p>"} for n in range(4)],
}


@pytest.mark.parametrize("made", [EVENTS, EVENTS["events"]], ids=["an object", "an array"])
def test_a_document_that_is_json_gives_its_objects_and_not_the_markup_in_their_texts(made):
    found = pagerows.extract(json.dumps(made, indent=1).encode())
    assert [column.texts[2] for column in found.table.all_columns if column.key == "title"] == ["Meeting 2"]
    assert [len(region.records) for region in found.regions] == [4]
    assert "the document is JSON, with 4 records" in str(found.verdict)


@pytest.mark.parametrize("text", ['{"a": [1, 2]}', "[]", "{}"])
def test_json_without_a_list_of_objects_has_no_records(text):
    assert pagerows.extract(text.encode()).regions == []


def test_a_page_that_begins_with_a_bracket_is_a_page():
    found = pagerows.extract(f"[new] <ul>{SHOWN}</ul>".encode())
    assert found.best.records[0].xpath == "/html/body/ul[1]/li[1]"


def test_so_it_does_among_pages_that_are_read_together():
    made = [json.dumps(EVENTS), f"<ul>{SHOWN}</ul>", f"<h1>Stoves</h1><ul>{SHOWN}</ul>"]
    found = list(pagerows.extract_many([text.encode() for text in made], together=True))
    assert [len(each.best.records) for each in found] == [4, 10, 10]
