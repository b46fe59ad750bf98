"""Rows of a place -> cells: text with its link, images, and facts in attributes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import cached_property
from typing import Final

import numpy as np

from pagerows.align.fields._cells import Cells
from pagerows.align.fields._reading import PICTURE
from pagerows.align.fields.reading import Reading, words_of
from pagerows.forms import has_digit, is_rating
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
_PAINTED: Final = (b"url(", b"bg", b"background", b"lazy")
_MAY_BE_PAINTED: Final = re.compile(r"url\(|\bbg\b|background|lazy", re.IGNORECASE)
_PLACEHOLDER: Final = re.compile(
    r"placeholder|spacer|blank\.(?:gif|png)|transparent|loading\.(?:gif|svg)|1x1|pixel\.(?:gif|png)", re.IGNORECASE
)
#: Without one of these no source is one.
_PLACEHOLDER_WORDS: Final = ("placeholder", "spacer", "blank.", "transparent", "loading.", "1x1", "pixel.")
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
_SCORES: Final = ("data-rating", "data-score")
_SPOKEN_RATING: Final = ("title", "aria-label", "alt", "content")
_RATING: Final = _SCORES + _SPOKEN_RATING
#: Pictures that have one source, from which on another one that they name is the real one.
_REPEATED: Final = 3
#: Sources that are no address of a picture.
_NO_ADDRESS: Final = ("data:", "blob:", "about:")


class Maker:
    """Makes the cells of one page."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.nodes, self.lend_links = reading, reading.nodes, reading.params.lend_links
        self.absolute = Joiner(reading.page.base_url, reading.page.absolute)
        self.cells = Cells(reading, self.absolute, not reading.params.drop_separators)
        self.element, self.told = self.cells.element, self.cells.told
        self._ratings: dict[int, str] = {}
        self._spare: dict[int, str] | None = None

    @cached_property
    def painted(self) -> frozenset[int]:
        """The tag paths of elements that may have a picture as background."""
        if not self.reading.mentions(_PAINTED):
            return frozenset()
        return frozenset([code for code, style in self.reading.styles.items() if _may_be_painted(style)])

    @cached_property
    def _rated(self) -> list[int]:
        """The rows that may say a rating: all with such attributes or none, by all that they say at once."""
        low, high = self.reading.low, self.reading.high
        rows = self.nodes.rows_having(_RATING, low, high)
        if not rows or self.nodes.rows_having(_SCORES, low, high):
            return rows
        at = np.array(rows)
        for name in _SPOKEN_RATING:
            told = self.nodes.strings(at, name).joined("\0")
            if has_digit(told) and any(map(is_rating, told.split("\0"))):
                return rows
        return []

    @cached_property
    def own_rated(self) -> frozenset[int]:
        """The rows whose own attributes may say a rating."""
        own = self.nodes.rows_having(_OWN_RATING, self.reading.low, self.reading.high)
        return frozenset(own if own and self._rated else ())

    @cached_property
    def may_be_rated(self) -> bool:
        """Whether elements without text may say a rating."""
        return bool(self._rated or self.reading.spoken_rows)

    # -- attributes -----------------------------------------------------------------------------------------

    def _attributes(self, row: int) -> Attributes:
        found = self.nodes.data[row]
        return () if isinstance(found, str) else found

    def image(self, row: int) -> Cell | None:
        """Return the cell of an image, None where it has no source."""
        source, text = self._images.get(row) or ("", self.nodes.attribute(row, "alt") or "")
        if source not in self._plain_sources:
            source = self.source(row)
        if not source:
            return None
        return self.cells.picture(text, source, row)

    @cached_property
    def _images(self) -> dict[int, tuple[str, str]]:
        """The sources of the records' images as they stand there, and what they say."""
        rows = np.array(self.reading.rows_with(PICTURE), np.int64)
        sources = [source.strip() for source in self.nodes.strings(rows, "src").texts()]
        return dict(zip(rows.tolist(), zip(sources, self.nodes.strings(rows, "alt").texts(), strict=True), strict=True))

    @cached_property
    def _sources(self) -> Counter[str]:
        """How many pictures of the records have each source: what many have may wait for the real one."""
        return Counter([source for source, _ in self._images.values()])

    @cached_property
    def _plain_sources(self) -> set[str]:
        """The sources that are what a person sees, whatever else an image names."""
        folded = "\n".join(self._sources).casefold()
        doubtful = any(word in folded for word in _PLACEHOLDER_WORDS)
        own = {source for source, count in self._sources.items() if source and count < _REPEATED}
        return {
            source
            for source in own
            if not source.startswith(_NO_ADDRESS) and not (doubtful and _PLACEHOLDER.search(source))
        }

    @cached_property
    def _image_rows(self) -> list[int]:
        found: list[int] = self.nodes.rows_with_tag("img").tolist()
        return found

    @property
    def has_images(self) -> bool:
        """Whether the page has pictures."""
        return bool(self._image_rows)

    def first_image(self, row: int) -> Cell | None:
        """Return the cell of the first real picture in an element."""
        images = self._image_rows
        first = bisect_left(images, row)
        inside = images[first : min(first + 3, bisect_left(images, self.nodes.around.end[row]))]
        return next((cell for image in inside if (cell := self.image(image))), None)

    def source(self, row: int) -> str:
        """Return the address of the picture that a person sees."""
        found = self.nodes.attributes(row)
        source = found.get("src", "").strip()
        if source and not source.startswith(_NO_ADDRESS) and not _PLACEHOLDER.search(source):
            return (self._sources[source] >= _REPEATED and self._later(found)) or source
        candidates = [source]
        candidates += [found.get(name, "") for name in _LAZY]
        candidates += [_largest(found.get(name, "")) for name in _SETS]
        real = [c.strip() for c in candidates if c and not c.strip().startswith(_NO_ADDRESS)]
        good = [c for c in real if not _PLACEHOLDER.search(c)]
        if not good:
            good = self._sibling_sources(row) or self._painted_on(found.get("style", "")) or self._spare_sources(row)
        return (good or real or [""])[0]

    def _later(self, found: dict[str, str]) -> str:
        """The source that a script sets later, or nothing."""
        told = (found.get(name, "").strip() for name in _LAZY)
        return next((source for source in told if source and not source.startswith(_NO_ADDRESS)), "")

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
                value = found.get(name, "")
                if (
                    value
                    and (value := words_of(value))
                    and (name != "value" or found.get("type") in ("radio", "checkbox"))
                ):
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
    if name in _SCORES:
        return value[:1].isdigit()
    return name in _SPOKEN_RATING and is_rating(value)


def _may_be_painted(style: Attributes) -> bool:
    return any(_MAY_BE_PAINTED.search(value or "") for _, value in style)


def _largest(srcset: str) -> str:
    """Return the first address of a srcset."""
    first = srcset.strip().split(",")[0].strip() if "," in srcset else srcset.strip()
    return first.split()[0] if first else ""
