"""Times and growth -> tables on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table

from pagerows.lab.bench.show import milliseconds
from pagerows.lab.speed.methods import Growth, Speed

__all__ = ["growth_table", "speed_table"]


def speed_table(rows: Sequence[Speed]) -> Table:
    """One row per step: time, ratio to parsing alone, peak memory."""
    pages = rows[0].pages if rows else 0
    caption = f"{pages} pages; best round of each page; methods include parsing; memory on the largest page"
    table = Table(caption=caption, header_style="bold", box=box.SIMPLE_HEAD)
    for head in ("step", "ms median", "ms p95", "times parse only", "peak MiB", "failed"):
        table.add_column(head, justify="left" if head == "step" else "right", no_wrap=True)
    for row in rows:
        memory = "" if row.peak_mib is None else f"{row.peak_mib:.0f}"
        times = [milliseconds(row.median_ms), milliseconds(row.p95_ms), f"{row.ratio:.2f}"]
        table.add_row(row.step, *times, memory, str(row.failed or ""))
    return table


def growth_table(rows: Sequence[Growth]) -> Table:
    """Milliseconds by size of generated pages, with the fitted exponent."""
    table = Table(caption="generated pages; ms; time ~ nodes ** exponent", header_style="bold", box=box.SIMPLE_HEAD)
    table.add_column("step", no_wrap=True)
    for nodes in rows[0].nodes if rows else []:
        table.add_column(f"{nodes:,} nodes", justify="right")
    table.add_column("exponent", justify="right")
    for row in rows:
        table.add_row(row.step, *(milliseconds(1000 * took) for took in row.seconds), f"{row.exponent:.2f}")
    return table
