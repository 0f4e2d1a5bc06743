"""Facts about all contingency tables, which proofs on clusterings rest on.

`facts` gives reductions their values in a parametric case; `convexity_facts` and `best_cells` compare sums over
arbitrary tables; `partitions` has the parametric cases of constraints on whole clusterings.
"""
