"""Constraints on whole clusterings, as Dom, Meila and others state them: `chooser`, `cases` and the `symbolic` ones.

`derived_outputs` have the items in an order and labels, or average over random clusterings.
"""
