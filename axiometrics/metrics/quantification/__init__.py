"""Metrics of ordinal quantification, one module per family; all are errors, 0 for equal distributions."""
