"""What a column can be known again by: where its cells stand in their records, what they look like, what they say.

Classes change when a site is painted anew, places when it is rebuilt, texts with every page: columns are compared by
all of it, and the best pairs are taken first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from pagerows.errors import WrapperError
from pagerows.page import Page
from pagerows.page.nodes import TEXT, NodeTable
from pagerows.values import Cell, Record

__all__ = ["Evidence", "evidence_of", "holder", "likeness", "merged", "numbered", "paired", "spelled"]

#: Places of a column that are kept; more are variants of the same.
MOST_PLACES: Final = 6
#: How alike two columns must be to be one.
ALIKE: Final = 0.5
_DIGITS: Final = re.compile(r"\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is known of a column's cells, over all pages it was seen on."""

    #: Tags and classes from the record down to the cell, the most frequent first: ``div.card/h3.title/a``.
    places: tuple[str, ...] = ()
    #: Which of the columns in the same place it is, from 0: rows of labels and values differ in nothing else.
    nth: float = 0.0
    #: Position of the column among the table's, 0 to 1.
    order: float = 0.0
    #: Share of the records that have a cell, over all pages, and on the page with the fewest.
    fill: float = 0.0
    least: float = 0.0
    #: Share of the cells that are different from each other.
    distinct: float = 0.0
    #: Mean number of characters, and which share of them are digits.
    length: float = 0.0
    digits: float = 0.0
    #: Share of the cells that are links.
    links: float = 0.0
    #: The text that all cells have, where it is one ("In stock"); and what they begin with ("By").
    constant: str | None = None
    begins: str | None = None

    def plain(self) -> dict[str, Any]:
        """The evidence as plain values for a file."""
        found = {name: value for name, value in asdict(self).items() if value not in (None, (), 0.0)}
        return {
            name: round(value, 3) if isinstance(value, float) else list(value) if isinstance(value, tuple) else value
            for name, value in found.items()
        }

    @classmethod
    def read(cls, plain: Any, where: str) -> Evidence:
        """Read evidence from plain values; a WrapperError names the place that is wrong."""
        if not isinstance(plain, dict):
            raise WrapperError(f"{where}: must be an object")
        kinds: Mapping[str, Any] = {field.name: field.type for field in fields(cls)}
        values: dict[str, Any] = {}
        for name, value in plain.items():
            if name not in kinds:
                raise WrapperError(f"{where}.{name}: unknown; known are {', '.join(kinds)}")
            if name == "places":
                if not isinstance(value, list) or not all(isinstance(place, str) for place in value):
                    raise WrapperError(f"{where}.places: must be a list of texts")
                values[name] = tuple(value)
            elif "str" in str(kinds[name]):
                if not isinstance(value, str):
                    raise WrapperError(f"{where}.{name}: must be a text")
                values[name] = value
            else:
                if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value < 1e9:
                    raise WrapperError(f"{where}.{name}: must be a number, 0 or more")
                values[name] = float(value)
        return cls(**values)


def evidence_of(page: Page, records: Sequence[Record], cells: Sequence[Cell | None], order: float) -> Evidence:
    """Collect what is known of one column of a page."""
    own = [(record, cell) for record, cell in zip(records, cells, strict=True) if cell is not None]
    if not own:
        return Evidence(order=order)
    places = Counter(place_of(page.nodes, record, cell) for record, cell in own)
    texts = [cell.text or cell.url or "" for _, cell in own]
    letters = max(1, sum(map(len, texts)))
    starts = {text.split(" ", 1)[0] for text in texts if " " in text}
    return Evidence(
        places=tuple(place for place, _ in places.most_common(MOST_PLACES)),
        order=order,
        fill=len(own) / len(records),
        least=len(own) / len(records),
        distinct=len(set(texts)) / len(own),
        length=sum(map(len, texts)) / len(own),
        digits=sum(len(_DIGITS.findall(text[:1000])) for text in texts) / letters,
        links=sum(cell.url is not None and cell.kind != "image" for _, cell in own) / len(own),
        constant=texts[0][:80] if len(own) > 2 and len(set(texts)) == 1 else None,
        begins=starts.pop()[:40] if len(own) > 2 and len(starts) == 1 and all(" " in t for t in texts) else None,
    )


def numbered(columns: Sequence[Evidence]) -> list[Evidence]:
    """Tell columns in the same place apart by their order."""
    seen: Counter[str] = Counter()
    nth: dict[int, int] = {}
    for number in sorted(range(len(columns)), key=lambda number: columns[number].order):
        place = columns[number].places[0] if columns[number].places else ""
        nth[number] = seen[place]
        seen[place] += 1
    return [replace(column, nth=float(nth[number])) for number, column in enumerate(columns)]


def place_of(nodes: NodeTable, record: Record, cell: Cell) -> str:
    """Tags and classes from below the record's top down to the element that holds a cell."""
    if not record.parts:  # data that the page carries
        return "."
    row = holder(nodes, cell)
    top = next((part.start for part in record.parts if part.start <= row < part.stop), record.parts[0].start)
    return spelled(nodes, top, row)


def spelled(nodes: NodeTable, top: int, row: int) -> str:
    """Tags and classes from below one row down to another."""
    steps: list[str] = []
    paths = nodes.paths
    while row > top and len(steps) < 64:
        code = int(nodes.path[row])
        steps.append(paths.string_step(code))
        row = int(nodes.parent[row])
    return "/".join(reversed(steps)) or "."


def holder(nodes: NodeTable, cell: Cell) -> int:
    """The row of the element that a cell begins with."""
    row = cell.span.start
    return int(nodes.parent[row]) if row < len(nodes) and nodes.kind[row] == TEXT else row


def merged(evidence: Sequence[Evidence], weights: Sequence[int]) -> Evidence:
    """Join what several pages say of one column; `weights` are the numbers of their records."""
    total = max(1, sum(weights))

    def mean(name: str) -> float:
        return float(sum(getattr(e, name) * w for e, w in zip(evidence, weights, strict=True)) / total)

    places: Counter[str] = Counter()
    for each, weight in zip(evidence, weights, strict=True):
        for rank, place in enumerate(each.places):
            places[place] += weight * (MOST_PLACES - rank)
    constants = {each.constant for each in evidence}
    begins = {each.begins for each in evidence}
    return Evidence(
        places=tuple(place for place, _ in places.most_common(MOST_PLACES)),
        nth=mean("nth"),
        order=mean("order"),
        fill=mean("fill"),
        least=min((each.least for each in evidence), default=0.0),
        distinct=mean("distinct"),
        length=mean("length"),
        digits=mean("digits"),
        links=mean("links"),
        constant=constants.pop() if len(constants) == 1 else None,
        begins=begins.pop() if len(begins) == 1 else None,
    )


def likeness(one: Evidence, other: Evidence) -> float:
    """How sure we are that two columns are one, 0 to 1: place first, then what the cells look like."""
    place = max((_same_place(a, b) for a in one.places for b in other.places), default=0.0)
    place *= 1 - min(0.4, 0.2 * abs(one.nth - other.nth))
    longer = max(one.length, other.length, 1.0)
    looks = (
        0.25 * (1 - abs(one.length - other.length) / longer)
        + 0.25 * (1 - abs(one.digits - other.digits))
        + 0.15 * (1 - abs(one.links - other.links))
        + 0.15 * (1 - abs(one.order - other.order))
        + 0.1 * (1 - abs(one.fill - other.fill))
        + 0.1 * (1 - abs(one.distinct - other.distinct))
    )
    said = one.begins is not None and one.begins == other.begins
    same = one.constant is not None and one.constant == other.constant
    return min(1.0, 0.65 * place + 0.35 * looks + 0.15 * said + 0.25 * same)


def _same_place(one: str, other: str) -> float:
    """1 for the same place; less where classes or wrappers differ, none where the tags at the end do."""
    if one == other:
        return 1.0
    a, b = one.split("/"), other.split("/")
    tags_a, tags_b = [step.split(".")[0] for step in a], [step.split(".")[0] for step in b]
    if tags_a == tags_b:
        return 0.75 + 0.2 * _same_classes(a[-1], b[-1])
    if _same_classes(a[-1], b[-1]) > 0.5:
        return 0.8
    common = _common_end(tags_a, tags_b)
    return 0.6 * common / max(len(a), len(b))


def _same_classes(a: str, b: str) -> float:
    one, other = set(a.split(".")[1:]), set(b.split(".")[1:])
    return len(one & other) / len(one | other) if one | other else 0.0


def _common_end(a: Sequence[str], b: Sequence[str]) -> int:
    count = 0
    for x, y in zip(reversed(a), reversed(b), strict=False):
        if x != y:
            break
        count += 1
    return count


def paired(known: Sequence[Evidence], found: Sequence[Evidence], said: Sequence[float | None]) -> dict[int, int]:
    """Pair columns one to one, the most alike first: number of a known column -> number of a found one.

    ``said[i * len(found) + j]`` is what names and types add to how alike the two are; None where they cannot be one.
    """
    scores = [
        (-likeness(one, other) - more, i, j)
        for i, one in enumerate(known)
        for j, other in enumerate(found)
        if (more := said[i * len(found) + j]) is not None
    ]
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for score, i, j in sorted(scores):
        if -score >= ALIKE and i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs
