"""Which formal constraints does an evaluation metric satisfy? Proofs, sweeps and smallest counterexamples."""

__version__ = "0.1.0"
