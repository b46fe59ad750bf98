"""The contract: what a part must do whatever it is; each test takes the part's name."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import pagerows
from pagerows import registry
from pagerows.export import writer
from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import page_result
from pagerows.testing.pages import EMPTY, load, pages
from pagerows.values import Cell, Region

# -- methods ----------------------------------------------------------------------------------------------------


def regions_of(page: pagerows.Page, method: registry.Method) -> list[Region]:
    """The regions under the method's own defaults."""
    return method.find_regions(page, method.params())


def columns_of(page: pagerows.Page) -> list[np.ndarray[Any, Any]]:
    """What a method must leave as it is."""
    nodes = page.nodes
    return [nodes.tag, nodes.kind, nodes.parent, nodes.depth, nodes.end, nodes.path, nodes.ordinal, nodes.hidden]


def test_records_are_disjoint_spans_inside_the_page_and_the_page_stays_as_it_is(
    pagerows_method: str, tmp_path: Path
) -> None:
    method = registry.method(pagerows_method)
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
        assert list(page.nodes.data) == data, title


def test_the_same_page_gives_the_same_regions(pagerows_method: str, tmp_path: Path) -> None:
    method = registry.method(pagerows_method)
    for title, html in pages().items():
        first, second = (
            [
                ([r.parts for r in region.records], region.score)
                for region in regions_of(load(html, method, tmp_path), method)
            ]
            for _ in range(2)
        )
        assert first == second, title


def test_a_page_without_records_gives_no_regions(pagerows_method: str, tmp_path: Path) -> None:
    method = registry.method(pagerows_method)
    for title, html in EMPTY.items():
        assert regions_of(load(html, method, tmp_path), method) == [], title


def test_rows_are_parallel_to_columns_and_one_per_record(pagerows_method: str, tmp_path: Path) -> None:
    method = registry.method(pagerows_method)
    for title, html in pages().items():
        page = load(html, method, tmp_path)
        for region in pagerows.extract(page, method=pagerows_method).regions[:5]:
            table = region.table
            assert len(table) in (0, len(region.records)), title
            assert all(len(row) == len(table.columns) for row in table.rows), title


def test_a_papers_setting_keeps_the_promises_too(pagerows_method: str, tmp_path: Path) -> None:
    method = registry.method(pagerows_method)
    if not hasattr(method.params, "paper"):
        return  # only methods of papers have one
    for title, html in pages().items():
        page = load(html, method, tmp_path)
        for region in method.find_regions(page, method.params.paper()):
            spans = sorted(part for record in region.records for part in record.parts)
            assert all(0 < start < stop <= len(page.nodes) for start, stop in spans), title
            assert all(one[1] <= two[0] for one, two in pairwise(spans)), (title, "records overlap")


# -- aligners ---------------------------------------------------------------------------------------------------


def aligned(name: str, page: pagerows.Page, region: Region) -> list[list[Cell | None]]:
    """The rows of an aligner under its own defaults."""
    found: registry.Aligner = registry.part("align", name)
    return found.align(page, region.records, found.params())


def test_an_aligner_gives_a_row_per_record_all_equally_long_with_cells_of_that_record(pagerows_aligner: str) -> None:
    for title, html in pages().items():
        page = pagerows.parse(html)
        for region in pagerows.extract(page, method="same_path").regions[:3]:
            rows = aligned(pagerows_aligner, page, region)
            assert len(rows) == len(region.records), title
            assert len({len(row) for row in rows}) == 1, title
            for record, row in zip(region.records, rows, strict=True):
                for cell in row:
                    assert cell is None or any(a <= cell.span.start < b for a, b in record.parts), (title, cell)


def test_an_aligner_gives_the_same_rows_again_and_none_for_no_records(pagerows_aligner: str) -> None:
    page = pagerows.parse(next(iter(pages().values())))
    region = pagerows.extract(page, method="same_path").regions[0]
    assert aligned(pagerows_aligner, page, region) == aligned(pagerows_aligner, page, region)
    found: registry.Aligner = registry.part("align", pagerows_aligner)
    assert found.align(page, [], found.params()) == []


# -- exporters --------------------------------------------------------------------------------------------------

HOSTILE = ["=1+1", "a\x00b\x1b[2J", "\ud800", 'say "hi"; a,b|c', "line\nline", "<script>x</script>", "9" * 400, " "]


def hostile_page() -> str:
    """A list whose texts are what formats trip over."""
    items = "".join(f"<li><h3>Thing {n}</h3><p>{text}</p></li>" for n, text in enumerate(HOSTILE))
    return f"<title>{HOSTILE[1]}</title><ul>{items}</ul>"


def written(name: str, html: str) -> bytes:
    """What a format makes of a page's best region."""
    found = page_result("page", pagerows.extract(html, method="same_path"), every=True)
    stream = io.BytesIO()
    target = writer(name)(stream, WriteOptions(sources=True, regions=True))
    try:
        target.add(found)
        target.finish()
    finally:
        target.close()
    return stream.getvalue()


def test_an_exporter_writes_hostile_texts_the_same_way_each_time(pagerows_exporter: str) -> None:
    first = written(pagerows_exporter, hostile_page())
    assert first
    assert first == written(pagerows_exporter, hostile_page())
