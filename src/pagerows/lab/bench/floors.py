"""Floors: figures that methods have reached on the dev corpora and may not fall below again.

`bench/floors.toml` has one table per scope (a fixed sample, or all pages), dataset and method, with the digest of the
dataset that the figures belong to. Floors rise by command; they fall only with a reason, which is kept in the file.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from pagerows.errors import CorpusError
from pagerows.lab.bench.corpora import Dataset
from pagerows.lab.bench.results import PageResult, Run
from pagerows.lab.bench.summary import summarise

__all__ = ["PATH", "SCOPES", "Broken", "Floors", "figures", "sampled"]

#: Where the floors are, seen from the project's root.
PATH: Final = Path("bench/floors.toml")
#: "sample": few pages of each dataset, for every test run; "all": every page.
SCOPES: Final[tuple[str, ...]] = ("sample", "all")
#: Pages of each dataset in the sample.
SAMPLE_PAGES: Final = 12
#: Figures are kept in per cent; smaller differences are rounding.
TOLERANCE: Final = 0.051

_HEAD = """\
# Floors in per cent, measured on the dev corpora: `make gate` fails where a method falls below one.
# Written by `pagerows bench gate --raise` (and `--lower REASON`); not by hand.
"""


def sampled(dataset: Dataset, pages: int = SAMPLE_PAGES) -> Dataset:
    """Return a dataset with a fixed choice of its pages: always the same ones, from all over it."""
    dataset.digest()  # of the whole dataset: kept with the copy
    order = sorted(dataset.pages, key=lambda gold: hashlib.sha256(gold.page.encode()).digest())
    chosen = {gold.page for gold in order[:pages]}
    return replace(dataset, gold=tuple(gold for gold in dataset.pages if gold.page in chosen))


def figures(results: Sequence[PageResult]) -> dict[str, float]:
    """Return the figures that have floors, in per cent; higher is better in all of them."""
    found = summarise(results)
    records = found.get("titles") or found.get("records")
    pinned = {"answered": 100 * (1 - found["failed"] / found["pages"])}
    if records:
        pinned |= {name: 100 * records[name] for name in ("F1", "macro_F1")}
        pinned["perfect"] = 100 * records["perfect"] / records["pages"]
    if "items" in found:
        pinned |= {"items_F1": 100 * found["items"]["F1"], "alignment": 100 * found["items"]["alignment"]}
    if "false_alarms" in found:
        pinned["silent"] = 100 * (1 - found["false_alarms"]["rate"])
    if text := found.get("text", {}).get("listing+collection"):
        pinned["words_F1"] = 100 * text["F1"]
    return {name: int(value * 10 + 1e-6) / 10 for name, value in pinned.items()}  # rounded down


@dataclass(frozen=True, slots=True)
class Broken:
    """A figure below its floor."""

    dataset: str
    method: str
    figure: str
    floor: float
    measured: float

    def __str__(self) -> str:
        return f"{self.dataset} {self.method} {self.figure}: {self.measured:.1f} is below its floor {self.floor:.1f}"


@dataclass(frozen=True)
class Floors:
    """What is in ``floors.toml``: scope -> dataset -> method -> figure -> floor, and each dataset's digest."""

    scopes: dict[str, dict[str, dict[str, dict[str, float]]]] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    #: Every floor that was lowered, with the reason.
    lowered: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def load(cls, path: Path) -> Floors:
        """Read the floors; none where there is no file yet."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError) as error:
            raise CorpusError(f"{path} cannot be read as floors: {error}") from error
        scopes = {scope: data[scope] for scope in SCOPES if scope in data}
        return cls(scopes, data.get("digests", {}), data.get("lowered", []))

    def methods(self, scope: str, dataset: str | None = None) -> list[str]:
        """The methods that have floors, on one dataset or on any."""
        there = self.scopes.get(scope, {})
        named = (method for name, methods in there.items() if dataset in (None, name) for method in methods)
        return list(dict.fromkeys(named))

    def same_corpus(self, dataset: Dataset) -> bool:
        """Whether the floors are about these very pages."""
        return self.digests.get(dataset.name, dataset.digest()) == dataset.digest()

    def check(self, run: Run, scope: str) -> list[Broken]:
        """Return what fell below its floor."""
        broken = []
        for dataset, method, results in run.pairs():
            floors = self.scopes.get(scope, {}).get(dataset, {}).get(method, {})
            measured = figures(results)
            broken += [
                Broken(dataset, method, name, floor, measured.get(name, 0.0))
                for name, floor in floors.items()
                if measured.get(name, 0.0) < floor - TOLERANCE
            ]
        return broken

    def updated(self, run: Run, scope: str, reason: str = "", date: str = "") -> Floors:
        """Return floors risen to what was measured; with a `reason` those that it fell below are lowered too."""
        scopes: dict[str, dict[str, dict[str, dict[str, float]]]] = json.loads(json.dumps(self.scopes))
        lowered = list(self.lowered)
        for dataset, method, results in run.pairs():
            floors = scopes.setdefault(scope, {}).setdefault(dataset, {}).setdefault(method, {})
            for name, value in figures(results).items():
                old = floors.get(name)
                if old is None or value >= old:
                    floors[name] = value
                elif reason and value < old - TOLERANCE:
                    floors[name] = value
                    where = {"scope": scope, "dataset": dataset, "method": method, "figure": name}
                    lowered.append({"date": date, **where, "from": old, "to": value, "reason": reason})
        digests = self.digests | {name: about["digest"] for name, about in run.datasets.items()}
        return Floors(scopes, digests, lowered)

    def save(self, path: Path) -> None:
        """Write the file."""
        lines = [_HEAD, "[digests]", *_settings(self.digests)]
        for scope in SCOPES:
            for dataset, methods in sorted(self.scopes.get(scope, {}).items()):
                for method, floors in sorted(methods.items()):
                    lines += ["", f"[{scope}.{_key(dataset)}.{_key(method)}]", *_settings(floors)]
        for entry in self.lowered:
            lines += ["", "[[lowered]]", *_settings(entry)]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else json.dumps(name)


def _settings(values: Mapping[str, Any]) -> Iterable[str]:
    return [f"{_key(name)} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
