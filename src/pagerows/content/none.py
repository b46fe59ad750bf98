"""No content step: every region stays as its method left it, to be looked at."""

from __future__ import annotations

from collections.abc import Sequence

from pagerows.page import Page
from pagerows.plain import dataclass
from pagerows.registry import Detector
from pagerows.values import Region

__all__ = ["DETECTOR", "NoParams"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoParams:
    """Nothing to set."""


def _detect(_page: Page, regions: Sequence[Region], _params: NoParams) -> list[Region]:
    return list(regions)


DETECTOR = Detector(name="none", summary="every region is kept", params=NoParams, detect=_detect)
