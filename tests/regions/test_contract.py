"""What every method, aligner and exporter promises, proved on all that we ship as others prove theirs."""

from __future__ import annotations

import pytest

import pagerows
from pagerows import registry
from pagerows.export import FORMATS
from pagerows.testing.contract import *  # noqa: F403 - the tests themselves


def parts() -> list:
    """One parameter per method; those that need a browser are marked so."""
    return [
        pytest.param(name, marks=[pytest.mark.browser] if registry.method(name).needs_render else [], id=name)
        for name in registry.names("regions")
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the contract over the whole registry."""
    shipped = {
        "pagerows_method": parts(),
        "pagerows_aligner": registry.names("align"),
        "pagerows_exporter": sorted(set(FORMATS) - {"sqlite", "table"}),  # a database is no stream; a terminal's view
    }
    for fixture, names in shipped.items():
        if fixture in metafunc.fixturenames:
            metafunc.parametrize(fixture, names)


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
