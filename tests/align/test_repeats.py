"""Siblings that are alike are fields or a list, as the rules say that are written out beside this."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.align.fields import FieldParams
from pagerows.align.fields._repeats import resolved
from pagerows.align.fields._reading import Shown
from pagerows.values import Record, Span

from .slow_repeats import resolve

TEXTS = st.sampled_from(
    [
        "", "x", "y", "red", "Colour: red", "Size: 3", "Size：L", "4 beds", "2 baths", "1 bed", "$ 5",
        "$ 12.50", "3", "(12k)",
        "<b class=c1>Year</b> 2020", "<b class=c2>Year</b> 2021", "<i class='c chosen'>a</i>", "<i class=c>b</i>",
        "é ٣",
        "<i class=c>c</i>", "May 3, 2020", "June 4, 2021", "words " * 12, "\U0001f642", "<b itemprop=q>z</b>",
    ]
)  # fmt: skip
ATTRIBUTES = st.sampled_from(["", "", "", " itemprop=a", " itemprop=b", " data-type='n 7'", " itemprop", " class=k"])
FAMILIES = st.lists(st.lists(st.tuples(ATTRIBUTES, TEXTS), min_size=1, max_size=4), min_size=1, max_size=6)


@pytest.mark.parametrize("tag", ["div", "a", "li", "p", "dd", "dt", "td", "meta", "br", "span"])
@given(families=FAMILIES)
def test_siblings_are_grouped_as_the_rules_say(tag, families):
    def markup(attributes, text):
        if tag in ("meta", "br"):
            return f"<{tag}{attributes}>"
        before = "<dt>term" if tag == "dd" and "a" in attributes else ""
        return f"{before}<{tag}{attributes}>{text}</{tag}>"

    inside = ["".join(markup(*own) for own in family) for family in families]
    around = ("<table><tr>", "</tr></table>") if tag == "td" else ("", "")
    page = pagerows.parse("".join(f"<section>{around[0]}{own}{around[1]}</section>" for own in inside))
    nodes = page.nodes
    tops = [row for row in range(len(nodes)) if nodes.tag_name(row) == "section"]
    records = [Record(page, (Span(row, int(nodes.end[row])),)) for row in tops]
    pairs = [
        (number, row)
        for number, top in enumerate(tops)
        for row in range(top + 1, int(nodes.end[top]))
        if nodes.tag_name(row) == tag
    ]
    rows, parents = [row for _, row in pairs], [number for number, _ in pairs]
    if len(set(parents)) == len(parents):
        return  # one of each record: nothing is to be told apart
    reading = Shown(page, records, FieldParams())
    found = resolved(reading, tag, rows, parents)
    assert found == resolve(reading, tag, rows, parents)
