"""Two runs -> the pages that were won and lost between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pagerows.errors import CorpusError
from pagerows.lab.bench.results import PageResult, Run
from pagerows.lab.bench.summary import page_f1

__all__ = ["Change", "changes", "comparable", "pairs"]


@dataclass(frozen=True, slots=True)
class Change:
    """One page before and after."""

    before: PageResult
    after: PageResult

    @property
    def gain(self) -> float:
        """How much the page's F1 has risen."""
        return (page_f1(self.after) or 0.0) - (page_f1(self.before) or 0.0)


def pairs(before: Run, after: Run) -> list[tuple[str, str]]:
    """Which method of one run goes with which of the other: those of the same label, or the only two there are."""
    shared = [(method, method) for method in before.methods if method in after.methods]
    if shared:
        return shared
    if len(before.methods) == len(after.methods) == 1:
        return [(next(iter(before.methods)), next(iter(after.methods)))]
    raise CorpusError(
        f"the runs share no method: {', '.join(before.methods)} against {', '.join(after.methods)};"
        " two runs of one method each can be compared whatever their names"
    )


def changes(before: Run, after: Run, methods: tuple[str, str]) -> list[Change]:
    """Return every page that both runs have, in the order of the second."""
    old = {(r.dataset, r.page): r for r in before.results if r.method == methods[0]}
    new = [r for r in after.results if r.method == methods[1]]
    return [Change(old[r.dataset, r.page], r) for r in new if (r.dataset, r.page) in old]


def comparable(before: Run, after: Run) -> list[str]:
    """Return what makes a comparison doubtful: datasets that changed or that only one run has."""
    doubts = []
    for name in sorted({*before.datasets, *after.datasets}):
        old, new = before.datasets.get(name), after.datasets.get(name)
        if old is None or new is None:
            doubts.append(f"{name}: only in the {'second' if old is None else 'first'} run")
        elif old.get("digest") != new.get("digest"):
            doubts.append(f"{name}: its pages or gold have changed between the runs")
    return doubts


def moved(found: Sequence[Change], least: float) -> tuple[list[Change], list[Change]]:
    """Return the pages won and lost by at least that much F1, most first."""
    won = sorted((c for c in found if c.gain >= least), key=lambda c: (-c.gain, c.after.page))
    lost = sorted((c for c in found if c.gain <= -least), key=lambda c: (c.gain, c.after.page))
    return won, lost
