"""Metrics of clusterings, one module per family."""
