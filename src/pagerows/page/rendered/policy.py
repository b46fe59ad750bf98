"""What a page may load: its own origin, the files beside it that it names, what the caller allows; nothing else."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal
from urllib.parse import SplitResult, unquote, urlsplit

from pagerows.page.mhtml import Part

__all__ = ["NOWHERE", "Policy"]

#: Where pages live that have no address of their own; the name can never be resolved (RFC 2606).
NOWHERE: Final = "http://page.invalid/"

Verdict = Literal["allow", "block"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Decides over each request of one page."""

    #: The page's own address, as its scripts and links see it.
    url: str
    #: The address that the caller gave, whose origin may be asked; what a file says of itself is no permission.
    given: str | None = None
    #: Files that a page which is a file may read: those that it names.
    files: Container[Path] = ()
    #: Origins (``https://cdn.example.com``) or hosts that may be asked besides; ``*`` for any public one.
    allow: Sequence[str] = ()
    #: Whether even the page's own origin and the hosts that are named must have public addresses.
    public_only: bool = False
    #: Parts of an MHTML file by their address.
    parts: Mapping[str, Part] = field(default_factory=dict)

    def verdict(self, url: str) -> Verdict:
        """Decide over a request that is not the page itself.

        >>> policy = Policy(url="http://shop.example/list", given="http://shop.example/list")
        >>> policy.verdict("http://shop.example/a.css"), policy.verdict("http://cdn.example/a.css")
        ('allow', 'block')
        >>> Policy(url="http://shop.example/", allow=["cdn.example"]).verdict("https://cdn.example/x")
        'allow'
        """
        try:
            parts = urlsplit(url)
            _ = parts.port
        except ValueError:
            return "block"
        if parts.scheme == "file":
            return "allow" if self._is_named(parts.netloc, parts.path) else "block"
        if parts.scheme not in ("http", "https"):
            return "block"
        return "allow" if "*" in self.allow or self._is_meant(parts) else "block"

    def may_be_private(self, url: str) -> bool:
        """Whether an address that is allowed may be one of the local network: the caller must have meant that host.

        >>> policy = Policy(url="http://127.0.0.1:8000/", given="http://127.0.0.1:8000/", allow=["*"])
        >>> policy.may_be_private("http://127.0.0.1:8000/a.css"), policy.may_be_private("http://127.0.0.1:9000/")
        (True, False)
        """
        return not self.public_only and self._is_meant(urlsplit(url))

    @property
    def needs_network(self) -> bool:
        """Whether anything at all may be asked for beyond this machine's files."""
        return bool(self.allow) or self.given is not None

    def _is_meant(self, parts: SplitResult) -> bool:
        """Whether an address has the page's own origin, or one that the caller named."""
        meant = [item for item in (self.given, *self.allow) if item]
        origins = {_origin(urlsplit(item)) for item in meant if "://" in item}
        hosts = {item.lower() for item in self.allow if "://" not in item}
        _, host, port = _origin(parts)
        return _origin(parts) in origins or not hosts.isdisjoint({host, f"{host}:{port}"})

    def _is_named(self, host: str, path: str) -> bool:
        if host not in ("", "localhost"):
            return False
        try:
            return Path(unquote(path)).resolve() in self.files
        except (OSError, ValueError, RuntimeError):
            return False


def _origin(parts: SplitResult) -> tuple[str, str, int | None]:
    return parts.scheme, parts.hostname or "", parts.port or {"http": 80, "https": 443}.get(parts.scheme)
