"""Constraints on whole clusterings, as Dom, Meila and others state them: `chooser`, `cases`, and the
parametric ones (`symbolic`).

`derived_outputs` have the items in an order and labels, or average over random clusterings, `derived_batch` has
many of both; `error_kinds` makes a clustering with errors of stated kinds.
"""
