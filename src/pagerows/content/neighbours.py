"""The 13 nearest known regions on the six features of a region [V20 s. 5.2.2, Table 17]."""

from pagerows.content._classic import detector

__all__ = ["DETECTOR"]

DETECTOR = detector("neighbours", "13 nearest neighbours on the six features")
