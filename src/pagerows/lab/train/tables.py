"""Our columns beside the fields of tables that people made of the same pages: what names are learned from.

Gold is ``lists2026/tables.jsonl`` of the corpora: fields with name, role and type, and all their values.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from pagerows.values import Table
from pagerows.vocabulary import plain

__all__ = ["GoldTable", "accepted", "pair", "read_gold"]

#: Least share of a gold row's words that a row of ours must have, and least F1 of a field and a column.
_ROWS: Final = 0.5
_FIELDS: Final = 0.5
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class GoldTable:
    """What a person made of a page."""

    page: str
    site: str
    url: str | None
    encoding: str | None
    path: Path
    fields: list[dict[str, Any]]
    rows: list[dict[str, Any]]


def read_gold(corpora: Path) -> Iterator[GoldTable]:
    """Yield the tables of the corpora in the order of their file."""
    folder = corpora / "lists2026"
    sites = {line["page"]: line["site"] for line in _lines(folder / "gold.jsonl")}
    for line in _lines(folder / "tables.jsonl"):
        yield GoldTable(
            page=line["page"],
            site=sites.get(line["page"], line["page"]),
            url=line.get("url"),
            encoding=line.get("encoding"),
            path=folder / line["page"] / "page.html",
            fields=line["fields"],
            rows=line["rows"],
        )


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def pair(gold: GoldTable, table: Table) -> dict[int, dict[str, Any]] | None:
    """Return column number -> field for the text fields of a table; None where the rows are not the gold's."""
    from scipy.optimize import linear_sum_assignment

    fields = [field for field in gold.fields if not field.get("link")]
    shown = [number for number, kind in enumerate(table.kinds) if kind != "image"]
    texts = {number: [cell.text if cell else "" for cell in table.cells[number]] for number in shown}
    rows = _pair_rows(
        [" ".join(_joined(row.get(field["name"])) for field in fields) for row in gold.rows],
        [" ".join(row) for row in zip(*texts.values(), strict=True)],
    )
    if len(rows) < _ROWS * len(gold.rows) or not fields:
        return None
    score = np.zeros((len(fields), len(shown)))
    for i, field in enumerate(fields):
        wanted = [_words(_joined(gold.rows[a].get(field["name"]))) for a, _ in rows]
        for j, number in enumerate(shown):
            score[i, j] = _f1(wanted, [_words(texts[number][b]) for _, b in rows])
    pairs = zip(*linear_sum_assignment(-score), strict=True)
    return {shown[j]: fields[i] for i, j in pairs if score[i, j] >= _FIELDS}


#: Words of a name that say a role; any of them is enough.
_SAYING: Final = {
    "title": "title name headline heading subject product article post job event case caption label",
    "description": "description summary excerpt text abstract teaser intro snippet body subtitle dek lead blurb "
    "details",
    "price": "price amount cost rent fee",
    "old_price": "old was regular list original msrp rrp compare before strike previous",
    "discount": "discount save saving sale off percent",
    "rating": "rating stars score",
    "reviews": "reviews review ratings count votes",
    "date": "date published posted updated time when day created",
    "time": "time date hours",
    "author": "author by writer byline artist poster creator user seller",
    "category": "category section topic type tag kicker genre department",
    "tags": "tags tag topics categories keywords labels genres colours colors sizes",
    "location": "location place city address region country area venue",
    "brand": "brand manufacturer maker vendor",
    "id": "id sku model number code isbn ref",
    "status": "status availability stock state badge label flag",
    "count": "count number comments views likes replies posts downloads items quantity votes",
    "duration": "duration length time minutes read",
    "phone": "phone tel",
    "rank": "rank position number no",
    "size": "size dimensions weight capacity",
    "salary": "salary pay wage compensation",
    "company": "company employer organisation organization publisher source",
}


def accepted(name: str, field: dict[str, Any]) -> bool:
    """Tell whether a person would accept a name for a field: one of the gold's, or one that says the role.

    >>> [accepted(name, {"name": "price", "role": "price"}) for name in ("sale_price", "price_2")]
    [True, False]
    """
    plain_name = "_".join(_words(name))
    if plain_name[-1:].isdigit():
        return False
    known = {"_".join(_words(other)) for other in [field["name"], *field.get("accept", [])]}
    return plain_name in known or bool(set(plain_name.split("_")) & set(_SAYING.get(field["role"], "").split()))


def _pair_rows(gold: Sequence[str], rows: Sequence[str]) -> list[tuple[int, int]]:
    from scipy.optimize import linear_sum_assignment

    wanted, found = ([Counter(_words(text)) for text in texts] for texts in (gold, rows))
    if not wanted or not found:
        return []
    score = np.array([[(a & b).total() / max(1, a.total()) - 1e-6 * b.total() for b in found] for a in wanted])
    return [(int(i), int(j)) for i, j in zip(*linear_sum_assignment(-score), strict=True) if score[i, j] >= _ROWS]


def _joined(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else value or ""


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(plain(text)))


def _f1(gold: Sequence[tuple[str, ...]], column: Sequence[tuple[str, ...]]) -> float:
    equal = sum(_alike(a, b) for a, b in zip(gold, column, strict=True) if a and b)
    filled = sum(map(bool, gold)) + sum(map(bool, column))
    return 2 * equal / filled if filled else 0.0


def _alike(gold: tuple[str, ...], text: tuple[str, ...]) -> float:
    """1 for the same words, 0.8 with up to three more around them, else 0."""
    if gold == text or "".join(gold) == "".join(text):
        return 1.0
    more = len(text) - len(gold)
    return 0.8 if 0 < more <= 3 and any(text[at : at + len(gold)] == gold for at in range(more + 1)) else 0.0
