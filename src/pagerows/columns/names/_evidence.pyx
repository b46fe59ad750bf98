# cython: language_level=3, boundscheck=True, wraparound=False
"""What is known of one column: numbers by their places, so that what reads, compares and scores them asks for no names."""

#: Where a role can be named.
SOURCES = (
    "label", "prefix", "property", "weak_property", "near_class", "far_class", "near_name", "far_name", "box", "aria", "link",
    "noun",
)  # fmt: skip
#: What a column of texts can hold; numbers of all kinds are one, and lists are.
KINDS_OF_TYPES = ("date", "duration", "list", "money", "number", "percentage", "phone", "rating", "text", "time", "url")
#: The traits of text columns, in the order of their places.
NAMES = (
    *"by currency per handle hash place person domain colon semicolons commas pipe percent minus year clock minutes".split(),
    *"age hours slash_5 parens ordinal code postal phone size scale digits_first only_number any_digit".split(),
    *"number_word dot_end ellipsis".split(),
    *"was save from ago month free read stars stock badge ship color remote pay action employment company".split(),
    *"one_word upper lower capitalised list exact linked filled sparse distinct constant few_values log_length".split(),
    *"to_3_words to_8_words to_20_words sentences long spread names city".split(),
    *"to_5 to_10 to_100 large fraction rising years".split(),
    *"heading bold struck inserted time_tag small paragraph listed definition address cite button table_cell".split(),
    *"row_head anchor caption".split(),
    *"first last after_image longest only main_link slug with_money with_date with_rating alt first_linked".split(),
    *"first_heading first_bold first_main_link only_money first_money higher lower_amount far_lower after_heading".split(),
    *[f"{of}_{kind}" for of in ("type", "after", "before") for kind in KINDS_OF_TYPES],
)
if len(set(NAMES)) != TRAITS or len(SOURCES) != SOURCES_COUNT or len(KINDS_OF_TYPES) != TYPES:
    raise AssertionError("names and places of traits differ")

cdef dict PLACES = {name: place for place, name in enumerate(NAMES)}
cdef dict SOURCE_PLACES = {name: place for place, name in enumerate(SOURCES)}
cdef dict TYPE_PLACES = {
    **{name: place for place, name in enumerate(KINDS_OF_TYPES)},
    **{name: KINDS_OF_TYPES.index("number") for name in ("integer", "decimal", "count")},
    "datetime": KINDS_OF_TYPES.index("date"),
    "tags": KINDS_OF_TYPES.index("list"),
}


cdef class Evidence:
    """What is known of one column.

    `traits` are numbers by name (its type, texts, tags, place among the others), `said` is source -> field -> share of
    the cells, `words` are class words that nearly all cells share, nearest first. `values` are what was read of the
    records' cells. Of traits that are 0 nobody hears.
    """

    def __init__(
        self, list cells, str kind, str type, *, dict traits=None, dict said=None, str label="", bint header=False,
        str prefix="", double filled=1.0, values=None, tuple words=(),
    ):
        self.cells, self.kind, self.type = cells, kind, type
        self.type_place = TYPE_PLACES.get(type, -1)
        self.label, self.header, self.prefix, self.filled, self.values = label, header, prefix, filled, values
        self.spoken, self.around, self.places = {}, [], 0
        self.made_words = words or None
        for name, value in (traits or {}).items():
            self.own[<int>PLACES[name]] = value
        for source, fields in (said or {}).items():
            for field, share in fields.items():
                self.say(SOURCE_PLACES[source], field, share)

    @property
    def traits(self):
        """Trait -> number, without those that are 0."""
        cdef int place
        return {NAMES[place]: self.own[place] for place in range(TRAITS) if self.own[place] != 0}

    @property
    def said(self):
        """Source -> field -> share of the cells."""
        cdef dict found = {}
        for (source, field), share in self.spoken.items():
            found.setdefault(SOURCES[source], {})[field] = share
        return found

    @property
    def words(self):
        """Class words that nearly all cells share, nearest first."""
        return self.class_words()

    @property
    def amounts(self):
        """The cells' numbers, None where there is none; parallel to the records."""
        return self.numbers()

    def hear(self, str source, field, double share):
        """Take what a source says for all that it says."""
        cdef int place = SOURCE_PLACES[source]
        self.hush(place)
        self.say(place, field, share)

    def saying(self, dict said):
        """Return the same evidence with something else said."""
        return Evidence(
            self.cells, self.kind, self.type, traits=self.traits, said=said, label=self.label, header=self.header,
            prefix=self.prefix, filled=self.filled, values=self.values, words=self.class_words(),
        )  # fmt: skip

    def __reduce__(self):
        own = (self.label, self.header, self.prefix, self.filled, self.values, self.class_words())
        return _restored, (self.cells, self.kind, self.type, self.traits, self.said, *own)

    cdef int say(self, int source, object field, double share) except -1:
        self.spoken[source, field] = share
        return 0

    cdef int hush(self, int source) except -1:
        """Forget what a source said."""
        self.spoken = {key: share for key, share in self.spoken.items() if key[0] != source}
        return 0

    cdef object named_by(self, int source, str role):
        """The field of a role that a source names in most cells, half of them at least; None where there is none."""
        cdef object best = None
        cdef double most = 0
        for (where, field), share in self.spoken.items():
            if where == source and (<tuple>field)[0] == role and (best is None or (share, field) > (most, best)):
                most, best = share, field
        return best if most >= 0.5 else None

    cpdef list numbers(self):
        """The numbers of the column's values; of money its amount."""
        if self.made_amounts is None:
            self.made_amounts = [amount(value) for value in self.values or ()]
        return self.made_amounts

    cpdef tuple class_words(self):
        cdef dict counts = {}
        if self.made_words is None:
            for words, count in self.around:
                for word in dict.fromkeys(words):
                    counts[word] = counts.get(word, 0) + count
            self.made_words = tuple(
                [word for word, count in counts.items() if count >= 0.8 * self.places and self.places > 1]
            )
        return self.made_words


cdef Evidence evidence_of(list cells, str kind, str type, double filled, object values):
    """What is known of a column before anyone looks closer."""
    cdef Evidence made = Evidence.__new__(Evidence)
    made.cells, made.kind, made.type = cells, kind, type
    made.type_place = TYPE_PLACES.get(type, -1)
    made.label, made.prefix, made.filled, made.values = "", "", filled, values
    made.spoken, made.around = {}, []
    return made


def _restored(cells, kind, type, traits, said, label, header, prefix, filled, values, words):
    return Evidence(
        cells, kind, type, traits=traits, said=said, label=label, header=header, prefix=prefix, filled=filled, values=values,
        words=words,
    )  # fmt: skip


cdef object amount(object value):
    if isinstance(value, tuple) and value:
        value = value[0]
    return float(value) if isinstance(value, (int, float)) or hasattr(value, "as_tuple") else None
