"""pagerows: point it at any web page and get its repeated records back as a table."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
        WrapperError,
    )
    from pagerows.follow import Walk, follow, follow_async
    from pagerows.html_tables import read_tables
    from pagerows.page import Fetched, Page, parse
    from pagerows.page.fetch import URL, fetch, fetch_async
    from pagerows.page.polite import Fetcher
    from pagerows.page.rendered import render, render_async, render_many
    from pagerows.pipeline import Extraction, extract, extract_async, extract_many
    from pagerows.values import Cell, Column, Record, Region, Span, Table, Verdict
    from pagerows.wrapper import Drift, Wrapper, learn

__version__ = "0.2.0"

__all__ = [
    "URL",
    "BlockedAddress",
    "Cell",
    "Column",
    "Drift",
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
    "Verdict",
    "Walk",
    "Wrapper",
    "WrapperError",
    "__version__",
    "extract",
    "extract_async",
    "extract_many",
    "fetch",
    "fetch_async",
    "follow",
    "follow_async",
    "learn",
    "parse",
    "read_tables",
    "render",
    "render_async",
    "render_many",
]

#: Where the names are from. Modules are loaded when a name is first asked for: importing pagerows costs nothing.
_FROM = {
    "pagerows.errors": (
        "BlockedAddress",
        "ExportError",
        "FetchError",
        "FetchTimeout",
        "MissingExtra",
        "PageError",
        "PagerowsError",
        "ParameterError",
        "RenderError",
        "RobotsForbidden",
        "WrapperError",
    ),
    "pagerows.follow": ("Walk", "follow", "follow_async"),
    "pagerows.html_tables": ("read_tables",),
    "pagerows.page": ("Fetched", "Page", "fetch", "parse"),
    "pagerows.page.fetch": ("URL", "fetch_async"),
    "pagerows.page.polite": ("Fetcher",),
    "pagerows.page.rendered": ("render", "render_async", "render_many"),
    "pagerows.pipeline": ("Extraction", "extract", "extract_async", "extract_many"),
    "pagerows.values": ("Cell", "Column", "Record", "Region", "Span", "Table", "Verdict"),
    "pagerows.wrapper": ("Drift", "Wrapper", "learn"),
}
_MODULE_OF = {name: module for module, names in _FROM.items() for name in names}


class _Package(ModuleType):
    """The package, in which a module (`pagerows.follow`) does not take the place of the public name that it shares."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _MODULE_OF and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'pagerows' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULE_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
