"""Metrics of rankings: `precision` and recall, also on average, `discounted_gain` and users who stop, and `correlation`
with the ideal order, pair by pair or as reliability and sensitivity.
"""
