# cython: language_level=3, boundscheck=True, wraparound=False
"""A template of records -> columns of cells, in reading order."""

cimport cython
from libc.stdint cimport int32_t, uint8_t

from pagerows._signs cimport has_word, is_constant, may_be_value
from pagerows.align.fields._cells cimport Cells
from pagerows.align.fields._knit cimport knit
from pagerows.align.fields._look cimport ELEMENT, FORMATTING, LIST, PICTURE, TEXTS
from pagerows.align.fields._maker cimport Maker
from pagerows.align.fields._pictures cimport Pictures
from pagerows.align.fields._reading cimport Shown
from pagerows.align.fields._template cimport Place
from pagerows.page._parser cimport Span as Signs
from pagerows.forms import LABEL, forms, is_one_value

#: Blocks that one text is made of, beside tags that format words.
cdef frozenset PROSE = frozenset({"p", "ul", "ol", "br", "blockquote", "a", "#text", "span", "#list"})
cdef frozenset HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
cdef frozenset TITLES = HEADINGS | {"a"}
#: Mean length from which on texts are sentences, and paragraphs those of one text, not members of a list.
cdef enum: SENTENCE = 60, LINE = 30
#: Titles that must have a badge.
cdef enum: FEWEST = 3
#: What sentences end on; an empty text ends on nothing.
cdef frozenset ENDS = frozenset(".!?…")
#: Signs between fields; an empty text (the edge) is none.
cdef frozenset DASHES = frozenset("–—|·•:-/")
#: Signs that set parts of a text apart.
cdef str APART = "|·•–—:()"


def columns_of(Shown reading, Place root):
    """Return the columns of a template: the records and their cells, in reading order."""
    return Emitter(reading).run(root)


cdef class Emitter:
    """Makes the columns of the places of one template."""

    cdef Shown reading
    cdef Maker maker
    cdef Cells cells
    cdef Pictures pictures
    cdef list columns
    #: How often each record was met, all zero between two counts.
    cdef int32_t *met

    def __cinit__(self, Shown reading):
        self.reading, self.maker, self.columns = reading, Maker(reading), []
        self.cells, self.pictures = self.maker.cells, self.maker.pictures
        self.met = reading.memory.filled(reading.count, 0)

    cdef list run(self, Place root):
        """Walk the template in reading order; a stack, for places nest as deeply as the page does."""
        cdef list stack = [root], below
        cdef Py_ssize_t at
        while stack:
            below = self.emit(stack.pop())
            for at in range(len(below), 0, -1):
                stack.append(below[at - 1])
        return self.columns

    # -- places ----------------------------------------------------------------------------------------------------------

    cdef list emit(self, Place place):
        """Make the columns of a place; return the places below that have columns of their own."""
        if not place.count:  # the parts of records that are several elements
            return place.children
        if place.holds == TEXTS:
            self.add_texts(place)
        elif place.holds == LIST:
            self.add_list(place)
        elif place.marks & PICTURE:
            self.add_picture(place)
        elif not self.is_told(place):
            return self.without_text(place)
        else:
            self.add_backgrounds(place)
            self.add_own_ratings(place)
            if not self.is_one(place):
                return knit(self.reading, place)
            self.add_images_inside(place)
            self.add_elements(place)
        return []

    cdef int add(self, list records, list cells) except -1:
        """Add a column, where there are cells."""
        if cells:
            self.columns.append((records, cells))
        return 0

    cdef int add_elements(self, Place place) except -1:
        """The cells of elements: all their text."""
        cdef Py_ssize_t at
        cdef list records = [], cells = []
        for at in range(place.size):
            cell = self.cells.element(place.rows[at])
            if cell is not None:
                records.append(place.records[at])
                cells.append(cell)
        return self.add(records, cells)

    cdef int add_texts(self, Place place) except -1:
        """The cells of what each record has there: all texts as one."""
        cdef Py_ssize_t at = 0, behind
        cdef list records = [], cells = []
        while at < place.size:
            behind = place.behind(at)
            cell = self.cells.texts(place.rows + at, behind - at)
            if cell is not None:
                records.append(place.records[at])
                cells.append(cell)
            at = behind
        return self.add(records, cells)

    cdef int add_told(self, Place place, list texts) except -1:
        """The cells of what attributes say in each record, where they say something."""
        cdef Py_ssize_t at
        cdef list records = [], cells = []
        for at in range(place.size):
            if texts[at]:
                records.append(place.records[at])
                cells.append(self.cells.told(texts[at], place.rows[at]))
        return self.add(records, cells)

    cdef int add_links(self, Place place) except -1:
        """The cells of links without text."""
        cdef Py_ssize_t at
        cdef list records = [], cells = []
        for at in range(place.size):
            cell = self.cells.bare_link(place.rows[at])
            if cell is not None:
                records.append(place.records[at])
                cells.append(cell)
        return self.add(records, cells)

    cdef int add_picture(self, Place place) except -1:
        """A picture, or what it says: stars are drawn, too."""
        cdef list rated = self.ratings(place)
        if rated is not None and 2 * filled(rated) >= place.size:
            return self.add_told(place, rated)
        return self.add_pictures(place)

    cdef int add_pictures(self, Place place) except -1:
        """The cells of pictures."""
        cdef Py_ssize_t at
        cdef list records = [], cells = []
        for at in range(place.size):
            cell = self.pictures.cell(place.rows[at])
            if cell is not None:
                records.append(place.records[at])
                cells.append(cell)
        return self.add(records, cells)

    cdef int add_backgrounds(self, Place place) except -1:
        """Pictures that are elements' backgrounds."""
        cdef Py_ssize_t at
        cdef list records = [], cells = []
        if not self.reading.has_painted:
            return 0
        for at in range(place.size):
            if self.reading.painted[self.reading.path[place.rows[at]]]:
                cell = self.maker.background(place.rows[at])
                if cell is not None:
                    records.append(place.records[at])
                    cells.append(cell)
        return self.add(records, cells)

    cdef int add_own_ratings(self, Place place) except -1:
        """The rating that an element's own attributes say beside its text (``title="4.5 out of 5"`` on a count)."""
        cdef Py_ssize_t at
        cdef list rated
        if not self.maker.own_rated:
            return 0
        rated = [
            self.maker.own_rating(place.rows[at]) if place.rows[at] in self.maker.own_rated else ""
            for at in range(place.size)
        ]
        return self.add_told(place, rated) if 2 * filled(rated) >= place.size else 0

    cdef list ratings(self, Place place):
        """The ratings of elements without text, empty where there is none; None where nothing says some."""
        cdef Py_ssize_t at
        if not self.maker.may_be_rated:
            return None
        return [self.maker.rating(place.rows[at]) for at in range(place.size)]

    cdef bint is_told(self, Place place) except -1:
        """Whether a place says something in some record."""
        cdef Py_ssize_t at = 0, behind
        if place.holds == ELEMENT:
            for at in range(place.size):
                if self.reading.says(place.rows[at]):
                    return True
            return False
        while at < place.size:
            behind = place.behind(at)
            if self.cells.says(place.rows + at, behind - at):
                return True
            at = behind
        return False

    cdef list text(self, Place place):
        """The text of each record."""
        cdef Py_ssize_t at = 0, behind
        cdef list found
        if place.texts is None:
            found = place.texts = []
            while at < place.size:
                behind = place.behind(at)
                found.append(
                    self.reading.text(place.rows[at]) if place.holds == ELEMENT else self.cells.said(place.rows + at, behind - at)
                )
                at = behind
        return place.texts

    cdef list filled(self, Place place):
        return [text for text in self.text(place) if text]

    # -- is it one cell? -------------------------------------------------------------------------------------------------

    cdef bint is_one(self, Place place) except -1:
        """Whether the text of a place is one cell."""
        cdef Place first, child
        cdef list told = [child for child in place.children if self.is_told(child)]
        if not told:
            return True
        first = told[0]
        if (len(told) > 1 or first.holds == LIST) and self.are_values(place, told):
            return True
        if len(told) == 1 and (first.holds == TEXTS or len(place.children) > 1):
            return first.holds == TEXTS and len(place.children) == 1
        if self.is_prose(place, told):
            return True
        return place.flows and len(told) > 1 and self.is_sentence(place, told)

    cdef bint are_values(self, Place place, list told) except -1:
        """Whether the pieces make up one value each: ``<span>$</span>165<sup>00</sup>``."""
        cdef Place child
        cdef Py_ssize_t at, rows = 0, missed = 0
        cdef list several = []
        for child in told:
            for at in range(child.size):
                self.met[child.records[at]] += 1
        for at in range(place.size):
            if self.met[place.records[at]] > 1:
                several.append(place.rows[at])
        for child in told:
            for at in range(child.size):
                self.met[child.records[at]] = 0
        rows = len(several)
        for row in several:
            text = self.reading.text(row)
            missed += not may_be_value(text) or not is_one_value(text)
            if rows - missed < 0.8 * rows:
                return False
        return rows > 0

    cdef bint is_prose(self, Place place, list told) except -1:
        """Paragraphs of one text: how many there are and what is in them differs from record to record."""
        cdef Place child
        cdef Py_ssize_t paragraphs = 0, irregular = 0
        if len(told) < 2:
            return False
        for child in told:
            if child.tag not in PROSE and not child.marks & FORMATTING:
                return False
            paragraphs += child.tag == "p"
            irregular += child.count < 0.7 * place.count or child.holds == LIST
        if not paragraphs or irregular < 0.5 * len(told):
            return False
        for child in told:
            if holds_heading(child):
                return False
        for child in told:
            if mean(self.text(child)) >= SENTENCE:
                return True
        return False

    cdef bint is_sentence(self, Place place, list told) except -1:
        """Whether texts and marked words are one sentence."""
        cdef Place child
        cdef list spoken = [], marked = [], own
        cdef bint direct = False
        for child in told:
            if child.holds == TEXTS:
                direct = True
                if not self.is_glue(child):
                    spoken.append(child)
            else:
                marked.append(child)
        if not direct:
            return place.tag in TITLES and self.only_format(marked)
        if not spoken:
            return False
        own = [child for child in marked if not child.marks & FORMATTING or self.is_classed(child)]
        broken = self.is_broken(place)
        if not own:
            return self.goes_on(place, spoken, marked, broken)
        return not broken and self.are_words(place, own)

    cdef bint only_format(self, list marked) except -1:
        """Whether elements mark words, and none is a field of its own."""
        cdef Place child
        for child in marked:
            if not child.marks & FORMATTING and (child.tag != "span" or self.is_classed(child)):
                return False
        for child in marked:
            if self.is_glue(child):
                return False
        return True

    cdef bint is_broken(self, Place place):
        """Whether most records have a line break there."""
        cdef Place child
        for child in place.children:
            if child.tag == "br" and child.count >= 0.5 * place.count:
                return True
        return False

    cdef bint goes_on(self, Place place, list spoken, list marked, bint broken) except -1:
        """Whether a text with formatted words is one, on one line or several."""
        cdef Place child
        cdef Py_ssize_t labelled = 0
        if broken:
            for child in marked:
                if child.count >= 0.7 * place.count:
                    return False
            for child in spoken:
                labelled += self.is_labelled(child)
            if labelled > 1:
                return False
            for child in spoken:
                if child.count >= 0.7 * place.count and forms(self.filled(child)) != "text":
                    return False
        for child in marked:
            if self.is_apart(place, child):
                return False
        return True

    cdef bint are_words(self, Place place, list own) except -1:
        """Whether elements of their own are but words of a sentence."""
        cdef Place child
        cdef bint steady
        for child in own:
            texts = self.filled(child)
            steady = child.count >= 0.7 * place.count and child.holds == ELEMENT
            if is_constant(texts):
                if self.at_edge(place, child) or self.is_badge(place, child):
                    return False
                continue
            if forms(texts) != "text":
                return False
            if steady and not self.inside_name(place, child):
                return False
            if not steady and len(texts) >= 3 and len(set(texts)) <= 0.5 * len(texts):
                return False
        return True

    cdef bint is_labelled(self, Place place) except -1:
        """Whether texts start with a label of their own: lines of a description list without its markup."""
        cdef list texts = self.filled(place)
        return len([text for text in texts if LABEL.match(text)]) >= 0.8 * len(texts)

    cdef bint at_edge(self, Place place, Place child) except -1:
        """Whether words stand at one end of all texts; a word that was searched for stands anywhere."""
        return child.count >= 0.5 * place.count and self.stands_at_edge(place, child)

    cdef bint stands_at_edge(self, Place place, Place child) except -1:
        cdef Py_ssize_t at = 0, over = 0, starts = 0, ends = 0
        cdef int32_t row, whole
        while at < child.size:
            while place.records[over] < child.records[at]:
                over += 1
            row, whole = child.rows[at], place.rows[over]
            starts += self.reading.first(row) == self.reading.first(whole)
            ends += self.reading.last(row) == self.reading.last(whole)
            at = child.behind(at)
        return max(starts, ends) >= 0.9 * child.count

    cdef bint is_badge(self, Place place, Place child) except -1:
        """Whether some titles have the same few marked words before or behind them ("New", "Sale")."""
        if place.tag not in TITLES or child.count < FEWEST or not self.is_classed(child):
            return False
        return self.stands_at_edge(place, child)

    @cython.wraparound(True)
    cdef bint is_apart(self, Place place, Place child) except -1:
        """Bold words that are a label, or a field of their own beside a dash or bar."""
        cdef Py_ssize_t at, over = 0, apart = 0
        if child.count < 0.5 * place.count or child.holds != ELEMENT:
            return False
        if self.is_glue(child):
            return self.at_edge(place, child)
        for at in range(child.size):
            while place.records[over] < child.records[at]:
                over += 1
            part = self.reading.text(child.rows[at])
            if part:
                before, _, behind = self.reading.text(place.rows[over]).partition(part)
                apart += before.rstrip()[-1:] in DASHES or behind.lstrip()[:1] in DASHES
        return apart >= 0.8 * child.count

    cdef bint inside_name(self, Place place, Place child) except -1:
        """A part of a name is marked: ``<a><span>MERCKX</span> Eddy</a>``."""
        cdef Py_ssize_t separated = 0
        cdef list whole
        if child.tag == "a" or place.tag not in TITLES:
            return False
        whole = self.filled(place)
        for text in whole:
            for sign in APART:
                if sign in text:
                    separated += 1
                    break
        return mean(whole) <= SENTENCE and separated < 0.3 * len(whole)

    cdef bint is_classed(self, Place place) except -1:
        """Whether the first element of a place has a class."""
        return self.reading.class_of(place.rows[0]).length > 0

    cdef bint is_glue(self, Place place) except -1:
        """Words that are the same in all records, or no words at all."""
        cdef list texts = [text for text in self.text(place) if has_word(text)]
        return not texts or is_constant(texts) or (len(texts) == 1 and len(texts[0]) < 4)

    # -- places without text ---------------------------------------------------------------------------------------------

    cdef list without_text(self, Place place):
        """Make the columns of what elements without text say otherwise; return the places below that have own ones."""
        cdef Place child
        cdef Py_ssize_t at
        cdef list rated = self.ratings(place)
        if rated is not None and 2 * filled(rated) >= place.size:
            return self.rated(place, rated)
        if names_stars(self.reading.class_of(place.rows[0])) and self.add_stars(place):
            return []
        if place.tag == "meta":
            self.add_told(place, [self.maker.property(place.rows[at]) for at in range(place.size)])
            return []
        if place.tag == "time" or place.tag == "data":
            said = [self.cells.exact(place.rows[at], place.rows[at] + 1) for at in range(place.size)]
            self.add_told(place, said)
            return []
        self.add_backgrounds(place)
        if place.tag == "a" and self.reading.params.lend_links:
            self.add_links(place)
        return place.children

    cdef list rated(self, Place place, list rated):
        """Add the ratings of a place, unless the only element inside has all of them."""
        cdef Place child
        cdef Py_ssize_t at
        if len(place.children) == 1:
            child = place.children[0]
            if child.holds == ELEMENT and child.count == place.count:
                below = [self.maker.rating(child.rows[at]) for at in range(child.size)]
                if filled(below) == filled(rated):
                    return place.children
        self.add_told(place, rated)
        return [child for child in place.children if child.marks & PICTURE]

    cdef bint add_stars(self, Place place) except -1:
        """Add how many stars are drawn, and tell whether there are some."""
        cdef Py_ssize_t at
        cdef list drawn, said
        cdef int way
        for way in range(3):
            drawn = [self.stars(way, place.rows[at]) for at in range(place.size)]
            said = [text for text in drawn if text]
            # As many stars in every record are only drawn to be painted over.
            if 2 * len(said) >= place.size and (len(said) < 3 or len(set(said)) > 1):
                self.add_told(place, drawn)
                return True
        return False

    cdef str stars(self, int way, int32_t row):
        """How many stars an element has: by a bar's width, by its class, or counted."""
        if way == 0:
            return self.maker.width(row)
        return self.maker.class_rating(row) if way == 1 else self.maker.counted_stars(row)

    cdef int add_images_inside(self, Place place) except -1:
        cdef Place child
        cdef list stack = list(place.children)
        while stack:
            child = stack.pop()
            if child.holds == ELEMENT and child.marks & PICTURE:
                self.add_pictures(child)
            stack.extend(child.children)
        return 0

    # -- lists -----------------------------------------------------------------------------------------------------------

    cdef int add_list(self, Place place) except -1:
        cdef Py_ssize_t at
        cdef list texts
        if place.tag == "br":
            return 0
        texts = [self.reading.text(place.rows[at]) for at in range(place.size)]
        self.add_first_images(place)
        said = [text for text in texts if text]
        if not said:
            return self.add_named(place)
        if (place.tag == "p" and mean(said) >= LINE) or mean(said) >= SENTENCE or self.are_lines(place, texts):
            return self.add_texts(place)
        if are_letters(said):
            return 0  # a word that is hidden among letters, which styles show or not
        return self.add_members(place, texts)

    cdef int add_named(self, Place place) except -1:
        """A list of elements without text: what attributes call them."""
        cdef Py_ssize_t at
        cdef list names = [self.maker.named(place.rows[at]) for at in range(place.size)]
        distinct = {name for name in names if has_word(name)}
        if len(distinct) > 1 and are_names(distinct) and place.tag != "source" and place.tag != "path":
            self.add_members(place, names)
        return 0

    @cython.wraparound(True)
    cdef bint are_lines(self, Place place, list texts) except -1:
        """Whether members are the lines of one sentence: each goes on in small letters, and the last ends it."""
        cdef Py_ssize_t at = 0, behind, own, several = 0, whole = 0
        while at < place.size:
            behind = place.behind(at)
            for own in range(at, min(behind, at + 2)):
                if self.cells.url(place.rows[own], place.rows[own] + 1):
                    return False
            if behind - at > 1:
                several += 1
                whole += texts[behind - 1][-1:] in ENDS and all([text[:1].islower() for text in texts[at + 1 : behind]])
            at = behind
        return several > 0 and whole >= 0.8 * several

    cdef int add_members(self, Place place, list texts) except -1:
        """A cell with the members of each record."""
        cdef Py_ssize_t at = 0, behind, own
        cdef list records = [], cells = [], items
        while at < place.size:
            behind = place.behind(at)
            items = [self.cells.told(texts[own], place.rows[own]) for own in range(at, behind) if has_word(texts[own])]
            if items:
                text = "; ".join([texts[own] for own in range(at, behind) if has_word(texts[own])])
                records.append(place.records[at])
                cells.append(self.cells.listed(items, text))
            at = behind
        return self.add(records, cells)

    cdef int add_first_images(self, Place place) except -1:
        """Of a gallery the first real picture is the image."""
        cdef Py_ssize_t at = 0, behind, own
        cdef list records = [], cells = []
        while at < place.size:
            behind = place.behind(at)
            for own in range(at, behind):
                cell = self.pictures.first(place.rows[own])
                if cell is not None:
                    records.append(place.records[at])
                    cells.append(cell)
                    break
            at = behind
        return self.add(records, cells)


cdef bint names_stars(Signs text) noexcept nogil:
    """Whether a class has the word "star" or "rating"."""
    cdef Py_ssize_t at
    for at in range(<Py_ssize_t>text.length - 3):
        if starts_as(text, at, b"star") or starts_as(text, at, b"rating"):
            return True
    return False


cdef bint starts_as(Signs text, Py_ssize_t at, const char *word) noexcept nogil:
    """Whether a word (small letters) stands somewhere, in letters of any case."""
    cdef Py_ssize_t each = 0
    while word[each]:
        if at + each >= text.length or (text.at[at + each] | 32) != <uint8_t>word[each]:
            return False
        each += 1
    return True


cdef bint holds_heading(Place place) except -1:
    cdef Place child
    cdef list stack = [place]
    while stack:
        child = stack.pop()
        if child.tag in HEADINGS:
            return True
        stack.extend(child.children)
    return False


cdef Py_ssize_t filled(list texts) except -1:
    """How many texts are not empty."""
    cdef Py_ssize_t count = 0
    for text in texts:
        count += bool(text)
    return count


cdef bint are_names(set texts) except -1:
    """Whether what attributes say are names (of colours, of sizes), and no sentences about a picture."""
    return 2 * len([text for text in texts if text.endswith(".")]) < len(texts) and mean(list(texts)) < SENTENCE


cdef bint are_letters(list texts) except -1:
    """Whether nearly all of many texts are one letter or digit, or none (invisible signs)."""
    cdef list signs
    if len(texts) < SENTENCE:
        return False
    signs = [len([sign for sign in text if sign.isalnum()]) for text in texts]
    return len([count for count in signs if count <= 1]) >= 0.95 * len(signs) and 0 in signs


cdef double mean(list texts) except -1:
    """The mean length of the texts that are not empty."""
    cdef Py_ssize_t total = 0, count = 0
    cdef str text
    for text in texts:
        total += len(text)
        count += len(text) > 0
    return total / <double>max(1, count)


def rows_of(list columns, Py_ssize_t records):
    """Return the cells of columns by record, None where a record has none."""
    cdef Py_ssize_t at, place, width = len(columns)
    cdef list rows = [[None] * width for at in range(records)], own, cells
    for place in range(width):
        own, cells = columns[place]
        for at in range(len(cells)):
            (<list>rows[<Py_ssize_t>own[at]])[place] = cells[at]
    return rows
