"""Learns the models of `auto`: labels, samples, made pages, folds by site."""
