"""What tells a fact from noise, column by column: how full it is, what its texts say, and what its markup is for.

No site's words are traits: class names count only as words of the field vocabulary, or as words for controls.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import log
from typing import Final

from pagerows._tally import tally
from pagerows.forms import form, has_figure
from pagerows.page.around import Around
from pagerows.page.nodes import NodeTable
from pagerows.phrases import phrases_in
from pagerows.tidy.marks import ATTRIBUTES, CONTROLS, LINK, ROLE, ROLES, SAID, marks_of
from pagerows.tidy.strips import Cells, Strip, strips
from pagerows.values import Cell
from pagerows.vocabulary import field_of, fields_of, plain, split_words

__all__ = ["Traits", "traits_of"]

#: Cells of a column that are looked at, and elements around each.
_LOOKED_AT: Final = 8
_AROUND: Final = 4
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_CONTROLS: Final = CONTROLS - {"optgroup"}
#: Words of class names that say that something is there to be pressed, or to be looked past.
_ACTS: Final = frozenset({
    "btn", "button", "buttons", "cta", "cart", "wishlist", "share", "sharing", "compare", "quick", "quickview", "more",
    "toggle", "action", "actions", "control", "controls", "menu", "tooltip", "dropdown", "popup", "modal", "overlay",
    "icon", "icons", "expand", "collapse", "follow", "subscribe", "bookmark", "favorite", "favourite", "readmore",
    "download", "embed", "close", "arrow", "caret", "nav", "slider", "carousel", "swatch", "swatches", "options",
    "avatar", "loader", "separator", "divider", "bullet", "dot",
})  # fmt: skip
#: Words that say little by themselves: a text of nothing else is a part of a sentence.
_SMALL: Final = frozenset({
    "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with", "und", "von", "im",
    "et", "de", "par", "le", "la", "y", "por", "di", "per", "e", "van", "door", "af", "av", "as", "is", "posted",
})  # fmt: skip
_FORMS: Final = ("money", "date", "number", "percent", "duration", "rating")
_FACTS: Final = ("status", "brand", "author", "category", "location", "date", "price", "title", "id", "rating", "count")
_VALUES: Final = tuple(f"is_{name}" for name in _FORMS)
#: Tags that are traits.
_TOLD: Final = frozenset({"a", "button", "li", "td", "time", "dt", "dd", "strong", "svg", "p", "sup", "figcaption"})
_EMPTY: Final = frozenset[str]()
_ATTRIBUTES: Final = {name: frozenset({f"has_{name}"}) for name in ATTRIBUTES} | {
    "itemprop": frozenset({"property"}),
    "role": frozenset({"in_control"}),
}
_WORDS: Final = re.compile(r"[^\W\d_]+")
#: Longest text that is a phrase, not a sentence that holds one.
_PHRASE: Final = 48
_SAID: Final = ("action", "badge", "stock", "ship", "color", "free", "save", "was", "from", "read")

Traits = dict[str, float]


def traits_of(nodes: NodeTable, columns: Sequence[Cells]) -> list[Traits]:
    """Return the traits of each column of a table; images have none."""
    return _Table(nodes, strips(columns)).traits()


class _Table:
    def __init__(self, nodes: NodeTable, columns: Sequence[Strip]) -> None:
        self.nodes, self.around, self.columns = nodes, nodes.around, columns
        self.rows = len(columns[0]) if columns else 0
        self.shown = [number for number, column in enumerate(columns) if not column.is_image]
        self.looked = {number: _looked(columns[number]) for number in self.shown}
        self.marks = marks_of(nodes)
        self._attributes: dict[int, frozenset[str]] = {}
        self._main: dict[int, str | None] = {}
        self._said_by: dict[int, str] = {}
        self._folded: dict[str, str] = {}
        self.starts = {number: [cell.span.start for _, cell in looked] for number, looked in self.looked.items()}
        #: The links and controls around each cell, and how many columns have a cell in each.
        self.pressed = {number: self.marks.above(LINK | ROLE, own, _AROUND) for number, own in self.starts.items()}
        self.owners = tally([row for own in self.pressed.values() for row in set(chain.from_iterable(own))])

    def traits(self) -> list[Traits]:
        found = [self._of(number) if number in self.looked else {} for number in range(len(self.columns))]
        for place, number in enumerate(self.shown):
            found[number]["place"] = place / max(1, len(self.shown) - 1)
            found[number]["last"] = float(place == len(self.shown) - 1)
            if place:
                before = found[self.shown[place - 1]]
                found[number]["after_value"] = float(_are_values(before))
                before["before_value"] = float(_are_values(found[number]))
        return found

    def _of(self, number: int) -> Traits:
        column, looked = self.columns[number], self.looked[number]
        return _filled(column.texts, self.rows) | _said(looked) | self._around(number) | self._beside(looked)

    # -- markup ---------------------------------------------------------------------------------------------

    def _around(self, number: int) -> Traits:
        sets: list[frozenset[str]] = []
        names: list[str] = []
        looked, starts, pressed = self.looked[number], self.starts[number], self.pressed[number]
        said = self.marks.above(SAID, starts, _AROUND)
        for (row, cell), start, marks, own in zip(looked, starts, said, pressed, strict=True):
            # The traits of the elements around a row: by its tag path, and by their other attributes.
            found = self.around.asked(_path_traits, start)
            sets.append(found.union(*[self._by_attributes(place) for place in marks]) if marks else found)
            if cell.url:
                names.append("main_link" if cell.url == self._main_link(row) else "other_link")
            if cell.items:
                names.append("list")
            if own and any(self.owners[place] <= 1 for place in own):
                names.append("lone_control")
        return _shares([*sets, *[(name,) for name in names]], len(looked))

    def _by_attributes(self, row: int) -> frozenset[str]:
        found = self._attributes.get(row)
        if found is None:
            attributes = self.nodes.data[row]
            pairs = () if isinstance(attributes, str) else attributes
            told = [_attribute_traits(name, value) for name, value in pairs if name in _ATTRIBUTES]
            found = self._attributes[row] = _EMPTY.union(*told)
        return found

    # -- other columns --------------------------------------------------------------------------------------

    def _main_link(self, row: int) -> str | None:
        """The address that a record has most often, the first of equals."""
        if row not in self._main:
            cells = [self.columns[number][row] for number in self.shown]
            urls = [cell.url for cell in cells if cell is not None and cell.url]
            self._main[row] = max(dict.fromkeys(urls), key=urls.count) if urls else None
        return self._main[row]

    def _beside(self, looked: Sequence[tuple[int, Cell]]) -> Traits:
        inside = 0
        for row, cell in looked:
            text = cell.text
            own = self._plain(text[:200])
            # Texts have no line breaks, so each is found in the record as often as in its columns.
            once = len(text) <= 200 or self._plain(text[:400]).count(own)
            inside += len(own) > 1 and self._said_in(row).count(own) > once
        return {"columns": log(1 + len(self.shown)), "said_elsewhere": inside / max(1, len(looked))}

    def _said_in(self, row: int) -> str:
        """The texts of a record, a line each."""
        found = self._said_by.get(row)
        if found is None:
            cells = [self.columns[number][row] for number in self.shown]
            texts = [self._plain(cell.text[:400]) for cell in cells if cell is not None]
            found = self._said_by[row] = "\n".join(texts)
        return found

    def _plain(self, text: str) -> str:
        found = self._folded.get(text)
        if found is None:
            found = self._folded[text] = plain(text)
        return found


def _shares(sets: Iterable[frozenset[str] | tuple[str, ...]], count: int) -> Traits:
    """The share of `count` cells that each name is said of."""
    found: Traits = {}
    for names, times in tally(sets).items():  # cells of a column mostly have the same
        for name in names:
            found[name] = found.get(name, 0) + times
    return {name: times / count for name, times in found.items()}


def _are_values(traits: Traits) -> bool:
    return any(traits.get(name, 0) >= 0.6 for name in _VALUES)


def _path_traits(around: Around, row: int) -> frozenset[str]:
    """What the tags and the classes of the elements around a row say."""
    found: set[str] = set()
    for tag, classes in zip(around.tags(row, _AROUND), around.classes(row, _AROUND), strict=True):
        if tag == "body":
            break
        found |= {"heading"} if tag in _HEADINGS else {"in_control"} if tag in _CONTROLS else set()
        found |= {f"tag_{tag}"} if tag in _TOLD else set()
        found.update(_class_traits(classes))
    return frozenset(found)


def _attribute_traits(name: str, value: str | None) -> frozenset[str]:
    return _ATTRIBUTES[name] if name != "role" or value in ROLES else _EMPTY


def _looked(column: Strip) -> list[tuple[int, Cell]]:
    """Some filled cells and their records, spread evenly."""
    count = len(column.filled)
    step = max(1.0, count / _LOOKED_AT)
    places = [int(at * step) for at in range(min(_LOOKED_AT, count))]
    if count == len(column):
        return [(place, column.filled[place]) for place in places]
    filled = [(row, cell) for row, cell in enumerate(column) if cell is not None]
    return [filled[place] for place in places]


def _filled(texts: Sequence[str], rows: int) -> Traits:
    counts = tally(texts)
    often = max(counts.values())
    share = len(texts) / max(1, rows)
    return {
        "rows": log(1 + rows),
        "filled": share,
        "full": float(share >= 0.95),
        "rare": float(share < 0.1),
        "single": float(len(texts) == 1),
        "two": float(len(texts) == 2),
        "distinct": len(counts) / len(texts),
        "constant": float(len(counts) == 1 and len(texts) > 1),
        "full_constant": float(len(counts) == 1 and len(texts) > 1 and share >= 0.95),
        "part_constant": float(len(counts) == 1 and len(texts) > 1 and share < 0.9),
        "few_values": float(1 < len(counts) <= max(2, len(texts) / 5)),
        "often": often / len(texts),
    }


def _said(looked: Sequence[tuple[int, Cell]]) -> Traits:
    texts = [cell.text for _, cell in looked]
    length, words = sum(map(len, texts)), sum([len(text.split()) for text in texts])
    found = _shares(map(_text_traits, texts), len(looked))
    mean = words / len(looked)
    found["length"] = log(1 + length / len(looked))
    found["to_3_words"] = float(mean <= 3)
    found["long"] = float(mean > 12)
    return found


def _said_by(folded: str) -> list[str]:
    """What a phrase says; "pre order now" says whether there is some, not what to do."""
    found = phrases_in(folded)
    return [name for name in found if name in _SAID and not (name == "action" and "stock" in found)]


@lru_cache(maxsize=4096)
def _text_traits(text: str) -> tuple[str, ...]:
    folded, first, last = plain(text[:120]), text[:1], text.rstrip()[-1:]
    kind, digits = form(text), has_figure(folded)
    tests = (
        (f"is_{kind}", kind != "text"),
        ("digits", digits),
        ("colon", last in (":", "：")),
        ("plus", first == "+"),
        ("one_letter", len(text) <= _PHRASE and len(text.strip()) == 1),
        ("small_words", not digits and _are_small(folded)),
        ("upper", text.isupper()),
        ("lower", first.islower()),
        ("ends_on_sign", last in "»>›→…+"),
        ("sentence", last in ".!?"),
        ("short", len(text) <= 3),
    )
    said = _said_by(folded) if len(text) <= _PHRASE else []
    return (*[name for name, holds in tests if holds], *said)


def _are_small(folded: str) -> bool:
    """Whether a text is nothing but small words."""
    first = _WORDS.search(folded)
    return first is not None and first[0] in _SMALL and _SMALL.issuperset(_WORDS.findall(folded))


@lru_cache(maxsize=4096)
def _class_traits(value: str) -> tuple[str, ...]:
    found: list[str] = []
    for token in value.split()[:16]:
        words = split_words(token)
        if any(word in _ACTS for word in words):
            found.append("class_acts")
        if (said := field_of(fields_of(words))) is not None:
            found += ["class_field", f"class_{said.role}"] if said.role in _FACTS else ["class_field"]
    return tuple(found)
