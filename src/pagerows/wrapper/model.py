"""A wrapper: the list of a site and its columns, kept in a file that a person can read and edit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

from pagerows.columns.reading import NO_HABITS, Habits
from pagerows.errors import WrapperError
from pagerows.page import Page, Source, parse
from pagerows.values import CellKind
from pagerows.wrapper.evidence import Evidence
from pagerows.wrapper.matching import Known, matched
from pagerows.wrapper.select import Selector

if TYPE_CHECKING:
    from pagerows.pipeline import Extraction

__all__ = ["FORMAT", "Wrapper", "WrapperColumn"]

#: The version of the file's shape.
FORMAT: Final = 1
MOST_COLUMNS: Final = 2000
MOST_BYTES: Final = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class WrapperColumn:
    """One column: its name is fixed, the rest is what it is found by."""

    name: str
    kind: CellKind = "text"
    type: str = "text"
    role: str | None = None
    unit: str | None = None
    #: Where its cells stand in a record, for other tools; None where no selector says it.
    selector: Selector | None = None
    evidence: Evidence = field(default_factory=Evidence)

    def plain(self) -> dict[str, Any]:
        """The column as plain values for a file."""
        found: dict[str, Any] = {"name": self.name, "kind": self.kind, "type": self.type}
        found |= {key: value for key, value in (("role", self.role), ("unit", self.unit)) if value is not None}
        if self.selector is not None:
            found |= {"css": self.selector.css, "selector": self.selector.plain()}
        return found | {"evidence": self.evidence.plain()}

    @classmethod
    def read(cls, plain: Any, where: str) -> WrapperColumn:
        """Read a column from plain values; a WrapperError names the place that is wrong."""
        return _read_column(plain, where)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrapper:
    """What was learned of a site's list; `apply` reads another page with it."""

    #: The nodes that records begin with; several where records are of several kinds.
    records: tuple[Selector, ...]
    columns: tuple[WrapperColumn, ...]
    #: Selectors that ask for less, for pages on which those find nothing.
    spare: tuple[Selector, ...] = ()
    #: Whether a record is a node and the siblings up to the next one.
    flat: bool = False
    #: Records of the pages that it was learned from: fewest and most.
    count: tuple[int, int] = (0, 0)
    #: Share of the columns, by how full they were, that the page with the fewest had: pages may be of two kinds.
    kept: float = 1.0
    #: How those pages write what could be read in two ways, where they agree: asked where a page leaves it open.
    habits: Habits = NO_HABITS
    #: Addresses or names of those pages.
    learned_from: tuple[str, ...] = ()
    #: Counts up when it is healed.
    version: int = 1

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]

    @property
    def css(self) -> str:
        """The records as a CSS selector."""
        return ", ".join(selector.css for selector in self.records)

    @property
    def xpath(self) -> str:
        """The records as an XPath."""
        return " | ".join(selector.xpath_from("") for selector in self.records)

    # -- use -------------------------------------------------------------------------------------------------

    def apply(
        self,
        page: Page | Source,
        *,
        url: str | None = None,
        encoding: str | None = None,
        new_columns: bool = True,
    ) -> Extraction:
        """Read a page: the wrapper's columns in their order, and in `drift` what has changed since it was learned.

        Columns that the wrapper does not know stand behind its own, unless `new_columns` is false. Where the record
        selector finds nothing, the list is looked for by what it holds; that is a drift all the same.
        """
        from pagerows.wrapper.healing import read_with

        own = page if isinstance(page, Page) else parse(page, url=url, encoding=encoding)
        return read_with(self, own, new_columns=new_columns)

    def heal(self, page: Page | Source, *, url: str | None = None, encoding: str | None = None) -> Wrapper:
        """Look for the list of a changed page by what it holds; return a new version of the wrapper that reads it."""
        from pagerows.wrapper.healing import heal

        return heal(self, page if isinstance(page, Page) else parse(page, url=url, encoding=encoding))

    def matched(self, columns: Sequence[Known], evidence: Sequence[Evidence]) -> dict[int, int]:
        """Find the wrapper's columns among those of a page: number of one of its own -> number of one of the page's."""
        return matched(self.columns, [own.evidence for own in self.columns], columns, evidence)

    def rename(self, old: str, new: str) -> Wrapper:
        """Return the wrapper with another name for a column."""
        self._known(old)
        if not new.strip() or (new != old and new in self.names):
            why = "there is one already" if new.strip() else "give a name"
            raise WrapperError(f"cannot rename {old!r} to {new!r}: {why}")
        return self._with([replace(c, name=new) if c.name == old else c for c in self.columns])

    def drop(self, name: str) -> Wrapper:
        """Return the wrapper without a column."""
        self._known(name)
        return self._with([column for column in self.columns if column.name != name])

    def _with(self, columns: Sequence[WrapperColumn]) -> Wrapper:
        return replace(self, columns=tuple(columns))

    def _known(self, name: str) -> None:
        if name not in self.names:
            raise WrapperError(f"no column {name!r}; there are: {', '.join(self.names) or 'none'}")

    # -- files -----------------------------------------------------------------------------------------------

    def plain(self) -> dict[str, Any]:
        """The wrapper as plain values for a file."""
        return {
            "pagerows_wrapper": FORMAT,
            "version": self.version,
            "learned_from": list(self.learned_from),
            **({"habits": habits} if (habits := _plain_habits(self.habits)) else {}),
            "records": {
                "css": self.css,
                "selectors": [selector.plain() for selector in self.records],
                **({"spare": [selector.plain() for selector in self.spare]} if self.spare else {}),
                "flat": self.flat,
                "count": list(self.count),
                "kept": round(self.kept, 3),
            },
            "columns": [column.plain() for column in self.columns],
        }

    def save(self, path: str | Path) -> None:
        """Write the wrapper to a file, whole or not at all."""
        from pagerows.export._files import replacing

        with replacing(Path(path)) as file:
            file.write((json.dumps(self.plain(), indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace"))

    @classmethod
    def load(cls, path: str | Path) -> Wrapper:
        """Read a wrapper from a file; a WrapperError names the place that is wrong."""
        try:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except (OSError, ValueError) as error:
            raise WrapperError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
        if len(data) > MOST_BYTES:
            raise WrapperError(f"{path} has more than the {MOST_BYTES:,} bytes of a wrapper")
        try:
            plain = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise WrapperError(f"{path} is not JSON: {error}") from error
        try:
            return cls.read(plain)
        except WrapperError as error:
            raise WrapperError(f"{path}: {error}") from error

    @classmethod
    def read(cls, plain: Any) -> Wrapper:
        """Read a wrapper from plain values."""
        if not isinstance(plain, dict) or "pagerows_wrapper" not in plain:
            raise WrapperError("this is no wrapper: it has no 'pagerows_wrapper'")
        if plain["pagerows_wrapper"] != FORMAT:
            raise WrapperError(f"the wrapper has format {plain['pagerows_wrapper']!r}; this pagerows reads {FORMAT}")
        records = _object(plain.get("records"), "records")
        selectors = _list(records.get("selectors"), "records.selectors", 50)
        spare = _list(records.get("spare", []), "records.spare", 50)
        columns = _list(plain.get("columns"), "columns", MOST_COLUMNS)
        found = [WrapperColumn.read(column, f"columns[{number}]") for number, column in enumerate(columns)]
        if len({column.name for column in found}) < len(found):
            raise WrapperError("columns: two have the same name")
        return cls(
            records=tuple(Selector.read(s, f"records.selectors[{n}]") for n, s in enumerate(selectors)),
            columns=tuple(found),
            spare=tuple(Selector.read(s, f"records.spare[{n}]") for n, s in enumerate(spare)),
            flat=_bool(records.get("flat", False), "records.flat"),
            count=_pair(records.get("count", [0, 0]), "records.count"),
            kept=_share(records.get("kept", 1.0), "records.kept"),
            habits=_read_habits(plain.get("habits", {})),
            learned_from=tuple(str(name) for name in _list(plain.get("learned_from", []), "learned_from", 10**6)),
            version=_whole(plain.get("version", 1), "version"),
        )


def _plain_habits(habits: Habits) -> dict[str, Any]:
    known = {"mark": habits.mark, "day_first": habits.day_first}
    return {key: value for key, value in known.items() if value is not None}


def _read_habits(plain: Any) -> Habits:
    habits = _object(plain, "habits")
    known = {"mark", "day_first"}
    if unknown := set(habits) - known:
        raise WrapperError(f"habits: unknown {min(unknown)!r}; there are {', '.join(sorted(known))}")
    mark, day_first = habits.get("mark"), habits.get("day_first")
    if mark not in (None, ".", ","):
        raise WrapperError("habits.mark: must be '.' or ','")
    return Habits(mark=mark, day_first=None if day_first is None else _bool(day_first, "habits.day_first"))


def _read_column(plain: Any, where: str) -> WrapperColumn:
    column = _object(plain, where)
    known = {"name", "kind", "type", "role", "unit", "css", "selector", "evidence"}
    if unknown := set(column) - known:
        raise WrapperError(f"{where}: unknown {min(unknown)!r}; a column has {', '.join(sorted(known))}")
    name, kind, type_ = column.get("name"), column.get("kind", "text"), column.get("type", "text")
    if not isinstance(name, str) or not name.strip():
        raise WrapperError(f"{where}.name: must be a text")
    if kind not in get_args(CellKind):
        raise WrapperError(f"{where}.kind: {kind!r} is not one of {', '.join(get_args(CellKind))}")
    texts = {key: column.get(key) for key in ("role", "unit")}
    for key, value in [*texts.items(), ("type", type_)]:
        if value is not None and not isinstance(value, str):
            raise WrapperError(f"{where}.{key}: must be a text")
    selector = column.get("selector")
    return WrapperColumn(
        name=name,
        kind=kind,
        type=type_,
        role=texts["role"],
        unit=texts["unit"],
        selector=None if selector is None else Selector.read(selector, f"{where}.selector"),
        evidence=Evidence.read(column.get("evidence", {}), f"{where}.evidence"),
    )


def _object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WrapperError(f"{where}: must be an object")
    return value


def _list(value: Any, where: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise WrapperError(f"{where}: must be a list of at most {most:,}")
    return value


def _bool(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise WrapperError(f"{where}: must be true or false")
    return value


def _share(value: Any, where: str) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
        raise WrapperError(f"{where}: must be a number from 0 to 1")
    return float(value)


def _whole(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise WrapperError(f"{where}: must be a whole number, 0 or more")
    return value


def _pair(value: Any, where: str) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise WrapperError(f"{where}: must be two whole numbers")
    return _whole(value[0], where), _whole(value[1], where)
