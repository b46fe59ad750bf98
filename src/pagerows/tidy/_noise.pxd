"""Columns of controls and columns that never change, for kernels."""

cpdef list controls(nodes, columns)
cpdef list varying(columns)
