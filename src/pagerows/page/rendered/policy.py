"""What a page may load: its own origin, the files in its own folder, what the caller allows; nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal
from urllib.parse import unquote, urlsplit

from pagerows.page.mhtml import Part

__all__ = ["NOWHERE", "Policy"]

#: Where pages live that have no address of their own; the name can never be resolved (RFC 2606).
NOWHERE: Final = "http://page.invalid/"

Verdict = Literal["allow", "block"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Decides over each request of one page."""

    #: The page's own address.
    url: str
    #: Folder of a page that is a file: the only one it may read from.
    folder: Path | None = None
    #: Origins (``https://cdn.example.com``) or hosts that may be asked besides; ``*`` for any.
    allow: Sequence[str] = ()
    #: Parts of an MHTML file by their address.
    parts: Mapping[str, Part] = field(default_factory=dict)

    def verdict(self, url: str) -> Verdict:
        """Decide over a request that is not the page itself.

        >>> policy = Policy(url="http://shop.example/list")
        >>> policy.verdict("http://shop.example/a.css"), policy.verdict("http://cdn.example/a.css")
        ('allow', 'block')
        >>> Policy(url="http://shop.example/", allow=["cdn.example"]).verdict("https://cdn.example/x")
        'allow'
        """
        try:
            parts = urlsplit(url)
        except ValueError:
            return "block"
        if parts.scheme == "file":
            return "allow" if self._in_folder(parts.netloc, parts.path) else "block"
        if parts.scheme not in ("http", "https"):
            return "block"
        mine = urlsplit(self.url)
        own = (parts.scheme, parts.netloc) == (mine.scheme, mine.netloc) and self.url != NOWHERE
        origin = f"{parts.scheme}://{parts.netloc}"
        named = any(item in ("*", origin, parts.netloc, parts.hostname) for item in self.allow)
        return "allow" if own or named else "block"

    def _in_folder(self, host: str, path: str) -> bool:
        if self.folder is None or host not in ("", "localhost"):
            return False
        try:
            return Path(unquote(path)).resolve().is_relative_to(self.folder)
        except (OSError, ValueError, RuntimeError):
            return False
