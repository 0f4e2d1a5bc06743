"""How fast axiometrics is, one module per claim: each has a ``measure()`` that returns its results."""
