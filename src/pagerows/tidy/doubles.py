"""Doubles: columns that say again what another says."""

from __future__ import annotations

from pagerows.tidy._doubles import doubles

__all__ = ["doubles"]
