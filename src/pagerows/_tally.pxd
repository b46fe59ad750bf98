"""How often values come, for kernels."""

cpdef dict tally(values)
