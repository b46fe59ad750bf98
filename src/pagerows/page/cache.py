"""Fetched pages on disk, one pair of files each: trying again costs a site nothing."""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pagerows.errors import FetchError
from pagerows.page.fetch import Fetched

__all__ = ["Cache", "Known"]


@dataclass(frozen=True, slots=True)
class Known:
    """A page from the cache, and whether it is young enough to be used without asking."""

    page: Fetched
    fresh: bool

    def conditions(self) -> dict[str, str]:
        """The headers that ask a server for the page only if it has changed."""
        given = {"If-None-Match": self.page.etag, "If-Modified-Since": self.page.last_modified}
        return {name: value for name, value in given.items() if value}


class Cache:
    """A folder of fetched pages. Entries that cannot be read count as missing."""

    def __init__(self, folder: Path, seconds: float, words: Sequence[str]) -> None:
        """Pages are as good as new for `seconds`; `words` are what answers depend on besides the address."""
        self._folder, self._seconds, self._words = folder, seconds, list(words)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FetchError(f"cannot use {folder} as a cache: {error.strerror or error}") from error

    def load(self, url: str, form: Sequence[tuple[str, str]] | None) -> Known | None:
        """Return the page as it was last fetched."""
        about, body = self._files(url, form)
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            said = json.loads(about.read_bytes())
            data = body.read_bytes()
            if hashlib.sha256(data).hexdigest() == said["sha256"]:  # else written by halves, or by two at once
                page = Fetched(said["url"], data, said["content_type"], said["etag"], said["last_modified"])
                return Known(page, 0 <= time.time() - said["time"] < self._seconds)
        return None

    def save(self, url: str, form: Sequence[tuple[str, str]] | None, page: Fetched) -> None:
        """Keep a page."""
        about, body = self._files(url, form)
        said = {
            "asked": url,
            "url": page.url,
            "content_type": page.content_type,
            "etag": page.etag,
            "last_modified": page.last_modified,
            "time": time.time(),
            "sha256": hashlib.sha256(page.body).hexdigest(),
        }
        try:
            _replace(body, page.body)
            _replace(about, json.dumps(said, ensure_ascii=False, indent=1).encode("utf-8", "replace"))
        except OSError as error:
            raise FetchError(f"cannot write to the cache {self._folder}: {error.strerror or error}") from error

    def _files(self, url: str, form: Sequence[tuple[str, str]] | None) -> tuple[Path, Path]:
        asked = json.dumps([url, None if form is None else list(form), self._words])
        name = hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest()[:32]
        return self._folder / f"{name}.json", self._folder / f"{name}.body"


def _replace(path: Path, data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        try:
            file.write(data)
            file.close()
            Path(file.name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(file.name).unlink()
            raise
