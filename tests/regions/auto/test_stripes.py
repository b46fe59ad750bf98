"""Rows of alternating styles are one kind of row; titles and texts that take turns are two."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.page import parse
from pagerows.regions.auto._stripes import joined, rows_of_paths
from pagerows.regions.auto.stripes import without_stripes

WORDS = "amber birch cedar delta ember fjord grove heath inlet jetty knoll larch maple north ocean pearl".split()  # noqa: SIM905


def table(styles, count=12):
    rows = "".join(
        f"<tr {styles[n % len(styles)]}><td>{n}.5.2024</td><td><a href=/{n}>{WORDS[n]} and {WORDS[n - 3]}</a></td>"
        f"<td>{WORDS[n - 5]}</td></tr>"
        for n in range(count)
    )
    return f"<h1>Decisions</h1><table>{rows}</table>"


@pytest.mark.parametrize(
    "styles",
    [
        ["class=odd", "class=even"],
        ["class=row", "class=altRow"],
        ["", "class=shaded"],
        ["bgcolor=white", "bgcolor=grey"],
        ["class=row", "class='row promoted'", "class=row"],
    ],
    ids=lambda styles: "/".join(styles),
)
def test_rows_of_alternating_styles_are_records_each(styles):
    page = parse(table(styles))
    rows = page.nodes.rows_with_tag("tr")
    assert len(set(without_stripes(page.nodes).path[rows].tolist())) == 1
    found = pagerows.extract(table(styles)).best
    assert found is not None
    assert len(found) == 12


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<p class=title><a href=/{n}><b>{WORDS[n]}</b></a></p><p class=text>{WORDS[n]}</p>" for n in range(8)),
        "".join(f"<p class=title>{WORDS[n]}</p><p class=text>{' '.join(WORDS)}</p>" for n in range(8)),
        "".join(f"<div class=head>{WORDS[n]}</div>" + "<div class=item>one two</div>" * 4 for n in range(4)),
        "<p class=a>one</p><p class=b>two</p>",
    ],
    ids=["other tags inside", "other lengths", "headings among items", "no turns"],
)  # fmt: skip
def test_styles_that_mean_something_stay(html):
    nodes = parse(html).nodes
    assert without_stripes(nodes) is nodes


def test_what_is_below_alternating_rows_is_one_kind_too():
    nodes = without_stripes(parse(table(["class=odd", "class=even"])).nodes)
    cells = nodes.rows_with_tag("td")
    assert len(set(nodes.path[cells].tolist())) == 1
    assert nodes.paths.parent[0] == -1
    assert all(nodes.paths.parent[1:] < range(1, len(nodes.paths)))  # parents have smaller codes, as in any table


@st.composite
def paths(draw):
    """Paths behind what they stand in, each with a tag, a style and the path whose style it has; rows of them."""
    count = draw(st.integers(1, 12))
    parents = [-1, *(draw(st.integers(0, code - 1)) for code in range(1, count))]
    tags, styles = ([draw(st.integers(0, 2)) for _ in range(count)] for _ in range(2))
    first = [draw(st.integers(0, code)) for code in range(count)]
    return parents, tags, styles, first, draw(st.lists(st.integers(0, count - 1), max_size=20))


@given(paths())
def test_joined_paths_are_those_whose_steps_have_the_same_tags_and_styles(given_paths):
    parents, tags, styles, first, rows = given_paths
    spelt = []
    for parent, tag, one in zip(parents, tags, first, strict=True):
        spelt.append((*spelt[parent], (tag, styles[one])) if parent >= 0 else ((tag, styles[one]),))
    new = list(dict.fromkeys(spelt))
    kept = [spelt.index(own) for own in new]
    columns = (np.array(column, np.int32) for column in (rows, parents, tags, styles))
    found, above, chosen, firsts = joined(*columns, first)
    assert found.tolist() == [new.index(spelt[row]) for row in rows]
    assert above.tolist() == [-1 if parents[code] < 0 else new.index(spelt[parents[code]]) for code in kept]
    assert chosen.tolist() == [first[code] for code in kept]
    assert firsts == kept


@given(st.lists(st.integers(0, 5), max_size=20))
def test_rows_of_each_path_are_counted(rows):
    own = np.array(rows, np.int32)
    assert rows_of_paths(own, 6).tolist() == [rows.count(path) for path in range(6)]
    if rows:
        with pytest.raises(IndexError):
            rows_of_paths(own, max(rows))
