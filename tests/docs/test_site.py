"""The documentation as a site: whole, searchable, and nothing of it is loaded from elsewhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mkdocs")
pytest.importorskip("mkdocstrings")

ROOT = Path(__file__).parents[2]
#: What a browser would fetch by itself; links that people follow are another thing.
LOADED = re.compile(r"""<(?:script|img|iframe)\b[^>]*\bsrc="(https?:[^"]+)"|<link\b[^>]*\bhref="(https?:[^"]+)\"""")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=False,
        timeout=300,
    )
    assert built.returncode == 0, built.stderr
    return folder


def test_every_page_of_the_docs_is_in_the_site(site):
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert pages <= {path.relative_to(site) for path in site.rglob("*.html")}


def test_the_site_loads_nothing_from_elsewhere(site):
    for page in site.rglob("*.html"):
        assert not LOADED.findall(page.read_text("utf-8")), page


def test_the_reference_is_made_from_the_docstrings_and_can_be_searched(site):
    found = json.loads((site / "search" / "search_index.json").read_text("utf-8"))["docs"]
    texts = [entry["text"] for entry in found if entry["location"].startswith("reference.html")]
    assert any("best first" in text or "records" in text for text in texts)
    assert "extract" in (site / "reference.html").read_text("utf-8")
    assert (site / "llms.txt").exists()
