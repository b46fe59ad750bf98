"""Links to files, for kernels."""

cpdef list spare_files(nodes, columns, list reasons)
cpdef list name_files(nodes, columns)
cpdef bint has_extension(str url) except -1
cpdef bint may_say_file(nodes, Py_ssize_t row, Py_ssize_t above, Py_ssize_t inside, str text) except -1
