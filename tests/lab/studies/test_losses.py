"""What a page lacks is told apart by cause, and the causes add up."""

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("scipy")

from pagerows.lab.studies import losses
from pagerows.measures.candidates import Candidates

#: Four candidates: a list of three records, the same list as one cut more, another list, and a part of the first.
CANDIDATES = Candidates(
    np.array([10, 20, 30, 11, 21, 31, 50, 60, 70, 10, 15, 20, 25, 30, 35]),
    np.array([20, 30, 40, 20, 30, 40, 60, 70, 80, 15, 20, 25, 30, 35, 40]),
    np.array([0, 3, 6, 9, 15]),
    np.zeros(4, np.int64),
)


def sample(labels, page="page"):
    return SimpleNamespace(dataset="own", page=page, labels=np.array(labels), candidates=CANDIDATES, has_records=True)


@pytest.mark.parametrize(
    ("labels", "scores", "accepted", "f1", "cause", "lost"),
    [
        ([0.5, 0.5, 0, 0], [0.9, 0.8, 0, 0], True, 0.5, "no candidate", 0.5),
        ([1, 1, 0, 0], [0.2, 0.1, 0.9, 0], True, 0.0, "other list", 1.0),
        ([1, 1, 0, 0.4], [0.2, 0.1, 0, 0.9], True, 0.4, "other cut", 0.6),
        ([1, 1, 0, 0], [0.9, 0.8, 0, 0], False, 0.0, "refused", 1.0),
        ([1, 1, 0, 0], [0.9, 0.8, 0, 0], True, 0.7, "table", 0.3),
    ],
)
def test_a_loss_has_its_cause(labels, scores, accepted, f1, cause, lost):
    found = losses.loss_of(sample(labels), np.array(scores), accepted=accepted, f1=f1)
    assert found.causes == pytest.approx(dict.fromkeys(losses.CAUSES, 0.0) | {cause: lost})


def test_causes_add_up_to_what_is_lost():
    found = losses.loss_of(sample([0.9, 0.8, 0.3, 0]), np.array([0.1, 0, 0.5, 0]), accepted=True, f1=0.25)
    assert sum(found.causes.values()) == pytest.approx(1 - found.f1)


def test_a_page_without_candidates_lacks_a_candidate():
    found = losses.loss_of(sample([]), np.zeros(0), accepted=False, f1=0.0)
    assert found.causes["no candidate"] == 1


def test_the_table_sums_over_pages_and_the_worst_come_first():
    one = losses.loss_of(sample([1, 1, 0, 0], "good"), np.array([0.9, 0.8, 0, 0]), accepted=True, f1=1.0)
    two = losses.loss_of(sample([1, 1, 0, 0], "bad"), np.array([0.2, 0.1, 0.9, 0]), accepted=True, f1=0.0)
    *_, line = losses.table([one, two])
    name, pages, lost, *cells = line.split()
    assert (name, pages, lost) == ("all", "2", "1.00")
    assert cells[2:4] == ["1", "1.00"]
    assert [line.split()[1] for line in losses.worst([one, two], 1)] == ["own/bad:"]


def test_only_answered_pages_without_records_are_alarms():
    pages = [SimpleNamespace(dataset="own", page=page, has_records=has) for page, has in (("a", False), ("b", True))]
    assert list(losses.alarms(pages, [True, True])) == ["alarm  own/a"]
    assert list(losses.alarms(pages, [False, True])) == []
