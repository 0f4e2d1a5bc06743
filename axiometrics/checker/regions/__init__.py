"""Regions: the values of a metric's parameter for which a constraint holds, exact where the margin can be solved."""
