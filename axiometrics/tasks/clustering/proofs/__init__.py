"""Facts about all contingency tables, which proofs on clusterings rest on.

`facts` gives reductions their values in a parametric case; `convexity_facts` compares sums over arbitrary tables, those
of best cells too; `partitions` has the parametric cases of constraints on whole clusterings.
"""
