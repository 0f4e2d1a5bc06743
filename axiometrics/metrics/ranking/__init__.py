"""Metrics of rankings, one module per family."""
