"""Outputs of simpler tasks as organizations.

`as_organizations` writes them and counts their documents; `closed_forms` are the shares of relations as formulas of the
simpler task, by which cells are ones of that task.
"""
