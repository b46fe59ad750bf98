"""Records -> their common template: one node per place that records have in common.

Rows are taken place by place below the records. Rows with the same parent place, tag and class are one place;
classes that vary by record are put together, and siblings that are alike are told apart (see `repeats`). So each place
holds at most one row of a record, unless it is a list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from pagerows.align.fields._reading import SHOWN
from pagerows.align.fields._siblings import Siblings, gathered
from pagerows.align.fields.reading import Reading
from pagerows.align.fields.repeats import resolve
from pagerows.page.nodes import TEXT_TAG, Attributes

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
#: Elements that pages write in the place of a link where there is none.
_UNLINKED: Final = frozenset({"div", "span"})
_WORDS: Final = re.compile(r"[^\W\d_]+")
#: Most groups of one parent and tag whose classes are compared with each other.
_MOST_COMPARED: Final = 40

Kind = Literal["element", "text", "list"]
Ints = NDArray[np.int32]
#: Starts and stops of some stretches of rows, and the record of each.
Stretches = tuple[list[int], list[int], list[int]]


@dataclass(slots=True, eq=False)
class Place:
    """A place of the template and the rows that are there, one a record at most unless it is a list or a text."""

    tag: str
    kind: Kind
    #: Record -> its row; of lists and texts the first one.
    one: dict[int, int]
    #: Of lists and texts: record -> all its rows.
    rows: dict[int, list[int]] = field(default_factory=dict)
    #: Mean position among the children of its parent.
    order: float = 0.0
    children: list[Place] = field(default_factory=list)


def template_of(reading: Reading) -> Place:
    """Return the root of the template of some records."""
    return _Builder(reading).run()


class _Builder:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        nodes, low, high = reading.nodes, reading.low, reading.high
        self.keys: list[tuple[str, tuple[str, ...]]] = []
        self.columns = reading.ends + np.int32(low), nodes.depth[low:high], self._steps(nodes.path[low:high])
        self.siblings = Siblings(*self.columns, reading.look, low)

    def run(self) -> Place:
        """Build the template place by place, from the top down."""
        root, stretches = self._root()
        waiting = [(root, stretches)]
        while waiting:
            place, within = waiting.pop()
            waiting += [(child, self.siblings.inside(child.one)) for child in self._children(place, within)]
            place.children.sort(key=attrgetter("order"))
        return root

    def _root(self) -> tuple[Place, Stretches]:
        """The place of the records themselves, and what is in them.

        A record that is one element is the root; the parts of others stand below a root of their own.
        """
        parts = [
            (part.start, part.stop, number) for number, one in enumerate(self.reading.records) for part in one.parts
        ]
        starts, stops, owners = map(list, zip(*parts, strict=True))
        if len(parts) > len(self.reading.records) or not self._are_whole(starts, stops):
            return Place("", "element", {}), (starts, stops, owners)
        return Place("", "element", dict(zip(owners, starts, strict=True))), (
            [row + 1 for row in starts],
            stops,
            owners,
        )

    def _are_whole(self, starts: list[int], stops: list[int]) -> bool:
        """Whether stretches are one element each."""
        if self.siblings.are_whole(starts, stops):
            return True
        every = Siblings(*self.columns, np.full_like(self.reading.look, SHOWN), self.reading.low)
        return len(every.elements(starts, stops, list(range(len(starts))))[0]) == len(starts)

    def _children(self, place: Place, within: Stretches) -> list[Place]:
        """Add the places below one; return those that have places below them."""
        rows, records, positions, groups = self.siblings.elements(*within)
        if groups:
            self._elements(place, rows, records, positions, groups)
        found = [child for child in place.children if child.kind == "element"]
        if self.siblings.has_texts:
            rows, records, positions, groups = self.siblings.texts(*within)
            for members in groups.values():  # text is told apart by the element that stands before it
                self._add(place, TEXT_TAG, "text", members, records, rows, positions)
        return found

    # -- elements -------------------------------------------------------------------------------------------

    def _elements(
        self, over: Place, rows: list[int], records: list[int], positions: list[int], groups: dict[int, list[int]]
    ) -> None:
        by_tag: dict[str, list[tuple[tuple[str, ...], list[int]]]] = {}
        for number, members in groups.items():
            tag, classes = self.keys[number]
            by_tag.setdefault(tag, []).append((classes, members))
        _with_links(by_tag)
        for tag, variants in by_tag.items():
            merged = [variants[0][1]] if len(variants) == 1 else _merge_classes(tag, variants, records)
            for members in merged:
                for kind, chosen in resolve(self.reading, tag, members, records, rows):
                    self._add(over, tag, kind, chosen, records, rows, positions)

    def _add(
        self,
        over: Place,
        tag: str,
        kind: Kind,
        chosen: list[int],
        records: list[int],
        rows: list[int],
        at: list[int],
    ) -> None:
        if kind == "element":
            one, order = self.siblings.take(chosen, rows, records, at)
            place = Place(tag, kind, one, order=order)
        else:
            every, one, order = gathered(chosen, rows, records, at)
            place = Place(tag, kind, one, every, order)
        over.children.append(place)

    def _steps(self, path: Ints) -> Ints:
        """Return a number for the tag and the classes of each element; those of `keys`."""
        tags, numbers = self.reading.nodes.paths.tag, dict[tuple[str, tuple[str, ...]], int]()
        step = np.zeros(len(tags), np.int32)
        for code, style in self.reading.styles.items():
            if tags[code] != TEXT_TAG:
                key = (tags[code], _class_key(style))
                step[code] = numbers.setdefault(key, len(numbers))
        self.keys = list(numbers)
        return step[path]


def _class_key(style: Attributes) -> tuple[str, ...]:
    """The classes of an element that may say what it is, numbers in them aside."""
    for name, value in style:
        if name == "class":
            return _steady_classes(value or "")
    return ()


@lru_cache(maxsize=4096)
def _steady_classes(value: str) -> tuple[str, ...]:
    tokens = {_DIGITS.sub("#", token) for token in value.lower().split()}
    return tuple(sorted(token for token in tokens if token not in _STATES))


def _with_links(by_tag: dict[str, list[tuple[tuple[str, ...], list[int]]]]) -> None:
    """Put links with what has the same classes and no link: the members of one list, one field of several records."""
    for tag in sorted(_UNLINKED & by_tag.keys()) if "a" in by_tag else ():
        links = {classes: members for classes, members in by_tag["a"] if classes}
        known = {classes for classes, _ in by_tag[tag]}
        by_tag[tag] = [(classes, sorted(members + links.get(classes, []))) for classes, members in by_tag[tag]]
        by_tag["a"] = [one for one in by_tag["a"] if not one[0] or one[0] not in known]
    if "a" in by_tag and not by_tag["a"]:
        del by_tag["a"]


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
