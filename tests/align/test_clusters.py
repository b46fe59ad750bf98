"""Alignment by concepts [F17 s. 3.2.4]."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

import pagerows
from pagerows.align.clusters import without_repeats
from pagerows.attributes import Attribute, ConceptParams, average_linkage, concepts, data_type
from pagerows.values import Cell


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Nikon Coolpix S1", "text"),
        ("4 stores", "text"),
        ("12/05/2016", "date"),
        ("May 3, 2017", "date"),
        ("14:05", "time"),
        ("9.30 pm", "text"),
        ("$ 1,299.00", "money"),
        ("R$ 12,00", "money"),
        ("59 €", "money"),
        ("1.234.567", "integer"),
        ("12", "integer"),
        ("4.5", "decimal"),
        ("12,5 %", "percentage"),
        ("www.example.com/a", "url"),
        ("http://example.com/", "url"),
    ],
)
def test_data_types_are_told_by_form(text, kind):
    assert data_type(text) == kind


def title(n):
    return Attribute(
        f"Camera {n} zoom", "text", ("li", "h3", "a"), ("arial", "20px", "none", "700", "blue", "normal", True)
    )


def price(n):
    return Attribute(f"$ {n}", "money", ("li", "b"), ("arial", "14px", "none", "700", "red", "normal", False))


def stores(n):
    return Attribute(f"{n} stores", "text", ("li", "p"), ("arial", "12px", "none", "400", "grey", "normal", False))


def test_attributes_of_one_concept_share_a_number():
    records = [[title(n), price(n), stores(n)] for n in range(5)]
    assert concepts(records) == [[0, 1, 2]] * 5


def test_a_missing_attribute_leaves_the_others_in_line():
    assert concepts([[title(1), price(1), stores(1)], [title(2), stores(2)]]) == [[0, 1, 2], [0, 2]]


def test_a_title_in_another_tag_is_the_same_concept():
    odd = Attribute("Camera 9 zoom", "text", ("li", "h4", "a"), title(9).style)
    assert concepts([[title(1), price(1)], [odd, price(2)], [title(3), price(3)]]) == [[0, 1]] * 3


def test_two_attributes_of_one_record_stay_apart_however_alike():
    twin = Attribute("Camera 1 zoom", "text", ("li", "h3", "b"), title(1).style)
    assert concepts([[title(1), twin]]) == [[0, 1]]
    assert concepts([[title(1), twin]], ConceptParams(one_per_record=False)) == [[0, 0]]


@pytest.mark.parametrize("seed", range(20))
def test_clusters_are_those_of_average_linkage(seed):
    random = np.random.default_rng(seed)
    points = random.random((random.integers(2, 30), 2))
    distance = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    mine = average_linkage(distance, np.ones(len(points)), 0.3)
    theirs = fcluster(linkage(squareform(distance, checks=False), "average"), 0.3, "distance")
    assert np.array_equal(np.equal.outer(mine, mine), np.equal.outer(theirs, theirs))


def test_a_group_counts_as_often_as_it_has_members():
    points = np.array([0.0, 0.0, 0.0, 1.0, 1.4])
    distance = abs(points[:, None] - points[None, :])
    whole = average_linkage(distance, np.ones(5), 1.05)
    grouped = average_linkage(distance[2:, 2:], np.array([3.0, 1.0, 1.0]), 1.05)
    assert whole[2:].tolist() == grouped.tolist()


def test_columns_that_repeat_another_are_dropped():
    """Tables 4 and 5: the address stands three times in each record."""
    table4 = [
        ["http://test.com/", "Test.com Web Based", "Easily author", "http://test.com/", "http://test.com/"],
        ["http://s.net/", "Speakeasy", "Test your Internet", "http://s.net/", "http://s.net/"],
        ["http://w.org/", "Test cricket", "Test cricket is", "http://w.org/", "http://w.org/"],
    ]
    table5 = without_repeats([[Cell(text) for text in row] for row in table4])
    assert [[cell.text for cell in row] for row in table5] == [row[:3] for row in table4]


def test_clusters_align_the_records_of_a_static_method():
    items = "".join(
        f"<li><h3>Item number {n}</h3>{f'<i>{n} sold</i>' if n % 3 else ''}<p>$ {n}.50</p></li>" for n in range(1, 10)
    )
    table = pagerows.extract(f"<ul>{items}</ul>", method="same_path", align="clusters").table
    assert table.rows[0] == ["Item number 1", "1 sold", "$ 1.50"]
    assert table.rows[2] == ["Item number 3", None, "$ 3.50"]


def test_work_and_memory_grow_with_the_records_and_no_faster(calls, peak):
    def region(count):
        fields = "".join(f"<p class=f{k}><b>{{n}} value {k} of {{n}}</b></p><i>{{n}}{k}</i>" for k in range(15))
        page = "<ul>" + "".join(f"<li>{fields.format(n=n)}</li>" for n in range(count)) + "</ul>"
        regions = pagerows.extract(page, method="same_path", align="clusters").regions
        return next(region for region in regions if len(region) == count)

    def run(found):
        assert len(found.aligner(found.records)) == len(found)

    small, large = region(50), region(200)
    run(small)
    assert calls(run, large) < 6 * calls(run, small)  # linear would be 4, quadratic 16
    assert peak(run, large) < 6 * peak(run, small)


def test_attributes_of_thousands_of_paths_are_grouped_by_style_and_type(calls, peak):
    def records(count):
        paths = [(("li", f"a{k}"), ("li", f"b{k}")) for k in range(count)]
        return [[Attribute("x", "text", a), Attribute("9", "integer", b)] for a, b in paths]

    few, many, params = records(400), records(1600), ConceptParams(most_groups=200)
    assert calls(concepts, many, params) < 6 * calls(concepts, few, params)
    assert peak(concepts, many, params) < 6 * peak(concepts, few, params)
    assert concepts(many, params) == [[0, 1]] * 1600
