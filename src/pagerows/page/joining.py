"""Links made absolute, many of one page: most need no more than the page's host before them.

What is not plainly so (dots in the path, relative ones, odd characters) is left to the standard library.
"""

from __future__ import annotations

from pagerows.page._joining import Joiner

__all__ = ["Joiner"]
