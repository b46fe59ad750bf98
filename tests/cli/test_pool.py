"""The process pool: order, errors, and workers that die."""

import sys
import types
from importlib import import_module
from pathlib import Path

import pytest

from pagerows.cli._pool import run_tasks


@pytest.fixture
def work(monkeypatch):
    """The work is in a module of its own: worker processes import it by name."""
    monkeypatch.syspath_prepend(Path(__file__).parent)
    return import_module("pool_work").work


@pytest.mark.parametrize("jobs", [1, 3])
def test_outcomes_come_in_the_order_of_the_tasks(work, jobs):
    tasks = [("slow",), *(("square", n) for n in range(60))]
    outcomes = list(run_tasks(work, tasks, jobs=jobs))
    assert [outcome.task for outcome in outcomes] == tasks
    assert [outcome.result for outcome in outcomes] == ["slow", *(n**2 for n in range(60))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failed_task_is_an_outcome_with_its_reason(work, jobs):
    expected, bug, fine = run_tasks(work, [("bad page",), ("bug",), ("square", 3)], jobs=jobs)
    assert (expected.result, expected.error) == (None, "not a page")
    assert bug.error.startswith("ZeroDivisionError")
    assert fine.result == 9


def test_no_task_is_lost_when_workers_are_killed(work, tmp_path):
    tasks = [("square", n) for n in range(40)]
    tasks[5] = tasks[6] = tasks[30] = ("die",)
    tasks[12] = ("die once", str(tmp_path / "mark"))
    outcomes = list(run_tasks(work, tasks, jobs=2))
    assert [outcome.task for outcome in outcomes] == tasks
    assert [n for n, outcome in enumerate(outcomes) if outcome.error] == [5, 6, 30]
    assert "SIGKILL" in outcomes[5].error
    assert outcomes[12].result == "alive"
    assert outcomes[39].result == 39**2


def test_no_tasks_no_outcomes(work):
    assert list(run_tasks(work, [], jobs=2)) == []


def test_leaving_early_ends_the_workers(work):
    outcomes = run_tasks(work, [("square", n) for n in range(10)], jobs=2)
    assert next(outcomes).result == 0
    outcomes.close()


def test_work_that_no_process_can_import_fails_and_does_not_hang(work):
    """Workers die at their start here."""
    hidden = type(work)(work.__code__, {}, "hidden")
    hidden.__module__, hidden.__qualname__ = "pool_work_elsewhere", "hidden"
    sys.modules["pool_work_elsewhere"] = types.SimpleNamespace(hidden=hidden)
    try:
        (outcome,) = run_tasks(hidden, [("square", 1)], jobs=2)
    finally:
        del sys.modules["pool_work_elsewhere"]
    assert "the process died" in outcome.error
