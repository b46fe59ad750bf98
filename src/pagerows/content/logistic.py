"""Logistic regression on the six features of a region [V20 s. 5.2.2, Table 17]."""

from pagerows.content._classic import detector

__all__ = ["DETECTOR"]

DETECTOR = detector("logistic", "logistic regression on the six features")
