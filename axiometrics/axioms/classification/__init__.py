"""Constraints on nominal classification: `improvements` of an output, `invariances`, and agreement by `chance`."""
