"""Outputs of simpler tasks as organizations.

`placing` writes them, `placed_kinds` counts their kinds of documents; `closed_forms` are the shares of relations as
formulas of the simpler task, by which `cells` are ones of that task.
"""
