"""Records -> their common template: one node per place that records have in common.

Rows are taken level by level below the records. Rows with the same parent place, tag and class are one place;
classes that vary by record are put together, and siblings that are alike are told apart (see `repeats`). So each place
holds at most one row of a record, unless it is a list.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from pagerows.align.fields.reading import Reading
from pagerows.align.fields.repeats import resolve
from pagerows.page.nodes import TEXT, TEXT_TAG, Attributes

__all__ = ["Place", "template_of"]

#: Words of classes that say which state an element is in, or where it stands, not what it is.
_STATES: Final = frozenset({
    "active", "inactive", "current", "selected", "checked", "open", "opened", "closed", "collapsed", "expanded",
    "first", "last", "odd", "even", "alt", "hover", "focus", "lazy", "lazyload", "lazyloaded", "lazyloading", "loaded",
    "loading", "visible", "show", "shown", "disabled", "enabled",
})  # fmt: skip
_DIGITS: Final = re.compile(r"\d+")
#: Elements that may hold anything.
_BOXES: Final = frozenset({"div", "section", "article", "header", "footer", "aside", "main"})
_WORDS: Final = re.compile(r"[^\W\d_]+")
#: Most groups of one parent and tag whose classes are compared with each other.
_MOST_COMPARED: Final = 40

Kind = Literal["element", "text", "list"]
Ints = NDArray[np.intp]


@dataclass(slots=True)
class Place:
    """A place of the template and the rows that are there, one a record at most unless it is a list."""

    tag: str
    kind: Kind
    #: Record -> row; of lists and texts all rows.
    rows: dict[int, list[int]]
    #: Mean position among the children of its parent.
    order: float = 0.0
    children: list[Place] = field(default_factory=list)

    def one(self) -> list[tuple[int, int]]:
        """Return (record, first row) pairs."""
        return [(record, rows[0]) for record, rows in self.rows.items()]


def template_of(reading: Reading) -> Place:
    """Return the root of the template of some records."""
    return _Builder(reading).run()


class _Builder:
    def __init__(self, reading: Reading) -> None:
        self.reading, self.nodes = reading, reading.nodes
        self.low = reading.low
        self.places: list[Place] = []
        #: The place of each row, -1 where it is in none.
        self.place = np.full(reading.high - reading.low, -1, np.intp)
        self.steps: dict[int, int] = {}
        self.keys: list[tuple[str, tuple[str, ...]]] = []
        self._numbers: dict[tuple[str, tuple[str, ...]], int] = {}

    def run(self) -> Place:
        """Build the template level by level."""
        rows, record, level = self._levels()
        root = Place("", "element", {})
        self.places.append(root)
        # A record that is one element is the root; the parts of others stand below a root of their own.
        single = np.bincount(record[level == 0], minlength=len(self.reading.records)).max() <= 1
        depth, deepest = 0, int(level.max())
        if single:
            top = level == 0
            self.place[rows[top] - self.low] = 0
            root.rows = {r: [row] for r, row in zip(record[top].tolist(), rows[top].tolist(), strict=True)}
            depth = 1
        order = np.argsort(level, kind="stable")
        bounds = np.searchsorted(level[order], np.arange(deepest + 2))
        while depth <= deepest:
            now = order[bounds[depth] : bounds[depth + 1]]
            self._level(rows[now], record[now], at_top=not single and depth == 0)
            depth += 1
        for place in self.places:
            place.children.sort(key=lambda child: child.order)
        return root

    def _levels(self) -> tuple[Ints, Ints, Ints]:
        """Return the rows of all records, the record of each, and how deep it is below the record's top."""
        nodes = self.nodes
        starts, stops, record = [], [], []
        for number, one in enumerate(self.reading.records):
            for part in one.parts:
                starts.append(part.start)
                stops.append(part.stop)
                record.append(number)
        lengths = np.array(stops) - np.array(starts)
        owner = np.repeat(np.arange(len(starts)), lengths)
        offsets = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        rows = np.array(starts)[owner] + offsets
        level = nodes.depth[rows] - nodes.depth[np.array(starts)][owner]
        return rows.astype(np.intp), np.array(record)[owner], level.astype(np.intp)

    def _level(self, rows: Ints, record: Ints, *, at_top: bool) -> None:
        nodes, low = self.nodes, self.low
        parent = nodes.parent[rows].astype(np.intp)
        if at_top:
            above = np.zeros(len(rows), np.intp)
            parent = -1 - record  # siblings of one record
        else:
            above = self.place[parent - low]
        shown = self.reading.shown[rows - low]
        inside = (above >= 0) & shown
        if not inside.any():
            return
        rows, record, parent, above = rows[inside], record[inside], parent[inside], above[inside]
        text = nodes.kind[rows] == TEXT
        position = _positions(parent)
        element = np.flatnonzero(~text)
        if len(element):
            self._elements(rows[element], record[element], parent[element], above[element], position[element])
        words = text & self.reading.told[rows - low]
        if words.any():
            self._texts(rows, record, parent, above, position, words)

    # -- elements -------------------------------------------------------------------------------------------

    def _elements(self, rows: Ints, record: Ints, parent: Ints, above: Ints, position: Ints) -> None:
        step = self._step_numbers(rows)
        groups: dict[tuple[int, int], list[int]] = defaultdict(list)
        for index, key in enumerate(zip(above.tolist(), step.tolist(), strict=True)):
            groups[key].append(index)
        by_tag: dict[tuple[int, str], list[tuple[tuple[str, ...], list[int]]]] = defaultdict(list)
        for (over, number), members in groups.items():
            tag, classes = self.keys[number]
            by_tag[over, tag].append((classes, members))
        parents, records, own, places = parent.tolist(), record.tolist(), rows.tolist(), position.tolist()
        for (over, tag), variants in by_tag.items():
            merged = [m for _, m in variants] if len(variants) == 1 else _merge_classes(tag, variants, parents)
            for members in merged:
                for kind, chosen in resolve(self.reading, tag, members, parents, own):
                    self._add(over, tag, kind, chosen, records, own, places)

    def _add(
        self, over: int, tag: str, kind: Kind, chosen: Sequence[int], records: list[int], rows: list[int], at: list[int]
    ) -> None:
        held: dict[int, list[int]] = {}
        for index in chosen:
            held.setdefault(records[index], []).append(rows[index])
        order = sum(at[index] for index in chosen) / len(chosen)
        place = Place(tag, kind, held, order)
        number = len(self.places)
        self.places.append(place)
        self.places[over].children.append(place)
        if kind == "element":
            self.place[np.array([rows[index] for index in chosen]) - self.low] = number

    def _step_numbers(self, rows: Ints) -> Ints:
        codes = self.nodes.path[rows]
        distinct, back = np.unique(codes, return_inverse=True)
        return np.array([self._step(code) for code in distinct.tolist()], np.intp)[back]

    def _step(self, code: int) -> int:
        known = self.steps.get(code)
        if known is None:
            paths = self.nodes.paths
            key = (paths.tag[code], _class_key(paths.style[code]))
            known = self._numbers.setdefault(key, len(self.keys))
            if known == len(self.keys):
                self.keys.append(key)
            self.steps[code] = known
        return known

    # -- text -----------------------------------------------------------------------------------------------

    def _texts(
        self, rows: Ints, record: Ints, parent: Ints, above: Ints, position: Ints, words: NDArray[np.bool_]
    ) -> None:
        """Text is told apart by the element that stands before it."""
        slots: dict[tuple[int, int], list[int]] = defaultdict(list)
        before, last_parent = -1, None
        own, parents, overs = rows.tolist(), parent.tolist(), above.tolist()
        of_row = self.place[rows - self.low].tolist()
        formatting = self._formatting
        tags = self.nodes.tag[rows].tolist()
        for index, is_text in enumerate(words.tolist()):
            if parents[index] != last_parent:
                before, last_parent = -1, parents[index]
            if is_text:
                slots[overs[index], before].append(index)
            elif of_row[index] >= 0 and not formatting[tags[index]]:
                before = of_row[index]
        records, at = record.tolist(), position.tolist()
        for (over, _), members in slots.items():
            self._add(over, TEXT_TAG, "text", members, records, own, at)

    @property
    def _formatting(self) -> list[bool]:
        return [False] * len(self.nodes.tags)


def _positions(parent: Ints) -> Ints:
    """Number the rows of each parent, which stand together."""
    starts = np.flatnonzero(np.r_[True, parent[1:] != parent[:-1]])
    return np.arange(len(parent)) - np.repeat(starts, np.diff(np.r_[starts, len(parent)]))


def _class_key(style: Attributes) -> tuple[str, ...]:
    """The classes of an element that may say what it is, numbers in them aside."""
    for name, value in style:
        if name == "class":
            tokens = {_DIGITS.sub("#", token) for token in (value or "").lower().split()}
            return tuple(sorted(token for token in tokens if token not in _STATES))
    return ()


def _merge_classes(tag: str, variants: list[tuple[tuple[str, ...], list[int]]], parents: list[int]) -> list[list[int]]:
    """Put together groups whose classes differ by record only: never below one parent, and with a word in common."""
    variants = sorted(variants, key=lambda variant: -len(variant[1]))
    rest = variants[_MOST_COMPARED:]
    found: list[tuple[set[str], set[int], list[int], bool]] = []
    for classes, members in variants[:_MOST_COMPARED]:
        words = {word for token in classes for word in _WORDS.findall(token)}
        under = {parents[index] for index in members}
        repeated = len(under) < len(members)
        home = None
        for number, (known, taken, _, many) in enumerate(found):
            alike = len(words & known) / max(1, min(len(words), len(known))) if words or known else 1.0
            together = not under.isdisjoint(taken)
            if together:
                # One of many with a class more (the chosen colour of a list) is one of them; two alike are two fields.
                # Boxes without a class are like nothing but each other.
                told = bool(words and known) or (tag not in _BOXES and bool(words or known))
                if (many or repeated) and (words <= known or known <= words) and told:
                    home = number
                    break
            elif alike >= 0.5:
                home = number
                break
        if home is None:
            found.append((words, under, list(members), repeated))
        else:
            known, taken, held, many = found[home]
            found[home] = (known & words or known, taken | under, held + members, many or repeated)
    if rest:
        found.append((set(), set(), [index for _, members in rest for index in members], True))
    return [sorted(members) for _, _, members, _ in found]
