"""Tasks in processes of their own: order, errors, workers that die, hang or take too much memory."""

import subprocess
import sys
import threading
import time
import types
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from pagerows.conversing import converse
from pagerows.errors import PageError, PagerowsError
from pagerows.processes import LINUX, context
from pagerows.workers import Limits, run_tasks


@pytest.fixture
def work(monkeypatch):
    """The work is in a module of its own: worker processes import it by name."""
    monkeypatch.syspath_prepend(Path(__file__).parent)
    return import_module("worker_tasks").work


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


@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("jobs", [1, 2])
def test_no_task_is_lost_when_workers_are_killed(work, jobs, ahead, tmp_path):
    tasks = [("square", n) for n in range(40)]
    tasks[5] = tasks[6] = tasks[30] = ("die",)
    tasks[12] = ("die once", str(tmp_path / "mark"))
    outcomes = list(run_tasks(work, tasks, jobs=jobs, ahead=ahead))
    assert [outcome.task for outcome in outcomes] == tasks
    assert [n for n, outcome in enumerate(outcomes) if outcome.error] == [5, 6, 30]
    assert "SIGKILL" in outcomes[5].error
    assert outcomes[12].result == "alive"
    assert outcomes[39].result == 39**2


@pytest.mark.parametrize(("quick_start", "ahead"), [(False, False), (True, False), (False, True)])
def test_a_task_that_hangs_is_ended_and_the_others_go_on(work, quick_start, ahead):
    tasks = [("square", 2), ("hang",), ("hang in C",), ("square", 3)]
    outcomes = list(run_tasks(work, tasks, limits=Limits(seconds=1), quick_start=quick_start, ahead=ahead))
    assert [outcome.result for outcome in outcomes] == [4, None, None, 9]
    assert outcomes[1].error == outcomes[2].error == "the page took longer than the 1 s allowed"


def test_what_a_task_started_ends_with_it(work, tmp_path):
    (outcome,) = run_tasks(work, [("start and hang", str(tmp_path / "child"))], limits=Limits(seconds=2))
    assert "longer than" in outcome.error
    child = int((tmp_path / "child").read_text())
    assert gone(child)


def test_a_task_that_wants_too_much_memory_fails_alone(work):
    limits = Limits(memory=600 * 2**20)
    big, fine = run_tasks(work, [("fill", 2**30), ("square", 3)], limits=limits)
    assert big.error == "not enough memory"
    assert fine.result == 9


@pytest.mark.parametrize("jobs", [1, 2])
def test_tasks_too_large_to_wait_in_a_line_are_done_as_well(work, jobs):
    sizes = [10, 9_000_000, 200_000, 9_000_000, 300_000, 10, 100_000] * 3
    outcomes = run_tasks(work, [("length", bytes(size)) for size in sizes], jobs=jobs, ahead=True)
    assert [outcome.result for outcome in outcomes] == sizes


def test_what_waits_behind_a_task_that_hangs_never_blocks_us(work):
    tasks = [("square", 2), ("hang",), ("length", bytes(9_000_000)), ("hang",), ("length", bytes(100_000))]
    outcomes = list(run_tasks(work, tasks, limits=Limits(seconds=1), ahead=True))
    assert [outcome.result for outcome in outcomes] == [4, None, 9_000_000, None, 100_000]


def test_a_worker_that_is_full_leaves_what_waits_for_it_to_another(work):
    tasks = [("process",), ("process",), ("write", 400 * 2**20), ("process",), ("process",)]
    outcomes = list(run_tasks(work, tasks, limits=Limits(memory=600 * 2**20), ahead=True))
    first, second, filled, third, fourth = (outcome.result for outcome in outcomes)
    assert filled == 400 * 2**20
    assert first == second != third == fourth


def test_a_worker_that_hangs_dies_with_its_parent(work, tmp_path):
    """Even when the parent is killed and can clean nothing up."""
    program = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from pagerows.workers import run_tasks\nfrom worker_tasks import work\n"
        f"list(run_tasks(work, [('note and hang', {str(tmp_path / 'worker')!r})], quick_start=%s))"
    )
    for quick_start in (True, False):
        with subprocess.Popen([sys.executable, "-c", program % quick_start]) as parent:
            worker = int(written(tmp_path / "worker"))
            parent.kill()
        assert gone(worker)
        (tmp_path / "worker").unlink()


def written(path):
    """What a file holds, as soon as it holds something."""
    for _ in range(2000):
        if path.exists() and (text := path.read_text()):
            return text
        time.sleep(0.01)
    raise AssertionError(f"nothing in {path}")


def gone(process):
    """Whether a process ends within a while; a zombie that nobody waits for has ended."""
    for _ in range(2000):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


def test_no_tasks_no_outcomes(work):
    assert list(run_tasks(work, [], jobs=2)) == []


def test_leaving_early_ends_the_workers(work):
    outcomes = run_tasks(work, [("square", n) for n in range(10)], jobs=2)
    assert next(outcomes).result == 0
    outcomes.close()


def test_work_that_no_process_can_import_fails_and_does_not_hang(work):
    """Workers die at their start here."""
    hidden = type(work)(work.__code__, {}, "hidden")
    hidden.__module__, hidden.__qualname__ = "tasks_elsewhere", "hidden"
    sys.modules["tasks_elsewhere"] = types.SimpleNamespace(hidden=hidden)
    try:
        (outcome,) = run_tasks(hidden, [("square", 1)], jobs=2)
    finally:
        del sys.modules["tasks_elsewhere"]
    assert "the process died" in outcome.error


def test_what_workers_need_is_loaded_once_for_all_of_them(work, tmp_path):
    """Also for those that take the place of others."""
    note = partial(import_module("worker_tasks").note_loading, str(tmp_path / "loaded"))
    tasks = [("square", 3), ("die",), ("square", 4), ("die",), ("square", 5)]
    outcomes = list(run_tasks(work, tasks, jobs=2, warm_up=note))
    assert [outcome.result for outcome in outcomes] == [9, None, 16, None, 25]
    assert (tmp_path / "loaded").read_text() == "loaded\n"


def test_a_process_with_threads_is_not_copied(work):
    """What another thread holds at that moment, a copy would wait for for ever."""
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert context(quick_start=True).get_start_method() == "spawn"
        (outcome,) = run_tasks(work, [("square", 3)], quick_start=True)
    finally:
        stop.set()
        thread.join()
    assert outcome.result == 9


@pytest.mark.skipif(not LINUX, reason="workers are started by this process itself")
def test_the_end_of_the_template_costs_the_tasks_at_hand_a_second_try(work, tmp_path):
    tasks = [("square", 2), ("kill the parent once", str(tmp_path / "mark")), *(("square", n) for n in range(9))]
    outcomes = list(run_tasks(work, tasks, jobs=2))
    assert [outcome.result for outcome in outcomes] == [4, "alive", *(n**2 for n in range(9))]


@pytest.mark.parametrize("quick_start", [False, True])
def test_a_lock_of_this_process_is_not_held_by_its_workers(work, tmp_path, quick_start):
    fcntl = pytest.importorskip("fcntl")
    path = tmp_path / "lock"
    with path.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        outcomes = run_tasks(work, [("square", n) for n in range(3)], quick_start=quick_start)
        assert next(outcomes).result == 0
    with path.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert [outcome.result for outcome in outcomes] == [1, 4]


def test_what_a_worker_loads_first_is_not_counted_to_its_first_task(work):
    tasks = [("square", 3), ("square", 4)]
    slow = import_module("worker_tasks").load_slowly
    outcomes = run_tasks(work, tasks, limits=Limits(seconds=1.0), warm_up=slow)
    assert [outcome.result for outcome in outcomes] == [9, 16]


@pytest.fixture
def talk(monkeypatch):
    """A task that asks for things on its way."""
    monkeypatch.syspath_prepend(Path(__file__).parent)
    return import_module("worker_tasks").talk


def test_a_long_task_gives_results_and_is_answered(talk):
    assert list(converse(talk, ["a", "b"], str.upper)) == ["a is A", "b is B"]


def test_time_that_an_answer_takes_is_not_the_tasks(talk):
    def slowly(question):
        time.sleep(2)
        return question

    assert list(converse(talk, ["a"], slowly, limits=Limits(seconds=1))) == ["a is a"]


@pytest.mark.parametrize(
    ("question", "error", "told"),
    [("hang", PagerowsError, "longer than the 1 s"), ("die", PagerowsError, "SIGKILL"), ("bad page", PageError, "no")],
)
def test_a_long_task_that_fails_does_so_behind_its_results(talk, question, error, told):
    found = converse(talk, ["a", question, "b"], str.upper, limits=Limits(seconds=1))
    assert next(found) == "a is A"
    with pytest.raises(error, match=told):
        next(found)


def test_what_an_answer_raises_is_raised_in_the_task(talk):
    def refuse(question):
        raise PageError(f"no {question}")

    assert list(converse(talk, ["quietly a"], refuse)) == ["no quietly a"]
    with pytest.raises(PageError, match="no a"):
        list(converse(talk, ["a"], refuse))
