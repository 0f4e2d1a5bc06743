"""The Unanimous Improvement Ratio: does one system improve another whatever the weights of the metrics?

`relations` counts the cases that agree, `ratio` is the result, with `pairs` (the combined score beside it, `f_curves`)
and their tests (`pair_tests`); `graph` has the robust improvements, `report` and `plots` tell all of it.
"""
