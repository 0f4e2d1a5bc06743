"""Metrics of rankings: `precision` and recall, `average_precision`, `discounted_gain`, `user_models` of readers,
`correlation` with the ideal order, `reliability` and sensitivity.
"""
