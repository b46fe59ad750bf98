"""The template of records, against one that is built by walks that anyone would write."""

import re

from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.align.fields import FieldParams
from pagerows.align.fields._reading import SHOWN, TEXT, TOLD
from pagerows.align.fields._template import template_of
from pagerows.align.fields._reading import Shown
from pagerows.values import Record, Span

from .slow_repeats import resolve

PIECES = st.sampled_from(
    [
        "<div>", "<div class=a>", "</div>", "<b>", "</b>", "x", "y: 1", "<p>", "<i>", "</i>", "<br>", "<a class=a>",
        "</a>", "<span class='a b7'>", "<span class='b8 A Active'>", "<span class='é٣'>", "</span>",
        "<span class='x-12y3 LAST x-9y1'>", "<div class='odd3 odd b'>",
        "<p hidden>", "<td>",
    ]
)  # fmt: skip
STATES = {"active", "first", "odd"}


def records_of(pieces, count):
    """A page of some records, each a section with some of the pieces."""
    every = "".join(f"<section>{''.join(pieces[at::count])}</section>" for at in range(count))
    page = pagerows.parse(f"<main>{every}</main>")
    rows = [row for row in range(len(page.nodes)) if page.nodes.tag_name(row) == "section"]
    return page, rows, [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in rows]


def children(nodes, row):
    return [child for child in range(row + 1, int(nodes.end[row])) if nodes.parent[child] == row]


def classes(nodes, row):
    found = {re.sub(r"\d+", "#", word) for word in (nodes.attribute(row, "class") or "").lower().split()}
    return tuple(sorted(found - STATES))


def merged(tag, variants, parents):
    """Groups whose classes differ by record only."""
    found = []
    for own, members in sorted(variants, key=lambda variant: -len(variant[1])):
        words = {word for token in own for word in re.findall(r"[^\W\d_]+", token)}
        under = {parents[index] for index in members}
        many = len(under) < len(members)
        for other in found:
            known, taken = other["words"], other["under"]
            if under.isdisjoint(taken):
                fits = len(words & known) / max(1, min(len(words), len(known))) >= 0.5 if words or known else True
            else:
                told = bool(words and known) or (tag != "div" and bool(words or known))
                fits = (other["many"] or many) and (words <= known or known <= words) and told
            if fits:
                other["words"], other["under"] = known & words or known, taken | under
                other["members"], other["many"] = other["members"] + members, other["many"] or many
                break
        else:
            found.append({"words": words, "under": under, "members": members, "many": many})
    return [sorted(other["members"]) for other in found]


def obvious(reading, rows, tag=""):
    """Tag, rows and places below of the place that some rows are, one a record."""
    nodes, look = reading.nodes, {row: reading.look[row - reading.low] for row in range(reading.low, reading.high)}
    shown = {record: [child for child in children(nodes, row) if look[child] & SHOWN] for record, row in rows.items()}
    elements = [(record, row) for record, own in shown.items() for row in own if not look[row] & TEXT]
    parents = [record for record, _ in elements]
    by_tag = {}
    for index, (_, row) in enumerate(elements):
        by_tag.setdefault(nodes.tag_name(row), {}).setdefault(classes(nodes, row), []).append(index)
    for other in ("div", "span"):  # links stand with what has their classes and is none
        for own in [own for own in by_tag.get("a", {}) if own and own in by_tag.get(other, {})]:
            by_tag[other][own] = sorted(by_tag[other][own] + by_tag["a"].pop(own))
    places, place_of = [], {}
    for name, variants in by_tag.items():
        for members in merged(name, list(variants.items()), parents):
            own = [parents[index] for index in members]
            groups = [("element", range(len(members)))]
            if len(set(own)) < len(own):
                groups = resolve(reading, name, [elements[index][1] for index in members], own)
            for kind, chosen in groups:
                taken = [elements[members[index]] for index in chosen]
                place_of |= {row: len(places) for _, row in taken if kind == "element"}
                places.append((name, kind, taken))
    texts = {}
    for record, own in shown.items():
        before = -1
        for row in own:
            before = place_of.get(row, before)
            if look[row] & TOLD:
                texts.setdefault(before, []).append((record, row))
    places += [("#text", "text", own) for own in texts.values()]
    below = []
    for name, kind, own in places:
        order = sum(shown[record].index(row) for record, row in own) / len(own)
        held = {record: [row for other, row in own if other == record] for record, _ in own}
        inner = obvious(reading, dict(own), name)[3] if kind == "element" else []
        below.append((order, (name, kind, held, inner)))
    return tag, "element", {record: [row] for record, row in rows.items()}, [p for _, p in sorted(below, key=first)]


def first(pair):
    return pair[0]


def spelled(place):
    return place.tag, place.kind, place.held, [spelled(child) for child in place.children]


@given(st.lists(PIECES, max_size=60), st.integers(1, 5))
def test_a_template_has_the_rows_of_one_parent_place_tag_and_class_in_one_place(pieces, count):
    page, rows, records = records_of(pieces, count)
    if len({int(page.nodes.parent[row]) for row in rows}) > 1:
        return  # a table cell has been moved: records stand in each other
    reading = Shown(page, records, FieldParams())
    assert spelled(template_of(reading)) == obvious(reading, dict(enumerate(rows)))


def test_records_of_several_parts_stand_below_a_root_without_rows():
    page = pagerows.parse("<dl><dt>a<dd>1<dt>b<dd>2</dl>")
    rows = [row for row in range(len(page.nodes)) if page.nodes.tag_name(row) in ("dt", "dd")]
    spans = [Span(row, int(page.nodes.end[row])) for row in rows]
    parted = [Record(page, tuple(spans[:2])), Record(page, tuple(spans[2:]))]
    whole = [Record(page, (Span(one.start, other.stop),)) for one, other in (spans[:2], spans[2:])]
    for records in (parted, whole):
        root = template_of(Shown(page, records, FieldParams()))
        assert root.held == {}
        assert [(place.tag, place.held) for place in root.children] == [
            ("dt", {0: [rows[0]], 1: [rows[2]]}),
            ("dd", {0: [rows[1]], 1: [rows[3]]}),
        ]


def test_records_that_share_rows_or_end_within_an_element_are_read_all_the_same():
    page = pagerows.parse("<ul><li><b>a</b><i>b</i></li><li><b>c</b><i>d</i></li></ul>")
    first_row = next(row for row in range(len(page.nodes)) if page.nodes.tag_name(row) == "li")
    end = int(page.nodes.end[first_row])
    shared = [Record(page, (Span(first_row, end),)) for _ in range(40)]
    cut = [Record(page, (Span(first_row, end - 2),)), Record(page, (Span(end, end + 1),))]
    for records in (shared, cut):
        root = template_of(Shown(page, records, FieldParams()))
        assert sum(len(own) for own in root.held.values()) == len(records)
