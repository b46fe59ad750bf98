"""Columns that are one fact, for kernels."""

cpdef list join_variants(nodes, columns)
