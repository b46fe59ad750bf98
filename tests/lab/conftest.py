"""A tiny corpus of pages that we wrote ourselves."""

import json
from pathlib import Path

import pytest

from pagerows.lab.bench.tasks import run_task


def list_page(titles):
    items = "".join(f"<li><h3>{title}</h3><p>{n} euro and some words</p></li>" for n, title in enumerate(titles, 1))
    return f"<body><h1>Shop</h1><ul>{items}</ul><p>Bye</p></body>"


TITLES = [f"Lamp number {word}" for word in ["one", "two", "three", "four", "five", "six", "seven", "eight"]]


def write_dataset(root: Path, name: str, rows: list[dict], pages: dict[str, str]) -> Path:
    folder = root / name
    for page, html in pages.items():
        (folder / page).mkdir(parents=True)
        (folder / page / "page.html").write_text(html, encoding="utf-8")
    folder.mkdir(exist_ok=True)
    (folder / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


@pytest.fixture
def corpus(tmp_path):
    """Two datasets: tables with one page that has no gold; titles with a page without records."""
    root = tmp_path / "corpora"
    records = [[title, f"{n} euro and some words"] for n, title in enumerate(TITLES, 1)]
    gold = {"site": "a", "category": "Shops", "kind": "table", "records": records, "count": 8, "has_records": True}
    write_dataset(
        root,
        "tables",
        [{"page": "one", **gold}, {"page": "two", **gold, "bad": True}, {"page": "three", **gold}],
        {"one": list_page(TITLES), "two": "<p>broken", "three": list_page(TITLES[:4]), "stray": "<p>no gold"},
    )
    write_dataset(
        root,
        "titles",
        [
            {"page": "one", "site": "b", "kind": "anchors", "anchors": TITLES, "count": 8, "has_records": True},
            {"page": "none", "site": "c", "kind": "none", "has_records": False},
        ],
        {"one": list_page(TITLES), "none": "<p>A single sentence, and nothing repeated at all."},
    )
    return root


@pytest.fixture
def titled_page(tmp_path):
    """A dataset "tpsf" of one page of lamps with titles; the folder that it is in."""
    root = tmp_path / "titled"
    gold = {"page": "amazon", "site": "a", "kind": "anchors", "anchors": TITLES, "count": 8, "has_records": True}
    write_dataset(root, "tpsf", [gold], {"amazon": list_page(TITLES)})
    return root


@pytest.fixture
def in_process(monkeypatch):
    """Run pages in this process: starting workers costs seconds, and one test does so for all."""
    monkeypatch.setattr("pagerows.lab.bench.commands._shared.execute", lambda todo, **_: map(run_task, todo))
