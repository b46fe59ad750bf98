"""The papers' tables as data, and what a row of ours is measured from."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from pagerows.errors import ParameterError
from pagerows.lab.bench.measures import ratios
from pagerows.lab.bench.results import PageResult
from pagerows.lab.bench.summary import summarise

__all__ = ["PublishedRow", "PublishedTable", "figure", "published", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRow:
    """One line of a published table, and what measures it here (no method: nothing does)."""

    label: str
    #: None where the table has no figure.
    published: tuple[float | None, ...]
    #: The method with the paper's setting, and with ours.
    paper: str = ""
    method: str = ""
    #: Why our figures differ, in one line.
    why: str = ""
    datasets: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTable:
    """One table of a paper."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[PublishedRow, ...]
    #: What is not the same here: data, definition, machine.
    differs: str
    #: Empty where the data are public, else what is not.
    data: str = ""
    #: The function of `experiments` that measures it. What is not measured by rows has one setting, the paper's.
    compute: str = "records"
    unit: str = "%"


@cache
def published() -> tuple[PublishedTable, ...]:
    """Read all tables."""
    text = resources.files("pagerows.lab.papers").joinpath("published.toml").read_text(encoding="utf-8")
    return tuple(_table(entry) for entry in tomllib.loads(text)["table"])


def table(name: str) -> PublishedTable:
    """Return a table by name."""
    for found in published():
        if found.name == name:
            return found
    raise ParameterError(f"unknown table {name!r}; there are: {', '.join(found.name for found in published())}")


def _table(entry: dict[str, Any]) -> PublishedTable:
    rows = tuple(
        PublishedRow(
            label=row["label"],
            published=tuple(None if value == "-" else float(value) for value in row["published"]),
            paper=row.get("paper", ""),
            method=row.get("method", ""),
            why=row.get("why", ""),
            datasets=tuple(row.get("datasets", ())),
            figures=tuple(row.get("figures", ())),
        )
        for row in entry["rows"]
    )
    return PublishedTable(**{**entry, "rows": rows, "columns": tuple(entry["columns"])})


def figure(results: Sequence[PageResult], path: str) -> float | None:
    """Return a figure of some results in per cent: ``records.F1``, ``items.alignment``, ``right_region``...

    ``right_region``: the share of pages whose answer holds at least half of the records.
    """
    if path in {"right_region", "wrong_region"}:
        right = _right_regions(results)
        return None if right is None else 100 * (right if path == "right_region" else 1 - right)
    group, _, name = path.partition(".")
    value = summarise(results).get(group, {}).get(name)
    return None if value is None else 100 * value


def _right_regions(results: Sequence[PageResult]) -> float | None:
    counts = [result.counts for result in results if result.has_records and "gold" in result.counts]
    if not counts:
        return None
    recall = [ratios(c.get("titles", c["correct"]), c["predicted"], c["gold"])[1] for c in counts]
    return sum(value >= 0.5 for value in recall) / len(recall)
