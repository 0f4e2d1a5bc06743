"""Metrics of rankings: `precision` and recall, `average_precision`, `discounted_gain`, `user_models` of readers who stop,
`correlation` with the ideal order, `reliability` and sensitivity.
"""
