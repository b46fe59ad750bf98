"""Logistic regression over naive Bayes, SVM, neighbours and boosting, six features [V20 s. 5.2.2, Table 17]."""

from pagerows.content._classic import detector

__all__ = ["DETECTOR"]

DETECTOR = detector("stacking", "stack of four models on the six features")
