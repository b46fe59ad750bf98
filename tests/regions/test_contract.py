"""What every method that finds regions promises, proved on each entry of the registry."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import pagerows
from pagerows import registry
from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate

DEMO = Path(__file__).parents[2] / "docs" / "demo" / "shop.html"
EMPTY = {
    "nothing": "",
    "an empty body": "<body></body>",
    "white space": "<div> <p>\n</p> </div>",
    "frames": "<frameset><frame></frameset>",
}


def parts() -> list:
    """One parameter per method; those that need a browser are marked so."""
    return [
        pytest.param(name, marks=[pytest.mark.browser] if registry.method(name).needs_render else [], id=name)
        for name in registry.names("regions")
    ]


def load(html: str, method: registry.Method, folder: Path) -> pagerows.Page:
    if not method.needs_render:
        return pagerows.parse(html, url="https://shop.example/list")
    file = folder / "page.html"
    file.write_text(html, encoding="utf-8")
    return pagerows.render(file)


def regions_of(page: pagerows.Page, method: registry.Method) -> list[pagerows.Region]:
    return method.find_regions(page, method.params())


def pages() -> dict[str, str]:
    found = {"demo": DEMO.read_text(encoding="utf-8")}
    for seed, layout in enumerate(LAYOUTS):
        spec = PageSpec(seed=seed, layout=layout, records=8, fields=4, optional=2, noise=4, damage=0.1)
        found[layout] = generate(spec).html
    return found


def columns_of(page: pagerows.Page) -> list[np.ndarray]:
    nodes = page.nodes
    return [nodes.tag, nodes.kind, nodes.parent, nodes.depth, nodes.end, nodes.path, nodes.ordinal, nodes.hidden]


@pytest.mark.parametrize("name", parts())
def test_records_are_disjoint_spans_inside_the_page_and_the_page_stays_as_it_is(name, tmp_path):
    method = registry.method(name)
    for title, html in pages().items():
        page = load(html, method, tmp_path)
        before = [column.copy() for column in columns_of(page)]
        data = list(page.nodes.data)
        for region in regions_of(page, method):
            taken = np.zeros(len(page.nodes), int)
            assert region.records, (title, "a region without records")
            for record in region.records:
                assert record.page is page, title
                assert record.parts, title
                for start, stop in record.parts:
                    assert 0 < start < stop <= len(page.nodes), (title, start, stop)
                    taken[start:stop] += 1
                assert list(record.parts) == sorted(record.parts), title
            assert taken.max() == 1, (title, "records overlap")
            starts = [record.span.start for record in region.records]
            assert starts == sorted(starts), (title, "records are not in document order")
            assert np.isfinite(region.score), title
        assert all(np.array_equal(a, b) for a, b in zip(before, columns_of(page), strict=True)), title
        assert page.nodes.data == data, title


@pytest.mark.parametrize("name", parts())
def test_the_same_page_gives_the_same_regions(name, tmp_path):
    method = registry.method(name)
    html = pages()["demo"]
    first, second = (
        [
            ([r.parts for r in region.records], region.score)
            for region in regions_of(load(html, method, tmp_path), method)
        ]
        for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize("name", parts())
def test_a_page_without_records_gives_no_regions(name, tmp_path):
    method = registry.method(name)
    for title, html in EMPTY.items():
        assert regions_of(load(html, method, tmp_path), method) == [], title


@pytest.mark.parametrize("name", parts())
def test_rows_are_parallel_to_columns_and_one_per_record(name, tmp_path):
    method = registry.method(name)
    for title, html in pages().items():
        page = load(html, method, tmp_path)
        for region in pagerows.extract(page, method=name).regions[:5]:
            table = region.table
            assert len(table) in (0, len(region.records)), title
            assert all(len(row) == len(table.columns) for row in table.rows), title


@pytest.mark.parametrize("name", [part for part in parts() if part.id != "embedded"])  # it reads no tags
def test_every_method_works_on_a_page_whose_tags_were_pruned_away(name):
    # The filter takes nav, header, footer, aside and the table out as a whole; their names stay known to the page.
    menu = "<nav><header><b>Menu</b></header></nav>"
    tail = "<aside><table><tr><td>Ad</td></tr></table></aside><footer><h6>End</h6></footer>"
    items = "".join(
        f"<li class=item><h3><a href=/{n}>Item {n}</a></h3><p>Some words about it</p></li>" for n in range(12)
    )
    found = pagerows.extract(f"<body>{menu}<ul>{items}</ul>{tail}", method=name, filter="tps")
    tags = {found.page.nodes.tag_name(row) for row in range(len(found.page.nodes))}
    assert "nav" in tags  # the answer is about the whole page
    assert len(found.regions[0].records) == 12


@pytest.mark.parametrize("name", [one for one in parts() if hasattr(registry.method(one.values[0]).params, "paper")])
def test_a_papers_setting_keeps_the_promises_too(name, tmp_path):
    method = registry.method(name)
    for title, html in pages().items():
        page = load(html, method, tmp_path)
        for region in method.find_regions(page, method.params.paper()):
            spans = sorted(part for record in region.records for part in record.parts)
            assert all(0 < start < stop <= len(page.nodes) for start, stop in spans), title
            assert all(one[1] <= two[0] for one, two in pairwise(spans)), (title, "records overlap")
