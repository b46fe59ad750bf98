"""A page is rendered once, as long as it and the code that renders stay the same."""

import pytest

from pagerows.lab.bench import snapshots
from pagerows.page import parse


@pytest.fixture
def counted(monkeypatch):
    seen = []

    def render(path, encoding=None):
        seen.append(path.name)
        return parse(path.read_bytes(), encoding=encoding)

    monkeypatch.setattr(snapshots, "render", render)
    monkeypatch.setattr(snapshots, "find_browser", lambda: "chromium")
    return seen


def test_a_page_is_rendered_once_until_it_or_a_file_beside_it_changes(counted, tmp_path):
    path, kept = tmp_path / "a" / "page.html", tmp_path / "kept"
    path.parent.mkdir()
    path.write_text("<p>One</p>")
    pages = [snapshots.rendered(path, folder=kept) for _ in range(3)]
    assert len(counted) == 1
    assert pages[2].nodes.text(0) == pages[0].nodes.text(0) == "One"
    (path.parent / "style.css").write_text("p {color: red}")
    snapshots.rendered(path, folder=kept)
    path.write_text("<p>Two</p>")
    assert snapshots.rendered(path, folder=kept).nodes.text(0) == "Two"
    assert len(counted) == 3


def test_what_cannot_be_read_is_rendered_anew(counted, tmp_path):
    path, kept = tmp_path / "a" / "page.html", tmp_path / "kept"
    path.parent.mkdir()
    path.write_text("<p>One</p>")
    snapshots.rendered(path, folder=kept)
    (only,) = kept.iterdir()
    only.write_bytes(b"broken")
    assert snapshots.rendered(path, folder=kept).nodes.text(0) == "One"
    assert len(counted) == 2


def test_without_a_folder_nothing_is_kept(counted, tmp_path):
    path = tmp_path / "page.html"
    path.write_text("<p>One</p>")
    snapshots.rendered(path)
    snapshots.rendered(path)
    assert len(counted) == 2
