"""dlt: a list over all of its pages as a resource that any pipeline loads.

pipeline = dlt.pipeline("shop", destination="duckdb")
pipeline.run(pagerows.dlt.rows("https://shop.example/chairs", pages=20))
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import dlt
from dlt.extract import DltResource

from pagerows.follow import follow

__all__ = ["rows"]


def rows(url: str, *, table: str = "rows", pages: int = 100, **options: Any) -> DltResource:
    """Return a resource of a list's rows; they carry page_url, page_number and row, which are their key."""

    def read() -> Iterator[dict[str, Any]]:
        yield from follow(url, pages=pages, **options)

    resource: DltResource = dlt.resource(
        read, name=table, primary_key=("page_url", "row"), write_disposition="merge", max_table_nesting=0
    )
    return resource
