"""Columns with several facts, for kernels."""

from pagerows.tidy._strips cimport Strip

cpdef list split_facts(columns)
cpdef list parts_of(Strip column)
cpdef list by_values(list texts)
cpdef str skeleton_of(str text)
cpdef list by_separator(Strip column)
