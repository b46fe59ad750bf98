"""A page for the app's frame: rebuilt without anything that runs or loads, its records marked, and a script of ours."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from pagerows import __version__
from pagerows.export.report.page import shown_page, view_policy
from pagerows.page import Page
from pagerows.values import Region

__all__ = ["page_view", "sandbox_policy", "view_mark"]


@cache
def _script() -> str:
    return (files(__package__) / "frame.js").read_text("utf-8")


def page_view(page: Page, regions: Sequence[Region], sheets: Sequence[str]) -> str:
    """Return the page as HTML for a sandboxed frame."""
    return shown_page(page, regions, sheets=sheets, script=_script())


def view_mark() -> str:
    """What tells views of this version from those of others: a kept one whose script is another would not run."""
    return hashlib.sha256(f"{__version__} {_script()}".encode()).hexdigest()[:16]


def sandbox_policy() -> str:
    """The content security policy of a view: an origin of its own, nothing loaded, no script but ours."""
    return (
        f"sandbox allow-scripts; {view_policy(_script())}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
