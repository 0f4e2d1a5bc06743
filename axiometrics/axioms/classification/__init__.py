"""Constraints on nominal classification: `improvements` of an output, and `invariances`, by chance too."""
