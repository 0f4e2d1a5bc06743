"""Constraints on whole clusterings, as Dom, Meila and others state them: `scene` and `cases`.

`labelled` is a clustering with its items in an order and its labels, `means` average over random ones, `derived_batch`
has many of both; `error_kinds` makes a clustering with errors of stated kinds.
"""
