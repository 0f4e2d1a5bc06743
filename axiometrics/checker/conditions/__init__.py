"""Where a metric that fails a demand still meets it: bounds on the score of one output.

* `engine`: the conditions of one cell, each as far as cases were tried
* `bounding`: the prover with such a bound as its aim, which joins margin and score in one branch
* `certificate`, `recheck`: the proof as plain data, and its independent check
"""
