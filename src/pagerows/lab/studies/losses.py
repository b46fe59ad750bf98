"""Where `auto` loses: every page's missing F1, told apart by cause; printed by ``by_site --losses``.

What a page lacks to 1 is the sum of: what the best of its candidates lacks; what the chosen one lacks to that, as
another list or as another cut of the same list; the answer refused by the verdict; and what is left between the
candidate's label and the measured table. The last may be negative: records are cleaned after the choice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.lab.train.auto.samples import Sample
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import Floats

__all__ = ["CAUSES", "Loss", "alarms", "loss_of", "table", "worst"]

CAUSES: Final = ("no candidate", "other list", "other cut", "refused", "table")
#: Share of the smaller one's rows that two candidates have in common where they are cuts of one list.
_SAME_LIST: Final = 0.5
#: F1 that a page loses by a cause before it is counted as one of its pages.
_COUNTED: Final = 0.1


@dataclass(frozen=True, slots=True)
class Loss:
    """What one page loses: F1 by cause, with the number of records chosen and in the best candidate."""

    dataset: str
    page: str
    f1: float
    causes: dict[str, float]
    chosen: int
    best: int


def loss_of(sample: Sample, scores: Floats, *, accepted: bool, f1: float) -> Loss:
    """Divide what a page with records lacks, given its candidates' scores, its verdict and its measured F1."""
    causes = dict.fromkeys(CAUSES, 0.0)
    if not len(scores):
        causes["no candidate"] = 1 - f1
        return Loss(sample.dataset, sample.page, f1, causes, 0, 0)
    labels, sizes = sample.labels, sample.candidates.sizes
    chosen, most = int(scores.argmax()), float(labels.max())
    best = int(np.where(labels >= most - 1e-9, scores, -np.inf).argmax())
    reached = float(labels[chosen])
    causes["no candidate"] = 1 - most
    causes["other cut" if _same_list(sample.candidates, chosen, best) else "other list"] = most - reached
    if accepted:
        causes["table"] = reached - f1
    else:
        causes["refused"] = reached
    return Loss(sample.dataset, sample.page, f1, causes, int(sizes[chosen]), int(sizes[best]))


def _same_list(candidates: Candidates, one: int, other: int) -> bool:
    a, b = _rows(candidates, one), _rows(candidates, other)
    return bool((a & b).sum() >= _SAME_LIST * min(a.sum(), b.sum()))


def _rows(candidates: Candidates, chosen: int) -> NDArray[np.bool_]:
    own = slice(int(candidates.first[chosen]), int(candidates.first[chosen + 1]))
    edges = np.zeros(int(candidates.stop.max()) + 1, np.int64)
    np.add.at(edges, candidates.start[own], 1)
    np.add.at(edges, candidates.stop[own], -1)
    found: NDArray[np.bool_] = np.cumsum(edges) > 0
    return found


def table(losses: Sequence[Loss]) -> Iterator[str]:
    """Per dataset and cause: pages that lose a tenth or more by it, and the F1 it costs, summed over pages."""
    yield f"{'':<14}{'pages':>6}{'lost':>7}" + "".join(f"{cause:>16}" for cause in CAUSES)
    groups: dict[str, list[Loss]] = defaultdict(list)
    for loss in losses:
        groups[loss.dataset].append(loss)
    for name, own in [*sorted(groups.items()), ("all", list(losses))]:
        cells = "".join(f"{_pages(own, cause):>9}{_points(own, cause):>7.2f}" for cause in CAUSES)
        yield f"{name:<14}{len(own):>6}{sum(1 - loss.f1 for loss in own):>7.2f}{cells}"


def _pages(losses: Iterable[Loss], cause: str) -> int:
    return sum(loss.causes[cause] >= _COUNTED for loss in losses)


def _points(losses: Iterable[Loss], cause: str) -> float:
    return sum(loss.causes[cause] for loss in losses)


def worst(losses: Iterable[Loss], most: int) -> Iterator[str]:
    """The pages that lose most, with their largest cause and the records chosen and there."""
    for loss in sorted(losses, key=lambda loss: loss.f1)[:most]:
        cause = max(loss.causes, key=loss.causes.__getitem__)
        counts = f"{loss.chosen} records chosen, {loss.best} in the best"
        yield f"{loss.f1:.3f}  {loss.dataset}/{loss.page}: {cause}, {counts}"


def alarms(samples: Sequence[Sample], accepted: Sequence[bool]) -> Iterator[str]:
    """The pages without records that are answered."""
    for sample, sure in zip(samples, accepted, strict=True):
        if sure and not sample.has_records:
            yield f"alarm  {sample.dataset}/{sample.page}"
