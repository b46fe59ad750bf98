"""What every test may ask for: the dev corpora where they are unpacked, and the slow tests only when asked for."""

import os
import shutil
import signal
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import hypothesis
import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does: workers are copies of a single thread
import numpy as np

from pagerows.page import Page, parse
from pagerows.page.nodes import TEXT, Layout

ROOT = Path(__file__).parent.parent
#: The same examples in every run, so that a failure is the change's fault; --hypothesis-profile=explore looks wider.
#: Nor the machine's: how long examples take counts for nothing.
ANY_SPEED = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile(
    "same", derandomize=True, deadline=None, database=None, suppress_health_check=ANY_SPEED
)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=2000, suppress_health_check=ANY_SPEED)
hypothesis.settings.load_profile("same")


def corpora_folder() -> Path | None:
    """Where the dev corpora are: $PAGEROWS_CORPORA, else .corpora beside the checkout; None where there are none."""
    folder = Path(os.environ.get("PAGEROWS_CORPORA") or ROOT.parent / ".corpora")
    return folder if any(folder.glob("*/gold.jsonl")) else None


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of the dev corpora; the test is skipped where they are absent."""
    folder = corpora_folder()
    if folder is None:
        pytest.skip("no dev corpora: set PAGEROWS_CORPORA to the folder that they are unpacked in")
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; the test is skipped where there is none."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        pytest.skip("no Chromium: `make browser` installs it")
    return found


def calls_of(function: Callable[..., object], *arguments: object) -> int:
    """How many functions a call calls, those in C included: work that does not depend on the machine."""
    count = 0

    def counted(_frame: FrameType, event: str, _what: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        function(*arguments)
    finally:
        sys.setprofile(before)
    return count


def peak_of(function: Callable[..., object], *arguments: object) -> int:
    """How many bytes a call has in use at most, NumPy's arrays included."""
    tracemalloc.start()
    try:
        function(*arguments)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.fixture(scope="session")
def calls() -> Callable[..., int]:
    """Count the work of a call: growth is bounded by this, never by seconds, which a busy machine makes long."""
    return calls_of


@pytest.fixture(scope="session")
def peak() -> Callable[..., int]:
    """Measure the memory of a call: arrays that grow with the square of a page show there, not in `calls`."""
    return peak_of


def lay_out(html: str, size: tuple[int, int] = (1000, 1000)) -> Page:
    """Parse a page whose elements say ``box="x y width height"``, and if need be ``look=`` and ``bg=``."""
    page = parse(html)
    nodes = page.nodes
    boxes, looks, grounds = np.zeros((len(nodes), 4)), [], []
    for row in range(len(nodes)):
        holder = int(nodes.parent[row]) if nodes.kind[row] == TEXT else row
        boxes[row] = [float(part) for part in (nodes.attribute(holder, "box") or "0 0 0 0").split()]
        looks.append(nodes.attribute(holder, "look") or "plain")
        grounds.append(nodes.attribute(holder, "bg") or "rgba(0, 0, 0, 0)")
    values = [tuple(dict.fromkeys(column)) for column in (looks, grounds)]
    codes = [[known.index(value) for value in column] for known, column in zip(values, (looks, grounds), strict=True)]
    layout = Layout(
        boxes=boxes,
        visible=(boxes[:, 2:] > 0).all(axis=1),
        paint=np.arange(len(nodes), dtype=np.int32),
        styles=np.array(codes, np.int32).T,
        style_names=("font-family", "background-color"),
        style_values=tuple(values),
        size=size,
    )
    return replace(page, nodes=replace(nodes, layout=layout))


@pytest.fixture(name="lay_out", scope="session")
def lay_out_fixture() -> Callable[..., Page]:
    """Rendered pages without a browser: boxes and looks written into the markup."""
    return lay_out


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C reach the programs that tests start: jobs in the background ignore it, and their children do, too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless -m speaks of them or they are named one by one."""
    if "slow" in config.getoption("-m") or any("::" in argument for argument in config.args):
        return
    skipped = [item for item in items if item.get_closest_marker("slow")]
    items[:] = [item for item in items if not item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=skipped)
