"""Functions that combine the scores of two component metrics: `means` and products, `extremes`, and `relations` that no
function gives.
"""
