"""Regions: the values of a metric's parameter for which a constraint holds, exact where the margin can be solved.

* `engine`: the regions of one cell, put together; `region` is what is told of one parameter, or of several at once
* `searching`: values are tried, one by one, until cases solve for the region
* `curves`: a case's margin as a function of a parameter, in exact arithmetic
* `bounds`, `sets`: ends of intervals and what they cut out
* `grounds`: why a region stands: `proving` on an interval, of metrics with letters for parameters, and closed forms
  for all large n
* `recheck`: the independent check of bounds and signs
"""
