"""The values that travel between the stages: spans, records, regions, cells, columns, tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar, overload

from pagerows._values import text_rows
from pagerows.later import Longs
from pagerows.page import Page

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

__all__ = [
    "Cell",
    "CellKind",
    "Column",
    "Constant",
    "Joined",
    "LeftOut",
    "Money",
    "Range",
    "Record",
    "Records",
    "Region",
    "Span",
    "Table",
    "Verdict",
]

T = TypeVar("T")


class Span(NamedTuple):
    """Rows ``start`` up to, not including, ``stop`` of a page's node table."""

    start: int
    stop: int


def _beginning(text: str, most: int) -> str:
    return repr(text) if len(text) < most else f"{text[: most - 1]!r}..."


@dataclass(frozen=True)
class Record:
    """One record: one or more disjoint spans of node rows, in document order."""

    page: Page = field(repr=False, compare=False)
    parts: tuple[Span, ...]

    def __init__(self, page: Page, parts: tuple[Span, ...]) -> None:
        # What a frozen dataclass does to set its fields takes twice as long, and pages have many records.
        own = self.__dict__
        own["page"] = page
        own["parts"] = parts

    @property
    def span(self) -> Span:
        """From the first row to one past the last."""
        return Span(self.parts[0].start, self.parts[-1].stop)

    @property
    def xpath(self) -> str:
        """The positional XPath of the record's first node."""
        return self.page.nodes.xpath(self.parts[0].start)

    @property
    def xpaths(self) -> list[str]:
        """The XPaths of the record's top nodes: those whose parent is not part of the record."""
        return self.page.nodes.xpaths(self.tops)

    @property
    def tops(self) -> list[int]:
        """The rows of the record's top nodes: those whose parent is not part of it."""
        nodes, tops = self.page.nodes, []
        for start, stop in self.parts:
            row = start
            while row < stop:
                parent = int(nodes.parent[row])
                if not any(first <= parent < last for first, last in self.parts):
                    tops.append(row)
                row = int(nodes.end[row])
        return tops

    @property
    def text(self) -> str:
        """All text of the record, white space folded."""
        nodes = self.page.nodes
        return " ".join(" ".join(text for part in self.parts for text in nodes.texts(*part)).split())

    def __repr__(self) -> str:
        return f"<Record: {_beginning(self.text, 60)}>"


class Records(Sequence[Record]):
    """Records of one span each, made when somebody looks at them: a page has many that nobody asks for.

    >>> import numpy as np
    >>> from pagerows.page import parse
    >>> found = Records(parse("<p>a</p><p>b</p>"), np.array([1, 3]), np.array([3, 5]))
    >>> len(found), found[1].text, found == tuple(found)
    (2, 'b', True)
    """

    def __init__(self, page: Page, starts: Longs, stops: Longs) -> None:
        self.page, self.starts, self.stops = page, starts, stops

    @cached_property
    def _made(self) -> tuple[Record, ...]:
        page, spans = self.page, zip(self.starts.tolist(), self.stops.tolist(), strict=True)
        return tuple([Record(page, (Span(start, stop),)) for start, stop in spans])

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, place: int | slice) -> Record | tuple[Record, ...]:
        return self._made[place]

    def __iter__(self) -> Iterator[Record]:
        return iter(self._made)

    def __eq__(self, other: object) -> bool:
        return self._made == (other._made if isinstance(other, Records) else other)

    def __hash__(self) -> int:
        return hash(self._made)

    def __repr__(self) -> str:
        return repr(self._made)

    def __reduce__(self) -> tuple[Any, ...]:
        return Records, (self.page, self.starts, self.stops)


CellKind = Literal["text", "link", "image"]


class Cell(NamedTuple):
    """One item of a record as a person sees it."""

    text: str
    kind: CellKind = "text"
    #: Absolute URL of the link or image.
    url: str | None = None
    #: The rows that the cell was made from.
    span: Span = Span(0, 0)
    #: What aligners compare: equal for cells of the same role (tag path below the record, and kind).
    symbol: int = 0
    #: What the markup says for machines (``<time datetime>``, ``<data value>``): it wins over the text.
    exact: str | None = None
    #: The members of a list cell (tags, colours, authors); its text joins theirs with "; ".
    items: tuple[Cell, ...] = ()
    #: Of an image: the absolute URL that a link around it leads to.
    link: str | None = None
    #: The text with the words that all cells of its column have around their values, where these were trimmed.
    whole: str = ""

    @property
    def said(self) -> str:
        """The text with such words."""
        return self.whole or self.text


class Money(NamedTuple):
    """An amount and its currency."""

    #: Of a range the lower end; "from 12 €" is 12.
    amount: float | int
    #: ISO 4217 code; None where the sign stands for several and the page does not say for which.
    currency: str | None
    #: The upper end of a range.
    until: float | int | None = None


class Range(NamedTuple):
    """Two ends, both included: the days of a festival, a span of numbers."""

    start: Any
    end: Any


class LeftOut(NamedTuple):
    """A column that is not part of the table, and why: control, constant, double, rare."""

    cells: tuple[Cell | None, ...]
    reason: str


class Joined(NamedTuple):
    """Records of a table joined with the objects of one list in the page's data."""

    #: Where the list stands in the data, and the kind of data: ``("state.products", "state")``.
    where: str
    kind: str
    #: The number of each record's object in the list; None where it has none.
    objects: tuple[int | None, ...]
    #: Cells that say the same as their keys, and cells that contradict them.
    agreeing: int = 0
    differing: int = 0


@dataclass(frozen=True)
class Column:
    """One column of a table: a name, what its cells are, and the cells (None where a record has none)."""

    name: str
    kind: CellKind
    cells: tuple[Cell | None, ...] = field(repr=False)
    #: text, integer, decimal, money, percentage, date, time, url, image, rating, list
    type: str = "text"
    #: The cells' values under that type (numbers, dates...), where there is more to them than text; right or None.
    values: tuple[Any, ...] | None = field(default=None, repr=False)
    #: What the column is for a person, from a short fixed list (title, url, image, price, ...); None: nobody can tell.
    role: str | None = None
    #: The unit that all values are in (currency, kg, minutes, scale of a rating), where they have one.
    unit: str | None = None
    #: How sure we are of type, values and name, 0 to 1: as sure as of the least sure of them.
    confidence: float = 1.0
    #: Where type or values are in doubt: the reason in a few words ("two scales", "7 of 40 cells unread").
    doubt: str | None = None
    #: Where the cells come from: what the page shows, or data that it carries for machines.
    source: Literal["page", "embedded"] = "page"
    #: The key under which data that the page carries for machines say the same ("offers.price"); None: none does.
    key: str | None = None

    @property
    def texts(self) -> list[str | None]:
        """The cells' texts."""
        return [None if cell is None else cell.text for cell in self.cells]

    @property
    def urls(self) -> list[str | None]:
        """The cells' absolute URLs."""
        return [None if cell is None else cell.url for cell in self.cells]

    def head(self, rows: int) -> Column:
        """The same column with the first rows alone."""
        return replace(self, cells=self.cells[:rows], values=None if self.values is None else self.values[:rows])

    def __repr__(self) -> str:
        first = ", ".join(_beginning(text, 30) for text in self._first)
        told = self.type if self.unit is None else f"{self.type} in {self.unit}"
        return f"<Column {self.name!r}: {len(self.cells):,} cells, {told}: {first}>"

    @property
    def _first(self) -> list[str]:
        return [cell.url or cell.text if self.kind == "image" else cell.text for cell in self.cells[:3] if cell]


@dataclass(frozen=True, slots=True)
class Constant(Generic[T]):
    """What was found out already, where something that finds out is asked for; unlike a closure it can be pickled."""

    value: T

    def __call__(self, *_: object) -> T:
        """Say it."""
        return self.value


@dataclass(frozen=True)
class Table:
    """Aligned records: one row per record, one column per field."""

    #: The cells of each column, images included, in reading order; None where a record has no such cell.
    cells: tuple[tuple[Cell | None, ...], ...] = field(default=(), repr=False)
    #: What most cells of each column are.
    kinds: tuple[CellKind, ...] = ()
    #: The columns that were found and left out, with the reason; `all_columns=True` brings them back.
    left_out: tuple[LeftOut, ...] = field(default=(), repr=False)
    #: How columns get their types and names, when somebody asks for them.
    describe: Callable[[Table], tuple[Column, ...]] | None = field(default=None, repr=False, compare=False)
    #: The label that was taken from the cells of each column ("Price:"), or None: it names the column.
    labels: tuple[str | None, ...] = field(default=(), repr=False)
    #: What the records were joined with, known once columns were asked for.
    join: Callable[[], Joined | None] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def all_columns(self) -> tuple[Column, ...]:
        """All columns with their names and types, images included, in reading order."""
        if self.describe is not None:
            return self.describe(self)
        numbered = enumerate(zip(self.kinds, self.cells, strict=True), 1)
        return tuple(Column(f"column_{number}", kind, cells) for number, (kind, cells) in numbered)

    @cached_property
    def columns(self) -> list[Column]:
        """The columns that hold text; images are in `all_columns` only."""
        return [column for column in self.all_columns if column.kind != "image"]

    @cached_property
    def rows(self) -> list[list[str | None]]:
        """The texts, one list per record, parallel to `columns`."""
        return text_rows([cells for cells, kind in zip(self.cells, self.kinds, strict=True) if kind != "image"])

    @property
    def names(self) -> list[str]:
        """The names of `columns`."""
        return [column.name for column in self.columns]

    @property
    def joined(self) -> Joined | None:
        """What data of the page the records were joined with; None where there are none that say the same."""
        return self.join() if self.all_columns and self.join is not None else None

    def __len__(self) -> int:
        return len(self.cells[0]) if self.cells else 0

    def __getstate__(self) -> dict[str, Any]:
        """Pickled, a table knows its columns instead of how they are made."""
        known = {"describe": Constant(self.all_columns), "join": Constant(self.joined)}
        return {**self.__dict__, **known}

    def to_pandas(self) -> pd.DataFrame:
        """Return a DataFrame: texts, ``*_url`` for links, ``*_value`` (``_until``, ``_currency``) under real types."""
        from pagerows.export import frame

        return frame(self)

    def to_polars(self) -> pl.DataFrame:
        """Return a Polars DataFrame with the columns of `to_pandas`."""
        from pagerows.export import polars_frame

        return polars_frame(self)

    def to_arrow(self) -> pa.Table:
        """Return an Arrow table with the columns of `to_pandas`."""
        from pagerows.export import arrow_table

        return arrow_table(self)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as mappings, with the names and values that `to_pandas` has."""
        return list(self)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        from pagerows.export import flat_cells

        columns = flat_cells(self)
        for row in zip(*columns.values(), strict=True):
            yield dict(zip(columns, row, strict=True))

    def __repr__(self) -> str:
        from pagerows.export.preview import table_text

        return table_text(self)

    def _repr_html_(self) -> str:
        from pagerows.export.preview import table_html_preview

        return table_html_preview(self)


@dataclass(frozen=True)
class Region:
    """A set of records that belong together, with how sure the method is of it."""

    records: Sequence[Record]
    score: float = 0.0
    #: Whether the region is content (True) or noise such as menus (False); None: nobody has said yet.
    content: bool | None = None
    #: Numbers that content detection and explanations read.
    features: Mapping[str, float] = field(default_factory=dict, repr=False)
    #: What the method found on its way (signal, spectrum, blocks...): for inspection only.
    evidence: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    #: How the table is made, when somebody asks for it.
    aligner: Callable[[Sequence[Record]], Table] | None = field(default=None, repr=False, compare=False)

    def __init__(
        self,
        records: Sequence[Record],
        score: float = 0.0,
        content: bool | None = None,
        features: Mapping[str, float] | None = None,
        evidence: Mapping[str, Any] | None = None,
        aligner: Callable[[Sequence[Record]], Table] | None = None,
    ) -> None:
        own = self.__dict__  # see `Record`
        own["records"], own["score"], own["content"] = records, score, content
        own["features"] = {} if features is None else features
        own["evidence"] = {} if evidence is None else evidence
        own["aligner"] = aligner

    @property
    def span(self) -> Span:
        """From the first row of the first record to one past the last row of the last."""
        starts, stops = zip(*(record.span for record in self.records), strict=True)
        return Span(min(starts), max(stops))

    @property
    def xpath(self) -> str:
        """The positional XPath of the element that the method chose; where it chose none, of the records' parent."""
        chosen: str | None = self.evidence.get("xpath")
        if chosen is not None:
            return chosen
        if not self.records[0].parts:  # data that the page carries
            return self.records[0].xpath.rpartition("[")[0]
        nodes, (start, stop) = self.records[0].page.nodes, self.span
        above = int(nodes.parent[start])
        while above > 0 and nodes.end[above] < stop:
            above = int(nodes.parent[above])
        return nodes.xpath(max(0, above))

    def with_aligner(self, aligner: Callable[[Sequence[Record]], Table]) -> Region:
        """The same region, with how its table is made."""
        return Region(self.records, self.score, self.content, self.features, self.evidence, aligner)

    @cached_property
    def table(self) -> Table:
        """The records aligned into rows and columns; made on first use."""
        return Table() if self.aligner is None else self.aligner(self.records)

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        told = {True: ", content", False: ", noise", None: ""}[self.content]
        where = f" in {self.xpath}" if self.records else ""
        return f"<Region: {len(self.records):,} records{where}, score {self.score:.2f}{told}>"


@dataclass(frozen=True)
class Verdict:
    """Whether a page has records, how sure that is, and why.

    >>> str(Verdict(accepted=False, chance=0.12, threshold=0.4, reasons=("most of the text is prose",)))
    'chance of records 0.12, needed 0.4; most of the text is prose'
    """

    accepted: bool
    #: How likely the page's best region is its records, and how likely it must be, 0 to 1; None: nobody asked.
    chance: float | None = None
    threshold: float | None = None
    #: What decided it, the strongest first, in a few words each.
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        asked = self.chance is not None and self.threshold is not None
        chance = [f"chance of records {self.chance:.2g}, needed {self.threshold:.2g}"] if asked else []
        return "; ".join([*chance, *self.reasons])
