"""Constraints on whole clusterings, as Dom, Meila and others state them: `chooser` and `cases`.

`labelled_clustering` has the items in an order and labels, `means` average over random clusterings, `derived_batch` has
many of both; `error_kinds` makes a clustering with errors of stated kinds.
"""
