"""The options that choose among what was found: columns by name, other names, the first records."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pagerows.columns.reading import Context
from pagerows.edits import Edit, shown
from pagerows.errors import ParameterError
from pagerows.export.sheets import PageResult, Sheet, SheetColumn

__all__ = ["Shape", "add_shape", "shape_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Which columns and records of tables are written, and under which names."""

    #: Exactly these, in this order; empty: all.
    columns: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    rename: Mapping[str, str]
    limit: int | None = None
    #: What was changed in the app (`pagerows.edits`); it is done first.
    edits: tuple[Edit, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All columns that are spoken of."""
        return tuple(dict.fromkeys((*self.columns, *self.drop, *self.rename)))

    def __bool__(self) -> bool:
        return bool(self.names) or self.limit is not None or bool(self.edits)

    def unknown(self, page: PageResult) -> str:
        """Say which columns are spoken of that no table of the page has; "" for none."""
        if self.edits:
            return ""  # they speak of columns that other edits make, and say themselves what is wrong
        known = list(dict.fromkeys(column.name for sheet in page.sheets for column in sheet.columns))
        missing = [name for name in self.names if name not in known] if page.sheets else []
        return f"no column {', '.join(missing)}; there are {', '.join(known)}" if missing else ""

    def of(self, page: PageResult) -> PageResult:
        """Return the page with its tables in this shape."""
        if self.edits:
            context = Context.of(page.lang, page.url, page.now)
            page = replace(page, sheets=tuple(shown(sheet, self.edits, context) for sheet in page.sheets))
        return replace(page, sheets=tuple(map(self._sheet, page.sheets))) if self else page

    def _sheet(self, sheet: Sheet) -> Sheet:
        kept = [column for column in sheet.columns if column.name not in self.drop]
        if self.columns:
            by_name = {column.name: column for column in kept}
            kept = [by_name[name] for name in self.columns if name in by_name]
        columns = [
            replace(_first(column, self.limit), name=self.rename.get(column.name, column.name)) for column in kept
        ]
        if len({column.name for column in columns}) < len(columns):
            raise ParameterError(f"--rename gives two columns one name: {', '.join(c.name for c in columns)}")
        return replace(sheet, columns=tuple(columns), xpaths=sheet.xpaths[: self.limit])


def _first(column: SheetColumn, limit: int | None) -> SheetColumn:
    return replace(
        column,
        texts=column.texts[:limit],
        urls=column.urls and column.urls[:limit],
        values=column.values and column.values[:limit],
    )


def add_shape(group: argparse._ArgumentGroup) -> None:
    """Declare the options."""
    group.add_argument(
        "--columns",
        type=_names,
        default=(),
        metavar="A,B",
        help="only the columns of these names, in this order, with their addresses and values",
    )
    group.add_argument("--drop", type=_names, default=(), metavar="A,B", help="all columns but these")
    group.add_argument(
        "--rename",
        type=_pair,
        action="append",
        default=[],
        metavar="OLD=NEW",
        help="another name for a column; may be given again",
    )
    group.add_argument(
        "--edits",
        type=_edits,
        default=(),
        metavar="JSON",
        help="changes of the table as the app gives them: JSON, or a file with it",
    )
    group.add_argument(
        "--limit", type=_limit, metavar="N", help="the first N records of each table; with --pages, of each list"
    )


def shape_of(arguments: argparse.Namespace) -> Shape:
    """Return what the options ask for."""
    return Shape(
        columns=arguments.columns,
        drop=arguments.drop,
        rename=dict(arguments.rename),
        limit=arguments.limit,
        edits=arguments.edits,
    )


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(f"{text!r}: give each name once, with commas between")
    return names


def _pair(text: str) -> tuple[str, str]:
    old, sign, new = (part.strip() for part in text.partition("="))
    if not (old and sign and new):
        raise argparse.ArgumentTypeError(f"{text!r} is not OLD=NEW")
    return old, new


def _edits(text: str) -> tuple[Edit, ...]:
    try:
        found = json.loads(text if text.lstrip().startswith("[") else Path(text).read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"{text[:60]}: {getattr(error, 'strerror', None) or error}") from error
    if not isinstance(found, list) or not all(isinstance(edit, dict) for edit in found):
        raise argparse.ArgumentTypeError('edits are a list such as [{"op": "rename", "column": "c0", "name": "title"}]')
    return tuple(found)


def _limit(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of records")
    return int(text)
