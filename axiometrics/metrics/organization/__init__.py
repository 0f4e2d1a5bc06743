"""Metrics of document organization, one module per family."""
