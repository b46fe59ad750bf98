"""Labels beside values, for kernels."""

cpdef list beside_values(nodes, columns)
cpdef list labels_of(nodes, columns, left_out)
