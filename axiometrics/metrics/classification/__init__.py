"""Metrics of nominal classification: `counting` right and wrong items, `averages` over classes, agreement beyond
`chance`, `information`, and metrics of `two_classes`.
"""
