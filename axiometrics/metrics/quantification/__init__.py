"""Metrics of ordinal quantification, errors that are 0 for equal distributions: `absolute_error`, `divergence` without
an order of the classes, `order_aware` ones; `terms` has what they are made of.
"""
