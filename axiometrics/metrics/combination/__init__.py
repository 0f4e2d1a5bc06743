"""Functions that combine the scores of two component metrics, one module per family."""
