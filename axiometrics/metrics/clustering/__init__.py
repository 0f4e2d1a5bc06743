"""Metrics of clusterings, by what they compare: `set_matching`, `counting_pairs` of items, `entropy` and its
`chance_adjusted` forms, `edit` distance, the items' own `bcubed` precision and recall.
"""
