"""Corpora, measures and generated pages: every method on the same pages."""
