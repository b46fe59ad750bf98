"""``python -m pagerows``."""

import sys

from pagerows.cli import main

if __name__ == "__main__":
    sys.exit(main())
