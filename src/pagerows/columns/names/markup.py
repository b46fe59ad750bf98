"""What the markup says of a column: labels, properties, words in class names, the tags around its cells, its links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Final, TypeVar
from urllib.parse import unquote

import numpy as np

from pagerows._tally import tally
from pagerows.columns.headers import Headers
from pagerows.columns.labels import labels_before
from pagerows.columns.names._chains import chains
from pagerows.page import Page
from pagerows.page.around import chosen
from pagerows.page.nodes import NodeTable
from pagerows.patterns import lazy
from pagerows.values import Cell
from pagerows.vocabulary import Field, field_of, fields_of, said_by, split_words

__all__ = ["LOOKED_AT", "Markup", "read_markup", "sample"]

Cells = Sequence[Cell | None]

#: Cells of a column that are looked at, spread over the table; and those whose markup is.
LOOKED_AT: Final = 12
MARKUP_OF: Final = 6
#: Share of them that must agree on what is said.
AGREEING: Final = 0.6
#: Elements around a cell that are looked at.
_DEEPEST: Final = 6
_LABEL_ATTRIBUTES: Final = frozenset({"data-label", "data-th", "data-title", "data-header", "data-column-label"})
_PROPERTY_ATTRIBUTES: Final = frozenset({"itemprop", "property"})
_WORD_ATTRIBUTES: Final = frozenset({"class", "id", "name", "rel", "data-field", "data-element", "data-name"})
_TITLE_ATTRIBUTES: Final = frozenset({"aria-label", "title"})
#: Names that page builders and testers give to elements.
_TEST_ATTRIBUTE: Final = lazy(r"data-(?:.*-)?(?:test|testid|qa|cy|hook|role|component|id|auto|automation|track.*)")


T = TypeVar("T")
#: Attributes; the elements around a cell (tag, attributes), the attributes of the one around those, what its link says.
_Said = tuple[tuple[str, str], ...]
_Around = tuple[tuple[tuple[str, _Said], ...], _Said, Field | None]
_NO_WORDS: Final[dict[str, None]] = {}
#: An attribute that says nothing.
_SILENT: Final[tuple[str, Field | None, dict[str, None]]] = ("", None, _NO_WORDS)


@dataclass(slots=True)
class Markup:
    """The words around a column's cells, as fields of the vocabulary with the share of cells that have them."""

    #: The text of a header, a label or a data-label.
    label: str = ""
    #: Whether it is the header of a table's column.
    header: bool = False
    #: Source -> field -> share of the cells.
    said: dict[str, dict[Field, float]] = field(default_factory=dict)
    #: Tags of the elements that hold only this column's cells -> share of the cells.
    tags: dict[str, float] = field(default_factory=dict)
    #: Class words that nearly all cells share, nearest first.
    words: tuple[str, ...] = ()


def sample(cells: Cells, count: int = LOOKED_AT) -> list[Cell]:
    """Return up to `count` filled cells, spread evenly."""
    filled = [cell for cell in cells if cell is not None]
    step = max(1, len(filled) / count)
    return [filled[int(number * step)] for number in range(min(count, len(filled)))]


def read_markup(page: Page, columns: Sequence[Cells], labels: Sequence[str | None]) -> list[Markup]:
    """Read what the markup says of each column of a table."""
    reader = _Reader(page.nodes, columns)
    known = list(labels) or [None] * len(columns)
    before = labels_before(page.nodes, [tuple(cells) for cells in columns])
    places = [[cell for cell in sample(cells, MARKUP_OF) if cell.span.stop] for cells in columns]
    chains = iter(reader.chains([cell.span.start for own in places for cell in own]))
    found = [
        reader.read(own, list(islice(chains, len(own))), label or left or "")
        for own, label, left in zip(places, known, before, strict=True)
    ]
    for number, label in enumerate(before):
        if label and not found[number - 1].label:
            found[number - 1].label = f"{label} label"
    return found


class _Reader:
    def __init__(self, nodes: NodeTable, columns: Sequence[Cells]) -> None:
        self.nodes = nodes
        self.headers = Headers(nodes)
        self.tags, self.path = nodes.paths.tag, nodes.around.path
        self.attributes = chosen(nodes, _speaks)
        starts = {cell.span.start for column in columns for cell in column if cell is not None}
        self.starts = np.array(sorted(starts), np.int64)
        #: A box that holds more columns than this says what the record is, not what a column is.
        self.few = max(2, len(columns) // 2)

    def chains(self, rows: list[int]) -> list[tuple[list[int], int]]:
        """The elements around cells that hold no other cell of the table, nearest first; and the one around those."""
        nodes = self.nodes
        return chains(nodes.parent, nodes.end, nodes.kind, self.starts, rows, _DEEPEST, self.few)

    def read(self, places: Sequence[Cell], chains: Sequence[tuple[list[int], int]], label: str) -> Markup:
        """Read what is said around cells; data without a place on the page have no markup."""
        found = _Found()
        for around, count in tally(map(self._around, places, chains)).items():
            found.add(around, count)
        header = self._agreed([self.headers.of(cell.span.start) for cell in places])
        said = (_tidy_header(header) if header else "") or label or self._agreed(found.labels)
        markup = Markup(
            said, bool(header), found.shares(len(places)), found.tags(len(places)), found.common(len(places))
        )
        if said and (spoken := said_by(said, label=True)):
            markup.said["label"] = {spoken: 1.0}
        return markup

    def _around(self, cell: Cell, chain: tuple[list[int], int]) -> _Around:
        """What is around a cell, as a value: cells of one column mostly have the same."""
        own, box = chain
        tags, path, attributes = self.tags, self.path, self.attributes
        return (
            tuple([(tags[path[row]], attributes(row)) for row in own]),
            attributes(box) if box >= 0 else (),
            _link_field(cell.url) if cell.kind == "link" and cell.url else None,
        )

    def _agreed(self, names: Sequence[str | None]) -> str:
        said = [name for name in names if name]
        most = max(dict.fromkeys(said), key=said.count, default="")  # the first of equals
        return most if said.count(most) >= AGREEING * len(names) else ""


class _Found:
    """What was read of the cells of one column."""

    def __init__(self) -> None:
        self.labels: list[str | None] = []
        self._said: dict[str, dict[Field, int]] = {}
        self._tags: dict[str, int] = {}
        self._words: dict[str, int] = {}

    def add(self, around: _Around, cells: int) -> None:
        """Add what is around some cells."""
        elements, box, link = around
        near = False
        label = None
        words: dict[str, None] = {}
        spoken: dict[str, set[Field]] = {}
        for _, attributes in elements:
            for name, value in attributes:
                kind, said, own = _attribute(name, value)
                words.update(own)
                if kind == "label":
                    label = label or value
                elif said is None:
                    continue
                elif kind in ("class", "name"):
                    spoken.setdefault(f"{'far' if near else 'near'}_{kind}", set()).add(said)
                    near = near or not said.weak
                else:
                    spoken.setdefault(kind, set()).add(said)
        for name, value in box:
            if name in ("class", "id") and (said := _attribute(name, value)[1]):
                spoken.setdefault("box", set()).add(said)
        if link:
            spoken.setdefault("link", set()).add(link)
        self.labels += [label] * cells
        for source, fields in spoken.items():
            _count(self._said.setdefault(source, {}), sorted(fields), cells)
        _count(self._tags, sorted({tag for tag, _ in elements}), cells)
        _count(self._words, words, cells)

    def shares(self, cells: int) -> dict[str, dict[Field, float]]:
        return {source: {said: n / cells for said, n in counts.items()} for source, counts in self._said.items()}

    def tags(self, cells: int) -> dict[str, float]:
        return {tag: count / cells for tag, count in self._tags.items()}

    def common(self, cells: int) -> tuple[str, ...]:
        return tuple(word for word, count in self._words.items() if count >= 0.8 * cells and cells > 1)


def _count(counts: dict[T, int], members: Iterable[T], times: int) -> None:
    for member in members:
        counts[member] = counts.get(member, 0) + times


@lru_cache(maxsize=4096)
def _speaks(name: str) -> bool:
    """Whether an attribute of that name may be evidence."""
    return (
        name in _WORD_ATTRIBUTES
        or name in _LABEL_ATTRIBUTES
        or name in _PROPERTY_ATTRIBUTES
        or name in _TITLE_ATTRIBUTES
        or _TEST_ATTRIBUTE.fullmatch(name) is not None
    )


@lru_cache(maxsize=16384)
def _attribute(name: str, value: str) -> tuple[str, Field | None, dict[str, None]]:
    """What kind of evidence an attribute is ("": none), the field that it names, and the words of class names."""
    if name in _LABEL_ATTRIBUTES:
        return "label", None, _NO_WORDS
    if name in _PROPERTY_ATTRIBUTES:
        said = _property(value)
        return "weak_property" if said and said.weak else "property", said, _NO_WORDS
    if name in _WORD_ATTRIBUTES or _TEST_ATTRIBUTE.fullmatch(name):
        fields = _class_fields(value)
        words = dict.fromkeys(word for token in value.split() for word in split_words(token) if name == "class")
        return "class" if name == "class" else "name", fields[-1] if fields else None, words
    if name in _TITLE_ATTRIBUTES and len(value) <= 40:
        return "aria", said_by(value), _NO_WORDS
    return _SILENT


def _tidy_header(text: str) -> str:
    """A header without footnotes, and without what repeats it for machines ("Year Year", "Title Sort by title")."""
    words = re.sub(r"\[[^\]]{0,8}\]", " ", text[:200]).split()
    repeated = next((at for at, word in enumerate(words) if word in words[:at]), len(words))
    return " ".join(words[:repeated])


def _class_fields(value: str) -> list[Field]:
    """The fields that the class names of one element name, strong ones last."""
    found = [field_of(fields_of(split_words(token))) for token in value.split()[:24]]
    return sorted(filter(None, found), key=lambda said: not said.weak)


def _property(value: str) -> Field | None:
    """The field of an itemprop or property: its last step, of the first word."""
    first = next(iter(value.split()), "")
    return said_by(re.split(r"[:/#]", first)[-1])


#: Fields that a step of a link's path tells: a step such as /price/ tells nothing.
_LINKED: Final = frozenset({"author", "category", "tags", "location", "brand", "company", "reviews", "count"})


def _link_field(url: str) -> Field | None:
    """The field that the path of a link names: /author/..., /tags/..., #comments."""
    address, _, fragment = url.partition("#")
    path = address.partition("://")[2].partition("?")[0]
    for step in [*path.split("/")[1:4], fragment]:
        if len(step) > 24 or not step:
            continue
        if step[0] in "@~":
            return Field("author", "author")
        words = split_words(unquote(step) if "%" in step else step)
        if len(words) <= 2 and (said := field_of(fields_of(words))) and said.role in _LINKED:
            return said
    return None
