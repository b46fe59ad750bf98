"""What can go wrong, as one tree.

PagerowsError
├── PageError (ValueError)          the bytes cannot be read as a page
├── FetchError (OSError)            the URL cannot be had
│   ├── FetchTimeout (TimeoutError)
│   ├── BlockedAddress (PermissionError)
│   └── RobotsForbidden (PermissionError)
├── RenderError (RuntimeError)      the browser is missing or failed on this page
├── ParameterError (TypeError)      an unknown method, stage or parameter, or a bad value
├── ExportError (OSError)           the output cannot be written
├── CorpusError (ValueError)        a folder of pages with gold is missing or has another shape
├── WrapperError (ValueError)       a wrapper cannot be learned from these pages, read or used
└── MissingExtra (ImportError)      an optional dependency is not installed
"""

from typing import Self

__all__ = [
    "BlockedAddress",
    "CorpusError",
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
]


class PagerowsError(Exception):
    """The root: `except PagerowsError` catches all that pagerows raises on purpose."""


class PageError(PagerowsError, ValueError):
    """The source is not a page that can be read: not HTML, too large, or not decodable."""


class FetchError(PagerowsError, OSError):
    """A URL could not be fetched; the message says which one and why."""

    #: The status that the server answered, where it did.
    status: int | None = None
    #: Seconds after which the server wants to be asked again.
    retry_after: float | None = None
    #: Whether asking again may help.
    temporary: bool = False

    def named(self, url: str) -> Self:
        """Return the same error with the URL in its message."""
        error = type(self)(f"{url}: {self}")
        error.status, error.retry_after, error.temporary = self.status, self.retry_after, self.temporary
        return error


class FetchTimeout(FetchError, TimeoutError):
    """The server did not answer in time."""


class BlockedAddress(FetchError, PermissionError):
    """The address is private or loopback, and the caller asked for public ones only."""


class RobotsForbidden(FetchError, PermissionError):
    """The site's robots.txt asks programs not to read this address."""


class RenderError(PagerowsError, RuntimeError):
    """No browser, or the browser failed on this page."""


class ParameterError(PagerowsError, TypeError):
    """An unknown method or parameter, or a value out of range; the message names the valid ones."""


class ExportError(PagerowsError, OSError):
    """The output could not be written."""


class CorpusError(PagerowsError, ValueError):
    """A folder of pages with gold is missing, or has another shape than the bench reads."""


class WrapperError(PagerowsError, ValueError):
    """A wrapper could not be learned, or its file is damaged, of another version or edited wrongly."""


class MissingExtra(PagerowsError, ImportError):
    """An optional dependency is missing; the message has the install command."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional dependency: pip install 'pagerows[{extra}]'")
