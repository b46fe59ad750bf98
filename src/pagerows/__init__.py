"""pagerows: point it at any web page and get its repeated records back as a table."""

from pagerows.errors import (
    BlockedAddress,
    ExportError,
    FetchError,
    FetchTimeout,
    MissingExtra,
    PageError,
    PagerowsError,
    ParameterError,
    RenderError,
    RobotsForbidden,
)
from pagerows.follow import Walk, follow, follow_async
from pagerows.page import Fetched, Fetcher, Page, fetch, parse
from pagerows.page.rendered import render, render_async, render_many
from pagerows.pipeline import Extraction, extract
from pagerows.values import Cell, Column, Record, Region, Span, Table

__version__ = "0.1.0"

__all__ = [
    "BlockedAddress",
    "Cell",
    "Column",
    "ExportError",
    "Extraction",
    "FetchError",
    "FetchTimeout",
    "Fetched",
    "Fetcher",
    "MissingExtra",
    "Page",
    "PageError",
    "PagerowsError",
    "ParameterError",
    "Record",
    "Region",
    "RenderError",
    "RobotsForbidden",
    "Span",
    "Table",
    "Walk",
    "__version__",
    "extract",
    "fetch",
    "follow",
    "follow_async",
    "parse",
    "render",
    "render_async",
    "render_many",
]
