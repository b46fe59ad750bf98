"""Links to files stay, whatever they are called; other links that all say the same may go."""

import pytest

from pagerows.tidy.files import spare_files
from pagerows.values import Cell


def links(address: str) -> tuple[Cell, ...]:
    return tuple(Cell("Download", "link", address.format(n)) for n in range(5))


TITLES = tuple(Cell(f"Tree {n}", "link", f"http://x.example/{n}") for n in range(5))


@pytest.mark.parametrize(
    ("address", "kept"),
    [("http://x.example/{}.pdf", True), ("http://x.example/{}.PDF?v=1", True), ("http://x.example/cart/{}", False),
     ("http://x.example/all.pdf", False)],
    ids=["files", "files with a query", "pages", "one file for all"],
)  # fmt: skip
def test_links_to_files_are_facts(address, kept):
    assert spare_files([TITLES, links(address)], [None, "constant"]) == [None, None if kept else "constant"]


def test_files_that_another_column_has_are_not_kept_twice():
    files = links("http://x.example/{}.pdf")
    titles = tuple(cell._replace(text=f"Tree {n}") for n, cell in enumerate(files))
    assert spare_files([titles, files], [None, "constant"]) == [None, "constant"]
