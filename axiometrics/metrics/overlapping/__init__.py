"""Metrics of overlapping clusterings: `set_matching`, `bcubed_extended`, `reliability` and sensitivity."""
