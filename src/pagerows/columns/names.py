"""What a column is called: by the page where it says so, else by what it holds.

In this order: table headers and data-label attributes, a label before the value in every record, itemprop and class
words that the column's cells share, the type. Names are unique and depend on the table alone.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from pagerows.columns.headers import Headers
from pagerows.columns.labels import LABEL, LABEL_TAGS, LONGEST
from pagerows.page import Page
from pagerows.unique import UniqueNames
from pagerows.values import Cell, CellKind

__all__ = ["column_names", "slug"]

#: Cells of a column that are looked at: names need no more.
LOOKED_AT: Final = 40
#: Share of the cells that must agree on a name.
AGREEING: Final = 0.8
#: Words of class names that say how a thing looks or where it is, not what it is.
_GENERIC_WORDS: Final = """
a abs absolute active actions align alt anchor area around article auto background badge bar base bd bg big block
body bold border bottom box break bs btn button caption card cards cell center centre clear clearfix clickable col color
colour column columns component container content cursor custom dark data default desktop div display element ellipsis
em even extra field fields fill first fixed flex float flow fluid font footer fs full gap gray grey grid group gutter hd
head header heading hidden hide highlight holder hover icon img inline inner input is item items javascript js justify
large last layout lead left lg li light line lines link links list lists main margin max mb md media medium meta min
mobile ml module mr mt muted nav no node none normal nowrap odd offset outer overflow padding page panel part pb pl
pointer position post pr primary print pt pull px py record region relative responsive result results right root round
rounded row rows screen secondary section semibold separator shadow short show size sm small space span sr static sticky
strong style sub svg tab table tablet target td text th theme tile tiles tooltip top tr transition truncate type
typography ui ul uppercase value values var vertical view visible visually weight white widget width with wrap wrapper
xl xs xxl zoom object contain cover leading tight tracking underline snug relaxed
"""
_GENERIC: Final = frozenset(_GENERIC_WORDS.split())
_SPLIT: Final = re.compile(r"[^\w]+|_+|(?<=[a-z])(?=[A-Z])")
_HASHED: Final = re.compile(r"\d|^[^aeiouAEIOU]+$|^.{1,2}$|.{21,}")
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BY_TYPE: Final = {
    "money": "price",
    "date": "date",
    "time": "time",
    "rating": "rating",
    "percentage": "percent",
    "url": "url",
    "integer": "number",
    "decimal": "number",
}

Cells = Sequence[Cell | None]


def column_names(
    page: Page,
    columns: Sequence[Cells],
    kinds: Sequence[CellKind],
    types: Sequence[str],
    labels: Sequence[str | None] = (),
) -> list[str]:
    """Name the columns of a table; `labels` are those that were split from the values."""
    reader = _Namer(page, columns)
    known = [slug(label or "") for label in labels] or [""] * len(columns)
    spoken = [known[number] or reader.said(number) for number in range(len(columns))]
    titled = False
    names: list[str] = []
    for number, said in enumerate(spoken):
        name = said
        if not name:
            name = reader.guessed(number, kinds[number], types[number], titled=titled)
            titled = titled or name == "title"
        names.append(name)
    return list(map(UniqueNames(), names))


def slug(text: str) -> str:
    """Return a text as a name: lower case, words joined by underscores, no more than a few.

    >>> slug("Unit price (€)"), slug("Größe:"), slug("--")
    ('unit_price', 'größe', '')
    """
    plain = unicodedata.normalize("NFKC", text).lower()
    words = re.findall(r"[^\W_]+", plain)
    name = ""
    for word in words:
        if len(name) + len(word) >= LONGEST:
            break
        name = f"{name}_{word}" if name else word
    return name or "".join(words)[:LONGEST]


class _Namer:
    """The evidence for names, read once per table."""

    def __init__(self, page: Page, columns: Sequence[Cells]) -> None:
        self.nodes = page.nodes
        self.columns = columns
        self.headers = Headers(page.nodes)
        self.samples = [[cell for cell in column if cell is not None][:LOOKED_AT] for column in columns]
        self.starts = sorted({cell.span.start for column in columns for cell in column if cell is not None})
        self.chains = [[list(self._chain(cell)) for cell in cells] for cells in self.samples]
        self.words = [self._class_words(chains) for chains in self.chains]
        # A word that most columns have says what the record is ("product-title", "product-price").
        counts = Counter(word for words in self.words for word in set(words))
        self.common = {word for word, count in counts.items() if count > max(1, len(columns) / 2)}

    def said(self, number: int) -> str:
        """What the page itself calls the column, or nothing."""
        return (
            self._agreed([self.headers.of(cell.span.start) for cell in self.samples[number]])
            or self._label_before(number)
            or self._is_label(number)
            or self._label_inside(number)
            or self._property(number)
            or "_".join(dict.fromkeys(word for word in self.words[number] if word not in self.common))
        )

    def guessed(self, number: int, kind: CellKind, type_: str, *, titled: bool) -> str:
        """What the column's content suggests."""
        if kind == "image":
            return "image"
        if type_ in _BY_TYPE:
            return _BY_TYPE[type_]
        cells = self.samples[number]
        length = sum(len(cell.text) for cell in cells) / max(1, len(cells))
        tags = [{self.nodes.tag_name(row) for row in chain} for chain in self.chains[number]]
        heading = sum(1 for own in tags if own & _HEADINGS) >= AGREEING * len(tags)
        if not titled and (heading or kind == "link") and length >= 3:
            return "title"
        if kind == "link":
            return "link"
        return "description" if length > 80 else "text"

    # -- evidence ------------------------------------------------------------------------------------------

    def _chain(self, cell: Cell) -> Iterator[int]:
        """The elements around a cell that hold no other cell of the table, nearest first."""
        nodes = self.nodes
        at = bisect_left(self.starts, cell.span.start)
        before = self.starts[at - 1] if at else -1
        behind = self.starts[at + 1] if at + 1 < len(self.starts) else len(nodes)
        row = cell.span.start if cell.kind == "image" else int(nodes.parent[cell.span.start])
        while row > 0 and row > before and nodes.end[row] <= behind:
            yield row
            row = int(nodes.parent[row])

    def _agreed(self, names: Sequence[str | None]) -> str:
        counts = Counter(slug(name) for name in names if name)
        if not counts:
            return ""
        name, count = counts.most_common(1)[0]
        return name if count >= AGREEING * len(names) else ""

    def _label_before(self, number: int) -> str:
        """The column before holds one label in every record ("Price:" or a <dt>): it names this one."""
        if not number:
            return ""
        pairs = [
            (label, cell)
            for label, cell in zip(self.columns[number - 1], self.columns[number], strict=True)
            if cell is not None
        ]
        labels = {label.text if label else None for label, _ in pairs}
        if len(labels) != 1 or (text := labels.pop()) is None or not 1 < len(text) <= LONGEST or len(pairs) < 2:
            return ""
        if len({cell.text for _, cell in pairs}) == 1:  # two constants: neither labels the other
            return ""
        label = self.samples[number - 1][0]
        inside = {self.nodes.tag_name(row) for row in self.chains[number - 1][0][:2]}
        return (
            slug(text) if text.rstrip().endswith((":", "：")) or (inside & LABEL_TAGS and label.kind == "text") else ""
        )

    def _is_label(self, number: int) -> str:
        """This column is the label of the next."""
        name = self._label_before(number + 1) if number + 1 < len(self.columns) else ""
        return f"{name}_label" if name else ""

    def _label_inside(self, number: int) -> str:
        """Every text begins with the same label and a colon."""
        cells = self.samples[number]
        matches = [LABEL.match(cell.text) for cell in cells]
        said = [m[1] if m and m.end() < len(cell.text) else None for m, cell in zip(matches, cells, strict=True)]
        return self._agreed(said) if len(cells) > 1 else ""

    def _property(self, number: int) -> str:
        def of(chain: list[int]) -> str | None:
            for row in chain[:3]:
                for name in ("itemprop", "data-label", "data-th", "data-title", "data-field", "property"):
                    if value := self.nodes.attribute(row, name):
                        return value.split()[0].rpartition(":")[2] if name in ("itemprop", "property") else value
            return None

        return self._agreed([of(chain) for chain in self.chains[number]])

    def _class_words(self, chains: Sequence[Sequence[int]]) -> list[str]:
        """Words of the nearest class name that nearly all cells have and that say something."""
        if len(chains) < 2:
            return []
        for level in range(3):
            tokens: Counter[str] = Counter()
            for chain in chains:
                if level < len(chain):
                    tokens.update(list(dict.fromkeys((self.nodes.attribute(chain[level], "class") or "").split())))
            shared = [token for token, count in tokens.items() if count >= AGREEING * len(chains)]
            best = max((_words(token) for token in shared), key=len, default=[])
            if best:
                return best[:3]
        return []


def _words(token: str) -> list[str]:
    """The words of a class name that say what a thing is; none where it is generated or about looks."""
    words = [word for word in _SPLIT.split(token) if word]
    if any(_HASHED.search(word) for word in words if word.lower() not in _GENERIC):
        return []
    return [word.lower() for word in words if word.lower() not in _GENERIC]
