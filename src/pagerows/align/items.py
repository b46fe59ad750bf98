"""Data items as people see them, aligned by their looks and order [E17 s. 5.5].

Each leaf of the document is an item, or each leaf block (see `ItemParams.leaves`); text beside a leaf is joined with
it, but for blocks, and for links and the like of another colour among few words. What a box cuts away at its right or
lower edge counts as shown: it is there to be scrolled to. The records with most items are the base; items of the others
are matched to the base's in order, and an item that the base has not opens an optional column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from pagerows.cells import FORMATTING, CellParams, in_columns
from pagerows.page import Page
from pagerows.page.looks import looks
from pagerows.page.nodes import ELEMENT, TEXT, Layout, NodeTable
from pagerows.page.tree import inherited, levels
from pagerows.registry import Aligner
from pagerows.values import Cell, CellKind, Record, Span
from pagerows.visual.blocks import block_tree
from pagerows.visual.layers import layer_tree

__all__ = ["ALIGNER", "Item", "ItemParams", "ItemReader", "align"]

#: Elements that stand on lines of their own: text beside them is another item.
_BLOCKS: Final = (
    "address", "article", "aside", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset", "figcaption", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "li", "main", "nav", "ol", "p", "pre", "section",
    "table", "tbody", "td", "th", "tr", "ul",
)  # fmt: skip
#: Texts of more words are sentences, whatever colours stand in them. estuka2017's items: .909 with 2 or 3, .907 with 4,
#: .890 with 10; without telling colours apart .893.
_FEW_WORDS: Final = 3
#: Boxes as narrow as this hide what is in them.
_PIXEL: Final = 1.5
_WORD: Final = re.compile(r"[^\W_]")
_OPENS: Final = re.compile(r"[(\[{]$")

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemParams(CellParams):
    """What makes items the same attribute."""

    #: What items of one column have in common: their look (all visual properties), their tags, or both.
    same: Literal["look", "tags", "both"] = "look"
    #: Whether a line break ends an item. Not in [E17]; items F1 on estuka2017 .917 without, .902 with.
    split_lines: bool = False
    #: What an item is, and how items are matched. "document": leaves of the document, matched to the columns by the
    #: longest common subsequence of looks, optional columns where they stand. "blocks": as s. 5.5.1-5.5.3 is printed:
    #: leaf blocks of the page's block tree; the visually identical records with most items are the base, and an item
    #: goes to the first column of its look that its record has not filled yet, else to a new one at the end. On parsed
    #: pages, which have no blocks, leaves of the document.
    leaves: Literal["document", "blocks"] = "document"

    @classmethod
    def paper(cls) -> ItemParams:
        """Return the setting of [E17 s. 5.5]."""
        return cls(leaves="blocks", drop_labels=False, exact_tables=False)


@dataclass(slots=True)
class Item:
    """Text rows of one item and the element whose look it has; or one image."""

    rows: list[int]
    holder: int
    image: bool = False
    #: The leaf block that it is, or (with text beside it) that its look is of; -1: none.
    block: int = -1


class _LeafBlocks:
    """The leaf blocks of a rendered page [E17 s. 5.1], by the rows that they are made of."""

    def __init__(self, nodes: NodeTable) -> None:
        tree = block_tree(layer_tree(nodes, backgrounds="seen"))
        attached = tree.attached().tolist()
        leaves = [block for block in range(len(tree)) if attached[block] and not tree.kids[block]]
        self.block = {row: block for block in leaves for row in tree.rows[block]}
        self.look = tree.shapes


def align(page: Page, records: Sequence[Record], params: ItemParams) -> list[list[Cell | None]]:
    """Segment records into items and align them into rows of equal length."""
    reader = ItemReader(page, params)
    cells = [reader.cells(record) for record in records]
    place = _columns if params.leaves == "document" else _printed_columns
    columns = place([tuple(cell.symbol for cell in row) for row in cells])
    return in_columns(cells, columns)


# -- s. 5.5.1 ------------------------------------------------------------------------------------------------------


def _shown(nodes: NodeTable, cut: bool) -> Mask:
    """Rows that a person can see; with `cut` by scrolling, too: a box with more tags than fit has them all."""
    layout = nodes.layout
    if layout is None:
        return ~nodes.hidden
    if not cut:
        return layout.visible
    low, high = layout.boxes[:, :2], layout.boxes[:, :2] + layout.boxes[:, 2:]
    edge = np.where(layout.visible[:, None], high, np.inf)
    for level in levels(nodes.depth)[1:]:
        edge[level] = np.minimum(edge[level], edge[nodes.parent[level]])
    # What is transparent starts inside of the boxes around it; text for screen readers stands in a box of one pixel, or
    # left of the page.
    laid = (layout.boxes[:, 2:] > 0).all(axis=1) & (low >= 0).all(axis=1)
    laid &= ~inherited((layout.boxes[:, 2:] <= _PIXEL).any(axis=1) & (nodes.kind == ELEMENT), nodes.parent)
    found: Mask = layout.visible | (laid & (low >= edge[nodes.parent] - 1).any(axis=1))
    return found


def _colours(layout: Layout) -> NDArray[np.int32]:
    """A number for the colour of each row's text."""
    found: NDArray[np.int32] = layout.styles[:, layout.style_names.index("color")]
    return found


class ItemReader:
    """Reads the items of many records of a page."""

    def __init__(self, page: Page, params: ItemParams) -> None:
        nodes = page.nodes
        self.page, self.nodes, self.params = page, nodes, params
        printed = params.leaves == "blocks"
        self.shown = _shown(nodes, cut=not printed) if params.drop_hidden else np.ones(len(nodes), bool)
        self.looks = None if nodes.layout is None else looks(nodes, "none")
        self.blocks = _LeafBlocks(nodes) if printed and nodes.layout is not None else None
        self.tag = {name: nodes.tags.index(name) if name in nodes.tags else -1 for name in ("img", "a", "br")}
        apart = [number for number, name in enumerate(nodes.tags) if name in _BLOCKS and not printed]
        self.apart = np.isin(nodes.tag, apart)
        self.formatting = {number for number, name in enumerate(nodes.tags) if name in FORMATTING}
        self.colour = None if nodes.layout is None or printed else _colours(nodes.layout)
        self.symbols: dict[Hashable, int] = {}

    def cells(self, record: Record) -> list[Cell]:
        """The items of a record as cells; items of one look have one symbol."""
        found = []
        for top in record.tops:
            found += [cell for item in self.items(top) for cell in self._cell(item, top)]
        return found

    def items(self, top: int) -> list[Item]:
        """The items below a row, in document order; leaves first, so deep pages need no recursion."""
        nodes = self.nodes
        below: dict[int, list[int]] = {}
        items: dict[int, list[Item]] = {}
        for row in range(int(nodes.end[top]) - 1, top - 1, -1):
            if nodes.kind[row] == TEXT:
                items[row] = [Item([row], int(nodes.parent[row]))] if self.shown[row] else []
            elif nodes.tag[row] == self.tag["img"]:
                items[row] = [Item([row], row, image=True)] if self.shown[row] and self.params.images else []
            elif self.blocks is not None and row in self.blocks.block:
                items[row] = self._whole(row, below.pop(row, [])[::-1], items)
            else:
                items[row] = self._joined(row, below.pop(row, [])[::-1], items)
            if self.blocks is not None and items[row]:
                self._name(row, items[row])
            below.setdefault(int(nodes.parent[row]), []).append(row)
        return items[top]

    def _joined(self, row: int, children: list[int], items: dict[int, list[Item]]) -> list[Item]:
        """Join text with the leaves beside it: runs of children of one item each, some of them bare text."""
        found: list[Item] = []
        run: list[Item] = []
        bare = False

        def close() -> None:
            nonlocal run, bare
            if bare and self.params.join_inline and len(run) > 1:
                for part in self._parts(row, run):
                    block = next((item.block for item in part if item.block >= 0), -1)
                    whole = Item([text for item in part for text in item.rows], row, block=block)
                    found.append(whole if len(part) > 1 else part[0])
            else:
                found.extend(run)
            run, bare = [], False

        for child in children:
            inner = items.pop(child)
            texts = [item for item in inner if not item.image]
            if self.nodes.tag[child] == self.tag["br"]:
                if self.params.split_lines:
                    close()
            elif len(texts) == 1 and len(inner) == 1 and not self.apart[child]:
                run += inner
                bare |= bool(self.nodes.kind[child] == TEXT)
            elif inner:
                close()
                found += inner
        close()
        return self._merged(found) if self.blocks is not None else found

    def _parts(self, row: int, run: list[Item]) -> list[list[Item]]:
        """Tell text and leaves of other colours apart: words lead into the leaf after them, marks end the one before.

        "by *Ann* in *News*, today" is "by *Ann*", "in *News*,", "today".
        """
        if self.colour is None or self._url(row, 0):
            return [run]
        texts = [" ".join("".join(self._pieces(item.rows)).split()) for item in run]
        plain = [self._is_plain(row, item) for item in run]
        if any(own and len(text.split()) > _FEW_WORDS for own, text in zip(plain, texts, strict=True)):
            return [run]
        parts: list[list[Item]] = []
        leading = False
        for item, text, own in zip(run, texts, plain, strict=True):
            ends = own and not _WORD.search(text) and not _OPENS.search(text)
            if parts and (leading or ends):
                parts[-1].append(item)
                leading = leading and own
            else:
                parts.append([item])
                leading = own
        return parts

    def _is_plain(self, row: int, item: Item) -> bool:
        """Whether an item is bare text of an element, formatted words, or of the element's own colour."""
        assert self.colour is not None
        if len(item.rows) == 1 and self.nodes.parent[item.rows[0]] == row:
            return True
        formatted = int(self.nodes.tag[item.holder]) in self.formatting
        return formatted or bool(self.colour[item.holder] == self.colour[row])

    def _whole(self, row: int, children: list[int], items: dict[int, list[Item]]) -> list[Item]:
        """A leaf block: all its texts are one item."""
        inner = [item for child in children for item in items.pop(child)]
        texts = [text for item in inner if not item.image for text in item.rows]
        return ([Item(texts, row)] if texts else []) + [item for item in inner if item.image]

    def _name(self, row: int, items: list[Item]) -> None:
        """Give the items of a leaf block its number."""
        assert self.blocks is not None
        block = self.blocks.block.get(row, -1)
        for item in items:
            item.block = item.block if block < 0 else block

    def _merged(self, items: list[Item]) -> list[Item]:
        """Join the texts of siblings that were merged into one leaf block."""
        joined: list[Item] = []
        for item in items:
            last = joined[-1] if joined else None
            if last is not None and item.block == last.block >= 0 and not item.image and not last.image:
                last.rows.extend(item.rows)
            else:
                joined.append(item)
        return joined

    def _cell(self, item: Item, top: int) -> list[Cell]:
        nodes = self.nodes
        if item.image:
            source = nodes.attribute(item.holder, "src") or nodes.attribute(item.holder, "data-src") or ""
            alt = " ".join((nodes.attribute(item.holder, "alt") or "").split())
            symbol = self.symbol(self.key(item, top, "image"))
            return [Cell(alt, "image", self.page.absolute(source), Span(item.holder, item.holder + 1), symbol)]
        text = " ".join("".join(self._pieces(item.rows)).split())
        url = self._url(item.holder, top)
        kind: CellKind = "link" if url else "text"
        span = Span(item.rows[0], item.rows[-1] + 1)
        return [Cell(text, kind, url, span, self.symbol(self.key(item, top, "text")))] if text else []

    def _pieces(self, rows: list[int]) -> Iterator[str]:
        """The texts of an item, with a space where the page has blank text or a line break between them."""
        last = rows[0]
        for row in rows:
            broken = (self.nodes.tag[last + 1 : row] == self.tag["br"]).any()
            yield f" {self.nodes.data[row]}" if self.nodes.spaced[row] or broken else str(self.nodes.data[row])
            last = row

    def _url(self, row: int, top: int) -> str | None:
        while row >= top:
            if self.nodes.tag[row] == self.tag["a"]:
                return self.page.absolute(self.nodes.attribute(row, "href") or "") or None
            row = int(self.nodes.parent[row])
        return None

    def symbol(self, key: Hashable) -> int:
        """A number for what makes items the same."""
        return self.symbols.setdefault(key, len(self.symbols))

    def key(self, item: Item, top: int, kind: str) -> Hashable:
        """What makes items the same: text or image, and the look or the tags below the record."""
        if self.blocks is not None and item.block >= 0:
            return kind, "block", self.blocks.look[item.block]
        key: list[Hashable] = [kind]
        if self.looks is not None and self.params.same != "tags":
            key.append(int(self.looks[item.holder]))
        if self.looks is None or self.params.same != "look":
            row, tags = item.holder, []
            while row >= top:
                tags.append(int(self.nodes.tag[row]))
                row = int(self.nodes.parent[row])
            key.append(tuple(tags))
        return tuple(key)


# -- s. 5.5.2-5.5.4 ------------------------------------------------------------------------------------------------


def _columns(sequences: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Give each item of each record its column."""
    counts = Counter(sequences)
    # The base has most items; of those, the looks that most records share [s. 5.5.2]. Others follow, commonest first.
    order = sorted(counts, key=lambda sequence: (-len(sequence), -counts[sequence]))
    if not order:
        return []
    base: list[tuple[int, int]] = [(symbol, place) for place, symbol in enumerate(order[0])]
    placed = {order[0]: list(range(len(order[0])))}
    names = len(base)
    for sequence in sorted(order[1:], key=lambda sequence: -counts[sequence]):
        base, placed[sequence], names = _extend(base, sequence, names)
    rank = {name: place for place, (_, name) in enumerate(base)}
    return [[rank[name] for name in placed[sequence]] for sequence in sequences]


def _printed_columns(sequences: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Give each item its column as [E17 s. 5.5.2-5.5.3] prints it.

    Two records of which EST says 1 have the same looks in the same order, so a cluster's items are the places of its
    sequence; and of clusters with the same sequence each item goes to the same column, so one stands for all.

    >>> _printed_columns([(1, 2, 3), (1, 3), (4, 1, 3, 3)])
    [[1, 4, 2], [1, 2], [0, 1, 2, 3]]
    """
    clusters = sorted(dict.fromkeys(sequences), key=len, reverse=True)  # stable: of equals the first on the page
    columns = list(clusters[0]) if clusters else []
    placed: dict[tuple[int, ...], list[int]] = {}
    for sequence in clusters:
        free = dict.fromkeys(range(len(columns)))
        placed[sequence] = []
        for symbol in sequence:
            place = next((column for column in free if columns[column] == symbol), len(columns))
            if place == len(columns):
                columns.append(symbol)
            free.pop(place, None)
            placed[sequence].append(place)
    return [placed[sequence] for sequence in sequences]


def _extend(
    base: list[tuple[int, int]], sequence: tuple[int, ...], names: int
) -> tuple[list[tuple[int, int]], list[int], int]:
    """Match a record's items to the columns in order; what does not match becomes a column where it stands."""
    extended: list[tuple[int, int]] = []
    used: list[int] = []
    at = 0
    for symbol, place in zip(sequence, _matched([symbol for symbol, _ in base], sequence), strict=True):
        if place is None:
            extended.append((symbol, names))
            used.append(names)
            names += 1
        else:
            extended += base[at : place + 1]
            used.append(base[place][1])
            at = place + 1
    return extended + base[at:], used, names


def _matched(base: Sequence[int], sequence: Sequence[int]) -> list[int | None]:
    """The place in the base of each symbol, in order; of several like it that stand together the first ones.

    >>> _matched([1, 2, 2, 2, 3], [1, 2, 4, 3])
    [0, 1, None, 4]
    """
    found: list[int | None] = [None] * len(sequence)
    for op in LCSseq.opcodes(base, sequence):
        if op.tag == "equal":
            found[op.dest_start : op.dest_end] = range(op.src_start, op.src_end)
    first = list(range(len(base)))  # of those that stand together
    for place in range(1, len(base)):
        if base[place] == base[place - 1]:
            first[place] = first[place - 1]
    at = 0
    for item, matched in enumerate(found):
        if matched is not None:
            found[item] = max(at, first[matched])
            at = max(at, first[matched]) + 1
    return found


ALIGNER = Aligner(name="items", summary="leaf blocks matched by look and order [E17]", params=ItemParams, align=align)
