"""What is known of a column, as kernels pass it on."""

# What a text column's traits are, by their places; `_evidence.pyx` has their names.
cdef enum:
    # Marks of texts, in the order of `_marks.pyx`. (A column's place among the others is a trait of the same name as
    # the mark of places, and covers it.)
    FIRST_MARK = 0
    PLACE = 5
    ANY_DIGIT = 29
    MARKS = 33
    # What phrases say, in the order of `_texts.pyx`.
    FIRST_MEANING = 33
    STOCK = 41
    BADGE = 42
    SHIP = 43
    COLOR = 44
    MEANINGS = 17
    # Shares of shapes, and how texts are as a whole.
    ONE_WORD = 50
    UPPER
    LOWER
    CAPITALISED
    LIST
    EXACT
    LINKED
    FILLED
    SPARSE
    DISTINCT
    CONSTANT
    FEW_VALUES
    LOG_LENGTH
    TO_3_WORDS
    TO_8_WORDS
    TO_20_WORDS
    SENTENCES
    LONG
    SPREAD
    NAMES_OF_PEOPLE
    CITY
    # Numbers in texts.
    TO_5
    TO_10
    TO_100
    LARGE
    FRACTION
    RISING
    YEARS
    # Tags around cells.
    HEADING
    BOLD
    STRUCK
    INSERTED
    TIME_TAG
    SMALL
    PARAGRAPH
    LISTED
    DEFINITION
    ADDRESS
    CITE
    BUTTON
    TABLE_CELL
    ROW_HEAD
    ANCHOR
    CAPTION
    # How a column stands beside the others.
    FIRST
    LAST
    AFTER_IMAGE
    LONGEST_OF_ALL
    ONLY
    MAIN_LINK
    SLUG
    WITH_MONEY
    WITH_DATE
    WITH_RATING
    ALT
    FIRST_LINKED
    FIRST_HEADING
    FIRST_BOLD
    FIRST_MAIN_LINK
    ONLY_MONEY
    FIRST_MONEY
    HIGHER
    LOWER_AMOUNT
    FAR_LOWER
    AFTER_HEADING
    # Types: the column's own, that of the one before it and that of the one behind it.
    FIRST_TYPE
    FIRST_AFTER = FIRST_TYPE + 11
    FIRST_BEFORE = FIRST_AFTER + 11
    TRAITS = FIRST_BEFORE + 11
    TYPES = 11

# Where a role can be named.
cdef enum:
    LABEL
    PREFIX
    PROPERTY
    WEAK_PROPERTY
    NEAR_CLASS
    FAR_CLASS
    NEAR_NAME
    FAR_NAME
    BOX
    ARIA
    LINK
    NOUN
    SOURCES_COUNT


cdef class Evidence:
    cdef readonly list cells
    cdef readonly str kind, type
    # The column's place among the types; -1 for a type that is none of them.
    cdef int type_place
    cdef readonly str label
    cdef readonly bint header
    cdef readonly str prefix
    cdef readonly double filled
    cdef object values
    cdef list made_amounts
    cdef double[TRAITS] own
    # (source, field) -> share of the cells.
    cdef dict spoken
    # The words of class names around some cells, with how many cells these are; and how many there are in all.
    cdef list around
    cdef Py_ssize_t places
    cdef tuple made_words

    cdef int say(self, int source, object field, double share) except -1
    cdef int hush(self, int source) except -1
    cdef object named_by(self, int source, str role)
    cpdef list numbers(self)
    cpdef tuple class_words(self)


cdef Evidence evidence_of(list cells, str kind, str type, double filled, object values)
