"""Metrics of ordinal classification, one module per family."""
