"""Rendered pages, kept: a page is rendered once, however many methods and settings look at it."""

from __future__ import annotations

import hashlib
import os
import pickle
from functools import cache
from pathlib import Path

import pagerows
from pagerows.page import Page
from pagerows.page.rendered import find_browser, render

__all__ = ["rendered"]


def rendered(path: Path, encoding: str | None = None, folder: Path | None = None) -> Page:
    """Return a page as Chromium shows it, from `folder` where it was rendered before by the same code.

    The folder is this program's own (``.bench/pages``): what it holds is read as Python objects.
    """
    if folder is None:
        return render(path, encoding=encoding)
    kept = folder / f"{path.parent.name}-{_key(path, encoding)}.pickle"
    try:
        return _page(kept.read_bytes())
    except (OSError, EOFError, pickle.UnpicklingError):
        pass
    page = render(path, encoding=encoding)
    folder.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}")
    part.write_bytes(pickle.dumps(page, protocol=5))
    part.replace(kept)
    return page


def _page(data: bytes) -> Page:
    page = pickle.loads(data)
    if not isinstance(page, Page):
        raise pickle.UnpicklingError("no page")
    return page


def _key(path: Path, encoding: str | None) -> str:
    """A hash of the page, of the files beside it, and of what renders it."""
    whole = hashlib.sha256(f"{path} {encoding} {find_browser()} {_code()}".encode() + path.read_bytes())
    for beside in sorted(path.parent.rglob("*")):
        whole.update(f"{beside.name} {beside.stat().st_size}\n".encode())
    return whole.hexdigest()[:16]


@cache
def _code() -> str:
    root = Path(pagerows.__file__).parent / "page"
    whole = hashlib.sha256()
    for file in sorted(root.rglob("*")):
        if file.suffix in {".py", ".pyx", ".c", ".js"}:
            whole.update(file.read_bytes())
    return whole.hexdigest()
