"""Records that lie deep: what is above their cells is gone through once, not once for each cell."""

import pagerows
from pagerows.columns.headers import Headers
from pagerows.page.nodes import NodeTable


def deep_records(depth: int) -> str:
    """Three records whose cells lie one below the other, each deeper than the last."""
    boxes = "".join(f"<div><p>{n} of {{0}}</p>" for n in range(depth)) + "</div>" * depth
    return "<ul>" + "".join(f"<li>{boxes.format(record)}</li>" for record in "abc") + "</ul>"


def nested_tables(depth: int) -> str:
    return "<table><tr><td>" * depth + "".join(f"<p>{n}</p>" for n in range(depth)) + "</td></tr></table>" * depth


def calls(monkeypatch, owner, name, run) -> int:
    """How often a function is called."""
    count, own = 0, getattr(owner, name)

    def counted(*args):
        nonlocal count
        count += 1
        return own(*args)

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, counted)
        run()
    return count


def test_tags_asked_for_grow_with_the_page_and_not_with_its_depth_for_each_cell(monkeypatch):
    def asked(depth):
        found = pagerows.extract(deep_records(depth), method="same_path", align="partial_tree")
        return calls(monkeypatch, NodeTable, "tag_name", lambda: [region.table for region in found.regions[:1]])

    small, large = asked(40), asked(80)
    assert 0 < large < 2.5 * small


def test_cells_of_nested_tables_are_asked_for_their_header_once():
    def asked(depth):
        nodes = pagerows.parse(nested_tables(depth)).nodes
        headers = Headers(nodes)
        assert {headers.of(int(row)) for row in nodes.rows_with_tag("p")} == {None}
        return headers.asked

    small, large = asked(40), asked(80)
    assert 0 < large < 2.5 * small
