"""Metrics of filtered collections, one module per family."""
