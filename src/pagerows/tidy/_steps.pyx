# cython: language_level=3, boundscheck=True, wraparound=False
"""The steps from aligned columns to facts, in their order. What can change nothing by the signs of a table is not asked, and
not loaded before a table needs it.
"""

from pagerows.tidy._doubles cimport doubles
from pagerows.tidy._facts cimport split_facts
from pagerows.tidy._files cimport name_files, spare_files
from pagerows.tidy._labels cimport beside_values, labels_of
from pagerows.tidy._links cimport have_pictures, lend_links, lend_titles, repeated_pictures, without_bare
from pagerows.tidy._noise cimport controls, varying
from pagerows.tidy._places cimport Places, places_of
from pagerows.tidy._ruled cimport may_be_bracketed, may_be_prices, may_be_units, may_have_words, may_invite
from pagerows.tidy._ruled cimport never_together
from pagerows.tidy._strips cimport Strip, columns_of, strips
from pagerows.tidy._traits cimport unlikely

from pagerows.values import LeftOut

#: Columns that a table may have: records with nothing in common would make one of each cell.
MOST_COLUMNS = 1000


cdef class Tidy:
    """The columns that hold facts, those that were left out, and what labels among these call those that stay."""

    cdef readonly list columns, left_out, labels

    def __init__(self, list columns not None, list left_out not None, list labels not None):
        self.columns, self.left_out, self.labels = columns, left_out, labels


cdef Tidy made(list columns, list out, list labels):
    """Columns as they leave the steps: plain values."""
    cdef Strip column
    return Tidy([column.cells for column in columns], list(out), [None] * len(columns) if labels is None else labels)


def tidy(page, rows, params):
    """Return the columns of aligned rows that hold facts, and those that were left out with the reason."""
    cdef list kept = columns_of(rows), out = [], every, before
    cdef Py_ssize_t noise
    cdef Places places
    if params.drop_constant and len(rows) > 1:
        kept = varying(kept)
    if len(kept) > MOST_COLUMNS:
        kept = fullest(kept, out)
    if params.all_columns:
        return made(kept, out, None)
    every, before, nodes = kept, list(out), page.nodes
    places = places_of(nodes)
    if params.lend_links:
        kept = without_bare(lend_links(places, name_files(places, kept)))
    kept = facts(nodes, places, kept, params, out)
    if params.drop_noise:
        noise = len(out)
        kept = without(kept, spare_files(places, kept, unlikely(places, kept, params.min_chance)), out)
        if len(out) > noise:
            kept = lend_titles(places, kept, [cells for cells, reason in out[noise:] if reason in ("rare", "noise")])
    if params.trim_words and may_be_bracketed(kept):
        from pagerows.tidy.words import without_brackets

        kept = without_brackets(kept)
    # Records that say nothing but what looks like noise say that.
    return made(kept, out, labels_of(places, kept, out)) if kept else made(every, before, None)


def candidates(nodes, columns, params, list out not None):
    """Return the columns that may be facts, each one fact: what is left to tell is whether a person wants it."""
    return facts(nodes, places_of(nodes), strips(columns), params, out)


cdef list facts(nodes, Places places, list kept, params, list out):
    """The columns that may be facts; what is left out is added with the reason."""
    if have_pictures(kept):
        from pagerows.tidy.pictures import read_pictures

        kept = read_pictures(nodes, kept)
    if may_be_units(kept):
        from pagerows.tidy.units import join_units

        kept = join_units(nodes, kept)
    if params.drop_noise:
        kept = without(kept, repeated_pictures(kept), out)
        kept = without(kept, spare_files(places, kept, controls(places, kept)), out)
    if have_lists(kept):
        from pagerows.tidy.lists import trim_members

        kept = trim_members(kept)
    if params.split_facts:
        kept = split_facts(kept)
    if params.drop_doubles:
        kept = without(kept, doubles(kept), out)
    if params.join_alike:
        if never_together(kept):
            from pagerows.tidy.variants import join_variants

            kept = join_variants(nodes, kept)
        if len(may_be_prices(kept)) > 1:
            from pagerows.tidy.prices import settle_prices

            kept = settle_prices(nodes, kept)
    if params.drop_noise:
        kept = without(kept, beside_values(places, kept), out)
        if may_invite(kept):
            from pagerows.tidy.counts import drop_invitations

            kept = drop_invitations(kept)
    if params.trim_words and may_have_words(places, kept):
        from pagerows.tidy.words import trim_words

        kept = trim_words(nodes, kept)
    return kept


cdef bint have_lists(list columns) except -1:
    cdef Strip column
    for column in columns:
        if column.lists:
            return True
    return False


cdef list fullest(list columns, list out):
    """Keep the columns that most records have, in their order."""
    cdef list filled = [(<Strip>column).count for column in columns]
    cdef set chosen = set(sorted(range(len(columns)), key=lambda number: -filled[number])[:MOST_COLUMNS])
    return without(columns, [None if number in chosen else "too many" for number in range(len(columns))], out)


cdef list without(list columns, list reasons, list out):
    """The columns without those that have a reason to be left out, which are added to the others with it."""
    cdef list kept
    cdef Py_ssize_t number
    for number in range(len(reasons)):
        if reasons[number] is not None:
            break
    else:
        return columns
    kept = []
    for number in range(len(columns)):
        if reasons[number] is None:
            kept.append(columns[number])
        else:
            out.append(tuple.__new__(LeftOut, ((<Strip>columns[number]).cells, reasons[number])))
    return kept
