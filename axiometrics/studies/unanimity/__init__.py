"""The Unanimous Improvement Ratio: does one system improve another whatever the weights of the metrics?

`pairs` counts the cases that agree, and has the combined score beside the ratio, `f_curves`; `pair_tests` tests them,
`ratio` is the result, and `report` and `plots`, which has the graph of improvements, tell all of it.
"""
