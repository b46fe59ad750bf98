from collections.abc import Callable, Sequence
from typing import Any

def json_lines(
    before: str,
    first: int,
    xpaths: Sequence[str | None],
    fields: Sequence[tuple[str, Sequence[str | None]]],
    values: Sequence[tuple[str, Sequence[Any]]],
    told: Callable[[Any], str],
    after: str,
) -> bytes: ...
def json_values(
    rows: int, values: Sequence[tuple[str, Sequence[Any]]], told: Callable[[Any], str]
) -> list[str | None]: ...
def texts_and_urls(
    cells: tuple[Any, ...],
) -> tuple[tuple[str | None, ...], tuple[str | None, ...], bool]: ...
