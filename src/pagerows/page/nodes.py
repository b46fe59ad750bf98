"""The page as a table of nodes: one column per property, one row per node.

Rows are in document order and start at ``<body>`` (row 0), so the subtree of row ``i`` is the slice
``i:end[i]`` and no method ever walks objects. A rendered page has the same rows plus boxes and styles.

Columns are arrays as the parser makes them (`pagerows._arrays`), those of rendered pages NumPy's. Both do what
NumPy's do, so hints say NumPy's; the parser's import NumPy for what they cannot do themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, overload

from pagerows.later import Bools, Floats, Indices, Int8s, Ints, Longs, np

try:
    from pagerows.page._parser import NodeData as CompiledData
    from pagerows.page._parser import PathStyles as CompiledStyles
    from pagerows.page._paths import PathCodes
    from pagerows.page.strings import Strings, plain_class
except ImportError as error:
    raise ImportError(
        f"a compiled part of pagerows is missing ({error}): "
        "run `scripts/build` in a checkout, or install pagerows again (`pip install .`)"
    ) from error

if TYPE_CHECKING:
    from pagerows.page.around import Around
    from pagerows.page.grids import Grids

from pagerows.page._steps import paths_to, ranks
from pagerows.page.steps import plain_name, read_step, step_of

__all__ = [
    "ELEMENT",
    "STYLE_ATTRIBUTES",
    "TEXT",
    "TEXT_TAG",
    "Attributes",
    "ChosenStyles",
    "Layout",
    "NodeTable",
    "Paths",
    "stable_order",
]

ELEMENT: Final = 0
TEXT: Final = 1
#: The tag name that text rows carry in paths.
TEXT_TAG: Final = "#text"

#: What [V20 Def. 3.2] calls the style of a node: class, inline style and the old presentational attributes.
STYLE_ATTRIBUTES: Final = frozenset(
    {"class", "style", "color", "bgcolor", "width", "height", "align", "valign", "colspan", "rowspan"}
)

#: An element's attributes as the parser gives them: (name, value) pairs, value None where there is none.
Attributes = tuple[tuple[str, str | None], ...]


def stable_order(values: Ints) -> Indices:
    """Return the stable order of whole numbers from 0 on, by 16 bits at a time: those NumPy sorts in linear time.

    >>> stable_order(np.array([70_000, 3, 0, 70_000, 3])).tolist()
    [2, 1, 4, 0, 3]
    """
    order = np.argsort(values.astype(np.uint16), kind="stable")
    largest, shift = int(values.max(initial=0)), 16
    while largest >> shift:
        order = order[np.argsort((values[order] >> shift).astype(np.uint16), kind="stable")]
        shift += 16
    return order


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """The distinct tag paths, indexed by path code; a path's parent always has a smaller code.

    Code 0 is ``<body>``; the others are numbered from 1 by first appearance [V20 Alg. 1].
    """

    parent: Ints
    tag: tuple[str, ...]
    style: Sequence[Attributes]

    def __len__(self) -> int:
        return len(self.tag)

    def string(self, code: int) -> str:
        """Spell a path out, ``body/div.list/a``: for people and tests, never for computing."""
        steps = []
        while code >= 0:
            steps.append(self.string_step(code))
            code = int(self.parent[code])
        return "/".join(reversed(steps))

    def string_step(self, code: int) -> str:
        """Spell the last step of a path out: ``div.list``."""
        classes = dict(self.style[code]).get("class") or ""
        return ".".join([self.tag[code], *classes.split()])

    def strings(self, name: str) -> Strings:
        """Return the value of one style attribute of each path, empty where it has none."""
        if isinstance(self.style, CompiledStyles):
            return Strings(*self.style.strings(name))
        if isinstance(self.style, ChosenStyles):
            return self.style.paths.strings(name).take(self.style.chosen)
        return Strings.of(next((value or "" for key, value in style if key == name), "") for style in self.style)

    def others(self, left_out: frozenset[str]) -> Strings:
        """Return a string for the style of each path without some attributes, equal for equal ones."""
        if isinstance(self.style, CompiledStyles):
            return Strings(*self.style.others(left_out))
        if isinstance(self.style, ChosenStyles):
            return self.style.paths.others(left_out).take(self.style.chosen)
        return Strings.of(
            "".join([f"{key}\0{value or ''}\0" for key, value in style if key not in left_out]) for style in self.style
        )

    def merged(self, key: Callable[[str, Attributes], Hashable]) -> Ints:
        """Map each path code to a coarser one: paths whose steps all have equal ``key(tag, style)`` are merged.

        The coarser codes are again ascending by first appearance, so ``merged(key)[nodes.path]`` is the
        tag path sequence under another notion of style.
        """
        seen: dict[tuple[int, Hashable], int] = {}
        coarse = np.empty(len(self), np.int32)
        parents = self.parent.tolist()
        for code, (tag, style) in enumerate(zip(self.tag, self.style, strict=True)):
            parent = int(coarse[parents[code]]) if code else -1
            coarse[code] = seen.setdefault((parent, key(tag, style)), len(seen))
        return coarse


class ChosenStyles(Sequence[Attributes]):
    """The styles of some paths of another numbering, one for each path of a new one."""

    def __init__(self, paths: Paths, chosen: Ints) -> None:
        self.paths, self.chosen = paths, chosen

    def __len__(self) -> int:
        return len(self.chosen)

    @overload
    def __getitem__(self, code: int) -> Attributes: ...
    @overload
    def __getitem__(self, code: slice) -> tuple[Attributes, ...]: ...
    def __getitem__(self, code: int | slice) -> Attributes | tuple[Attributes, ...]:
        if isinstance(code, slice):
            return tuple([self.paths.style[own] for own in self.chosen[code].tolist()])
        return self.paths.style[int(self.chosen[code])]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """What a renderer adds to the rows of a NodeTable."""

    #: x, y, width, height of each row in page coordinates (CSS pixels); zeros where nothing is painted. (n, 4)
    boxes: Floats
    #: Whether a person can see the row: displayed, visible, not transparent, not empty, on the page. (n,)
    visible: Bools
    #: Order in which rows are painted; -1 where they are not. (n,)
    paint: Ints
    #: Computed styles as small integer codes, equal code = equal value; text rows have their parent's. (n, s)
    styles: Ints
    #: The names of the style columns.
    style_names: tuple[str, ...]
    #: The values behind the codes: ``style_values[column][code]``.
    style_values: tuple[tuple[str, ...], ...]
    #: Width and height of the whole page.
    size: tuple[float, float]

    def style(self, row: int, name: str) -> str:
        """Return the computed value of one style of one row."""
        column = self.style_names.index(name)
        return self.style_values[column][int(self.styles[row, column])]


@dataclass(frozen=True, eq=False)
class NodeTable:
    """One row per node from ``<body>`` on: elements and non-blank text, in document order."""

    #: Index into ``tags``. (n,)
    tag: Ints
    #: ELEMENT or TEXT. (n,)
    kind: Int8s
    #: Row of the parent; -1 for ``<body>``. (n,)
    parent: Ints
    #: 0 for ``<body>``. (n,)
    depth: Ints
    #: One past the last row of the subtree. (n,)
    end: Ints
    #: Tag path code, see Paths. (n,)
    path: Ints
    #: Text rows: position among the text nodes of the parent, blank ones counted, from 1; elements: 0. (n,)
    ordinal: Ints
    #: Text rows: whether blank text stood between the text row before and this one. (n,)
    spaced: Bools
    #: Whether the markup itself hides the row: hidden, aria-hidden, display:none, visibility:hidden. (n,)
    hidden: Bools
    tags: tuple[str, ...]
    paths: Paths
    #: Text of text rows, attributes of elements; made when asked for.
    data: Sequence[str | Attributes] = field(repr=False)
    #: Rows of elements that start another document (frame content, shadow root) -> how XPath gets there.
    roots: Mapping[int, str] = field(default_factory=dict, repr=False)
    layout: Layout | None = field(default=None, repr=False)

    @classmethod
    def of(cls, **columns: Any) -> NodeTable:
        """Make one from all that has no default; a call would set the fields of a frozen dataclass by a call each."""
        made = object.__new__(cls)
        made.__dict__.update(columns)
        return made

    def __len__(self) -> int:
        return len(self.tag)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("around", "codes", "grids")}

    # -- access by row -------------------------------------------------------------------------------------

    def tag_name(self, row: int) -> str:
        """Return the element's tag, or ``#text``."""
        return self.tags[int(self.tag[row])]

    def attributes(self, row: int) -> dict[str, str]:
        """Return the attributes of an element (the first of doubled ones); none for text."""
        if isinstance(self.data, CompiledData):
            return self.data.attributes(row)
        found = self.data[row]
        return {} if isinstance(found, str) else {name: value or "" for name, value in reversed(found)}

    def attribute(self, row: int, name: str) -> str | None:
        """Return one attribute of an element, or None."""
        if isinstance(self.data, CompiledData):
            return self.data.attribute(row, name)
        found = self.data[row]
        if isinstance(found, str):
            return None
        return next((value or "" for key, value in found if key == name), None)

    def texts(self, start: int, stop: int) -> list[str]:
        """Return the texts of the text rows in a slice, as they stand in the page."""
        if isinstance(self.data, CompiledData):
            return self.data.texts(start, stop)
        return [text for text in self.data[start:stop] if isinstance(text, str)]

    def text(self, row: int) -> str:
        """Return all text of a row's subtree, white space folded."""
        if isinstance(self.data, CompiledData):
            return self.data.text(row, int(self.end[row]))
        return " ".join(" ".join(self.texts(row, int(self.end[row]))).split())

    def strings(self, rows: Longs, name: str | None = None) -> Strings:
        """Return the texts of rows, or one attribute of elements; empty where there is none."""
        if isinstance(self.data, CompiledData):
            return Strings(*self.data.strings(rows, name))
        if name is not None:
            return Strings.of(self.attribute(row, name) or "" for row in rows.tolist())
        found = [self.data[row] for row in rows.tolist()]
        return Strings.of(item if isinstance(item, str) else "" for item in found)

    def has_value(self, name: str, value: str) -> bool:
        """Tell whether some element has an attribute with exactly this value."""
        if isinstance(self.data, CompiledData):
            return self.data.has_value(name, value)
        return any(self.attribute(row, name) == value for row in range(len(self)))

    def children(self, row: int) -> Indices:
        """Return the rows of a node's children, in order."""
        first, last = self._child_slices
        return self._by_parent[first[row] : last[row]]

    def ancestors(self, row: int) -> Iterator[int]:
        """Yield the rows above, nearest first."""
        row = int(self.parent[row])
        while row >= 0:
            yield row
            row = int(self.parent[row])

    def rows_with_tag(self, *names: str) -> Indices:
        """Return the rows of elements with one of these tags."""
        wanted = [self.tags.index(name) for name in names if name in self.tags]
        if len(wanted) == 1:
            return np.flatnonzero(self.tag == wanted[0])
        one_of = np.zeros(len(self.tags), bool)
        one_of[wanted] = True
        return np.flatnonzero(one_of[self.tag]) if wanted else np.zeros(0, np.intp)

    def rows_having(self, names: Collection[str], low: int, high: int) -> list[int]:
        """Return the rows of a stretch that have an attribute of one of some names, with a value or without."""
        if isinstance(self.data, CompiledData):
            return self.data.having(names, low, high)
        pairs = ((row, self.data[row]) for row in range(low, min(high, len(self))))
        return [row for row, own in pairs if not isinstance(own, str) and any(name in names for name, _ in own)]

    def figures(self, names: Collection[str], low: int, high: int) -> list[tuple[int, str, str]]:
        """Return the attributes of some names in a stretch that may have a digit: rows, names and values."""
        if isinstance(self.data, CompiledData):
            return self.data.figures(names, low, high)
        pairs = ((row, self.data[row]) for row in range(low, min(high, len(self))))
        every = [(row, name, value) for row, own in pairs if not isinstance(own, str) for name, value in own if value]
        return [one for one in every if one[1] in names]

    # -- derived columns, computed once on demand ----------------------------------------------------------

    @cached_property
    def text_length(self) -> Ints:
        """Characters of each text row, white space at the ends not counted; 0 for elements. (n,)"""
        return self._lengths(stripped=True)

    @cached_property
    def characters(self) -> Ints:
        """Characters of each text row, all of them; 0 for elements. (n,)"""
        return self._lengths(stripped=False)

    def _lengths(self, *, stripped: bool) -> Ints:
        if isinstance(self.data, CompiledData):
            return self.data.text_lengths(stripped)
        texts = [item if isinstance(item, str) else "" for item in self.data]
        return np.array([len(text.strip() if stripped else text) for text in texts], np.int32)

    @cached_property
    def codes(self) -> PathCodes:
        """What is asked of paths, as kernels find it."""
        return PathCodes(self, plain_class)

    @property
    def unstyled(self) -> Ints:
        """Tag path codes of tags alone, ascending by first appearance. (n,)"""
        return self.codes.unstyled

    @property
    def path_tags(self) -> Ints:
        """The number of the tag of each path. (paths,)"""
        return self.codes.tags

    @cached_property
    def sibling_rank(self) -> Ints:
        """Position among the parent's children with the same tag, from 1: XPath's predicate. (n,)"""
        return ranks(self.tag, self.kind, self.end, self.ordinal, len(self.tags))

    @cached_property
    def _by_parent(self) -> Indices:
        return stable_order(self.parent + 1)[1:]

    @cached_property
    def _child_slices(self) -> tuple[Indices, Indices]:
        parents = self.parent[self._by_parent]
        rows = np.arange(len(self))
        return np.searchsorted(parents, rows, "left"), np.searchsorted(parents, rows, "right")

    @cached_property
    def grids(self) -> Grids:
        """The page's tables as grids; see `page.grids`."""
        from pagerows.page.grids import Grids

        return Grids(self)

    @cached_property
    def around(self) -> Around:
        """What stands around rows; see `page.around`."""
        from pagerows.page.around import Around

        return Around(self)

    # -- XPath ---------------------------------------------------------------------------------------------

    def xpath(self, row: int) -> str:
        """Return the positional XPath of a row, true in browsers and in lxml.

        A root of another document (frame, shadow root) starts a path of its own behind ``!``:
        ``/html/body/iframe[1]/!frame/p[1]``, ``/html/body/div[1]/!shadow-root::b[1]``.
        """
        return self.xpaths([row])[0]

    def xpaths(self, rows: Iterable[int]) -> list[str]:
        """Return the XPaths of rows; what they have in common is put together once."""
        return paths_to(
            rows, self.parent, self.kind, self.tag, self.sibling_rank, self._step_names, self._step, "/html/body"
        )

    @cached_property
    def _step_names(self) -> list[str | None]:
        """What begins the step to an element of each tag; None where some elements of the tag have other steps."""
        odd = {int(self.tag[row]) for row in self.roots}
        if "svg" in self.tags or "math" in self.tags:
            odd.update(self.tag[self._foreign].tolist())
        return [None if code in odd else plain_name(name) for code, name in enumerate(self.tags)]

    def _step(self, row: int) -> str:
        if row in self.roots:
            return f"!{self.roots[row]}"
        rank = int(self.sibling_rank[row])
        if self.kind[row] == TEXT:
            return f"text()[{rank}]"
        return step_of(self.tag_name(row), rank, foreign=bool(self._foreign[row]))

    @cached_property
    def _foreign(self) -> Bools:
        """Whether a row is in an svg or math element, or is one. (n,)"""
        roots = self.rows_with_tag("svg", "math")
        change = np.bincount(roots, minlength=len(self) + 1) - np.bincount(self.end[roots], minlength=len(self) + 1)
        inside: Bools = np.cumsum(change[:-1]) > 0
        return inside

    def find(self, xpath: str) -> int | None:
        """Return the row that a positional XPath (as `xpath` writes them) names, or None."""
        steps = [read_step(step) for step in xpath.strip().strip("/").split("/")]
        if steps[:2] != [("html", 1), ("body", 1)] or not len(self):
            return None
        row = 0
        for step in steps[2:]:
            found = self._child(row, *step) if step else None
            if found is None:
                return None
            row = found
        return row

    def _child(self, row: int, name: str, rank: int) -> int | None:
        children = self.children(row)
        if name.startswith("!"):
            return next((child for child in children.tolist() if self.roots.get(child) == name[1:]), None)
        if name not in self.tags:
            return None
        fits = (self.tag[children] == self.tags.index(name)) & (self.sibling_rank[children] == rank)
        found = [child for child in children[fits].tolist() if child not in self.roots]
        return found[0] if found else None
