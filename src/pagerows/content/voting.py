"""A soft vote of naive Bayes, SVM, neighbours and boosting on the six features of a region [V20 s. 5.2.2, Table 17]."""

from pagerows.content._classic import detector

__all__ = ["DETECTOR"]

DETECTOR = detector("voting", "soft vote of four models on the six features")
