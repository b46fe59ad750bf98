"""The address of a picture that a person sees, against the rule written out."""

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.align.fields import FieldParams
from pagerows.align.fields._maker import Maker
from pagerows.align.fields._reading import Shown
from pagerows.values import Record, Span

LAZY = (
    "data-src", "data-lazy-src", "data-original", "data-lazy", "data-image", "data-img", "data-url", "data-hi-res-src",
)  # fmt: skip
SETS = ("srcset", "data-srcset", "data-lazy-srcset")
NO_ADDRESS = ("data:", "blob:", "about:")
WAITS = re.compile(
    r"placeholder|spacer|blank\.(?:gif|png)|transparent|loading\.(?:gif|svg)|1x1|pixel\.(?:gif|png)", re.IGNORECASE
)
SOURCES = st.sampled_from(
    [
        "a.png", " b.png ", "c.png", "data:x", "blob:y", "about:blank", "Spacer.gif", "/blank.GIF", "blank.jpg", "1X1",
        "",
        "/d/e.png?x=1#y", "é.png", "loading.svg", "pixel", "\u00a0",
    ]
)  # fmt: skip
SRCSETS = st.sampled_from(["s.png 1x, t.png 2x", " u.png ", "data:x 1x", "", ",v.png", "spacer.png 2x"])
ATTRIBUTES = st.dictionaries(st.sampled_from(["src", *LAZY[:3]]), SOURCES, max_size=3)
IMAGES = st.lists(st.tuples(ATTRIBUTES, st.dictionaries(st.sampled_from(SETS), SRCSETS, max_size=1)), max_size=8)


def later(found):
    real = [found.get(name, "").strip() for name in LAZY]
    return next((source for source in real if source and not source.startswith(NO_ADDRESS)), "")


def largest(srcset):
    first = srcset.strip().split(",")[0].strip()
    return first.split()[0] if first else ""


def source_of(found, counts):
    """The source that a person sees, or nothing."""
    source = found.get("src", "").strip()
    if source and not source.startswith(NO_ADDRESS) and not WAITS.search(source):
        return (later(found) if counts[source] >= 3 else "") or source
    named = [source, *(found.get(name, "").strip() for name in LAZY), *(largest(found.get(name, "")) for name in SETS)]
    real = [own for own in named if own and not own.startswith(NO_ADDRESS)]
    return next((own for own in real if not WAITS.search(own)), real[0] if real else "")


@given(IMAGES, st.booleans())
def test_pictures_have_the_source_that_a_person_sees(images, all_alike):
    every = [{**own, **sets} for own, sets in images] * (3 if all_alike else 1)
    markup = "".join(
        "<img alt=' an  image ' " + " ".join(f'{name}="{value}"' for name, value in own.items()) + ">" for own in every
    )
    page = pagerows.parse(f"<section><a href=/to>{markup}</a></section>", url="http://a.example/b/")
    nodes = page.nodes
    top = next(row for row in range(len(nodes)) if nodes.tag_name(row) == "section")
    maker = Maker(Shown(page, [Record(page, (Span(top, int(nodes.end[top])),))], FieldParams()))
    rows = [row for row in range(len(nodes)) if nodes.tag_name(row) == "img"]
    counts = Counter((nodes.attribute(row, "src") or "").strip() for row in rows)
    wanted = {row: source_of(nodes.attributes(row), counts) for row in rows}
    for row in rows:
        cell = maker.image(row)
        if not wanted[row]:
            assert cell is None
            continue
        assert (cell.text, cell.kind, cell.span) == ("an image", "image", (row, row + 1))
        assert (cell.url, cell.link) == (page.absolute(wanted[row]), "http://a.example/to")
    first = next((row for row in rows[:3] if wanted[row]), None)
    found = maker.pictures.first(top)
    assert (found and found.span.start) == first


def test_a_picture_in_noscript_is_shown_where_there_is_no_other():
    for tag, source in (("noscript", "http://a.example/r.jpg"), ("NoScript", "http://a.example/r.jpg"), ("nav", None)):
        html = f"<section><img src=data:x><{tag}><img src=r.jpg></{tag}></section>"
        page = pagerows.parse(html, url="http://a.example/")
        top = page.nodes.rows_with_tag("section").tolist()[0]
        maker = Maker(Shown(page, [Record(page, (Span(top, int(page.nodes.end[top])),))], FieldParams()))
        cell = maker.image(page.nodes.rows_with_tag("img").tolist()[0])
        assert (cell and cell.url) == source
