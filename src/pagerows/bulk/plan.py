"""What is done with every page of a run, and with how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pagerows.bulk.inputs import Columns
from pagerows.bulk.pages import Selection
from pagerows.pipeline import DEFAULT_METHOD
from pagerows.workers import Limits

__all__ = ["Plan"]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is done with every page, and with how much."""

    #: Options of `pagerows.extract`.
    options: Mapping[str, Any] = field(default_factory=dict)
    #: All regions of a page, not only the best.
    every: bool = False
    selection: Selection = field(default_factory=Selection)
    columns: Columns = field(default_factory=Columns)
    format: str = "parquet"
    jobs: int = 1
    limits: Limits = field(default_factory=lambda: Limits(seconds=10.0, memory=2 * 2**30))
    #: Who does the shards, and where it is reached; None: it is started here, for this run.
    engine: str = "local"
    address: str | None = None

    @property
    def method(self) -> str:
        """How records are found."""
        return str(self.options.get("method", DEFAULT_METHOD))

    def parameters(self) -> dict[str, Any]:
        """All that the output depends on, but for the limits of a page: those may be raised for another try."""
        return {
            "method": DEFAULT_METHOD,
            **self.options,
            "every": self.every,
            "format": self.format,
            "html_column": self.columns.html,
            "url_column": self.columns.url,
            **{f"only_{name}": value for name, value in self.selection.plain().items()},
        }
