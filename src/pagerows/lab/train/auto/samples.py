"""The dev corpora -> samples to learn from: each page's candidates with their features and labels; and made pages'.

For training only (`train.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from pagerows.lab.bench.corpora import DAMAGED
from pagerows.lab.train.auto.labels import Scorer, scorer
from pagerows.lab.train.auto.made import Original, variants
from pagerows.lab.train.sites import site_key
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import Floats
from pagerows.measures.context import Context, context_of
from pagerows.measures.features import features_of
from pagerows.page import Page, parse
from pagerows.page.nodes import TEXT
from pagerows.regions.auto import AutoParams, candidates_of
from pagerows.regions.auto.accept import alphabetical

__all__ = ["Job", "Sample", "jobs_of", "made_samples", "page_of", "sample_of", "samples_of"]

#: F1 that some candidate of a page must reach: below, a made page is spoilt, and records are not known well enough.
_KNOWN: Final = 0.9
#: The dataset of pages that come with the tests of hand-written scrapers.
SCRAPERS: Final = "scrapers"
#: In how many frames of other lists each list's records are put, in how many of articles, and in how many lists' frames
#: each article's prose.
_FRAMES: Final = 1
_AMONG_ARTICLES: Final = 1
_AMONG_LISTS: Final = 5
#: Fewest characters of prose below one element that are an article's body.
_BODY: Final = 600

#: A page: its dataset's folder and its gold. The same with the XPaths of its records.
Job = tuple[Path, Mapping[str, Any]]
_Known = tuple[Job, tuple[tuple[str, ...], ...]]


@dataclass(frozen=True)
class Sample:
    """The candidates of one page: features, and the F1 each would be given."""

    dataset: str
    page: str
    site: str
    has_records: bool
    names: tuple[str, ...]
    features: Floats
    labels: Floats
    candidates: Candidates
    context: Context
    #: How far the records of each candidate are in alphabetical order.
    in_order: Floats
    #: The XPaths of its records, one for each of their siblings; without records, of its prose. Pages are made from it.
    records: tuple[tuple[str, ...], ...] = ()
    #: The site whose frame a made page has, where that is another one.
    frame: str | None = None


def jobs_of(corpora: Path) -> list[Job]:
    """List the pages of all datasets whose gold is not marked as bad, and those of hand-written scrapers."""
    return [
        (corpora / gold.parent.name, entry)
        for gold in sorted(corpora.glob("*/gold.jsonl"))
        for entry in map(json.loads, gold.read_text(encoding="utf-8").splitlines())
        if not entry.get("bad")
    ] + [
        (corpora / SCRAPERS, _scraped(json.loads(line)))
        for gold in sorted(corpora.glob(f"{SCRAPERS}/{SCRAPERS}.jsonl"))
        for line in gold.read_text(encoding="utf-8").splitlines()
    ]


def _scraped(entry: Mapping[str, Any]) -> dict[str, Any]:
    """What a scraper's own tests expect, as gold: the texts of each record; without any the page's records are counted.

    Sites with the same software are one, since their pages are.
    """
    fields = [name for name, kind in entry["fields"].items() if kind.get("match") != "link"]
    records = [[text for name in fields for text in _texts(record.get(name))] for record in entry.get("records", ())]
    return {
        "page": entry["id"],
        "site": entry["group"],
        "kind": "values" if any(records) else "count",
        "records": [record for record in records if record],
        "partial": bool(entry["partial"]),
        "encoding": "utf-8",
    }


def _texts(value: Any) -> list[str]:
    return [str(each) for each in (value if isinstance(value, list) else [value]) if each]


def samples_of(jobs: Sequence[Job], processes: int) -> Iterator[Sample]:
    """Read every page whose gold can tell how good a candidate is."""
    with ProcessPoolExecutor(processes) as pool:
        yield from (sample for sample in pool.map(sample_of, jobs, chunksize=8) if sample is not None)


def page_of(job: Job) -> Page:
    """Read the page of a job."""
    folder, gold = job
    data = (folder / gold["page"] / "page.html").read_bytes()
    if folder.name == SCRAPERS:  # saved as UTF-8, whatever the pages say of themselves
        return parse(data, encoding="utf-8" if _is_utf8(data) else None)
    return parse(data, encoding=gold.get("encoding") if folder.name in DAMAGED else None)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not data.isascii()


def sample_of(job: Job) -> Sample | None:
    """Read one page; None where its gold cannot tell how good a candidate is."""
    folder, gold = job
    page = page_of(job)
    score = scorer(page.nodes, gold)
    if score is None or len(page.nodes) < 2:
        return None
    found = _asked(page, score)
    has_records = gold.get("has_records", True)
    records = _records(page, **found) if has_records else _body(page, found["context"])
    about = {"dataset": folder.name, "page": gold["page"], "site": gold["site"]}
    return Sample(**about, **found, has_records=has_records, records=records)


def _asked(page: Page, score: Scorer) -> dict[str, Any]:
    """What a sample has of a page: its candidates, their features and labels, the page's context."""
    columns, found, starts = candidates_of(page, AutoParams())
    features = features_of(columns, found, starts)
    edges = list(zip(found.first[:-1].tolist(), found.first[1:].tolist(), strict=True))
    return {
        "names": tuple(features),
        "features": np.stack(list(features.values()), axis=1) if features else np.zeros((0, 0)),
        "labels": np.array([score(found.start[a:b], found.stop[a:b]) for a, b in edges]),
        "candidates": found,
        "context": context_of(page, columns),
        "in_order": np.array([alphabetical(columns, found, each) for each in range(len(found))]),
    }


def _records(page: Page, candidates: Candidates, labels: Floats, **_: Any) -> tuple[tuple[str, ...], ...]:
    """The records of the best candidate; of equal ones that of one element each, then the widest."""
    known: list[tuple[float, bool, int, list[list[int]]]] = []
    for number, label in enumerate(labels.tolist()):
        own = slice(int(candidates.first[number]), int(candidates.first[number + 1]))
        start, stop = candidates.start[own], candidates.stop[own]
        if label < _KNOWN or (page.nodes.kind[start] == TEXT).any():
            continue
        tops = [_tops(page, *span) for span in zip(start.tolist(), stop.tolist(), strict=True)]
        if all(tops):
            known.append((round(label, 3), all(len(each) == 1 for each in tops), int((stop - start).sum()), tops))
    best = max(known)[3] if known else []
    return tuple(tuple(map(page.nodes.xpath, each)) for each in best)


def _body(page: Page, context: Context) -> tuple[tuple[str, ...], ...]:
    """The elements from the first block of an article's prose to the last, as one record; none where it is short."""
    if not context.prose.any():
        return ()
    held = np.bincount(context.around[context.prose], weights=context.chars[context.prose])
    top = int(held.argmax())
    if top == 0 or held[top] < _BODY:
        return ()
    blocks = context.row[context.prose & (context.around == top)]
    children = page.nodes.children(top)
    inside = children[(children >= blocks[0]) & (children <= blocks[-1]) & (page.nodes.kind[children] != TEXT)]
    return (tuple(map(page.nodes.xpath, inside.tolist())),)


def _tops(page: Page, start: int, stop: int) -> list[int]:
    """The siblings that a record is made of, texts left out; none where it is not made of whole ones."""
    kind, end, tops, row = page.nodes.kind, page.nodes.end, [], start
    while row < stop:
        if kind[row] != TEXT:
            tops.append(row)
        row = int(end[row])
    return tops if row == stop and len({int(page.nodes.parent[top]) for top in tops}) == 1 else []


def made_samples(
    jobs: Sequence[Job], samples: Sequence[Sample], fold_of: Mapping[str, int], processes: int
) -> Iterator[Sample]:
    """Make pages from the pages whose records are known, with frames of other sites' pages.

    Lists and articles are mixed within a fold, so that there is a model that saw neither site.
    """
    of_page = {(folder.name, gold["page"]): (folder, gold) for folder, gold in jobs}
    known = [(of_page[sample.dataset, sample.page], sample.records) for sample in samples if sample.records]
    lists = [page for page in known if _has_records(page)]
    articles = [page for page in known if not _has_records(page)]
    chooser = np.random.default_rng(0)
    todo = []
    for seed, own in enumerate(known):
        others = articles if _has_records(own) else lists
        near = [page for page in others if _fold(page, fold_of) == _fold(own, fold_of)]
        drawn = _drawn(chooser, lists, _FRAMES) if _has_records(own) else []
        drawn += _drawn(chooser, near, _AMONG_ARTICLES if _has_records(own) else _AMONG_LISTS)
        todo.append((own, [other for other in drawn if _site(other) != _site(own)], seed))
    with ProcessPoolExecutor(processes) as pool:
        for found in pool.map(_made, todo, chunksize=8):
            yield from found


def _drawn(chooser: np.random.Generator, pages: Sequence[_Known], count: int) -> list[_Known]:
    return [pages[place] for place in chooser.integers(0, len(pages), count).tolist()] if pages else []


def _has_records(page: _Known) -> bool:
    return bool(page[0][1].get("has_records", True))


def _site(page: _Known) -> str:
    return site_key(page[0][1]["site"])


def _fold(page: _Known, fold_of: Mapping[str, int]) -> int:
    return fold_of[_site(page)]


def _made(job: tuple[_Known, Sequence[_Known], int]) -> list[Sample]:
    own, others, seed = job
    gold = own[0][1]
    found = []
    for variant in variants(_original(*own), [_original(*other) for other in others], seed):
        score = scorer(variant.page.nodes, variant.gold)
        asked = _asked(variant.page, score) if score is not None else {}
        has_records = _has_records(own)
        if asked and (not has_records or asked["labels"].max(initial=0) >= _KNOWN):
            frame = None if variant.frame is None else others[variant.frame][0][1]["site"]
            about = {"dataset": variant.kind, "page": gold["page"], "site": gold["site"], "has_records": has_records}
            found.append(Sample(**about, **asked, frame=frame))
    return found


def _original(job: Job, records: tuple[tuple[str, ...], ...]) -> Original:
    page = page_of(job)
    return Original(page.html, page.title, job[1], records)
