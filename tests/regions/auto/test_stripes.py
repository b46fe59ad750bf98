"""Rows of alternating styles are one kind of row; titles and texts that take turns are two."""

import pytest

import pagerows
from pagerows.page import parse
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
