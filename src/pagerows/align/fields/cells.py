"""Rows of a place -> cells: text with its link, images, and facts in attributes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from pagerows.align.fields.reading import Reading, words_of
from pagerows.forms import is_rating
from pagerows.page.joining import Joiner
from pagerows.page.nodes import Attributes
from pagerows.page.noscript import noscript_pictures
from pagerows.values import Cell, Span

__all__ = ["Maker"]

#: Attributes of images whose source a script sets later, most certain first.
_LAZY: Final = (
    "data-src", "data-lazy-src", "data-original", "data-lazy", "data-image", "data-img", "data-url", "data-hi-res-src",
)  # fmt: skip
_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")
_BACKGROUND: Final = re.compile(r"background(?:-image)?\s*:[^;]*?url\(\s*['\"]?([^'\")]+)", re.IGNORECASE)
#: Styles and classes of elements with a background.
_MAY_BE_PAINTED: Final = re.compile(r"url\(|\bbg\b|background|lazy", re.IGNORECASE)
_PLACEHOLDER: Final = re.compile(
    r"placeholder|spacer|blank\.(?:gif|png)|transparent|loading\.(?:gif|svg)|1x1|pixel\.(?:gif|png)", re.IGNORECASE
)
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
_SHORT: Final = 60
_DIGITS: Final = re.compile(r"\d[\d.,]*")
_WIDTH: Final = re.compile(r"(?:^|;)\s*(?:width|--\w*(?:rating|percent|value)\w*)\s*:\s*(\d+(?:\.\d+)?%?)")


#: Attributes that may say a rating, of an element itself or of what is drawn below it.
_OWN_RATING: Final = ("title", "aria-label", "data-rating")
_RATING: Final = (*_OWN_RATING, "alt", "content", "data-score")
#: Sources that are no address of a picture.
_NO_ADDRESS: Final = ("data:", "blob:", "about:")


class Maker:
    """Makes the cells of one page."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.nodes = reading, reading.nodes
        self.absolute = Joiner(reading.page.base_url, reading.page.absolute)
        nodes, low, high = self.nodes, reading.low, reading.high
        links = nodes.rows_with_tag("a")
        links = links[(links >= low) & (links < high)]
        told = nodes.strings(links, "href")
        targets = [_target(told.text(place)) for place in range(len(links))]
        self._links: list[int] = [row for row, target in zip(links.tolist(), targets, strict=True) if target]
        self._targets = [target for target in targets if target]
        self._ends: list[int] = nodes.end[self._links].tolist() if self._links else []
        self._starts = sorted([part.start for record in reading.records for part in record.parts])
        times = nodes.rows_with_tag("time", "data")
        self._times: list[int] = times[(times >= low) & (times < high)].tolist()
        self._rated = nodes.rows_having(_RATING, low, high)
        self._ratings: dict[int, str] = {}
        self._spare: dict[int, str] | None = None
        self._own_rated = set(nodes.rows_having(_OWN_RATING, low, high))
        codes = np.flatnonzero(np.bincount(nodes.path[low:high]))
        #: The tag paths of elements that may have a picture as background.
        self.painted = {code for code in codes.tolist() if _may_be_painted(nodes.paths.style[code])}

    # -- text -----------------------------------------------------------------------------------------------

    def element(self, row: int) -> Cell | None:
        """Return the cell of an element: all its text."""
        text = self.reading.text(row)
        return self.made(text, row, int(self.nodes.end[row])) if text else None

    def pieces(self, rows: Iterable[int]) -> Cell | None:
        """Return the cell of some rows, elements or texts: their texts as one."""
        places = self._places(rows)
        text = self._joined(places)
        held = self.reading.rows
        return self.made(text, held[places[0]], held[places[-1]] + 1) if text else None

    def said(self, rows: Iterable[int]) -> str:
        """Return the text of that cell, or nothing where there is none."""
        text = self._joined(self._places(rows))
        return text if self._is_cell(text) else ""

    def _places(self, rows: Iterable[int]) -> list[int]:
        places: list[int] = []
        for row in rows:
            places += range(*self.reading.pieces(row))
        return places

    def _joined(self, places: Sequence[int]) -> str:
        reading = self.reading
        if not places:
            return ""
        if places[-1] - places[0] + 1 == len(places):
            return reading.joined(places[0], places[-1] + 1)
        return words_of(" ".join(reading.joined(place, place + 1) for place in places))

    def _is_cell(self, text: str) -> bool:
        """Tell whether a text says something, or need not."""
        return bool(text) and (not self.reading.params.drop_separators or any(map(_is_said, text)))

    def made(self, text: str, start: int, stop: int) -> Cell | None:
        """Return a cell with the link and the exact value of its rows."""
        if not self._is_cell(text):
            return None
        url = self.url(start, stop)
        return Cell(text, "link" if url else "text", url, Span(start, stop), 0, self.exact(start, stop))

    def url(self, start: int, stop: int) -> str | None:
        """Return the address of the link around some rows, or of the first one inside."""
        links = self._links
        at = bisect_left(links, start + 1)
        if at and self._ends[at - 1] > start and links[at - 1] >= self._top(start):
            return self.absolute(self._targets[at - 1])
        if at < len(links) and links[at] < stop:
            return self.absolute(self._targets[at])
        return None

    def _top(self, row: int) -> int:
        return self._starts[max(0, bisect_left(self._starts, row + 1) - 1)]

    def exact(self, start: int, stop: int) -> str | None:
        """Return what the markup says for machines of the only value in some rows, or around them."""
        times = self._times
        if not times:
            return None
        at = bisect_left(times, start)
        if at < len(times) and times[at] < stop:
            if at + 1 < len(times) and times[at + 1] < stop:
                return None
            return self._machine(times[at])
        if at and self.nodes.end[times[at - 1]] >= stop:
            return self._machine(times[at - 1])
        return None

    def _machine(self, row: int) -> str | None:
        return self.nodes.attribute(row, "datetime") or self.nodes.attribute(row, "value")

    # -- attributes -----------------------------------------------------------------------------------------

    def target(self, row: int) -> str:
        """Return where a link leads to; nothing where that is this page or a script."""
        return _target(self.nodes.attribute(row, "href") or "")

    def _attributes(self, row: int) -> Attributes:
        found = self.nodes.data[row]
        return () if isinstance(found, str) else found

    def image(self, row: int) -> Cell | None:
        """Return the cell of an image, None where it has no source."""
        source = self.source(row)
        if not source:
            return None
        text = words_of(self.nodes.attribute(row, "alt") or "")
        return Cell(text, "image", self.absolute(source), Span(row, row + 1), link=self.url(row, row + 1))

    def bare_link(self, row: int) -> Cell | None:
        """Return the cell of a link without text."""
        target = self.target(row)
        return Cell("", "link", self.absolute(target), Span(row, int(self.nodes.end[row]))) if target else None

    def source(self, row: int) -> str:
        """Return the address of the picture that a person sees."""
        found = self.nodes.attributes(row)
        source = found.get("src", "").strip()
        if source and not source.startswith(_NO_ADDRESS) and not _PLACEHOLDER.search(source):
            return source
        candidates = [source]
        candidates += [found.get(name, "") for name in _LAZY]
        candidates += [_largest(found.get(name, "")) for name in _SETS]
        real = [c.strip() for c in candidates if c and not c.strip().startswith(_NO_ADDRESS)]
        good = [c for c in real if not _PLACEHOLDER.search(c)]
        if not good:
            good = self._sibling_sources(row) or self._painted_on(found.get("style", "")) or self._spare_sources(row)
        return (good or real or [""])[0]

    def _painted_on(self, style: str) -> list[str]:
        """The background of an image without a source of its own."""
        match = _BACKGROUND.search(style)
        return [match[1]] if match and not match[1].startswith("data:") else []

    def _sibling_sources(self, row: int) -> list[str]:
        parent = int(self.nodes.parent[row])
        if self.nodes.tag_name(parent) != "picture":
            return []
        inside = range(parent + 1, int(self.nodes.end[parent]))
        found = [_largest(self.nodes.attribute(child, name) or "") for child in inside for name in _SETS]
        return [c for c in found if c and not c.startswith("data:")]

    def _spare_sources(self, row: int) -> list[str]:
        """What browsers without scripts show instead."""
        if self._spare is None:
            page = self.reading.page
            self._spare = {} if page.rendered else noscript_pictures(page.nodes, page.html)
        found = self._spare.get(row, "")
        return [found] if found and not found.startswith(_NO_ADDRESS) else []

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
            found = nodes.attributes(place)
            for name in (
                "title",
                "aria-label",
                "alt",
                "data-title",
                "data-tooltip",
                "data-name",
                "data-color",
                "value",
            ):
                value = words_of(found.get(name, ""))
                if value and (name != "value" or found.get("type") in ("radio", "checkbox")):
                    return value
        return ""

    def rating(self, row: int) -> str:
        """Return the rating that attributes or spoken text of an element without text say, or nothing."""
        rated = self._rated
        stop = min(self.nodes.around.end[row], row + 30)
        for place in rated[bisect_left(rated, row) : bisect_left(rated, stop)]:
            if found := self._rating_at(place):
                return found
        spoken = self.reading.spoken_text(row)
        return spoken if spoken and is_rating(spoken) else ""

    def _rating_at(self, row: int) -> str:
        """The rating that an element's own attributes say, or nothing; nested places ask for it again."""
        found = self._ratings.get(row)
        if found is None:
            told = (value for name, value in self._attributes(row) if value and _says_rating(name, value))
            found = self._ratings[row] = words_of(next(told, ""))
        return found

    def own_rating(self, row: int) -> str:
        """Return the rating that an element's own attributes say and its text does not, or nothing."""
        if row not in self._own_rated:
            return ""
        for name, value in self._attributes(row):
            if name in _OWN_RATING and value and len(value) <= _SHORT and is_rating(value):
                number = _DIGITS.search(value)
                return "" if number and number[0] in self.reading.text(row) else words_of(value)
        return ""

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
    if name in ("data-rating", "data-score"):
        return value[:1].isdigit()
    return name in ("aria-label", "title", "alt", "content") and is_rating(value)


def _target(href: str) -> str:
    href = href.strip()
    return "" if href.startswith(("#", "javascript:")) else href


def _may_be_painted(style: Attributes) -> bool:
    return any(_MAY_BE_PAINTED.search(value or "") for _, value in style)


def _is_said(character: str) -> bool:
    """Whether a character says something: a letter, a digit, a star, a tick."""
    return character.isalnum() or character in "★☆⭐✓✔"


def _largest(srcset: str) -> str:
    """Return the first address of a srcset."""
    first = srcset.strip().split(",")[0].strip() if "," in srcset else srcset.strip()
    return first.split()[0] if first else ""
