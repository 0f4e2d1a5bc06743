"""Metrics of clusterings, by what they compare: `set_matching`, `counting_pairs` of items, `entropy`, also adjusted for
chance, and the items' own `bcubed` precision and recall.
"""
