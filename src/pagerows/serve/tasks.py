"""What is asked of a worker and what it answers: plain values that travel between processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Union

from pagerows.page import Fetched

__all__ = [
    "Box",
    "Given",
    "Learn",
    "Learned",
    "Photograph",
    "Picture",
    "Read",
    "ReadPage",
    "Recipe",
    "Refused",
    "Show",
    "Step",
    "Stepped",
    "Task",
    "Wanted",
    "Warm",
]


#: Left, top, width and height in CSS pixels of the whole page.
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A page as it was fetched, sent or kept."""

    body: bytes
    name: str
    url: str | None = None
    content_type: str = ""
    encoding: str | None = None
    at: datetime | None = None

    def source(self) -> Fetched | bytes:
        """What `parse` and `render` take."""
        if self.url is None:
            return self.body
        return Fetched(self.url, self.body, self.content_type, at=self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How a page is read."""

    method: str = "auto"
    #: Whether it is opened in a browser first, and whether its scripts run there.
    render: bool = False
    scripts: bool = False
    want: tuple[str, ...] | None = None
    #: Which list a person means.
    near: str | None = None
    region: int | None = None
    examples: tuple[str, ...] = ()
    #: What was learned of the site, with what people changed of its table.
    wrapper: Mapping[str, Any] | None = None
    edits: tuple[Mapping[str, Any], ...] = ()
    new_columns: bool = True
    #: Whether a browser may ask public addresses only, and how long it may take.
    public_only: bool = True
    seconds: float = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """Read a page."""

    given: Given
    recipe: Recipe = field(default_factory=Recipe)
    #: Whether the answer has every list, and how many records of each; None for all.
    every: bool = False
    records: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPage:
    """A page that was read."""

    #: What the command line writes as JSON.
    page: str
    #: The rest of the answer, as plain values.
    head: dict[str, Any]
    #: Of each list: its table, packed.
    tables: tuple[bytes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Rebuild a page for the eye: harmless, with its records marked."""

    given: Given
    #: Of each list: its number, whether it is noise, and the XPaths of its records' top nodes.
    lists: tuple[tuple[int, bool, tuple[tuple[str, ...], ...]], ...]
    #: Style sheets that the page links to.
    sheets: tuple[str, ...] = ()
    #: How it was read: a page that scripts fill has its records only then.
    recipe: Recipe = field(default_factory=Recipe)


@dataclass(frozen=True, slots=True, kw_only=True)
class Photograph:
    """Take a picture of a page, and say where on it the records are."""

    given: Given
    lists: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...] = ()
    recipe: Recipe = field(default_factory=Recipe)
    width: int = 1280


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture of a page."""

    png: bytes
    size: tuple[float, float]
    #: The boxes of the records of each list, by the list's number.
    boxes: dict[int, tuple[Box | None, ...]]
    nodes: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learn:
    """Learn a wrapper from pages of one site."""

    pages: tuple[Given, ...]
    recipe: Recipe = field(default_factory=Recipe)


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """A wrapper, as its file has it."""

    wrapper: dict[str, Any]
    #: Pages that could not be read: name and reason.
    failed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Go one page further through a list."""

    url: str
    limit: int
    #: How far the walk has come, as plain values; None at its start.
    progress: dict[str, Any] | None
    #: What was fetched so far, or why it could not be: by address and form.
    pages: tuple[tuple[str, Any, Fetched | Exception], ...]
    wrapper: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A page that must be fetched before a walk can go on."""

    url: str
    form: tuple[tuple[str, str], ...] | None
    named: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped:
    """One page further."""

    progress: dict[str, Any]
    #: The new rows, packed, and how many; None where the list has ended.
    table: bytes | None = None
    rows: int = 0
    url: str = ""
    #: Why the walk has ended, and the same in words.
    stopped: str | None = None
    told: str = ""


@dataclass(frozen=True, slots=True)
class Warm:
    """Load what pages need."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why there is no answer: the error's name and its words."""

    error: str
    message: str


Task = Union[Read, Show, Photograph, Learn, Step, Warm]  # noqa: UP007 - a value at run time, too
