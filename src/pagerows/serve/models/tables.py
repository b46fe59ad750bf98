"""Tables: columns, rows, and what people change of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pagerows.serve.models._common import Box, Number, Shape, Text
from pagerows.serve.models.pages import FieldValue, LeftOutColumn

__all__ = [
    "Choice",
    "Chosen",
    "CodeText",
    "ColumnInfo",
    "ColumnName",
    "EditList",
    "Hide",
    "Key",
    "Merge",
    "Move",
    "OneEdit",
    "RecordInfo",
    "RecordList",
    "Rename",
    "Row",
    "RowList",
    "SetRole",
    "SetType",
    "Split",
    "TableHead",
]

Key = Annotated[str, Field(min_length=1, max_length=300)]
ColumnName = Annotated[str, Field(min_length=1, max_length=200)]


class Rename(Shape):
    """Give a column another name."""

    op: Literal["rename"]
    column: Key
    name: ColumnName


class Hide(Shape):
    """Leave a column out."""

    op: Literal["hide", "show"]
    column: Key


class Move(Shape):
    """Put a column somewhere else."""

    op: Literal["move"]
    column: Key
    to: Annotated[int, Field(ge=0, le=100_000)]


class SetType(Shape):
    """Read a column's values as another type."""

    op: Literal["type"]
    column: Key
    type: Literal["text", "integer", "decimal", "money", "percentage", "date", "time", "url", "rating", "list"]


class SetRole(Shape):
    """Say what a column is for a person."""

    op: Literal["role"]
    column: Key
    role: Annotated[str, Field(min_length=1, max_length=100)] | None


class Merge(Shape):
    """Join columns."""

    op: Literal["merge"]
    columns: Annotated[list[Key], Field(min_length=2, max_length=100)]
    name: ColumnName
    separator: Annotated[str, Field(max_length=100)] = " "


class Split(Shape):
    """Divide a column."""

    op: Literal["split"]
    column: Key
    separator: Annotated[str, Field(min_length=1, max_length=100)]
    names: Annotated[list[ColumnName], Field(min_length=2, max_length=50)]


OneEdit = Annotated[Rename | Hide | Move | SetType | SetRole | Merge | Split, Field(discriminator="op")]


class EditList(Shape):
    """All edits of a table, in order."""

    edits: Annotated[list[OneEdit], Field(max_length=1000)]


class ColumnInfo(Shape):
    """One column of a table."""

    key: str
    name: str
    kind: Literal["text", "link", "image"]
    type: str
    role: str | None
    unit: str | None
    confidence: float
    doubt: str | None
    hidden: bool
    filled: int
    has_urls: bool
    has_values: bool
    edited: list[str]


class TableHead(Shape):
    """A table without its rows."""

    run: str
    which: int = Field(alias="list")
    rows: int
    columns: list[ColumnInfo]
    edits: list[OneEdit]
    left_out: list[LeftOutColumn]


class Row(Shape):
    """One row; cells are parallel to the table's columns."""

    row: int
    cells: list[FieldValue | None]


class RowList(Shape):
    """Some rows of a table."""

    total: int
    matching: int
    offset: int
    #: Where the row that was to be found stands; null where it is not among these.
    place: int | None
    rows: list[Row]


class RecordInfo(Shape):
    """Where a record is on its page."""

    row: int
    xpath: str
    xpaths: list[str]
    box: Box | None


class RecordList(Shape):
    """Where records are."""

    total: int
    records: list[RecordInfo]


class Choice(Shape):
    """Which list is meant."""

    which: Number | None = Field(default=None, alias="list")
    near: Text | None = None
    examples: Annotated[list[Text], Field(max_length=10, default_factory=list)]


class Chosen(Shape):
    """The list that is meant."""

    which: int = Field(alias="list")


class CodeText(Shape):
    """The command and the Python code that make the same table."""

    command: str
    python: str
    notes: list[str]
