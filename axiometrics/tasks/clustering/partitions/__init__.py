"""Constraints on whole clusterings, as Dom, Meila and others state them: `scene` and `cases`.

`labelled` is a clustering with its items in an order and its labels, `error_kinds` makes one with errors of stated
kinds.
"""
