# cython: language_level=3, boundscheck=True, wraparound=False
"""Rows of a place -> cells: text with its link, images, and facts in attributes."""

import re

from libc.stdint cimport int32_t

from pagerows._search cimport Plain, smaller
from pagerows._signs cimport has_digit, may_rate
from pagerows.align.fields._cells cimport Cells
from pagerows.align.fields._look cimport NAMES, RATES
from pagerows.align.fields._pictures cimport Pictures
from pagerows.align.fields._reading cimport Shown, folded
from pagerows.page._joining cimport Joiner

from pagerows.forms import is_rating
from pagerows.patterns import lazy
from pagerows.values import Cell, Span

cdef object BACKGROUND = lazy(r"background(?:-image)?\s*:[^;]*?url\(\s*['\"]?([^'\")]+)", re.IGNORECASE)
#: Classes that say a rating, and names of pictures that are one star each: full, half, empty.
cdef object STARRED = lazy(r"(?:rating|stars?|score)[-_]?([0-5])(?:[-_.]([05]))?(?![\w.])", re.IGNORECASE)
cdef object STAR = lazy(r"star", re.IGNORECASE)
cdef object EMPTY = lazy(
    r"empty|blank|outline|gr[ae]y|off\b|inactive|unfilled|star-o\b|regular|clear", re.IGNORECASE
)
cdef object HALF = lazy(r"half", re.IGNORECASE)
cdef enum: FEWEST_STARS = 3, MOST_STARS = 5
#: Properties that pages give in ``<meta>`` because they show them otherwise or not at all; of what they do show
#: (name, price, url, image) the text is better.
cdef frozenset PROPERTIES = frozenset({
    "ratingValue", "reviewCount", "ratingCount", "datePublished", "startDate", "endDate", "uploadDate", "sku", "gtin13",
    "brand", "author", "duration", "jobTitle", "addressLocality",
})
#: Attributes that call an element something, the surest first.
cdef tuple CALLED = ("title", "aria-label", "alt", "data-title", "data-tooltip", "data-name", "data-color", "value")
cdef enum: SHORT = 60
cdef object DIGITS = lazy(r"\d[\d.,]*")
cdef object WIDTH = lazy(r"(?:^|;)\s*(?:width|--\w*(?:rating|percent|value)\w*)\s*:\s*(\d+(?:\.\d+)?%?)")
#: Attributes that may say a rating, of an element itself or of what is drawn below it.
cdef tuple OWN_RATING = ("title", "aria-label", "data-rating")
cdef tuple SCORES = ("data-rating", "data-score")
cdef tuple SPOKEN_RATING = ("title", "aria-label", "alt", "content")
#: Rows of an element that are looked at: for what it is called, rated, starred by its class, stars themselves, and a bar's width.
cdef enum: CALLED_WITHIN = 6, RATED_WITHIN = 30, STARRED_WITHIN = 3, STARS_WITHIN = 40, WIDTH_WITHIN = 8


cdef class Maker:
    """Makes the cells of one page."""

    def __init__(self, Shown shown):
        self.shown, self.nodes = shown, shown.nodes
        self.absolute = Joiner(shown.page.base_url, shown.page.absolute)
        self.cells = Cells(shown, self.absolute, not shown.params.drop_separators)
        self.pictures = Pictures(shown, self.cells, self.spare_source)
        self.rated, self.own_rated = {}, {}
        if shown.said & RATES:
            self.take_ratings()
        self.may_be_rated = self.rated_count > 0 or shown.spoken_count > 0

    def element(self, int32_t row):
        """Return the cell of an element: all its text."""
        return self.cells.element(row)

    def image(self, int32_t row):
        """Return the cell of an image of the records, None where it has no source."""
        return self.pictures.cell(row)

    # -- attributes ----------------------------------------------------------------------------------------------------

    cdef int take_ratings(self) except -1:
        """Find what attributes say that is a rating."""
        cdef Shown shown = self.shown
        cdef int32_t row
        cdef str name, value
        for row in range(shown.low, shown.high):
            if not shown.traits[row - shown.low] & RATES:
                continue
            for name, value in shown.data[row]:
                if not value:
                    continue
                if row not in self.rated and says_rating(name, value):
                    self.rated[row] = folded(value)
                if row not in self.own_rated and name in OWN_RATING and len(value) <= SHORT and rates(value):
                    self.own_rated[row] = value
        self.rated_rows = shown.memory.numbers(len(self.rated))
        for row in self.rated:
            self.rated_rows[self.rated_count] = row
            self.rated_count += 1
        return 0

    def spare_source(self, int32_t row):
        """Return what browsers without scripts show instead of a picture."""
        if self.spares is None:
            from pagerows.page.noscript import noscript_pictures

            page = self.shown.page
            self.spares = {} if page.rendered else noscript_pictures(page.nodes, page.html)
        return self.spares.get(row, "")

    cdef object background(self, int32_t row):
        """The cell of a picture that is an element's background."""
        if not self.shown.painted[self.shown.code_of(row)]:
            return None
        match = BACKGROUND.search(self.nodes.attribute(row, "style") or "")
        if match is None or match[1].startswith("data:"):
            source = self.nodes.attribute(row, "data-bg") or self.nodes.attribute(row, "data-background-image") or ""
            if not source or " " in source or "." not in source:
                return None
        else:
            source = match[1]
        return Cell("", "image", self.absolute.join(source.strip()), Span(row, row + 1))

    cdef str named(self, int32_t row):
        """What attributes call an element without text: a swatch, an icon."""
        cdef int32_t place
        cdef str name, value
        cdef dict found
        for place in range(row, min(self.shown.end[row], row + CALLED_WITHIN)):
            if place < self.shown.high and not self.shown.has_trait(place, NAMES):
                continue
            found = self.nodes.attributes(place)
            for name in CALLED:
                value = found.get(name)
                value = folded(value) if value else ""
                if value and (name != "value" or found.get("type") in ("radio", "checkbox")):
                    return value
        return ""

    cdef str rating(self, int32_t row):
        """The rating that attributes or spoken text of an element without text say, or nothing."""
        cdef Py_ssize_t first
        cdef str spoken
        if self.rated_count:
            first = smaller(<Plain>self.rated_rows, self.rated_count, row)
            if first < self.rated_count and self.rated_rows[first] < min(self.shown.end[row], row + RATED_WITHIN):
                return self.rated[self.rated_rows[first]]
        if not self.shown.spoken_count:
            return ""
        spoken = self.shown.spoken_text(row)
        return spoken if spoken and rates(spoken) else ""

    cdef str own_rating(self, int32_t row):
        """The rating that an element's own attributes say and its text does not, or nothing."""
        value = self.own_rated[row]
        number = DIGITS.search(value)
        return "" if number and number[0] in self.shown.text(row) else folded(value)

    cdef str class_rating(self, int32_t row):
        """The rating in the class names of an element without text (``rating-4-5``, ``stars_3``), or nothing."""
        cdef int32_t place
        for place in range(row, min(self.shown.end[row], row + STARRED_WITHIN)):
            match = STARRED.search(self.nodes.attribute(place, "class") or "")
            if match:
                return f"{match[1]}.{match[2]}" if match[2] else match[1]
        return ""

    cdef str counted_stars(self, int32_t row):
        """How many of the drawn stars below an element are full, halves too, or nothing."""
        cdef int32_t place
        cdef list stars = []
        cdef str name
        for place in range(row + 1, min(self.shown.end[row], row + STARS_WITHIN)):
            if self.nodes.tag_name(place) in ("img", "i", "svg", "span"):
                found = self.nodes.attributes(place)
                name = " ".join((found.get("src", ""), found.get("class", ""), found.get("data-src", "")))
                if STAR.search(name):
                    stars.append(0.0 if EMPTY.search(name) else 0.5 if HALF.search(name) else 1.0)
        if not FEWEST_STARS <= len(stars) <= MOST_STARS or not any(stars):
            return ""
        return f"{sum(stars):g}"

    cdef str property(self, int32_t row):
        """What a ``<meta itemprop>`` says for machines alone, or nothing."""
        found = self.nodes.attributes(row)
        return folded(found.get("content", "")) if found.get("itemprop", "") in PROPERTIES else ""

    cdef str width(self, int32_t row):
        """The width in percent of a bar of stars, or nothing."""
        cdef int32_t place
        for place in range(row, min(self.shown.end[row], row + WIDTH_WITHIN)):
            match = WIDTH.search(self.nodes.attribute(place, "style") or "")
            if match and match[1].endswith("%"):
                return match[1]
        return ""


cdef bint rates(str text) except -1:
    """Whether a text says how good something is rated: most do not, as a look at their signs tells."""
    return has_digit(text) and may_rate(text) and is_rating(text)


cdef bint says_rating(str name, str value) except -1:
    """Whether an attribute says a rating."""
    if name in SCORES:
        return value[0].isdigit()
    return name in SPOKEN_RATING and rates(value)
