"""31 extremely randomised trees on the six features of a region [V20 s. 5.2.2, Table 17]."""

from pagerows.content._classic import detector

__all__ = ["DETECTOR"]

DETECTOR = detector("extra_trees", "extra trees on the six features")
