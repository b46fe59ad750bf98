"""Links made absolute, many of one page; see the kernel."""

from pagerows.page._joining import Joiner

__all__ = ["Joiner"]
