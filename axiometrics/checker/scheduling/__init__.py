"""What a run takes, and who does it: plans, processes and clusters.

* `crews`: who computes the pieces of a run, `processes` of this machine, with what they take, or a dask cluster
* `stages`: what is done before the cells, block by block where there are many cases
* `processes` also keep what cells have cost, and `planning` makes a plan of it, or of small `trials`
"""
