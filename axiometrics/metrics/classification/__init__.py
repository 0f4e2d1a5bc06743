"""Metrics of nominal classification: `counting` right and wrong items, `averages` over classes, `association`, beyond
chance and as information, and metrics of `two_classes`.
"""
