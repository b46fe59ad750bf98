"""A support vector machine with a cubic kernel on five of a region's features [V20 s. 5.2.2, Tables 12, 17]."""

from pagerows.content._classic import detector

__all__ = ["DETECTOR"]

DETECTOR = detector("svm", "support vector machine on five features")
