"""Metrics of overlapping clusterings."""
