"""Metrics of overlapping clusterings: `set_matching`, extended BCubed (`bcubed_extended`), `reliability` and sensitivity."""
