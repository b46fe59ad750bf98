"""Parts of other packages stand beside ours, by their entry points, and a broken one is told by name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

#: A package as a person would write it: a method, an aligner, an exporter, and two that are broken.
CODE = """
from dataclasses import dataclass
from pagerows.cells import CellParams
from pagerows.registry import Aligner, Method
from pagerows.values import Cell, Record, Region, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Params(CellParams):
    tag: str = "li"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bare:
    tag: str = "li"


def find_regions(page, params):
    nodes = page.nodes
    rows = [row for row in range(1, len(nodes)) if nodes.tag_name(row) == params.tag]
    rows = [row for row in rows if not any(a < row < nodes.end[a] for a in rows)]
    records = tuple(Record(page, (Span(row, int(nodes.end[row])),)) for row in rows)
    return [Region(records=records, score=1.0, content=True)] if records else []


def align(page, records, params):
    return [[Cell(record.text, span=record.span)] for record in records]


METHOD = Method(name="items", summary="every item", paper="", params=Params, find_regions=find_regions)
ALIGNER = Aligner(name="whole", summary="one cell a record", params=Params, align=align)
BARE = Aligner(name="bare", summary="", params=Bare, align=align)


class Count:
    suffixes = (".count",)

    def __init__(self, stream, options):
        self._stream = stream

    def add(self, page):
        self._stream.write(f"{sum(len(sheet) for sheet in page.sheets)} rows".encode())

    def finish(self): ...
    def close(self): ...
"""
ENTRIES = """\
[pagerows.methods]
every_item = others:METHOD
broken = others:NOTHING
odd = others:ALIGNER
auto = others:METHOD
[pagerows.aligners]
whole = others:ALIGNER
bare = others:BARE
[pagerows.exporters]
count = others:Count
"""
PAGE = "<ul>" + "".join(f"<li>Thing {n}</li>" for n in range(7)) + "</ul>"


@pytest.fixture(scope="module")
def others(tmp_path_factory) -> Path:
    """A folder on the path with that package, installed as packages are."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "others.py").write_text(CODE)
    info = folder / "others-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    (folder / "page.html").write_text(PAGE)
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess:
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", *command],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
        timeout=120,
    )


def test_a_method_of_another_package_is_listed_and_used(others):
    listed = run(others, "pagerows", "methods")
    lines = [line for line in listed.stdout.splitlines() if line.startswith("every_item")]
    assert lines == ["every_item    every item  from others"], listed.stderr
    assert listed.returncode == 0
    assert "'broken' of others" in listed.stderr  # told, and the others are listed all the same
    used = run(others, "pagerows", "extract", "page.html", "--method", "every_item", "--align", "whole")
    assert used.stdout.splitlines()[1:] == [f"Thing {n}" for n in range(7)], used.stderr


def test_an_exporter_of_another_package_is_known_by_name_and_by_ending(others):
    arguments = ("pagerows", "extract", "page.html", "--method", "every_item")
    assert run(others, *arguments, "-f", "count").stdout == "7 rows"
    made = run(others, *arguments, "-o", "out.count")
    assert (others / "out.count").read_text() == "7 rows", made.stderr


@pytest.mark.parametrize(
    ("name", "reason"),
    [("broken", "has no attribute 'NOTHING'"), ("odd", "is no Method"), ("absent", "unknown method")],
)
def test_a_part_that_cannot_be_used_is_told_with_its_package(others, name, reason):
    told = run(others, "pagerows", "extract", "page.html", "--method", name)
    assert told.returncode == 2
    assert reason in told.stderr
    assert "Traceback" not in told.stderr
    assert name == "absent" or "of others (pagerows.methods)" in told.stderr


def test_an_aligner_whose_parameters_say_nothing_of_cells_is_told(others):
    told = run(others, "pagerows", "extract", "page.html", "--method", "every_item", "--align", "bare")
    assert told.returncode == 2
    assert "extend no CellParams" in told.stderr


def test_a_plugin_never_replaces_a_part_of_ours(others):
    listed = run(others, "pagerows", "methods").stdout.splitlines()
    assert next(line for line in listed if line.startswith("auto ")).endswith("the default")


def test_the_contract_tests_run_on_a_part_of_another_package_and_can_fail(others):
    contract = ["pytest", "-q", "-p", "no:cacheprovider", "-p", "pagerows.testing.plugin"]
    contract += ["--pyargs", "pagerows.testing.contract"]
    theirs = ["--pagerows-method", "every_item", "--pagerows-aligner", "whole", "--pagerows-exporter", "count"]
    good = run(others, *contract, *theirs)
    assert good.returncode == 0, good.stdout
    assert "8 passed" in good.stdout
    bad = run(others, *contract, "--pagerows-method", "broken")
    assert bad.returncode == 1
    assert "cannot be used" in bad.stdout
