"""The table of [VD13 Table I] for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from pagerows.lab.papers.filtering import Filtered, averages
from pagerows.lab.papers.published import table as published

__all__ = ["filter_table"]


def filter_table(name: str, lines: Sequence[Filtered]) -> Table:
    """One line per page, ours and the published averages below."""
    table = Table(title=f"{name}: {len(lines)} pages with records", title_justify="left")
    for column in (
        "page",
        "nodes",
        "left",
        "pruned",
        "content",
        "MDR",
        "target",
        "filtered",
        "target",
        "noise removed",
    ):
        table.add_column(column, justify="left" if column in {"page", "content"} else "right")
    for line in lines:
        table.add_row(
            line.page,
            str(line.nodes),
            str(line.left),
            f"{line.pruned:.1%}",
            {True: "yes", False: "no", None: "-"}[line.present],
            str(line.total),
            _known(line.target),
            str(line.total_left),
            _known(line.target_left),
            "-" if line.noise_removed is None else f"{line.noise_removed:.1%}",
        )
    table.add_section()
    average = published("vd13-1").rows[0].published
    theirs = (average[3], average[2], average[8])
    for label, figures in (("average", averages(lines)), ("[VD13] Table I", theirs)):
        present, gone, noise = ("-" if figure is None else f"{figure:.2f}%" for figure in figures)
        table.add_row(label, "", "", gone, present, "", "", "", "", noise)
    return table


def _known(number: int | None) -> str:
    return "-" if number is None else str(number)
