"""A template of records -> columns of cells, in reading order."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from pagerows._tally import tally
from pagerows.align.fields.cells import Maker
from pagerows.align.fields.knit import knit
from pagerows.align.fields.reading import INLINE, Reading
from pagerows.align.fields.template import Place
from pagerows.cells import FORMATTING
from pagerows.forms import LABEL, forms, has_word, is_constant, is_one_value
from pagerows.page.nodes import TEXT_TAG
from pagerows.values import Cell, Span

__all__ = ["columns_of"]

Column = dict[int, Cell]

#: Blocks that one text is made of.
_PROSE: Final = frozenset({"p", "ul", "ol", "br", "blockquote", "a", TEXT_TAG, "span", "#list"}) | FORMATTING
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_SENTENCE: Final = 60
#: Mean length from which on paragraphs are those of one text, not members of a list.
_LINE: Final = 30
#: Titles that must have a badge.
_FEWEST: Final = 3
#: What sentences end on; an empty text ends on nothing.
_ENDS: Final = frozenset(".!?…")
_STARS: Final = re.compile(r"star|rating", re.IGNORECASE)
#: Signs between fields; an empty text (the edge) is none.
_DASHES: Final = frozenset("–—|·•:-/")


def columns_of(reading: Reading, root: Place) -> list[Column]:
    """Return the columns of a template: record -> cell, in reading order."""
    return _Emitter(reading).run(root)


class _Emitter:
    def __init__(self, reading: Reading) -> None:
        self.reading, self.nodes = reading, reading.nodes
        self.maker = Maker(reading)
        self.columns: list[Column] = []
        self._flows: dict[int, bool] = {}
        self._texts: dict[int, list[str]] = {}

    def run(self, root: Place) -> list[Column]:
        """Walk the template in reading order; a stack, for places nest as deeply as the page does."""
        self._measure(root)
        stack = [root]
        while stack:
            place = stack.pop()
            stack.extend(reversed(self._emit(place)))
        return self.columns

    def _measure(self, root: Place) -> None:
        """Tell of each place whether all below it stands in lines of text."""
        order, stack = [], [root]
        while stack:
            place = stack.pop()
            order.append(place)
            stack.extend(place.children)
        for place in reversed(order):
            self._flows[id(place)] = all(
                (child.tag in INLINE or child.kind == "text") and self._flows[id(child)] for child in place.children
            )

    # -- places ---------------------------------------------------------------------------------------------

    def _emit(self, place: Place) -> list[Place]:
        """Make the columns of a place; return the places below that have columns of their own."""
        if not place.one:  # the parts of records that are several elements
            return place.children
        if place.kind == "text":
            self._add(self.maker.texts_of(place.rows))
            return []
        if place.kind == "list":
            self._list(place)
            return []
        if place.tag == "img":
            self._picture(place)
            return []
        if not self._is_told(place):
            return self._textless(place)
        self._add(self.maker.backgrounds(place.one))
        self._rated(place)
        if self._is_one(place):
            self._images_inside(place)
            self._add(self.maker.elements(place.one))
            return []
        return knit(self.nodes, place)

    def _picture(self, place: Place) -> None:
        """A picture, or what it says: stars are drawn, too."""
        rated = self.maker.ratings(place.one)
        if 2 * sum(map(bool, rated.values())) >= len(place.one):
            self._add({r: self.maker.told(text, place.one[r]) for r, text in rated.items() if text})
        else:
            self._add({record: self.maker.image(row) for record, row in place.one.items()})

    def _rated(self, place: Place) -> None:
        """The rating that an element's own attributes say beside its text (``title="4.5 out of 5"`` on a count)."""
        rated = self.maker.own_ratings(place.one)
        if 2 * sum(map(bool, rated.values())) >= len(place.one):
            self._add({r: self.maker.told(text, place.one[r]) for r, text in rated.items() if text})

    def _is_told(self, place: Place) -> bool:
        """Tell whether a place says something in some record."""
        if place.kind == "element":
            return self.reading.is_told(place.one.values())
        return any(map(self.maker.said, place.rows.values()))

    def _text(self, place: Place) -> list[str]:
        found = self._texts.get(id(place))
        if found is None:
            if place.kind == "element":
                found = self.reading.texts(place.one.values())
            else:
                found = [self.maker.said(rows) for rows in place.rows.values()]
            self._texts[id(place)] = found
        return found

    def _add(self, cells: Mapping[int, Cell | None]) -> None:
        filled = {record: cell for record, cell in cells.items() if cell is not None}
        if filled:
            self.columns.append(filled)

    # -- is it one cell? ------------------------------------------------------------------------------------

    def _is_one(self, place: Place) -> bool:
        """Tell whether the text of a place is one cell."""
        told = [child for child in place.children if self._is_told(child)]
        if not told:
            return True
        if (len(told) > 1 or told[0].kind == "list") and self._are_values(place, told):
            return True
        if len(told) == 1 and (told[0].kind == "text" or len(place.children) > 1):
            return told[0].kind == "text" and len(place.children) == 1
        if self._is_prose(place, told):
            return True
        if not self._flows[id(place)] or len(told) < 2:
            return False
        return self._is_sentence(place, told)

    def _are_values(self, place: Place, told: Sequence[Place]) -> bool:
        """Whether the pieces make up one value each: ``<span>$</span>165<sup>00</sup>``."""
        others = [record for child in told for record, rows in child.rows.items() for _ in rows[1:]]
        several = tally(others + [record for child in told for record in child.one])
        rows = [row for record, row in place.one.items() if several.get(record, 0) > 1]
        missed = 0
        for row in rows:
            missed += not is_one_value(self.reading.text(row))
            if len(rows) - missed < 0.8 * len(rows):
                return False
        return bool(rows)

    def _is_prose(self, place: Place, told: Sequence[Place]) -> bool:
        """Paragraphs of one text: how many there are and what is in them differs from record to record."""
        if len(told) < 2 or not all(child.tag in _PROSE for child in told) or not place.one:
            return False
        if not any(child.tag == "p" for child in told) or any(map(self._holds_heading, told)):
            return False
        irregular = sum(1 for child in told if len(child.one) < 0.7 * len(place.one) or child.kind == "list")
        long = [child for child in told if _mean(self._text(child)) >= _SENTENCE]
        return irregular >= 0.5 * len(told) and bool(long)

    def _holds_heading(self, place: Place) -> bool:
        stack = [place]
        while stack:
            child = stack.pop()
            if child.tag in _HEADINGS:
                return True
            stack.extend(child.children)
        return False

    def _is_sentence(self, place: Place, told: Sequence[Place]) -> bool:
        direct = [child for child in told if child.kind == "text"]
        marked = [child for child in told if child.kind != "text"]
        spoken = [child for child in direct if not self._is_glue(child)]
        if not direct:
            return (
                place.tag in _HEADINGS | {"a"}
                and all(
                    child.tag in FORMATTING or (child.tag == "span" and not self._classed(child)) for child in marked
                )
                and not any(self._is_glue(child) for child in marked)
            )
        if not spoken:
            return False
        own = [child for child in marked if child.tag not in FORMATTING or self._classed(child)]
        size = len(place.one)
        broken = [child for child in place.children if child.tag == "br" and len(child.one) >= 0.5 * size]
        if not own:
            if broken and marked and any(len(child.one) >= 0.7 * size for child in marked):
                return False
            if broken and sum(self._is_labelled(child) for child in spoken) > 1:
                return False
            if broken and any(forms(self._filled(child)) != "text" for child in spoken if len(child.one) >= 0.7 * size):
                return False
            return not any(self._is_apart(place, child) for child in marked)
        if broken:
            return False
        for child in own:
            texts = self._filled(child)
            steady = len(child.one) >= 0.7 * size and child.kind == "element"
            if is_constant(texts):
                if self._at_edge(place, child) or self._is_badge(place, child):
                    return False
                continue
            if forms(texts) != "text":
                return False
            if steady and not self._inside_name(place, child):
                return False
            if not steady and len(texts) >= 3 and len(set(texts)) <= 0.5 * len(texts):
                return False
        return True

    def _is_labelled(self, place: Place) -> bool:
        """Whether texts start with a label of their own: lines of a description list without its markup."""
        texts = self._filled(place)
        return sum(1 for text in texts if LABEL.match(text)) >= 0.8 * len(texts)

    def _at_edge(self, place: Place, child: Place) -> bool:
        """Whether words stand at one end of all texts; a word that was searched for stands anywhere."""
        return len(child.one) >= 0.5 * len(place.one) and self._stands_at_edge(place, child)

    def _stands_at_edge(self, place: Place, child: Place) -> bool:
        starts = ends = 0
        for record, row in child.one.items():
            first, last = self.reading.pieces(place.one[record])
            begin, stop = self.reading.pieces(row)
            starts += begin == first
            ends += stop == last
        return max(starts, ends) >= 0.9 * len(child.one)

    def _is_badge(self, place: Place, child: Place) -> bool:
        """Whether some titles have the same few marked words before or behind them ("New", "Sale")."""
        if place.tag not in _HEADINGS | {"a"} or len(child.one) < _FEWEST or not self._classed(child):
            return False
        return self._stands_at_edge(place, child)

    def _filled(self, place: Place) -> list[str]:
        return [text for text in self._text(place) if text]

    def _is_apart(self, place: Place, child: Place) -> bool:
        """Bold words that are a label, or a field of their own beside a dash or bar."""
        if len(child.one) < 0.5 * len(place.one) or child.kind != "element":
            return False
        if self._is_glue(child):
            return self._at_edge(place, child)
        apart = 0
        for record, row in child.one.items():
            whole, part = self.reading.text(place.one[record]), self.reading.text(row)
            if not part:
                continue
            before, _, behind = whole.partition(part)
            apart += before.rstrip()[-1:] in _DASHES or behind.lstrip()[:1] in _DASHES
        return apart >= 0.8 * len(child.one)

    def _inside_name(self, place: Place, child: Place) -> bool:
        """A part of a name is marked: ``<a><span>MERCKX</span> Eddy</a>``."""
        if child.tag == "a" or place.tag not in _HEADINGS | {"a"}:
            return False
        whole = self._filled(place)
        separated = sum(1 for text in whole if any(sign in text for sign in "|·•–—:()"))
        return _mean(whole) <= _SENTENCE and separated < 0.3 * len(whole)

    def _classed(self, place: Place) -> bool:
        row = next(iter(place.one.values()))
        return bool(self.nodes.attribute(row, "class"))

    def _is_glue(self, place: Place) -> bool:
        """Words that are the same in all records, or no words at all."""
        texts = [text for text in self._text(place) if has_word(text)]
        return not texts or is_constant(texts) or (len(texts) == 1 and len(texts[0]) < 4)

    # -- places without text --------------------------------------------------------------------------------

    def _textless(self, place: Place) -> list[Place]:
        rated = self.maker.ratings(place.one)
        if sum(map(bool, rated.values())) >= 0.5 * len(place.one):
            inner = [child for child in place.children if child.kind == "element"]
            if len(inner) == 1 and len(place.children) == 1 and len(inner[0].one) == len(place.one):
                below = sum(bool(self.maker.rating(row)) for row in inner[0].one.values())
                if below == sum(map(bool, rated.values())):
                    return inner
            self._add({r: self.maker.told(text, place.one[r]) for r, text in rated.items() if text})
            return [child for child in place.children if child.tag == "img"]
        if _STARS.search(self.nodes.attribute(next(iter(place.one.values())), "class") or ""):
            for stars in (self.maker.width, self.maker.class_rating, self.maker.counted_stars):
                drawn = {record: text for record, row in place.one.items() if (text := stars(row))}
                # As many stars in every record are only drawn to be painted over.
                if 2 * len(drawn) >= len(place.one) and (len(drawn) < 3 or len(set(drawn.values())) > 1):
                    self._add({r: self.maker.told(text, place.one[r]) for r, text in drawn.items()})
                    return []
        if place.tag == "meta":
            told = {record: text for record, row in place.one.items() if (text := self.maker.property(row))}
            self._add({r: self.maker.told(text, place.one[r]) for r, text in told.items()})
            return []
        if place.tag in ("time", "data"):
            said = {record: self.maker.exact(row, row + 1) for record, row in place.one.items()}
            self._add({r: self.maker.told(text, place.one[r]) for r, text in said.items() if text})
            return []
        self._add(self.maker.backgrounds(place.one))
        if place.tag == "a" and self.reading.params.lend_links:
            self._add({record: self.maker.bare_link(row) for record, row in place.one.items()})
        return place.children

    def _images_inside(self, place: Place) -> None:
        stack = list(place.children)
        while stack:
            child = stack.pop()
            if child.tag == "img" and child.kind == "element":
                self._add({record: self.maker.image(row) for record, row in child.one.items()})
            stack.extend(child.children)

    # -- lists ----------------------------------------------------------------------------------------------

    def _list(self, place: Place) -> None:
        if place.tag == "br":
            return
        texts = [text for rows in place.rows.values() for text in self.reading.texts(rows)]
        self._first_images(place)
        if not any(texts):
            named = {
                record: self._members(rows, [self.maker.named(row) for row in rows])
                for record, rows in place.rows.items()
            }
            distinct = {item.text for cell in named.values() if cell for item in cell.items}
            if len(distinct) > 1 and _are_names(distinct) and place.tag not in ("br", "source", "path"):
                self._add(named)
            return
        filled = [text for text in texts if text]
        if (place.tag == "p" and _mean(filled) >= _LINE) or _mean(filled) >= _SENTENCE or self._is_broken(place):
            self._add(self.maker.texts_of(place.rows))
            return
        if _are_letters(filled):
            return  # a word that is hidden among letters, which styles show or not
        self._add({record: self._members(rows, self.reading.texts(rows)) for record, rows in place.rows.items()})

    def _is_broken(self, place: Place) -> bool:
        """Whether members are the lines of one sentence: each goes on in small letters, and the last ends it."""
        if any(self.maker.url(row, row + 1) for rows in place.rows.values() for row in rows[:2]):
            return False
        several = [self.reading.texts(rows) for rows in place.rows.values() if len(rows) > 1]
        whole = sum(lines[-1][-1:] in _ENDS and all(line[:1].islower() for line in lines[1:]) for lines in several)
        return bool(several) and whole >= 0.8 * len(several)

    def _members(self, rows: Sequence[int], texts: Sequence[str]) -> Cell | None:
        items = []
        for row, text in zip(rows, texts, strict=True):
            if has_word(text):
                items.append(self.maker.told(text, row))
        if not items:
            return None
        span = Span(items[0].span.start, items[-1].span.stop)
        return Cell("; ".join(item.text for item in items), "text", items[0].url, span, items=tuple(items))

    def _first_images(self, place: Place) -> None:
        """Of a gallery the first real picture is the image."""
        found: dict[int, Cell | None] = {}
        images: list[int] = self.nodes.rows_with_tag("img").tolist()
        end = self.nodes.around.end
        for record, rows in place.rows.items() if images else ():
            for row in rows:
                first = bisect_left(images, row)
                inside = images[first : min(first + 3, bisect_left(images, end[row]))]
                cell = next((c for image in inside if (c := self.maker.image(image))), None)
                if cell is not None:
                    found[record] = cell
                    break
        self._add(found)


def _are_names(texts: Collection[str]) -> bool:
    """Whether what attributes say are names (of colours, of sizes), and no sentences about a picture."""
    return 2 * sum(text.endswith(".") for text in texts) < len(texts) and _mean(list(texts)) < _SENTENCE


def _are_letters(texts: Sequence[str]) -> bool:
    """Whether nearly all of many texts are one letter or digit, or none (invisible signs)."""
    signs = [sum(map(str.isalnum, text)) for text in texts]
    return len(texts) >= _SENTENCE and sum(count <= 1 for count in signs) >= 0.95 * len(signs) and 0 in signs


def _mean(texts: Sequence[str]) -> float:
    filled = [text for text in texts if text]
    return sum(map(len, filled)) / max(1, len(filled))
