"""Records -> rows of cells, equally long. Every module here without an underscore is an aligner (ALIGNER)."""
