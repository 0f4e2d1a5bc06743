"""Metrics of ordinal classification: `distance` from the true class, `class_rates`, agreement beyond `chance`,
`correlation`.
"""
