"""What proofs on rankings rest on.

`facts` gives reductions their values in a parametric case, `discounts` are known by their order only, `asymptotics` has
the values for all large sizes.
"""
