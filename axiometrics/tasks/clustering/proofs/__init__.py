"""Facts about all contingency tables, which proofs on clusterings rest on.

`facts` gives reductions their values in a parametric case; `gaps`, `best_cells` and `coding_costs` compare sums over
arbitrary tables; `partitions` has the parametric cases of constraints on whole clusterings.
"""
