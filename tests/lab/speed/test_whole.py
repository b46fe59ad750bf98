"""The one run that tells all speeds: it measures what it says."""

from pathlib import Path

from pagerows.lab.bench.generate import PageSpec, generate
from pagerows.lab.speed import whole

PAGES = [generate(PageSpec(records=8, seed=n)).html.encode() for n in range(2)]


def test_every_step_has_a_ratio_to_the_first():
    found = whole.ratios(PAGES, rounds=1)
    assert tuple(found) == whole.STEPS
    assert found["lxml.html"][0] == 1.0
    assert all(value > 0 for row in found.values() for value in row)


def test_bulk_runs_in_a_process_of_its_own_with_the_sources_that_are_named(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(PAGES[0])
    pages, ratio = whole.bulk([path], Path(whole.__file__).parents[3])
    assert pages > 0
    assert ratio > 0


def test_growth_has_a_time_for_every_size_and_step():
    for _, nodes, seconds in whole.growth([300, 600]):
        assert nodes[0] < nodes[1]
        assert {name: len(own) for name, own in seconds.items()} == {"parse": 2, "signal": 2, "auto": 2}
