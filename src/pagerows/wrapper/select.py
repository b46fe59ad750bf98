"""Selectors: which nodes of a page are meant, by tags and classes from an ancestor down; as CSS and as XPath, too.

A selector is a chain of steps. Classes are asked of distinct tag paths, not of nodes, so that a page is searched in
about the time that one comparison of a column takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import WrapperError
from pagerows.page.nodes import TEXT_TAG, NodeTable, Paths
from pagerows.page.steps import literal

__all__ = ["Samples", "Selector", "Step", "anchored", "classes_of", "f1", "inner_selector", "selector_for"]

#: Ancestors that a selector may name.
DEEPEST: Final = 24
#: A selector without positions that is this good is better than an exact one with them.
PINNED: Final = 0.9
#: Rows before the first record that a position may leave out: headings, not records that were overlooked.
HEADINGS: Final = 2
#: Ancestors that are looked at for one that names the list.
NAMED_WITHIN: Final = 4
#: Tables in each other of which some may be written with ``tbody`` and others without.
MIXED: Final = 3
#: A class that can be written in CSS as it is.
_PLAIN: Final = re.compile(r"-?[A-Za-z_][\w-]*")
#: An id that means something: one that a program counts up is another on the next page.
_MEANING: Final = re.compile(r"(?=\D*\d?\D*$)[A-Za-z][\w-]{2,40}")
_TAG: Final = re.compile(r"[a-z][a-z0-9_-]*|\*")


@dataclass(frozen=True, slots=True)
class Step:
    """One element of a chain: a tag with classes, directly below the step before."""

    tag: str
    classes: tuple[str, ...] = ()
    #: The first position among its siblings of the same tag that counts, from 1.
    first: int = 1
    #: The only position that counts; 0 for any.
    only: int = 0
    #: The id that it has; empty for any.
    id: str = ""

    def fits(self, tag: str, classes: frozenset[str]) -> bool:
        """Whether an element with this tag and these classes is meant."""
        return self.tag in (tag, "*") and all(name in classes for name in self.classes)

    @property
    def css(self) -> str:
        """The step in CSS."""
        nth = f":nth-of-type({self.only or f'n+{self.first}'})" if self.positioned else ""
        name = f"#{self.id}" if _PLAIN.fullmatch(self.id) else f'[id="{_escaped(self.id)}"]' if self.id else ""
        return self.tag + name + "".join(_css_class(name) for name in self.classes) + nth

    @property
    def xpath(self) -> str:
        """The step in XPath."""
        words = "concat(' ',normalize-space(@class),' ')"
        tests = [f"@id={literal(self.id)}"] if self.id else []
        tests += [f"contains({words},{literal(f' {name} ')})" for name in self.classes]
        place = f"[{self.only}]" if self.only else f"[position()>={self.first}]" if self.first > 1 else ""
        return self.tag + place + "".join(f"[{test}]" for test in tests)

    @property
    def positioned(self) -> bool:
        """Whether the step asks for a position."""
        return self.first > 1 or self.only > 0


@dataclass(frozen=True, slots=True)
class Selector:
    """A chain of steps, each a child of the one before; the first may stand anywhere below where one looks."""

    steps: tuple[Step, ...]

    @property
    def css(self) -> str:
        """The selector in CSS."""
        return ", ".join(" > ".join(step.css for step in steps) for steps in self._spellings)

    @property
    def xpath(self) -> str:
        """The selector in XPath, from where one looks."""
        return self.xpath_from(".")

    def xpath_from(self, start: str) -> str:
        """The selector in XPath, from the page's root ("") or from an element (".")."""
        return " | ".join(f"{start}//" + "/".join(step.xpath for step in steps) for steps in self._spellings)

    @property
    def _spellings(self) -> list[tuple[Step, ...]]:
        """The steps with and without each ``tbody``: browsers add it to tables, lxml and parsel do not."""
        added = [number for number, step in enumerate(self.steps) if replace(step, only=0) == Step("tbody")]
        if len(added) > MIXED:
            return [self.steps, self._without(added)]
        return [self._without(left) for count in range(len(added) + 1) for left in combinations(added, count)]

    def _without(self, left: Sequence[int]) -> tuple[Step, ...]:
        """The steps without some ``tbody``; what stands below the first of them then stands below a table."""
        steps = tuple(step for number, step in enumerate(self.steps) if number not in left)
        return (Step("table"), *steps) if 0 in left else steps

    def rows(self, nodes: NodeTable) -> NDArray[np.intp]:
        """Return the rows of a page that are meant, in document order."""
        if not self.steps:
            return np.zeros(0, np.intp)
        codes = self._codes(nodes.paths)
        wanted = np.zeros(len(nodes.paths), bool)
        wanted[codes] = True
        found = np.flatnonzero(wanted[nodes.path])
        return self._told_apart(nodes, found) if any(step.positioned or step.id for step in self.steps) else found

    def _codes(self, paths: Paths) -> list[int]:
        """The path codes whose last steps are these."""
        return [code for code in range(len(paths)) if self._ends(paths, code)]

    def _ends(self, paths: Paths, code: int) -> bool:
        for step in reversed(self.steps):
            if code < 0 or not step.fits(paths.tag[code], classes_of(paths, code)):
                return False
            code = int(paths.parent[code])
        return True

    def _told_apart(self, nodes: NodeTable, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Those of some rows that stand at the positions, and below the ids, that the steps ask for."""
        kept = np.ones(len(rows), bool)
        at = rows
        for step in reversed(self.steps):
            if step.id:
                named = [row for row in np.unique(at).tolist() if nodes.attribute(row, "id") == step.id]
                kept &= np.isin(at, named)
            if step.positioned:
                rank = nodes.sibling_rank[at]
                kept &= rank == step.only if step.only else rank >= step.first
            at = nodes.parent[at].astype(np.intp)
        return rows[kept]

    def plain(self) -> list[dict[str, Any]]:
        """The selector as plain values for a file."""
        return [
            {"tag": s.tag}
            | ({"classes": list(s.classes)} if s.classes else {})
            | ({"from": s.first} if s.first > 1 else {})
            | ({"at": s.only} if s.only else {})
            | ({"id": s.id} if s.id else {})
            for s in self.steps
        ]

    @classmethod
    def read(cls, steps: Any, where: str) -> Selector:
        """Read a selector from plain values; a WrapperError names the place that is wrong."""
        if not isinstance(steps, list) or not steps or len(steps) > 64:
            raise WrapperError(f"{where}: give a list of steps such as {{'tag': 'li', 'classes': ['item']}}")
        return cls(tuple(_read_step(step, f"{where}[{number}]") for number, step in enumerate(steps)))


def _read_step(step: Any, where: str) -> Step:
    if not isinstance(step, dict) or set(step) - {"tag", "classes", "from", "at", "id"}:
        raise WrapperError(f"{where}: a step has tag, classes, from, at and id, nothing else")
    tag, classes, first, only = step.get("tag"), step.get("classes", []), step.get("from", 1), step.get("at", 0)
    name = step.get("id", "")
    if not isinstance(tag, str) or not tag:
        raise WrapperError(f"{where}: tag must be the name of an element")
    if not isinstance(classes, list) or not all(isinstance(c, str) and c and len(c) < 1000 for c in classes):
        raise WrapperError(f"{where}: classes must be a list of class names")
    if not isinstance(first, int) or isinstance(first, bool) or not 1 <= first < 10**6:
        raise WrapperError(f"{where}: from must be a position, 1 or more")
    if not isinstance(only, int) or isinstance(only, bool) or not 0 <= only < 10**6:
        raise WrapperError(f"{where}: at must be a position, 1 or more")
    if not isinstance(name, str) or len(name) > 1000:
        raise WrapperError(f"{where}: id must be a text")
    return Step(tag, tuple(classes), first, only, name)


def classes_of(paths: Paths, code: int) -> frozenset[str]:
    """The classes of the last element of a path."""
    for name, value in paths.style[code]:
        if name == "class":
            return frozenset((value or "").split())
    return frozenset()


Samples = Sequence[tuple[NodeTable, NDArray[np.intp]]]


def selector_for(samples: Samples) -> list[Selector]:
    """Find selectors that together select exactly the given rows of each page, or nearly so; the shortest that do.

    Rows that have no class in common are selected by a selector for each of their kinds.
    """
    chain = _common_chain(samples)
    one = _best(samples, [chain])
    # Positions break first when a page shows one box more: only where nothing else tells the list from others.
    for other in (_named, _pinned):
        if one is not None and one[1] < PINNED and (more := _best(samples, [other(chain, samples)])):
            one = max(one, more, key=lambda found: found[1])
    if one is not None and one[1] == 1.0:
        return [one[0]]
    kinds = _kinds(samples)
    if 1 < len(kinds) <= 6:
        parts = [_best(kind, [_common_chain(kind)]) for kind in kinds]
        several = [part[0] for part in parts if part is not None]
        if several and f1(samples, several) > (one[1] if one else 0.0):
            return several
    return [one[0]] if one else []


def anchored(selectors: Sequence[Selector], samples: Samples) -> list[Selector]:
    """Return selectors that also name what the list stands in, where that selects the same: other pages have others.

    >>> from pagerows.page import parse
    >>> nodes = parse("<div class=news><ul><li class=item>a<li class=item>b</ul></div><p>").nodes
    >>> one = Selector((Step("li", ("item",)),))
    >>> anchored([one], [(nodes, one.rows(nodes))])[0].css
    'div.news > ul > li.item'
    """
    if len(selectors) != 1:
        return list(selectors)
    own = selectors[0]
    chain, length = _named(_common_chain(samples), samples), len(own.steps)
    for more in range(1, min(NAMED_WITHIN, len(chain) - length) + 1):
        if chain[-length - more].classes or chain[-length - more].id:
            longer = Selector((*chain[-length - more : -length], *own.steps))
            return [longer] if f1(samples, [longer]) >= f1(samples, [own]) else [own]
    return [own]


def _best(samples: Samples, chains: Iterable[list[Step]]) -> tuple[Selector, float] | None:
    """The selector with the highest F1 among the ends of chains; of equally good ones the shortest."""
    found: tuple[Selector, float] | None = None
    for chain in chains:
        for length in range(1, len(chain) + 1):
            for selector in _variants(tuple(chain[-length:]), samples):
                score = f1(samples, [selector])
                if found is None or score > found[1]:
                    found = selector, score
                if score == 1.0:
                    return found
    return found


def _variants(steps: tuple[Step, ...], samples: Samples) -> Iterable[Selector]:
    """A chain as it is, and with the positions where its last step begins (below a heading row)."""
    yield Selector(steps)
    ranks = [int(nodes.sibling_rank[rows].min()) for nodes, rows in samples if len(rows)]
    if ranks and 1 < min(ranks) <= 1 + HEADINGS:
        last = steps[-1]
        yield Selector((*steps[:-1], Step(last.tag, last.classes, min(ranks))))


def _common_chain(samples: Samples) -> list[Step]:
    """What the rows and their ancestors have in common, level by level, from the top down."""
    chain: list[Step] = []
    at = [np.unique(nodes.path[rows]) for nodes, rows in samples]
    tables = [nodes.paths for nodes, _ in samples]
    for _ in range(DEEPEST):
        tags = {paths.tag[code] for paths, codes in zip(tables, at, strict=True) for code in codes.tolist()}
        sets = [classes_of(paths, c) for paths, codes in zip(tables, at, strict=True) for c in codes.tolist()]
        if not sets or TEXT_TAG in tags:
            break
        shared = frozenset.intersection(*sets)
        tag = next(iter(tags)) if len(tags) == 1 else "*"
        chain.append(Step(tag if _TAG.fullmatch(tag) else "*", tuple(sorted(c for c in shared if len(c) < 200))))
        at = [np.unique(paths.parent[codes]) for paths, codes in zip(tables, at, strict=True)]
        if any((codes < 0).any() for codes in at):
            break
    return list(reversed(chain))


def _named(chain: Sequence[Step], samples: Samples) -> list[Step]:
    """The chain with the ids of those ancestors that all records share and that are called the same on every page."""
    steps = list(chain[-1:])
    at = [np.unique(nodes.parent[rows]) for nodes, rows in samples]
    for step in reversed(chain[:-1]):
        ids = {
            nodes.attribute(int(row), "id") or "" for (nodes, _), rows in zip(samples, at, strict=True) for row in rows
        }
        name = ids.pop() if len(ids) == 1 else ""
        steps.append(Step(step.tag, (), id=name) if _MEANING.fullmatch(name) else step)
        at = [np.unique(nodes.parent[rows]) for (nodes, _), rows in zip(samples, at, strict=True)]
        if any((rows < 0).any() for rows in at):
            break
    return list(reversed(steps))


def _pinned(chain: Sequence[Step], samples: Samples) -> list[Step]:
    """The chain with the position of each ancestor that all records share, where it is the same on every page."""
    steps = [chain[-1]]
    at = [np.unique(nodes.parent[rows]) for nodes, rows in samples]
    for step in reversed(chain[:-1]):
        ranks = {int(rank) for (nodes, _), rows in zip(samples, at, strict=True) for rank in nodes.sibling_rank[rows]}
        steps.append(Step(step.tag, step.classes, 1, ranks.pop() if len(ranks) == 1 and step.tag != "*" else 0))
        at = [np.unique(nodes.parent[rows]) for (nodes, _), rows in zip(samples, at, strict=True)]
        if any((rows < 0).any() for rows in at):
            break
    return list(reversed(steps))


def _kinds(samples: Samples) -> list[Samples]:
    """The rows by tag and classes."""
    keys: dict[tuple[str, frozenset[str]], None] = {}
    for nodes, rows in samples:
        for code in np.unique(nodes.path[rows]).tolist():
            keys[nodes.paths.tag[code], classes_of(nodes.paths, code)] = None
    found: list[Samples] = []
    for tag, classes in keys:
        kind = []
        for nodes, rows in samples:
            codes = [
                c
                for c in np.unique(nodes.path[rows]).tolist()
                if nodes.paths.tag[c] == tag and classes_of(nodes.paths, c) == classes
            ]
            kind.append((nodes, rows[np.isin(nodes.path[rows], codes)]))
        found.append(kind)
    return found


def f1(samples: Samples, selectors: Sequence[Selector]) -> float:
    """How well selectors select the rows of all pages: harmonic mean of precision and recall."""
    right = said = meant = 0
    for nodes, rows in samples:
        got = np.unique(np.concatenate([selector.rows(nodes) for selector in selectors]))
        right += len(np.intersect1d(got, rows))
        said += len(got)
        meant += len(rows)
    return 2 * right / (said + meant) if said + meant else 0.0


def inner_selector(samples: Sequence[tuple[NodeTable, Sequence[tuple[int, int, int]]]]) -> Selector | None:
    """Find a selector whose first node in each record is the wanted one: samples are (start, stop, wanted) rows."""
    plain = [(nodes, np.array([row for *_, row in rows], np.intp)) for nodes, rows in samples if rows]
    if not plain:
        return None
    depths = [int(nodes.depth[row] - nodes.depth[start]) for nodes, rows in samples for start, _, row in rows]
    chain = _common_chain(plain)[-max(1, min(depths)) :]
    for length in range(1, len(chain) + 1):
        selector = Selector(tuple(chain[-length:]))
        right = sum(_firsts(nodes, rows, selector) for nodes, rows in samples)
        if right >= 0.95 * sum(len(rows) for _, rows in samples):
            return selector
    return None


def _firsts(nodes: NodeTable, rows: Sequence[tuple[int, int, int]], selector: Selector) -> int:
    """In how many records the first node that a selector finds is the wanted one."""
    found = selector.rows(nodes)
    starts = np.array([start for start, _, _ in rows], np.intp)
    at = np.searchsorted(found, starts + 1)
    wanted = np.array([row for *_, row in rows], np.intp)
    first = np.where(at < len(found), found[np.minimum(at, max(0, len(found) - 1))] if len(found) else -1, -1)
    return int((first == wanted).sum())


def _css_class(name: str) -> str:
    return f".{name}" if _PLAIN.fullmatch(name) else f'[class~="{_escaped(name)}"]'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
