"""What tells a fact from noise, for kernels."""

cpdef list unlikely(nodes, columns, double least)
