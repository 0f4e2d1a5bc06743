"""The Unanimous Improvement Ratio: does one system improve another whatever the weights of the metrics?

`relations` counts the cases that agree, `ratio` is the result, with `pairs` (the combined score beside it, `f_curves`)
and their tests (`pair_tests`); `report` and `plots`, which has the graph of improvements, tell all of it.
"""
