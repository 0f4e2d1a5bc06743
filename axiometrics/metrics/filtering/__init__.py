"""Metrics of filtered collections: `agreement` item by item, `rates` within a class, what is beyond `chance`, and
`reliability` and sensitivity.
"""
