"""Whole tables against ideal ones: is this the table that a person would have made of the page?

Gold (`tables.jsonl` beside a dataset's pages) says which facts a person would have as columns, with all their values.
Rows are paired one to one by their words. On the paired rows a field and a column agree by the F1 of their equal
values; fields and columns are paired one to one, maximal in sum. *Facts* is the mean over a page's fields, *clean* the
same sum over the columns of the output (noise, halves and doubles cost here), *table F1* their harmonic mean.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urldefrag, urljoin

import numpy as np

import pagerows
from pagerows.errors import CorpusError
from pagerows.values import Column

__all__ = ["Figures", "Judged", "figures", "ideal_pages", "judge", "measure"]

#: Share of a gold row's words that must lie in the row that it is paired with, and of the rows that must be paired.
PAIRED: Final = 0.5
#: Table F1 from which on a table is good as it stands.
GOOD: Final = 0.9
#: Words that may stand around a value ("By Ann Lee", "8 reviews"), and what such a value counts.
MORE_WORDS: Final = 3
NEARLY: Final = 0.8

Words = tuple[str, ...]
Value = Words | str | None


@dataclass(frozen=True, slots=True)
class Judged:
    """How good the table of one page is."""

    page: str
    facts: float = 0.0
    clean: float = 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of facts and clean."""
        return 2 * self.facts * self.clean / (self.facts + self.clean) if self.facts + self.clean else 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over pages, in per cent."""

    pages: int
    table_F1: float  # noqa: N815 - what the judge calls it
    facts: float
    clean: float
    good: float


def ideal_pages(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield each page of a corpus folder that has an ideal table, and that table."""
    files = sorted(folder.glob("*/tables.jsonl"))
    if not files:
        raise CorpusError(f"no ideal tables below {folder}: */tables.jsonl")
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            gold = json.loads(line)
            yield file.parent / gold["page"] / "page.html", gold


def measure(path: Path, gold: dict[str, Any], **options: Any) -> Judged:
    """Extract a page and judge its table; a page that cannot be read counts 0."""
    try:
        found = pagerows.extract(path.read_bytes(), url=gold.get("url"), encoding=gold.get("encoding"), **options)
        return judge(gold, found.table.all_columns)
    except pagerows.PagerowsError:
        return Judged(gold["page"])


def figures(judged: Sequence[Judged]) -> Figures:
    """Return the means over pages."""

    def mean(values: Sequence[float]) -> float:
        return 100 * sum(values) / max(1, len(values))

    return Figures(
        pages=len(judged),
        table_F1=mean([one.f1 for one in judged]),
        facts=mean([one.facts for one in judged]),
        clean=mean([one.clean for one in judged]),
        good=mean([float(one.f1 >= GOOD) for one in judged]),
    )


def judge(gold: dict[str, Any], columns: Sequence[Column]) -> Judged:
    """Judge the columns of a table by an ideal one."""
    shown = [column for column in columns if column.kind != "image"]
    rows = list(zip(*[column.texts for column in shown], strict=True)) if shown else []
    pairs = _pair_rows(gold, rows)
    if len(pairs) < PAIRED * len(gold["rows"]) or not pairs:
        return Judged(gold["page"])
    base = gold.get("url") or ""
    options: list[tuple[bool, list[Value]]] = []
    options += [(False, [_words(column.texts[row] or "") or None for _, row in pairs]) for column in shown]
    options += [(True, [_address(column.urls[row], base) for _, row in pairs]) for column in columns]
    fields = [(bool(field["link"]), _values(gold, field, pairs)) for field in gold["fields"]]
    wanted = [field for field in fields if any(value is not None for value in field[1])]
    scores = np.array([[_f1(a, b) if link == other else 0.0 for other, b in options] for link, a in wanted])
    found = [(int(i), float(scores[i, j])) for i, j in zip(*_matching(scores), strict=True)]
    facts = sum(score for _, score in found) / max(1, len(wanted))
    return Judged(gold["page"], facts, sum(score for i, score in found if not wanted[i][0]) / max(1, len(shown)))


def _values(gold: dict[str, Any], field: dict[str, Any], pairs: Sequence[tuple[int, int]]) -> list[Value]:
    """The values of a gold field on the paired rows."""
    found: list[Value] = []
    for row, _ in pairs:
        value = gold["rows"][row].get(field["name"])
        if value is None or value == []:
            found.append(None)
        elif field["link"]:
            found.append(_address(_joined(value), gold.get("url") or ""))
        else:
            found.append(_words(_joined(value)) or None)
    return found


def _matching(scores: Any) -> tuple[Any, Any]:
    from scipy.optimize import linear_sum_assignment

    i, j = linear_sum_assignment(-scores)
    return i, j


def _pair_rows(gold: dict[str, Any], rows: Sequence[Sequence[str | None]]) -> list[tuple[int, int]]:
    """Pair rows by the words of what a person wants; further words of the output count next to nothing."""
    names = [field["name"] for field in gold["fields"] if not field["link"]]
    wanted = [Counter(_tokens(" ".join(_joined(row.get(name)) for name in names))) for row in gold["rows"]]
    got = [Counter(_tokens(" ".join(text for text in row if text))) for row in rows]
    if not wanted or not got:
        return []
    scores = np.zeros((len(wanted), len(got)))
    for i, a in enumerate(wanted):
        for j, b in enumerate(got):
            same = sum((a & b).values())
            scores[i, j] = same / max(1, a.total()) - 1e-3 * (b.total() - same) / max(1, b.total())
    return [(int(i), int(j)) for i, j in zip(*_matching(scores), strict=True) if scores[i, j] >= PAIRED]


def _f1(gold: Sequence[Value], column: Sequence[Value]) -> float:
    equal = sum(_alike(a, b) for a, b in zip(gold, column, strict=True) if a is not None and b is not None)
    filled = sum(1 for a in gold if a is not None) + sum(1 for b in column if b is not None)
    return 2 * equal / filled if filled else 0.0


def _alike(gold: Value, got: Value) -> float:
    """1 for the same letters and digits; less with few words and no digit around them."""
    if gold == got:
        return 1.0
    if not isinstance(gold, tuple) or not isinstance(got, tuple):
        return 0.0
    if "".join(gold) == "".join(got):
        return 1.0
    more = len(got) - len(gold)
    for at in range(more + 1) if 0 < more <= MORE_WORDS else ():
        around = got[:at] + got[at + len(gold) :]
        if got[at : at + len(gold)] == gold and not any(c.isdigit() for word in around for c in word):
            return NEARLY
    return 0.0


def _joined(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else value or ""


def _words(text: str) -> Words:
    """The words of a text; of one without letters and digits its signs."""
    return tuple(_tokens(text)) or ((text.strip(),) if text.strip() else ())


def _tokens(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold())


def _address(url: str | None, base: str) -> str | None:
    if not url:
        return None
    try:
        return urldefrag(urljoin(base, url.strip()))[0].rstrip("/") or None
    except ValueError:
        return url
