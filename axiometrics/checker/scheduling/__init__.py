"""What a run takes, and who does it: plans, processes and clusters.

* `crews`: who computes the pieces of a run, `processes` of this machine or a dask cluster
* `stages`: what is done before the cells, block by block where there are many cases
* `metering` measures processor time and memory, `costs` keeps them by cell, and `planning` makes a plan of them
"""
