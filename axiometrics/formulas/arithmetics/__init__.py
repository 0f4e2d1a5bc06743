"""The arithmetics in which formulas are evaluated, and what they are made of.

* `scalars`: floats and fractions one at a time, and any arithmetic on columns of numbers
* `error_bounds`: floats with an error bound, each of them `bounded`; `intervals`: balls of growing precision
* `exact`: rational functions of logarithms, with roots of them and what is only computable (`roots`)
* `extended`: also infinity and hyperbolic tangents
* `polynomials`, `quotients`: what proofs are made of, and their `signs`, also those from some size on
* `budget`: how much work algebra may take, and how much memory what is kept
"""
