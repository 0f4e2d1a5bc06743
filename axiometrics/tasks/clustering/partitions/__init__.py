"""Constraints on whole clusterings, as Dom, Meila and others state them: `chooser`, `cases` and the `symbolic` ones.

`derived_outputs` have the items in an order and labels, or average over random clusterings; `error_kinds` makes a
clustering with errors of stated kinds.
"""
