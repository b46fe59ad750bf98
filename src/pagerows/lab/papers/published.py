"""The papers' tables as data, and what a row of ours is measured from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from pagerows.errors import ParameterError
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
    #: Where a row is of some pages only: their names, or their categories.
    pages: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()

    def chooses(self, page: str, category: str) -> bool:
        """Whether a page is one of the row's."""
        if not self.pages and not self.categories:
            return True
        return page in self.pages or category in self.categories


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
    #: Decimals that are shown.
    digits: int = 2
    #: Where columns are of several systems: each with the paper's setting and with ours, and the figures of each.
    paper: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()


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
            pages=tuple(row.get("pages", ())),
            categories=tuple(row.get("categories", ())),
        )
        for row in entry["rows"]
    )
    lists = {name: tuple(entry.get(name, ())) for name in ("columns", "paper", "ours", "figures")}
    return PublishedTable(**{**entry, **lists, "rows": rows})


def figure(results: Sequence[PageResult], path: str) -> float | None:
    """Return a figure of some results in per cent: ``records.F1``, ``items.alignment``...

    ``records.accuracy@N`` is [E17 Eq. 14], where N blocks of a page are no records.
    """
    group, _, name = path.partition(".")
    found = summarise(results).get(group, {})
    name, _, others = name.partition("@")
    value = _accuracy(found, float(others)) if others and found else found.get(name)
    return None if value is None else 100 * value


def _accuracy(records: Mapping[str, float], others: float) -> float:
    """The share of records found and of other blocks rejected among all of them.

    Eq. 14 prints found twice in its denominator. The published figures follow from published P and R without that, with
    one number of other blocks for all systems: 108 on a page of the testbed, 40 on one of TBDW.
    """
    rejected = others * records["pages"]
    wrong = records["predicted"] - records["correct"]
    return (records["correct"] + rejected - wrong) / (records["gold"] + rejected)
