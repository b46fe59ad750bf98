"""Columns that say again what another says, for kernels."""

cpdef list doubles(columns)
