"""Candidates for the records of a page, as flat arrays: what methods write and features are computed of."""

from pagerows.measures._candidates import Candidates

__all__ = ["Candidates"]
