"""Chromium snapshot -> the same NodeTable, with boxes and computed styles."""

from __future__ import annotations

from pagerows.errors import RenderError
from pagerows.page import Page, Source

__all__ = ["render"]


def render(source: Source, *, url: str | None = None, encoding: str | None = None) -> Page:  # noqa: ARG001
    """Render a page in Chromium and return it with its layout."""
    raise RenderError("rendering is not available yet")
