"""What tells a fact from noise, column by column: how full it is, what its texts say, and what its markup is for.

No site's words are traits: class names count only as words of the field vocabulary, or as words for controls.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import log
from typing import Final

from pagerows.forms import form
from pagerows.page.nodes import NodeTable
from pagerows.phrases import phrases_in
from pagerows.values import Cell
from pagerows.vocabulary import field_of, fields_of, plain, split_words

__all__ = ["Traits", "traits_of"]

Cells = tuple[Cell | None, ...]

#: Cells of a column that are looked at, and elements around each.
_LOOKED_AT: Final = 8
_AROUND: Final = 4
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_CONTROLS: Final = frozenset({"button", "select", "option", "textarea", "input", "label", "form", "fieldset"})
_ROLES: Final = frozenset(
    {"button", "option", "listbox", "combobox", "menu", "menuitem", "tooltip", "dialog", "tab", "checkbox", "radio"}
)
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
_WORDS: Final = re.compile(r"[^\W\d_]+")
_SAID: Final = ("action", "badge", "stock", "ship", "color", "free", "save", "was", "from", "read")

Traits = dict[str, float]


def traits_of(nodes: NodeTable, columns: Sequence[Cells]) -> list[Traits]:
    """Return the traits of each column of a table; images have none."""
    return _Table(nodes, columns).traits()


class _Table:
    def __init__(self, nodes: NodeTable, columns: Sequence[Cells]) -> None:
        self.nodes, self.columns = nodes, columns
        self.rows = len(columns[0]) if columns else 0
        self.shown = [number for number, column in enumerate(columns) if not _is_image(column)]
        self.looked = {number: _looked(columns[number]) for number in self.shown}
        self.main = self._main_links()
        self.owners = self._owners()
        self.around: dict[int, Traits] = {}

    def traits(self) -> list[Traits]:
        found = [self._of(number) if number in self.looked else {} for number in range(len(self.columns))]
        for place, number in enumerate(self.shown):
            found[number]["place"] = place / max(1, len(self.shown) - 1)
            found[number]["last"] = float(place == len(self.shown) - 1)
            if place:
                before = found[self.shown[place - 1]]
                found[number]["after_value"] = float(any(before.get(f"is_{name}", 0) >= 0.6 for name in _FORMS))
                before["before_value"] = float(any(found[number].get(f"is_{name}", 0) >= 0.6 for name in _FORMS))
        return found

    def _of(self, number: int) -> Traits:
        column, looked = self.columns[number], self.looked[number]
        texts = [cell.text for cell in column if cell is not None]
        return _filled(texts, self.rows) | _said(looked) | self._markup(looked) | self._beside(number)

    # -- markup ---------------------------------------------------------------------------------------------

    def _markup(self, looked: Sequence[tuple[int, Cell]]) -> Traits:
        counts: Counter[str] = Counter()
        for row, cell in looked:
            counts.update({name for place in self._above(cell) for name in self._element(place)})
            if cell.url:
                counts["main_link" if cell.url == self.main[row] else "other_link"] += 1
            if cell.items:
                counts["list"] += 1
            counts["lone_control"] += any(self.owners.get(place, 0) <= 1 for place in self._controls(cell))
        return {name: count / len(looked) for name, count in counts.items()}

    def _above(self, cell: Cell) -> Iterator[int]:
        row, steps = cell.span.start, 0
        while row > 0 and steps < _AROUND:
            yield row
            row, steps = int(self.nodes.parent[row]), steps + 1

    def _element(self, row: int) -> tuple[str, ...]:
        attributes = self.nodes.data[row]
        if isinstance(attributes, str):
            return ()
        tag = self.nodes.tag_name(row)
        found = ["heading"] if tag in _HEADINGS else ["in_control"] if tag in _CONTROLS else []
        if tag in ("a", "button", "li", "td", "time", "dt", "dd", "strong", "svg", "p", "sup", "figcaption"):
            found.append(f"tag_{tag}")
        for name, value in attributes:
            if name == "class" and value:
                found += _class_traits(value)
            elif name == "role" and value in _ROLES:
                found.append("in_control")
            elif name == "itemprop":
                found.append("property")
            elif name in ("aria-hidden", "aria-label", "title"):
                found.append(f"has_{name}")
        return tuple(found)

    def _controls(self, cell: Cell) -> list[int]:
        nodes, found = self.nodes, []
        for row in self._above(cell):
            attributes = nodes.data[row]
            if isinstance(attributes, str):
                continue
            if nodes.tag_name(row) in ("button", "a") or any(n == "role" and v in _ROLES for n, v in attributes):
                found.append(row)
        return found

    def _owners(self) -> Counter[int]:
        """How many columns have a cell in each link and control."""
        counts: Counter[int] = Counter()
        for looked in self.looked.values():
            counts.update({row for _, cell in looked for row in self._controls(cell)})
        return counts

    # -- other columns --------------------------------------------------------------------------------------

    def _main_links(self) -> list[str | None]:
        """The address that each record has most often, the first of equals."""
        main: list[str | None] = []
        for row in range(self.rows):
            cells = (self.columns[number][row] for number in self.shown)
            urls = [cell.url for cell in cells if cell is not None and cell.url]
            main.append(max(dict.fromkeys(urls), key=urls.count) if urls else None)
        return main

    def _beside(self, number: int) -> Traits:
        inside = total = 0
        for row, cell in self.looked[number]:
            own = plain(cell.text[:200])
            others = (self.columns[other][row] for other in self.shown if other != number)
            total += 1
            inside += len(own) > 1 and any(own in plain(other.text[:400]) for other in others if other is not None)
        return {"columns": log(1 + len(self.shown)), "said_elsewhere": inside / max(1, total)}


def _is_image(column: Cells) -> bool:
    kinds = [cell.kind for cell in column if cell is not None]
    return kinds.count("image") * 2 > len(kinds)


def _looked(column: Cells) -> list[tuple[int, Cell]]:
    """Some filled cells and their records, spread evenly."""
    filled = [(row, cell) for row, cell in enumerate(column) if cell is not None]
    step = max(1.0, len(filled) / _LOOKED_AT)
    return [filled[int(at * step)] for at in range(min(_LOOKED_AT, len(filled)))]


def _filled(texts: Sequence[str], rows: int) -> Traits:
    counts = Counter(texts)
    often = counts.most_common(1)[0][1]
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
    counts: Counter[str] = Counter()
    length = words = 0
    for _, cell in looked:
        text = cell.text
        length, words = length + len(text), words + len(text.split())
        counts.update(_text_traits(text))
    found = {name: count / len(looked) for name, count in counts.items()}
    mean = words / len(looked)
    found["length"] = log(1 + length / len(looked))
    found["to_3_words"] = float(mean <= 3)
    found["long"] = float(mean > 12)
    return found


@lru_cache(maxsize=4096)
def _text_traits(text: str) -> tuple[str, ...]:
    folded = plain(text[:120])
    letters = _WORDS.findall(folded)
    kind = form(text)
    said = [name for name in phrases_in(folded) if name in _SAID]
    tests = {
        f"is_{kind}": kind != "text",
        "digits": any(map(str.isdigit, folded)),
        "colon": text.rstrip().endswith((":", "：")),
        "plus": text.startswith("+"),
        "one_letter": len(text.strip()) == 1,
        "small_words": bool(letters) and all(word in _SMALL for word in letters) and not any(map(str.isdigit, folded)),
        "upper": text.isupper(),
        "lower": text[:1].islower(),
        "ends_on_sign": text.rstrip()[-1:] in "»>›→…+",
        "sentence": text.rstrip()[-1:] in ".!?",
        "short": len(text) <= 3,
    }
    return (*(name for name, holds in tests.items() if holds), *said)


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
