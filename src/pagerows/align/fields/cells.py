"""Rows of a place -> cells: text with its link, images, and facts in attributes."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import Final

from pagerows.align.fields._cells import Cells
from pagerows.align.fields._pictures import Pictures
from pagerows.align.fields._ratings import figures
from pagerows.align.fields.reading import Reading, words_of
from pagerows.forms import is_rating
from pagerows.page.joining import Joiner
from pagerows.page.nodes import Attributes
from pagerows.page.noscript import SparePictures
from pagerows.values import Cell, Span

__all__ = ["Maker"]

_BACKGROUND: Final = re.compile(r"background(?:-image)?\s*:[^;]*?url\(\s*['\"]?([^'\")]+)", re.IGNORECASE)
#: Styles and classes of elements with a background.
_PAINTED: Final = (b"url(", b"bg", b"background", b"lazy")
_MAY_BE_PAINTED: Final = re.compile(r"url\(|\bbg\b|background|lazy", re.IGNORECASE)
#: Classes that say a rating, and names of pictures that are one star each: full, half, empty.
_STARRED: Final = re.compile(r"(?:rating|stars?|score)[-_]?([0-5])(?:[-_.]([05]))?(?![\w.])", re.IGNORECASE)
_STAR: Final = re.compile(r"star", re.IGNORECASE)
_EMPTY: Final = re.compile(r"empty|blank|outline|gr[ae]y|off\b|inactive|unfilled|star-o\b|regular|clear", re.IGNORECASE)
_HALF: Final = re.compile(r"half", re.IGNORECASE)
_FEWEST_STARS: Final = 3
_MOST_STARS: Final = 5
#: Properties that pages give in ``<meta>`` because they show them otherwise or not at all; of what they do show
#: (name, price, url, image) the text is better.
_PROPERTIES: Final = frozenset({
    "ratingValue", "reviewCount", "ratingCount", "datePublished", "startDate", "endDate", "uploadDate", "sku", "gtin13",
    "brand", "author", "duration", "jobTitle", "addressLocality",
})  # fmt: skip
#: Attributes that call an element something, the surest first.
_NAMES: Final = ("title", "aria-label", "alt", "data-title", "data-tooltip", "data-name", "data-color", "value")
_SHORT: Final = 60
_DIGITS: Final = re.compile(r"\d[\d.,]*")
_WIDTH: Final = re.compile(r"(?:^|;)\s*(?:width|--\w*(?:rating|percent|value)\w*)\s*:\s*(\d+(?:\.\d+)?%?)")


#: Attributes that may say a rating, of an element itself or of what is drawn below it.
_OWN_RATING: Final = ("title", "aria-label", "data-rating")
_SCORES: Final = ("data-rating", "data-score")
_SPOKEN_RATING: Final = ("title", "aria-label", "alt", "content")


class Maker:
    """Makes the cells of one page."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.nodes, self.lend_links = reading, reading.nodes, reading.params.lend_links
        self.absolute = Joiner(reading.page.base_url, reading.page.absolute)
        self.cells = Cells(reading, self.absolute, not reading.params.drop_separators)
        self.pictures = Pictures(reading, self.cells, SparePictures(reading.page))
        self.element, self.image = self.cells.element, self.pictures.cell

    @cached_property
    def painted(self) -> frozenset[int]:
        """The tag paths of elements that may have a picture as background."""
        styles = self.nodes.paths.style
        return frozenset([code for code in self.reading.mentioning(_PAINTED) if _may_be_painted(styles[code])])

    @cached_property
    def _ratings(self) -> tuple[dict[int, str], dict[int, str]]:
        """What elements' own attributes say that is a rating, by row: any of them; and those that go with a text."""
        every, own = dict[int, str](), dict[int, str]()
        for row, name, value in figures(self.nodes, _SCORES, _SPOKEN_RATING, self.reading.low, self.reading.high):
            if row not in every and _says_rating(name, value):
                every[row] = words_of(value)
            if row not in own and name in _OWN_RATING and len(value) <= _SHORT and is_rating(value):
                own[row] = value
        return every, own

    @cached_property
    def own_rated(self) -> dict[int, str]:
        """What attributes of elements with text say that is a rating, by row."""
        return self._ratings[1]

    @cached_property
    def _rated_rows(self) -> list[int]:
        return list(self._ratings[0])

    @cached_property
    def may_be_rated(self) -> bool:
        """Whether elements without text may say a rating."""
        return bool(self._rated_rows or self.reading.spoken_rows)

    # -- attributes -----------------------------------------------------------------------------------------

    def background(self, row: int) -> Cell | None:
        """Return the cell of a picture that is an element's background."""
        if self.nodes.around.path[row] not in self.painted:
            return None
        match = _BACKGROUND.search(self.nodes.attribute(row, "style") or "")
        if match is None or match[1].startswith("data:"):
            source = self.nodes.attribute(row, "data-bg") or self.nodes.attribute(row, "data-background-image") or ""
            if not source or " " in source or "." not in source:
                return None
        else:
            source = match[1]
        return Cell("", "image", self.absolute(source.strip()), Span(row, row + 1))

    def named(self, row: int) -> str:
        """Return what attributes call an element without text: a swatch, an icon."""
        nodes = self.nodes
        for place in range(row, min(int(nodes.end[row]), row + 6)):
            found = nodes.attributes(place) if place in self._named else {}
            for name in _NAMES if found else ():
                value = words_of(found.get(name, ""))
                if value and (name != "value" or found.get("type") in ("radio", "checkbox")):
                    return value
        return ""

    @cached_property
    def _named(self) -> frozenset[int]:
        """The rows with attributes that may call them something."""
        return frozenset(self.nodes.rows_having(_NAMES, self.reading.low, len(self.nodes)))

    def rating(self, row: int) -> str:
        """Return the rating that attributes or spoken text of an element without text say, or nothing."""
        rows = self._rated_rows
        first = bisect_left(rows, row)
        if first < len(rows) and rows[first] < min(int(self.nodes.end[row]), row + 30):
            return self._ratings[0][rows[first]]
        spoken = self.reading.spoken_text(row)
        return spoken if spoken and is_rating(spoken) else ""

    def own_rating(self, row: int) -> str:
        """Return the rating that an element's own attributes say and its text does not, or nothing."""
        value = self.own_rated[row]
        number = _DIGITS.search(value)
        return "" if number and number[0] in self.reading.text(row) else words_of(value)

    def class_rating(self, row: int) -> str:
        """Return the rating in the class names of an element without text (``rating-4-5``, ``stars_3``), or nothing."""
        nodes = self.nodes
        for place in range(row, min(int(nodes.end[row]), row + 3)):
            match = _STARRED.search(nodes.attribute(place, "class") or "")
            if match:
                return f"{match[1]}.{match[2]}" if match[2] else match[1]
        return ""

    def counted_stars(self, row: int) -> str:
        """Return how many of the drawn stars below an element are full, halves too, or nothing."""
        nodes, stars = self.nodes, []
        for place in range(row + 1, min(int(nodes.end[row]), row + 40)):
            if nodes.tag_name(place) in ("img", "i", "svg", "span"):
                found = nodes.attributes(place)
                name = " ".join((found.get("src", ""), found.get("class", ""), found.get("data-src", "")))
                if _STAR.search(name):
                    stars.append(0.0 if _EMPTY.search(name) else 0.5 if _HALF.search(name) else 1.0)
        if not _FEWEST_STARS <= len(stars) <= _MOST_STARS or not any(stars):
            return ""
        return f"{sum(stars):g}"

    def property(self, row: int) -> str:
        """Return what a ``<meta itemprop>`` says for machines alone, or nothing."""
        found = self.nodes.attributes(row)
        return words_of(found.get("content", "")) if found.get("itemprop", "") in _PROPERTIES else ""

    def width(self, row: int) -> str:
        """Return the width in percent of a bar of stars, or nothing."""
        nodes = self.nodes
        for place in range(row, min(int(nodes.end[row]), row + 8)):
            match = _WIDTH.search(nodes.attribute(place, "style") or "")
            if match and match[1].endswith("%"):
                return match[1]
        return ""


def _says_rating(name: str, value: str) -> bool:
    if name in _SCORES:
        return value[:1].isdigit()
    return name in _SPOKEN_RATING and is_rating(value)


def _may_be_painted(style: Attributes) -> bool:
    return any(_MAY_BE_PAINTED.search(value or "") for _, value in style)
