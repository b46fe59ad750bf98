"""Logistic regression on four of a region's features [V20 s. 5.2.2, Tables 12, 17]."""

from pagerows.content._classic import detector

__all__ = ["DETECTOR"]

DETECTOR = detector("logistic", "logistic regression on four features")
