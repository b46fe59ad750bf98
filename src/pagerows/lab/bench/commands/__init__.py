"""The actions of ``pagerows bench``: a module here is one, with HELP, add_arguments and run."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any

__all__ = ["modules"]


def modules() -> list[tuple[str, Any]]:
    """Return the actions by name."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))
    return [(name, import_module(f"{__name__}.{name}")) for name in names]
