"""Names of what is kept: short, and nobody can guess them."""

from __future__ import annotations

import base64
import secrets

__all__ = ["new_id"]


def new_id(kind: str) -> str:
    """Return a new name, such as r_mzxw6ytboi4dk2lo."""
    return f"{kind}_{base64.b32encode(secrets.token_bytes(10)).decode('ascii').lower()}"
